#include "families.h"

namespace afterimage::testing_support {
namespace {

// The story of a split asks for B+-trees, which come with whole pages.
const Room kSplitInBuckets = {"explore-split",
                              {{"placement", 0}, {"heap_pages", 8}, {"slots", 32}, {"frames", 7}}};

// Few slots and frames, so that pages leave DRAM early, and slots are used again.
const Family kByRecord = {.name = "PCMLogging",
                          .scheme = "pcmlogging",
                          .params = {{"slots", 16}, {"transactions", 4}, {"frames", 3}},
                          .room = {kSplitInBuckets}};
const Family kReplaced = {
    .name = "PCMLogging, versions replaced",
    .scheme = "pcmlogging",
    .params = {{"slots", 16}, {"transactions", 4}, {"frames", 3}, {"heap_pages", 3}}};
const Family kByPage = {.name = "PCMLogging, pages",
                        .scheme = "pcmlogging",
                        .params = {{"granularity", 1},
                                   {"slots", 12},
                                   {"transactions", 4},
                                   {"frames", 3},
                                   {"heap_pages", 5}},
                        .room = {kSplitInBuckets}};

// Told to this system alone: a version that is replaced before its transaction has ended, and one
// that is replaced while it is destaged.
const char kFormerCopy[] = "own/explore-former-copy";
const char kMeanwhile[] = "own/explore-written-meanwhile";

const Declared kPcm(SchemeFamilies{
    .scheme = "pcmlogging",
    .promising = {{.family = kByRecord},
                  {.family = kByPage},
                  {.family = kReplaced, .stories = {kFormerCopy, kMeanwhile}}},
    .mutated = kByRecord,
    .variants = {{.name = "twice",
                  .family = kReplaced,
                  .declared = {"former-copy-left"},
                  .stories = {kFormerCopy}},
                 {.name = "meanwhile",
                  .family = kReplaced,
                  .declared = {"newer-freed"},
                  .stories = {kMeanwhile}}},
    .numbers = {{"slots", {16, 32}}, {"transactions", {2, 4}}},
});

}  // namespace
}  // namespace afterimage::testing_support
