#include "families.h"

namespace afterimage::testing_support {
namespace {

// Choices by their place.
enum : int64_t { kRecords, kPages };
enum : int64_t { kBuckets, kTrees };

// The story of a split asks for B+-trees, which come with whole pages.
const Room kSplitInBuckets = {"explore-split", {{"placement", kBuckets}}};

// Few slots and frames, so that pages leave DRAM early, and slots are used again.
const Family kByRecord = {.name = "PCMLogging",
                          .scheme = "pcmlogging",
                          .params = {{"slots", 16}, {"transactions", 4}, {"frames", 3}},
                          .room = {kSplitInBuckets}};
const Family kByPage = {
    .name = "PCMLogging, pages",
    .scheme = "pcmlogging",
    .params = {{"granularity", kPages}, {"slots", 12}, {"transactions", 4}, {"frames", 3},
               {"heap_pages", 5}},
    .room = {kSplitInBuckets}};

const Declared kPcm(SchemeFamilies{
    .scheme = "pcmlogging",
    .promising = {{.family = kByRecord}, {.family = kByPage}},
    .mutated = kByRecord,
    .numbers = {{"slots", {16, 32}}, {"transactions", {2, 4}}},
});

}  // namespace
}  // namespace afterimage::testing_support
