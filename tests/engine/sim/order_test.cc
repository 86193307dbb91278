// Do threads meet in the order of virtual time, and ties in the order of actors?
#include <gtest/gtest.h>

#include <string>

#include "base/random.h"
#include "support/sim.h"

namespace afterimage {
namespace {

using testing_support::Sim;

TEST(Order, IsThatOfVirtualTimeWhateverTheOrderOfCharges) {
  Sim sim;
  std::vector<std::pair<Time, ActorId>> seen;
  auto program = [&](Thread& t) -> Task<> {
    Random random(t.id() + 1);
    for (int i = 0; i < 200; ++i) {
      t.Charge(Category::kLogic, random.Below(30));
      co_await Ordered(t);
      seen.emplace_back(t.now(), t.id());
    }
  };
  for (int i = 0; i < 5; ++i) sim.Spawn(program);
  EXPECT_TRUE(sim.Run());
  ASSERT_EQ(seen.size(), 1000u);
  for (size_t i = 1; i < seen.size(); ++i) {
    ASSERT_LE(seen[i - 1].first, seen[i].first);
    if (seen[i - 1].first == seen[i].first) ASSERT_LE(seen[i - 1].second, seen[i].second);
  }
}

TEST(Order, GivesTiesToTheLowerActorHoweverOftenEachHadToWait) {
  Sim sim;
  std::string order;
  auto many_steps = [&](Thread& t) -> Task<> {
    for (int i = 0; i < 10; ++i) {
      t.Charge(Category::kLogic, 10);
      co_await Ordered(t);
    }
    order += static_cast<char>('0' + t.id());
  };
  auto one_step = [&](Thread& t) -> Task<> {
    t.Charge(Category::kLogic, 100);
    co_await Ordered(t);
    order += static_cast<char>('0' + t.id());
  };
  sim.Spawn(one_step);
  sim.Spawn(many_steps);
  sim.Spawn(one_step);
  sim.Spawn(many_steps);
  sim.Run();
  EXPECT_EQ(order, "0123");
}

TEST(Order, AThreadMayRunAheadUntilItMeetsOthers) {
  Sim sim;
  std::string order;
  auto ahead = [&](Thread& t) -> Task<> {
    order += "a";
    t.Charge(Category::kLogic, 1000);
    order += "b";  // nobody can see it yet
    co_await Ordered(t);
    order += "c";
  };
  auto other = [&](Thread& t) -> Task<> {
    t.Charge(Category::kLogic, 500);
    co_await Ordered(t);
    order += "x";
  };
  sim.Spawn(ahead);
  sim.Spawn(other);
  sim.Run();
  EXPECT_EQ(order, "abxc");
}

TEST(Order, ThreadsStartWhenTheyAreSpawned) {
  Sim sim;
  std::vector<Time> starts;
  auto program = [&](Thread& t) -> Task<> {
    co_await Ordered(t);
    starts.push_back(t.now());
  };
  Thread& late = sim.Spawn(program, 70);
  sim.Spawn(program, 30);
  sim.Spawn(program, 0);
  sim.Run();
  EXPECT_EQ(starts, (std::vector<Time>{0, 30, 70}));
  EXPECT_EQ(late.start(), 70u);
  EXPECT_TRUE(late.done());
}

TEST(Order, ADelayLastsAsLongAsItSays) {
  Sim sim;
  std::vector<Time> times;
  auto program = [&](Thread& t) -> Task<> {
    for (const Time ns : {5, 0, 1000}) {
      co_await Delay(t, ns, WaitFor::kWork, Category::kWait);
      times.push_back(t.now());
    }
  };
  Thread& t = sim.Spawn(program);
  sim.Run();
  EXPECT_EQ(times, (std::vector<Time>{5, 5, 1005}));
  EXPECT_EQ(Sim::Booked(t, Category::kWait), 1005u);
}

TEST(Order, SleepersWakeTogetherAndOneByOne) {
  Sim sim;
  WaitQueue all, one;
  std::string order;
  auto sleeper = [&](Thread& t) -> Task<> {
    co_await Sleep(t, all, WaitFor::kSignal);
    order += static_cast<char>('a' + t.id());
    co_await Sleep(t, one, WaitFor::kSignal);
    order += static_cast<char>('A' + t.id());
  };
  auto waker = [&](Thread& t) -> Task<> {
    t.Charge(Category::kLogic, 100);
    co_await Ordered(t);
    EXPECT_EQ(all.size(), 3u);
    all.WakeAll(sim.kernel, t.now());
    for (int i = 0; i < 3; ++i) {
      t.Charge(Category::kLogic, 100);
      co_await Ordered(t);
      EXPECT_EQ(one.size(), static_cast<uint32_t>(3 - i));
      one.WakeFirst(sim.kernel, t.now());
    }
  };
  for (int i = 0; i < 3; ++i) sim.Spawn(sleeper);
  sim.Spawn(waker);
  sim.Run();
  EXPECT_EQ(order, "abcABC");
  EXPECT_EQ(sim.kernel.thread(0).now(), 200u);
  EXPECT_EQ(sim.kernel.thread(1).now(), 300u);
  EXPECT_EQ(sim.kernel.thread(2).now(), 400u);
}

TEST(Order, AThreadThatNobodyWakesIsLeftBlocked) {
  Sim sim;
  WaitQueue never;
  auto program = [&](Thread& t) -> Task<> { co_await Sleep(t, never, WaitFor::kSignal, 7, 3); };
  Thread& t = sim.Spawn(program);
  EXPECT_TRUE(sim.Run());
  EXPECT_FALSE(t.done());
  EXPECT_TRUE(t.blocked());
  EXPECT_EQ(t.wait_for(), WaitFor::kSignal);
  EXPECT_EQ(t.wait_which(), 7u);
  EXPECT_EQ(t.wait_holder(), 3u);
}

}  // namespace
}  // namespace afterimage
