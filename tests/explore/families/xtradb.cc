#include "families.h"

namespace afterimage::testing_support {
namespace {

const Room kTreeRoom = {
    "explore-split",
    {{"log_file_kb", 32}, {"buffer_kb", 8}, {"checkpoint_kb", 4}, {"undo_pages", 8}}};

const char kFullLog[] = "own/explore-full-log";
const std::vector<std::string> kTwoSectors = {"own/explore-torn-page", "explore-steal"};

// A short log, so that it goes round.
Family Log(const char* name, std::vector<ParamSetting> more) {
  Family family;
  family.name = name;
  family.scheme = "xtradb";
  family.params = {{"log_file_kb", 3},
                   {"checkpoint_kb", 1},
                   {"buffer_kb", 2},
                   {"undo_pages", 3},
                   {"page_bytes", 512}};
  family.params.insert(family.params.end(), more.begin(), more.end());
  family.room = {kTreeRoom};
  return family;
}

const Declared kXtraDbFamilies(SchemeFamilies{
    .scheme = "xtradb",
    .promising =
        {{.family = Log("XtraDB", {})},
         {.family = Log("XtraDB, a full log",
                        {{"log_file_kb", 2}, {"checkpoint_kb", 2}, {"value_bytes", 64}}),
          .stories = {kFullLog}},
         {.family = Log("XtraDB, early lock release", {{"elr", 1}})},
         {.family = Log("XtraDB, flushed from time to time", {{"flush", 1}, {"flush_ms", 1}})},
         {.family = Log("XtraDB, pages of two sectors", {{"page_bytes", 1024}, {"torn_pages", 1}}),
          .stories = kTwoSectors},
         {.family = Log("XtraDB, pages of two sectors that go home together",
                        {{"page_bytes", 1024}, {"torn_pages", 1}, {"heap_pages", 3}}),
          .stories = {"own/explore-torn-batch"}}},
    .mutated = Log("XtraDB", {{"elr", 1}, {"log_file_kb", 2}}),
    .variants = {{"full",
                  Log("XtraDB", {{"log_file_kb", 2}, {"checkpoint_kb", 2}, {"value_bytes", 64}}),
                  {"laps-itself", "same-number"},
                  {kFullLog}}},
    .second_cuts = {"explore-steal", "explore-again", kFullLog},
    .numbers = {{"log_file_kb", {64, 512}},
                {"checkpoint_kb", {1, 2}},
                {"buffer_kb", {16, 32}},
                {"undo_pages", {3, 8}},
                {"flush_ms", {1, 1000}},
                {"doublewrite_batch", {1, 2, 120}}},
});

}  // namespace
}  // namespace afterimage::testing_support
