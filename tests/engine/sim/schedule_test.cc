// Delays: who is held, where, and until when.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/schedule.h"
#include "support/sim.h"

namespace afterimage::testing_support {
namespace {

// Two threads that take turns at a latch three times each; who had it, in order.
class Turns {
 public:
  explicit Turns(const std::vector<ThreadDelay>& delays) {
    sim_.kernel.schedule().Set(delays.data(), static_cast<uint32_t>(delays.size()));
    sim_.Spawn(program_);
    sim_.Spawn(program_);
    EXPECT_TRUE(sim_.Run());
  }
  DelayOutcome outcome(uint32_t i) { return sim_.kernel.schedule().outcome(i); }
  std::string order;

 private:
  Latch latch_{LatchCosts(1, 1)};
  std::function<Task<>(Thread&)> program_ = [this](Thread& thread) -> Task<> {
    for (int i = 0; i < 3; ++i) {
      co_await Latch::Acquire(thread, latch_, Category::kLogic);
      order += static_cast<char>('A' + thread.id());
      co_await Latch::Release(thread, latch_);
      thread.Charge(Category::kLogic, 10);
    }
  };
  Sim sim_;
};

TEST(Schedule, WithoutDelaysTimeDecides) { EXPECT_EQ(Turns({}).order, "ABABAB"); }

TEST(Schedule, AThreadIsHeldBeforeItsOperationUntilTheOtherHasEndedSoManyMore) {
  EXPECT_EQ(Turns({{0, 1, 1, 1}}).order, "BABABA");
  EXPECT_EQ(Turns({{0, 1, 1, 2}}).order.substr(0, 3), "BBA");
  EXPECT_EQ(Turns({{0, 2, 1, 1}}).order.substr(0, 4), "ABBA");
  EXPECT_EQ(Turns({{0, 2, 1, 2}}).order, "ABBBAA");
  Turns turns({{1, 1, 0, 1}});  // the first thread is in its first operation then
  EXPECT_EQ(turns.outcome(0), DelayOutcome::kOver);
  EXPECT_EQ(turns.order.substr(0, 3), "AAB");
}

TEST(Schedule, TwoDelaysHoldBothInTheirTurn) {
  EXPECT_EQ(Turns({{0, 1, 1, 2}, {1, 3, 0, 3}}).order, "BBAAAB");
}

TEST(Schedule, WhatCannotComeIsSaidAndHoldsNobody) {
  Turns never({{0, 4, 1, 1}});
  EXPECT_EQ(never.outcome(0), DelayOutcome::kAhead);
  Turns nobody({{0, 1, 7, 1}});
  EXPECT_EQ(nobody.outcome(0), DelayOutcome::kMissed);
  EXPECT_EQ(nobody.order, "ABABAB");
  Turns ends({{0, 1, 1, 9}});
  EXPECT_EQ(ends.outcome(0), DelayOutcome::kMissed);
  EXPECT_EQ(ends.order, "BBBAAA");
  Turns both({{0, 1, 1, 9}, {1, 2, 0, 1}});  // each waits for the other
  EXPECT_EQ(both.outcome(0), DelayOutcome::kMissed);
  EXPECT_EQ(both.outcome(1), DelayOutcome::kMissed);
}

}  // namespace
}  // namespace afterimage::testing_support
#endif  // AFTERIMAGE_TRACED
