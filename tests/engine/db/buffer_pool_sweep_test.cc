// Do all dirty pages go home in the order of their numbers, neighbours in one request, and without
// waiting for a latch while any is on its way?
#include "support/pool_fixture.h"

namespace afterimage {
namespace {

using namespace pool_test;  // NOLINT

class BufferPoolSweepTest : public BufferPoolTest {
 protected:
  // Writes what is dirty now.
  Task<> Sweep(Thread& t) {
    ArenaVector<PageId> pages{ArenaAllocator<PageId>(sim_.arena)};
    pool_->ListDirty(&pages);
    co_await pool_->WriteSorted(t, pages.data(), static_cast<uint32_t>(pages.size()), &stop_);
  }
  bool stop_ = false;
};

TEST_F(BufferPoolSweepTest, WritesPagesInTheOrderOfTheirNumbers) {
  Pool(6);
  Play([&](Thread& t) -> Task<> {
    for (const PageId page : {5, 2, 4}) co_await Change(t, page, 10 + page);
    co_await Touch(t, 3);  // clean: nothing to write
    diary_.clear();
    co_await Sweep(t);
    EXPECT_EQ(pool_->dirty_count(), 0u);
  });
  EXPECT_EQ(diary_, "g2@12 w2 W2 g4@14 w4 W4 g5@15 w5 W5 ");
}

TEST_F(BufferPoolSweepTest, WritesNeighboursTogetherUpToWhatTheHomeTakes) {
  home_.set_run_pages(3);
  Pool(8);
  Play([&](Thread& t) -> Task<> {
    for (const PageId page : {9, 4, 1, 3, 2, 7}) co_await Change(t, page, 10 + page);
    diary_.clear();
    co_await Sweep(t);
  });
  EXPECT_EQ(diary_, "g1@11 g2@12 g3@13 w1-3 W1-3 g4@14 w4 W4 g7@17 w7 W7 g9@19 w9 W9 ");
  for (const PageId page : {1, 2, 3, 4, 7, 9}) EXPECT_EQ(home_.page_lsn(page), 10u + page);
}

TEST_F(BufferPoolSweepTest, WritesAPageThatSomebodyHasLatchedAtLast) {
  home_.set_run_pages(8);
  Pool(4);
  auto sweeper = [&](Thread& t) -> Task<> {
    for (const PageId page : {1, 2, 3}) co_await Change(t, page, 10 + page);
    diary_.clear();
    co_await Until(t, 10000);
    co_await Sweep(t);
  };
  auto changer = [&](Thread& t) -> Task<> {
    co_await Until(t, 9000);
    co_await Change(t, 2, 20, 90000);  // past the writes of both others
  };
  sim_.Spawn(sweeper);
  sim_.Spawn(changer);
  ASSERT_TRUE(sim_.Run());
  EXPECT_EQ(diary_, "g1@11 w1 W1 g3@13 w3 W3 g2@20 w2 W2 ");
  EXPECT_EQ(pool_->dirty_count(), 0u);
}

TEST_F(BufferPoolSweepTest, LeavesTheRestWhenItIsToldToStop) {
  Pool(4);
  sim_.Look(8000, [&] { stop_ = true; });
  Play([&](Thread& t) -> Task<> {
    for (const PageId page : {1, 2, 3}) co_await Change(t, page, 10 + page);
    diary_.clear();
    co_await Sweep(t);
  });
  EXPECT_EQ(diary_, "g1@11 w1 W1 ");
  EXPECT_EQ(pool_->dirty_count(), 2u);
}

TEST_F(BufferPoolSweepTest, CountsDirtyPagesThatMakeRoom) {
  Pool(2);
  Play([&](Thread& t) -> Task<> {
    co_await Change(t, 1, 10);
    for (const PageId page : {2, 3, 4}) co_await Touch(t, page);
  });
  EXPECT_EQ(pool_->dirty_victims(), 1u);
}

}  // namespace
}  // namespace afterimage
