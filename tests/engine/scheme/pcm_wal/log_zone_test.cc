// The log zone by itself: does it hold what was written, wherever the log enters a stretch, and
// does what is oldest go to the disk first?
#include "scheme/systems/pcm_wal/log_zone.h"

#include <algorithm>
#include <vector>

#include "support/litmus.h"
#include "tier/files/disk_file.h"

namespace afterimage::testing_support {
namespace {

using pcm_wal::LogZone;
using pcm_wal::ZoneParams;

constexpr uint32_t kStretch = 1024, kPlaces = 3, kStretches = 8;
constexpr uint32_t kMasters = LogZone::kMasterBytes;
constexpr uint32_t kFileBytes = kMasters + kStretches * kStretch;

struct NoTables final : Schema {
  uint32_t table_count() const override { return 0; }
  const TableInfo& table(TableId) const override {
    static const TableInfo kNone{};
    return kNone;
  }
};

// A zone of three places before a disk, and what its bytes should be.
class LogZoneTest : public testing::Test {
 protected:
  LogZoneTest()
      : machine_(SetupA({{Price::kDiskWrite, 200000}, {Price::kClwb, 0}})),
        devices_(sim_.arena, machine_, Sizes()),
        disk_(sim_.arena, machine_, devices_.log_disk, 0,
              LogZone::DiskBytes(Params(), devices_.log_disk.sector_bytes())),
        zone_({sim_.kernel, sim_.arena, devices_, machine_, {}, schema_}, Params(), disk_),
        model_(kFileBytes) {}
  static ZoneParams Params() {
    ZoneParams params;
    params.stretch_bytes = kStretch;
    params.places = kPlaces;
    params.log_bytes = kStretches * kStretch;
    return params;
  }
  static DeviceSizes Sizes() {
    DeviceSizes sizes;
    sizes.nvm_bytes = LogZone::NvmBytes(Params());
    sizes.log_disk_bytes = 65536;
    return sizes;
  }
  // Bytes by chance, at `offset` behind the masters.
  Task<> Write(Thread& t, uint32_t offset, uint32_t size) {
    uint8_t* bytes = model_.data() + kMasters + offset;
    std::generate_n(bytes, size, [&] { return static_cast<uint8_t>(random_.Next()); });
    co_await zone_.Write(t, Category::kLogIo, kMasters + offset, bytes, size);
  }
  bool InZone(uint32_t stretch) const {
    return zone_.PlaceOf(kMasters + stretch * kStretch).tier == Tier::kNvm;
  }
  void ExpectModel() {
    std::vector<uint8_t> bytes(kFileBytes);
    zone_.Peek(0, bytes.data(), kFileBytes);
    EXPECT_TRUE(bytes == model_);
    zone_.PeekDurable(0, bytes.data(), kFileBytes);
    EXPECT_TRUE(bytes == model_);
  }

  Sim sim_;
  Random random_{7};
  MachineProfile machine_;
  NoTables schema_;
  DeviceSet devices_;
  DiskFile disk_;
  LogZone zone_;
  std::vector<uint8_t> model_;
};

// Recovery has no daemon: the thread that needs a place makes it. The part of the stretch before
// the place where the log enters it is kept.
TEST_F(LogZoneTest, HoldsWhatWasWrittenWhereverTheLogEnters) {
  auto program = [&](Thread& t) -> Task<> {
    for (int i = 0; i < 300; ++i) {
      const uint32_t stretch = random_.Below(kStretches) * kStretch;
      const uint32_t first = random_.Below(kStretch / kLineBytes) * kLineBytes;
      const uint32_t second = std::min(kStretch, first + (1 + random_.Below(8)) * kLineBytes);
      co_await Write(t, stretch + first, second - first);
      if (second < kStretch) co_await Write(t, stretch + second, kStretch - second);
    }
  };
  sim_.Spawn(program);
  ASSERT_TRUE(sim_.Run());
  ExpectModel();
}

// The log goes round three times, faster than the disk.
TEST_F(LogZoneTest, SendsTheOldestStretchFirst) {
  uint32_t left = 0;  // stretches that are no longer in the zone
  auto program = [&](Thread& t) -> Task<> {
    zone_.Start();
    for (uint32_t at = 0; at < 3 * kStretches * kStretch; at += 256) {
      co_await Write(t, at % (kStretches * kStretch), 256);
      const uint32_t now = at / kStretch;
      bool newer = true;  // all stretches from here on are in the zone
      for (uint32_t back = 0; back < kStretches && back <= now; ++back) {
        const bool in_zone = InZone((now - back) % kStretches);
        EXPECT_TRUE(newer || !in_zone) << "stretch " << now - back << " of " << now;
        newer = newer && in_zone;
        left += !in_zone;
      }
    }
    zone_.Stop(t);
  };
  sim_.Spawn(program);
  ASSERT_TRUE(sim_.Run());
  EXPECT_GT(left, 0u);
  ExpectModel();
}

#if AFTERIMAGE_TRACED
// A power cut therefore leaves a prefix of what is written.
TEST_F(LogZoneTest, WritesOneLineAfterTheOther) {
  auto program = [&](Thread& t) -> Task<> { co_await Write(t, 0, 8 * kLineBytes); };
  sim_.Spawn(program);
  ASSERT_TRUE(sim_.Run());
  uint32_t stores = 0, backs = 0;
  for (const Event& event : sim_.events) {
    if (event.tier != Tier::kNvm) continue;
    stores += event.kind == EventKind::kStore;
    backs += event.kind == EventKind::kWriteBack;
    EXPECT_LE(stores - backs, 1u);
  }
  EXPECT_EQ(stores, 9u);  // the stretch's word first
}

TEST_F(LogZoneTest, ReadsAllSectorsOfWhatIsOnTheDisk) {
  std::vector<uint32_t> asked;  // from, to
  auto program = [&](Thread& t) -> Task<> {
    for (uint32_t at = 0; at < kStretches * kStretch; at += 512) co_await Write(t, at, 512);
    EXPECT_FALSE(InZone(1));
    uint8_t bytes[kStretch];
    for (uint32_t from = 0; from < kStretch; from += 100) {
      const uint32_t size = std::min(kStretch - from, 1 + random_.Below(600));
      const uint32_t at = kStretch + from;
      co_await zone_.Read(t, Category::kLogIo, kMasters + at, bytes, size);
      EXPECT_TRUE(std::equal(bytes, bytes + size, model_.begin() + kMasters + at));
      asked.insert(asked.end(), {at, at + size});
    }
  };
  sim_.Spawn(program);
  ASSERT_TRUE(sim_.Run());
  std::erase_if(sim_.events, [](const Event& e) { return e.kind != EventKind::kPageRead; });
  ASSERT_EQ(sim_.events.size(), asked.size() / 2);
  const uint64_t log = DeviceSet::kLogDiskBase + devices_.log_disk.sector_bytes();
  for (size_t i = 0; i < sim_.events.size(); ++i) {
    EXPECT_LE(sim_.events[i].address, log + asked[2 * i]);
    EXPECT_GE(uint64_t{sim_.events[i].address} + sim_.events[i].size, log + asked[2 * i + 1]);
  }
}
#endif

}  // namespace
}  // namespace afterimage::testing_support
