// Tests which page leaves its frame, whose bytes a frame shows, and when a written page is safe.
#include "support/pool_fixture.h"
#include "support/with_host_choices.h"

namespace afterimage {
namespace {

using namespace pool_test;  // NOLINT

class BufferPoolFrames : public BufferPoolTest {};

// --- Replacement ---------------------------------------------------------------------------------

// Being brought is no second use.
TEST_F(BufferPoolFrames, TheClockSparesWhatWasUsedSinceItsLastRound) {
  Pool(3, Replacement::kClock);
  Play([&](Thread& t) -> Task<> {
    for (const PageId page : {1, 2, 3, 4}) co_await Touch(t, page);  // 1 goes
    co_await Touch(t, 2);
    co_await Touch(t, 5);  // 2 is spared, 3 goes
    co_await Touch(t, 2);
  });
  EXPECT_EQ(diary_, "r1 r2 r3 r4 r5 ");
}

TEST_F(BufferPoolFrames, LruAndClockDifferWhereAPageIsUsedOnceMore) {
  for (const Replacement replacement : {Replacement::kLru, Replacement::kClock}) {
    diary_.clear();
    Pool(3, replacement);
    Play([&](Thread& t) -> Task<> {
      for (const PageId page : {1, 1, 2, 3, 4, 1}) co_await Touch(t, page);
    });
    EXPECT_EQ(diary_, replacement == Replacement::kLru ? "r1 r2 r3 r4 r1 " : "r1 r2 r3 r4 ")
        << int(replacement);
  }
}

TEST_F(BufferPoolFrames, TheClockNeverTakesAPageThatIsFixed) {
  Pool(2, Replacement::kClock);
  Play([&](Thread& t) -> Task<> {
    Frame* one = co_await pool_->Fix(t, 1);
    for (const PageId page : {2, 3, 4, 5}) co_await Touch(t, page);
    EXPECT_EQ(one->page, 1u);
    EXPECT_EQ(pool_->View(one).id(), 1u);
    pool_->Unfix(t, one);
  });
  EXPECT_EQ(diary_, "r1 r2 r3 r4 r5 ");
}

TEST_F(BufferPoolFrames, AWriteIsNoUseOfThePage) {
  for (const Replacement replacement : {Replacement::kLru, Replacement::kClock}) {
    diary_.clear();
    Pool(3, replacement);
    Play([&](Thread& t) -> Task<> {
      co_await Change(t, 1, 10);
      for (const PageId page : {2, 3}) co_await Touch(t, page);
      co_await pool_->WritePage(t, 1);
      for (const PageId page : {4, 2, 3}) co_await Touch(t, page);  // 1 goes
    });
    EXPECT_EQ(diary_, "r1 r2 r3 g1@10 w1 W1 r4 ") << int(replacement);
  }
}

// Three want frames while the two oldest pages are on their way home: who writes a page gets its
// frame.
TEST_F(BufferPoolFrames, AVictimGivesItsFrameToWhoWroteIt) {
  for (const Replacement replacement : {Replacement::kLru, Replacement::kClock}) {
    diary_.clear();
    auto setting = [&](Thread& t) -> Task<> {
      for (const PageId page : {1, 2, 3}) co_await Change(t, page, 10 * page);  // until 3000
    };
    auto wants = [&](PageId page) {
      return [this, page](Thread& t) -> Task<> {
        co_await Until(t, 4000 + 10 * page);
        co_await Touch(t, page);
      };
    };
    Sim sim;
    Pool(sim, 3, replacement);
    auto four = wants(4), five = wants(5);
    sim.Spawn(setting);
    sim.Spawn(four);
    sim.Spawn(five);
    ASSERT_TRUE(sim.Run());
    EXPECT_EQ(diary_, "r1 r2 r3 g1@10 g2@20 w1 w2 W1 r4 W2 r5 ") << int(replacement);
    EXPECT_NE(pool_->Lookup(3), nullptr);
  }
}

TEST_F(BufferPoolFrames, AVictimThatIsUsedWhileItIsWrittenStays) {
  for (const Replacement replacement : {Replacement::kLru, Replacement::kClock}) {
    diary_.clear();
    Sim sim;
    Pool(sim, 3, replacement);
    auto client = [&](Thread& t) -> Task<> {
      co_await Change(t, 1, 10);
      for (const PageId page : {2, 3, 4}) co_await Touch(t, page);  // 1 is written from 3100 on
    };
    auto other = [&](Thread& t) -> Task<> {
      co_await Until(t, 5000);
      co_await Touch(t, 1);
    };
    sim.Spawn(client);
    sim.Spawn(other);
    ASSERT_TRUE(sim.Run());
    EXPECT_EQ(diary_, "r1 r2 r3 g1@10 w1 W1 r4 ");
    EXPECT_NE(pool_->Lookup(1), nullptr) << int(replacement);
    EXPECT_EQ(pool_->Lookup(2), nullptr) << int(replacement);
  }
}

// A home with tables in DRAM: as they grow pages leave their frames, and come back to them later.
TEST_F(BufferPoolFrames, TheHomeTakesFramesAndGivesThemBack) {
  for (const Replacement replacement : {Replacement::kLru, Replacement::kClock}) {
    diary_.clear();
    home_.set_pool_bytes(0);
    Pool(8, replacement);
    const auto here = [&] {
      uint32_t pages = 0;
      for (PageId page = 1; page <= 9; ++page) pages += pool_->Lookup(page) ? 1 : 0;
      return pages;
    };
    Play([&](Thread& t) -> Task<> {
      co_await Change(t, 1, 10);
      for (const PageId page : {2, 3, 4, 5, 6, 7, 8}) co_await Touch(t, page);
      home_.set_pool_bytes(2 * kBytes + 1);  // three frames
      co_await Touch(t, 8);                  // who finds its page takes nobody's frame
      EXPECT_EQ(here(), 8u);
      co_await Touch(t, 9);  // 1 is written; 1 to 4 go
      EXPECT_EQ(here(), 5u);
      EXPECT_EQ(pool_->frames_taken(), 3u);
      home_.set_pool_bytes(kBytes);
      for (const PageId page : {1, 2}) co_await Touch(t, page);
      EXPECT_EQ(here(), 7u);
      home_.set_pool_bytes(100 * kBytes);  // the last four stay, whatever it asks for
      co_await Touch(t, 3);
      EXPECT_EQ(here(), 4u);
      EXPECT_EQ(pool_->frames_taken(), 4u);
    });
    EXPECT_EQ(diary_, "r1 r2 r3 r4 r5 r6 r7 r8 g1@10 w1 W1 r9 r1 r2 r3 ") << int(replacement);
  }
}

TEST_F(BufferPoolFrames, ManyThreadsShareAClock) {
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    Sim sim;
    Pool(sim, 2, Replacement::kClock);
    Lsn lsn = 1000 * seed;
    auto program = [&](Thread& t) -> Task<> {
      Random random(seed * 100 + t.id());
      for (int i = 0; i < 30; ++i) {
        const PageId page = 1 + random.Below(6);
        if (random.Chance(40)) {
          co_await Change(t, page, ++lsn, random.Below(500));
        } else {
          co_await Touch(t, page);
        }
      }
    };
    for (int i = 0; i < 5; ++i) sim.Spawn(program);
    ASSERT_TRUE(sim.Run());
    for (uint32_t i = 0; i < 5; ++i) ASSERT_TRUE(sim.kernel.thread(i).done()) << "seed " << seed;
  }
}

TEST_F(BufferPoolFrames, APrefilledPageIsHereWithoutARead) {
  for (const Replacement replacement : {Replacement::kLru, Replacement::kClock}) {
    diary_.clear();
    Pool(3, replacement);
    pool_->Prefill(4, 2);
    pool_->Prefill(6, 2);  // 7 finds no room
    Play([&](Thread& t) -> Task<> {
      for (const PageId page : {6, 5, 4, 7}) co_await Touch(t, page);
    });
    EXPECT_EQ(diary_, "r7 ");
    EXPECT_EQ(pool_->frames_in_use(), 3u);
    EXPECT_EQ(pool_->counters().hits, 3u);
    EXPECT_EQ(pool_->counters().misses, 1u);
  }
}

TEST_F(BufferPoolFrames, WarmPagesGoInTheOrderInWhichTheyCameUnlessSomebodyUsesThem) {
  for (const bool without_frames : {true, false}) {
    HostChoices choices;
    choices.warm_without_frames = without_frames;
    const testing_support::WithHostChoices changed(choices);
    diary_.clear();
    Pool(4);
    for (const PageId page : {7, 6, 5, 4}) pool_->Prefill(page, 1);
    Play([&](Thread& t) -> Task<> {
      Frame* pinned = co_await pool_->Fix(t, 6);
      co_await Touch(t, 7);
      // 5 and 4 go, then 7, which was used before them; 6 is pinned.
      for (const PageId page : {1, 2, 3}) co_await Touch(t, page);
      for (const PageId page : {4, 5, 7}) EXPECT_EQ(pool_->Lookup(page), nullptr) << page;
      EXPECT_EQ(pool_->Lookup(6), pinned);
      EXPECT_EQ(pinned->address, BufferPool::kFrames + kBytes);
      pool_->Unfix(t, pinned);
    });
    EXPECT_EQ(diary_, "r1 r2 r3 ") << without_frames;
  }
}

TEST_F(BufferPoolFrames, TheSamePagesGoWhetherWarmOnesHaveFramesOrNot) {
  constexpr PageId kPages = 200;
  for (PageId page = 1; page < kPages; ++page) home_.Format(page);
  std::string usual;
  for (const bool without_frames : {true, false}) {
    HostChoices choices;
    choices.warm_without_frames = without_frames;
    const testing_support::WithHostChoices changed(choices);
    diary_.clear();
    Pool(100, Replacement::kLru, kPages);
    pool_->Prefill(20, 70);
    pool_->Prefill(100, 50);
    EXPECT_EQ(pool_->frames_in_use(), 100u);
    Play([&](Thread& t) -> Task<> {
      Random random(3);
      for (int i = 0; i < 20; ++i) {
        Frame* pinned = co_await pool_->Fix(t, static_cast<PageId>(1 + random.Below(kPages - 1)));
        for (int j = 0; j < 40; ++j)
          co_await Touch(t, static_cast<PageId>(1 + random.Below(kPages - 1)));
        pool_->Unfix(t, pinned);
      }
    });
    if (without_frames) usual = diary_;
    EXPECT_EQ(diary_, usual);
  }
  EXPECT_GT(usual.size(), 1000u);
}

TEST_F(BufferPoolFrames, APageFromScratchIsNotRead) {
  Pool(2);
  Play([&](Thread& t) -> Task<> {
    Frame* frame = co_await pool_->Create(t, 3);
    co_await Latch::Acquire(t, frame->latch, Category::kBufferPool);
    pool_->MarkDirty(frame, 7);
    SlottedPage page(pool_->View(frame));
    page.Format(3);
    page.set_page_lsn(7);
    co_await Latch::Release(t, frame->latch);
    pool_->Unfix(t, frame);
    co_await pool_->WritePage(t, 3);
    frame = co_await pool_->Create(t, 3);  // it is here: pinned, no more
    EXPECT_EQ(pool_->View(frame).page_lsn(), 7u);
    pool_->Unfix(t, frame);
  });
  EXPECT_EQ(diary_, "g3@7 w3 W3 ");
  EXPECT_EQ(home_.page_lsn(3), 7u);
}

// --- Bytes ---------------------------------------------------------------------------------------

// Frames far smaller than the extents their bytes are kept in, all of them changed at one time or
// another.
TEST_F(BufferPoolFrames, EveryFrameShowsItsOwnPage) {
  for (const uint32_t frames : {3u, 9u}) {
    Pool(frames);
    Play([&](Thread& t) -> Task<> {
      std::map<PageId, Lsn> latest;
      Random random(frames);
      Lsn lsn = 10000 * frames;
      for (int i = 0; i < 400; ++i) {
        const PageId page = 1 + random.Below(9);
        Frame* frame = co_await pool_->Fix(t, page);
        EXPECT_EQ(pool_->View(frame).id(), page);
        if (latest.count(page)) EXPECT_EQ(pool_->View(frame).page_lsn(), latest[page]);
        std::vector<uint8_t> bytes(kBytes), dram(kBytes);
        pool_->View(frame).Read(0, bytes.data(), kBytes);
        EXPECT_TRUE(pool_->Read(frame->address, kBytes, dram.data()));
        EXPECT_EQ(bytes, dram);
        std::vector<uint8_t> at_home = home_.bytes(page);
        std::memset(&at_home[PageView::kChecksumAt], 0, 4);  // means nothing in a frame
        std::memset(&bytes[PageView::kChecksumAt], 0, 4);
        if (!frame->dirty) EXPECT_EQ(bytes, at_home);
        pool_->Unfix(t, frame);
        if (!random.Chance(60)) continue;
        co_await Change(t, page, ++lsn);
        latest[page] = lsn;
      }
    });
  }
}

TEST_F(BufferPoolFrames, AWrittenPageIsItsHomeAgainUnlessThePoolIsSmall) {
  for (const uint32_t frames : {2u, 2000u}) {
    Pool(frames);
    Play([&](Thread& t) -> Task<> {
      co_await Change(t, 1, 10);
      co_await pool_->WritePage(t, 1);
      Frame* frame = co_await pool_->Fix(t, 1);
      const uint8_t own = home_.bytes(1)[200];
      home_.bytes(1)[200] =
          static_cast<uint8_t>(own ^ 0x5a);  // nobody may do this; it shows whose bytes these are
      EXPECT_EQ(pool_->View(frame).Get<uint8_t>(200), frames == 2 ? own : own ^ 0x5a);
      home_.bytes(1)[200] = own;
      pool_->Unfix(t, frame);
    });
  }
}

TEST_F(BufferPoolFrames, OutsideOfItsFramesThereIsNothingToRead) {
  Pool(2);
  uint8_t bytes[kBytes];
  EXPECT_FALSE(pool_->Read(BufferPool::kFrames, 1, bytes));
  Play([&](Thread& t) -> Task<> { co_await Touch(t, 1); });
  EXPECT_TRUE(pool_->Read(BufferPool::kFrames, kBytes, bytes));
  EXPECT_FALSE(pool_->Read(BufferPool::kFrames + 1, kBytes, bytes));
  EXPECT_FALSE(pool_->Read(BufferPool::kFrames - 1, 1, bytes));
}

// --- A home that must be synced ------------------------------------------------------------------

TEST_F(BufferPoolFrames, AWrittenPageStillHoldsTheLogBackUntilItsHomeIsSynced) {
  Pool(4);
  home_.set_durable_on_write(false);
  Play([&](Thread& t) -> Task<> {
    co_await Change(t, 1, 10);
    co_await Change(t, 2, 20);
    co_await pool_->WritePage(t, 1);
    EXPECT_EQ(pool_->OldestRecLsn(99), 10u);
    co_await pool_->WriteOlderThan(t, 10);  // nothing is older than 10
    EXPECT_EQ(pool_->OldestRecLsn(99), 10u);
    co_await pool_->WriteOlderThan(t, 15);
    EXPECT_EQ(pool_->OldestRecLsn(99), 20u);
    co_await pool_->WriteOlderThan(t, 50);
    EXPECT_EQ(pool_->OldestRecLsn(99), 99u);
  });
  EXPECT_EQ(diary_, "r1 r2 g1@10 w1 W1 s S g2@20 w2 W2 s S ");
}

TEST_F(BufferPoolFrames, APageWrittenDuringASyncWaitsForTheNext) {
  Pool(4);
  home_.set_durable_on_write(false);
  std::vector<Lsn> oldest;
  auto syncer = [&](Thread& t) -> Task<> {
    co_await Change(t, 1, 10);              // until 1000
    co_await pool_->WriteOlderThan(t, 15);  // written at 6100, synced at 6800
  };
  auto writer = [&](Thread& t) -> Task<> {
    co_await Until(t, 200);
    co_await Change(t, 2, 20);
    co_await pool_->WritePage(t, 2);  // from 1200 on: done at 6300, while the sync is under way
  };
  sim_.Spawn(syncer);
  sim_.Spawn(writer);
  for (const Time at : {3000, 6200, 6500, 7500}) {
    sim_.Look(at, [&] { oldest.push_back(pool_->OldestRecLsn(99)); });
  }
  ASSERT_TRUE(sim_.Run());
  EXPECT_EQ(oldest, (std::vector<Lsn>{10, 10, 10, 20}));
}

TEST_F(BufferPoolFrames, TwoCheckpointsAtOnceBothFindTheirPagesSafe) {
  Pool(4);
  home_.set_durable_on_write(false);
  std::vector<Lsn> oldest;
  auto first = [&](Thread& t) -> Task<> {
    co_await Change(t, 1, 10);
    co_await pool_->WriteOlderThan(t, 50);
    oldest.push_back(pool_->OldestRecLsn(50));
  };
  auto second = [&](Thread& t) -> Task<> {
    co_await Until(t, 6300);  // the first one is syncing
    co_await pool_->WriteOlderThan(t, 50);
    oldest.push_back(pool_->OldestRecLsn(50));
  };
  sim_.Spawn(first);
  sim_.Spawn(second);
  ASSERT_TRUE(sim_.Run());
  EXPECT_EQ(oldest, (std::vector<Lsn>{50, 50}));
}

}  // namespace
}  // namespace afterimage
