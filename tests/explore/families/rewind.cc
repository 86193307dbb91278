#include "families.h"

namespace afterimage::testing_support {
namespace {

const Declared kRewind(SchemeFamilies{
    .scheme = "rewind",
    .promising = {{.family = {.name = "REWIND", .scheme = "rewind", .params = {}},
                   .long_stories = {"explore-again"}}},
    .mutated = Family{.name = "REWIND", .scheme = "rewind", .params = {}},
    .second_cuts = {},
    .unnoticed = {{"leave-out-recovery-11-1", "explore-abort", "The log is empty"},
                  {"leave-out-list-recovery-10-1", "explore-abort", "The log is empty"}},
    .numbers = {{"log_slots", {32, 64}}, {"buckets", {1, 2}}, {"spare_kb", {0, 4}}},
});

}  // namespace
}  // namespace afterimage::testing_support
