#include "families.h"

namespace afterimage::testing_support {
namespace {

const Declared kDistributed(SchemeFamilies{
    .scheme = "distributed",
    .promising =
        {{{"Distributed Logging",
           "distributed",
           {{"ring_kb", 2}, {"checkpoint_kb", 1}, {"archive_kb", 1}, {"frames", 3}, {"elr", 1}},
           true}}},
    .mutated =
        Family{"Distributed Logging",
               "distributed",
               {{"ring_kb", 1}, {"checkpoint_kb", 1}, {"archive_kb", 1}, {"frames", 3}, {"elr", 1}},
               true},
    .numbers = {{"logs", {2, 3}},
                {"ring_kb", {2, 16, 64}},
                {"archive_kb", {1, 2}},
                {"checkpoint_kb", {1, 2}},
                {"group_us", {0, 5}}},
});

}  // namespace
}  // namespace afterimage::testing_support
