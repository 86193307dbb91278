// The skip-record program: do the transactions of a round take turns, and end as they should?
#include "workload/skip_records/skip_records.h"

#include <gtest/gtest.h>

#include "support/benchmark_run.h"
#include "support/pieces.h"

namespace afterimage::skip_records {
namespace {

using namespace testing_support;
using SkipRun = BenchmarkRun<SkipRecords>;

SkipShape SkipShapeOf(uint32_t skip, Fate target, uint32_t rounds = 0, uint32_t lost_percent = 0) {
  SkipShape shape;
  shape.words = 400;
  shape.skip = skip;
  shape.operations = 5;
  shape.target = target;
  shape.rounds = rounds;
  shape.lost_percent = lost_percent;
  shape.seed = 3;
  return shape;
}

TEST(SkipRecords, TransactionsAreWholeAndNoneIsGivenUp) {
  for (const uint32_t skip : {0, 1, 7}) {
    SkipRun run(SkipShapeOf(skip, Fate::kCommit));
    EXPECT_EQ(run.Broken(), "");
    run.Transactions(64);
    EXPECT_EQ(run.Broken(), "");
    EXPECT_EQ(run.observer.acknowledged.size(), 64u);
    EXPECT_EQ(run.observer.disorder, 0u);
    EXPECT_EQ(run.run.abandoned, 0u);
    EXPECT_EQ(run.engine.waits, 0u) << "words of one are no other's";
  }
}

TEST(SkipRecords, TheTargetRollsBackOrStaysOpenToTheEnd) {
  for (const Fate fate : {Fate::kRollBack, Fate::kLost}) {
    SkipRun run(SkipShapeOf(3, fate));
    run.Transactions(40);
    EXPECT_EQ(run.Broken(), "");
    EXPECT_EQ(run.observer.acknowledged.size(), 30u);
    EXPECT_EQ(run.observer.aborts, 10u);
    for (const TxnLabel txn : run.observer.acknowledged) EXPECT_NE(txn % 4, 1);
  }
}

TEST(SkipRecords, ARunWithoutEndEndsWhereALostOneHasTheWords) {
  SkipRun run(SkipShapeOf(3, Fate::kLost));  // 80 stretches
  run.Transactions(400);
  EXPECT_EQ(run.Broken(), "");
  EXPECT_EQ(run.observer.acknowledged.size(), 60u);
  EXPECT_EQ(run.observer.aborts, 20u);
}

TEST(SkipRecords, TheLastRoundsOfARunLoseTheirTarget) {
  SkipRun run(SkipShapeOf(3, Fate::kCommit, 30, 25));
  run.Transactions(400);
  EXPECT_EQ(run.Broken(), "");
  EXPECT_EQ(run.observer.begun.size(), 120u) << "30 rounds of 4";
  EXPECT_EQ(run.observer.acknowledged.size(), 113u);
  EXPECT_EQ(run.observer.aborts, 7u);
  for (const TxnLabel txn : run.observer.acknowledged) EXPECT_FALSE(txn > 92 && txn % 4 == 1);
  SkipRun all(SkipShapeOf(3, Fate::kLost, 50));
  all.Transactions(400);
  EXPECT_EQ(all.Broken(), "");
  EXPECT_EQ(all.observer.aborts, 50u) << "each has words of its own";
}

TEST(SkipRecords, ACheckpointComesAfterEachRoundThatLosesNothing) {
  SkipShape shape = SkipShapeOf(3, Fate::kCommit, 30, 25);
  shape.checkpoint = true;
  SkipRun run(shape);
  run.Transactions(400);
  EXPECT_EQ(run.Broken(), "");
  EXPECT_EQ(run.observer.checkpoints, 23u);
}

TEST(SkipRecords, ATornTransactionIsNoticed) {
  SkipRun run(SkipShapeOf(3, Fate::kCommit));
  run.engine.bad_table = 0;
  run.engine.bad_change = 9;
  run.Transactions(4);
  EXPECT_EQ(run.Broken(),
            "the words of a transaction are all its own, or none, and only of one that commits");
}

TEST(SkipRecords, RowsReadInPiecesAndAreFound) {
  ExpectRowsInPieces(SkipRecords(SkipShapeOf(3, Fate::kCommit)));
  ExpectRowsAreFound(SkipRecords(SkipShapeOf(3, Fate::kCommit)));
}

}  // namespace
}  // namespace afterimage::skip_records
