#include "families.h"

namespace afterimage::testing_support {
namespace {

const Room kRingRoom = {"explore-split", {{"ring_kb", 64}, {"checkpoint_kb", 4}}};

const Family kRings = {
    .name = "Distributed Logging",
    .scheme = "distributed",
    .params = {{"ring_kb", 2}, {"checkpoint_kb", 1}, {"archive_kb", 1}, {"frames", 3}, {"elr", 1}},
    .clwb = true,
    .room = {kRingRoom}};

const Declared kDistributed(SchemeFamilies{
    .scheme = "distributed",
    .promising = {{.family = kRings, .long_stories = {"explore-split"}}},
    .mutated = Family{.name = "Distributed Logging",
                      .scheme = "distributed",
                      .params = {{"ring_kb", 1},
                                 {"checkpoint_kb", 1},
                                 {"archive_kb", 1},
                                 {"frames", 3},
                                 {"elr", 1}},
                      .clwb = true,
                      .room = {kRingRoom}},
    .variants = {{.name = "twice",
                  .family = kRings,
                  .declared = {"undo-oldest-first"},
                  .stories = {kOlderValue}}},
    .numbers = {{"logs", {2, 3}},
                {"ring_kb", {2, 16, 64}},
                {"archive_kb", {1, 2}},
                {"checkpoint_kb", {1, 2}},
                {"group_us", {0, 5}}},
});

}  // namespace
}  // namespace afterimage::testing_support
