#include "families.h"

namespace afterimage::testing_support {
namespace {

// A story for these families only.
const char kLostCore[] = "own/explore-lost-core";

// Records are copied outside the latch of the log buffer.
Family CopiedOutside(const char* name, int64_t form) {
  Family family;
  family.name = name;
  family.scheme = "aries";
  family.params = {{"log_insert", form}, {"frames", 8}};
  return family;
}

const Family kDecoupled = CopiedOutside("ARIES, decoupled log inserts", 1);
const Family kConsolidated = CopiedOutside("ARIES, consolidated log inserts", 2);
const Family kCached = {.name = "ARIES in files of a page cache",
                        .scheme = "aries",
                        .params = {{"frames", 3}},
                        .page_cache = true};
const Family kOftenCheckpointed = {
    .name = "ARIES, checkpoints at commits, a full buffer ends who is in it",
    .scheme = "aries",
    .params = {{"checkpoint_at", 1}, {"full_buffer", 1}, {"buffer_kb", 2}, {"frames", 3}}};
// All dirty pages go home at once: none of so few frames may be dirty.
const Family kSweeping = {
    .name = "ARIES, pages cleaned in sweeps",
    .scheme = "aries",
    .params = {
        {"frames", 4}, {"heap_pages", 3}, {"cleaner", 1}, {"cleaner_us", 1}, {"cleaners", 2}}};
const std::vector<std::string> kCopying = {"explore-abort", "explore-updates", kLostCore};

const Family kChangedTwice = {
    .name = "ARIES, a record changed twice", .scheme = "aries", .params = {{"frames", 3}}};

const Declared kAries(SchemeFamilies{
    .scheme = "aries",
    .promising = {{.family = {.name = "ARIES", .scheme = "aries", .params = {{"frames", 3}}}},
                  {.family = kChangedTwice, .stories = {kOlderValue}},
                  {.family = kCached, .stories = {"explore-steal", "explore-updates"}},
                  {.family = kOftenCheckpointed,
                   .stories = {"explore-abort", "explore-steal", "explore-updates"}},
                  {.family = kSweeping, .stories = {"explore-steal", "explore-updates"}},
                  {.family = kDecoupled, .stories = kCopying},
                  {.family = kConsolidated, .stories = kCopying}},
    .mutated = Family{.name = "ARIES",
                      .scheme = "aries",
                      .params = {{"frames", 3}, {"torn_pages", 2}, {"elr", 1}}},
    .variants = {{.name = "decoupled",
                  .family = kDecoupled,
                  .declared = {"release-out-of-order"},
                  .stories = {kLostCore}},
                 {.name = "twice",
                  .family = kChangedTwice,
                  .declared = {"undo-oldest-first"},
                  .stories = {kOlderValue}}},
    .numbers = {{"partitions", {3, 6}},
                {"partition_kb", {2, 4, 32}},
                {"checkpoint_kb", {1, 2}},
                {"commit_delay_us", {0, 3}},
                {"commit_siblings", {0, 1}},
                {"flush_after_kb", {0, 1}},
                {"log_write_kb", {1, 64}}},
});

}  // namespace
}  // namespace afterimage::testing_support
