// Tests speculative lock inheritance: its gains, that exclusion holds, and that no thread waits
// forever.
#include "support/lock_fixture.h"

namespace afterimage {
namespace {

using namespace lock_test;  // NOLINT

constexpr TableId kTable = 5;

class InheritanceTest : public LockFixture {
 protected:
  // Every thread runs transactions of `work_ns` on `tables` tables from 0 to `until`.
  struct Load {
    uint32_t threads = 16;
    uint32_t tables = 1;
    Time work_ns = 2000;
    Time until = 400000;
  };
  void Prices() {
    machine_.Set(Price::kPathLock, 1000);  // 375 ns
    machine_.Set(Price::kAtomic, 20);
    machine_.Set(Price::kLineTransfer, 60);
  }
  uint32_t Commits(const Load& load, bool inherit) {
    Sim sim;
    LockManager locks(sim.arena, machine_, {.inherit = inherit});
    uint32_t commits = 0;
    auto program = [&](Thread& t) -> Task<> {
      while (t.now() < load.until) {
        Transaction txn;
        for (uint32_t i = 0; i < load.tables; ++i) {
          const LockResult result = co_await locks.Announce(t, txn, static_cast<TableId>(i), kX);
          EXPECT_EQ(result, LockResult::kGranted);
        }
        const LockResult result = co_await locks.Lock(t, txn, 0, t.id(), kX);
        EXPECT_EQ(result, LockResult::kGranted);
        t.Charge(Category::kLogic, load.work_ns);
        co_await locks.ReleaseAll(t, txn);
        ++commits;
      }
    };
    for (uint32_t i = 0; i < load.threads; ++i) sim.Spawn(program);
    EXPECT_TRUE(sim.Run());
    return commits;
  }
  // Makes locks hot: threads that take the latch of one at the same time.
  void Heat(Sim& sim, bool table, bool database) {
    const auto heat = [this](Thread& t, bool whole) -> Task<> {
      for (int i = 0; i < 4; ++i) {
        Transaction txn;
        if (whole) co_await locks_->LockDatabase(t, txn, kIS);
        if (!whole) co_await locks_->LockTable(t, txn, kTable, kIS);
        txn.state = TxnState::kAborting;  // passes nothing on
        co_await locks_->ReleaseAll(t, txn);
      }
    };
    heat_table_ = [heat](Thread& t) { return heat(t, false); };
    heat_database_ = [heat](Thread& t) { return heat(t, true); };
    for (int i = 0; i < 4; ++i) {
      if (table) sim.Spawn(heat_table_);
      if (database) sim.Spawn(heat_database_);
    }
  }
  // Runs a commit that has announced a change of the table, where these locks are hot. Returns what
  // is left of its locks.
  std::string LeftBy(bool hot_table, bool hot_database) {
    Sim sim;
    locks_ = sim.arena.New<LockManager>(sim.arena, machine_, LockParams{.inherit = true});
    Heat(sim, hot_table, hot_database);
    Transaction txn;
    auto program = [&](Thread& t) -> Task<> {
      co_await locks_->Announce(t, txn, kTable, kX);
      co_await locks_->ReleaseAll(t, txn);
    };
    sim.Spawn(program, 100000);
    EXPECT_TRUE(sim.Run());
    return Everything();
  }
  std::function<Task<>(Thread&)> heat_table_, heat_database_;
};

TEST_F(InheritanceTest, ContendedTablesGainThroughputUncontendedOnesNothing) {
  Prices();
  const uint32_t without = Commits({}, false), with = Commits({}, true);
  EXPECT_GT(with, without * 2);
  EXPECT_EQ(Commits({.threads = 1}, false), Commits({.threads = 1}, true));
  EXPECT_GT(Commits({.tables = 4}, true), Commits({.tables = 4}, false) * 2);
}

TEST_F(InheritanceTest, AHotLockIsClaimedWithoutTheLatch) {
  Prices();
  Use({.inherit = true});
  Heat(sim_, true, true);
  auto program = [&](Thread& t) -> Task<> {
    Transaction first, second, third;
    co_await locks_->Announce(t, first, kTable, kX);
    co_await locks_->ReleaseAll(t, first);
    EXPECT_EQ(Everything(), "db:0IX #5:0IX ");
    const Time before = t.now();
    co_await locks_->Announce(t, second, kTable, kS);
    EXPECT_EQ(t.now() - before, 2u * 20);
    EXPECT_TRUE(locks_->HoldsTable(second, kTable, kIX));
    co_await locks_->ReleaseAll(t, second);
    EXPECT_EQ(t.now() - before, 2u * 20);
    co_await locks_->ReleaseAll(t, third);  // had no use for them
    EXPECT_EQ(Everything(), "");
    EXPECT_EQ(t.now() - before, 2u * 20 + 2 * (20 + 375));
  };
  sim_.Spawn(program, 100000);
  ASSERT_TRUE(sim_.Run());
}

TEST_F(InheritanceTest, AClaimOfTooLittleIsUpgraded) {
  Prices();
  Use({.inherit = true});
  Heat(sim_, true, true);
  auto program = [&](Thread& t) -> Task<> {
    Transaction first, second;
    co_await locks_->Announce(t, first, kTable, kS);
    co_await locks_->ReleaseAll(t, first);
    co_await locks_->LockDatabase(t, second, kIX);
    co_await locks_->LockTable(t, second, kTable, kX);
    EXPECT_EQ(Everything(), "db:0IX #5:0X ");
    co_await locks_->ReleaseAll(t, second);
    EXPECT_EQ(Everything(), "db:0IX ");  // exclusive locks are not passed on
  };
  sim_.Spawn(program, 100000);
  ASSERT_TRUE(sim_.Run());
}

TEST_F(InheritanceTest, AConflictingRequestTakesUnclaimedLocksAndWaitsForClaimedOnes) {
  Prices();
  Use({.inherit = true});
  Heat(sim_, true, true);
  Transaction &idle = Txn(1), &busy = Txn(2), &busy_again = Txn(3), &reader = Txn(4),
              &idle_again = Txn(5);
  auto passes_on = [&](Thread& t) -> Task<> {
    co_await locks_->Announce(t, idle, kTable, kX);
    co_await locks_->ReleaseAll(t, idle);
    co_await Until(t, 130000);
    co_await Announce(t, idle_again, kTable, kX);  // its lock is gone: behind the reader
    co_await locks_->ReleaseAll(t, idle_again);
  };
  auto claims = [&](Thread& t) -> Task<> {
    co_await locks_->Announce(t, busy, kTable, kX);
    co_await locks_->ReleaseAll(t, busy);
    co_await Announce(t, busy_again, kTable, kX);
    co_await Until(t, 200000);
    co_await locks_->ReleaseAll(t, busy_again);  // somebody waits: only the database's passed on
  };
  auto reads_all = [&](Thread& t) -> Task<> {
    co_await locks_->LockDatabase(t, reader, kIS);
    co_await LockTable(t, reader, kTable, kS);
    EXPECT_EQ(Everything(), "db:5IX db:0IX db:4IS #5:4S #5:5IX? ");
    EXPECT_GT(t.now(), 200000u);
    co_await Until(t, 300000);
    co_await locks_->ReleaseAll(t, reader);
  };
  sim_.Spawn(passes_on, 100000);
  sim_.Spawn(claims, 110000);
  sim_.Spawn(reads_all, 120000);
  sim_.Look(115000, [&] { EXPECT_EQ(Everything(), "db:0IX db:3IX #5:0IX #5:3IX "); });
  sim_.Look(125000, [&] { EXPECT_EQ(Everything(), "db:0IX db:3IX db:4IS #5:3IX #5:4S? "); });
  ASSERT_TRUE(sim_.Run());
  for (uint32_t i = 0; i < sim_.kernel.thread_count(); ++i)
    EXPECT_TRUE(sim_.kernel.thread(i).done()) << i;
}

// Threads that have ended leave locks that no transaction will claim.
TEST_F(InheritanceTest, NobodyWaitsForAThreadThatHasEnded) {
  Prices();
  Use({.inherit = true});
  auto program = [&](Thread& t) -> Task<> {
    for (int i = 0; i < 5; ++i) {
      Transaction txn;
      co_await locks_->Announce(t, txn, kTable, kX);
      co_await locks_->ReleaseAll(t, txn);
    }
  };
  auto exclusive = [&](Thread& t) -> Task<> {
    EXPECT_NE(Everything(), "");
    Transaction txn;
    co_await locks_->LockDatabase(t, txn, kX);
    EXPECT_EQ(Everything(), "db:0X ");
    co_await locks_->ReleaseAll(t, txn);
  };
  for (int i = 0; i < 8; ++i) sim_.Spawn(program);
  Thread& last = sim_.Spawn(exclusive, 1000000);
  ASSERT_TRUE(sim_.Run());
  EXPECT_TRUE(last.done());
  EXPECT_EQ(Sim::Booked(last, Category::kWait), 0u);
}

TEST_F(InheritanceTest, AnAbortPassesNothingOn) {
  Prices();
  Use({.inherit = true});
  Heat(sim_, true, true);
  auto program = [&](Thread& t) -> Task<> {
    Transaction txn;
    co_await locks_->Announce(t, txn, kTable, kX);
    txn.state = TxnState::kAborted;
    co_await locks_->ReleaseAll(t, txn);
    EXPECT_EQ(Everything(), "");
  };
  sim_.Spawn(program, 100000);
  ASSERT_TRUE(sim_.Run());
}

// --- The lock above ------------------------------------------------------------------------------

TEST_F(InheritanceTest, ATablesLockIsPassedOnOnlyWithTheDatabases) {
  Prices();
  EXPECT_EQ(LeftBy(false, false), "");
  EXPECT_EQ(LeftBy(true, false), "");
  EXPECT_EQ(LeftBy(false, true), "db:0IX ");
  EXPECT_EQ(LeftBy(true, true), "db:0IX #5:0IX ");
}

TEST_F(InheritanceTest, WhereSomebodyWaitsForTheDatabaseNoTableIsPassedOn) {
  Prices();
  Use({.inherit = true});
  Heat(sim_, true, true);
  Transaction& writer = Txn(1);
  auto program = [&](Thread& t) -> Task<> {
    co_await locks_->Announce(t, writer, kTable, kX);
    co_await Until(t, 120000);
    co_await locks_->ReleaseAll(t, writer);
    EXPECT_EQ(Everything(), "db:2S ");
  };
  auto reads_all = DatabaseHolder(2, kS, 110000, 200000);
  sim_.Spawn(program, 100000);
  sim_.Spawn(reads_all);
  ASSERT_TRUE(sim_.Run());
  EXPECT_EQ(Everything(), "db:0S ");  // its own is hot and shared
}

TEST_F(InheritanceTest, WhoTakesTheDatabasesLockAwayTakesTheTablesWithIt) {
  Prices();
  Use({.inherit = true});
  Heat(sim_, true, true);
  Transaction &first = Txn(1), &again = Txn(2), &reader = Txn(3);
  auto program = [&](Thread& t) -> Task<> {
    co_await locks_->Announce(t, first, kTable, kX);
    co_await locks_->ReleaseAll(t, first);
    EXPECT_EQ(Everything(), "db:0IX #5:0IX ");
    co_await Until(t, 120000);
    co_await locks_->Announce(t, again, kTable, kX);
    EXPECT_GT(t.now(), 200000u);  // it waited, and then took both by their latches
    EXPECT_EQ(Everything(), "db:2IX #5:2IX ");
    co_await locks_->ReleaseAll(t, again);
  };
  auto reads_all = [&](Thread& t) -> Task<> {
    const Time before = t.now();
    co_await locks_->LockDatabase(t, reader, kS);
    EXPECT_EQ(t.now() - before, 20u + 375 + 2 * 20);  // one for each lock that it took away
    EXPECT_EQ(Everything(), "db:3S ");
    co_await Until(t, 200000);
    co_await locks_->ReleaseAll(t, reader);
  };
  sim_.Spawn(program, 100000);
  sim_.Spawn(reads_all, 110000);
  ASSERT_TRUE(sim_.Run());
}

// The lock on the hot table is released first, then the one on another table; meanwhile another
// thread requests the database.
TEST_F(InheritanceTest, TablesAreTakenBackWhereTheDatabaseCannotFollow) {
  Prices();
  Use({.inherit = true});
  Heat(sim_, true, true);
  Transaction& writer = Txn(1);
  auto program = [&](Thread& t) -> Task<> {
    co_await locks_->Announce(t, writer, kTable + 1, kX);
    co_await locks_->Announce(t, writer, kTable, kX);
    co_await Until(t, 120000);
    co_await locks_->ReleaseAll(t, writer);
    EXPECT_EQ(Everything(), "db:2S ");
  };
  auto reads_all = DatabaseHolder(2, kS, 119800, 200000);
  sim_.Spawn(program, 100000);
  sim_.Spawn(reads_all);
  sim_.Look(120200, [&] { EXPECT_EQ(Everything(), "db:1IX db:2S? #6:1IX #5:0IX "); });
  ASSERT_TRUE(sim_.Run());
}

}  // namespace
}  // namespace afterimage
