#include "families.h"

namespace afterimage::testing_support {
namespace {

const Declared kNvWsp(SchemeFamilies{
    .scheme = "nv-wsp",
    .promising =
        {{{"NV-WSP", "nv-wsp", {{"entries", 16}, {"marks", 4}, {"installs", 2}, {"frames", 3}}}},
         {{"NV-WSP, early lock release",
           "nv-wsp",
           {{"entries", 16}, {"marks", 4}, {"installs", 1}, {"frames", 3}, {"elr", 1}}}}},
    .mutated = Family{"NV-WSP",
                      "nv-wsp",
                      {{"entries", 16}, {"marks", 4}, {"installs", 2}, {"frames", 3}, {"elr", 1}}},
    .unnoticed = {{"leave-out-recovery-14-1", "explore-abort", "has ended"}},
    .numbers = {{"entries", {32, 64, 1024}}, {"marks", {1, 4}}, {"installs", {1, 2}}},
});

}  // namespace
}  // namespace afterimage::testing_support
