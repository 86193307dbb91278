// Tests TPC-B as its clients run it: the balances agree, and a difference would be noticed.
#include "workload/tpcb/tpcb.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "support/benchmark_run.h"
#include "support/effort.h"
#include "support/pieces.h"
#include "workload/tpcb/account_client.h"
#include "workload/tpcb/balance_check.h"

namespace afterimage::tpcb {
namespace {

using namespace testing_support;
using TpcbRun = BenchmarkRun<Tpcb>;

Settings SmallBank(uint32_t clients = 1) { return {{3, 50, 0}, 85, clients, 7}; }

// The inconsistency of the database after a run in which the engine made all changes but one.
std::string BankBrokenBy(TableId table, uint64_t change, Settings settings = SmallBank()) {
  TpcbRun run(settings);
  run.engine.bad_table = table;
  run.engine.bad_change = change;
  run.Transactions(60);
  return run.Broken();
}

TEST(Tpcb, AFreshDatabaseIsConsistentAndAsLargeAsTheScaleSays) {
  TpcbRun run(SmallBank());
  EXPECT_EQ(run.Broken(), "");
  EXPECT_EQ(run.engine.Count(kTellers), 30u);
  EXPECT_EQ(run.engine.Count(kAccounts), 150u);
  EXPECT_EQ(run.engine.Count(kHistory), 0u);
}

TEST(Tpcb, BalancesAgreeWithClientsInEachOthersWay) {
  for (const DeadlockPolicy policy : {DeadlockPolicy::kWaitDie, DeadlockPolicy::kDetect}) {
    TpcbRun run(SmallBank(6));
    run.run.deadlock = policy;
    run.engine.refuse_one_in = 50;
    run.sim.recorder.Mute(true);
    run.Transactions(3000);
    run.engine.refuse_one_in = 0;
    EXPECT_GT(run.engine.waits, 100u);
    EXPECT_GT(run.observer.aborts, 100u);
    EXPECT_EQ(run.Broken(), "");
    EXPECT_EQ(run.observer.disorder, 0u);
    EXPECT_EQ(run.run.abandoned, 0u);
    EXPECT_EQ(run.observer.acknowledged.size(), 3000u);
    EXPECT_EQ(run.engine.Count(kHistory), 3000u)
        << "a row for each transaction, none for an attempt";
    EXPECT_TRUE(run.engine.stopped);
  }
}

TEST(Tpcb, ALostChangeIsNoticed) {
  EXPECT_EQ(BankBrokenBy(kBranches, 20), "condition 2: a branch has what the history says of it");
  EXPECT_EQ(BankBrokenBy(kTellers, 20), "condition 3: a teller has what the history says of it");
  EXPECT_EQ(BankBrokenBy(kAccounts, 20), "condition 4: an account has what the history says of it");
  EXPECT_EQ(BankBrokenBy(kHistory, 20), "condition 2: a branch has what the history says of it");
  Settings large = SmallBank();
  large.scale.accounts = 90000;
  const TableId tables[] = {kAccounts, kHistory, kBranches, kTellers};
  for (uint32_t i = 0; i < Effort(4, 1); ++i)
    EXPECT_NE(BankBrokenBy(tables[i], 59, large), "") << int{tables[i]};
}

// The loss of a complete transaction breaks nothing; the loss of half of one does.
TEST(Tpcb, AnyPartOfATransactionIsMissed) {
  for (uint64_t change = 0; change < 60; change += 7) {
    for (const TableId table : {kBranches, kTellers, kAccounts, kHistory})
      EXPECT_NE(BankBrokenBy(table, change), "") << change;
  }
}

TEST(Tpcb, ALargeDatabaseIsCheckedByItsHistoryAndSamples) {
  Settings settings = SmallBank();
  settings.scale.accounts = 50000;
  TpcbRun run(settings);
  run.Transactions(100);
  const Consistency result = run.Check();
  EXPECT_TRUE(result.holds);
  EXPECT_LT(result.records_read, 600u);
  EXPECT_GT(result.records_read, 3u * 11 + 200 + 90 + BalanceCheck::kSample);
}

TEST(Tpcb, ReadsThatFailAreNoConsistency) {
  TpcbRun run(SmallBank());
  run.engine.refuse_one_in = 1;
  const Consistency result = run.Check();
  EXPECT_FALSE(result.holds);
  EXPECT_EQ(result.status, Status::kMustAbort);
}

TEST(Tpcb, RequestsAreAsTheStandardSays) {
  Settings settings = SmallBank();
  settings.scale = {100, 1000, 0};
  Random random(5);
  constexpr int kDraws = 100000;
  int local = 0, positive = 0;
  for (int i = 0; i < kDraws; ++i) {
    const Request r = Request::Draw(settings, random);
    ASSERT_TRUE(r.branch >= 1 && r.branch <= 100 && r.account_branch >= 1 &&
                r.account_branch <= 100);
    ASSERT_TRUE(r.teller >= 1 && r.teller <= 10 && r.account >= 1 && r.account <= 1000);
    ASSERT_TRUE(r.delta >= -999999 && r.delta <= 999999);
    local += r.branch == r.account_branch;
    positive += r.delta > 0;
  }
  EXPECT_NEAR(double(local) / kDraws, 0.85, 0.005);
  EXPECT_NEAR(double(positive) / kDraws, 0.5, 0.005);
  settings.scale.queried = 3;
  for (int i = 0; i < 1000; ++i) {
    const Request r = Request::Draw(settings, random);
    ASSERT_TRUE(r.branch <= 3 && r.account_branch <= 3);
  }
  settings.scale = {1, 1000, 0};
  EXPECT_EQ(Request::Draw(settings, random).account_branch, 1u);
}

TEST(Tpcb, RowsAreAsLongAsTheStandardAsksAndReadInPieces) {
  const Tpcb bank(SmallBank());
  for (const TableId table : {kBranches, kTellers, kAccounts})
    EXPECT_GE(bank.table(table).value_bytes + 8, 100u);
  EXPECT_GE(bank.table(kHistory).value_bytes + 8, 50u);
  ExpectRowsInPieces(bank);
  ExpectRowsAreFound(bank);
}

TEST(Tpcb, APublishedDatabaseTakesNoTimeToSetUp) {
  Settings settings = SmallBank();
  settings.scale = {1000, 100000, 0};
  const Tpcb bank(settings);
  EXPECT_EQ(bank.RowCount(kAccounts), 100000000u);
  EXPECT_EQ(bank.KeyAt(kAccounts, 99999999), AccountKey(1000, 100000));
  EXPECT_EQ(RecordName(bank.table(kAccounts), bank.KeyAt(kAccounts, 100016)), "account 2/17");
}

TEST(Tpcb, NoMoreBranchesAreInUseThanThereAre) {
  ParamValues values;
  for (uint32_t i = 0; i < kTpcb.params.size(); ++i) values.value[i] = kTpcb.params[i].standard;
  EXPECT_EQ(kTpcb.check(values), nullptr);
  values.value[3] = 2;
  EXPECT_NE(kTpcb.check(values), nullptr);
  values.value[0] = 2;
  EXPECT_EQ(kTpcb.check(values), nullptr);
}

TEST(Tpcb, RowsOfOtherBranchesAreNotInUse) {
  Settings settings = SmallBank();
  const Tpcb all(settings);
  settings.scale.queried = 2;
  const Tpcb some(settings);
  for (const TableId table : {kBranches, kTellers, kAccounts}) {
    const uint64_t rows = all.RowCount(table);
    for (uint64_t row = 0; row < rows; ++row) {
      ASSERT_TRUE(all.InUse(table, row));
      ASSERT_EQ(some.InUse(table, row), row < rows * 2 / 3);
    }
  }
}

TEST(Tpcb, TracingChangesNothing) {
  TpcbRun run(SmallBank(4));
  run.Transactions(300);
  EXPECT_EQ(run.engine.Digest(), 5574377798874900696u);
  EXPECT_EQ(run.sim.kernel.now(), 1008000u);
}

}  // namespace
}  // namespace afterimage::tpcb
