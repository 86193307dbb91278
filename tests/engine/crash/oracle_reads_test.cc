// Tests how the oracle judges what transactions read while they run, with histories made by hand.
#include <gtest/gtest.h>

#include "crash/oracle.h"
#include "support/observed.h"

#if AFTERIMAGE_WATCHES_READS
namespace afterimage {
namespace {

using testing_support::Is;
using testing_support::kAbsent;

// Record 0 is 100, record 1 is absent.
class OracleReads : public testing::Test {
 protected:
  void SetUp() override { oracle_.Reset({{true, 100}, {false, 0}}, 4); }
  void Write(TxnLabel txn, RecordNumber record, Observed value) {
    oracle_.Intend(txn, record, value);
    oracle_.Done(txn, true);
  }
  void Commit(TxnLabel txn) {
    oracle_.Commit(txn);
    oracle_.Acknowledge(txn, 1);
  }
  void Whole(TxnLabel txn, RecordNumber record, Observed value) {
    oracle_.Begin(txn);
    Write(txn, record, value);
    Commit(txn);
  }
  size_t wrong() const { return oracle_.wrong_reads().size(); }

  Oracle oracle_;
};

TEST_F(OracleReads, OfTheNewestValueAreRight) {
  oracle_.Begin(1);
  oracle_.Compare(1, 0, Is(100));
  oracle_.Compare(1, 1, kAbsent);
  Write(1, 0, Is(5));
  oracle_.Compare(1, 0, Is(5));  // its own
  oracle_.Commit(1);
  oracle_.Begin(2);
  oracle_.Compare(2, 0, Is(5));  // who has asked for the commit may have let go of its locks
  EXPECT_EQ(wrong(), 0u);
}

TEST_F(OracleReads, OfAnOlderValueAndOfNobodysAreWrong) {
  Whole(1, 0, Is(5));
  oracle_.Begin(2);
  oracle_.Compare(2, 0, Is(100));
  oracle_.Compare(2, 0, kAbsent);
  oracle_.Compare(2, 0, {true, false, 5});
  oracle_.Compare(2, 1, Is(7));
  ASSERT_EQ(wrong(), 4u);
  const WrongRead& first = oracle_.wrong_reads()[0];
  EXPECT_EQ(first.txn, 2);
  EXPECT_EQ(first.record, 0u);
  EXPECT_TRUE(first.read == Is(100) && first.expected == Is(5));
}

TEST_F(OracleReads, OfWhatIsRolledBackAreWrongFromItsBeginningOn) {
  oracle_.Begin(1);
  Write(1, 0, Is(5));
  oracle_.RollBack(1);
  oracle_.Begin(2);
  oracle_.Compare(2, 0, Is(100));  // the locks may be gone before the client is told
  EXPECT_EQ(wrong(), 0u);
  oracle_.Compare(2, 0, Is(5));
  EXPECT_EQ(wrong(), 1u);
  oracle_.Abort(1);
  oracle_.Begin(1);  // once more
  Write(1, 0, Is(6));
  Commit(1);
  oracle_.Compare(2, 0, Is(6));
  EXPECT_EQ(wrong(), 1u);
}

TEST_F(OracleReads, MustFindWhatWasThereWhenTheyBegan) {
  oracle_.Begin(1);
  oracle_.ComparePassed(1, 1);
  EXPECT_EQ(wrong(), 0u);
  oracle_.ComparePassed(1, 0);
  EXPECT_EQ(wrong(), 1u);
  Write(1, 1, Is(7));
  oracle_.ComparePassed(1, 1);  // its own
  EXPECT_EQ(wrong(), 2u);
  Commit(1);
  oracle_.Begin(2);
  oracle_.ComparePassed(2, 1);
  EXPECT_EQ(wrong(), 3u);
}

TEST_F(OracleReads, MayPassOverWhatOthersWereChanging) {
  oracle_.Begin(1);
  oracle_.Begin(2);
  oracle_.Intend(2, 0, kAbsent);
  oracle_.ComparePassed(1, 0);
  oracle_.Done(2, true);
  oracle_.ComparePassed(1, 0);
  oracle_.RollBack(2);
  oracle_.Abort(2);
  oracle_.ComparePassed(1, 0);  // it came back behind the search
  Whole(3, 1, Is(7));
  oracle_.ComparePassed(1, 1);  // so did this
  EXPECT_EQ(wrong(), 0u);
  oracle_.Begin(4);
  oracle_.ComparePassed(4, 0);
  oracle_.ComparePassed(4, 1);
  EXPECT_EQ(wrong(), 2u);
}

TEST_F(OracleReads, CountWhereTheirTransactionIsThere) {
  oracle_.Begin(1);
  oracle_.Compare(1, 0, Is(3));
  EXPECT_EQ(oracle_.Judge({Is(100), kAbsent}, Promise::kDurable).kind, VerdictKind::kConsistent);
  Commit(1);
  const Judgement judgement = oracle_.Judge({Is(100), kAbsent}, Promise::kDurable);
  EXPECT_EQ(judgement.kind, VerdictKind::kNeverExisted);
  ASSERT_EQ(judgement.findings.size(), 1u);
  EXPECT_EQ(judgement.findings[0].txn, 1);
  EXPECT_EQ(judgement.findings[0].wrong_read, 1u);
  // A wrong read after recovery is reported before one during the run.
  Whole(2, 0, Is(5));
  EXPECT_EQ(oracle_.Judge({Is(100), kAbsent}, Promise::kDurable).kind, VerdictKind::kLost);
}

}  // namespace
}  // namespace afterimage
#endif  // AFTERIMAGE_WATCHES_READS
