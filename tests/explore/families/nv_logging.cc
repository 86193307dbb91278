#include "families.h"

namespace afterimage::testing_support {
namespace {

// While both persisters are busy two changes of one record come to wait for them.
constexpr char kLaterObject[] = "own/explore-later-object";

// A ring with room for the splits of a B+-tree.
const Room kNvLoggingRoom = {"explore-split", {{"entries", 64}, {"checkpoint_after", 48}}};

const Declared kNvLogging(SchemeFamilies{
    .scheme = "nv-logging",
    .promising =
        {{.family =
              {.name = "NV-Logging",
               .scheme = "nv-logging",
               .params = {{"persist", 0}, {"entries", 32}, {"checkpoint_after", 24}, {"frames", 3}},
               .room = {kNvLoggingRoom}},
          .long_stories = {"explore-split"}},
         {.family =
              {.name = "NV-Logging, flush-on-commit",
               .scheme = "nv-logging",
               .params = {{"persist", 1}, {"entries", 32}, {"checkpoint_after", 24}, {"frames", 3}},
               .room = {kNvLoggingRoom}},
          .long_stories = {"explore-split"}},
         {.family = {.name = "NV-Logging, a bit in the entry alone",
                     .scheme = "nv-logging",
                     .params = {{"persist", 0},
                                {"state_bits", 1},
                                {"entries", 32},
                                {"checkpoint_after", 24},
                                {"frames", 3}},
                     .room = {kNvLoggingRoom}},
          .long_stories = {"explore-split"}},
         {.family = {.name = "NV-Logging, flush-on-commit, a bit in the entry alone",
                     .scheme = "nv-logging",
                     .params = {{"persist", 1},
                                {"state_bits", 1},
                                {"entries", 32},
                                {"checkpoint_after", 24},
                                {"frames", 3}},
                     .room = {kNvLoggingRoom}},
          .long_stories = {"explore-split"}},
         {.family = {.name = "NV-Logging, flush-on-commit by two persisters",
                     .scheme = "nv-logging",
                     .params = {{"persist", 1},
                                {"persisters", 2},
                                {"entries", 32},
                                {"checkpoint_after", 24},
                                {"frames", 3}},
                     .room = {kNvLoggingRoom}},
          .stories = {"explore-abort", "explore-again", "explore-steal", "explore-updates",
                      "explore-zigzag", kLaterObject}}},
    .mutated =
        Family{.name = "NV-Logging",
               .scheme = "nv-logging",
               .params = {{"persist", 0}, {"entries", 16}, {"checkpoint_after", 12}, {"frames", 3}},
               .room = {kNvLoggingRoom}},
    .variants = {{.name = "persisters",
                  .family = {.name = "NV-Logging, two persisters",
                             .scheme = "nv-logging",
                             .params = {{"persist", 1},
                                        {"persisters", 2},
                                        {"entries", 16},
                                        {"checkpoint_after", 12},
                                        {"frames", 3}}},
                  .declared = {"later-object-first"},
                  .stories = {kLaterObject}}},
    .unnoticed = {{"delay-persist-4-1", "explore-again", "No entry outside the log"}},
    .numbers = {{"entries", {32, 64, 1024}},
                {"object_bytes", {64, 128}},
                {"checkpoint_after", {16, 24}},
                {"persisters", {1, 2, 16}}},
});

}  // namespace
}  // namespace afterimage::testing_support
