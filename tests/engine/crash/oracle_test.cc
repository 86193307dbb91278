#include "crash/oracle.h"

#include <gtest/gtest.h>

#include "crash/persist_choices.h"
#include "support/observed.h"

namespace afterimage {
namespace {

using testing_support::Is;
using testing_support::kAbsent;

// Two records, A = 100 and B = 20, and three transactions.
class OracleTest : public testing::Test {
 protected:
  void SetUp() override { oracle_.Reset({{true, 100}, {true, 20}}, 3); }
  void Write(TxnLabel txn, uint16_t record, Observed value) {
    oracle_.Intend(txn, record, value);
    oracle_.Done(txn, true);
  }
  VerdictKind Verdict(Observed a, Observed b) {
    return oracle_.Judge({a, b}, Promise::kDurable).kind;
  }
  Oracle oracle_;
};

TEST_F(OracleTest, NothingBegunLeavesTheInitialValues) {
  EXPECT_EQ(Verdict(Is(100), Is(20)), VerdictKind::kConsistent);
  EXPECT_EQ(Verdict(Is(101), Is(20)), VerdictKind::kNeverExisted);
}

TEST_F(OracleTest, AnAcknowledgedTransactionMustSurvive) {
  oracle_.Begin(1);
  Write(1, 0, Is(50));
  oracle_.Commit(1);
  oracle_.Acknowledge(1, 7);
  EXPECT_EQ(Verdict(Is(50), Is(20)), VerdictKind::kConsistent);
  EXPECT_EQ(Verdict(Is(100), Is(20)), VerdictKind::kLost);
}

TEST_F(OracleTest, WhatWasNeverCommittedMustNotShow) {
  oracle_.Begin(1);
  Write(1, 0, Is(50));
  EXPECT_EQ(Verdict(Is(50), Is(20)), VerdictKind::kVisible);
  EXPECT_EQ(Verdict(Is(100), Is(20)), VerdictKind::kConsistent);
}

TEST_F(OracleTest, ATransactionInDoubtIsWholeOrAbsent) {
  oracle_.Begin(1);
  Write(1, 0, Is(50));
  Write(1, 1, Is(70));
  oracle_.Commit(1);
  EXPECT_EQ(Verdict(Is(100), Is(20)), VerdictKind::kConsistent);
  EXPECT_EQ(Verdict(Is(50), Is(70)), VerdictKind::kConsistent);
  EXPECT_EQ(Verdict(Is(50), Is(20)), VerdictKind::kVisible);
  EXPECT_EQ(oracle_.Judge({Is(50), Is(70)}, Promise::kDurable).survived[0], 1);
  EXPECT_EQ(oracle_.Judge({Is(100), Is(20)}, Promise::kDurable).survived[0], 0);
  EXPECT_EQ(oracle_.Expected(0).size(), 2u);
}

// Locks are released early: each transaction overwrites the one before it, and none is
// acknowledged. Any prefix may survive.
TEST(OracleOfMany, AnyPrefixOfAChainOfCommitsExplainsWhatIsRead) {
  constexpr TxnLabel kMany = 40;
  Oracle oracle;
  oracle.Reset({{true, 0}}, kMany);
  for (TxnLabel txn = 1; txn <= kMany; ++txn) {
    oracle.Begin(txn);
    if (txn > 1) oracle.Read(txn, 0);
    oracle.Intend(txn, 0, Is(txn));
    oracle.Done(txn, true);
    oracle.Commit(txn);
  }
  for (const int value : {0, 1, 17, 39, 40}) {
    const Judgement judgement = oracle.Judge({Is(value)}, Promise::kDurable);
    EXPECT_EQ(judgement.kind, VerdictKind::kConsistent) << value;
    for (int i = 0; i < kMany; ++i)
      EXPECT_EQ(judgement.survived[i], i < value) << value << " " << i;
  }
  EXPECT_EQ(oracle.Judge({Is(41)}, Promise::kDurable).kind, VerdictKind::kNeverExisted);
}

// All write the same value: they cannot be told apart, and need not be.
TEST(OracleOfMany, EqualValuesOfManyAreNotTriedInAllWays) {
  constexpr TxnLabel kMany = 60;
  Oracle oracle;
  oracle.Reset({{true, 0}, {true, 0}}, kMany);
  for (TxnLabel txn = 1; txn <= kMany; ++txn) {
    oracle.Begin(txn);
    oracle.Intend(txn, 0, Is(7));
    oracle.Done(txn, true);
    oracle.Commit(txn);
  }
  EXPECT_EQ(oracle.Judge({Is(7), Is(0)}, Promise::kDurable).kind, VerdictKind::kConsistent);
  EXPECT_EQ(oracle.Judge({Is(0), Is(0)}, Promise::kDurable).kind, VerdictKind::kConsistent);
  EXPECT_NE(oracle.Judge({Is(7), Is(1)}, Promise::kDurable).kind, VerdictKind::kConsistent);
}

TEST(OracleOfMany, MoreRecordsThanSixteenBitsCountAreJudgedByTheirOwnValues) {
  constexpr RecordNumber kMany = 70000;
  Oracle oracle;
  oracle.Reset(std::vector<Oracle::Record>(kMany, {true, 0}), 1);
  oracle.Begin(1);
  oracle.Intend(1, kMany - 1, Is(5));
  oracle.Done(1, true);
  oracle.Commit(1);
  oracle.Acknowledge(1, 1);
  std::vector<Observed> read(kMany, Is(0));
  const Judgement lost = oracle.Judge(read, Promise::kDurable);
  EXPECT_EQ(lost.kind, VerdictKind::kLost);
  ASSERT_EQ(lost.findings.size(), 1u);
  EXPECT_EQ(lost.findings[0].record, kMany - 1);
  read[kMany - 1] = Is(5);
  EXPECT_EQ(oracle.Judge(read, Promise::kDurable).kind, VerdictKind::kConsistent);
}

TEST_F(OracleTest, AnAbortedTransactionLeavesNothing) {
  oracle_.Begin(1);
  Write(1, 0, Is(50));
  oracle_.Abort(1);
  EXPECT_EQ(Verdict(Is(100), Is(20)), VerdictKind::kConsistent);
  EXPECT_NE(Verdict(Is(50), Is(20)), VerdictKind::kConsistent);
}

TEST_F(OracleTest, ATornValueNeverExisted) {
  oracle_.Begin(1);
  Write(1, 0, Is(50));
  oracle_.Commit(1);
  EXPECT_EQ(Verdict({true, false, 50}, Is(20)), VerdictKind::kNeverExisted);
}

TEST_F(OracleTest, DeletesAndInsertsCountAsValues) {
  oracle_.Begin(1);
  Write(1, 1, kAbsent);
  oracle_.Commit(1);
  oracle_.Acknowledge(1, 1);
  EXPECT_EQ(Verdict(Is(100), kAbsent), VerdictKind::kConsistent);
  EXPECT_EQ(Verdict(Is(100), Is(20)), VerdictKind::kLost);
}

// The order of the locks decides, not the order in which writes were announced.
TEST_F(OracleTest, TheLaterOfTwoAcknowledgedWritesStands) {
  oracle_.Begin(1);
  oracle_.Begin(2);
  oracle_.Intend(2, 0, Is(9));  // waits for T1's lock
  Write(1, 0, Is(50));
  oracle_.Commit(1);
  oracle_.Acknowledge(1, 1);
  oracle_.Done(2, true);
  oracle_.Commit(2);
  oracle_.Acknowledge(2, 2);
  EXPECT_EQ(Verdict(Is(9), Is(20)), VerdictKind::kConsistent);
  EXPECT_EQ(Verdict(Is(50), Is(20)), VerdictKind::kLost);
}

TEST_F(OracleTest, AFailedWriteNeverHappened) {
  oracle_.Begin(1);
  oracle_.Intend(1, 0, Is(50));
  oracle_.Done(1, false);
  oracle_.Commit(1);
  oracle_.Acknowledge(1, 1);
  EXPECT_EQ(Verdict(Is(100), Is(20)), VerdictKind::kConsistent);
  EXPECT_FALSE(oracle_.Wrote(1, 0));
}

// With early lock release two transactions in doubt may have written one record.
TEST_F(OracleTest, OfOverlappingTransactionsInDoubtTheLaterSurvivesOnlyWithTheEarlier) {
  oracle_.Begin(1);
  oracle_.Begin(2);
  Write(1, 0, Is(50));
  Write(1, 1, Is(70));
  oracle_.Commit(1);
  Write(2, 0, Is(9));
  oracle_.Commit(2);
  EXPECT_EQ(Verdict(Is(100), Is(20)), VerdictKind::kConsistent);
  EXPECT_EQ(Verdict(Is(50), Is(70)), VerdictKind::kConsistent);
  EXPECT_EQ(Verdict(Is(9), Is(70)), VerdictKind::kConsistent);
  EXPECT_EQ(Verdict(Is(9), Is(20)), VerdictKind::kNeverExisted);
  EXPECT_EQ(Verdict(Is(50), Is(20)), VerdictKind::kVisible);
  EXPECT_EQ(oracle_.Expected(0).size(), 3u);
  EXPECT_EQ(oracle_.Expected(1).size(), 2u);
}

// The locks were released early; the second transaction was acknowledged first.
TEST_F(OracleTest, ATransactionInDoubtIsNotJudgedByWhatAnAcknowledgedOneHasOverwritten) {
  oracle_.Begin(1);
  oracle_.Begin(2);
  Write(1, 0, Is(50));
  Write(1, 1, Is(70));
  oracle_.Commit(1);
  Write(2, 0, Is(9));
  oracle_.Commit(2);
  oracle_.Acknowledge(2, 5);
  EXPECT_EQ(Verdict(Is(9), Is(70)), VerdictKind::kConsistent);
  EXPECT_EQ(Verdict(Is(9), Is(20)), VerdictKind::kNeverExisted);  // the second rests on the first
  EXPECT_NE(Verdict(Is(50), Is(70)), VerdictKind::kConsistent);
  EXPECT_EQ(oracle_.Judge({Is(9), Is(70)}, Promise::kDurable).survived[0], 1);
  EXPECT_EQ(oracle_.Judge({Is(9), Is(20)}, Promise::kDurable).survived[0], 0);
}

// A reader has written nothing to look for: it has survived if the transaction that it read from
// has.
TEST_F(OracleTest, AReaderThatWasToldSurvivesWithTheValueThatItRead) {
  oracle_.Begin(1);
  Write(1, 0, Is(50));
  oracle_.Commit(1);
  oracle_.Begin(2);
  oracle_.Read(2, 0);
  oracle_.Commit(2);
  oracle_.Acknowledge(2, 5);
  EXPECT_EQ(Verdict(Is(100), Is(20)), VerdictKind::kNeverExisted);
  EXPECT_EQ(oracle_.Judge({Is(100), Is(20)}, Promise::kDurable).survived[1], 0);
  EXPECT_EQ(oracle_.Judge({Is(50), Is(20)}, Promise::kDurable).survived[1], 1);
}

TEST(Count, IsExactBeyond64Bits) {
  Count count(1);
  for (int i = 0; i < 25; ++i) count.Multiply(1000);
  EXPECT_EQ(count.Decimal(), "1" + std::string(75, '0'));
  Count other(1);
  for (uint32_t i = 1; i <= 25; ++i) other.Multiply(i);
  EXPECT_EQ(other.Decimal(), "15511210043330985984000000");
}

TEST(EveryChoice, VisitsEachCombinationOnceDepthFirst) {
  PersistUnit three, two;
  three.ordinary = 2;
  two.ordinary = 1;
  EveryChoice every;
  std::vector<std::pair<uint32_t, uint32_t>> seen;
  do {
    const uint32_t a = every.Choose(0, three);
    // The second unit is looked at only on one path.
    const uint32_t b = a == 1 ? every.Choose(1, two) : 9;
    seen.emplace_back(a, b);
  } while (every.Next());
  const std::vector<std::pair<uint32_t, uint32_t>> expected = {{0, 9}, {1, 0}, {1, 1}, {2, 9}};
  EXPECT_EQ(seen, expected);
}

}  // namespace
}  // namespace afterimage
