// Can a run be left after any number of steps and gone on with, as if nothing had happened?
#include <gtest/gtest.h>

#include <numeric>

#include "support/sim.h"

namespace afterimage {
namespace {

using testing_support::Sim;

// Two threads that take turns at a latch, and a digest of who did what when.
struct Turns {
  Sim sim{{2, 10, 0}};
  Latch latch{LatchCosts()};
  std::vector<Time> seen;

  Task<> Program(Thread& t, Time pace) {
    for (int i = 0; i < 50; ++i) {
      co_await Latch::Acquire(t, latch, Category::kLogContention);
      co_await Delay(t, pace, WaitFor::kWork, Category::kWait);
      seen.push_back(t.now() * 10 + t.id());
      co_await Latch::Release(t, latch);
    }
  }
  explicit Turns(uint32_t threads) {
    for (uint32_t i = 0; i < threads; ++i) {
      Thread& thread = sim.kernel.AddThread(ThreadKind::kClient, {});
      sim.kernel.Spawn(thread, Program(thread, 7 + i));
    }
  }
};

TEST(Limit, ARunInSlicesIsTheSameRun) {
  for (const uint32_t threads : {1u, 2u}) {
    Turns whole(threads), sliced(threads);
    EXPECT_TRUE(whole.sim.kernel.Run());
    uint32_t slices = 0;
    for (bool over = false; !over; ++slices) {
      sliced.sim.kernel.Limit(3);
      over = sliced.sim.kernel.Run();
    }
    EXPECT_GT(slices, 20u);
    EXPECT_EQ(sliced.seen, whole.seen);
    EXPECT_EQ(sliced.sim.kernel.steps(), whole.sim.kernel.steps());
  }
}

TEST(Limit, StepsAreCountedOverAllSlices) {
  Turns turns(1);
  turns.sim.kernel.Limit(10);
  EXPECT_FALSE(turns.sim.kernel.Run());
  EXPECT_EQ(turns.sim.kernel.steps(), 10u);
  turns.sim.kernel.Limit(5);
  EXPECT_FALSE(turns.sim.kernel.Run());
  EXPECT_EQ(turns.sim.kernel.steps(), 15u);
}

TEST(Limit, HaltStopsAThreadThatIsAlone) {
  Sim sim;
  int rounds = 0;
  auto program = [&](Thread& t) -> Task<> {
    for (; rounds < 100; ++rounds) {
      co_await Ordered(t);
      if (rounds == 40) t.kernel().Halt();
    }
  };
  sim.Spawn(program);
  EXPECT_FALSE(sim.kernel.Run());
  EXPECT_EQ(rounds, 41);
  sim.kernel.Limit(1000);
  EXPECT_TRUE(sim.kernel.Run());
  EXPECT_EQ(rounds, 100);
}

// At any moment the ledger of each thread adds up to that moment, whether it is ahead or waits.
TEST(Ledger, AtAMomentAddsUpToIt) {
  Turns turns(2);
  for (bool over = false; !over;) {
    turns.sim.kernel.Limit(3);
    over = turns.sim.kernel.Run();
    const Time now = turns.sim.kernel.now();
    for (uint32_t i = 0; i < 2; ++i) {
      Time sum[kCategories] = {};
      turns.sim.kernel.thread(i).AddLedgerAt(now, sum);
      EXPECT_EQ(std::accumulate(sum, sum + kCategories, Time{0}), now);
    }
  }
}

}  // namespace
}  // namespace afterimage
