// Tests what the traced build records of a run: events, spans and stopping points.
#include <gtest/gtest.h>

#include <cstring>

#include "base/random.h"
#include "support/sim.h"

namespace afterimage {
namespace {

using testing_support::Sim;

constexpr Category kSome[] = {Category::kLogic, Category::kLogWork, Category::kBufferPool,
                              Category::kLogIo};

// A busy mix of everything that the kernel offers.
struct Mix {
  explicit Mix(uint64_t seed_in) : seed(seed_in) {
    for (int i = 0; i < 4; ++i) sim.Spawn(program);
  }
  uint64_t seed;
  Sim sim{{2, 5, 50}};
  Latch latch{{3, 4}};
  std::function<Task<>(Thread&)> program = [this](Thread& t) -> Task<> {
    Random random(seed * 10 + t.id());
    for (int i = 0; i < 60; ++i) {
      co_await Timeslice(t);
      t.set_txn(static_cast<TxnLabel>(random.Below(3)));
      t.Charge(kSome[random.Below(4)], random.Below(20));
      t.At({static_cast<uint16_t>(random.Below(9)), 1, random.Below(5)});
      co_await Note(t, EventKind::kStep, {.a = random.Below(100)});
      if (random.Chance(30)) {
        co_await Latch::Acquire(t, latch, Category::kLogContention);
        t.Charge(kSome[random.Below(4)], random.Below(20));
        co_await Latch::Release(t, latch);
      }
      if (random.Chance(20))
        co_await Delay(t, random.Below(50), WaitFor::kDevice, Category::kDataIo);
    }
  };
};

TEST(Ledger, SumsToTheElapsedTimeOfEveryThread) {
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    Mix mix(seed);
    ASSERT_TRUE(mix.sim.Run());
    for (uint32_t i = 0; i < 4; ++i) {
      const Thread& t = mix.sim.kernel.thread(i);
      EXPECT_TRUE(t.done());
      EXPECT_GT(t.now(), 0u);
      EXPECT_EQ(Sim::Booked(t), t.now() - t.start()) << seed;
    }
  }
}

#if AFTERIMAGE_TRACED

TEST(Trace, SpansCoverTheLedgerExactlyWithoutGaps) {
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    Mix mix(seed);
    ASSERT_TRUE(mix.sim.Run());
    for (uint32_t i = 0; i < 4; ++i) {
      const Thread& t = mix.sim.kernel.thread(i);
      Time at = t.start();
      Time ledger[kCategories] = {};
      for (const Span& span : mix.sim.spans) {
        if (span.actor != i) continue;
        ASSERT_EQ(span.start_ns, at) << "gap or overlap";
        ASSERT_LT(span.start_ns, span.end_ns);
        ledger[static_cast<int>(span.category)] += span.end_ns - span.start_ns;
        at = span.end_ns;
      }
      EXPECT_EQ(at, t.now());
      for (int c = 0; c < kCategories; ++c) EXPECT_EQ(ledger[c], t.ledger()[c]) << c;
    }
  }
}

TEST(Trace, EventsAreInTheOrderOfTimeAndNumberedWithoutGaps) {
  Mix mix(3);
  mix.sim.Run();
  ASSERT_GT(mix.sim.events.size(), 240u);
  for (size_t i = 0; i < mix.sim.events.size(); ++i) {
    ASSERT_EQ(mix.sim.events[i].seq, i);
    if (i > 0) ASSERT_LE(mix.sim.events[i - 1].time_ns, mix.sim.events[i].time_ns);
  }
}

TEST(Trace, AnEventCarriesItsContextAndItsOrdinalWithinTheLine) {
  Sim sim;
  auto program = [&](Thread& t) -> Task<> {
    t.set_txn(4);
    t.set_statement(2);
    t.Charge(Category::kLogIo, 9);
    t.At({7, 3, 11});
    co_await Note(
        t, EventKind::kCheck,
        {.tier = Tier::kNvm, .flags = kFlagDevice, .address = 64, .size = 8, .a = 1, .b = 2});
    co_await Note(t, EventKind::kStep);
    t.At({8, 0, 0});
    t.set_broken(true);
    co_await Note(t, EventKind::kStep);
  };
  sim.Spawn(program);
  sim.Run();
  ASSERT_EQ(sim.events.size(), 3u);
  const Event& e = sim.events[0];
  EXPECT_EQ(e.kind, EventKind::kCheck);
  EXPECT_EQ(e.tier, Tier::kNvm);
  EXPECT_EQ(e.category, Category::kLogIo);
  EXPECT_EQ(e.flags, kFlagDevice);
  EXPECT_EQ(e.time_ns, 9u);
  EXPECT_EQ(e.actor, 0u);
  EXPECT_EQ(e.txn, 4u);
  EXPECT_EQ(e.statement, 2u);
  EXPECT_EQ(e.label, 7u);
  EXPECT_EQ(e.structure, 3u);
  EXPECT_EQ(e.key, 11u);
  EXPECT_EQ(e.address, 64u);
  EXPECT_EQ(e.size, 8u);
  EXPECT_EQ(e.a, 1u);
  EXPECT_EQ(e.b, 2u);
  EXPECT_EQ(e.ordinal, 0u);
  EXPECT_EQ(sim.events[1].ordinal, 1u);
  EXPECT_EQ(sim.events[2].ordinal, 0u);
  EXPECT_EQ(sim.events[2].flags, kFlagBroken);
}

TEST(Trace, StoppingAtAnyEventAndGoingOnGivesTheSameTrace) {
  Mix whole(5);
  whole.sim.Run();
  const uint32_t count = whole.sim.recorder.count();
  for (uint32_t stop = 0; stop <= count; ++stop) {
    Mix mix(5);
    const bool ended = mix.sim.Run(stop);
    ASSERT_EQ(mix.sim.recorder.count(), stop);
    ASSERT_TRUE(!ended || stop == count);
    ASSERT_TRUE(mix.sim.Run());
    ASSERT_EQ(mix.sim.recorder.digest(), whole.sim.recorder.digest()) << stop;
    for (uint32_t i = 0; i < 4; ++i)
      ASSERT_EQ(mix.sim.kernel.thread(i).now(), whole.sim.kernel.thread(i).now());
  }
}

TEST(Trace, StoppingAtEveryEventOneAfterTheOtherGivesTheSameTrace) {
  Mix whole(6), steps(6);
  whole.sim.Run();
  for (uint32_t stop = 1; !steps.sim.Run(stop); ++stop) {
  }
  ASSERT_EQ(steps.sim.events.size(), whole.sim.events.size());
  EXPECT_EQ(std::memcmp(steps.sim.events.data(), whole.sim.events.data(),
                        sizeof(Event) * whole.sim.events.size()),
            0);
}

TEST(Trace, IsDigestedAndCountedWhileNothingIsKept) {
  Mix kept(7), dropped(7);
  dropped.sim.recorder.SetBuffer(nullptr);
  kept.sim.Run();
  dropped.sim.Run();
  EXPECT_TRUE(dropped.sim.events.empty());
  EXPECT_EQ(dropped.sim.recorder.count(), kept.sim.recorder.count());
  EXPECT_EQ(dropped.sim.recorder.digest(), kept.sim.recorder.digest());
}

TEST(Trace, AFullBufferStopsTheRunBeforeAnythingIsLost) {
  Sim sim;
  auto program = [&](Thread& t) -> Task<> {
    for (uint32_t i = 0; i < 20000; ++i) {
      t.Charge(kSome[i % 4], 1);
      co_await Note(t, EventKind::kStep, {.a = i});
    }
  };
  sim.Spawn(program);
  sim.Run();
  ASSERT_EQ(sim.events.size(), 20000u);
  ASSERT_EQ(sim.spans.size(), 20000u);
  for (uint32_t i = 0; i < 20000; ++i) ASSERT_EQ(sim.events[i].a, i);
}

TEST(Trace, SaysNothingWhileItIsMuted) {
  Sim sim;
  auto program = [&](Thread& t) -> Task<> {
    co_await Note(t, EventKind::kStep, {.a = 1});
    sim.recorder.Mute(true);
    co_await Note(t, EventKind::kStep, {.a = 2});
    sim.recorder.Mute(false);
    co_await Note(t, EventKind::kStep, {.a = 3});
  };
  sim.Spawn(program);
  sim.Run();
  ASSERT_EQ(sim.events.size(), 2u);
  EXPECT_EQ(sim.events[1].a, 3u);
  EXPECT_EQ(sim.events[1].seq, 1u);
}

#else

TEST(Trace, LeavesNothingBehindInTheUntracedBuild) {
  Mix mix(3);
  mix.sim.Run();
  EXPECT_EQ(mix.sim.recorder.count(), 0u);
  EXPECT_TRUE(mix.sim.events.empty());
  EXPECT_TRUE(mix.sim.spans.empty());
}

#endif

TEST(DisableEvents, LeavesTimesAndStepsAsTheyAre) {
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    Mix heard(seed), events_disabled(seed);
    events_disabled.sim.kernel.DisableEvents();
    ASSERT_TRUE(heard.sim.Run());
    ASSERT_TRUE(events_disabled.sim.Run());
    EXPECT_EQ(heard.sim.recorder.count() > 200, kTraced);
    EXPECT_EQ(events_disabled.sim.recorder.count(), 0u);
    EXPECT_EQ(events_disabled.sim.kernel.steps(), heard.sim.kernel.steps());
    for (uint32_t i = 0; i < 4; ++i)
      EXPECT_EQ(events_disabled.sim.kernel.thread(i).now(), heard.sim.kernel.thread(i).now())
          << seed;
  }
}

TEST(DisableEvents, StopsAtAnyStep) {
  Sim sim;
  int rounds = 0;
  auto program = [&](Thread& t) -> Task<> {
    for (;; ++rounds) {
      co_await Note(t, EventKind::kStep);
      co_await Ordered(t);
    }
  };
  sim.Spawn(program);
  sim.kernel.DisableEvents();
  for (int slice = 1; slice <= 3; ++slice) {  // a program without an end
    sim.kernel.Limit(kTraced ? 200 : 100);
    EXPECT_FALSE(sim.kernel.Run());
    EXPECT_EQ(rounds, slice * 100);
  }
}

}  // namespace
}  // namespace afterimage
