// Whom the oracle blames: hand-made histories with one thing wrong.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "crash/oracle.h"
#include "support/observed.h"

namespace afterimage {
namespace {

using testing_support::Is;
using testing_support::kAbsent;

// Records 0 and 1, with 100 and 20; record 2 is absent.
class Diagnosis : public testing::Test {
 protected:
  void SetUp() override { oracle_.Reset({{true, 100}, {true, 20}, {false, 0}}, 4); }
  void Write(TxnLabel txn, uint16_t record, Observed value) {
    oracle_.Intend(txn, record, value);
    oracle_.Done(txn, true);
  }
  void Acknowledge(TxnLabel txn) {
    oracle_.Commit(txn);
    oracle_.Acknowledge(txn, 1);
  }
  // "lost T1 r0; visible T2 r1" and the verdict in front.
  std::string Judge(Observed a, Observed b, Observed c = kAbsent) {
    const Judgement judgement = oracle_.Judge({a, b, c}, Promise::kDurable);
    std::string text = kVerdictNames[static_cast<int>(judgement.kind)];
    for (const Finding& finding : judgement.findings) {
      text += std::string("; ") + kVerdictNames[static_cast<int>(finding.kind)] + " T" +
              std::to_string(finding.txn) + " r" + std::to_string(finding.record);
    }
    return text;
  }
  std::vector<int64_t> Expected(uint16_t record) {
    std::vector<int64_t> numbers;
    for (const Observed& value : oracle_.Expected(record))
      numbers.push_back(value.present ? value.number : -1);
    std::sort(numbers.begin(), numbers.end());
    return numbers;
  }
  Oracle oracle_;
};

TEST_F(Diagnosis, ALostWriteIsThatOfTheLastAcknowledgedWriter) {
  for (const TxnLabel txn : {1, 2}) {
    oracle_.Begin(txn);
    Write(txn, 0, Is(txn * 10));
    Acknowledge(txn);
  }
  EXPECT_EQ(Judge(Is(20), Is(20)), "consistent");
  EXPECT_EQ(Judge(Is(100), Is(20)), "lost; lost T2 r0");
  EXPECT_EQ(Judge(Is(10), Is(20)), "lost; lost T2 r0");
  EXPECT_EQ(Judge(kAbsent, Is(20)), "never-existed; never-existed T0 r0");
}

TEST_F(Diagnosis, AnUncommittedValueOnTopOfAnAcknowledgedOneIsVisible) {
  oracle_.Begin(1);
  Write(1, 0, Is(10));
  Acknowledge(1);
  oracle_.Begin(2);
  Write(2, 0, Is(77));
  EXPECT_EQ(Judge(Is(10), Is(20)), "consistent");
  EXPECT_EQ(Judge(Is(77), Is(20)), "visible; visible T2 r0");
}

TEST_F(Diagnosis, AWriteThatTheEngineHasNotAnsweredYetMayNotShowEither) {
  oracle_.Begin(1);
  oracle_.Intend(1, 0, Is(50));
  EXPECT_EQ(Judge(Is(100), Is(20)), "consistent");
  EXPECT_EQ(Judge(Is(50), Is(20)), "visible; visible T1 r0");
}

TEST_F(Diagnosis, HalfOfATransactionInDoubtIsVisible) {
  oracle_.Begin(1);
  Write(1, 0, Is(50));
  Write(1, 1, Is(60));
  oracle_.Commit(1);
  EXPECT_EQ(Judge(Is(50), Is(20)), "visible; visible T1 r0");
  EXPECT_EQ(Judge(Is(100), Is(60)), "visible; visible T1 r1");
}

TEST_F(Diagnosis, HalfOfAnAcknowledgedTransactionIsLost) {
  oracle_.Begin(1);
  Write(1, 0, Is(50));
  Write(1, 1, Is(60));
  Acknowledge(1);
  EXPECT_EQ(Judge(Is(50), Is(20)), "lost; lost T1 r1");
}

// The client was told that the value was rolled back, yet it is there, and so it has a writer.
TEST_F(Diagnosis, ARolledBackValueThatShowsIsVisibleAndHasItsWriter) {
  oracle_.Begin(1);
  Write(1, 0, Is(50));
  oracle_.Abort(1);
  EXPECT_EQ(Judge(Is(100), Is(20)), "consistent");
  EXPECT_EQ(Judge(Is(50), Is(20)), "visible; visible T1 r0");
  EXPECT_FALSE(oracle_.Wrote(1, 0));
}

TEST_F(Diagnosis, WhatARestartedTransactionWroteInItsFirstAttemptDoesNotCount) {
  oracle_.Begin(1);
  Write(1, 0, Is(50));
  oracle_.Intend(1, 1, Is(51));  // dies waiting for the lock
  oracle_.Done(1, false);
  oracle_.Abort(1);
  oracle_.Begin(1);
  Write(1, 1, Is(52));
  Acknowledge(1);
  EXPECT_EQ(Judge(Is(100), Is(52)), "consistent");
  EXPECT_EQ(Judge(Is(50), Is(52)), "visible; visible T1 r0");
  EXPECT_EQ(Judge(Is(100), Is(20)), "lost; lost T1 r1");
  EXPECT_FALSE(oracle_.Wrote(1, 0));
  EXPECT_TRUE(oracle_.Wrote(1, 1));
}

TEST_F(Diagnosis, AnInsertThatIsUndoneAndADeleteThatIsLostAreTold) {
  oracle_.Begin(1);
  Write(1, 2, Is(7));
  oracle_.Begin(2);
  Write(2, 1, kAbsent);
  Acknowledge(2);
  EXPECT_EQ(Judge(Is(100), kAbsent), "consistent");
  EXPECT_EQ(Judge(Is(100), kAbsent, Is(7)), "visible; visible T1 r2");
  EXPECT_EQ(Judge(Is(100), Is(20)), "lost; lost T2 r1");
}

TEST_F(Diagnosis, TheWorstFindingGivesTheVerdict) {
  oracle_.Begin(1);
  Write(1, 0, Is(50));
  Acknowledge(1);
  oracle_.Begin(2);
  Write(2, 1, Is(60));
  EXPECT_EQ(Judge(Is(100), Is(60)), "lost; lost T1 r0; visible T2 r1");
  EXPECT_EQ(Judge(Is(100), Is(60), Is(1)),
            "never-existed; lost T1 r0; visible T2 r1; never-existed T0 r2");
}

TEST_F(Diagnosis, ATornValueNeverExistedEvenIfItsNumberDid) {
  oracle_.Begin(1);
  Write(1, 0, Is(50));
  Acknowledge(1);
  EXPECT_EQ(Judge({true, false, 50}, Is(20)), "never-existed; never-existed T0 r0");
  EXPECT_EQ(Judge({true, false, 100}, Is(20)), "never-existed; never-existed T0 r0");
}

// --- What a record may be ------------------------------------------------------------------------

TEST_F(Diagnosis, ExpectedIsTheLastAcknowledgedValueAndThoseInDoubtAfterIt) {
  EXPECT_EQ(Expected(0), (std::vector<int64_t>{100}));
  oracle_.Begin(1);
  Write(1, 0, Is(1));
  EXPECT_EQ(Expected(0), (std::vector<int64_t>{100}));  // active: never
  oracle_.Commit(1);
  EXPECT_EQ(Expected(0), (std::vector<int64_t>{1, 100}));
  oracle_.Acknowledge(1, 5);
  EXPECT_EQ(Expected(0), (std::vector<int64_t>{1}));
  EXPECT_EQ(oracle_.acknowledged_at(1), 5u);
  oracle_.Begin(2);
  Write(2, 0, kAbsent);
  oracle_.Commit(2);
  EXPECT_EQ(Expected(0), (std::vector<int64_t>{-1, 1}));
  EXPECT_EQ(Expected(2), (std::vector<int64_t>{-1}));
}

TEST_F(Diagnosis, ExpectedKnowsNoValueThatItsOwnTransactionHasOverwritten) {
  oracle_.Begin(1);
  Write(1, 0, Is(1));
  Write(1, 0, Is(2));
  oracle_.Commit(1);
  EXPECT_EQ(Expected(0), (std::vector<int64_t>{2, 100}));
  EXPECT_EQ(Judge(Is(1), Is(20)), "visible; visible T1 r0");
}

TEST_F(Diagnosis, SeveralInDoubtSurviveIndependently) {
  oracle_.Begin(1);
  oracle_.Begin(2);
  Write(1, 0, Is(1));
  Write(2, 1, Is(2));
  oracle_.Commit(1);
  oracle_.Commit(2);
  for (const int64_t a : {100, 1}) {
    for (const int64_t b : {20, 2}) {
      const Judgement judgement = oracle_.Judge({Is(a), Is(b), kAbsent}, Promise::kDurable);
      EXPECT_EQ(judgement.kind, VerdictKind::kConsistent);
      EXPECT_EQ(judgement.survived[0], a == 1);
      EXPECT_EQ(judgement.survived[1], b == 2);
    }
  }
}

// Locks were released early: the later one rests on the earlier one.
TEST_F(Diagnosis, OfTwoInDoubtOnOneRecordTheLaterNeedsTheEarlier) {
  oracle_.Begin(1);
  oracle_.Begin(2);
  Write(1, 0, Is(1));
  Write(1, 1, Is(5));
  Write(2, 0, Is(2));
  oracle_.Commit(1);
  oracle_.Commit(2);
  EXPECT_EQ(Judge(Is(100), Is(20)), "consistent");
  EXPECT_EQ(Judge(Is(1), Is(5)), "consistent");
  EXPECT_EQ(Judge(Is(2), Is(20)), "never-existed; never-existed T2 r0");
  EXPECT_EQ(Judge(Is(2), Is(5)), "consistent");
  EXPECT_EQ(Judge(Is(1), Is(20)), "visible; visible T1 r0");
}

TEST_F(Diagnosis, ABrokenReaderIsNamedWithWhomItRestsOn) {
  oracle_.Begin(1);
  Write(1, 0, Is(1));
  oracle_.Commit(1);
  oracle_.Begin(2);
  oracle_.Read(2, 0);
  Acknowledge(2);
  const Judgement judgement = oracle_.Judge({Is(100), Is(20), kAbsent}, Promise::kDurable);
  ASSERT_EQ(judgement.findings.size(), 1u);
  EXPECT_EQ(judgement.findings[0].kind, VerdictKind::kNeverExisted);
  EXPECT_EQ(judgement.findings[0].txn, 2u);
  EXPECT_EQ(judgement.findings[0].record, 0u);
  EXPECT_EQ(judgement.findings[0].on, 1u);
}

}  // namespace
}  // namespace afterimage
