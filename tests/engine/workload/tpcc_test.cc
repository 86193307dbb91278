// Tests TPC-C as its clients run it: the database is consistent, and an inconsistency would be
// noticed.
#include "workload/tpcc/tpcc.h"

#include <gtest/gtest.h>

#include <map>

#include "support/effort.h"
#include "support/tpcc_run.h"
#include "workload/tpcc/consistency.h"
#include "workload/tpcc/terminal.h"

namespace afterimage::testing_support {
namespace {

using namespace tpcc;

// The inconsistency of the database after a run in which the engine made all changes but one.
std::string BrokenBy(TableId table, uint64_t change, uint64_t transactions, bool new_order_only) {
  Settings settings = SmallSettings();
  settings.new_order_only = new_order_only;
  settings.rollback_percent = 0;
  TpccRun run(settings);
  run.engine.bad_table = table;
  run.engine.bad_change = change;
  run.Transactions(transactions);
  return run.Broken();
}

TEST(Tpcc, AFreshDatabaseIsConsistent) {
  for (const Settings& settings : {TinySettings(), SmallSettings()}) {
    TpccRun run(settings);
    const Consistency result = run.Check();
    EXPECT_TRUE(result.holds) << result.broken.en;
    EXPECT_GT(result.records_read, 1000u);
  }
}

TEST(Tpcc, ALargeDatabaseIsCheckedBySamples) {
  Settings settings = SmallSettings();
  settings.scale = {1, 10, 30, 50, 3000, true};
  TpccRun one(settings);
  EXPECT_GT(one.Check().records_read, 300000u)
      << "the standard's orders of one warehouse are read whole";
  settings.scale = {30, 10, 3, 3, 150, true};
  TpccRun many(settings);
  const Consistency result = many.Check();
  EXPECT_TRUE(result.holds) << result.broken.en;
  EXPECT_LT(result.records_read, 300u * 600);
}

TEST(Tpcc, StaysConsistentWithClientsInEachOthersWay) {
  for (const DeadlockPolicy policy : {DeadlockPolicy::kWaitDie, DeadlockPolicy::kDetect}) {
    TpccRun run(SmallSettings(4));
    run.run.deadlock = policy;
    run.sim.recorder.Mute(true);
    const uint32_t transactions = Effort(5000, 4);
    run.Transactions(transactions);
    EXPECT_GT(run.engine.waits, transactions / 50);
    EXPECT_GT(run.engine.deaths, transactions / 50);
    EXPECT_EQ(run.Broken(), "");
    EXPECT_EQ(run.observer.disorder, 0u);
    EXPECT_EQ(run.run.abandoned, 0u);
    EXPECT_EQ(run.observer.begun.size(), transactions);
    EXPECT_TRUE(run.engine.stopped);
    EXPECT_EQ(run.run.running, 0u);
  }
}

// A delivery that is rolled back puts its orders back: no other that has committed may have passed
// over them. The end of a run, when all that is open is rolled back, shows it.
TEST(Tpcc, DeliveriesDoNotPassEachOther) {
  uint64_t erased = 0;
  for (uint64_t seed = 1; seed <= Effort(80); ++seed) {
    Settings settings = TinySettings(16);
    settings.scale = {1, 3, 60, 200, 60, true};
    settings.seed = seed;
    TpccRun run(settings, seed);
    run.engine.refuse_one_in = 100;
    run.engine.refuse_from = 1000 + 40 * seed;
    run.sim.recorder.Mute(true);
    run.Transactions(200);
    run.engine.refuse_one_in = 0;
    run.engine.refuse_from = MemoryEngine::kNone;
    erased += run.observer.erased[kNewOrders];
    EXPECT_EQ(run.Broken(), "") << seed;
  }
  EXPECT_GT(erased, 3 * Effort(80));
}

TEST(Tpcc, WhoMustAbortTriesAgainWithTheSameInputs) {
  TpccRun calm(SmallSettings()), refused(SmallSettings());
  refused.engine.refuse_one_in = 1000;
  for (TpccRun* run : {&calm, &refused}) {
    run->sim.recorder.Mute(true);
    run->Transactions(Effort(1000, 1));
    EXPECT_EQ(run->run.abandoned, 0u);
  }
  EXPECT_GT(refused.observer.aborts, calm.observer.aborts + Effort(20, 1));
  EXPECT_EQ(refused.observer.acknowledged, calm.observer.acknowledged);
  for (const TableId table : {kOrders, kOrderLines, kNewOrders, kHistory}) {
    EXPECT_EQ(refused.engine.Count(table), calm.engine.Count(table)) << int{table};
  }
  refused.engine.refuse_one_in = 0;
  EXPECT_EQ(refused.Broken(), "");
}

// An engine that never lets a transaction through does not keep the client for ever.
TEST(Tpcc, AHopelessTransactionIsAbandoned) {
  TpccRun run(TinySettings());
  run.engine.refuse_one_in = 1;
  run.Transactions(2);
  EXPECT_EQ(run.run.abandoned, 2u);
  EXPECT_EQ(run.observer.acknowledged.size(), 0u);
  run.engine.refuse_one_in = 0;
  EXPECT_EQ(run.Broken(), "");
}

TEST(Tpcc, ALostChangeIsNoticed) {
  EXPECT_EQ(BrokenBy(kWarehouses, 20, 400, false), "condition 1: W_YTD is the sum of D_YTD");
  EXPECT_EQ(BrokenBy(kNewOrders, 0, 1, true),
            "condition 2: D_NEXT_O_ID - 1 is the largest O_ID and the largest NO_O_ID");
  EXPECT_EQ(BrokenBy(kNewOrders, 0, 400, true),
            "condition 3: the new orders of a district have no gaps");
  EXPECT_EQ(BrokenBy(kOrderLines, 3, 400, true),
            "condition 4: the order lines are as many as O_OL_CNT says");
  EXPECT_EQ(BrokenBy(kOrders, 0, 400, true),
            "condition 4: the order lines are as many as O_OL_CNT says");
}

// Whichever of the five changes that deliver an order is lost.
TEST(Tpcc, AHalfDeliveryIsNoticed) {
  for (const TableId table : {kNewOrders, kOrders, kOrderLines}) {
    TpccRun run(TinySettings());
    while (run.observer.erased[kNewOrders] == 0) run.Transactions(1);
    EXPECT_EQ(run.Broken(), "");
    ASSERT_EQ(run.workload.KindOf(static_cast<TxnLabel>(run.run.next_label - 1)), kDelivery);
    TpccRun bad(TinySettings());
    bad.Transactions(run.run.next_label - 2);
    bad.engine.bad_table = table;
    bad.engine.bad_change = bad.engine.Changes(table);
    bad.Transactions(1);
    const std::string broken = bad.Broken();
    EXPECT_EQ(broken.substr(0, 12), table == kOrderLines ? "condition 7:" : "condition 5:")
        << broken;
  }
}

TEST(Tpcc, WhicheverUpdateOfADistrictIsLostItIsNoticed) {
  const uint64_t changes[] = {0, 90, 10, 30, 50, 70};
  for (uint32_t i = 0; i < Effort(6, 1); ++i)
    EXPECT_NE(BrokenBy(kDistricts, changes[i], 400, false), "") << changes[i];
}

// Samples notice it, too: the latest orders of each district are among them.
TEST(Tpcc, ALostChangeIsNoticedInALargeDatabase) {
  Settings settings = SmallSettings();
  settings.scale = {30, 10, 3, 100, 150, true};
  settings.new_order_only = true;
  for (const TableId table : {kNewOrders, kOrders, kOrderLines, kDistricts}) {
    TpccRun run(settings);
    run.engine.bad_table = table;
    run.engine.bad_change = 5;
    run.Transactions(60);
    EXPECT_NE(run.Broken(), "") << int{table};
  }
}

TEST(Tpcc, ReadsThatFailAreNoConsistency) {
  TpccRun run(TinySettings());
  run.engine.refuse_one_in = 1;
  const Consistency result = run.Check();
  EXPECT_FALSE(result.holds);
  EXPECT_EQ(result.status, Status::kMustAbort);
}

// --- What the transactions do --------------------------------------------------------------------

TEST(Tpcc, TheMixIsTheStandards) {
  const Tpcc workload(SmallSettings());
  uint32_t count[kKinds] = {};
  for (uint32_t label = 1; label <= 60000; ++label)
    ++count[workload.KindOf(static_cast<TxnLabel>(label))];
  const double shares[kKinds] = {0.45, 0.43, 0.04, 0.04, 0.04};
  for (uint32_t kind = 0; kind < kKinds; ++kind)
    EXPECT_NEAR(count[kind] / 60000.0, shares[kind], 0.005) << kind;
}

TEST(Tpcc, NewOrdersAloneIsAnOption) {
  Settings settings = SmallSettings();
  settings.new_order_only = true;
  TpccRun run(settings);
  run.Transactions(200);
  EXPECT_EQ(run.observer.written.count(kHistory), 0u);
  EXPECT_EQ(run.observer.erased.size(), 0u);
  EXPECT_EQ(run.engine.Count(kOrders), 2 * 10 * 40 + run.observer.acknowledged.size());
}

TEST(Tpcc, AboutOneNewOrderInAHundredIsRolledBack) {
  Settings settings = SmallSettings();
  settings.new_order_only = true;
  TpccRun run(settings);
  run.sim.recorder.Mute(true);
  run.Transactions(4000);
  EXPECT_NEAR(static_cast<double>(run.observer.aborts), 40, 20);
  EXPECT_EQ(run.observer.acknowledged.size() + run.observer.aborts, 4000u);
  EXPECT_EQ(run.run.abandoned, 0u);
  settings.rollback_percent = 0;
  TpccRun none(settings);
  none.Transactions(500);
  EXPECT_EQ(none.observer.aborts, 0u);
  settings.rollback_percent = 100;
  TpccRun all(settings);
  const uint64_t before = all.engine.Digest();
  all.Transactions(100);
  EXPECT_EQ(all.observer.aborts, 100u);
  EXPECT_EQ(all.engine.Digest(), before) << "nothing of them stays";
}

// The two halves of the mix add up to it, and no new-order is in the wrong one.
TEST(Tpcc, TransactionsCanBeChosenByThePagesThatTheyChange) {
  constexpr uint32_t kDrawn = 20000;
  std::map<Pages, std::vector<double>> shares;
  for (const Pages pages : {Pages::kAny, Pages::kAtMostTen, Pages::kMoreThanTen}) {
    Settings settings = SmallSettings();
    settings.pages = pages;
    const Tpcc tpcc(settings);
    shares[pages].resize(kKinds);
    for (uint32_t label = 1; label <= kDrawn; ++label)
      shares[pages][tpcc.KindOf(static_cast<TxnLabel>(label))] += 1.0 / kDrawn;
  }
  const double of_short = 43 + 4 + 4 + 45 * 2.0 / 11, of_long = 4 + 45 * 9.0 / 11;
  for (uint32_t kind = 0; kind < kKinds; ++kind) {
    const double both =
        (shares[Pages::kAtMostTen][kind] * of_short + shares[Pages::kMoreThanTen][kind] * of_long) /
        100;
    EXPECT_NEAR(both, shares[Pages::kAny][kind], 0.01) << kind;
  }
  EXPECT_EQ(shares[Pages::kAtMostTen][kDelivery], 0);
  EXPECT_EQ(shares[Pages::kMoreThanTen][kPayment], 0);
  for (const Pages pages : {Pages::kAtMostTen, Pages::kMoreThanTen}) {
    Settings settings = SmallSettings(2);
    settings.pages = pages;
    settings.new_order_only = true;
    TpccRun run(settings);
    const uint64_t lines = run.engine.Count(kOrderLines), orders = run.engine.Count(kOrders);
    run.Transactions(500);
    const double mean = static_cast<double>(run.engine.Count(kOrderLines) - lines) /
                        static_cast<double>(run.engine.Count(kOrders) - orders);
    EXPECT_NEAR(mean, pages == Pages::kAtMostTen ? 5.5 : 11, 0.5);
    EXPECT_EQ(run.Broken(), "");
  }
}

TEST(Tpcc, DeliveriesCatchUpUntilNothingIsLeft) {
  Settings settings = TinySettings();
  TpccRun run(settings);
  run.Transactions(3000);
  EXPECT_GT(run.observer.erased[kNewOrders], 500u);
  EXPECT_EQ(run.engine.Count(kNewOrders) + run.observer.erased[kNewOrders],
            10 + run.engine.Count(kOrders) - 50);
  EXPECT_EQ(run.Broken(), "");
}

// All conditions of the standard about amounts at once: what customers owe is what they were
// delivered less what they paid.
TEST(Tpcc, PaymentsAndDeliveriesBalance) {
  TpccRun run(SmallSettings(3));
  run.sim.recorder.Mute(true);
  run.Transactions(Effort(2000, 1));
  int64_t balance = 0, paid = 0, delivered = 0, history = 0;
  const auto sum = [&](Thread& thread) -> Task<> {
    Transaction txn;
    co_await run.engine.Begin(thread, txn);
    auto* value = thread.arena().New<Value>();
    for (const TableId table : {kCustomers, kOrderLines, kHistory}) {
      Key from = 0;
      for (;;) {
        const KeyRange range{table, 0, from, ~Key{0}};
        const Status status =
            co_await run.engine.Seek(thread, txn, range, LockMode::kShared, &from, value);
        if (status != Status::kOk) break;
        ++from;
        if (table == kCustomers) balance += Load<CustomerHead>(*value).balance;
        if (table == kCustomers) paid += Load<CustomerHead>(*value).ytd_payment;
        if (table == kHistory) history += Load<HistoryHead>(*value).amount;
        if (table != kOrderLines) continue;
        const auto line = Load<OrderLineHead>(*value);
        if (line.delivery_d != kNever) delivered += line.amount;
      }
    }
    co_await run.engine.Finish(thread, txn);
  };
  run.sim.Spawn(sum, run.sim.kernel.now());
  run.sim.kernel.Run();
  EXPECT_EQ(balance, delivered - paid);
  EXPECT_EQ(paid, history);
  EXPECT_GT(delivered, 0);
}

TEST(Tpcc, ATinyDatabaseRunsAllTransactions) {
  TpccRun run(TinySettings(3));
  run.Transactions(300);
  EXPECT_EQ(run.Broken(), "");
  EXPECT_EQ(run.run.abandoned, 0u);
  EXPECT_GT(run.observer.acknowledged.size(), 290u);
}

TEST(Tpcc, TheSmallestDatabaseRunsToo) {
  Settings settings = TinySettings(2);
  settings.scale = {2, 1, 1, 1, 1, true};
  TpccRun run(settings);
  EXPECT_EQ(run.Broken(), "");
  run.Transactions(500);
  EXPECT_EQ(run.Broken(), "");
  EXPECT_EQ(run.run.abandoned, 0u);
}

TEST(Tpcc, TheSameSeedsGiveTheSameDatabase) {
  const auto digest = [](uint64_t seed, uint64_t workload_seed) {
    Settings settings = SmallSettings(4);
    settings.seed = workload_seed;
    TpccRun run(settings, seed);
    run.sim.recorder.Mute(true);
    run.Transactions(Effort(500, 1));
    return run.engine.Digest();
  };
  EXPECT_EQ(digest(1, 1), digest(1, 1));
  EXPECT_NE(digest(1, 1), digest(2, 1));
  EXPECT_NE(digest(1, 1), digest(1, 2));
}

// Both builds reach the same database at the same virtual time.
TEST(Tpcc, TracingChangesNothing) {
  TpccRun run(TinySettings(4));
  run.Transactions(400);
  EXPECT_EQ(run.engine.Digest(), 2050856918343693266u);
  EXPECT_EQ(run.sim.kernel.now(), 17303500u);
}

TEST(Tpcc, LabelsWrapAround) {
  Settings settings = TinySettings();
  settings.new_order_only = true;
  TpccRun run(settings);
  run.sim.recorder.Mute(true);
  run.run.next_label = 0xfffe;
  run.Transactions(4);
  EXPECT_EQ(run.observer.acknowledged, (std::vector<TxnLabel>{0xfffe, 0xffff, 1, 2}));
}

// --- For the stage -------------------------------------------------------------------------------

TEST(Tpcc, StatementsAreNamedInBothLanguagesAndFollowTheProgram) {
  TpccRun run(TinySettings());
  const auto buffer = std::make_unique<TraceBuffer>();
  run.sim.recorder.SetBuffer(buffer.get());
  run.Transactions(60);
  for (uint32_t kind = 0; kind < run.workload.kinds(); ++kind) {
    ASSERT_GE(run.workload.statement_count(kind), 5u);
    ASSERT_LE(run.workload.statement_count(kind), 14u);
    for (uint32_t i = 0; i < run.workload.statement_count(kind); ++i) {
      EXPECT_STRNE(run.workload.statement(kind, i).en, "");
      EXPECT_STRNE(run.workload.statement(kind, i).zh, "");
    }
  }
  if constexpr (!kTraced) return;
  std::map<uint32_t, std::set<uint16_t>> seen;
  uint32_t open = 0;
  for (uint32_t i = 0; i < buffer->event_count(); ++i) {
    const Event& event = buffer->events()[i];
    if (event.kind == EventKind::kStatement) {
      const uint32_t kind = run.workload.KindOf(event.txn);
      ASSERT_LT(event.statement, run.workload.statement_count(kind));
      seen[kind].insert(event.statement);
      ASSERT_EQ(open++, 0u);
    }
    if (event.kind == EventKind::kStatementEnd) ASSERT_EQ(open--, 1u);
    if (event.kind == EventKind::kBegin) ASSERT_EQ(event.statement, 0);
    if (event.kind == EventKind::kAcknowledge) {
      ASSERT_EQ(event.statement, run.workload.statement_count(run.workload.KindOf(event.txn)) - 1);
    }
  }
  ASSERT_EQ(seen[kNewOrder].size(), run.workload.statement_count(kNewOrder));
  ASSERT_EQ(seen[kPayment].size(), run.workload.statement_count(kPayment));
}

TEST(Tpcc, IsInTheListOfWorkloads) {
  const WorkloadInfo* info = FindWorkload("tpcc");
  ASSERT_NE(info, nullptr);
  EXPECT_EQ(FindWorkload("tpcx"), nullptr);
  WorkloadConfig config;
  ASSERT_LE(info->params.size(), kMaxParams);
  for (uint32_t i = 0; i < info->params.size(); ++i)
    config.params.value[i] = info->params[i].standard;
  config.clients = 5;
  EXPECT_EQ(info->check(config.params), nullptr);
  const std::unique_ptr<Workload> workload = info->create(config);
  EXPECT_EQ(workload->clients(), 5u);
  EXPECT_EQ(workload->RowCount(kCustomers), 30000u);
  EXPECT_EQ(workload->RowCount(kStock), 100000u);
}

}  // namespace
}  // namespace afterimage::testing_support
