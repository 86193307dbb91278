// Memory of the lock manager follows what is locked now, and what is shown is in a fixed order.
#include "support/lock_fixture.h"

namespace afterimage {
namespace {

using namespace lock_test;  // NOLINT

class LockMemoryTest : public LockFixture {
 protected:
  // True where nothing but a few bytes came out of the arena since it gave `before`.
  bool SameBlock(const void* before) {
    const auto a = reinterpret_cast<uintptr_t>(before),
               b = reinterpret_cast<uintptr_t>(sim_.arena.Allocate(16));
    return b > a && b - a < BlockPool::kBlockBytes / 4;
  }
};

TEST_F(LockMemoryTest, AMillionRecordsOneAfterTheOtherTakeTheMemoryOfOne) {
  Transaction& txn = Txn(1);
  const void* before = nullptr;
  auto program = [&](Thread& t) -> Task<> {
    for (Key key = 1; key <= 1000000; ++key) {
      const LockResult result = co_await locks_->Lock(t, txn, kScriptTable, key * 977, kX);
      if (result != LockResult::kGranted) ADD_FAILURE();
      co_await locks_->ReleaseAll(t, txn);
      if (key == 10) before = sim_.arena.Allocate(16);
    }
  };
  sim_.Spawn(program);
  ASSERT_TRUE(sim_.Run());
  EXPECT_EQ(locks_->entries(), 0u);
  EXPECT_TRUE(SameBlock(before));
}

TEST_F(LockMemoryTest, ForgottenTagsGiveTheirMemoryBack) {
  Transaction* txn = nullptr;
  const void* before = nullptr;
  auto program = [&](Thread& t) -> Task<> {
    for (Lsn lsn = 1; lsn <= 100000; ++lsn) {
      txns_.clear();
      txn = &Txn(1);
      for (Key key = 0; key < 5; ++key) {
        const LockResult result = co_await locks_->Lock(t, *txn, kScriptTable, lsn * 5 + key, kX);
        if (result != LockResult::kGranted) ADD_FAILURE();
      }
      co_await locks_->ReleaseEarly(t, *txn, lsn);
      co_await locks_->ReleaseAll(t, *txn);
      if (lsn > 8) locks_->ForgetTagsUpTo(lsn - 8);
      if (lsn == 20) before = sim_.arena.Allocate(16);
    }
  };
  sim_.Spawn(program);
  ASSERT_TRUE(sim_.Run());
  EXPECT_EQ(locks_->entries(), 8u * 5);
  EXPECT_TRUE(SameBlock(before));
  locks_->ForgetTagsUpTo(100000);
  EXPECT_EQ(locks_->entries(), 0u);
}

TEST_F(LockMemoryTest, ManyLocksAtOnceAreAllFoundAgain) {
  Transaction &txn = Txn(1), &other = Txn(2);
  auto program = [&](Thread& t) -> Task<> {
    for (Key key = 0; key < 5000; ++key) {
      for (const TableId table : {TableId{0}, TableId{7}}) {
        const LockResult result = co_await locks_->Lock(t, txn, table, key, kX);
        if (result != LockResult::kGranted) ADD_FAILURE();
      }
    }
    EXPECT_EQ(locks_->entries(), 10000u);
    for (Key key = 0; key < 5000; ++key) {
      EXPECT_EQ(locks_->ExclusiveHolder(7, key), &txn);
      EXPECT_TRUE(locks_->LockedByOther(0, key, other));
      EXPECT_FALSE(locks_->LockedByOther(3, key, other));
    }
    co_await locks_->ReleaseAll(t, txn);
    EXPECT_EQ(locks_->entries(), 0u);
  };
  sim_.Spawn(program);
  ASSERT_TRUE(sim_.Run());
}

TEST_F(LockMemoryTest, LocksAreShownInTheOrderInWhichTheyWereTaken) {
  Transaction &one = Txn(1), &two = Txn(2);
  auto program = [&](Thread& t) -> Task<> {
    co_await Lock(t, one, 30, kX);
    co_await Lock(t, two, 10, kS);
    co_await Lock(t, one, 20, kX);
    co_await Lock(t, one, 10, kS);
    EXPECT_EQ(Everything(), "30:1X 10:2S 10:1S 20:1X ");
    co_await locks_->ReleaseAll(t, one);
    co_await Lock(t, one, 30, kX);
    EXPECT_EQ(Everything(), "10:2S 30:1X ");
  };
  sim_.Spawn(program);
  ASSERT_TRUE(sim_.Run());
}

}  // namespace
}  // namespace afterimage
