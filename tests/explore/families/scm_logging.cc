#include "families.h"

namespace afterimage::testing_support {
namespace {

const Room kLogRoom = {"explore-split", {{"ring_kb", 64}, {"checkpoint_kb", 4}}};

Family OneLog(const char* name, int64_t ring_kb, std::vector<ParamSetting> more) {
  Family family;
  family.name = name;
  family.scheme = "scm-logging";
  family.params = {
      {"ring_kb", ring_kb}, {"checkpoint_kb", 1}, {"archive_kb", 1}, {"frames", 3}, {"elr", 1}};
  family.params.insert(family.params.end(), more.begin(), more.end());
  family.clwb = true;
  family.room = {kLogRoom};
  return family;
}

const Declared kScmLogging(SchemeFamilies{
    .scheme = "scm-logging",
    .promising = {{.family = OneLog("SCMLogging", 2, {}), .long_stories = {"explore-split"}},
                  {.family = OneLog("SCMLogging, not archived", 2, {{"archive", 0}, {"elr", 0}})}},
    .mutated = OneLog("SCMLogging", 1, {}),
    .variants = {{.name = "twice",
                  .family = OneLog("SCMLogging", 2, {}),
                  .declared = {"undo-oldest-first"},
                  .stories = {kOlderValue}}},
    .unnoticed = {{"reused-before-archived", "explore-again", "in the archive"},
                  {"leave-out-archive-2-1", "explore-again", "in the archive"}},
    .numbers = {{"ring_kb", {2, 16, 64}}, {"archive_kb", {1, 2}}, {"checkpoint_kb", {1, 2}}},
});

}  // namespace
}  // namespace afterimage::testing_support
