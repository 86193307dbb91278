#include "families.h"

namespace afterimage::testing_support {
namespace {

const Room kRingRoom = {"explore-split", {{"ring_kb", 64}, {"checkpoint_kb", 4}}};

const Declared kDistributed(SchemeFamilies{
    .scheme = "distributed",
    .promising = {{.family = {.name = "Distributed Logging",
                              .scheme = "distributed",
                              .params = {{"ring_kb", 2},
                                         {"checkpoint_kb", 1},
                                         {"archive_kb", 1},
                                         {"frames", 3},
                                         {"elr", 1}},
                              .clwb = true,
                              .room = {kRingRoom}},
                   .long_stories = {"explore-split"}}},
    .mutated = Family{.name = "Distributed Logging",
                      .scheme = "distributed",
                      .params = {{"ring_kb", 1},
                                 {"checkpoint_kb", 1},
                                 {"archive_kb", 1},
                                 {"frames", 3},
                                 {"elr", 1}},
                      .clwb = true,
                      .room = {kRingRoom}},
    .numbers = {{"logs", {2, 3}},
                {"ring_kb", {2, 16, 64}},
                {"archive_kb", {1, 2}},
                {"checkpoint_kb", {1, 2}},
                {"group_us", {0, 5}}},
});

}  // namespace
}  // namespace afterimage::testing_support
