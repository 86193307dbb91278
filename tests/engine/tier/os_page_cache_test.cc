// Tests what Linux's page cache writes back, when, and which threads wait for it.
#include "tier/files/os_page_cache.h"

#include <gtest/gtest.h>

#include "support/litmus.h"
#include "tier/files/disk_file.h"

namespace afterimage::testing_support {
namespace {

constexpr Time kSecond = 1'000'000'000;
constexpr uint32_t kPage = DiskFile::kPageBytes;

class OsPageCacheTest : public ::testing::Test {
 protected:
  static constexpr uint32_t kPages = 64;
  static constexpr uint64_t kWrite = 200'000;

  // Starts with a file of 64 pages on a disk, in memory that has room for so many.
  void Start(uint64_t room_pages, const std::vector<Override>& overrides = {},
             CoreParams cores = {Sim::kMaxThreads, 0, 0}) {
    sim_ = std::make_unique<Sim>(cores);
    std::vector<Override> all = {{Price::kDiskRead, 100'000},
                                 {Price::kDiskWrite, kWrite},
                                 {Price::kOsPageCache, 1},
                                 {Price::kOsJournalBlocks, 0}};
    all.insert(all.end(), overrides.begin(), overrides.end());
    machine_ = SetupA(all);
    disk_ = sim_->arena.New<BlockDevice>(sim_->arena, machine_, kPages * kPage);
    cache_ = sim_->arena.New<OsPageCache>(sim_->kernel, sim_->arena, machine_);
    file_ = sim_->arena.New<DiskFile>(sim_->arena, machine_, *disk_, 0, kPages * kPage, cache_);
    cache_->SetRoom(room_pages * kPage);
  }
  auto Write(Thread& t, uint32_t page) {
    return file_->Write(t, Category::kDataIo, uint64_t{page} * kPage, bytes_.data(), kPage);
  }
  auto Read(Thread& t, uint32_t page) {
    return file_->Read(t, Category::kDataIo, uint64_t{page} * kPage, nullptr, kPage);
  }
  bool Durable(uint32_t page) {
    uint8_t byte = 0;
    disk_->LoadDurable(uint64_t{page} * kPage, &byte, 1);
    return byte != 0;
  }
  uint32_t Resident() {
    uint32_t count = 0;
    for (uint32_t page = 0; page < kPages; ++page) count += file_->resident(page);
    return count;
  }
  template <class Program>
  void Play(Program program) {
    sim_->Spawn(program);
    EXPECT_TRUE(sim_->Run());
  }

  const std::vector<uint8_t> bytes_ = std::vector<uint8_t>(kPage, 7);
  std::unique_ptr<Sim> sim_;
  MachineProfile machine_ = SetupA();
  BlockDevice* disk_ = nullptr;
  OsPageCache* cache_ = nullptr;
  DiskFile* file_ = nullptr;
};

TEST_F(OsPageCacheTest, APageThatHasLeftIsReadAgain) {
  Start(8);
  Play([&](Thread& t) -> Task<> {
    for (uint32_t page = 0; page < 10; ++page) co_await Read(t, page);
    EXPECT_EQ(disk_->counters().reads, 10u);
    EXPECT_EQ(Resident(), 8u);
    co_await Read(t, 9);
    EXPECT_EQ(disk_->counters().reads, 10u);
    co_await Read(t, 0);
    EXPECT_EQ(disk_->counters().reads, 11u);
  });
}

TEST_F(OsPageCacheTest, NothingLeavesWhereAllFits) {
  for (const uint64_t room : {uint64_t{kPages}, OsPageCache::kAnyRoom / kPage}) {
    Start(room);
    Play([&](Thread& t) -> Task<> {
      for (int i = 0; i < 2; ++i) {
        for (uint32_t page = 0; page < kPages; ++page) co_await Read(t, page);
      }
    });
    EXPECT_EQ(disk_->counters().reads, kPages);
  }
}

TEST_F(OsPageCacheTest, AWarmFileHasItsLastPagesInMemory) {
  Start(8);
  file_->Warm();
  EXPECT_EQ(Resident(), 8u);
  EXPECT_TRUE(file_->resident(kPages - 1));
  EXPECT_FALSE(file_->resident(kPages - 9));
}

// Nothing but the age counts: one page, of very much room.
TEST_F(OsPageCacheTest, AFlusherWritesWhatHasBeenDirtyFor30SecondsWhenItWakes) {
  Start(1 << 20);
  cache_->AddFlushers();
  auto writes = [&](Thread& t) -> Task<> {
    co_await Write(t, 0);
    co_await Until(t, 7 * kSecond);
    co_await Write(t, 1);
  };
  std::vector<std::pair<bool, bool>> seen;
  sim_->Spawn(writes);
  for (const Time at : {29, 31, 36, 39, 41})
    sim_->Look(at * kSecond, [&] { seen.emplace_back(Durable(0), Durable(1)); });
  EXPECT_TRUE(sim_->Run());  // and then it sleeps for good
  EXPECT_EQ(seen, (std::vector<std::pair<bool, bool>>{
                      {false, false}, {true, false}, {true, false}, {true, false}, {true, true}}));
  EXPECT_EQ(cache_->dirty_pages(), 0u);
}

TEST_F(OsPageCacheTest, AFlusherSleepsOnlyWhileThereIsNothingToWrite) {
  Start(1 << 20, {{Price::kOsWritebackTime, 10}, {Price::kOsDirtyExpires, 0}});
  cache_->AddFlushers();
  Play([&](Thread& t) -> Task<> {
    for (uint32_t page = 0; page < 3; ++page) {
      co_await Write(t, page);
      co_await Until(t, t.now() + kSecond);
      EXPECT_TRUE(Durable(page));
    }
  });
  EXPECT_EQ(disk_->counters().writes, 3u);
}

TEST_F(OsPageCacheTest, WhoeverPassesTheBackgroundShareWakesTheFlusherAndGoesOn) {
  Start(100);
  cache_->AddFlushers();
  Play([&](Thread& t) -> Task<> {
    for (uint32_t page = 0; page < 30; page += 2) co_await Write(t, page);
    EXPECT_LT(t.now(), kWrite);
    EXPECT_EQ(disk_->counters().writes, 0u);
    co_await Until(t, kSecond);
    EXPECT_TRUE(Durable(0));
    EXPECT_LE(cache_->dirty_pages(), 10u);
    EXPECT_GT(disk_->counters().writes, 0u);
  });
}

TEST_F(OsPageCacheTest, WhoeverPassesTheLimitWritesBackItself) {
  Start(100);
  cache_->AddFlushers();
  Play([&](Thread& t) -> Task<> {
    for (uint32_t page = 0; page < 60; page += 2) {
      co_await Write(t, page);
      EXPECT_LE(cache_->dirty_pages(), 21u);
    }
    EXPECT_GT(t.now(), 10 * kWrite);
  });
}

TEST_F(OsPageCacheTest, ASmallLimitCountsAsFivePercentAndTheBackgroundIsBelowIt) {
  Start(100, {{Price::kOsDirtyRatio, 0}, {Price::kOsDirtyBackground, 100}});
  Play([&](Thread& t) -> Task<> {
    for (uint32_t page = 0; page < 3; ++page) co_await Write(t, 2 * page);
    EXPECT_TRUE(cache_->OverBackground());
    EXPECT_FALSE(cache_->OverLimit());
    for (uint32_t page = 3; page < 6; ++page) co_await Write(t, 2 * page);
    EXPECT_GT(disk_->counters().writes, 0u);
  });
}

TEST_F(OsPageCacheTest, WhoNeedsRoomWritesBackWhereAllIsDirty) {
  Start(8, {{Price::kOsDirtyRatio, 100}});
  Play([&](Thread& t) -> Task<> {
    for (uint32_t page = 0; page < 20; ++page) {
      co_await Write(t, 2 * page);
      EXPECT_LE(Resident(), 8u);
    }
    for (uint32_t page = 0; page < 20; ++page) EXPECT_EQ(file_->resident(2 * page + 1), false);
  });
  EXPECT_GT(disk_->counters().writes, 0u);
}

TEST_F(OsPageCacheTest, ASyncComesBetweenTheWritesOfARound) {
  Start(1 << 20);
  auto round = [&](Thread& t) -> Task<> {
    for (uint32_t page = 0; page < 40; page += 2) co_await Write(t, page);
    EXPECT_LT(co_await file_->WriteRound(t, Category::kDataIo, 1024, ~Time{0}), 20u);
  };
  auto sync = [&](Thread& t) -> Task<> {
    co_await Until(t, 5 * kWrite);
    co_await file_->Sync(t, Category::kDataIo);
    for (uint32_t page = 0; page < 40; page += 2) EXPECT_TRUE(Durable(page));
  };
  sim_->Spawn(round);
  sim_->Spawn(sync);
  EXPECT_TRUE(sim_->Run());
  EXPECT_EQ(disk_->counters().writes, 20u);
}

TEST_F(OsPageCacheTest, AFlusherNeedsACoreAsOthersDo) {
  Start(1 << 20, {{Price::kOsWritebackTime, 10}, {Price::kOsDirtyExpires, 0}}, {1, 0, 0});
  cache_->AddFlushers();
  bool before = true;
  Play([&](Thread& t) -> Task<> {
    co_await Write(t, 0);
    t.Charge(Category::kLogic, kSecond);
    co_await Ordered(t);
    before = Durable(0);
  });
  EXPECT_FALSE(before);
  EXPECT_TRUE(Durable(0));
}

TEST_F(OsPageCacheTest, AStoppedFlusherEndsAtOnce) {
  Start(1 << 20);
  cache_->AddFlushers();
  Play([&](Thread& t) -> Task<> {
    co_await Write(t, 0);
    cache_->Stop(t);
  });
  EXPECT_LT(sim_->kernel.now(), kSecond);
  EXPECT_FALSE(Durable(0));
}

}  // namespace
}  // namespace afterimage::testing_support
