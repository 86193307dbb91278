// The three ways in which a record gets into a central log's buffer, with fewer cores than threads.
#include <algorithm>

#include "base/random.h"
#include "support/log_life.h"

namespace afterimage::testing_support {
namespace {

constexpr CentralLogParams kSmall{4096, 64, 2048};
// Slices so short that threads lose their cores between taking space and copying.
constexpr CoreParams kFewCores = {3, 200, 500};

CentralLogParams With(InsertForm form, CentralLogParams params = kSmall) {
  params.insert = form;
  return params;
}

constexpr const char* kFormNames[] = {"latch", "decoupled", "consolidated"};

class EachForm : public testing::TestWithParam<InsertForm> {};
INSTANTIATE_TEST_SUITE_P(Forms, EachForm,
                         testing::Values(InsertForm::kLatch, InsertForm::kDecoupled,
                                         InsertForm::kConsolidated),
                         [](const auto& each) {
                           return std::string(kFormNames[static_cast<int>(each.param)]);
                         });

std::vector<LogEntry> ByLsn(std::vector<LogEntry> entries) {
  std::sort(entries.begin(), entries.end(),
            [](const LogEntry& a, const LogEntry& b) { return a.lsn < b.lsn; });
  return entries;
}

TEST_P(EachForm, EveryRecordIsThereWholeAndFollowsOnTheOneBefore) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    LogLife life(LogOn::kTmpfs, With(GetParam()), {}, kFewCores);
    auto client = [&](Thread& t) -> Task<> {
      Random random(seed * 100 + t.id());
      for (uint32_t i = 0; i < 40; ++i) {
        t.Charge(Category::kLogic, random.Below(300));
        const Lsn lsn = co_await life.Append(t, t.id() * 1000u + i, random.Below(500));
        if (random.Chance(20)) co_await life.log->Force(t, lsn);
        co_await Timeslice(t);
      }
    };
    for (int i = 0; i < 8; ++i) life.sim.Spawn(client);
    ASSERT_TRUE(life.sim.Run());
    ASSERT_EQ(life.entries.size(), 8u * 40);
    EXPECT_EQ(life.log->released_lsn(), life.log->next_lsn());
    life.Play([&](Thread& t) -> Task<> { co_await life.log->Force(t, life.log->next_lsn() - 1); });
    life.Restarted();
    ASSERT_EQ(life.found, ByLsn(life.entries)) << "seed " << seed;
  }
}

// Shows which threads have to wait for which, by the time that four threads take to copy 3,000
// bytes each.
Time TimeOfLongCopies(InsertForm form) {
  LogLife life(LogOn::kTmpfs, With(form, {65536, 4, 32768}));
  auto client = [&](Thread& t) -> Task<> { co_await life.Append(t, t.id(), 3000); };
  for (int i = 0; i < 4; ++i) life.sim.Spawn(client);
  EXPECT_TRUE(life.sim.Run());
  return life.sim.kernel.now();
}

TEST(InsertForms, OnlyUnderTheLatchDoCopiesWaitForEachOther) {
  const Time under_latch = TimeOfLongCopies(InsertForm::kLatch);
  EXPECT_LT(TimeOfLongCopies(InsertForm::kDecoupled), under_latch / 2);
  EXPECT_LT(TimeOfLongCopies(InsertForm::kConsolidated), under_latch / 2);
}

// The last insert of 16 threads that arrive at once.
Time TimeOfManyAtOnce(InsertForm form) {
  LogLife life(LogOn::kTmpfs, With(form, {65536, 4, 32768}));
  auto client = [&](Thread& t) -> Task<> { co_await life.Append(t, t.id(), 8); };
  for (int i = 0; i < 16; ++i) life.sim.Spawn(client);
  EXPECT_TRUE(life.sim.Run());
  return life.sim.kernel.now();
}

TEST(InsertForms, AGroupAsksForTheLatchOnce) {
  EXPECT_LT(TimeOfManyAtOnce(InsertForm::kConsolidated),
            TimeOfManyAtOnce(InsertForm::kDecoupled) / 2);
}

// A thread whose slice is over when it has taken space loses its core to one that computes for a
// millisecond; a little later another one, whose slice has just begun, inserts on the other core.
// Gives how long that one's insert takes.
Time InsertBehindOneWithoutCore(InsertForm form) {
  constexpr Time kSlice = 1000;
  LogLife life(LogOn::kTmpfs, With(form), {}, {2, 0, kSlice});
  Time took = 0;
  auto loses_core = [&](Thread& t) -> Task<> {
    t.Charge(Category::kLogic, kSlice);
    co_await life.Append(t, 1, 8);
  };
  auto inserts = [&](Thread& t) -> Task<> {
    const Time start = t.now();
    co_await life.Append(t, 2, 8);
    took = t.now() - start;
  };
  const auto compute = [](Thread& t, Time time) -> Task<> {
    t.Charge(Category::kLogic, time);
    co_return;
  };
  auto computes = [&](Thread& t) -> Task<> { co_await compute(t, 1000000); };
  auto makes_room = [&](Thread& t) -> Task<> { co_await compute(t, kSlice + 500); };
  life.sim.Spawn(loses_core);
  life.sim.Spawn(makes_room);
  life.sim.Spawn(computes, 1);
  life.sim.Spawn(inserts, 2);
  EXPECT_TRUE(life.sim.Run());
  life.Play([&](Thread& t) -> Task<> { co_await life.log->Force(t, life.log->next_lsn() - 1); });
  life.Restarted();
  EXPECT_EQ(life.found, ByLsn(life.entries));
  return took;
}

// It spins to the end of its slice: then the other one has a core again.
TEST(InsertForms, WhoLosesItsCoreInsideHoldsUpAllLaterOnes) {
  EXPECT_LT(InsertBehindOneWithoutCore(InsertForm::kLatch), 200u);
  EXPECT_GT(InsertBehindOneWithoutCore(InsertForm::kDecoupled), 1000u);
  EXPECT_GT(InsertBehindOneWithoutCore(InsertForm::kConsolidated), 1000u);
}

#if AFTERIMAGE_TRACED

// The power also fails while space is reserved and nothing is in it.
TEST_P(EachForm, WhatForceReportsSurvivesEverywhere) {
  uint32_t lost = 0;
  for (uint32_t at = 1;; ++at) {
    LogLife life(LogOn::kTmpfs, With(GetParam(), {4096, 32, 1024}), {}, kFewCores);
    std::vector<uint64_t> reported;
    auto client = [&](Thread& t) -> Task<> {
      for (uint32_t i = 0; i < 3; ++i) {
        const uint64_t key = t.id() * 100u + i;
        const Lsn lsn = co_await life.Append(t, key, (key * 37) % 300);
        if (i % 2 == 0) continue;
        co_await life.log->Force(t, lsn);
        reported.push_back(key);
      }
    };
    for (int i = 0; i < 4; ++i) life.sim.Spawn(client);
    const bool ended = life.sim.Run(at);
    const std::vector<LogEntry> appended = ByLsn(life.entries);
    for (uint64_t seed = 0; seed < 3; ++seed) {
      UniformChoice all(seed == 1), none(false);
      RandomChoice random(seed * 1000 + at);
      PersistChoice& choice = seed == 0   ? static_cast<PersistChoice&>(none)
                              : seed == 1 ? static_cast<PersistChoice&>(all)
                                          : random;
      LogLife after(life, choice);
      after.Restarted();
      ASSERT_TRUE(after.master_found);
      lost += after.found.size() < appended.size();
      for (const uint64_t key : reported) {
        const auto holds = [key](const LogEntry& entry) { return entry.key == key; };
        ASSERT_TRUE(std::any_of(after.found.begin(), after.found.end(), holds))
            << "key " << key << " event " << at << " seed " << seed;
      }
    }
    if (ended) break;
  }
  EXPECT_GT(lost, 20u);
}

#endif

}  // namespace
}  // namespace afterimage::testing_support
