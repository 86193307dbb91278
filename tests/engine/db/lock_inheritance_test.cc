// Speculative lock inheritance: gains, exclusion, and nobody left behind.
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
          const LockResult result = co_await locks.LockTable(t, txn, static_cast<TableId>(i), kIX);
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
  // Makes the table's latch hot: threads that take it at the same time, from `at` on.
  void Heat(int threads, Time at) {
    heater_ = [this](Thread& t) -> Task<> {
      for (int i = 0; i < 4; ++i) {
        Transaction txn;
        co_await locks_->LockTable(t, txn, kTable, kIS);
        txn.state = TxnState::kAborting;  // passes nothing on
        co_await locks_->ReleaseAll(t, txn);
      }
    };
    for (int i = 0; i < threads; ++i) sim_.Spawn(heater_, at);
  }
  std::function<Task<>(Thread&)> heater_;
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
  Heat(4, 0);
  auto program = [&](Thread& t) -> Task<> {
    Transaction first, second, third;
    co_await locks_->LockTable(t, first, kTable, kIX);
    co_await locks_->ReleaseAll(t, first);
    EXPECT_EQ(Everything(), "#5:0IX ");
    const Time before = t.now();
    co_await locks_->LockTable(t, second, kTable, kIS);
    EXPECT_EQ(t.now() - before, 20u);
    EXPECT_TRUE(locks_->HoldsTable(second, kTable, kIX));
    co_await locks_->ReleaseAll(t, second);
    EXPECT_EQ(t.now() - before, 20u);
    co_await locks_->ReleaseAll(t, third);  // had no use for it
    EXPECT_EQ(Everything(), "");
    EXPECT_EQ(t.now() - before, 20u + 20 + 375);
  };
  sim_.Spawn(program, 100000);
  ASSERT_TRUE(sim_.Run());
}

TEST_F(InheritanceTest, AClaimOfTooLittleIsUpgraded) {
  Prices();
  Use({.inherit = true});
  Heat(4, 0);
  auto program = [&](Thread& t) -> Task<> {
    Transaction first, second;
    co_await locks_->LockTable(t, first, kTable, kIS);
    co_await locks_->ReleaseAll(t, first);
    co_await locks_->LockTable(t, second, kTable, kX);
    EXPECT_EQ(Everything(), "#5:0X ");
    co_await locks_->ReleaseAll(t, second);
    EXPECT_EQ(Everything(), "");  // exclusive locks are not passed on
  };
  sim_.Spawn(program, 100000);
  ASSERT_TRUE(sim_.Run());
}

TEST_F(InheritanceTest, AConflictingRequestTakesUnclaimedLocksAndWaitsForClaimedOnes) {
  Prices();
  Use({.inherit = true});
  Heat(4, 0);
  Transaction &idle = Txn(1), &busy = Txn(2), &busy_again = Txn(3), &reader = Txn(4),
              &idle_again = Txn(5);
  auto passes_on = [&](Thread& t) -> Task<> {
    co_await locks_->LockTable(t, idle, kTable, kIX);
    co_await locks_->ReleaseAll(t, idle);
    co_await Until(t, 130000);
    co_await LockTable(t, idle_again, kTable, kIX);  // its lock is gone: behind the reader
    co_await locks_->ReleaseAll(t, idle_again);
  };
  auto claims = [&](Thread& t) -> Task<> {
    co_await locks_->LockTable(t, busy, kTable, kIX);
    co_await locks_->ReleaseAll(t, busy);
    co_await LockTable(t, busy_again, kTable, kIX);
    co_await Until(t, 200000);
    co_await locks_->ReleaseAll(t, busy_again);  // somebody waits: not passed on
  };
  auto reads_all = [&](Thread& t) -> Task<> {
    co_await LockTable(t, reader, kTable, kS);
    EXPECT_EQ(Everything(), "#5:4S #5:5IX? ");
    EXPECT_GT(t.now(), 200000u);
    co_await Until(t, 300000);
    co_await locks_->ReleaseAll(t, reader);
  };
  sim_.Spawn(passes_on, 100000);
  sim_.Spawn(claims, 110000);
  sim_.Spawn(reads_all, 120000);
  sim_.Look(115000, [&] { EXPECT_EQ(Everything(), "#5:0IX #5:3IX "); });
  sim_.Look(125000, [&] { EXPECT_EQ(Everything(), "#5:3IX #5:4S? "); });
  ASSERT_TRUE(sim_.Run());
  for (uint32_t i = 0; i < sim_.kernel.thread_count(); ++i)
    EXPECT_TRUE(sim_.kernel.thread(i).done()) << i;
}

// Threads that have ended leave locks that nobody will claim.
TEST_F(InheritanceTest, NobodyWaitsForAThreadThatHasEnded) {
  Prices();
  Use({.inherit = true});
  auto program = [&](Thread& t) -> Task<> {
    for (int i = 0; i < 5; ++i) {
      Transaction txn;
      co_await locks_->LockTable(t, txn, kTable, kIX);
      co_await locks_->ReleaseAll(t, txn);
    }
  };
  auto exclusive = [&](Thread& t) -> Task<> {
    EXPECT_NE(Everything(), "");
    Transaction txn;
    co_await locks_->LockTable(t, txn, kTable, kX);
    EXPECT_EQ(Everything(), "#5:0X ");
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
  Heat(4, 0);
  auto program = [&](Thread& t) -> Task<> {
    Transaction txn;
    co_await locks_->LockTable(t, txn, kTable, kIX);
    txn.state = TxnState::kAborted;
    co_await locks_->ReleaseAll(t, txn);
    EXPECT_EQ(Everything(), "");
  };
  sim_.Spawn(program, 100000);
  ASSERT_TRUE(sim_.Run());
}

}  // namespace
}  // namespace afterimage
