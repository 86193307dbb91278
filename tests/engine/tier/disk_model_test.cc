// A disk against a model that knows no queue, no cache and no list of versions: of each sector,
// what has been written to it, in which order.
#include <gtest/gtest.h>

#include <set>

#include "base/random.h"
#include "support/litmus.h"
#include "support/sim.h"
#include "tier/disk/block_device.h"

namespace afterimage::testing_support {
namespace {

constexpr uint32_t kSectorBytes = 512, kModelSectors = 6, kModelWriters = 3;

using ModelBytes = std::vector<uint8_t>;

class DiskModel : public ::testing::TestWithParam<bool> {
 protected:
  struct Version {
    uint32_t number;
    uint8_t byte;
  };
  struct Sector {
    std::vector<Version> open;  // written, and not sure to be on the medium
    Version durable{0, 0};      // what it has if none of these has reached it
    uint8_t shown = 0;          // arrived last
    uint8_t newest = 0;         // issued last
  };
  struct Write {
    uint32_t first, count, number;
    uint8_t byte;
  };

  void Start(uint64_t seed) {
    random_ = Random(seed);
    sim_ = std::make_unique<Sim>();
    machine_ = SetupA({{Price::kDiskWrite, 10000},
                       {Price::kDiskBus, 1024},
                       {Price::kDiskWriteCache, GetParam() ? 1 : 0},
                       {Price::kDiskCacheKb, 2}});  // room for four sectors
    disk_ = sim_->arena.New<BlockDevice>(sim_->arena, machine_, kModelSectors * kSectorBytes);
    for (Sector& sector : sectors_) sector = Sector();
    buffers_.clear();
    next_ = 1;
  }
  Task<> WriteOne(Thread& t);
  Task<> FlushOne(Thread& t);
  // No write of these is on its way any more, or in the cache.
  static void Settle(Sector& sector, uint32_t number);
  void Look();
  std::set<int> ImagesOf(uint32_t sector);

  Random random_{1};
  std::unique_ptr<Sim> sim_;
  MachineProfile machine_ = SetupA();
  BlockDevice* disk_ = nullptr;
  Sector sectors_[kModelSectors];
  std::deque<ModelBytes> buffers_;
  uint32_t next_ = 1;
};

void DiskModel::Settle(Sector& sector, uint32_t number) {
  std::erase_if(sector.open, [&](const Version& version) {
    if (version.number > number) return false;
    if (version.number >= sector.durable.number) sector.durable = version;
    return true;
  });
}

Task<> DiskModel::WriteOne(Thread& t) {
  co_await Ordered(t);
  Write write;
  write.first = random_.Below(kModelSectors);
  write.count = 1 + random_.Below(kModelSectors - write.first);
  write.number = next_++;
  write.byte = static_cast<uint8_t>(write.number);
  buffers_.push_back(ModelBytes(write.count * kSectorBytes, write.byte));
  for (uint32_t i = write.first; i < write.first + write.count; ++i) {
    sectors_[i].open.push_back({write.number, write.byte});
    sectors_[i].newest = write.byte;
  }
  co_await disk_->Write(t, Category::kDataIo, uint64_t{write.first} * kSectorBytes,
                        buffers_.back().data(), write.count * kSectorBytes);
  // What is too large for the cache goes to the medium, past older content of the cache.
  const bool durable = !GetParam() || write.count > 4;
  for (uint32_t i = write.first; i < write.first + write.count; ++i) {
    sectors_[i].shown = write.byte;
    if (durable) Settle(sectors_[i], write.number);
  }
  Look();
}

Task<> DiskModel::FlushOne(Thread& t) {
  co_await Ordered(t);
  Sector before[kModelSectors];
  std::copy(std::begin(sectors_), std::end(sectors_), before);
  co_await disk_->Flush(t, Category::kDataIo);
  // Those that had arrived before it are durable.
  for (uint32_t i = 0; i < kModelSectors; ++i) {
    for (const Version& version : before[i].open) {
      if (version.byte == before[i].shown) Settle(sectors_[i], version.number);
    }
  }
  Look();
}

std::set<int> DiskModel::ImagesOf(uint32_t sector) {
  std::set<int> images;
  BlockPool pool;
  EveryChoice every;
  do {
    Arena arena(pool);
    BlockDevice fork(arena, machine_, *disk_, every, 0);
    ModelBytes bytes(kSectorBytes);
    fork.Peek(uint64_t{sector} * kSectorBytes, bytes.data(), kSectorBytes);
    images.insert(bytes == ModelBytes(kSectorBytes, bytes[0]) ? bytes[0] : -1);
  } while (every.Next());
  return images;
}

void DiskModel::Look() {
  for (uint32_t i = 0; i < kModelSectors; ++i) {
    const Sector& sector = sectors_[i];
    uint8_t byte = 0;
    disk_->Peek(i * kSectorBytes, &byte, 1);
    EXPECT_EQ(byte, sector.shown) << "sector " << i;
    disk_->LoadNewest(i * kSectorBytes, &byte, 1);
    EXPECT_EQ(byte, sector.newest) << "sector " << i;
    if (!kTraced) continue;
    // The medium may have taken what is in the cache, but nothing older than what it surely has.
    std::set<int> legal = {sector.durable.byte};
    for (const Version& version : sector.open) {
      if (version.number > sector.durable.number) legal.insert(version.byte);
    }
    const std::set<int> images = ImagesOf(i);
    for (const int image : images)
      EXPECT_TRUE(legal.count(image)) << "sector " << i << ": " << image;
    for (const Version& version : sector.open) {
      const bool newest = version.byte == sector.newest;
      EXPECT_TRUE(!newest || images.count(version.byte)) << "sector " << i;
    }
    disk_->LoadDurable(i * kSectorBytes, &byte, 1);
    EXPECT_TRUE(images.count(byte)) << "sector " << i;
  }
}

TEST_P(DiskModel, HoldsOfEachSectorWhatMayBeThere) {
  for (uint64_t seed = 1; seed <= 60 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Start(seed);
    auto program = [&](Thread& t) -> Task<> {
      for (uint32_t i = 0; i < 20; ++i) {
        if (random_.Chance(40)) co_await Until(t, t.now() + random_.Below(20000));
        if (random_.Chance(15))
          co_await FlushOne(t);
        else
          co_await WriteOne(t);
      }
    };
    // What is too large for a cache may arrive behind what another one has written since.
    for (uint32_t i = 0; i < (GetParam() ? 1 : kModelWriters); ++i) sim_->Spawn(program);
    ASSERT_TRUE(sim_->Run());
    auto end = [&](Thread& t) -> Task<> {
      co_await disk_->Flush(t, Category::kDataIo);
      for (Sector& sector : sectors_) {
        EXPECT_EQ(sector.newest == 0, sector.open.empty() && sector.durable.number == 0);
        Settle(sector, ~0u);
      }
      Look();
    };
    sim_->Spawn(end, sim_->kernel.now());
    ASSERT_TRUE(sim_->Run());
#if AFTERIMAGE_WATCHES_READS
    EXPECT_TRUE(disk_->CacheAgrees());
#endif
  }
}

INSTANTIATE_TEST_SUITE_P(, DiskModel, testing::Bool(), [](const auto& tested) {
  return std::string(tested.param ? "WithACache" : "WithoutOne");
});

}  // namespace
}  // namespace afterimage::testing_support
