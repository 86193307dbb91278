// Do more runnable threads than cores queue, and do blocked threads make room?
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "base/random.h"
#include "support/sim.h"

namespace afterimage {
namespace {

using testing_support::Sim;

constexpr Time kSwitch = 7;

auto Worker(Time work, std::string* order = nullptr) {
  return [work, order](Thread& t) -> Task<> {
    co_await Ordered(t);
    if (order) *order += static_cast<char>('a' + t.id());
    t.Charge(Category::kLogic, work);
    co_await Ordered(t);
  };
}

TEST(Cores, RunnableThreadsBeyondThemQueueInOrder) {
  Sim sim({2, kSwitch, 0});
  std::string order;
  auto program = Worker(100, &order);
  for (int i = 0; i < 5; ++i) sim.Spawn(program);
  sim.Run();
  EXPECT_EQ(order, "abcde");
  const Time ends[] = {100, 100, 207, 207, 314};
  for (uint32_t i = 0; i < 5; ++i) {
    const Thread& t = sim.kernel.thread(i);
    EXPECT_EQ(t.now(), ends[i]) << i;
    EXPECT_EQ(Sim::Booked(t, Category::kCoreWait), ends[i] - 100) << i;
    EXPECT_EQ(Sim::Booked(t, Category::kLogic), 100u) << i;
  }
  EXPECT_EQ(sim.kernel.switches(), 3u);
  EXPECT_EQ(sim.kernel.idle_wakes(), 0u);
}

// Two cores of two threads each: up to two run at full speed, four do the work of 2 x 1.5.
TEST(Cores, HardwareThreadsShareACore) {
  const auto finish = [](int threads) {
    Sim sim({4, 0, 0, 2, 150});
    auto program = [](Thread& t) -> Task<> {
      co_await Ordered(t);
      t.Charge(Category::kLogic, 1);  // by now all have begun
      co_await Ordered(t);
      t.Execute(Category::kLogic, 9000);
      t.Charge(Category::kDataIo, 50);  // not of instructions: nothing is shared
      co_await Ordered(t);
    };
    for (int i = 0; i < threads; ++i) sim.Spawn(program);
    EXPECT_TRUE(sim.Run());
    return sim.kernel.thread(0).now() - 51;
  };
  EXPECT_EQ(finish(1), 9000u);
  EXPECT_EQ(finish(2), 9000u);
  EXPECT_EQ(finish(3), 9000u * 1228 / 1024);  // 3 threads do the work of 2.5
  EXPECT_EQ(finish(4), 9000u * 1365 / 1024);  // 4 that of 3
}

// A thread that keeps running has the core to itself again once the others have gone.
TEST(Cores, ASharedCoreIsSharedNoLongerThanTwoRun) {
  Sim sim({2, 0, 0, 2, 100});
  auto brief = [](Thread& t) -> Task<> {
    co_await Ordered(t);
    t.Charge(Category::kLogic, 10);
  };
  auto lasting = [](Thread& t) -> Task<> {
    co_await Ordered(t);
    t.Execute(Category::kLogic, 100);
    co_await Ordered(t);
    t.Execute(Category::kLogic, 100);
  };
  sim.Spawn(brief);
  const Thread& thread = sim.Spawn(lasting);
  EXPECT_TRUE(sim.Run());
  EXPECT_EQ(thread.now(), 300u);
}

TEST(Cores, ABlockedThreadGivesItsCoreUpAndQueuesAgain) {
  Sim sim({1, kSwitch, 0});
  std::string order;
  auto sleeper = [&](Thread& t) -> Task<> {
    t.Charge(Category::kLogic, 1);
    co_await Ordered(t);
    order += "s";
    co_await Delay(t, 50, WaitFor::kDevice, Category::kDataIo);
    order += "S";
  };
  auto worker = Worker(200, &order);
  Thread& first = sim.Spawn(sleeper);
  Thread& second = sim.Spawn(worker);
  sim.Run();
  EXPECT_EQ(order, "sbS");
  EXPECT_EQ(second.now(), 1 + kSwitch + 200);
  EXPECT_EQ(Sim::Booked(second, Category::kCoreWait), 1 + kSwitch);
  EXPECT_EQ(Sim::Booked(first, Category::kDataIo), 50u);
  EXPECT_EQ(first.now(), 1 + kSwitch + 200 + kSwitch);
  EXPECT_EQ(Sim::Booked(first, Category::kCoreWait), first.now() - 51);
}

TEST(Cores, ATimesliceEndsOnlyWhereSomebodyWaits) {
  constexpr Time kQuantum = 100;
  const auto steps = [](std::string* order) {
    return [order](Thread& t) -> Task<> {
      for (int i = 0; i < 4; ++i) {
        co_await Timeslice(t);
        *order += static_cast<char>('a' + t.id());
        t.Charge(Category::kLogic, 60);
      }
      co_await Ordered(t);
    };
  };
  std::string alone, together;
  {
    Sim sim({1, kSwitch, kQuantum});
    auto program = steps(&alone);
    Thread& t = sim.Spawn(program);
    sim.Run();
    EXPECT_EQ(t.now(), 240u);
  }
  Sim sim({1, kSwitch, kQuantum});
  auto program = steps(&together);
  sim.Spawn(program);
  sim.Spawn(program);
  sim.Run();
  EXPECT_EQ(alone, "aaaa");
  EXPECT_EQ(together, "aabbaabb");  // two steps of 60 are more than 100
}

TEST(Cores, WithoutAQuantumThreadsKeepThem) {
  Sim sim({1, kSwitch, 0});
  std::string order;
  auto program = [&](Thread& t) -> Task<> {
    for (int i = 0; i < 3; ++i) {
      co_await Timeslice(t);
      order += static_cast<char>('a' + t.id());
      t.Charge(Category::kLogic, 1000000);
    }
  };
  sim.Spawn(program);
  sim.Spawn(program);
  sim.Run();
  EXPECT_EQ(order, "aaabbb");
}

// A thread whose last act is to charge time holds its core until that time is over.
TEST(Cores, AreBusyUntilTheirThreadHasEnded) {
  Sim sim({1, 0, 0});
  auto charges = [&](Thread& t) -> Task<> {
    t.Charge(Category::kLogic, 100);
    co_return;
  };
  Time started = 0;
  auto late = [&](Thread& t) -> Task<> {
    co_await Ordered(t);
    started = t.now();
  };
  sim.Spawn(charges);
  sim.Spawn(late, 50);
  sim.Run();
  EXPECT_EQ(started, 100u);
}

// --- Who wakes -----------------------------------------------------------------------------------

// One core, of which a thread that works for 500 is asked to give it up at 250, when another one
// wakes that has had nothing of it. Returns when each has ended.
struct Ends {
  Time sleeper, worker;
  bool operator==(const Ends&) const = default;
};
Ends Wakeup(Time credit, Time granularity, int parts = 5) {
  Sim sim({1, kSwitch, 0, 1, 100, credit, granularity});
  auto sleeper = [](Thread& t) -> Task<> {
    co_await Delay(t, 250, WaitFor::kDevice, Category::kDataIo);
    t.Charge(Category::kLogic, 20);
    co_await Ordered(t);
  };
  auto worker = [parts](Thread& t) -> Task<> {
    for (int i = 0; i < parts; ++i) {
      co_await Ordered(t);
      t.Charge(Category::kLogic, static_cast<Time>(500 / parts));
    }
    co_await Ordered(t);
  };
  const Thread& first = sim.Spawn(sleeper);
  const Thread& second = sim.Spawn(worker);
  EXPECT_TRUE(sim.Run());
  for (const Thread* thread : {&first, &second}) {
    Time sum = 0;
    for (int c = 0; c < kCategories; ++c) sum += thread->ledger()[c];
    EXPECT_EQ(sum, thread->now());
  }
  EXPECT_EQ(Sim::Booked(second, Category::kLogic), 500u);
  EXPECT_EQ(Sim::Booked(second, Category::kCoreWait), second.now() - 500);
  const Time switches = second.now() == 500 ? 0 : 1;
  EXPECT_EQ(second.CoreTimeAt(second.now()), 500 + switches * kSwitch);
  return {first.now(), second.now()};
}

TEST(Cores, WhoWakesTakesOneFromWhoHasHadMore) {
  const Ends waits = {500 + kSwitch + 20, 500};
  const Ends preempts = {250 + kSwitch + 20, 500 + kSwitch + 20 + kSwitch};
  EXPECT_EQ(Wakeup(1000, 249), preempts);
  EXPECT_EQ(Wakeup(1000, 250), waits);  // the other one is not ahead by more than that
  EXPECT_EQ(Wakeup(11, 10), preempts);
  EXPECT_EQ(Wakeup(10, 10), waits);  // it may not be so far behind
  EXPECT_EQ(Wakeup(0, 0), waits);
  // The result is the same however far the worker has run ahead before that could be seen.
  for (const int parts : {1, 2, 25, 500}) EXPECT_EQ(Wakeup(1000, 10, parts), preempts) << parts;
}

TEST(Cores, WhoWakesTakesThatOfTheOneFarthestAhead) {
  Sim sim({2, 0, 0, 1, 100, 1000, 10});
  auto sleeper = [](Thread& t) -> Task<> {
    co_await Delay(t, 300, WaitFor::kDevice, Category::kDataIo);
    t.Charge(Category::kLogic, 50);
  };
  auto worker = Worker(400);
  sim.Spawn(sleeper);
  const Thread& late = sim.Spawn(worker, 100);
  const Thread& early = sim.Spawn(worker);
  EXPECT_TRUE(sim.Run());
  EXPECT_EQ(late.now(), 500u);
  EXPECT_EQ(early.now(), 450u);
}

// The latch is its own meanwhile: who wants it waits for one that does not run.
TEST(Cores, WhoLosesOneKeepsItsLatch) {
  Sim sim({2, 0, 10000, 1, 100, 1000, 10});
  Latch latch(LatchCosts{0, 0}, HandsOver::kInQueue);
  auto sleeper = [](Thread& t) -> Task<> {
    co_await Delay(t, 100, WaitFor::kDevice, Category::kDataIo);
    t.Charge(Category::kLogic, 1000);
  };
  auto holder = [&](Thread& t) -> Task<> {
    co_await Latch::Acquire(t, latch, Category::kLogContention);
    t.Charge(Category::kLogic, 150);
    co_await Latch::Release(t, latch);
  };
  auto wants = [&](Thread& t) -> Task<> {
    co_await Ordered(t);
    t.Charge(Category::kLogic, 1);
    co_await Latch::Acquire(t, latch, Category::kLogContention);
    co_await Latch::Release(t, latch);
  };
  sim.Spawn(sleeper);
  const Thread& first = sim.Spawn(holder);
  const Thread& second = sim.Spawn(wants, 20);
  EXPECT_TRUE(sim.Run());
  EXPECT_EQ(first.now(), 1150u);
  EXPECT_EQ(second.now(), 1150u);
  EXPECT_EQ(Sim::Booked(second, Category::kLogContention), 1129u);
}

// At no moment do more threads spend time on work than there are cores.
TEST(Cores, AreNeverSharedByTwoThreadsAtOnce) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    Random setting(seed);
    const uint32_t cores = 1 + setting.Below(3);
    Sim sim({cores, setting.Below(20), setting.Below(2) ? 100u : 0u});
    std::vector<std::pair<Time, int>> edges;
    auto program = [&](Thread& t) -> Task<> {
      Random random(seed * 100 + t.id());
      for (int i = 0; i < 30; ++i) {
        co_await Timeslice(t);
        const Time from = t.now();
        t.Charge(Category::kLogic, 1 + random.Below(60));
        edges.emplace_back(from, +1);
        edges.emplace_back(t.now(), -1);
        if (random.Chance(40))
          co_await Delay(t, random.Below(200), WaitFor::kWork, Category::kWait);
      }
    };
    for (int i = 0; i < 6; ++i) sim.Spawn(program);
    ASSERT_TRUE(sim.Run());
    std::sort(edges.begin(), edges.end());
    int busy = 0;
    for (const auto& [time, change] : edges) {
      busy += change;
      ASSERT_LE(busy, static_cast<int>(cores)) << "seed " << seed << " at " << time;
    }
    for (uint32_t i = 0; i < 6; ++i) {
      const Thread& t = sim.kernel.thread(i);
      ASSERT_TRUE(t.done());
      ASSERT_EQ(Sim::Booked(t), t.now() - t.start());
    }
  }
}

// The time booked on a core for a thread is, at any moment, the time for which the thread has had
// one.
TEST(Cores, TheTimeOnThemIsThatOfTheLedgerWithoutWaitsForThem) {
  Time spun = 0, off = 0;
  for (uint64_t seed = 1; seed <= 30; ++seed) {
    Random setting(seed);
    Sim sim({1 + setting.Below(3), 0, 100, 1, 100, setting.Below(2) * 200u, setting.Below(50)});
    const HandsOver hands_over = setting.Below(2) ? HandsOver::kInQueue : HandsOver::kToWhoExecutes;
    Latch latch(LatchCosts{3, 5}, hands_over);
    auto program = [&](Thread& t) -> Task<> {
      Random random(seed * 100 + t.id());
      for (int i = 0; i < 30; ++i) {
        co_await Timeslice(t);
        t.Charge(Category::kLogic, 1 + random.Below(60));
        if (random.Chance(50)) {
          co_await Latch::Acquire(t, latch, Category::kLogContention);
          t.Charge(Category::kLogWork, 1 + random.Below(150));
          co_await Latch::Release(t, latch);
        }
        if (random.Chance(30))
          co_await Delay(t, random.Below(200), WaitFor::kDevice, Category::kLogIo);
      }
    };
    for (int i = 0; i < 6; ++i) sim.Spawn(program);
    const auto check = [&](Time time) {
      for (uint32_t i = 0; i < 6; ++i) {
        const Thread& t = sim.kernel.thread(i);
        Time on_core[kCategories] = {}, ledger[kCategories] = {};
        t.AddOnCoreAt(time, on_core);
        t.AddLedgerAt(time, ledger);
        Time sum = 0;
        for (int c = 0; c < kCategories; ++c) {
          EXPECT_LE(on_core[c], ledger[c]);
          sum += on_core[c];
        }
        EXPECT_EQ(on_core[static_cast<int>(Category::kLogIo)], 0u);
        if (time >= t.now())
          EXPECT_EQ(sum, t.CoreTimeAt(time)) << "seed " << seed << " at " << time;
        spun += on_core[static_cast<int>(Category::kLogContention)];
        off += time - std::min(time, sum);
      }
    };
    for (const Time at : {500, 1500, 3000}) sim.Look(at, [&] { check(sim.kernel.now()); });
    ASSERT_TRUE(sim.Run());
    Time end = 0;
    for (uint32_t i = 0; i < 6; ++i) end = std::max(end, sim.kernel.thread(i).now());
    check(end);
  }
  EXPECT_GT(spun, 1000u);
  EXPECT_GT(off, 1000u);
}

// A core that idles wakes before it executes; one that is handed on is awake.
TEST(Cores, OneThatIdlesWakesFirst) {
  Sim sim({.cores = 1, .idle_wake_ns = 20});
  auto sleeper = [](Thread& t) -> Task<> {
    co_await Ordered(t);
    t.Charge(Category::kLogic, 100);
    co_await Delay(t, 50, WaitFor::kDevice, Category::kDataIo);
    t.Charge(Category::kLogic, 100);
    co_await Ordered(t);
  };
  const Thread& thread = sim.Spawn(sleeper);
  EXPECT_TRUE(sim.Run());
  EXPECT_EQ(thread.now(), 20u + 100 + 50 + 20 + 100);
  EXPECT_EQ(Sim::Booked(thread, Category::kCoreWait), 40u);
  EXPECT_EQ(sim.kernel.idle_wakes(), 2u);

  Sim busy({.cores = 1, .idle_wake_ns = 20});
  auto first = Worker(500);
  busy.Spawn(first);
  const Thread& second = busy.Spawn(sleeper);
  EXPECT_TRUE(busy.Run());
  // It waits for the first to end, sleeps, and wakes on a core that idles by then.
  EXPECT_EQ(Sim::Booked(second, Category::kCoreWait), 520u + 20);
}

TEST(Cores, WorkIsHandedToOneThatIdlesWhereThereIsOne) {
  Sim sim({.cores = 2, .idle_wake_ns = 20});
  Time handovers[2] = {};
  auto program = [&](Thread& t) -> Task<> {
    co_await Ordered(t);
    handovers[t.id()] = t.kernel().handover_ns();
    EXPECT_EQ(t.kernel().TakeMessages(), 2 * handovers[t.id()]);
    t.Charge(Category::kLogic, 100);
    co_await Ordered(t);
  };
  sim.Spawn(program);
  EXPECT_TRUE(sim.Run());
  EXPECT_EQ(handovers[0], 20u);
  EXPECT_EQ(sim.kernel.idle_wakes(), 3u);  // its own, and for two messages

  Sim both({.cores = 2, .idle_wake_ns = 20});
  for (int i = 0; i < 2; ++i) both.Spawn(program);
  EXPECT_TRUE(both.Run());
  EXPECT_EQ(handovers[0], 0u);
  EXPECT_EQ(handovers[1], 0u);
  EXPECT_EQ(both.kernel.idle_wakes(), 2u);
}

}  // namespace
}  // namespace afterimage
