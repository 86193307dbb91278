#include "db/buffer_pool.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "support/litmus.h"
#include "support/pages.h"

namespace afterimage {
namespace {

using namespace page_test;  // NOLINT
using testing_support::SetupA;
using testing_support::Sim;
using testing_support::Until;

constexpr uint32_t kBytes = 256;
constexpr Time kReadNs = 1000, kWriteNs = 5000, kSyncNs = 700;

// Keeps pages by id and a diary. What a write was given at its start must still stand there at its
// end, and no two writes of one page may overlap. Durable on write, unless told otherwise.
class FakeHome final : public PageHome {
 public:
  explicit FakeHome(std::string& diary) : diary_(diary) {
    for (PageId id = 1; id <= 9; ++id) {
      pages_[id].resize(kBytes);
      own_.page.Format(id);
      own_.page.Read(0, pages_[id].data(), kBytes);
      Seal(id);
    }
  }
  Task<void> ReadPage(Thread& t, PageId page) override {
    diary_ += "r" + std::to_string(page) + " ";
    co_await Delay(t, kReadNs, WaitFor::kDevice, Category::kDataIo);
  }
  Task<void> WritePage(Thread& t, PageId page, const uint8_t* bytes) override {
    diary_ += "w" + std::to_string(page) + " ";
    EXPECT_TRUE(writing_.insert(page).second) << "two writes of page " << page << " at once";
    const std::vector<uint8_t> given(bytes, bytes + kBytes);
    co_await Delay(t, kWriteNs, WaitFor::kDevice, Category::kDataIo);
    EXPECT_EQ(std::memcmp(given.data(), bytes, kBytes), 0) << "changed while being written";
    pages_[page] = given;
    writing_.erase(page);
    diary_ += "W" + std::to_string(page) + " ";
  }
  Task<void> Sync(Thread& t) override {
    diary_ += "s ";
    co_await Delay(t, kSyncNs, WaitFor::kDevice, Category::kDataIo);
    diary_ += "S ";
  }
  bool durable_on_write() const override { return durable_on_write_; }
  void Peek(PageId page, uint32_t offset, uint32_t size, uint8_t* out) const override {
    std::memcpy(out, pages_.at(page).data() + offset, size);
  }

  void set_durable_on_write(bool durable) { durable_on_write_ = durable; }
  std::vector<uint8_t>& bytes(PageId page) { return pages_[page]; }
  void Seal(PageId page) { SetPageChecksum(pages_[page].data(), kBytes); }
  Lsn page_lsn(PageId page) {
    Lsn lsn = 0;
    std::memcpy(&lsn, pages_[page].data(), sizeof lsn);
    return lsn;
  }

 private:
  std::string& diary_;
  OwnPage own_{kBytes};
  std::map<PageId, std::vector<uint8_t>> pages_;
  std::set<PageId> writing_;
  bool durable_on_write_ = true;
};

class FakeGate final : public WriteGate {
 public:
  explicit FakeGate(std::string& diary) : diary_(diary) {}
  Task<void> BeforeWritePage(Thread& t, PageId page, Lsn lsn) override {
    diary_ += "g" + std::to_string(page) + "@" + std::to_string(lsn) + " ";
    co_await Delay(t, wait_ns, WaitFor::kWork, Category::kLogWork);
  }
  Time wait_ns = 100;

 private:
  std::string& diary_;
};

class BufferPoolTest : public testing::Test {
 protected:
  BufferPool& Pool(uint32_t frames, Replacement replacement = Replacement::kLru) { return Pool(sim_, frames, replacement); }
  BufferPool& Pool(Sim& sim, uint32_t frames, Replacement replacement = Replacement::kLru) {
    PoolParams params;
    params.frames = frames;
    params.page_bytes = kBytes;
    params.pages = 10;
    params.replacement = replacement;
    params.structure = 2;
    pool_ = sim.arena.New<BufferPool>(sim.arena, machine_, params, home_, gate_);
    return *pool_;
  }
  // Changes the page as a client does: under its latch.
  Task<> Change(Thread& t, PageId page, Lsn lsn, Time hold = 0) {
    Frame* frame = co_await pool_->Fix(t, page);
    co_await Latch::Acquire(t, frame->latch, Category::kBufferPool);
    t.Charge(Category::kLogic, hold);
    co_await Ordered(t);
    pool_->MarkDirty(frame, lsn);
    SlottedPage view(pool_->View(frame));
    EXPECT_TRUE(ApplyInsert(view, 0, page, Value::FromNumber(static_cast<int64_t>(lsn), 8)));
    view.set_page_lsn(lsn);
    pool_->CountChange(frame);
    co_await Latch::Release(t, frame->latch);
    pool_->Unfix(t, frame);
  }
  Task<> Touch(Thread& t, PageId page) {
    Frame* frame = co_await pool_->Fix(t, page);
    EXPECT_NE(frame, nullptr);
    EXPECT_EQ(frame->page, page);
    EXPECT_EQ(pool_->View(frame).id(), page);
    pool_->Unfix(t, frame);
  }
  template <class Program>
  void Play(Program program) {
    Thread& t = sim_.Spawn(program);
    ASSERT_TRUE(sim_.Run());
    ASSERT_TRUE(t.done());
  }

  Sim sim_;
  MachineProfile machine_ = SetupA({{Price::kPathFix, 0}, {Price::kCopyLine, 0}, {Price::kAtomic, 0}});
  std::string diary_;
  FakeHome home_{diary_};
  FakeGate gate_{diary_};
  BufferPool* pool_ = nullptr;
};

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

// --- Replacement ---------------------------------------------------------------------------------

// Being brought is no second use.
TEST_F(BufferPoolTest, TheClockSparesWhatWasUsedSinceItsLastRound) {
  Pool(3, Replacement::kClock);
  Play([&](Thread& t) -> Task<> {
    for (const PageId page : {1, 2, 3, 4}) co_await Touch(t, page);  // 1 goes
    co_await Touch(t, 2);
    co_await Touch(t, 5);  // 2 is spared, 3 goes
    co_await Touch(t, 2);
  });
  EXPECT_EQ(diary_, "r1 r2 r3 r4 r5 ");
}

TEST_F(BufferPoolTest, LruAndClockDifferWhereAPageIsUsedOnceMore) {
  for (const Replacement replacement : {Replacement::kLru, Replacement::kClock}) {
    diary_.clear();
    Pool(3, replacement);
    Play([&](Thread& t) -> Task<> {
      for (const PageId page : {1, 1, 2, 3, 4, 1}) co_await Touch(t, page);
    });
    EXPECT_EQ(diary_, replacement == Replacement::kLru ? "r1 r2 r3 r4 r1 " : "r1 r2 r3 r4 ") << int(replacement);
  }
}

TEST_F(BufferPoolTest, TheClockNeverTakesAPageThatIsFixed) {
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

TEST_F(BufferPoolTest, ManyThreadsShareAClock) {
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

TEST_F(BufferPoolTest, APrefilledPageIsHereWithoutARead) {
  for (const Replacement replacement : {Replacement::kLru, Replacement::kClock}) {
    diary_.clear();
    Pool(3, replacement);
    for (const PageId page : {4, 5, 4, 6, 7}) pool_->Prefill(page);  // 4 once, 7 finds no room
    Play([&](Thread& t) -> Task<> {
      for (const PageId page : {6, 5, 4, 7}) co_await Touch(t, page);
    });
    EXPECT_EQ(diary_, "r7 ");
    EXPECT_EQ(pool_->frames_in_use(), 3u);
    EXPECT_EQ(pool_->counters().hits, 3u);
    EXPECT_EQ(pool_->counters().misses, 1u);
  }
}

TEST_F(BufferPoolTest, APageFromScratchIsNotRead) {
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

// Frames far smaller than the extents their bytes are kept in, all of them changed at one time or another.
TEST_F(BufferPoolTest, EveryFrameShowsItsOwnPage) {
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

TEST_F(BufferPoolTest, AWrittenPageIsItsHomeAgain) {
  Pool(2);
  Play([&](Thread& t) -> Task<> {
    co_await Change(t, 1, 10);
    co_await pool_->WritePage(t, 1);
    Frame* frame = co_await pool_->Fix(t, 1);
    home_.bytes(1)[200] = 0x5a;  // nobody may do this; it shows whose bytes these are
    EXPECT_EQ(pool_->View(frame).Get<uint8_t>(200), 0x5a);
    pool_->Unfix(t, frame);
  });
}

TEST_F(BufferPoolTest, OutsideOfItsFramesThereIsNothingToRead) {
  Pool(2);
  uint8_t bytes[kBytes];
  EXPECT_FALSE(pool_->Read(BufferPool::kFrames, 1, bytes));
  Play([&](Thread& t) -> Task<> { co_await Touch(t, 1); });
  EXPECT_TRUE(pool_->Read(BufferPool::kFrames, kBytes, bytes));
  EXPECT_FALSE(pool_->Read(BufferPool::kFrames + 1, kBytes, bytes));
  EXPECT_FALSE(pool_->Read(BufferPool::kFrames - 1, 1, bytes));
}

// --- A home that must be synced ------------------------------------------------------------------

TEST_F(BufferPoolTest, AWrittenPageStillHoldsTheLogBackUntilItsHomeIsSynced) {
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

TEST_F(BufferPoolTest, APageWrittenDuringASyncWaitsForTheNext) {
  Pool(4);
  home_.set_durable_on_write(false);
  std::vector<Lsn> oldest;
  auto syncer = [&](Thread& t) -> Task<> {
    co_await Change(t, 1, 10);               // until 1000
    co_await pool_->WriteOlderThan(t, 15);   // written at 6100, synced at 6800
  };
  auto writer = [&](Thread& t) -> Task<> {
    co_await Until(t, 200);
    co_await Change(t, 2, 20);
    co_await pool_->WritePage(t, 2);         // from 1200 on: done at 6300, while the sync is under way
  };
  sim_.Spawn(syncer);
  sim_.Spawn(writer);
  for (const Time at : {3000, 6200, 6500, 7500}) {
    sim_.Look(at, [&] { oldest.push_back(pool_->OldestRecLsn(99)); });
  }
  ASSERT_TRUE(sim_.Run());
  EXPECT_EQ(oldest, (std::vector<Lsn>{10, 10, 10, 20}));
}

TEST_F(BufferPoolTest, TwoCheckpointsAtOnceBothFindTheirPagesSafe) {
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
