// Early lock release: who depends on whom.
#include "support/lock_fixture.h"

namespace afterimage {
namespace {

using namespace lock_test;  // NOLINT

class EarlyReleaseTest : public LockFixture {
 protected:
  void Go(const std::function<Task<>(Thread&)>& program) {
    sim_.Spawn(program);
    ASSERT_TRUE(sim_.Run());
    ASSERT_TRUE(sim_.kernel.thread(sim_.kernel.thread_count() - 1).done());
  }
  // `txn` writes kA and commits with `lsn`.
  Task<> Write(Thread& t, Transaction& txn, Key key, Lsn lsn) {
    co_await Lock(t, txn, key, kX);
    co_await locks_->ReleaseEarly(t, txn, lsn);
  }
};

TEST_F(EarlyReleaseTest, ReadersAndWritersOfTheRecordDependOnTheCommitOthersDoNot) {
  Transaction &writer = Txn(1), &reader = Txn(2), &second = Txn(3), &other = Txn(4);
  Go([&](Thread& t) -> Task<> {
    co_await Write(t, writer, kA, 70);
    co_await Lock(t, reader, kA, kS);
    EXPECT_EQ(reader.depends_on, 70u);
    co_await locks_->ReleaseAll(t, reader);
    co_await Lock(t, second, kA, kX);
    EXPECT_EQ(second.depends_on, 70u);
    co_await Lock(t, other, kB, kX);
    co_await locks_->Lock(t, other, 1, kA, kX);  // the same key in another table
    EXPECT_EQ(other.depends_on, kNoLsn);
    EXPECT_EQ(writer.depends_on, kNoLsn);
  });
}

TEST_F(EarlyReleaseTest, WhoWaitedForTheRecordDependsToo) {
  Transaction &writer = Txn(1), &reader = Txn(2), &upgrader = Txn(3);
  auto first = [&](Thread& t) -> Task<> {
    co_await Lock(t, writer, kA, kX);
    co_await Until(t, 100);
    co_await locks_->ReleaseEarly(t, writer, 70);
  };
  auto second = [&](Thread& t) -> Task<> {
    co_await Until(t, 10);
    co_await Lock(t, reader, kA, kS);
    EXPECT_EQ(t.now(), 100u);
    EXPECT_EQ(reader.depends_on, 70u);
  };
  auto third = [&](Thread& t) -> Task<> {
    co_await Until(t, 20);
    co_await Lock(t, upgrader, kA, kS);
    EXPECT_EQ(upgrader.depends_on, 70u);
  };
  sim_.Spawn(first);
  sim_.Spawn(second);
  sim_.Spawn(third);
  ASSERT_TRUE(sim_.Run());
  EXPECT_EQ(diary_, "1+@0 2+@100 3+@100 ");
}

TEST_F(EarlyReleaseTest, TheLatestOfSeveralCommitsCounts) {
  Transaction &one = Txn(1), &two = Txn(2), &three = Txn(3), &reader = Txn(4);
  Go([&](Thread& t) -> Task<> {
    co_await Write(t, one, kA, 70);
    co_await Write(t, two, kB, 90);
    co_await Write(t, three, kA, 80);
    EXPECT_EQ(three.depends_on, 70u);
    co_await Lock(t, reader, kB, kS);
    co_await Lock(t, reader, kA, kS);
    EXPECT_EQ(reader.depends_on, 90u);
    EXPECT_EQ(locks_->EarlyTag(kScriptTable, kA), 80u);
  });
}

TEST_F(EarlyReleaseTest, DurableCommitsAreForgottenEvenBehindALaterOne) {
  Transaction &one = Txn(1), &two = Txn(2), &late = Txn(3);
  Go([&](Thread& t) -> Task<> {
    co_await Write(t, one, kA, 90);
    co_await Write(t, two, kB, 70);
    locks_->ForgetTagsUpTo(70);
    co_await Lock(t, late, kB, kS);
    EXPECT_EQ(late.depends_on, kNoLsn);
    EXPECT_EQ(locks_->EarlyTag(kScriptTable, kA), 90u);
    locks_->ForgetTagsUpTo(90);
    co_await Lock(t, late, kA, kS);
    EXPECT_EQ(late.depends_on, kNoLsn);
  });
}

// T writes A; R reads A, writes B and commits; Q reads B only, P reads A only.
TEST_F(EarlyReleaseTest, AReaderPassesItsDependencyOnByItsWritesOnly) {
  Transaction &t1 = Txn(1), &r = Txn(2), &q = Txn(3), &p = Txn(4), &w = Txn(5);
  Go([&](Thread& t) -> Task<> {
    co_await Write(t, t1, kA, 70);
    co_await Lock(t, r, kA, kS);
    co_await Lock(t, r, kC, kS);
    co_await Lock(t, r, kB, kX);
    EXPECT_EQ(r.depends_on, 70u);
    co_await locks_->ReleaseEarly(t, r, 80);
    co_await Lock(t, q, kB, kS);
    EXPECT_EQ(q.depends_on, 80u);  // which is durable only after 70
    co_await Lock(t, p, kA, kS);
    EXPECT_EQ(p.depends_on, 70u);  // the reader in between left no tag, nor took one away
    co_await Lock(t, w, kC, kX);
    EXPECT_EQ(w.depends_on, kNoLsn);  // R only read C
  });
}

TEST_F(EarlyReleaseTest, AReaderWithoutWritesLeavesTheTagAsItWas) {
  Transaction &writer = Txn(1), &reader = Txn(2), &next = Txn(3);
  Go([&](Thread& t) -> Task<> {
    co_await Write(t, writer, kA, 70);
    co_await Lock(t, reader, kA, kX);  // for update, but it changed its mind: no commit record
    co_await locks_->ReleaseEarly(t, reader, kNoLsn);
    co_await Lock(t, next, kA, kS);
    EXPECT_EQ(next.depends_on, 70u);
  });
}

// The space of a deleted record must not be used before its deletion is sure, but for those who
// fall with it.
TEST_F(EarlyReleaseTest, ARecordCountsAsLockedUntilItsCommitIsDurable) {
  Transaction &writer = Txn(1), &dependent = Txn(2), &other = Txn(3);
  Go([&](Thread& t) -> Task<> {
    co_await Write(t, writer, kA, 70);
    co_await Lock(t, dependent, kA, kS);
    co_await locks_->ReleaseAll(t, dependent);
    EXPECT_TRUE(locks_->LockedByOther(kScriptTable, kA, other));
    EXPECT_FALSE(locks_->LockedByOther(kScriptTable, kA, dependent));
    EXPECT_EQ(locks_->ExclusiveHolder(kScriptTable, kA), nullptr);
    EXPECT_EQ(Everything(), "");
    locks_->ForgetTagsUpTo(70);
    EXPECT_FALSE(locks_->LockedByOther(kScriptTable, kA, other));
  });
}

TEST_F(EarlyReleaseTest, TableLocksStayUntilTheEnd) {
  Transaction& writer = Txn(1);
  Go([&](Thread& t) -> Task<> {
    co_await LockTable(t, writer, 5, kIX);
    co_await Write(t, writer, kA, 70);
    EXPECT_EQ(Everything(), "#5:1IX ");
    co_await locks_->ReleaseAll(t, writer);
    EXPECT_EQ(Everything(), "");
  });
}

TEST_F(EarlyReleaseTest, BehindThePointOfNoReturnThereIsNoAbort) {
  Transaction& txn = Txn(1);
  const std::function<Task<>(Thread&)> aborts = [&](Thread& t) -> Task<> {
    co_await Write(t, txn, kA, 70);
    txn.state = TxnState::kAborting;
    co_await locks_->ReleaseAll(t, txn);
  };
  const std::function<Task<>(Thread&)> locks = [&](Thread& t) -> Task<> {
    co_await Write(t, txn, kA, 70);
    co_await Lock(t, txn, kB, kS);
  };
  EXPECT_DEATH_IF_SUPPORTED(Go(aborts), "released_early");
  EXPECT_DEATH_IF_SUPPORTED(Go(locks), "released_early");
}

}  // namespace
}  // namespace afterimage
