#include "sim/task.h"

#include <gtest/gtest.h>

#include <string>

#include "support/sim.h"

namespace afterimage {
namespace {

using testing_support::Sim;

Task<uint32_t> Sum(Thread& t, uint32_t depth, bool wait) {
  if (depth == 0) {
    if (wait) co_await Delay(t, 10, WaitFor::kWork, Category::kWait);
    co_return 0;
  }
  const uint32_t below = co_await Sum(t, depth - 1, wait);
  t.Charge(Category::kLogic, 1);
  co_return below + 1;
}

TEST(Task, GivesItsResultToWhoeverAwaitsIt) {
  Sim sim;
  uint32_t result = 0;
  auto program = [&](Thread& t) -> Task<> { result = co_await Sum(t, 5, false); };
  Thread& t = sim.Spawn(program);
  sim.Run();
  EXPECT_EQ(result, 5u);
  EXPECT_EQ(t.now(), 5u);
}

TEST(Task, NestsDeeplyAndUnwindsWithoutTheStack) {
  constexpr uint32_t kDepth = 1000;
  Sim sim;
  uint32_t result = 0;
  auto program = [&](Thread& t) -> Task<> { result = co_await Sum(t, kDepth, true); };
  Thread& t = sim.Spawn(program);
  sim.Run();
  EXPECT_EQ(result, kDepth);
  EXPECT_EQ(t.now(), 10u + kDepth);
}

TEST(Task, InterleavesDeepChainsOfSeveralThreads) {
  Sim sim;
  uint32_t results[3] = {};
  auto program = [&](Thread& t) -> Task<> {
    for (int i = 0; i < 10; ++i) results[t.id()] += co_await Sum(t, 50 + t.id(), true);
  };
  for (int i = 0; i < 3; ++i) sim.Spawn(program);
  EXPECT_TRUE(sim.Run());
  EXPECT_EQ(results[0], 500u);
  EXPECT_EQ(results[1], 510u);
  EXPECT_EQ(results[2], 520u);
}

TEST(Task, AwaitsManyThatEndAtOnceWithoutGrowingTheStack) {
  Sim sim;
  uint32_t sum = 0;
  auto program = [&](Thread& t) -> Task<> {
    for (int i = 0; i < 100000; ++i) sum += co_await Sum(t, 1, false);
  };
  sim.Spawn(program);
  EXPECT_TRUE(sim.Run());
  EXPECT_EQ(sum, 100000u);
}

// Frames come from a pool: a long loop needs no more memory than a short one.
TEST(Task, TakesNoNewMemoryInALongLoop) {
  Sim sim;
  std::vector<const void*> frames;
  auto leaf = [&](Thread& t) -> Task<> {
    const int here = 0;
    frames.push_back(&here);
    co_await Delay(t, 1, WaitFor::kWork, Category::kWait);
  };
  auto program = [&](Thread& t) -> Task<> {
    for (int i = 0; i < 10000; ++i) co_await leaf(t);
  };
  sim.Spawn(program);
  // The address that the arena would give next, before and after most of the loop.
  const auto* before = static_cast<const char*>(sim.arena.Allocate(16));
  EXPECT_TRUE(sim.Run());
  const auto* after = static_cast<const char*>(sim.arena.Allocate(16));
  EXPECT_LT(after - before, 4096);
  EXPECT_GT(after - before, 0);
  EXPECT_EQ(frames.size(), 10000u);
}

TEST(Task, ThatIsNeverAwaitedJustDisappears) {
  Sim sim;
  bool ran = false;
  auto leaf = [&](Thread& t) -> Task<> {
    ran = true;
    co_await Ordered(t);
  };
  auto program = [&](Thread& t) -> Task<> {
    {
      const Task<> forgotten = leaf(t);
    }
    co_await Ordered(t);
  };
  Thread& t = sim.Spawn(program);
  sim.Run();
  EXPECT_FALSE(ran);
  EXPECT_TRUE(t.done());
}

TEST(Task, OfACrashedWorldIsForgottenWithItsArena) {
  for (int i = 0; i < 3; ++i) {
    Sim sim;
    WaitQueue never;
    auto leaf = [&](Thread& t) -> Task<> { co_await Sleep(t, never, WaitFor::kSignal); };
    auto program = [&](Thread& t) -> Task<> { co_await leaf(t); };
    sim.Spawn(program);
    sim.Run();
    EXPECT_FALSE(sim.kernel.thread(0).done());
  }
}

}  // namespace
}  // namespace afterimage
