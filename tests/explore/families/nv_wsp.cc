#include "families.h"

namespace afterimage::testing_support {
namespace {

const Room kNvWspRoom = {"explore-split", {{"entries", 64}}};

const Declared kNvWsp(SchemeFamilies{
    .scheme = "nv-wsp",
    .promising =
        {{.family = {.name = "NV-WSP",
                     .scheme = "nv-wsp",
                     .params = {{"entries", 16}, {"marks", 4}, {"installs", 2}, {"frames", 3}},
                     .room = {kNvWspRoom}}},
         {.family =
              {.name = "NV-WSP, early lock release",
               .scheme = "nv-wsp",
               .params =
                   {{"entries", 16}, {"marks", 4}, {"installs", 1}, {"frames", 3}, {"elr", 1}},
               .room = {kNvWspRoom}},
          .long_stories = {"explore-split"}}},
    .mutated =
        Family{
            .name = "NV-WSP",
            .scheme = "nv-wsp",
            .params = {{"entries", 16}, {"marks", 4}, {"installs", 2}, {"frames", 3}, {"elr", 1}},
            .room = {kNvWspRoom}},
    .unnoticed = {{"leave-out-recovery-14-1", "explore-abort", "has ended"}},
    .numbers = {{"entries", {32, 64, 1024}}, {"marks", {1, 4}}, {"installs", {1, 2}}},
});

}  // namespace
}  // namespace afterimage::testing_support
