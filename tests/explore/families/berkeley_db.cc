#include "families.h"

namespace afterimage::testing_support {
namespace {

// Splits: with B+-trees the entire database is locked, so the splits of the other stories never
// occur.
const char kUndoneSplit[] = "own/explore-undone-split";

const Family kOnDisk = {
    .name = "Berkeley DB, on a disk",
    .scheme = "berkeley-db",
    .params = {{"log_on", 0}, {"data_on", 0}, {"torn_pages", 0}, {"heap_pages", 5}, {"frames", 3}},
    .room = {{kUndoneSplit, {{"partition_kb", 16}}}}};

const Declared kBerkeley(SchemeFamilies{
    .scheme = "berkeley-db",
    .promising = {{.family = kOnDisk},
                  {.family = {.name = "Berkeley DB, undone splits",
                              .scheme = "berkeley-db",
                              .params = {{"log_on", 0}, {"data_on", 0}, {"torn_pages", 0}}},
                   .stories = {kUndoneSplit}},
                  {.family = {.name = "Berkeley DB, look-ups without locks",
                              .scheme = "berkeley-db",
                              .params = {{"log_on", 0},
                                         {"data_on", 0},
                                         {"torn_pages", 0},
                                         {"heap_pages", 5},
                                         {"frames", 3},
                                         {"read_locks", 0}}},
                   .stories = {"explore-dependent", "explore-readers"}},
                  // On PMFS pending stores may survive word by word: only tests that draw images
                  // use it. Through tmpfs they survive line by line.
                  {.family = {.name = "Berkeley DB, log on tmpfs",
                              .scheme = "berkeley-db",
                              .params = {{"log_on", 4},
                                         {"data_on", 0},
                                         {"torn_pages", 0},
                                         {"heap_pages", 5},
                                         {"frames", 3}}},
                   .stories = {"explore-abort", "explore-readers", "explore-steal"},
                   .long_stories = {"explore-abort", "explore-readers", "explore-steal"}}},
    .mutated = kOnDisk,
    .variants = {{.name = "splits",
                  .family = {.name = "Berkeley DB, splits",
                             .scheme = "berkeley-db",
                             .params = {{"log_on", 0}, {"data_on", 0}, {"torn_pages", 0}}},
                  .declared = {"split-without-image"},
                  .stories = {kUndoneSplit}}},
    .numbers = {{"partitions", {3, 6}}, {"partition_kb", {2, 4, 32}}, {"checkpoint_kb", {1, 2}}},
});

}  // namespace
}  // namespace afterimage::testing_support
