// Tests that the insert program leaves in the database exactly what so many transactions wrote.
#include "workload/inserts/inserts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "support/benchmark_run.h"
#include "support/pieces.h"

namespace afterimage::inserts {
namespace {

using namespace testing_support;
using InsertRun = BenchmarkRun<Inserts>;

constexpr char kBroken[] = "a client's records are those of its first transactions, each whole";

InsertShape SmallShape(bool updates, bool mixed, uint32_t clients = 1) {
  InsertShape shape;
  shape.updates = updates;
  shape.mixed = mixed;
  shape.operations = 7;
  shape.records = updates ? 20 : 0;
  shape.clients = clients;
  shape.seed = 3;
  return shape;
}

TEST(Inserts, VersionsAreThoseOfTheLastTransactionThatWroteARecord) {
  const InsertShape shape = SmallShape(true, false);
  std::vector<uint64_t> versions(20);
  for (uint64_t txn = 0; txn < 30; ++txn) {
    for (uint64_t record = 0; record < 20; ++record)
      ASSERT_EQ(shape.VersionAfter(txn, record), versions[record]) << txn;
    for (uint64_t j = txn * 7; j < txn * 7 + 7; ++j) versions[shape.RecordOf(j)] = txn + 1;
  }
  EXPECT_EQ(SmallShape(false, false).VersionAfter(3, 20), 3u);
  EXPECT_EQ(SmallShape(false, false).VersionAfter(3, 21), 0u);
}

TEST(Inserts, RecordsAreThoseOfSoManyTransactions) {
  for (const bool updates : {false, true}) {
    for (const bool mixed : {false, true}) {
      InsertRun run(SmallShape(updates, mixed, 4));
      EXPECT_EQ(run.Broken(), "");
      run.engine.refuse_one_in = 100;
      run.sim.recorder.Mute(true);
      run.Transactions(400);
      run.engine.refuse_one_in = 0;
      EXPECT_EQ(run.Broken(), "");
      EXPECT_GT(run.observer.aborts, 5u);
      EXPECT_EQ(run.observer.disorder, 0u);
      EXPECT_EQ(run.run.abandoned, 0u);
      EXPECT_EQ(run.engine.waits, 0u) << "clients never meet";
      uint64_t records = 0;
      for (uint32_t table = 0; table < run.workload.table_count(); ++table)
        records += run.engine.Count(static_cast<TableId>(table));
      EXPECT_EQ(records, updates ? 80u : 2800u);
    }
  }
}

// Shared keys go all over the index; of those that are updated the order is another one's matter.
TEST(Inserts, RecordsAreThoseWhicheverWayTheirKeysGo) {
  for (const bool updates : {false, true}) {
    for (const Keys keys : {Keys::kScattered, Keys::kAscending, Keys::kShared}) {
      InsertShape shape = SmallShape(updates, false, 4);
      shape.keys = keys;
      ExpectRowsAreFound(Inserts(shape));
      InsertRun run(shape);
      run.sim.recorder.Mute(true);
      run.Transactions(400);
      EXPECT_EQ(run.Broken(), "") << updates << static_cast<int>(keys);
      EXPECT_EQ(run.engine.Count(0), updates ? 80u : 2800u);
    }
  }
}

TEST(Inserts, SharedKeysOfClientsStandBetweenEachOther) {
  InsertShape shape = SmallShape(false, false, 3);
  for (const Keys keys : {Keys::kScattered, Keys::kShared}) {
    shape.keys = keys;
    uint32_t changes = 0;
    std::vector<std::pair<Key, uint32_t>> all;
    for (uint32_t client = 0; client < 3; ++client) {
      for (uint64_t record = 0; record < 100; ++record) {
        const Key key = shape.KeyOf(client, record);
        EXPECT_EQ(shape.ClientOf(key), client);
        all.push_back({key, client});
      }
    }
    std::sort(all.begin(), all.end());
    for (size_t i = 1; i < all.size(); ++i) {
      EXPECT_LT(all[i - 1].first, all[i].first);
      changes += all[i].second != all[i - 1].second;
    }
    EXPECT_EQ(changes, keys == Keys::kShared ? 299u : 2u);
  }
}

TEST(Inserts, ALostWriteIsNoticed) {
  for (const bool updates : {false, true}) {
    for (const bool mixed : {false, true}) {
      for (const uint64_t change : {1, 2}) {
        InsertRun run(SmallShape(updates, mixed));
        run.engine.bad_table = mixed ? 2 : 0;
        run.engine.bad_change = change;
        run.Transactions(3);
        EXPECT_EQ(run.Broken(), kBroken) << updates << mixed << change;
      }
    }
  }
}

TEST(Inserts, ReadsThatFailAreNoConsistency) {
  InsertRun run(SmallShape(true, false));
  run.engine.refuse_one_in = 1;
  const Consistency result = run.Check();
  EXPECT_FALSE(result.holds);
  EXPECT_EQ(result.status, Status::kMustAbort);
}

TEST(Inserts, RowsReadInPieces) {
  ExpectRowsInPieces(Inserts(SmallShape(true, true, 3)));
  ExpectRowsAreFound(Inserts(SmallShape(true, true, 3)));
  EXPECT_EQ(Inserts(SmallShape(true, true, 3)).RowCount(1), 3u * 4);
  EXPECT_EQ(Inserts(SmallShape(false, true, 3)).RowCount(1), 0u);
}

TEST(Inserts, ComputationTakesSoManyLineWrites) {
  Time ends[2];
  for (const uint32_t compute : {0, 10}) {
    InsertShape shape = SmallShape(true, false);
    shape.compute = compute;
    InsertRun run(shape);
    run.Transactions(20);
    ends[compute / 10] = run.sim.kernel.now();
  }
  EXPECT_EQ(ends[1] - ends[0], 20 * 7 * 10 * MachineProfile(kMachines[0]).nvm_write_ns());
}

// Each insert comes through the server; its begin and commit come along.
TEST(Inserts, StatementsOnRecordsPayForTheirWayThroughTheServer) {
  Time ends[2];
  for (const int64_t sql : {0, 1000}) {
    InsertRun run(SmallShape(false, false));
    run.machine.Set(Price::kPathSql, sql);
    run.Transactions(20);
    ends[sql / 1000] = run.sim.kernel.now();
  }
  EXPECT_EQ(ends[1] - ends[0], 20 * 7 * 375u);
}

TEST(Inserts, TracingChangesNothing) {
  InsertRun run(SmallShape(false, true, 3));
  run.Transactions(100);
  EXPECT_EQ(run.engine.Digest(), 14478605174407591487u);
  EXPECT_EQ(run.sim.kernel.now(), 467500u);
}

}  // namespace
}  // namespace afterimage::inserts
