#include "tier/disk/block_device.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "crash/persist_choices.h"
#include "support/litmus.h"
#include "tier/device_set.h"

namespace afterimage {
namespace {

using testing_support::SetupA;
using testing_support::Sim;

class BlockDeviceTest : public testing::Test {
 protected:
  static constexpr uint32_t kSector = 512;
  using Sector = std::vector<uint8_t>;

  auto Write(Thread& t, uint32_t address, const Sector& data) {
    return disk_.Write(t, Category::kDataIo, address, data.data(),
                       static_cast<uint32_t>(data.size()));
  }
  uint8_t DurableByte(uint32_t address) const {
    uint8_t byte = 0;
    disk_.LoadDurable(address, &byte, 1);
    return byte;
  }
  static Sector Filled(uint8_t byte, uint32_t sectors = 1) {
    return Sector(sectors * kSector, byte);
  }

  Sim sim_;
  MachineProfile machine_ = SetupA({{Price::kDiskRead, 100}, {Price::kDiskWrite, 1000}});
  BlockDevice disk_{sim_.arena, machine_, 16 * kSector};
};

// Two threads share a core: whoever sleeps for the device hands it over, and pays for the switch.
TEST(BlockDevice, ARequestThatIsServedAtOnceKeepsTheCore) {
  const auto switches = [](int64_t write_ns) {
    CoreParams cores;
    cores.cores = 1;
    cores.context_switch_ns = 10;
    cores.quantum_ns = 1000000;
    Sim sim(cores);
    const MachineProfile machine = SetupA({{Price::kDiskWrite, write_ns}});
    BlockDevice disk(sim.arena, machine, 16 * 512);
    const std::vector<uint8_t> data(512, 7);
    auto program = [&](Thread& t) -> Task<> {
      for (int i = 0; i < 4; ++i) {
        t.Execute(Category::kLogic, 100);
        co_await disk.Write(t, Category::kDataIo, 0, data.data(), 512);
      }
    };
    sim.Spawn(program);
    sim.Spawn(program);
    sim.Run();
    return sim.kernel.switches();
  };
  EXPECT_EQ(switches(0), 1u) << "from the one that has ended to the other";
  EXPECT_GE(switches(1), 7u);
}

TEST_F(BlockDeviceTest, AWriteIsDurableOnlyWhenItCompletes) {
  const Sector data = Filled(7);
  auto program = [&](Thread& t) -> Task<> { co_await Write(t, kSector, data); };
  Thread& t = sim_.Spawn(program);
  std::vector<int> seen;
  for (const Time at : {1, 500, 999, 1001})
    sim_.Look(at, [&] { seen.push_back(DurableByte(kSector)); });
  sim_.Look(500, [&] {
    EXPECT_TRUE(disk_.InFlight(kSector, 1));
    EXPECT_TRUE(disk_.InFlight(0, kSector + 1));
    EXPECT_FALSE(disk_.InFlight(0, kSector));
    EXPECT_FALSE(disk_.InFlight(2 * kSector, kSector));
  });
  sim_.Run();
  EXPECT_EQ(seen, (std::vector<int>{0, 0, 0, 7}));
  EXPECT_EQ(t.now(), 1000u);
  EXPECT_EQ(Sim::Booked(t, Category::kDataIo), 1000u);
  EXPECT_FALSE(disk_.InFlight(0, 16 * kSector));
}

TEST_F(BlockDeviceTest, ServesRequestsOneAfterTheOtherInTheOrderOfArrival) {
  const Sector first = Filled(1), second = Filled(2);
  Sector read(kSector);
  std::vector<Time> ends(3);
  auto writer = [&](Thread& t) -> Task<> {
    co_await Write(t, 0, first);
    ends[0] = t.now();
  };
  auto reader = [&](Thread& t) -> Task<> {
    co_await Delay(t, 10, WaitFor::kWork, Category::kWait);
    co_await disk_.Read(t, Category::kDataIo, 0, read.data(), kSector);
    ends[1] = t.now();
  };
  auto later = [&](Thread& t) -> Task<> {
    co_await Delay(t, 20, WaitFor::kWork, Category::kWait);
    co_await Write(t, 0, second);
    ends[2] = t.now();
  };
  sim_.Spawn(later);
  sim_.Spawn(reader);
  sim_.Spawn(writer);
  sim_.Run();
  EXPECT_EQ(ends, (std::vector<Time>{1000, 1100, 2100}));
  EXPECT_EQ(read[0], 1);
  EXPECT_EQ(DurableByte(0), 2);
  // Lanes distinguish a request that is served from one that waits.
  std::map<Time, Time> waits;
  for (const Span& span : sim_.spans)
    if (span.waits) waits[span.start_ns] = span.end_ns;
  if (kTraced) EXPECT_EQ(waits, (std::map<Time, Time>{{10, 1000}, {20, 1100}}));
}

TEST_F(BlockDeviceTest, AnIdleDiskStartsAtOnce) {
  const Sector data = Filled(1);
  auto program = [&](Thread& t) -> Task<> {
    co_await Write(t, 0, data);
    co_await Delay(t, 5000, WaitFor::kWork, Category::kWait);
    co_await Write(t, 0, data);
  };
  Thread& t = sim_.Spawn(program);
  sim_.Run();
  EXPECT_EQ(t.now(), 7000u);
}

TEST_F(BlockDeviceTest, AThreadThatWaitsForItGivesUpItsCore) {
  Sim one_core({1, 0, 0});
  BlockDevice disk(one_core.arena, machine_, 4 * kSector);
  const Sector data = Filled(1);
  auto program = [&](Thread& t) -> Task<> {
    co_await disk.Write(t, Category::kDataIo, 0, data.data(), kSector);
  };
  Time worked = 0;
  auto worker = [&](Thread& t) -> Task<> {
    t.Charge(Category::kLogic, 300);
    co_await Ordered(t);
    worked = t.now();
  };
  one_core.Spawn(program);
  one_core.Spawn(worker);
  one_core.Run();
  EXPECT_EQ(worked, 300u);
}

TEST_F(BlockDeviceTest, CountsRequestsAndBytes) {
  const Sector data = Filled(1, 3);
  Sector read(2 * kSector);
  auto program = [&](Thread& t) -> Task<> {
    co_await Write(t, 0, data);
    co_await disk_.Read(t, Category::kDataIo, 0, read.data(), 2 * kSector);
  };
  sim_.Spawn(program);
  sim_.Run();
  EXPECT_EQ(disk_.counters().writes, 1u);
  EXPECT_EQ(disk_.counters().bytes_written, 3u * kSector);
  EXPECT_EQ(disk_.counters().reads, 1u);
  EXPECT_EQ(disk_.counters().bytes_read, 2u * kSector);
}

#if AFTERIMAGE_TRACED

TEST_F(BlockDeviceTest, EachSectorInFlightKeepsItsOldOrItsNewBytes) {
  const Sector old_bytes = Filled(1, 3), new_bytes = Filled(2, 3);
  disk_.Format(kSector, old_bytes.data(), 3 * kSector);
  auto program = [&](Thread& t) -> Task<> { co_await Write(t, kSector, new_bytes); };
  sim_.Spawn(program);
  std::set<std::vector<int>> images;
  sim_.Look(500, [&] {
    EveryChoice every;
    do {
      BlockDevice fork(sim_.arena, machine_, disk_, every, DeviceSet::kDiskUnits);
      std::vector<int> image;
      for (uint32_t sector = 1; sector <= 3; ++sector) {
        Sector bytes(kSector);
        fork.LoadDurable(sector * kSector, bytes.data(), kSector);
        image.push_back(bytes == Filled(bytes[0]) ? bytes[0] : -1);  // whole
      }
      images.insert(image);
    } while (every.Next());
  });
  sim_.Run();
  EXPECT_EQ(images.size(), 8u);
  for (const auto& image : images) {
    for (const int sector : image) EXPECT_TRUE(sector == 1 || sector == 2);
  }
}

TEST_F(BlockDeviceTest, UnitsAreItsSectorsInTheOrderOfIssue) {
  const Sector two = Filled(2, 2), one = Filled(3);
  auto first = [&](Thread& t) -> Task<> {
    t.set_txn(4);
    t.At({1, 2, 9});
    co_await Write(t, 4 * kSector, two);
  };
  auto second = [&](Thread& t) -> Task<> {
    co_await Delay(t, 10, WaitFor::kWork, Category::kWait);
    co_await Write(t, 0, one);
  };
  sim_.Spawn(first);
  sim_.Spawn(second);
  sim_.Look(500, [&] {
    ArenaVector<PersistUnit> units{ArenaAllocator<PersistUnit>(sim_.arena)};
    disk_.CollectUnits(units);
    ASSERT_EQ(units.size(), 3u);
    EXPECT_EQ(units[0].address, 4 * kSector);
    EXPECT_EQ(units[1].address, 5 * kSector);
    EXPECT_EQ(units[2].address, 0u);
    EXPECT_EQ(units[0].tier, Tier::kDisk);
    EXPECT_EQ(units[0].size, kSector);
    EXPECT_EQ(units[0].options(), 2u);
    EXPECT_EQ(units[0].count(), 1u);
    EXPECT_EQ(units[0].txn, 4u);
    EXPECT_EQ(units[0].structure, 2u);
    EXPECT_EQ(units[0].key, 9u);
  });
  sim_.Look(1500, [&] {
    ArenaVector<PersistUnit> units{ArenaAllocator<PersistUnit>(sim_.arena)};
    disk_.CollectUnits(units);
    ASSERT_EQ(units.size(), 1u);
    EXPECT_EQ(units[0].address, 0u);
  });
  sim_.Run();
}

TEST_F(BlockDeviceTest, AForkDoesNotChangeItsParent) {
  const Sector data = Filled(5);
  auto program = [&](Thread& t) -> Task<> { co_await Write(t, 0, data); };
  sim_.Spawn(program);
  sim_.Look(500, [&] {
    UniformChoice all(true);
    BlockDevice fork(sim_.arena, machine_, disk_, all, 0);
    uint8_t byte = 0;
    fork.LoadDurable(0, &byte, 1);
    EXPECT_EQ(byte, 5);
    EXPECT_EQ(DurableByte(0), 0);
    EXPECT_FALSE(fork.InFlight(0, kSector));
  });
  sim_.Run();
}

TEST(DeviceSetTest, NumbersLinesFromZeroAndSectorsFromTheirOwnBase) {
  Sim sim;
  const MachineProfile machine = SetupA();
  DeviceSet devices(sim.arena, machine, {1024, 1024});
  const std::vector<uint8_t> page(512, 1);
  const uint64_t word = 1;
  auto program = [&](Thread& t) -> Task<> {
    co_await devices.nvm.Store(t, Category::kLogWork, 0, &word, 8, Access::kShared);
    co_await devices.nvm.Store(t, Category::kLogWork, 64, &word, 8, Access::kShared);
    co_await devices.disk.Write(t, Category::kDataIo, 512, page.data(), 512);
  };
  sim.Spawn(program);
  sim.Look(100, [&] {
    EveryChoice every;
    uint32_t runs = 0;
    std::set<uint32_t> asked;
    do {
      DeviceSet fork(sim.arena, machine, devices, every);
      fork.DecideAll();
      for (const EveryChoice::Step& step : every.path()) asked.insert(step.unit);
      ++runs;
    } while (every.Next());
    EXPECT_EQ(runs, 8u);
    EXPECT_EQ(asked, (std::set<uint32_t>{0, 1, DeviceSet::kDiskUnits}));
  });
  sim.Run();
}

#endif

}  // namespace
}  // namespace afterimage
