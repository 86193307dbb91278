#include "families.h"

namespace afterimage::testing_support {
namespace {

const Declared kDecentralized(SchemeFamilies{
    .scheme = "nv-disk-decentralized",
    .promising = {{{"NV-Disk, decentralized, on a disk",
                    "nv-disk-decentralized",
                    {{"log_on", 0},
                     {"partition_kb", 2},
                     {"partitions", 6},
                     {"checkpoint_kb", 2},
                     {"frames", 3},
                     {"elr", 1}}}},
                  // A chunk in tmpfs may survive line by line and word by word: most stories have
                  // too many images, and these have for a second power cut.
                  {{"NV-Disk, decentralized, on tmpfs",
                    "nv-disk-decentralized",
                    {{"partition_kb", 2}, {"partitions", 3}, {"checkpoint_kb", 2}, {"frames", 3}}},
                   {"explore-again", "explore-checkpoint", "explore-steal"},
                   {"explore-again", "explore-checkpoint", "explore-steal"}}},
    .mutated = Family{"NV-Disk, decentralized, on a disk",
                      "nv-disk-decentralized",
                      {{"log_on", 0},
                       {"partition_kb", 2},
                       {"partitions", 4},
                       {"checkpoint_kb", 2},
                       {"frames", 3},
                       {"elr", 1}}},
    .numbers = {{"partitions", {3, 6}}, {"partition_kb", {2, 4, 32}}, {"checkpoint_kb", {1, 2}}},
});

}  // namespace
}  // namespace afterimage::testing_support
