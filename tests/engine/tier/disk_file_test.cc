#include "tier/files/disk_file.h"

#include <gtest/gtest.h>

#include "support/litmus.h"

namespace afterimage::testing_support {
namespace {

class DiskFileTest : public ::testing::Test {
 protected:
  static constexpr uint32_t kPage = DiskFile::kPageBytes;
  static constexpr uint32_t kFileBytes = 64 * kPage;
  static constexpr Time kRead = 100000, kWrite = 200000, kCall = 1000, kSync = 400, kCopy = 2;

  DiskFileTest() { Start({}); }
  void Start(std::vector<Override> overrides) {
    overrides.insert(overrides.begin(), {{Price::kDiskRead, kRead},
                                         {Price::kDiskWrite, kWrite},
                                         {Price::kFileCachedCall, kCall},
                                         {Price::kFileCachedSync, kSync},
                                         {Price::kFilePage, 0},
                                         {Price::kFileWrite, 0},
                                         {Price::kFileWritePage, 0},
                                         {Price::kCopyLine, kCopy},
                                         {Price::kAtomic, 0},
                                         {Price::kLineTransfer, 0},
                                         {Price::kFileDirectCall, 10},
                                         {Price::kOsJournalBlocks, 0}});
    machine_ = SetupA(overrides);
    disk_ = sim_.arena.New<BlockDevice>(sim_.arena, machine_,
                                        2 * kFileBytes + DiskFile::JournalBytes(machine_));
    file_ = sim_.arena.New<DiskFile>(sim_.arena, machine_, *disk_, kPage, kFileBytes);
  }
  void StartCached(std::vector<Override> overrides = {}) {
    overrides.push_back({Price::kOsPageCache, 1});
    Start(overrides);
  }
  auto WriteFilled(Thread& t, uint64_t offset, uint32_t size, uint8_t byte) {
    buffers_.push_back(std::vector<uint8_t>(size, byte));
    return file_->Write(t, Category::kLogIo, offset, buffers_.back().data(), size);
  }
  uint8_t PeekByte(uint64_t offset) {
    uint8_t byte = 0;
    file_->Peek(offset, &byte, 1);
    return byte;
  }
  uint8_t DurableByte(uint64_t offset) {
    uint8_t byte = 0;
    disk_->LoadDurable(file_->address(offset), &byte, 1);
    return byte;
  }
  template <class Program>
  Time Play(Program program) {
    Thread& t = sim_.Spawn(program);
    EXPECT_TRUE(sim_.Run());
    return t.now();
  }

  Sim sim_;
  MachineProfile machine_ = SetupA();
  BlockDevice* disk_ = nullptr;
  DiskFile* file_ = nullptr;
  std::deque<std::vector<uint8_t>> buffers_;
};

TEST_F(DiskFileTest, WithoutPageCacheAWriteIsDurableOnReturnAndCostsTheDisk) {
  const Time end = Play([&](Thread& t) -> Task<> {
    co_await WriteFilled(t, 512, 1024, 5);
    EXPECT_EQ(t.now(), kWrite + 10);
    EXPECT_EQ(DurableByte(512), 5);
    co_await file_->Sync(t, Category::kLogIo);
  });
  EXPECT_EQ(end, kWrite + 20);
  EXPECT_FALSE(file_->cached());
  EXPECT_EQ(file_->block_bytes(), 512u);
  EXPECT_EQ(file_->address(512), kPage + 512);
  uint8_t byte = 0;
  disk_->Peek(kPage + 512, &byte, 1);
  EXPECT_EQ(byte, 5);
}

TEST_F(DiskFileTest, EitherCacheMakesDurabilityWaitForASync) {
  EXPECT_TRUE(file_->durable_on_write());
  StartCached();
  EXPECT_FALSE(file_->durable_on_write());
  Start({{Price::kDiskWriteCache, 1}});
  EXPECT_FALSE(file_->durable_on_write());
  Play([&](Thread& t) -> Task<> {
    co_await WriteFilled(t, 0, 512, 5);
    EXPECT_LT(t.now(), kWrite);
    co_await file_->Sync(t, Category::kLogIo);
    EXPECT_GT(t.now(), kWrite);
    EXPECT_EQ(DurableByte(0), 5);
  });
}

TEST_F(DiskFileTest, APageCacheTakesWritesAtTheCostOfACallAndACopy) {
  StartCached();
  Play([&](Thread& t) -> Task<> {
    co_await WriteFilled(t, 0, 2 * kPage, 5);
    EXPECT_EQ(t.now(), kCall + 128 * kCopy);
    EXPECT_EQ(PeekByte(2 * kPage - 1), 5);
    EXPECT_EQ(DurableByte(0), 0);
    EXPECT_EQ(file_->dirty_pages(), 2u);
    uint8_t read[512];
    const Time before = t.now();
    co_await file_->Read(t, Category::kLogIo, kPage, read, 512);
    EXPECT_EQ(t.now() - before, kCall + 8 * kCopy);
    EXPECT_EQ(read[0], 5);
  });
  EXPECT_EQ(disk_->counters().writes, 0u);
  EXPECT_EQ(disk_->counters().reads, 0u);
}

TEST_F(DiskFileTest, SyncWritesNeighboursAsOneRequestInTheOrderOfAddresses) {
  StartCached();
  Play([&](Thread& t) -> Task<> {
    for (const uint64_t page : {9, 3, 8, 20, 7})
      co_await WriteFilled(t, page * kPage, kPage, static_cast<uint8_t>(page));
    const Time before = t.now();
    co_await file_->Sync(t, Category::kLogIo);
    EXPECT_EQ(t.now() - before, kSync + 3 * kWrite);  // 3, 7-9, 20
    for (const uint64_t page : {3, 7, 8, 9, 20}) EXPECT_EQ(DurableByte(page * kPage), page);
    co_await file_->Sync(t, Category::kLogIo);
    EXPECT_EQ(disk_->counters().writes, 3u);
  });
  EXPECT_EQ(file_->dirty_pages(), 0u);
  std::vector<uint32_t> order;
  for (const Event& event : sim_.events) {
    if (event.kind == EventKind::kPageWrite) order.push_back(event.address / kPage - 1);
  }
  if (kTraced) EXPECT_EQ(order, (std::vector<uint32_t>{3, 7, 20}));
}

TEST_F(DiskFileTest, AReadGoesToTheDiskOnce) {
  StartCached();
  const std::vector<uint8_t> stored(kPage, 8);
  file_->Format(5 * kPage, stored.data(), kPage);
  std::vector<uint8_t> read(2 * kPage);
  Play([&](Thread& t) -> Task<> {
    co_await file_->Read(t, Category::kDataIo, 5 * kPage, read.data(), 2 * kPage);
    co_await file_->Read(t, Category::kDataIo, 5 * kPage, read.data(), 2 * kPage);
  });
  EXPECT_EQ(disk_->counters().reads, 1u);
  EXPECT_EQ(read[0], 8);
  EXPECT_EQ(read[kPage], 0);
  StartCached();
  file_->Warm();
  Play([&](Thread& t) -> Task<> {
    co_await file_->Read(t, Category::kDataIo, 63 * kPage, read.data(), kPage);
  });
  EXPECT_EQ(disk_->counters().reads, 0u);
}

TEST_F(DiskFileTest, AWriteOfPartOfAPageReadsItFirstAndKeepsTheRest) {
  StartCached();
  const std::vector<uint8_t> stored(kPage, 8);
  file_->Format(0, stored.data(), kPage);
  Play([&](Thread& t) -> Task<> {
    co_await WriteFilled(t, 512, 512, 1);
    co_await WriteFilled(t, 1024, 512, 2);
    co_await file_->Sync(t, Category::kLogIo);
  });
  EXPECT_EQ(disk_->counters().reads, 1u);
  EXPECT_EQ(DurableByte(0), 8);
  EXPECT_EQ(DurableByte(512), 1);
  EXPECT_EQ(DurableByte(1024), 2);
  EXPECT_EQ(DurableByte(1536), 8);
}

TEST_F(DiskFileTest, TooManyDirtyPagesMakeTheWriterWriteBackTheOldest) {
  StartCached({{Price::kOsDirtyPages, 3}});
  Play([&](Thread& t) -> Task<> {
    for (uint64_t page = 0; page < 5; ++page) co_await WriteFilled(t, 2 * page * kPage, kPage, 1);
  });
  EXPECT_EQ(file_->dirty_pages(), 3u);
  EXPECT_EQ(DurableByte(0), 1);
  EXPECT_EQ(DurableByte(2 * kPage), 1);
  EXPECT_EQ(DurableByte(4 * kPage), 0);
}

TEST_F(DiskFileTest, WritersOfOneFileTakeTurnsWhileTheyCopy) {
  StartCached({{Price::kFileWrite, 1000}, {Price::kFileWritePage, 100}});
  auto writer = [&](Thread& t) -> Task<> { co_await WriteFilled(t, t.id() * kPage, kPage, 1); };
  for (int i = 0; i < 4; ++i) sim_.Spawn(writer);
  uint32_t queue = 0;
  sim_.Look(kCall + 20, [&] { queue = file_->waiting(); });
  ASSERT_TRUE(sim_.Run());
  Time contention = 0;
  for (int i = 0; i < 4; ++i)
    contention += Sim::Booked(sim_.kernel.thread(i), Category::kLogContention);
  EXPECT_EQ(queue, 3u);
  EXPECT_EQ(contention, (1 + 2 + 3) * (1000 + 100 + 64 * kCopy));
}

TEST_F(DiskFileTest, APageChangedWhileItIsWrittenBackStaysDirtyAndReadsNew) {
  StartCached();
  auto syncer = [&](Thread& t) -> Task<> {
    co_await WriteFilled(t, 0, kPage, 1);
    co_await file_->Sync(t, Category::kLogIo);
    EXPECT_EQ(DurableByte(0), 1);
    EXPECT_EQ(PeekByte(0), 2);
    EXPECT_EQ(file_->dirty_pages(), 1u);
  };
  bool durable = false;
  auto writer = [&](Thread& t) -> Task<> {
    co_await Until(t, 100000);
    co_await WriteFilled(t, 0, kPage, 2);
    co_await file_->Sync(t, Category::kLogIo);  // waits for the other, then writes again
    durable = DurableByte(0) == 2;
  };
  sim_.Spawn(syncer);
  sim_.Spawn(writer);
  ASSERT_TRUE(sim_.Run());
  EXPECT_TRUE(durable);
  EXPECT_EQ(disk_->counters().writes, 2u);
}

TEST_F(DiskFileTest, ASecondSyncWaitsForWhatTheFirstIsWriting) {
  StartCached();
  auto first = [&](Thread& t) -> Task<> {
    co_await WriteFilled(t, 0, kPage, 1);
    co_await file_->Sync(t, Category::kLogIo);
  };
  bool durable = false;
  auto second = [&](Thread& t) -> Task<> {
    co_await Until(t, 50000);
    EXPECT_EQ(file_->dirty_pages(), 0u);
    EXPECT_EQ(DurableByte(0), 0);
    co_await file_->Sync(t, Category::kLogIo);
    durable = DurableByte(0) == 1;
  };
  sim_.Spawn(first);
  sim_.Spawn(second);
  ASSERT_TRUE(sim_.Run());
  EXPECT_TRUE(durable);
}

TEST_F(DiskFileTest, RandomCallsGiveWhatAFileGivesAndSyncsMakeItDurable) {
  for (const bool cached : {false, true}) {
    if (cached) StartCached({{Price::kOsDirtyPages, 6}});
    Play([&](Thread& t) -> Task<> {
      Random random(cached ? 11 : 12);
      std::vector<uint8_t> reference(kFileBytes), data(kFileBytes), durable(kFileBytes);
      for (int i = 0; i < 120; ++i) {
        const uint32_t size = 512 * (1 + random.Below(40)),
                       at = 512 * random.Below((kFileBytes - size) / 512);
        if (random.Chance(60)) {
          for (uint32_t b = 0; b < size; ++b)
            reference[at + b] = data[b] = static_cast<uint8_t>(random.Next());
          co_await file_->Write(t, Category::kDataIo, at, data.data(), size);
        } else if (random.Chance(70)) {
          co_await file_->Read(t, Category::kDataIo, at, data.data(), size);
          EXPECT_TRUE(std::equal(data.begin(), data.begin() + size, reference.begin() + at));
        } else {
          co_await file_->Sync(t, Category::kDataIo);
          disk_->LoadDurable(kPage, durable.data(), kFileBytes);
          EXPECT_EQ(durable, reference);
        }
        file_->Peek(0, data.data(), kFileBytes);
        EXPECT_EQ(data, reference);
      }
    });
  }
}

#if AFTERIMAGE_TRACED

TEST_F(DiskFileTest, APowerCutLosesThePageCacheAndLeavesAnyPartOfWhatIsBeingWrittenBack) {
  StartCached();
  auto program = [&](Thread& t) -> Task<> {
    co_await WriteFilled(t, 0, kPage, 1);
    co_await file_->Sync(t, Category::kLogIo);
    co_await WriteFilled(t, 0, 1024, 2);
    co_await file_->Sync(t, Category::kLogIo);
  };
  const auto images = [&] {
    std::set<std::vector<int>> seen;
    BlockPool pool;
    EveryChoice every;
    do {
      Arena arena(pool);
      BlockDevice fork(arena, machine_, *disk_, every, 0);
      DiskFile file(arena, machine_, fork, kPage, kFileBytes);
      std::vector<int> image;
      for (uint64_t at = 0; at < 3 * 512; at += 512) {
        uint8_t byte = 0;
        file.Peek(at, &byte, 1);
        image.push_back(byte);
      }
      seen.insert(image);
    } while (every.Next());
    return seen;
  };
  std::set<std::vector<int>> first, second, end;
  sim_.Look(kCall + 200, [&] { first = images(); });                   // written, not synced
  sim_.Look(2 * kCall + kWrite + 100000, [&] { second = images(); });  // the second Sync is at work
  Play(program);
  end = images();
  EXPECT_EQ(first, (std::set<std::vector<int>>{{0, 0, 0}}));
  EXPECT_EQ(second, (std::set<std::vector<int>>{{1, 1, 1}, {1, 2, 1}, {2, 1, 1}, {2, 2, 1}}));
  EXPECT_EQ(end, (std::set<std::vector<int>>{{2, 2, 1}}));
}

#endif

// Data, descriptor and inode as one request, the commit block as another one (jbd2).
TEST_F(DiskFileTest, ASyncCommitsTheJournalOfItsFileSystem) {
  StartCached({{Price::kOsJournalBlocks, 3}});
  const uint64_t behind = kPage + kFileBytes;  // on the disk
  Play([&](Thread& t) -> Task<> {
    co_await WriteFilled(t, 0, kPage, 7);
    const Time start = t.now();
    co_await file_->Sync(t, Category::kLogIo);
    EXPECT_EQ(t.now() - start, kSync + 3 * kWrite);
    EXPECT_EQ(DurableByte(0), 7);
  });
  EXPECT_EQ(disk_->counters().writes, 3u);
  EXPECT_EQ(disk_->counters().bytes_written, 4u * kPage);
  EXPECT_EQ(DiskFile::JournalBytes(machine_) % (3 * kPage), 0u);
  EXPECT_LE(behind + DiskFile::JournalBytes(machine_), disk_->size());
}

TEST_F(DiskFileTest, TheJournalSaysWhenTheFileHasChanged) {
  StartCached({{Price::kOsJournalBlocks, 3}});
  const auto durable = [&](uint32_t block, auto what) {
    disk_->LoadDurable(file_->JournalAddress(block), &what, sizeof what);
    return what;
  };
  Play([&](Thread& t) -> Task<> {
    for (const uint64_t n : {1, 2}) {
      co_await WriteFilled(t, 0, kPage, 7);
      EXPECT_EQ(file_->inode().changed, t.now());
      EXPECT_EQ(file_->StateOf(0), DiskFile::PageState::kDirty);
      co_await file_->Sync(t, Category::kLogIo);
      EXPECT_EQ(durable(0, JournalHeader()).sequence, n);
      EXPECT_EQ(durable(0, JournalHeader()).kind, JournalHeader::kDescriptor);
      EXPECT_EQ(durable(1, Inode()).changed, file_->inode().changed);
      EXPECT_EQ(durable(1, Inode()).size, kFileBytes);
      EXPECT_EQ(durable(2, JournalHeader()).kind, JournalHeader::kCommit);
      EXPECT_EQ(file_->StateOf(0), DiskFile::PageState::kClean);
    }
  });
  // A later thread finds the latest commit by its bytes.
  const Address latest = file_->JournalAddress(0);
  file_ = sim_.arena.New<DiskFile>(sim_.arena, machine_, *disk_, kPage, kFileBytes);
  EXPECT_EQ(file_->JournalAddress(0), latest);
}

// In Linux 2.6.32 fsync() holds the inode's mutex, as here.
TEST_F(DiskFileTest, WhoWritesWaitsForASyncThatCommitsTheJournal) {
  for (const uint32_t blocks : {0, 3}) {
    StartCached({{Price::kOsJournalBlocks, blocks}});
    Time wrote = 0, synced = 0;
    auto syncs = [&](Thread& t) -> Task<> {
      co_await WriteFilled(t, 0, kPage, 1);
      co_await file_->Sync(t, Category::kLogIo);
      synced = t.now();
    };
    auto writes = [&](Thread& t) -> Task<> {
      co_await Until(t, t.now() + kCall + kSync + 10000);
      co_await WriteFilled(t, 8 * kPage, kPage, 2);
      wrote = t.now();
    };
    const Time start = sim_.kernel.now();
    sim_.Spawn(syncs, start);
    sim_.Spawn(writes, start);
    ASSERT_TRUE(sim_.Run());
    EXPECT_EQ(wrote > synced, blocks > 0);
  }
}

}  // namespace
}  // namespace afterimage::testing_support
