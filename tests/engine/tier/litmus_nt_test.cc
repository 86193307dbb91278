// Non-temporal stores, and lines that the cache writes back by itself.
#include "base/build.h"
#include "support/litmus.h"

#if AFTERIMAGE_TRACED

namespace afterimage {
namespace {

using testing_support::Images;
using testing_support::kX;
using testing_support::kX1;
using testing_support::kX2;
using testing_support::kY;
using testing_support::kZ;
using testing_support::Until;

class LitmusNt : public testing_support::Litmus {};

TEST_F(LitmusNt, AnySubsetOfALinesNonTemporalStoresMaySurvive) {
  Play([&](Thread& t) -> Task<> {
    co_await NtStore(t, kX, 1);
    co_await NtStore(t, kX1, 1);
    co_await NtStore(t, kX2, 1);
  });
  EXPECT_EQ(Cut({kX, kX1, kX2}).size(), 8u);
}

TEST_F(LitmusNt, AreCertainAfterTheThreadsOwnFence) {
  Play([&](Thread& t) -> Task<> {
    co_await NtStore(t, kX, 1);
    co_await NtStore(t, kY, 1);
    co_await Fence(t);
    co_await NtStore(t, kX1, 1);
  });
  EXPECT_EQ(Cut({kX, kX1, kY}), (Images{{1, 0, 1}, {1, 1, 1}}));
}

TEST_F(LitmusNt, AreNotHelpedByAnotherThreadsFence) {
  auto program = [&](Thread& t) -> Task<> { co_await NtStore(t, kX, 1); };
  auto other = [&](Thread& t) -> Task<> {
    co_await Until(t, 50);
    co_await NtStore(t, kX1, 1);
    co_await Fence(t);
  };
  sim_.Spawn(program);
  sim_.Spawn(other);
  sim_.Run();
  EXPECT_EQ(Cut({kX, kX1}), (Images{{0, 1}, {1, 1}}));
}

TEST_F(LitmusNt, AreDrainedByALockedOperation) {
  Play([&](Thread& t) -> Task<> {
    co_await NtStore(t, kX, 1);
    co_await FetchAdd(t, kY, 1);
  });
  EXPECT_EQ(Cut({kX, kY}), (Images{{1, 0}, {1, 1}}));
}

TEST_F(LitmusNt, AreNotWaitedForByAClflush) {
  Play([&](Thread& t) -> Task<> {
    co_await NtStore(t, kX, 1);
    co_await Store(t, kX1, 1);
    co_await Clflush(t, kX);
  });
  EXPECT_EQ(Cut({kX, kX1}), (Images{{0, 1}, {1, 1}}));
}

TEST_F(LitmusNt, AreIndependentOfOrdinaryStoresToOtherWords) {
  Play([&](Thread& t) -> Task<> {
    co_await Store(t, kX, 1);
    co_await NtStore(t, kX1, 1);
    co_await Store(t, kX2, 1);
  });
  EXPECT_EQ(Cut({kX, kX1, kX2}),
            (Images{{0, 0, 0}, {1, 0, 0}, {1, 0, 1}, {0, 1, 0}, {1, 1, 0}, {1, 1, 1}}));
}

// A word keeps the order of the stores to it, of either kind.
TEST_F(LitmusNt, AfterAnOrdinaryStoreToTheSameWordTheLaterValueStays) {
  Images open, fenced;
  Play([&](Thread& t) -> Task<> {
    co_await Store(t, kX, 1);
    co_await NtStore(t, kX, 2);
    open = Cut({kX});
    co_await Fence(t);
    fenced = Cut({kX});
    co_await Clflush(t, kX);
  });
  EXPECT_EQ(open, (Images{{0}, {1}, {2}}));
  EXPECT_EQ(fenced, (Images{{2}}));
  EXPECT_EQ(Cut({kX}), (Images{{2}}));
  EXPECT_EQ(Durable(kX), 2u);
}

TEST_F(LitmusNt, BeforeAnOrdinaryStoreToTheSameWordTheLaterValueStays) {
  Images flushed;
  Play([&](Thread& t) -> Task<> {
    co_await NtStore(t, kX, 1);
    co_await Store(t, kX, 2);
    co_await Clflush(t, kX);
    flushed = Cut({kX});
    co_await Fence(t);
  });
  EXPECT_EQ(flushed, (Images{{2}}));
  EXPECT_EQ(Cut({kX}), (Images{{2}}));
  EXPECT_EQ(Durable(kX), 2u);
}

// --- Eviction ------------------------------------------------------------------------------------

// What they wait in is no memory: it takes sixteen of a line, then the oldest has left.
TEST_F(LitmusNt, OfSeventeenToALineTheOldestHasArrived) {
  Play([&](Thread& t) -> Task<> {
    co_await Store(t, kX, 50);  // is older than the first of them, and comes no more
    for (uint32_t i = 0; i < 16; ++i) co_await NtStore(t, kX + i % 8 * 8, i + 1);
    EXPECT_EQ(Durable(kX), 0u);
    co_await NtStore(t, kX, 17);
    EXPECT_EQ(Durable(kX), 1u);
  });
  EXPECT_EQ(Cut({kX}), (Images{{1}, {9}, {17}}));
  EXPECT_EQ(Cut({kX1}), (Images{{0}, {2}, {10}}));
}

TEST_F(LitmusNt, ABoundedCacheEvictsItsOldestLine) {
  Start({{Price::kCacheLines, 2}});
  Play([&](Thread& t) -> Task<> {
    co_await Store(t, kX, 1);
    co_await Store(t, kY, 1);
    co_await Store(t, kX1, 1);  // no new line
    co_await Store(t, kZ, 1);
  });
  EXPECT_EQ(nvm_->counters().evictions, 1u);
  EXPECT_EQ(Cut({kX, kX1, kY, kZ}),
            (Images{{1, 1, 0, 0}, {1, 1, 0, 1}, {1, 1, 1, 0}, {1, 1, 1, 1}}));
}

TEST_F(LitmusNt, EachCoreHasACacheOfItsOwn) {
  Start({{Price::kCacheLines, 1}});
  auto first = [&](Thread& t) -> Task<> { co_await Store(t, kX, 1); };
  auto second = [&](Thread& t) -> Task<> { co_await Store(t, kY, 1); };
  sim_.Spawn(first);
  sim_.Spawn(second);
  sim_.Run();
  EXPECT_EQ(nvm_->counters().evictions, 0u);
  EXPECT_EQ(Cut({kX, kY}).size(), 4u);
}

// They are not in the cache, so only their fence makes them certain.
TEST_F(LitmusNt, WhatGoesPastTheCacheIsNotEvictedFromIt) {
  Start({{Price::kCacheLines, 1}});
  Play([&](Thread& t) -> Task<> {
    co_await NtStore(t, kX, 1);
    co_await NtStore(t, kY, 1);
    co_await Store(t, kZ, 1);
  });
  EXPECT_EQ(nvm_->counters().evictions, 0u);
  EXPECT_EQ(Cut({kX, kY, kZ}).size(), 8u);
}

TEST_F(LitmusNt, AnEvictionTakesOnlyTheOrdinaryStoresOfALine) {
  Start({{Price::kCacheLines, 1}});
  Play([&](Thread& t) -> Task<> {
    co_await NtStore(t, kX, 1);
    co_await Store(t, kX1, 1);
    co_await Store(t, kY, 1);
  });
  EXPECT_EQ(nvm_->counters().evictions, 1u);
  EXPECT_EQ(Cut({kX, kX1, kY}), (Images{{0, 1, 0}, {0, 1, 1}, {1, 1, 0}, {1, 1, 1}}));
}

TEST_F(LitmusNt, ALineWithNonTemporalStoresCanBeEvicted) {
  Start({{Price::kCacheLines, 1}});
  Play([&](Thread& t) -> Task<> {
    co_await NtStore(t, kX, 1);
    co_await Store(t, kX1, 1);
    co_await Store(t, kY, 1);
    co_await Store(t, kZ, 1);
    co_await Fence(t);
  });
  EXPECT_LE(nvm_->counters().evictions, 3u);
  EXPECT_EQ(Cut({kX, kX1, kY, kZ}), (Images{{1, 1, 1, 0}, {1, 1, 1, 1}}));
}

}  // namespace
}  // namespace afterimage

#endif  // AFTERIMAGE_TRACED
