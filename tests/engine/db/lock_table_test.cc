// Locks on whole tables and on the database: modes, upgrades, order, deadlocks, and the latch of a
// table's queue.
#include "base/random.h"
#include "support/lock_fixture.h"

namespace afterimage {
namespace {

using namespace lock_test;  // NOLINT

constexpr LockMode kModes[] = {kIS, kIX, kS, kX, LockMode::kKeyShared, LockMode::kNoKeyExclusive};

TEST(LockModeTest, GoTogetherAsInTheTextbook) {
  const char* expected[] = {"yyyn", "yynn", "ynyn", "nnnn"};  // IS, IX, S, X
  for (int a = 0; a < 4; ++a) {
    for (int b = 0; b < 4; ++b)
      EXPECT_EQ(Conflict(kModes[a], kModes[b]), expected[a][b] == 'n') << a << b;
  }
}

TEST(LockModeTest, AnUpgradeCoversBothModesAndIsTheLeastThatDoes) {
  for (const LockMode a : kModes) {
    for (const LockMode b : kModes) {
      const LockMode both = Join(a, b);
      EXPECT_TRUE(Covers(both, a) && Covers(both, b));
      EXPECT_EQ(both, Join(b, a));
      for (const LockMode other : kModes) {
        if (Covers(other, a) && Covers(other, b)) EXPECT_TRUE(Covers(other, both));
      }
    }
  }
  EXPECT_EQ(Join(kS, kIX), kX);  // there is no SIX
}

TEST(LockModeTest, RowsGoTogetherAsInPostgres) {
  constexpr LockMode kRows[] = {LockMode::kKeyShared, kS, LockMode::kNoKeyExclusive, kX};
  const char* expected[] = {"yyyn", "yynn", "ynnn", "nnnn"};
  for (int a = 0; a < 4; ++a) {
    for (int b = 0; b < 4; ++b)
      EXPECT_EQ(Conflict(kRows[a], kRows[b]), expected[a][b] == 'n') << a << b;
  }
}

TEST(LockModeTest, WhatCoversExcludesAtLeastAsMuch) {
  for (const LockMode a : kModes) {
    for (const LockMode b : kModes) {
      if (Covers(a, b)) EXPECT_EQ(ConflictsOf(b) & ~ConflictsOf(a), 0);
    }
  }
}

class TableLockTest : public LockFixture {
 protected:
  // The threads of `programs`, one by one.
  template <class... Programs>
  void RunAll(Programs&... programs) {
    (sim_.Spawn(programs), ...);
    ASSERT_TRUE(sim_.Run());
    for (uint32_t i = 0; i < sim_.kernel.thread_count(); ++i)
      ASSERT_TRUE(sim_.kernel.thread(i).done()) << i;
    EXPECT_EQ(Everything(), "");
  }
};

TEST_F(TableLockTest, IntentionsGoTogetherAndAWholeReaderWaitsForWriters) {
  auto ix1 = TableHolder(1, 5, kIX, 0, 100), is2 = TableHolder(2, 5, kIS, 10, 300),
       ix3 = TableHolder(3, 5, kIX, 20, 200);
  auto s4 = TableHolder(4, 5, kS, 30, 400), x5 = TableHolder(5, 5, kX, 40, 500),
       other = TableHolder(6, 6, kX, 50, 60);
  RunAll(ix1, is2, ix3, s4, x5, other);
  EXPECT_EQ(diary_, "1+@0 2+@10 3+@20 6+@50 4+@200 5+@400 ");
}

TEST_F(TableLockTest, WhoConflictsWithOneThatWaitsDoesNotOvertakeIt) {
  auto ix1 = TableHolder(1, 5, kIX, 0, 100), s2 = TableHolder(2, 5, kS, 10, 200);
  auto ix3 = TableHolder(3, 5, kIX, 20, 300), is4 = TableHolder(4, 5, kIS, 30, 40);
  RunAll(ix1, s2, ix3, is4);
  EXPECT_EQ(diary_, "1+@0 4+@30 2+@100 3+@200 ");
}

TEST_F(TableLockTest, RecordsAndTablesWithTheSameNumberAreDifferentThings) {
  Transaction &one = Txn(1), &two = Txn(2);
  auto program = [&](Thread& t) -> Task<> {
    for (const TableId table : {TableId{0}, TableId{1}}) {
      const LockResult result = co_await locks_->Lock(t, table ? two : one, table, 1, kX);
      EXPECT_EQ(result, LockResult::kGranted);
    }
    co_await LockTable(t, one, 1, kX);
    EXPECT_EQ(Everything(), "1:1X 1:2X #1:1X ");
    EXPECT_EQ(locks_->ExclusiveHolder(0, 1), &one);
    EXPECT_EQ(locks_->ExclusiveHolder(1, 1), &two);
    co_await locks_->ReleaseAll(t, one);
    co_await locks_->ReleaseAll(t, two);
  };
  RunAll(program);
}

TEST_F(TableLockTest, AnUpgradeWaitsOnlyForTheOthersAndGoesFirst) {
  Transaction& one = Txn(1);
  auto upgrader = [&](Thread& t) -> Task<> {
    co_await LockTable(t, one, 5, kIS);
    co_await LockTable(t, one, 5, kIX);
    EXPECT_TRUE(locks_->HoldsTable(one, 5, kIX));
    EXPECT_FALSE(locks_->HoldsTable(one, 5, kS));
    co_await Until(t, 50);
    co_await LockTable(t, one, 5, kS);  // with IX: exclusive
    EXPECT_TRUE(locks_->HoldsTable(one, 5, kX));
    co_await Until(t, 200);
    co_await locks_->ReleaseAll(t, one);
  };
  auto reader = TableHolder(2, 5, kIS, 10, 100), waiter = TableHolder(3, 5, kX, 20, 300);
  RunAll(upgrader, reader, waiter);
  EXPECT_EQ(diary_, "1+@0 1+@0 2+@10 1+@100 3+@200 ");
}

TEST_F(TableLockTest, ADeadlockBetweenATableAndARecordIsFound) {
  Transaction &one = Txn(1), &two = Txn(2);
  auto first = [&](Thread& t) -> Task<> {
    co_await LockTable(t, one, 5, kIX);
    co_await Until(t, 100);
    co_await Lock(t, one, kA, kX);
    co_await locks_->ReleaseAll(t, one);
  };
  auto second = [&](Thread& t) -> Task<> {
    co_await Lock(t, two, kA, kX);
    co_await Until(t, 50);
    co_await LockTable(t, two, 5, kS);
    co_await locks_->ReleaseAll(t, two);
  };
  RunAll(first, second);
  EXPECT_EQ(diary_, "1+@0 2+@0 2-@100 1+@100 ");
}

TEST_F(TableLockTest, UnderWaitDieTheYoungerDiesAtATableToo) {
  Use(DeadlockPolicy::kWaitDie);
  auto middle = TableHolder(5, 5, kIX, 0, 100), older = TableHolder(2, 5, kS, 10, 200),
       younger = TableHolder(9, 5, kS, 20, 300);
  RunAll(middle, older, younger);
  EXPECT_EQ(diary_, "5+@0 9-@20 2+@100 ");
}

// 2 waits as the older of 2 and 3; then 1 upgrades past it and would make it wait as the younger.
TEST_F(TableLockTest, UnderWaitDieAnUpgradeKillsTheYoungerThatItOvertakes) {
  Use(DeadlockPolicy::kWaitDie);
  Transaction& one = Txn(1);
  auto upgrader = [&](Thread& t) -> Task<> {
    co_await LockTable(t, one, 5, kIS);
    co_await Until(t, 20);
    co_await LockTable(t, one, 5, kIX);
    co_await Until(t, 200);
    co_await locks_->ReleaseAll(t, one);
  };
  auto writer = TableHolder(3, 5, kIX, 0, 100), reader = TableHolder(2, 5, kS, 10, 300);
  RunAll(upgrader, writer, reader);
  EXPECT_EQ(diary_, "1+@0 3+@0 1+@20 2-@20 ");
}

// --- The database above tables -------------------------------------------------------------------

TEST_F(TableLockTest, AnIntentionGoesToTheDatabaseFirstAndComesFromItLast) {
  machine_.Set(Price::kPathLock, 1000);  // 375 ns
  Use(LockParams{});
  Transaction& one = Txn(1);
  auto program = [&](Thread& t) -> Task<> {
    co_await Announce(t, one, 5, kS);
    EXPECT_EQ(Everything(), "db:1IS #5:1IS ");
    co_await Announce(t, one, 5, kS);  // costs nothing
    co_await Until(t, 1000);
    co_await Announce(t, one, 6, kX);  // the intention to write is stronger
    EXPECT_EQ(Everything(), "db:1IX #5:1IS #6:1IX ");
    co_await Announce(t, one, 7, kS);  // which the database's lock covers
    EXPECT_EQ(Everything(), "db:1IX #5:1IS #6:1IX #7:1IS ");
    co_await Lock(t, one, kA, kX);
    co_await Until(t, 3000);
    co_await locks_->ReleaseAll(t, one);
    EXPECT_EQ(t.now(), 3000u + 5 * 375);
  };
  sim_.Look(500, [&] { EXPECT_EQ(Everything(), "db:1IS "); });
  const char* left[] = {"db:1IX #5:1IS #6:1IX #7:1IS ", "db:1IX #5:1IS #6:1IX ", "db:1IX #5:1IS ",
                        "db:1IX "};
  for (Time i = 0; i < 4; ++i)
    sim_.Look(3000 + i * 375 + 400, [&, i] { EXPECT_EQ(Everything(), left[i]); });
  RunAll(program);
  EXPECT_EQ(diary_, "1+@750 1+@750 1+@1750 1+@2125 1+@2500 ");
}

TEST_F(TableLockTest, TheDatabaseAsAWholeIsLockedAgainstIntentionsOnAnyTable) {
  auto writer = Announcer(1, 5, kX, 0, 100), reader = Announcer(3, 6, kS, 110, 120),
       next = Announcer(4, 7, kX, 130, 300), last = Announcer(6, 8, kS, 350, 500);
  auto reads_all = DatabaseHolder(2, kS, 10, 200), changes_all = DatabaseHolder(5, kX, 140, 400);
  sim_.Look(50, [&] { EXPECT_EQ(Everything(), "db:1IX db:2S? #5:1IX "); });
  // A transaction that waits for the database has not requested the table yet.
  sim_.Look(150, [&] { EXPECT_EQ(Everything(), "db:2S db:4IX? db:5X? "); });
  sim_.Look(360, [&] { EXPECT_EQ(Everything(), "db:5X db:6IS? "); });
  RunAll(writer, reads_all, reader, next, changes_all, last);
  EXPECT_EQ(diary_, "1+@0 2+@100 3+@110 4+@200 5+@300 6+@400 ");
}

TEST_F(TableLockTest, ADeadlockBetweenTheDatabaseAndARecordIsFound) {
  Transaction &one = Txn(1), &two = Txn(2);
  auto first = [&](Thread& t) -> Task<> {
    co_await Announce(t, one, 5, kX);
    co_await Until(t, 100);
    co_await Lock(t, one, kA, kX);
    co_await locks_->ReleaseAll(t, one);
  };
  auto second = [&](Thread& t) -> Task<> {
    co_await Announce(t, two, 5, kX);
    co_await Lock(t, two, kA, kX);
    co_await Until(t, 50);
    co_await LockDatabase(t, two, kS);  // with IX: exclusive
    co_await locks_->ReleaseAll(t, two);
  };
  RunAll(first, second);
  EXPECT_EQ(diary_, "1+@0 2+@0 2+@0 2-@100 1+@100 ");
}

TEST_F(TableLockTest, UnderWaitDieWhoMustDieAtTheDatabaseLocksNoTable) {
  Use(DeadlockPolicy::kWaitDie);
  auto whole = DatabaseHolder(5, kX, 0, 100);
  auto older = Announcer(2, 5, kX, 10, 200);
  Transaction& younger = Txn(9);
  auto dies = [&](Thread& t) -> Task<> {
    co_await Until(t, 20);
    const LockResult result = co_await Announce(t, younger, 6, kX);
    EXPECT_EQ(result, LockResult::kDie);
    EXPECT_EQ(Everything(), "db:5X db:2IX? ");
    co_await locks_->ReleaseAll(t, younger);
  };
  RunAll(whole, older, dies);
  EXPECT_EQ(diary_, "5+@0 9-@20 2+@100 ");
}

// --- The latch of the queue ----------------------------------------------------------------------

TEST_F(TableLockTest, OneTableIsABottleneckManyRecordsAreNot) {
  machine_.Set(Price::kPathLock, 1000);  // 375 ns
  machine_.Set(Price::kLineTransfer, 25);
  const auto finish = [&](bool table) {
    Sim sim;
    LockManager locks(sim.arena, machine_, {});
    auto program = [&](Thread& t) -> Task<> {
      Transaction txn;
      const LockResult result = LockResult::kGranted;
      if (table) EXPECT_EQ(co_await locks.LockTable(t, txn, 5, kIX), result);
      if (!table) EXPECT_EQ(co_await locks.Lock(t, txn, 5, t.id(), kX), result);
      co_await locks.ReleaseAll(t, txn);
    };
    for (int i = 0; i < 16; ++i) sim.Spawn(program);
    EXPECT_TRUE(sim.Run());
    Time last = 0;
    for (uint32_t i = 0; i < 16; ++i) {
      Thread& t = sim.kernel.thread(i);
      EXPECT_EQ(Sim::Booked(t, Category::kLockManager), Sim::Booked(t));
      last = std::max(last, t.now());
    }
    return last;
  };
  EXPECT_EQ(finish(false), 2u * 375);
  EXPECT_EQ(finish(true), 32u * 375 + 31u * 25);
}

TEST_F(TableLockTest, WhoWaitsForATableDoesNotHoldItsLatch) {
  auto x1 = TableHolder(1, 5, kIX, 0, 100), x2 = TableHolder(2, 5, kX, 10, 200),
       is3 = TableHolder(3, 5, kIS, 20, 300);
  RunAll(x1, x2, is3);
  EXPECT_EQ(diary_, "1+@0 2+@100 3+@200 ");
}

// --- Anything goes -------------------------------------------------------------------------------

class RandomTableLoad : public LockFixture {
 protected:
  void CheckHeld(uint64_t seed) {
    std::vector<const LockRequest*> held;
    locks_->ForEach([&](const LockName&, const LockRequest& r) {
      if (r.granted) held.push_back(&r);
    });
    for (const LockRequest* a : held) {
      for (const LockRequest* b : held) {
        const bool same = a->entry == b->entry;
        if (a != b && same) EXPECT_FALSE(Conflict(a->mode, b->mode)) << seed;
      }
    }
  }
  // No transaction has inherited a table's lock without the database's.
  void CheckInherited(uint64_t seed) {
    locks_->ForEach([&](const LockName&, const LockRequest& r) {
      EXPECT_TRUE(r.inherited) << seed;
      EXPECT_TRUE(FindHigh(r.txn->high_locks, LockLevel::kDatabase, 0)) << seed;
      ++inherited_;
    });
  }
  // Requests a lock on the database, on a table or on a record.
  Task<LockResult> LockSomething(Thread& t, Transaction& txn, Random& random) {
    const LockMode mode = random.Chance(50) ? kS : kX;
    if (random.Chance(3)) {
      const LockResult result = co_await locks_->LockDatabase(t, txn, mode);
      co_return result;
    }
    const auto table = static_cast<TableId>(5 + random.Below(2));
    const bool whole = random.Chance(20);
    LockResult result = LockResult::kGranted;
    if (!whole) result = co_await locks_->Announce(t, txn, table, mode);
    if (whole) result = co_await locks_->LockDatabase(t, txn, mode == kS ? kIS : kIX);
    if (result == LockResult::kDie) co_return result;
    if (whole) result = co_await locks_->LockTable(t, txn, table, mode);
    if (!whole) result = co_await locks_->Lock(t, txn, table, 1 + random.Below(4), mode);
    co_return result;
  }
  // One transaction.
  Task<bool> Load(Thread& t, Transaction& txn, Random& random) {
    for (int i = 0; i < 4; ++i) {
      co_await Delay(t, random.Below(30), WaitFor::kWork, Category::kWait);
      const LockResult result = co_await LockSomething(t, txn, random);
      if (result == LockResult::kDie) co_return false;
    }
    co_return true;
  }
  uint32_t inherited_ = 0;
};

TEST_F(RandomTableLoad, AlwaysEndsAndNeverGrantsIncompatibleLocks) {
  uint32_t done = 0, died = 0;
  for (uint64_t seed = 1; seed <= 120; ++seed) {
    Sim sim;
    machine_ = SetupA();
    const DeadlockPolicy policy = seed % 2 ? DeadlockPolicy::kDetect : DeadlockPolicy::kWaitDie;
    locks_ = sim.arena.New<LockManager>(sim.arena, machine_,
                                        LockParams{policy, seed % 4 < 2, 3, seed % 3 == 0});
    TxnId age = 0;
    auto program = [&](Thread& t) -> Task<> {
      Random random(seed * 100 + t.id());
      for (int n = 0; n < 12; ++n) {
        Transaction txn;
        txn.timestamp = txn.id = ++age;
        const bool complete = co_await Load(t, txn, random);
        ++(complete ? done : died);
        if (!complete) txn.state = TxnState::kAborting;
        CheckHeld(seed);
        co_await locks_->ReleaseAll(t, txn);
      }
    };
    for (int i = 0; i < 8; ++i) sim.Spawn(program);
    ASSERT_TRUE(sim.Run());
    for (uint32_t i = 0; i < 8; ++i)
      ASSERT_TRUE(sim.kernel.thread(i).done()) << "seed " << seed << ": " << Everything();
    CheckInherited(seed);
  }
  EXPECT_GT(inherited_, 100u);
  EXPECT_GT(done, 1000u);
  EXPECT_GT(died, 100u);
}

}  // namespace
}  // namespace afterimage
