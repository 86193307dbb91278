#include "families.h"

namespace afterimage::testing_support {
namespace {

const Room kChunkRoom = {"explore-split", {{"partition_kb", 32}, {"checkpoint_kb", 4}}};

const Family kChunksOnDisk = {.name = "NV-Disk, decentralized, on a disk",
                              .scheme = "nv-disk-decentralized",
                              .params = {{"log_on", 0},
                                         {"partition_kb", 2},
                                         {"partitions", 6},
                                         {"checkpoint_kb", 2},
                                         {"frames", 3},
                                         {"elr", 1}},
                              .room = {kChunkRoom}};

// Room for what two transactions may have to write, and no more.
const Family kScarceChunks = {.name = "NV-Disk, decentralized, hardly any log",
                              .scheme = "nv-disk-decentralized",
                              .params = {{"log_on", 0},
                                         {"partition_kb", 2},
                                         {"partitions", 3},
                                         {"checkpoint_kb", 2},
                                         {"heap_pages", 2},
                                         {"cleaner_us", 3}}};

const Declared kDecentralized(SchemeFamilies{
    .scheme = "nv-disk-decentralized",
    .promising = {{.family = kChunksOnDisk},
                  {.family = kScarceChunks,
                   .stories = {"own/explore-rollback-on-its-way"},
                   .long_stories = {"own/explore-rollback-on-its-way"}},
                  // A chunk in tmpfs may survive line by line and word by word: most stories have
                  // too many images, and these have for a second power cut.
                  {.family = {.name = "NV-Disk, decentralized, on tmpfs",
                              .scheme = "nv-disk-decentralized",
                              .params = {{"partition_kb", 2},
                                         {"partitions", 3},
                                         {"checkpoint_kb", 2},
                                         {"frames", 3}}},
                   .stories = {"explore-again", "explore-checkpoint", "explore-steal"},
                   .long_stories = {"explore-again", "explore-checkpoint", "explore-steal"}}},
    .mutated = Family{.name = "NV-Disk, decentralized, on a disk",
                      .scheme = "nv-disk-decentralized",
                      .params = {{"log_on", 0},
                                 {"partition_kb", 2},
                                 {"partitions", 6},
                                 {"checkpoint_kb", 2},
                                 {"frames", 3},
                                 {"elr", 1}},
                      .room = {kChunkRoom}},
    .variants = {{.name = "twice",
                  .family = kChunksOnDisk,
                  .declared = {"undo-oldest-first"},
                  .stories = {kOlderValue}}},
    .numbers = {{"partitions", {3, 6}}, {"partition_kb", {2, 4, 32}}, {"checkpoint_kb", {1, 2}}},
});

}  // namespace
}  // namespace afterimage::testing_support
