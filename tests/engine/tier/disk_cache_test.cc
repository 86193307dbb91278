// A disk's volatile write cache, sectors that tear, and what a power cut may leave of both.
#include <gtest/gtest.h>

#include "support/litmus.h"
#include "tier/device_set.h"
#include "tier/disk/block_device.h"

namespace afterimage::testing_support {
namespace {

constexpr uint32_t kSector = 512;
constexpr Time kWrite = 10000, kRead = 7000;
constexpr Time kBus = 512;  // a sector; 1024 ns a KB

using Bytes = std::vector<uint8_t>;

class DiskCacheTest : public ::testing::Test {
 protected:
  void Start(std::vector<Override> overrides = {}) {
    overrides.insert(overrides.begin(), {{Price::kDiskRead, kRead},
                                         {Price::kDiskWrite, kWrite},
                                         {Price::kDiskBus, 1024},
                                         {Price::kDiskWriteCache, 1},
                                         {Price::kDiskCacheKb, 2}});
    machine_ = SetupA(overrides);
    disk_ = sim_.arena.New<BlockDevice>(sim_.arena, machine_, 64 * kSector);
  }
  auto Write(Thread& t, uint32_t sector, uint8_t byte, uint32_t sectors = 1) {
    buffers_.push_back(Bytes(sectors * kSector, byte));
    return disk_->Write(t, Category::kLogIo, uint64_t{sector} * kSector, buffers_.back().data(),
                        sectors * kSector);
  }
  int Durable(uint32_t sector) {
    return First([&](uint8_t* out) { disk_->LoadDurable(sector * kSector, out, 1); });
  }
  int Peek(uint32_t sector) {
    return First([&](uint8_t* out) { disk_->Peek(sector * kSector, out, 1); });
  }
  template <class Load>
  static int First(Load load) {
    uint8_t byte = 0;
    load(&byte);
    return byte;
  }
  template <class Program>
  void Play(Program program) {
    sim_.Spawn(program);
    ASSERT_TRUE(sim_.Run());
  }
  // The contents of these sectors that recovery may find: a byte if all are equal, else -1.
  std::set<std::vector<int>> ImagesOf(const BlockDevice& disk, const std::vector<uint32_t>& sectors,
                                      uint32_t* runs = nullptr) {
    std::set<std::vector<int>> images;
    BlockPool pool;
    EveryChoice every;
    do {
      Arena arena(pool);
      BlockDevice fork(arena, machine_, disk, every, 0);
      std::vector<int> image;
      for (const uint32_t sector : sectors) {
        Bytes bytes(kSector);
        fork.Peek(uint64_t{sector} * kSector, bytes.data(), kSector);
        image.push_back(bytes == Bytes(kSector, bytes[0]) ? bytes[0] : -1);
      }
      images.insert(image);
      if (runs) ++*runs;
    } while (every.Next());
    return images;
  }
  using Images = std::set<std::vector<int>>;

  Sim sim_;
  MachineProfile machine_ = SetupA();
  BlockDevice* disk_ = nullptr;
  std::deque<Bytes> buffers_;
};

TEST_F(DiskCacheTest, AWriteIsOverWhenTheDiskHasItAndDurableAfterAFlush) {
  Start();
  Play([&](Thread& t) -> Task<> {
    co_await Write(t, 3, 1);
    EXPECT_EQ(t.now(), kBus);
    EXPECT_EQ(Peek(3), 1);
    if (kTraced) EXPECT_EQ(Durable(3), 0);
    EXPECT_TRUE(disk_->Cached(3 * kSector, 1));
    EXPECT_FALSE(disk_->InFlight(3 * kSector, kSector));
    co_await disk_->Flush(t, Category::kLogIo);
    EXPECT_EQ(t.now(), kBus + kWrite);
    EXPECT_EQ(Durable(3), 1);
    EXPECT_FALSE(disk_->Cached(3 * kSector, 1));
    const Time before = t.now();
    co_await disk_->Flush(t, Category::kLogIo);
    EXPECT_EQ(t.now(), before);
  });
}

TEST_F(DiskCacheTest, WithoutBarriersAFlushLeavesWhatIsThereToBeLost) {
  Start({{Price::kDiskBarriers, 0}});
  Play([&](Thread& t) -> Task<> {
    co_await Write(t, 3, 1);
    co_await disk_->Flush(t, Category::kLogIo);
    EXPECT_EQ(t.now(), kBus);
    EXPECT_TRUE(disk_->Cached(3 * kSector, 1));
    if (kTraced) EXPECT_EQ(ImagesOf(*disk_, {3}), (Images{{0}, {1}}));
  });
}

TEST_F(DiskCacheTest, AWriteIsDurableByItselfInTime) {
  Start();
  Play([&](Thread& t) -> Task<> {
    co_await Write(t, 3, 1);
    co_await Until(t, 50000);
    co_await Write(t, 4, 1);  // the disk notices that it has been idle
    EXPECT_EQ(Durable(3), 1);
    if (kTraced) EXPECT_EQ(Durable(4), 0);
  });
}

TEST_F(DiskCacheTest, AFullCacheMakesWritersWaitForTheMedium) {
  Start();  // room for four sectors
  Play([&](Thread& t) -> Task<> {
    for (uint32_t i = 0; i < 4; ++i) co_await Write(t, 2 * i, 1);
    EXPECT_EQ(t.now(), 4 * kBus);
    co_await Write(t, 10, 1);
    EXPECT_EQ(t.now(), kBus + kWrite + kBus);  // the first had to go
    co_await Write(t, 20, 1, 8);               // larger than the cache: past it
    EXPECT_EQ(Durable(27), 1);
  });
}

TEST_F(DiskCacheTest, RewritingTheNewestSectorsBeforeTheMediumTakesThemCostsOneTurnOfIt) {
  Start();
  Play([&](Thread& t) -> Task<> {
    co_await Write(t, 1, 9);  // keeps the medium busy
    for (uint8_t i = 1; i <= 5; ++i) co_await Write(t, 3, i);
    co_await disk_->Flush(t, Category::kLogIo);
    EXPECT_EQ(t.now(), kBus + 2 * kWrite);
    EXPECT_EQ(Durable(3), 5);
  });
}

// The writes are like those of a log, whose last sector is written again with the next ones.
TEST_F(DiskCacheTest, WritesThatGoOnInTheNewestSectorsGoToTheMediumWithThem) {
  Start({{Price::kDiskCacheKb, 8}});
  Play([&](Thread& t) -> Task<> {
    co_await Write(t, 1, 9);  // keeps the medium busy
    co_await Write(t, 3, 1);
    co_await Write(t, 3, 2, 2);
    co_await Write(t, 4, 3, 2);
    co_await Write(t, 6, 4);
    EXPECT_EQ(t.now(), 7 * kBus);
    co_await Write(t, 2, 5);  // before them: it goes by itself
    if (kTraced) {
      // The medium takes all of the entry, or what it held at some time.
      const Images images = ImagesOf(*disk_, {3, 4, 5, 6});
      EXPECT_TRUE(images.count({0, 0, 0, 0}) && images.count({2, 3, 3, 4}) &&
                  images.count({1, 2, 0, 0}));
    }
    co_await disk_->Flush(t, Category::kLogIo);
    EXPECT_EQ(Durable(3) * 1000 + Durable(4) * 100 + Durable(5) * 10 + Durable(6), 2334);
    EXPECT_EQ(Durable(2), 5);
  });
}

// The sectors that the flush waits for are not changed: a write that continues there does not reach
// the medium with it.
TEST_F(DiskCacheTest, AWriteDuringAFlushPutsNothingOff) {
  Start({{Price::kDiskCacheKb, 8}});
  auto syncs = [&](Thread& t) -> Task<> {
    co_await Write(t, 1, 9);  // keeps the medium busy
    co_await Write(t, 3, 1);
    co_await disk_->Flush(t, Category::kLogIo);
    EXPECT_EQ(t.now(), kBus + 2 * kWrite);
    EXPECT_EQ(Durable(3), 1);
    if (kTraced) {
      EXPECT_EQ(ImagesOf(*disk_, {1, 3}), (Images{{9, 1}}));
    }
  };
  auto writes = [&](Thread& t) -> Task<> {
    co_await Until(t, 3000);
    co_await Write(t, 4, 2);
    co_await disk_->Flush(t, Category::kLogIo);
    EXPECT_EQ(Durable(4), 2);
  };
  sim_.Spawn(syncs);
  sim_.Spawn(writes);
  EXPECT_TRUE(sim_.Run());
}

TEST_F(DiskCacheTest, AWriteThatJoinsOthersNeedsRoomAndTime) {
  Start();  // room for four sectors
  Play([&](Thread& t) -> Task<> {
    co_await Write(t, 1, 9);
    co_await Write(t, 3, 1, 2);
    co_await Write(t, 5, 2, 2);  // five in all: it waits until the first has gone
    EXPECT_GE(t.now(), kWrite);
    co_await disk_->Flush(t, Category::kLogIo);
    EXPECT_EQ(Durable(6), 2);
    co_await Write(t, 3, 3);  // the medium takes it at once
    co_await Write(t, 4, 4);
    co_await disk_->Flush(t, Category::kLogIo);
    EXPECT_EQ(Durable(3) * 10 + Durable(4), 34);
  });
}

TEST_F(DiskCacheTest, ReadsHitTheCache) {
  Start();
  Play([&](Thread& t) -> Task<> {
    co_await Write(t, 3, 1, 2);
    uint8_t bytes[2 * kSector];
    const Time before = t.now();
    co_await disk_->Read(t, Category::kDataIo, 3 * kSector, bytes, 2 * kSector);
    EXPECT_EQ(t.now() - before, 2 * kBus);
    EXPECT_EQ(bytes[0], 1);
    co_await disk_->Read(t, Category::kDataIo, 4 * kSector, bytes, 2 * kSector);  // half of it
    EXPECT_GT(t.now(), kRead);
  });
}

#if AFTERIMAGE_TRACED

TEST_F(DiskCacheTest, ACachedSectorHoldsItsOldBytesOrAnyOfItsVersionsOnTheWay) {
  Start();
  const Bytes old_bytes(kSector, 9);
  disk_->Format(3 * kSector, old_bytes.data(), kSector);
  Images one, two, three, after;
  auto program = [&](Thread& t) -> Task<> {
    co_await Write(t, 3, 1);
    one = ImagesOf(*disk_, {3});
    co_await Write(t, 3, 2);
    two = ImagesOf(*disk_, {3, 4});
    co_await Write(t, 3, 3);
    co_await disk_->Flush(t, Category::kLogIo);
    after = ImagesOf(*disk_, {3});
  };
  sim_.Look(2 * kBus + 10, [&] {  // two in the cache, one under way
    three = ImagesOf(*disk_, {3});
    ArenaVector<PersistUnit> units{ArenaAllocator<PersistUnit>(sim_.arena)};
    disk_->CollectUnits(units);
    ASSERT_EQ(units.size(), 1u);
    EXPECT_EQ(units[0].options(), 4u);
    EXPECT_EQ(units[0].count(), 3u);
    EXPECT_TRUE(units[0].in_flight);
    EXPECT_EQ(units[0].VersionOf(0), nullptr);
    EXPECT_EQ(units[0].VersionOf(2)->bytes[0], 2);
  });
  Play(program);
  EXPECT_EQ(one, (Images{{9}, {1}}));
  EXPECT_EQ(two, (Images{{9, 0}, {1, 0}, {2, 0}}));
  EXPECT_EQ(three, (Images{{9}, {1}, {2}, {3}}));
  EXPECT_EQ(after, (Images{{3}}));
}

TEST_F(DiskCacheTest, WithoutCacheASectorInFlightTwiceHoldsAnyOfThree) {
  Start({{Price::kDiskWriteCache, 0}});
  auto first = [&](Thread& t) -> Task<> { co_await Write(t, 3, 1); };
  auto second = [&](Thread& t) -> Task<> {
    co_await Until(t, 10);
    co_await Write(t, 3, 2, 2);
  };
  Images both, last;
  sim_.Spawn(first);
  sim_.Spawn(second);
  sim_.Look(100, [&] { both = ImagesOf(*disk_, {3, 4}); });
  sim_.Look(kWrite + 100, [&] { last = ImagesOf(*disk_, {3, 4}); });
  ASSERT_TRUE(sim_.Run());
  EXPECT_EQ(both, (Images{{0, 0}, {1, 0}, {2, 0}, {0, 2}, {1, 2}, {2, 2}}));
  EXPECT_EQ(last, (Images{{1, 0}, {2, 0}, {1, 2}, {2, 2}}));
}

TEST_F(DiskCacheTest, WithoutPowerSafeOverwriteASectorMayBeGarbageButNothingElse) {
  Start({{Price::kDiskWriteCache, 0}, {Price::kDiskPowerSafe, 0}});
  Images during, after;
  auto program = [&](Thread& t) -> Task<> { co_await Write(t, 3, 1); };
  sim_.Look(100, [&] {
    during = ImagesOf(*disk_, {2, 3, 4});
    ArenaVector<PersistUnit> units{ArenaAllocator<PersistUnit>(sim_.arena)};
    disk_->CollectUnits(units);
    EXPECT_EQ(units[0].options(), 3u);
    EXPECT_EQ(units[0].count(), 2u);
    EXPECT_TRUE(units[0].IsGarbage(1));
    EXPECT_EQ(units[0].VersionOf(2)->bytes[0], 1);  // everything survives: the new bytes
    // The same garbage every time.
    Bytes torn[2] = {Bytes(kSector), Bytes(kSector)};
    for (Bytes& bytes : torn) {
      EveryChoice every;
      BlockDevice nothing(sim_.arena, machine_, *disk_, every, 0);
      nothing.DecideAll();
      every.Next();
      BlockDevice garbage(sim_.arena, machine_, *disk_, every, 0);
      garbage.Peek(3 * kSector, bytes.data(), kSector);
    }
    EXPECT_EQ(torn[0], torn[1]);
  });
  Play(program);
  after = ImagesOf(*disk_, {3});
  EXPECT_EQ(during, (Images{{0, 0, 0}, {0, -1, 0}, {0, 1, 0}}));
  EXPECT_EQ(after, (Images{{1}}));
}

TEST_F(DiskCacheTest, OnlySectorsThatRecoveryReadsAreBranchedOn) {
  Start();
  uint32_t all = 0, one = 0, none = 0;
  Play([&](Thread& t) -> Task<> {
    for (uint32_t i = 1; i <= 3; ++i) co_await Write(t, i, 1);
    ImagesOf(*disk_, {1, 2, 3}, &all);
    ImagesOf(*disk_, {2}, &one);
    ImagesOf(*disk_, {0, 4}, &none);
  });
  EXPECT_EQ(all, 8u);
  EXPECT_EQ(one, 2u);
  EXPECT_EQ(none, 1u);
}

TEST_F(DiskCacheTest, WhatNobodyReadStaysOpenInAForkOfTheFork) {
  Start();
  Play([&](Thread& t) -> Task<> {
    co_await Write(t, 1, 1);
    co_await Write(t, 2, 1);
    UniformChoice all(true);
    BlockDevice fork(sim_.arena, machine_, *disk_, all, 0);
    uint8_t byte = 0;
    fork.Peek(kSector, &byte, 1);
    EXPECT_EQ(byte, 1);
    EXPECT_EQ(ImagesOf(fork, {1, 2}), (Images{{1, 0}, {1, 1}}));
    fork.DecideAll();
    EXPECT_EQ(ImagesOf(fork, {1, 2}), (Images{{1, 1}}));
  });
}

TEST_F(DiskCacheTest, ARecoveryThatOverwritesASectorSettlesWhatWasThere) {
  Start({{Price::kDiskWriteCache, 0}});
  auto program = [&](Thread& t) -> Task<> { co_await Write(t, 1, 1); };
  Images during, after;
  UniformChoice all(true);
  BlockPool pool;
  // The fork lives while the disk that it came from stands still, as every power cut's does.
  sim_.Look(100, [&] {
    Arena arena(pool);
    BlockDevice fork(arena, machine_, *disk_, all, 0);
    Sim after_cut;
    const Bytes data(kSector, 7);
    auto recovery = [&](Thread& t) -> Task<> {
      co_await fork.Write(t, Category::kDataIo, kSector, data.data(), kSector);
    };
    after_cut.Spawn(recovery);
    after_cut.Look(100, [&] { during = ImagesOf(fork, {1}); });
    ASSERT_TRUE(after_cut.Run());
    after = ImagesOf(fork, {1});
  });
  Play(program);
  EXPECT_EQ(during, (Images{{1}, {7}}));
  EXPECT_EQ(after, (Images{{7}}));
}

TEST_F(DiskCacheTest, ALargeRandomHistoryLeavesOnlyBytesThatWereWritten) {
  Start({{Price::kDiskCacheKb, 3}});
  std::vector<std::set<int>> legal(8, {0});
  std::vector<int> newest(8, 0);
  Play([&](Thread& t) -> Task<> {
    Random random(8);
    for (int i = 1; i <= 60; ++i) {
      const uint32_t sector = random.Below(7), sectors = 1 + random.Below(2);
      for (uint32_t s = sector; s < sector + sectors; ++s) {
        legal[s].insert(i);
        newest[s] = i;
      }
      co_await Write(t, sector, static_cast<uint8_t>(i), sectors);
      if (random.Chance(20)) {
        co_await disk_->Flush(t, Category::kLogIo);
        for (uint32_t s = 0; s < 8; ++s) legal[s] = {newest[s]};
      }
      for (uint32_t s = 0; s < 8; ++s) {
        EXPECT_EQ(Peek(s), newest[s]);
        EXPECT_TRUE(legal[s].count(Durable(s)));
        const Images images = ImagesOf(*disk_, {s});
        EXPECT_TRUE(images.count({newest[s]}));
        EXPECT_TRUE(images.count({Durable(s)}));
        for (const auto& image : images) EXPECT_TRUE(legal[s].count(image[0])) << image[0];
      }
    }
  });
}

TEST(TwoDisks, ShareATierAndKeepTheirUnitsApart) {
  Sim sim;
  const MachineProfile machine = SetupA();
  DeviceSizes sizes;
  sizes.nvm_bytes = 64;
  sizes.disk_bytes = 4096;
  sizes.log_disk_bytes = 4096;
  DeviceSet devices(sim.arena, machine, sizes);
  const Bytes data(kSector, 5);
  auto to_data = [&](Thread& t) -> Task<> {
    co_await devices.disk.Write(t, Category::kDataIo, 512, data.data(), 512);
  };
  auto to_log = [&](Thread& t) -> Task<> {
    co_await devices.log_disk.Write(t, Category::kLogIo, 512, data.data(), 512);
  };
  sim.Spawn(to_data);
  Thread& log = sim.Spawn(to_log);
  sim.Look(100, [&] {
    ArenaVector<PersistUnit> units{ArenaAllocator<PersistUnit>(sim.arena)};
    devices.CollectUnits(units);
    ASSERT_EQ(units.size(), 2u);
    EXPECT_EQ(units[0].address, 512u);
    EXPECT_EQ(units[1].address, DeviceSet::kLogDiskBase + 512);
    EveryChoice every;
    std::set<uint32_t> asked;
    uint32_t runs = 0;
    do {
      DeviceSet fork(sim.arena, machine, devices, every);
      fork.DecideAll();
      for (const EveryChoice::Step& step : every.path()) asked.insert(step.unit);
      ++runs;
    } while (every.Next());
    EXPECT_EQ(runs, 4u);
    EXPECT_EQ(asked, (std::set<uint32_t>{DeviceSet::kDiskUnits, DeviceSet::kLogDiskUnits}));
  });
  ASSERT_TRUE(sim.Run());
  EXPECT_EQ(log.now(), machine[Price::kDiskWrite]);  // neither waits for the other
  EXPECT_EQ(devices.DiskAt(512, 512), &devices.disk);
  EXPECT_EQ(devices.DiskAt(DeviceSet::kLogDiskBase + 4095, 1), &devices.log_disk);
  EXPECT_EQ(devices.DiskAt(DeviceSet::kLogDiskBase + 4095, 2), nullptr);
  EXPECT_EQ(devices.DiskAt(4096, 1), nullptr);
  for (const Event& event : sim.events) {
    if (event.kind == EventKind::kPageWrite && event.actor == log.id())
      EXPECT_EQ(event.address, 0x80000200u);
  }
}

TEST_F(DiskCacheTest, WhatAWriteUnderWayRepeatsIsCertainUnlessItsSectorMayTear) {
  for (const int64_t power_safe : {1, 0}) {
    Start({{Price::kDiskWriteCache, 0}, {Price::kDiskPowerSafe, power_safe}});
    Bytes bytes(kSector);  // zeros, as the sector is
    std::fill(bytes.begin() + 100, bytes.end(), uint8_t{7});
    Sim sim;
    auto write = [&](Thread& t) -> Task<> {
      co_await disk_->Write(t, Category::kLogIo, 3 * kSector, bytes.data(), kSector);
    };
    sim.Spawn(write);
    sim.Look(100, [&] {
      EXPECT_TRUE(disk_->InFlight(3 * kSector, kSector));
      EXPECT_EQ(disk_->Certain(3 * kSector, 100), power_safe == 1);
      EXPECT_FALSE(disk_->Certain(3 * kSector + 99, 2));
      EXPECT_TRUE(disk_->Certain(4 * kSector, kSector));
    });
    ASSERT_TRUE(sim.Run());
    EXPECT_TRUE(disk_->Certain(3 * kSector, kSector));
  }
}

#endif

}  // namespace
}  // namespace afterimage::testing_support
