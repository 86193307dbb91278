// Tests the B+-tree mix: its draws have the claimed distribution, and the records are exactly what
// so many transactions leave.
#include "workload/btree_mix/btree_mix.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "support/benchmark_run.h"
#include "support/pieces.h"
#include "workload/btree_mix/history.h"

namespace afterimage::btree_mix {
namespace {

using namespace testing_support;
using MixRun = BenchmarkRun<BtreeMix>;

constexpr char kBroken[] =
    "a client's records are those that its first transactions leave, each whole";

MixShape SmallShape(uint32_t records, uint32_t clients = 1, bool paired = false) {
  MixShape shape;
  shape.records = records;
  shape.operations = 7;
  shape.update_percent = 70;
  shape.paired = paired;
  shape.clients = clients;
  shape.seed = 3;
  return shape;
}

// The operations of one client, in order.
class Operations {
 public:
  Operations(const MixShape& shape, uint32_t client) : history(shape, client, arena_) {}

  void Do(uint64_t first, uint64_t end, uint64_t salt = 0) {
    for (uint64_t number = first; number < end; ++number) {
      const MixOperation next = history.Next(number, salt);
      drawn.push_back(next.look_up);
      drawn.push_back(next.insert);
      drawn.push_back(next.erase);
      look_ups += next.look_up != MixOperation::kNone;
      inserts += next.insert != MixOperation::kNone;
      erases += next.erase != MixOperation::kNone;
    }
  }

  std::vector<uint32_t> drawn;
  uint32_t look_ups = 0, inserts = 0, erases = 0;

 private:
  BlockPool pool_;
  Arena arena_{pool_};

 public:
  MixHistory history;
};

TEST(BtreeMix, RecordsAreThoseOfSoManyTransactions) {
  for (const uint32_t records : {1, 60}) {
    for (const bool paired : {false, true}) {
      MixShape shape = SmallShape(records, 4, paired);
      shape.rollback_percent = 30;
      MixRun run(shape);
      EXPECT_EQ(run.Broken(), "");
      EXPECT_EQ(run.engine.Count(0), std::max(records, 4u)) << "one for each client at least";
      run.engine.refuse_one_in = 100;
      run.sim.recorder.Mute(true);
      run.Transactions(400);
      run.engine.refuse_one_in = 0;
      EXPECT_EQ(run.Broken(), "");
      EXPECT_EQ(run.observer.acknowledged.size(), 280u);
      EXPECT_GT(run.observer.aborts, 125u) << "some are begun again";
      EXPECT_EQ(run.observer.disorder, 0u);
      EXPECT_EQ(run.run.abandoned, 0u);
      EXPECT_EQ(run.engine.waits, 0u) << "clients never meet on a record";
      EXPECT_GT(run.observer.written[0], 1000u);
      const uint64_t most = paired ? run.engine.Count(0) : std::max(records, 4u) + 4;
      EXPECT_LE(run.engine.Count(0), most);
      EXPECT_GE(run.engine.Count(0), std::max(records, 4u));
    }
  }
}

TEST(BtreeMix, HalfOfTheUpdatesAreInsertions) {
  for (const uint32_t percent : {0, 25, 100}) {
    MixShape shape = SmallShape(500);
    shape.update_percent = percent;
    Operations done(shape, 0);
    done.Do(0, 4000);
    const uint32_t updates = done.inserts + done.erases;
    EXPECT_NEAR(updates, 40 * percent, percent % 100 == 0 ? 0 : 120);
    EXPECT_EQ(done.inserts, (updates + 1) / 2);
    EXPECT_EQ(done.look_ups, 4000 - updates);
  }
}

TEST(BtreeMix, EachClientOfManyHasItsOwnShareOfLookUps) {
  const MixShape shape = SmallShape(4000, 40, true);
  std::set<uint32_t> shares;
  for (uint32_t client = 0; client < 40; ++client) {
    const uint32_t percent = shape.UpdatePercent(client);
    EXPECT_GE(percent, 20u);
    EXPECT_LE(percent, 80u);
    shares.insert(percent);
    Operations done(shape, client);
    done.Do(0, 1000);
    EXPECT_EQ(done.inserts, done.erases) << "pairs";
    EXPECT_NEAR(done.inserts, 10 * percent, 70);
  }
  EXPECT_GT(shares.size(), 20u);
}

TEST(BtreeMix, DrawsAreFromAllOfAClientsKeysAndFromTheSeed) {
  const MixShape shape = SmallShape(100, 3);
  std::set<Key> keys, initial;
  for (uint64_t row = 0; row < 100; ++row) initial.insert(shape.KeyAtStart(row));
  for (uint32_t client = 0; client < 3; ++client) {
    Operations done(shape, client);
    for (uint32_t slot = 0; slot < shape.SlotsOf(client); ++slot) {
      EXPECT_TRUE(keys.insert(shape.KeyOf(client, slot)).second);
      EXPECT_EQ(done.history.there(slot), initial.count(shape.KeyOf(client, slot)) == 1);
    }
    done.Do(0, 2000);
    std::set<uint32_t> drawn(done.drawn.begin(), done.drawn.end());
    drawn.erase(MixOperation::kNone);
    EXPECT_EQ(drawn.size(), shape.SlotsOf(client));
    MixShape other = shape;
    other.seed = 4;
    Operations others(other, client);
    others.Do(0, 2000);
    EXPECT_NE(done.drawn, others.drawn);
  }
  EXPECT_EQ(keys.size(), shape.keys());
  EXPECT_EQ(*keys.rbegin(), shape.keys() - 1);
}

TEST(BtreeMix, WhatIsTakenBackIsDrawnAgain) {
  for (const bool paired : {false, true}) {
    const MixShape shape = SmallShape(20, 1, paired);
    Operations straight(shape, 0), again(shape, 0);
    straight.Do(0, 30);
    again.Do(0, 10);
    again.history.Keep();
    again.Do(10, 15, 8);
    again.history.TakeBack();
    again.Do(10, 13);
    again.history.TakeBack();
    again.drawn.resize(3 * 10);
    again.Do(10, 30);
    EXPECT_EQ(again.drawn, straight.drawn);
    for (uint32_t slot = 0; slot < shape.SlotsOf(0); ++slot)
      EXPECT_EQ(again.history.there(slot), straight.history.there(slot));
  }
}

TEST(BtreeMix, TransactionsRollBackEvenlyTheFirstIncluded) {
  MixShape shape = SmallShape(20);
  shape.rollback_percent = 50;
  for (TxnLabel txn = 1; txn < 20; ++txn) EXPECT_EQ(shape.RollsBack(txn), txn % 2 == 1) << txn;
  for (const uint32_t percent : {0, 1, 30, 99}) {
    shape.rollback_percent = percent;
    uint32_t back = 0;
    for (TxnLabel txn = 1; txn <= 1000; ++txn) back += shape.RollsBack(txn);
    EXPECT_EQ(back, 10 * percent);
    EXPECT_EQ(shape.RollsBack(1), percent > 0);
  }
}

// With one pool the clients with many look-ups, whose transactions are short, run more of them.
TEST(BtreeMix, AClientDoesItsShareOrTakesFromThePool) {
  const auto committed = [](uint32_t share, uint64_t transactions) {
    MixShape shape = SmallShape(400, 4, true);
    shape.operations = 40;  // some of them are updates
    shape.share = share;
    shape.rollback_percent = 20;
    MixRun run(shape);
    run.sim.recorder.Mute(true);
    run.Transactions(transactions);
    EXPECT_EQ(run.Broken(), "");
    std::vector<uint64_t> of(4);
    for (const TxnLabel txn : run.observer.acknowledged)
      ++of[run.observer.last_key.at(txn) / 2 % 4];  // the client whose key that is
    return of;
  };
  EXPECT_EQ(committed(25, 1000), (std::vector<uint64_t>{25, 25, 25, 25}));
  const std::vector<uint64_t> pool = committed(0, 400);
  EXPECT_EQ(std::accumulate(pool.begin(), pool.end(), uint64_t{0}), 320u);
  EXPECT_GT(*std::max_element(pool.begin(), pool.end()),
            *std::min_element(pool.begin(), pool.end()) + 10);
}

TEST(BtreeMix, ALostWriteIsNoticed) {
  for (const bool paired : {false, true}) {
    for (const uint64_t change : {0, 1, 4, 9}) {  // insertions and deletions
      MixRun run(SmallShape(2000, 1, paired));
      run.engine.bad_change = change;
      run.Transactions(3);
      EXPECT_EQ(run.Broken(), kBroken) << paired << change;
    }
  }
}

// Does operations that are all updates, in a transaction that does not end.
Task<void> Change(MixRun& run, MixHistory& history, uint64_t first, uint64_t end, Thread& thread) {
  const MixShape& shape = run.workload.shape();
  Transaction txn;
  Value value;
  value.size = shape.bytes;
  co_await run.engine.Begin(thread, txn);
  for (uint64_t number = first; number < end; ++number) {
    const MixOperation next = history.Next(number);
    Status status = Status::kNotFound;
    if (next.insert != MixOperation::kNone) {
      const Key key = shape.KeyOf(0, next.insert);
      shape.PutValue(key, number + 1, 0, shape.bytes, value.bytes);
      status = co_await run.engine.Insert(thread, txn, 0, key, value);
    } else {
      status = co_await run.engine.Erase(thread, txn, 0, shape.KeyOf(0, next.erase));
    }
    EXPECT_EQ(status, Status::kOk);
  }
  co_await run.engine.Finish(thread, txn);
}

TEST(BtreeMix, APartOfATransactionIsNoticed) {
  for (const uint64_t changes : {3, 4, 5, 6, 7}) {
    MixShape shape = SmallShape(2000);
    shape.operations = 9;
    shape.update_percent = 100;
    MixRun run(shape);
    run.Transactions(2);
    // The first changes of a third transaction are there, and they are never rolled back.
    shape.operations = 1;
    Operations known(shape, 0);
    known.Do(0, 18);
    Thread& thread = run.sim.kernel.AddThread(ThreadKind::kClient, {});
    run.sim.kernel.Spawn(thread, Change(run, known.history, 18, 18 + changes, thread),
                         run.sim.kernel.now());
    run.sim.kernel.Run();
    EXPECT_EQ(run.Broken(), kBroken) << changes;
  }
}

TEST(BtreeMix, ReadsThatFailAreNoConsistency) {
  MixRun run(SmallShape(50));
  run.engine.refuse_one_in = 1;
  const Consistency result = run.Check();
  EXPECT_FALSE(result.holds);
  EXPECT_EQ(result.status, Status::kMustAbort);
}

TEST(BtreeMix, RowsReadInPieces) {
  ExpectRowsInPieces(BtreeMix(SmallShape(50, 3)));
  ExpectRowsAreFound(BtreeMix(SmallShape(50, 3)));
}

TEST(BtreeMix, TracingChangesNothing) {
  MixRun run(SmallShape(50, 3));
  run.Transactions(100);
  EXPECT_EQ(run.engine.Digest(), 2581063562355676265u);
  EXPECT_EQ(run.sim.kernel.now(), 467500u);
}

}  // namespace
}  // namespace afterimage::btree_mix
