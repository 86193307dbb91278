#include "families.h"

namespace afterimage::testing_support {
namespace {

const Room kBufferRoom = {"explore-split", {{"ring_kb", 64}, {"checkpoint_kb", 4}}};

// A family without files: an archived log, or pages, on PMFS have too many images.
Family ShoreMt(const char* name, std::vector<ParamSetting> more) {
  Family family;
  family.name = name;
  family.scheme = "shore-mt";
  family.params = {{"logs", 2},    {"ring_kb", 2}, {"checkpoint_kb", 1}, {"archive_kb", 1},
                   {"archive", 0}, {"data_on", 0}, {"torn_pages", 0},    {"frames", 3}};
  family.params.insert(family.params.end(), more.begin(), more.end());
  family.clwb = true;
  family.room = {kBufferRoom};
  return family;
}

Family WithKeptCaches(Family family) {
  family.caches_kept = true;
  return family;
}

const Family kVolatileCaches = ShoreMt("Shore-MT", {{"elr", 1}});
const Family kDurableCaches = WithKeptCaches(ShoreMt("Shore-MT, durable caches", {}));

const Declared kShoreMt(SchemeFamilies{
    .scheme = "shore-mt",
    .promising = {{.family = kVolatileCaches,
                   .stories = {"explore-abort", "explore-again", "explore-insert-delete",
                               "explore-readers", "explore-steal", "explore-updates"}},
                  {.family = kDurableCaches},
                  {.family = ShoreMt("Shore-MT, undo buffers", {}), .stories = {kOlderValue}},
                  {.family = ShoreMt("Shore-MT, look-ups without locks", {{"read_locks", 0}}),
                   .stories = {"explore-abort", "explore-steal"}},
                  {.family = WithKeptCaches(ShoreMt("Shore-MT, durable caches, no undo buffers",
                                                    {{"undo_kb", 0}, {"locks", 1}})),
                   .stories = {"explore-abort", "explore-again", "explore-insert-delete",
                               "explore-zigzag", "explore-steal", "explore-updates"}}},
    .mutated = kDurableCaches,
    .variants = {{.name = "volatile",
                  .family = kVolatileCaches,
                  .declared = {"page-before-log", "acknowledge-first", "no-dependency-wait",
                               "tail-first", "trusts-caches"},
                  .stories = {"explore-abort", "explore-readers", "explore-steal"}},
                 {.name = "buffers",
                  .family = kDurableCaches,
                  .declared = {"undo-oldest-first"},
                  .stories = {kOlderValue}}},
    .numbers = {{"logs", {2, 3}},
                {"ring_kb", {2, 16, 64}},
                {"archive_kb", {1, 2}},
                {"checkpoint_kb", {1, 2}},
                {"group_us", {0, 5}},
                {"undo_kb", {0, 1}}},
});

}  // namespace
}  // namespace afterimage::testing_support
