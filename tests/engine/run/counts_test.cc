// Is each counter what the trace of the same run says? A counter that is forgotten in one branch
// changes nothing else: no value, no verdict, no room.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "run/file/scenario/random_scenario.h"
#include "scheme/page_engine/page_structures.h"
#include "support/scenarios.h"
#include "tier/device_set.h"

namespace afterimage::testing_support {
namespace {

// The counts that the events of a run add up to.
struct Tally {
  explicit Tally(const std::vector<Event>& events) {
    for (const Event& event : events) Add(event);
  }
  uint64_t Of(EventKind kind) const { return of[static_cast<size_t>(kind)]; }

  uint64_t of[static_cast<size_t>(EventKind::kCount)] = {};
  uint64_t log_bytes = 0, clrs = 0;
  uint64_t pages_read = 0, pages_written = 0;  // of the database's file
  Time in_checkpoints = 0;
  NvmCounters nvm;
  DiskCounters disk, log_disk;

 private:
  void Add(const Event& event) {
    ++of[static_cast<size_t>(event.kind)];
    if (event.kind == EventKind::kLogInsert) log_bytes += event.size;
    clrs += event.kind == EventKind::kUndo && event.b != 0;
    if (event.kind == EventKind::kCheckpointBegin) began_[event.actor] = event.time_ns;
    if (event.kind == EventKind::kCheckpointEnd)
      in_checkpoints += event.time_ns - began_[event.actor];
    if (event.structure == kDiskStructure) AddPage(event);
    if (event.tier == Tier::kNvm) AddNvm(event.kind);
    if (event.tier == Tier::kDisk)
      AddDisk(event, event.address < DeviceSet::kLogDiskBase ? disk : log_disk);
  }
  // With its second copy and its checksum a page may take several writes.
  void AddPage(const Event& event) {
    const bool writes = event.kind == EventKind::kPageWrite || event.kind == EventKind::kStore ||
                        event.kind == EventKind::kNtStore;
    pages_read += event.kind == EventKind::kPageRead;
    pages_written += writes && event.ordinal == 1;
  }
  void AddNvm(EventKind kind) {
    nvm.stores += kind == EventKind::kStore || kind == EventKind::kNtStore;
    nvm.write_backs += kind == EventKind::kWriteBackStart;
    nvm.fences += kind == EventKind::kFence;
    nvm.evictions += kind == EventKind::kEvict;
  }
  static void AddDisk(const Event& event, DiskCounters& on) {
    if (event.kind == EventKind::kPageRead) {
      ++on.reads;
      on.bytes_read += event.size;
    } else if (event.kind == EventKind::kPageWrite) {
      ++on.writes;
      on.bytes_written += event.size;
    }
  }

  std::map<ActorId, Time> began_;
};

// A system's counters that differ from the trace under these kinds of event.
struct Apart {
  std::string_view scheme;
  std::string_view counters;
};
constexpr Apart kApart[] = {
    {"rewind", "records bytes checkpoints"},  // its list tells of records; it may give up
    {"pcmlogging", "records bytes checkpoints inserts reads writes"},  // versions; it destages
    {"pcm-wal", "writes"},                                             // pages leave DRAM for PCM
    {"nv-wsp", "bytes writes"},  // images in records; pages are in NVM
    {"berkeley-db", "clrs"}      // undo takes LSNs back, and logs nothing
};

class Counts : public testing::TestWithParam<const SchemeInfo*> {
 protected:
  // The machine of some stories levels wear: by a gap, by named units, or by spares for worn lines.
  static std::string Story(uint32_t seed) {
    static constexpr std::string_view kLevels[] = {
        "", R"("nvm.wear_unit_bytes":256,"nvm.start_gap":3)",
        R"("nvm.wear_unit_bytes":128,"nvm.rotate_writes":4,"nvm.reserve_units":3)",
        R"("nvm.wear_unit_bytes":256,"nvm.worn_out":1,"nvm.endurance":8,"nvm.spare_units":2000)"};
    const std::string_view levels = kLevels[seed % std::size(kLevels)];
    std::string text = SmallestScenario(*GetParam(), seed);
    const std::string_view place = R"("overrides":{)";
    const size_t found = text.find(place);
    if (found == std::string::npos || levels.empty()) return text;
    const size_t at = found + place.size();
    return text.insert(at, std::string(levels) + (text[at] == '}' ? "" : ","));
  }
  static void ExpectDisk(const DiskCounters& counted, const DiskCounters& told) {
    EXPECT_EQ(counted.reads, told.reads);
    EXPECT_EQ(counted.writes, told.writes);
    EXPECT_EQ(counted.bytes_read, told.bytes_read);
    EXPECT_EQ(counted.bytes_written, told.bytes_written);
  }
  static void ExpectDevices(const DeviceSet& devices, const Tally& told) {
    const NvmCounters nvm = devices.nvm.counters();
    EXPECT_EQ(nvm.stores, told.nvm.stores);
    EXPECT_EQ(nvm.write_backs, told.nvm.write_backs);
    EXPECT_EQ(nvm.fences, told.nvm.fences);
    EXPECT_EQ(nvm.evictions, told.nvm.evictions);
    uint64_t writes = 0, worn = 0;
    devices.nvm.wear().ForEach([&](uint32_t place, uint32_t of_place) {
      writes += of_place;
      worn += devices.nvm.wear().IsWorn(place);
    });
    EXPECT_EQ(nvm.lines_written + nvm.own_lines_written, writes);
    EXPECT_LE(nvm.spares_used, worn);
    ExpectDisk(devices.disk.counters(), told.disk);
    ExpectDisk(devices.log_disk.counters(), told.log_disk);
  }
  static bool Says(std::string_view counter) {
    return std::none_of(std::begin(kApart), std::end(kApart), [&](const Apart& each) {
      return each.scheme == GetParam()->id && each.counters.find(counter) != std::string_view::npos;
    });
  }
  static void ExpectEngine(const EngineCounters& counted, const Tally& told, Time record_ns) {
    if (Says("records")) EXPECT_EQ(counted.log_records, told.Of(EventKind::kLogInsert));
    if (Says("bytes")) EXPECT_EQ(counted.log_bytes, told.log_bytes);
    if (Says("checkpoints")) EXPECT_EQ(counted.checkpoints, told.Of(EventKind::kCheckpointEnd));
    // The time of a checkpoint includes that of entering it.
    if (Says("checkpoints")) EXPECT_GE(counted.checkpoint_ns, told.in_checkpoints);
    EXPECT_EQ(counted.clrs, Says("clrs") ? told.clrs : 0);
    // Inserting a record costs at least the time of the insert.
    if (Says("inserts")) EXPECT_GE(counted.log_insert_ns, counted.log_records * record_ns);
    // A page may be a new one, or be in the kernel's page cache; neighbours go home together.
    if (Says("reads")) EXPECT_GE(counted.page_misses - counted.misses_in_nvm, told.pages_read);
    if (Says("writes")) EXPECT_GE(counted.page_writes, told.pages_written);
  }
};

TEST_P(Counts, AreWhatTheTraceSays) {
  uint32_t runs = 0;
  uint64_t written[2] = {};  // pages: as counted, as told
  for (uint32_t seed = 1; seed <= Effort(60, 1); ++seed) {
    Play play(Story(seed));
    if (HasFailure()) return;
    if (!play.session().formatted()) continue;
    play.To();
    ++runs;
    World& world = play.session().world();
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Tally told(play.events);
    ExpectDevices(world.devices(), told);
    const MachineProfile machine = play.session().scenario().Profile();
    const EngineCounters engine = world.engine().counters();
    ExpectEngine(engine, told, machine.instructions_ns(Price::kPathLogRecord));
    written[0] += engine.page_writes;
    written[1] += told.pages_written;
    if (HasFailure()) return;
  }
  // One or two in a hundred page writes go home together with another.
  if (Says("writes") && !kSlowBuild) EXPECT_LE(written[0] * 95, written[1] * 100);
  EXPECT_GT(runs, Effort(60, 1) / 2);
}

INSTANTIATE_TEST_SUITE_P(, Counts, testing::ValuesIn(kSchemes, kSchemes + kSchemeCount),
                         [](const auto& tested) {
                           std::string name = tested.param->id;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// --- Pages ---------------------------------------------------------------------------------------

EngineCounters CountersAfter(const std::string& statements, const std::string& params) {
  Script script = ScriptOn("aries", "[[" + statements + "]]", params, "[]");
  script.records = R"({"A": 1, "B": 2, "C": 3, "D": 4, "E": 5, "F": 6, "G": 7, "H": 8})";
  Play play(script);
  play.To();
  EXPECT_TRUE(play.session().world().ended());
  return play.session().world().engine().counters();
}

// A page is stolen whose latest change is of a transaction that has not ended.
TEST(PageCounts, TellStolenPagesFromOthers) {
  const EngineCounters counted = CountersAfter(
      R"("begin T1", "A := 1", "steal A", "A := 2", "commit", "steal A", "begin T2", "A := 3", "steal A", "steal A", "commit")",
      "{}");
  EXPECT_EQ(counted.page_writes, 3u);
  EXPECT_EQ(counted.steals, 2u);
  EXPECT_EQ(counted.page_evicted_bytes, 0u);
}

// Only a thread that needs the frame writes a page.
TEST(PageCounts, TellPagesThatLeaveForOthers) {
  const EngineCounters counted = CountersAfter(
      R"("begin T1", "A := 1", "B := 1", "C := 1", "D := 1", "E := 1", "F := 1", "G := 1", "H := 1", "commit")",
      R"({"frames": 2, "heap_pages": 6, "page_bytes": 512})");
  EXPECT_GT(counted.page_writes, 1u);
  EXPECT_EQ(counted.page_evicted_bytes, counted.page_writes * 512);
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
