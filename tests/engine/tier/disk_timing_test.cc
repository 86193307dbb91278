#include "tier/disk/disk_timing.h"

#include <gtest/gtest.h>

#include "support/litmus.h"
#include "tier/disk/block_device.h"

namespace afterimage::testing_support {
namespace {

// 10,000 rpm: a turn of 6 ms; a track of 600,000 bytes: 10 ns a byte.
constexpr Time kTurn = 6000000, kCommand = 100000, kSeek = 500000, kRoot = 10000;
constexpr uint64_t kTrack = 600000;

class DiskTimingTest : public ::testing::Test {
 protected:
  DiskTiming Make(DiskKind kind, const std::vector<Override>& more = {}) {
    std::vector<Override> overrides = {
        {Price::kHddRpm, 10000},  {Price::kHddTrack, kTrack},   {Price::kHddCommand, kCommand},
        {Price::kHddSeek, kSeek}, {Price::kHddSeekRoot, kRoot}, {Price::kSsdChannels, 4},
        {Price::kSsdPage, 4096},  {Price::kSsdRead, 100},       {Price::kSsdProgram, 1000},
        {Price::kSsdBus, 10},     {Price::kSsdCommand, 5},      {Price::kSdPage, 4096},
        {Price::kSdRead, 100},    {Price::kSdProgram, 1000},    {Price::kSdBus, 0},
        {Price::kSdCommand, 0},   {Price::kDiskRead, 70},       {Price::kDiskWrite, 80}};
    overrides.insert(overrides.end(), more.begin(), more.end());
    return DiskTiming(arena_, SetupA(overrides), kind);
  }
  static DiskRequest Read(uint64_t address, uint32_t size = 4096) { return {address, size, false}; }
  static DiskRequest Write(uint64_t address, uint32_t size = 4096) { return {address, size, true}; }

  BlockPool pool_;
  Arena arena_{pool_};
};

TEST_F(DiskTimingTest, AFlatDiskKnowsNeitherAddressNorSize) {
  DiskTiming disk = Make(DiskKind::kFlat);
  EXPECT_EQ(disk.Serve(0, Read(0)), 70u);
  EXPECT_EQ(disk.Serve(10, Write(1 << 30, 512)), 150u);  // waits for the first
  EXPECT_EQ(disk.Serve(1000, Read(4096, 8192)), 1070u);
}

TEST_F(DiskTimingTest, AFlatDiskMayTakeAnotherTimeUnderLoad) {
  DiskTiming disk =
      Make(DiskKind::kFlat,
           {{Price::kDiskWrite, 4000}, {Price::kDiskLoadedWrite, 1000}, {Price::kDiskLoad, 16}});
  EXPECT_EQ(disk.Serve(0, Write(0), 1), 4000u);
  // Linear in one over the clients: 4000 with 1, and 1000 with 1/16.
  EXPECT_EQ(disk.Serve(10000, Write(0), 4), 10000u + 1600);
  EXPECT_EQ(disk.Serve(20000, Write(0), 16), 21000u);
  EXPECT_EQ(disk.Serve(30000, Write(0), 64), 31000u);
  EXPECT_EQ(disk.Serve(40000, Read(0), 16), 40070u);
}

TEST_F(DiskTimingTest, AHardDiskSeeksTurnsAndTransfers) {
  DiskTiming disk = Make(DiskKind::kHdd);
  // Same track, angle of byte 300,000: half a turn. The command is over long before.
  EXPECT_EQ(disk.Serve(0, Read(300000, 1000)), kTurn / 2 + 1000 * 10);
  // 100 tracks away, start of track: command and seek, then the next time it comes by.
  const Time busy = kTurn / 2 + 10000;
  const Time there = busy + kCommand + kSeek + 10 * kRoot;
  EXPECT_EQ(disk.Serve(0, Read(100 * kTrack, 1000)), (there / kTurn + 1) * kTurn + 10000);
}

TEST_F(DiskTimingTest, SeeksGrowWithTheRootOfTheDistance) {
  Time mean[3] = {};
  for (int i = 0; i < 3; ++i) {
    // Averaged over the angle at which the head arrives.
    for (Time at = 0; at < kTurn; at += kTurn / 100) {
      DiskTiming disk = Make(DiskKind::kHdd);
      disk.Serve(0, Read(0, 512));
      const uint64_t tracks = i == 0 ? 0 : i == 1 ? 100 : 10000;
      const Time start = 10 * kTurn + at;
      mean[i] += (disk.Serve(start, Read(tracks * kTrack + 200 * kTrack / 600, 512)) - start) / 100;
    }
  }
  EXPECT_NEAR(static_cast<double>(mean[1] - mean[0]), kSeek + 10 * kRoot, kTurn / 50);
  EXPECT_NEAR(static_cast<double>(mean[2] - mean[1]), 90 * kRoot, kTurn / 50);
}

TEST_F(DiskTimingTest, SequentialReadsRunAtTheSpeedOfTheMediumAndRandomOnesDoNot) {
  DiskTiming sequential = Make(DiskKind::kHdd), scattered = Make(DiskKind::kHdd);
  Time a = 0, b = 0;
  Random random(1);
  for (uint64_t i = 0; i < 1000; ++i) {
    a = sequential.Serve(a + 50000, Read(i * 8192, 8192));  // the host thinks in between
    b = scattered.Serve(b + 50000, Read(uint64_t{random.Below(1000000)} * 8192, 8192));
  }
  const Time transfer = 1000 * (8192 * 10 + 50000);
  EXPECT_LT(a, transfer + kTurn + kCommand);
  EXPECT_GT(b / a, 20u);
  EXPECT_LT(b / a, 60u);
}

TEST_F(DiskTimingTest, AWriteThatGoesOnInTimeStreamsAndALateOneLosesATurn) {
  DiskTiming disk = Make(DiskKind::kHdd);
  const Time first = disk.Serve(0, Write(0));
  const Time second = disk.Serve(first, Write(4096));
  EXPECT_EQ(second, first + 40960);
  const Time third = disk.Serve(second + 1000, Write(8192));
  EXPECT_EQ(third, second + kTurn + 40960);  // the sector has just gone by
  EXPECT_EQ(disk.Serve(third, Read(12288)),
            third + kTurn + 40960);  // a read after a write does not go on
}

TEST_F(DiskTimingTest, FlashChannelsWorkInParallel) {
  DiskTiming disk = Make(DiskKind::kSsd);
  const Time one = 5 + 100 + 40;
  for (uint64_t page = 0; page < 4; ++page) EXPECT_EQ(disk.Serve(0, Read(page * 4096)), one);
  EXPECT_EQ(disk.Serve(0, Read(4 * 4096)), one + 140);  // on the channel of page 0
  EXPECT_EQ(disk.Serve(5000, Read(0, 4 * 4096)), 5000 + one);
  EXPECT_EQ(disk.Serve(9000, Read(0, 8 * 4096)), 9000 + one + 140);
  EXPECT_EQ(disk.Serve(20000, Write(0, 8192)), 20000 + 5 + 1000 + 40u);
}

TEST_F(DiskTimingTest, ThroughputGrowsWithTheChannels) {
  Time ends[2] = {};
  for (const int channels : {1, 8}) {
    DiskTiming disk = Make(DiskKind::kSsd, {{Price::kSsdChannels, channels}});
    Random random(4);
    for (int i = 0; i < 8000; ++i)
      ends[channels == 8] = std::max(ends[channels == 8],
                                     disk.Serve(0, Read(random.Below(1 << 20) * uint64_t{4096})));
  }
  EXPECT_GT(ends[0], ends[1] * 7);
  EXPECT_LE(ends[0], ends[1] * 8);
}

TEST_F(DiskTimingTest, WritingPartOfAFlashPageReadsTheRest) {
  DiskTiming disk = Make(DiskKind::kSsd);
  EXPECT_EQ(disk.Serve(0, Write(0, 512)), 5 + 1000 + 100 + 5u);
  EXPECT_EQ(disk.Serve(0, Write(8192, 4096)), 5 + 1000 + 40u);
}

TEST_F(DiskTimingTest, ACardDoesOneThingAtATime) {
  DiskTiming disk = Make(DiskKind::kSd);
  EXPECT_EQ(disk.Serve(0, Write(0, 8192)), 2000u);
  EXPECT_EQ(disk.Serve(0, Read(1 << 20)), 2100u);
}

TEST_F(DiskTimingTest, APublishedHardDiskTakesAboutItsPublishedTime) {
  DiskTiming disk(arena_, SetupA(), DiskKind::kHdd);
  Random random(6);
  Time now = 0;
  for (int i = 0; i < 2000; ++i)
    now = disk.Serve(now, Read((uint64_t{random.Below(1 << 20)} << 20) / 8192 * 8192, 8192));
  const double ms = static_cast<double>(now) / 2000 / 1e6;
  EXPECT_GT(ms, 11.5);  // 8.5 ms of seek, half a turn of 8.3 ms
  EXPECT_LT(ms, 14.0);
}

// --- The queue -----------------------------------------------------------------------------------

class HddQueueTest : public ::testing::TestWithParam<int> {};

TEST_P(HddQueueTest, ServesEverybodyAndNearestFirstIsFaster) {
  Time end[2] = {};
  for (const bool nearest : {false, true}) {
    Sim sim(CoreParams{static_cast<uint32_t>(GetParam()), 0, 0});
    const MachineProfile machine = SetupA({{Price::kHddScheduler, nearest}});
    BlockDevice disk(sim.arena, machine, uint64_t{2} << 30, DiskKind::kHdd);
    auto reader = [&](Thread& t) -> Task<> {
      Random random(100 + t.id());
      uint8_t bytes[4096];
      for (int i = 0; i < 20; ++i) {
        co_await disk.Read(t, Category::kDataIo, uint64_t{random.Below(500000)} * 4096, bytes,
                           4096);
        t.Charge(Category::kLogic, 10000);
      }
    };
    for (int i = 0; i < 16; ++i) sim.Spawn(reader);
    ASSERT_TRUE(sim.Run());
    EXPECT_EQ(disk.counters().reads, 320u);
    for (int i = 0; i < 16; ++i) {
      Thread& t = sim.kernel.thread(i);
      EXPECT_TRUE(t.done());
      EXPECT_EQ(Sim::Booked(t), t.now());
      end[nearest] = std::max(end[nearest], t.now());
    }
  }
  EXPECT_LT(end[1], end[0]);
}

INSTANTIATE_TEST_SUITE_P(Cores, HddQueueTest, ::testing::Values(1, 16));

TEST(HddQueue, TakesTheNearestOfThoseWaitingAndTheFirstAmongEquals) {
  Sim sim;
  const MachineProfile machine = SetupA({{Price::kHddScheduler, 1}, {Price::kHddTrack, 4096}});
  BlockDevice disk(sim.arena, machine, 1 << 20, DiskKind::kHdd);
  std::vector<int> order;
  const std::vector<uint64_t> tracks = {100, 200, 110, 90, 110};
  auto reader = [&](Thread& t) -> Task<> {
    const int me = t.id();
    co_await Until(t, me);
    co_await disk.Read(t, Category::kDataIo, tracks[me] * 4096, nullptr, 512);
    order.push_back(me);
  };
  for (int i = 0; i < 5; ++i) sim.Spawn(reader);
  ASSERT_TRUE(sim.Run());
  EXPECT_EQ(order, (std::vector<int>{0, 2, 4, 3, 1}));
}

}  // namespace
}  // namespace afterimage::testing_support
