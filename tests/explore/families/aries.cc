#include "families.h"

namespace afterimage::testing_support {
namespace {

const Declared kAries(SchemeFamilies{
    .scheme = "aries",
    .promising = {{.family = {.name = "ARIES", .scheme = "aries", .params = {{"frames", 3}}}}},
    .mutated = Family{.name = "ARIES",
                      .scheme = "aries",
                      .params = {{"frames", 3}, {"torn_pages", 2}, {"elr", 1}}},
    .numbers = {{"partitions", {3, 6}}, {"partition_kb", {2, 4, 32}}, {"checkpoint_kb", {1, 2}}},
});

}  // namespace
}  // namespace afterimage::testing_support
