// Does a thread that sleeps for a while wake at the right time, be it woken or not?
#include <gtest/gtest.h>

#include <vector>

#include "support/sim.h"

namespace afterimage {
namespace {

using testing_support::Sim;
using testing_support::Until;

// The time at which a thread that sleeps at most 100 ns wakes, if its queue is woken at `woken`.
Time WakesAt(Time woken, CoreParams cores = {8, 0, 0}) {
  Sim sim(cores);
  WaitQueue queue;
  Time at = 0;
  auto sleeper = [&](Thread& t) -> Task<> {
    co_await SleepAtMost(t, queue, 100, WaitFor::kWork, Category::kWait);
    at = t.now();
  };
  auto waker = [&](Thread& t) -> Task<> {
    co_await Until(t, woken);
    queue.WakeAll(t.kernel(), t.now());
  };
  const Thread& thread = sim.Spawn(sleeper);
  sim.Spawn(waker);
  EXPECT_TRUE(sim.Run());
  EXPECT_TRUE(queue.empty());
  EXPECT_EQ(Sim::Booked(thread, Category::kWait), at);
  return at;
}

TEST(SleepAtMost, EndsWhenSomebodyWakesTheQueueOrWhenItsTimeIsOver) {
  EXPECT_EQ(WakesAt(30), 30u);
  EXPECT_EQ(WakesAt(100), 100u);
  EXPECT_EQ(WakesAt(300), 100u);
}

// Its time is over, but others have the core: a thread that then wakes the queue finds it awake.
TEST(SleepAtMost, CanBeWokenWhileItWaitsForACore) {
  Sim sim({1, 0, 0});
  WaitQueue queue;
  Time at = 0;
  auto sleeper = [&](Thread& t) -> Task<> {
    co_await SleepAtMost(t, queue, 100, WaitFor::kWork, Category::kWait);
    at = t.now();
  };
  auto worker = [&](Thread& t) -> Task<> {
    co_await Ordered(t);
    t.Charge(Category::kLogic, 150);
    co_await Ordered(t);
    queue.WakeAll(t.kernel(), t.now());
    t.Charge(Category::kLogic, 50);
    co_await Ordered(t);
  };
  sim.Spawn(sleeper);
  sim.Spawn(worker);
  EXPECT_TRUE(sim.Run());
  EXPECT_EQ(at, 200u);
  EXPECT_TRUE(queue.empty());
}

// A thread that was woken early sleeps its full time again.
TEST(SleepAtMost, ForgetsTheTimeItWasWokenBefore) {
  Sim sim;
  WaitQueue queue;
  std::vector<Time> woke;
  auto sleeper = [&](Thread& t) -> Task<> {
    for (int i = 0; i < 3; ++i) {
      co_await SleepAtMost(t, queue, 100, WaitFor::kWork, Category::kWait);
      woke.push_back(t.now());
    }
  };
  auto waker = [&](Thread& t) -> Task<> {
    co_await Until(t, 40);
    queue.WakeAll(t.kernel(), t.now());
    co_await Until(t, 120);
    queue.WakeAll(t.kernel(), t.now());
  };
  sim.Spawn(sleeper);
  sim.Spawn(waker);
  EXPECT_TRUE(sim.Run());
  EXPECT_EQ(woke, (std::vector<Time>{40, 120, 220}));
}

// Whom it has woken comes first, though at the same time, and is done before it has come to block.
TEST(Sleep, HearsOfWhatIsDoneWhileItIsAboutToBlock) {
  for (const bool at_most : {false, true}) {
    Sim sim;
    WaitQueue work, done;
    bool finished = false;
    auto worker = [&](Thread& t) -> Task<> {
      co_await Ordered(t);
      co_await Sleep(t, work, WaitFor::kWork);
      finished = true;
      done.WakeAll(t.kernel(), t.now());
    };
    auto asker = [&](Thread& t) -> Task<> {
      co_await Until(t, 40);
      work.WakeAll(t.kernel(), t.now());
      while (!finished && !at_most) co_await Sleep(t, done, WaitFor::kPersister);
      if (!finished) co_await SleepAtMost(t, done, 100, WaitFor::kPersister, Category::kWait);
    };
    sim.Spawn(worker);
    const Thread& thread = sim.Spawn(asker);
    EXPECT_TRUE(sim.Run());
    EXPECT_TRUE(thread.done());
    EXPECT_EQ(thread.now(), 40u);
    EXPECT_TRUE(done.empty());
  }
}

// A sleep waits for the work of another thread; time without such work does not count.
TEST(Sleep, WaitsForTheWorkThatAnotherDoes) {
  for (const Category category : {Category::kLogWork, Category::kLogIo, Category::kWait}) {
    Sim sim;
    WaitQueue queue;
    auto sleeper = [&](Thread& t) -> Task<> {
      t.Charge(category, 10);
      co_await Ordered(t);
      co_await Sleep(t, queue, WaitFor::kPersister, 0, 0, category);
    };
    auto worker = [&](Thread& t) -> Task<> {
      co_await Until(t, 40);
      queue.WakeAll(t.kernel(), t.now());
    };
    const Thread& thread = sim.Spawn(sleeper);
    sim.Spawn(worker);
    EXPECT_TRUE(sim.Run());
    EXPECT_EQ(thread.now(), 40u);
    Time waited = 0;
    for (const Span& span : sim.spans)
      if (span.waits) waited += span.end_ns - span.start_ns;
    EXPECT_EQ(waited, kTraced && category != Category::kWait ? 30u : 0u);
  }
}

}  // namespace
}  // namespace afterimage
