#include "families.h"

namespace afterimage::testing_support {
namespace {

const Declared kNvLogging(SchemeFamilies{
    .scheme = "nv-logging",
    .promising = {{{"NV-Logging",
                    "nv-logging",
                    {{"persist", 0}, {"entries", 32}, {"checkpoint_after", 24}, {"frames", 3}}}},
                  {{"NV-Logging, flush-on-commit",
                    "nv-logging",
                    {{"persist", 1}, {"entries", 32}, {"checkpoint_after", 24}, {"frames", 3}}}}},
    .mutated = Family{"NV-Logging",
                      "nv-logging",
                      {{"persist", 0}, {"entries", 16}, {"checkpoint_after", 12}, {"frames", 3}}},
    .unnoticed = {{"delay-persist-4-1", "explore-again", "No entry outside the log"}},
    .numbers = {{"entries", {32, 64, 1024}},
                {"object_bytes", {64, 128}},
                {"checkpoint_after", {16, 24}}},
});

}  // namespace
}  // namespace afterimage::testing_support
