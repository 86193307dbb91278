// Tests what mutations switch off: entire lines of a listing, which the algorithm asks about, and
// single operations.
#include <gtest/gtest.h>

#include "support/sim.h"

#if AFTERIMAGE_TRACED

namespace afterimage {
namespace {

using testing_support::Sim;

constexpr Site kOff[] = {{5, 0}, {7, 2}};

TEST(SwitchedOff, ALineIsLeftOutAndTheNextEventSaysSo) {
  Sim sim;
  sim.kernel.SwitchOff(kOff);
  bool did_five = true, did_six = false;
  const auto program = [&](Thread& t) -> Task<> {
    did_five = t.Does(5);
    co_await Step(t, {6, 0, 0});
    did_six = t.Does(6);
    co_await Step(t, {6, 0, 0});
  };
  sim.Spawn(program);
  ASSERT_TRUE(sim.Run());
  EXPECT_FALSE(did_five);
  EXPECT_TRUE(did_six);
  std::vector<bool> broken;
  for (const Event& event : sim.events) {
    if (event.kind == EventKind::kStep) broken.push_back((event.flags & kFlagBroken) != 0);
  }
  EXPECT_EQ(broken, (std::vector<bool>{true, false}));
}

// A line is switched off independently of its operations, and the count begins at each At.
TEST(SwitchedOff, AnOperationIsLeftOutByItsPlaceInTheLine) {
  Sim sim;
  sim.kernel.SwitchOff(kOff);
  std::vector<bool> holds;
  const auto program = [&](Thread& t) -> Task<> {
    for (const uint16_t line : {7, 5, 7}) {
      t.At({line, 0, 0});
      // A check that is left out holds.
      holds.push_back(t.Holds(false));
      holds.push_back(t.Holds(false));
    }
    co_await Ordered(t);
  };
  sim.Spawn(program);
  ASSERT_TRUE(sim.Run());
  EXPECT_EQ(holds, (std::vector<bool>{false, true, false, false, false, true}));
}

}  // namespace
}  // namespace afterimage

#endif  // AFTERIMAGE_TRACED
