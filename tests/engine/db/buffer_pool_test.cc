#include "support/pool_fixture.h"

namespace afterimage {
namespace {

using namespace pool_test;  // NOLINT

TEST_F(BufferPoolTest, ReadsAPageOnceAndKeepsIt) {
  Pool(2);
  Play([&](Thread& t) -> Task<> {
    co_await Touch(t, 1);
    co_await Touch(t, 1);
    EXPECT_EQ(t.now(), kReadNs);
  });
  EXPECT_EQ(diary_, "r1 ");
}

TEST_F(BufferPoolTest, ReadsAPageOnceForAllWhoWantItAtTheSameTime) {
  Pool(2);
  auto program = [&](Thread& t) -> Task<> { co_await Touch(t, 1); };
  for (int i = 0; i < 5; ++i) sim_.Spawn(program);
  ASSERT_TRUE(sim_.Run());
  EXPECT_EQ(diary_, "r1 ");
  for (uint32_t i = 0; i < 5; ++i) EXPECT_EQ(sim_.kernel.thread(i).now(), kReadNs);
}

TEST_F(BufferPoolTest, EvictsTheLeastRecentlyUsedPage) {
  Pool(3);
  Play([&](Thread& t) -> Task<> {
    for (const PageId page : {1, 2, 3, 1, 4, 1, 2}) co_await Touch(t, page);
  });
  EXPECT_EQ(diary_, "r1 r2 r3 r4 r2 ");
}

TEST_F(BufferPoolTest, NeverEvictsAPageThatIsFixed) {
  Pool(2);
  Play([&](Thread& t) -> Task<> {
    Frame* one = co_await pool_->Fix(t, 1);
    for (const PageId page : {2, 3, 4}) co_await Touch(t, page);
    EXPECT_EQ(one->page, 1u);
    pool_->Unfix(t, one);
  });
  EXPECT_EQ(diary_, "r1 r2 r3 r4 ");
}

TEST_F(BufferPoolTest, WritesADirtyVictimThroughTheGateFirst) {
  Pool(2);
  Play([&](Thread& t) -> Task<> {
    co_await Change(t, 1, 10);
    co_await Touch(t, 2);
    co_await Touch(t, 3);
    co_await Touch(t, 4);  // page 2 was clean: nothing to write
  });
  EXPECT_EQ(diary_, "r1 r2 g1@10 w1 W1 r3 r4 ");
  EXPECT_EQ(home_.page_lsn(1), 10u);
  EXPECT_TRUE(PageChecksumHolds(home_.bytes(1).data(), kBytes));
}

TEST_F(BufferPoolTest, AThreadThatFindsEveryFrameFixedWaitsForOne) {
  Pool(2);
  Time loaded = 0;
  const auto holder = [&](PageId page, Time until) {
    return [this, page, until](Thread& t) -> Task<> {
      Frame* frame = co_await pool_->Fix(t, page);
      co_await Until(t, until);
      pool_->Unfix(t, frame);
    };
  };
  auto first = holder(1, 9000), second = holder(2, 7000);
  auto third = [&](Thread& t) -> Task<> {
    co_await Until(t, 100);
    co_await Touch(t, 3);
    loaded = t.now();
  };
  sim_.Spawn(first);
  sim_.Spawn(second);
  Thread& waiter = sim_.Spawn(third);
  ASSERT_TRUE(sim_.Run());
  EXPECT_TRUE(waiter.done());
  EXPECT_EQ(loaded, 7000 + kReadNs);
}

// Both want a page for which a frame is kept, while they hold another. One that is being written
// must not be given to the second of them: its pin is the writer's, and goes.
TEST_F(BufferPoolTest, APageThatIsBeingWrittenIsNotUsedInTheLastFrame) {
  kept_from_ = 8;
  Pool(2);
  const auto holder = [&](PageId page, Time from, PageId kept) {
    return [this, page, from, kept](Thread& t) -> Task<> {
      co_await Until(t, from);
      Frame* frame = co_await pool_->Fix(t, page);
      co_await Until(t, 4000);
      co_await Touch(t, kept);
      pool_->Unfix(t, frame);
    };
  };
  auto writer = [&](Thread& t) -> Task<> {
    co_await Change(t, 1, 10);
    co_await Until(t, 2500);
    co_await pool_->WritePage(t, 1);
  };
  auto first = holder(2, 1500, 8), second = holder(1, 3000, 9);
  for (const Thread* t : {&sim_.Spawn(writer), &sim_.Spawn(first), &sim_.Spawn(second)})
    EXPECT_NE(t, nullptr);
  ASSERT_TRUE(sim_.Run());
  for (uint32_t i = 0; i < 3; ++i) EXPECT_TRUE(sim_.kernel.thread(i).done()) << i;
}

TEST_F(BufferPoolTest, ADamagedPageIsNotGivenOutAndDoesNotBlockItsFrame) {
  Pool(2);
  home_.bytes(1)[100] ^= 1;
  home_.bytes(2)[12] = 200;  // more slots than fit, with a checksum that holds
  home_.Seal(2);
  home_.bytes(3) = home_.bytes(4);  // another page's bytes
  Play([&](Thread& t) -> Task<> {
    for (const PageId page : {1, 2, 3}) {
      const Frame* frame = co_await pool_->Fix(t, page);
      EXPECT_EQ(frame, nullptr) << page;
    }
    Frame* five = co_await pool_->Fix(t, 5);
    Frame* six = co_await pool_->Fix(t, 6);
    EXPECT_TRUE(five && six);
    EXPECT_EQ(pool_->OldestRecLsn(99), 99u);
  });
}

TEST_F(BufferPoolTest, ThoseWhoWaitForADamagedPageAreAllTold) {
  Pool(2);
  home_.bytes(1)[100] ^= 1;
  int told = 0;
  auto program = [&](Thread& t) -> Task<> {
    const Frame* frame = co_await pool_->Fix(t, 1);
    told += frame == nullptr;
  };
  for (int i = 0; i < 3; ++i) sim_.Spawn(program);
  ASSERT_TRUE(sim_.Run());
  EXPECT_EQ(told, 3);
}

// --- Writing pages home --------------------------------------------------------------------------

TEST_F(BufferPoolTest, WritesOnlyWhatIsDirtyAndHere) {
  Pool(2);
  Play([&](Thread& t) -> Task<> {
    co_await pool_->WritePage(t, 1);  // absent
    co_await Touch(t, 1);
    co_await pool_->WritePage(t, 1);  // clean
    co_await Change(t, 1, 5);
    co_await pool_->WritePage(t, 1);
    co_await pool_->WritePage(t, 1);  // clean again
  });
  EXPECT_EQ(diary_, "r1 g1@5 w1 W1 ");
}

TEST_F(BufferPoolTest, TheOldestChangeDecidesTheRecLsn) {
  Pool(4);
  Play([&](Thread& t) -> Task<> {
    EXPECT_EQ(pool_->OldestRecLsn(50), 50u);
    co_await Change(t, 1, 12);
    co_await Change(t, 2, 11);
    co_await Change(t, 1, 13);
    EXPECT_EQ(pool_->OldestRecLsn(50), 11u);
    EXPECT_EQ(pool_->OldestRecLsn(5), 5u);
    EXPECT_EQ(pool_->OldestDirty()->page, 2u);
    co_await pool_->WritePage(t, 2);
    EXPECT_EQ(pool_->OldestRecLsn(50), 12u);
    co_await pool_->WritePage(t, 1);
    EXPECT_EQ(pool_->OldestRecLsn(50), 50u);
    EXPECT_EQ(pool_->OldestDirty(), nullptr);
  });
}

TEST_F(BufferPoolTest, TheLogOfAWriteInFlightIsStillNeeded) {
  Pool(2);
  std::vector<Lsn> oldest;
  auto writer = [&](Thread& t) -> Task<> {
    co_await Change(t, 1, 10);
    co_await Until(t, 2000);
    co_await pool_->WritePage(t, 1);  // gate until 2100, disk until 7100
  };
  auto changer = [&](Thread& t) -> Task<> {
    co_await Until(t, 3000);
    co_await Change(t, 1, 20);  // while the older bytes are on their way
  };
  sim_.Spawn(writer);
  sim_.Spawn(changer);
  for (const Time at : {1500, 2050, 2500, 3500, 7050, 7200}) {
    sim_.Look(at, [&] { oldest.push_back(pool_->OldestRecLsn(99)); });
  }
  sim_.Run();
  EXPECT_EQ(oldest, (std::vector<Lsn>{10, 10, 10, 10, 10, 20}));
  EXPECT_EQ(home_.page_lsn(1), 10u);
}

TEST_F(BufferPoolTest, WriteOlderThanWritesJustThePagesThatHoldTheLogBack) {
  Pool(4);
  Play([&](Thread& t) -> Task<> {
    co_await Change(t, 1, 10);
    co_await Change(t, 2, 20);
    co_await Change(t, 3, 30);
    co_await pool_->WriteOlderThan(t, 30);
    EXPECT_EQ(pool_->OldestRecLsn(99), 30u);
  });
  EXPECT_EQ(diary_, "r1 r2 r3 g1@10 w1 W1 g2@20 w2 W2 ");
}

TEST_F(BufferPoolTest, WriteOlderThanWaitsForAWriteThatIsAlreadyInFlight) {
  Pool(2);
  Lsn oldest = 0;
  auto writer = [&](Thread& t) -> Task<> {
    co_await Change(t, 1, 10);
    co_await pool_->WritePage(t, 1);
  };
  auto checkpointer = [&](Thread& t) -> Task<> {
    co_await Until(t, 3000);
    co_await pool_->WriteOlderThan(t, 50);
    oldest = pool_->OldestRecLsn(50);
  };
  sim_.Spawn(writer);
  sim_.Spawn(checkpointer);
  sim_.Run();
  EXPECT_EQ(oldest, 50u);
  EXPECT_EQ(diary_, "r1 g1@10 w1 W1 ");
}

TEST_F(BufferPoolTest, NobodyChangesThePageBetweenTheGateAndTheCopy) {
  Pool(2);
  gate_.wait_ns = 4000;
  auto writer = [&](Thread& t) -> Task<> {
    co_await Change(t, 1, 10);
    co_await pool_->WritePage(t, 1);  // gate from 1000 to 5000
  };
  auto changer = [&](Thread& t) -> Task<> {
    co_await Until(t, 2000);
    co_await Change(t, 1, 20);
    EXPECT_GE(t.now(), 5000u);
  };
  sim_.Spawn(writer);
  sim_.Spawn(changer);
  sim_.Run();
  EXPECT_EQ(home_.page_lsn(1), 10u);
}

// Two who want to write and one who wants to change, all at the latch: the second write must not
// start while the first is in flight, or its copy overwrites what the device is reading.
TEST_F(BufferPoolTest, APageIsWrittenByOneAtATime) {
  Pool(2);
  auto holder = [&](Thread& t) -> Task<> {
    co_await Change(t, 1, 10);
    co_await Change(t, 1, 11, 3000);  // holds the latch from 1000 to 4000
  };
  const auto at = [&](Time when, bool write) {
    return [this, when, write](Thread& t) -> Task<> {
      co_await Until(t, when);
      if (write) {
        co_await pool_->WritePage(t, 1);
      } else {
        co_await Change(t, 1, 12);
      }
    };
  };
  auto first = at(2000, true), changer = at(2100, false), second = at(2200, true);
  sim_.Spawn(holder);
  sim_.Spawn(first);
  sim_.Spawn(changer);
  sim_.Spawn(second);
  ASSERT_TRUE(sim_.Run());
  EXPECT_EQ(diary_, "r1 g1@11 w1 W1 g1@12 w1 W1 ");
  EXPECT_EQ(home_.page_lsn(1), 12u);
  EXPECT_EQ(pool_->OldestRecLsn(99), 99u);
}

TEST_F(BufferPoolTest, ManyThreadsOverFewFramesAllGetTheirPages) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    Sim sim;
    Pool(sim, 2);
    Lsn lsn = 100 * seed;
    auto program = [&](Thread& t) -> Task<> {
      Random random(seed * 100 + t.id());
      for (int i = 0; i < 20; ++i) {
        const PageId page = 1 + random.Below(5);
        switch (random.Below(4)) {
          case 0: co_await Change(t, page, ++lsn, random.Below(500)); break;
          case 1: co_await pool_->WritePage(t, page); break;
          case 2: co_await pool_->WriteOlderThan(t, lsn); break;
          default: co_await Touch(t, page);
        }
      }
    };
    for (int i = 0; i < 5; ++i) sim.Spawn(program);
    ASSERT_TRUE(sim.Run());
    for (uint32_t i = 0; i < 5; ++i) ASSERT_TRUE(sim.kernel.thread(i).done()) << "seed " << seed;
  }
}

}  // namespace
}  // namespace afterimage
