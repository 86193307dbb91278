#include "sim/latch.h"

#include <gtest/gtest.h>

#include <string>

#include "support/sim.h"

namespace afterimage {
namespace {

using testing_support::Sim;

constexpr LatchCosts kCosts{8, 28};

// Holds the latch for `hold` ns.
auto Holder(Latch& latch, Time before, Time hold, std::string* order) {
  return [&latch, before, hold, order](Thread& t) -> Task<> {
    t.Charge(Category::kLogic, before);
    co_await Latch::Acquire(t, latch, Category::kLogContention);
    *order += static_cast<char>('a' + t.id());
    t.Charge(Category::kLogWork, hold);
    co_await Latch::Release(t, latch);
  };
}

TEST(Latch, CostsOneAtomicOperationWhileNobodyWaits) {
  Sim sim;
  Latch latch(kCosts);
  std::string order;
  auto program = Holder(latch, 10, 100, &order);
  Thread& t = sim.Spawn(program);
  sim.Run();
  EXPECT_EQ(t.now(), 118u);
  EXPECT_EQ(Sim::Booked(t, Category::kLogContention), 8u);
  EXPECT_FALSE(latch.held());
}

// Ties must not serialize threads by accident: threads that arrive at the same time wait in one
// queue.
TEST(Latch, HasAQueueLongerThanOneWhenThreadsArriveTogether) {
  Sim sim;
  Latch latch(kCosts);
  std::string order;
  auto program = Holder(latch, 50, 1000, &order);
  for (int i = 0; i < 8; ++i) sim.Spawn(program);
  uint32_t waiting = 0;
  sim.Look(60, [&] { waiting = latch.waiting(); });
  sim.Run();
  EXPECT_EQ(waiting, 7u);
  EXPECT_EQ(order, "abcdefgh");
  // The first pays the atomic, each of the others a hand-off after its predecessor's hold.
  EXPECT_EQ(sim.kernel.thread(0).now(), 50u + 8 + 1000);
  EXPECT_EQ(sim.kernel.thread(7).now(), 50u + 8 + 1000 + 7 * (28 + 1000));
}

// Lanes draw who waits as waiting, and who takes a free latch as at work.
TEST(Latch, TellsTheWaitFromTheTaking) {
  Sim sim;
  Latch latch(kCosts);
  std::string order;
  auto first = Holder(latch, 0, 100, &order);
  auto second = Holder(latch, 20, 10, &order);
  sim.Spawn(first);
  sim.Spawn(second);
  sim.Run();
  std::string waits;
  for (const Span& span : sim.spans) {
    if (span.category != Category::kLogContention) continue;
    waits += std::to_string(span.actor) + (span.waits ? " waits" : " takes") + " from " +
             std::to_string(span.start_ns) + "; ";
  }
  EXPECT_EQ(waits, kTraced ? "0 takes from 0; 1 waits from 20; " : "");
}

TEST(Latch, IsGivenInTheOrderOfArrival) {
  Sim sim;
  Latch latch(kCosts);
  std::string order;
  auto first = Holder(latch, 0, 100, &order);
  auto third = Holder(latch, 30, 10, &order);
  auto second = Holder(latch, 20, 10, &order);
  auto last = Holder(latch, 90, 10, &order);
  sim.Spawn(first);
  sim.Spawn(third);
  sim.Spawn(second);
  sim.Spawn(last);
  sim.Run();
  EXPECT_EQ(order, "acbd");
}

// Three cores: who waits first loses its core to a thread that computes for long, before or at the
// end of its slice. Gives when the one that waits after it, in a slice that has just begun, has the
// latch.
Time TimeOfTheSecond(HandsOver hands_over) {
  Sim sim({3, 0, 2000});
  Latch latch({8, 28}, hands_over);
  Time done = 0;
  const auto take = [&latch](Thread& t, Time before, Time hold) -> Task<> {
    t.Charge(Category::kLogic, before);
    co_await Latch::Acquire(t, latch, Category::kLogContention);
    t.Charge(Category::kLogWork, hold);
    co_await Latch::Release(t, latch);
    t.Charge(Category::kLogic, 50000);
  };
  auto holder = [&](Thread& t) -> Task<> { co_await take(t, 0, 2050); };
  auto first = [&](Thread& t) -> Task<> { co_await take(t, 100, 0); };
  auto second = [&](Thread& t) -> Task<> {
    co_await Latch::Acquire(t, latch, Category::kLogContention);
    done = t.now();
    co_await Latch::Release(t, latch);
  };
  const auto compute = [](Thread& t, Time time) -> Task<> {
    t.Charge(Category::kLogic, time);
    co_return;
  };
  auto computes = [&](Thread& t) -> Task<> { co_await compute(t, 30000); };
  auto makes_room = [&](Thread& t) -> Task<> { co_await compute(t, 1500); };
  sim.Spawn(holder);
  sim.Spawn(first);
  sim.Spawn(makes_room);
  sim.Spawn(computes, 500);
  sim.Spawn(second, 1400);
  EXPECT_TRUE(sim.Run());
  return done;
}

TEST(Latch, AQueueLatchGoesToTheFirstEvenIfItHasNoCore) {
  EXPECT_LT(TimeOfTheSecond(HandsOver::kToWhoExecutes), 2100u);
  EXPECT_GT(TimeOfTheSecond(HandsOver::kInQueue), 4000u);
}

// The time at which a thread that comes at 500 gets one of two cores: one is in use, and on the
// other another spins from 100 on.
Time GetsCoreFromSpinner(HandsOver hands_over) {
  Sim sim({2, 0, 1000});
  Latch latch({8, 28}, hands_over);
  Time got = 0;
  auto holder = [&](Thread& t) -> Task<> {
    co_await Latch::Acquire(t, latch, Category::kLogContention);
    t.Charge(Category::kLogWork, 5000);
    co_await Latch::Release(t, latch);
  };
  auto spins = [&](Thread& t) -> Task<> {
    t.Charge(Category::kLogic, 100);
    co_await Latch::Acquire(t, latch, Category::kLogContention);
    co_await Latch::Release(t, latch);
  };
  auto comes = [&](Thread& t) -> Task<> {
    got = t.now();
    co_return;
  };
  sim.Spawn(holder);
  sim.Spawn(spins);
  sim.Spawn(comes, 500);
  EXPECT_TRUE(sim.Run());
  return got;
}

// One core: a thread holds the latch, sleeps with it so that the other comes to it, and takes it
// again as soon as it has released it. Gives who had the latch, in order.
std::string OrderOnOneCore(HandsOver hands_over, Time slice, Time asleep_again) {
  Sim sim({1, 100, slice});
  Latch latch({8, 28}, hands_over);
  std::string order;
  auto holder = [&](Thread& t) -> Task<> {
    for (Time asleep : {Time{1000}, asleep_again}) {
      co_await Latch::Acquire(t, latch, Category::kLogContention);
      order += 'a';
      if (asleep > 0) co_await Delay(t, asleep, WaitFor::kDevice, Category::kDataIo);
      co_await Latch::Release(t, latch);
      t.Charge(Category::kLogic, 10);
    }
  };
  auto second = Holder(latch, 50, 10, &order);
  sim.Spawn(holder);
  sim.Spawn(second);
  EXPECT_TRUE(sim.Run());
  EXPECT_FALSE(latch.held());
  EXPECT_EQ(latch.waiting(), 0u);
  return order;
}

// Or all who come after wait for a switch: a convoy.
TEST(Latch, IsNotHandedToOneThatMustBeSwitchedTo) {
  for (Time slice : {Time{0}, Time{100000}}) {
    EXPECT_EQ(OrderOnOneCore(HandsOver::kToWhoExecutes, slice, 0), "aab") << slice;
    EXPECT_EQ(OrderOnOneCore(HandsOver::kInQueue, slice, 0), "aba") << slice;
  }
}

TEST(Latch, WhoTriesInVainWaitsAgain) {
  for (Time slice : {Time{0}, Time{100000}})
    EXPECT_EQ(OrderOnOneCore(HandsOver::kToWhoExecutes, slice, 1000), "aab") << slice;
}

// After a slice it would have had a core, and so the latch.
TEST(Latch, GoesToOneThatHasWaitedForASlice) {
  EXPECT_EQ(OrderOnOneCore(HandsOver::kToWhoExecutes, 500, 0), "aba");
}

// However many threads there are for a core, all have what they wait for in the end.
TEST(Latch, NobodyWaitsForEver) {
  for (uint32_t cores = 1; cores <= 3; ++cores) {
    Sim sim({cores, 20, 5000});
    Latch latch(kCosts);
    std::string order;
    auto worker = [&](Thread& t) -> Task<> {
      for (int i = 0; i < 20; ++i) {
        t.Charge(Category::kLogic, 50 + 7 * t.id());
        co_await Latch::Acquire(t, latch, Category::kLogContention);
        order += static_cast<char>('a' + t.id());
        if (i % 5 == t.id() % 5u) co_await Delay(t, 300, WaitFor::kDevice, Category::kDataIo);
        t.Charge(Category::kLogWork, 30);
        co_await Latch::Release(t, latch);
      }
    };
    for (int i = 0; i < 7; ++i) sim.Spawn(worker);
    EXPECT_TRUE(sim.Run());
    EXPECT_EQ(order.size(), 7u * 20);
    EXPECT_FALSE(latch.held());
    EXPECT_EQ(latch.waiting(), 0u);
  }
}

TEST(Latch, WhoWaitsInAQueueKeepsItsCoreToTheEndOfItsSlice) {
  EXPECT_EQ(GetsCoreFromSpinner(HandsOver::kToWhoExecutes), 500u);
  EXPECT_EQ(GetsCoreFromSpinner(HandsOver::kInQueue), 1000u);
}

TEST(Latch, NobodySlipsInWhileItIsHandedOver) {
  Sim sim;
  Latch latch({8, 1000});
  std::string order;
  auto first = Holder(latch, 0, 100, &order);
  auto second = Holder(latch, 50, 10, &order);
  auto slips_in = Holder(latch, 200, 10, &order);  // during the hand-off to the second
  sim.Spawn(slips_in);
  sim.Spawn(first);
  sim.Spawn(second);
  sim.Run();
  EXPECT_EQ(order, "bca");
  EXPECT_EQ(sim.kernel.thread(2).now(), 108u + 1000 + 10);
}

TEST(Latch, BooksTheWaitAsContention) {
  Sim sim;
  Latch latch(kCosts);
  std::string order;
  auto program = Holder(latch, 0, 500, &order);
  sim.Spawn(program);
  Thread& second = sim.Spawn(program);
  sim.Run();
  EXPECT_EQ(Sim::Booked(second, Category::kLogContention), 8u + 500 + 28);
  EXPECT_EQ(Sim::Booked(second, Category::kLogWork), 500u);
  EXPECT_EQ(Sim::Booked(second), second.now());
}

// The holder of a latch may have lost its core: if those who wait for it kept theirs, it would
// never get one again.
TEST(Latch, AWaiterMakesRoomForWhoeverWantsItsCore) {
  Sim sim({2, 100, 0});
  Latch latch(kCosts);
  std::string order;
  auto program = Holder(latch, 0, 500, &order);
  sim.Spawn(program);
  sim.Spawn(program);
  Time started = 0;
  auto other = [&](Thread& t) -> Task<> {
    co_await Ordered(t);
    started = t.now();
  };
  sim.Spawn(other);
  sim.Run();
  EXPECT_EQ(started, 100u);  // after a context switch; the first still holds the latch
  EXPECT_EQ(order, "ab");
  // The spinner is woken when the first ends. It runs on the core of the other one, which has
  // ended, and takes the latch as if it had never been held.
  EXPECT_EQ(sim.kernel.thread(1).now(), 508u + 28 + 8 + 500);
}

// Two cores. The second thread spins until the third takes its core; when the latch is released,
// the third spins on a core and the second has none.
std::string OrderOfTaking(Time hold, Time quantum) {
  Sim sim({2, 1, quantum});
  Latch latch(kCosts);
  std::string order;
  auto first = Holder(latch, 0, hold, &order);
  auto second = Holder(latch, 10, 50, &order);
  auto third = Holder(latch, 20, 50, &order);
  sim.Spawn(first);
  sim.Spawn(second);
  sim.Spawn(third);
  EXPECT_TRUE(sim.Run());
  return order;
}

TEST(Latch, WhoSpinsWithoutACoreIsPassedOverForOneTimeSlice) {
  EXPECT_EQ(OrderOfTaking(500, 10000), "acb");
  EXPECT_EQ(OrderOfTaking(500, 300), "abc");  // by then the scheduler would have let the second run
}

}  // namespace
}  // namespace afterimage
