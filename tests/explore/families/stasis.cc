#include "families.h"

namespace afterimage::testing_support {
namespace {

// A split that its transaction's rollback passes over. Its records are in several sectors, so a
// power cut may leave half of it in the log.
const char kNestedSplit[] = "own/explore-nested-split";

const Family kStasisOnDisk = {
    .name = "Stasis, on a disk",
    .scheme = "stasis",
    .params = {{"log_on", 0}, {"data_on", 0}, {"torn_pages", 0}, {"frames", 3}}};

const Declared kStasis(SchemeFamilies{
    .scheme = "stasis",
    .promising = {{.family = kStasisOnDisk},
                  {.family = {.name = "Stasis, nested top actions",
                              .scheme = "stasis",
                              .params = {{"log_on", 0}, {"data_on", 0}, {"torn_pages", 0}}},
                   .stories = {kNestedSplit}},
                  {.family = {.name = "Stasis, look-ups without locks",
                              .scheme = "stasis",
                              .params = {{"log_on", 0},
                                         {"data_on", 0},
                                         {"torn_pages", 0},
                                         {"frames", 3},
                                         {"locks", 1},
                                         {"read_locks", 0}}},
                   .stories = {"explore-dependent", "explore-readers"}},
                  // On PMFS pending stores may survive word by word: only tests that draw images
                  // use it. Through tmpfs they survive line by line.
                  {.family = {.name = "Stasis, log on tmpfs, one lock",
                              .scheme = "stasis",
                              .params = {{"log_on", 4},
                                         {"data_on", 0},
                                         {"torn_pages", 0},
                                         {"frames", 3},
                                         {"locks", 1}}},
                   .stories = {"explore-abort", "explore-readers", "explore-steal"},
                   .long_stories = {"explore-abort", "explore-readers", "explore-steal"}}},
    .mutated = kStasisOnDisk,
    .variants = {{.name = "actions",
                  .family = {.name = "Stasis, nested top actions",
                             .scheme = "stasis",
                             .params = {{"log_on", 0}, {"data_on", 0}, {"torn_pages", 0}}},
                  .declared = {"split-left-open", "open-actions-stay"},
                  .stories = {kNestedSplit}}},
    .numbers = {{"partitions", {3, 6}}, {"partition_kb", {2, 4, 32}}, {"checkpoint_kb", {1, 2}}},
});

}  // namespace
}  // namespace afterimage::testing_support
