// Does a run stop at the time that it was asked to, with all of that time done, and as if nothing
// had happened?
#include <gtest/gtest.h>

#include "support/sim.h"

namespace afterimage {
namespace {

using testing_support::Sim;

// A machine whose threads spend time and reach ordered steps, with a list of which did what when.
struct Walk {
  Sim sim{{2, 10, 0}};
  std::vector<Time> seen;

  Task<> Program(Thread& t, Time pace) {
    for (int i = 0; i < 40; ++i) {
      t.Charge(Category::kLogic, pace);
      co_await Ordered(t);
      seen.push_back(t.now() * 10 + t.id());
    }
  }
  explicit Walk(uint32_t threads) {
    for (uint32_t i = 0; i < threads; ++i) {
      Thread& thread = sim.kernel.AddThread(ThreadKind::kClient, {});
      sim.kernel.Spawn(thread, Program(thread, 5 + i));
    }
  }
};

TEST(Alarm, RingsOnceWhenAllOfItsTimeIsDone) {
  for (const uint32_t threads : {1u, 2u, 3u}) {
    Walk walk(threads);
    Kernel& kernel = walk.sim.kernel;
    kernel.SetAlarm(60);
    EXPECT_FALSE(kernel.Run());
    EXPECT_TRUE(kernel.TakeAlarm());
    EXPECT_FALSE(kernel.TakeAlarm());
    EXPECT_EQ(kernel.now(), 60u);
    ASSERT_FALSE(walk.seen.empty());
    for (const Time each : walk.seen) EXPECT_LE(each / 10, 60u);
    const size_t before = walk.seen.size();
    EXPECT_TRUE(kernel.Run());
    for (size_t i = before; i < walk.seen.size(); ++i) EXPECT_GT(walk.seen[i] / 10, 60u);
  }
}

TEST(Alarm, ChangesNothingOfTheRun) {
  for (const uint32_t threads : {1u, 2u, 3u}) {
    Walk bare(threads), walk(threads);
    EXPECT_TRUE(bare.sim.kernel.Run());
    Kernel& kernel = walk.sim.kernel;
    for (Time time = 7; !kernel.idle(); time += 7) {
      kernel.SetAlarm(time);
      kernel.Run();
      EXPECT_TRUE(kernel.TakeAlarm());
    }
    EXPECT_TRUE(kernel.Run());
    EXPECT_EQ(walk.seen, bare.seen);
    EXPECT_EQ(kernel.steps(), bare.sim.kernel.steps());
  }
}

TEST(Alarm, RingsAlsoAfterTheLastThreadHasEnded) {
  Walk walk(1);
  walk.sim.kernel.SetAlarm(1'000'000);
  EXPECT_FALSE(walk.sim.kernel.Run());
  EXPECT_TRUE(walk.sim.kernel.TakeAlarm());
  EXPECT_TRUE(walk.sim.kernel.idle());
  EXPECT_TRUE(walk.sim.kernel.Run());
}

}  // namespace
}  // namespace afterimage
