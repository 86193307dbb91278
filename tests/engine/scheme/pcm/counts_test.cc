// Are the counters of PCM's slots what the lines of a run say: waits, destaging, swapping?
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <set>

#include "run/file/scenario/random_scenario.h"
#include "run/file/setup_fields.h"
#include "scheme/pcm_wal/wal_play.h"
#include "scheme/pcmlogging/pcm_play.h"
#include "support/scenarios.h"

namespace afterimage::testing_support {
namespace {

uint64_t Lines(const Play& play, EventKind kind, std::initializer_list<uint16_t> labels) {
  return static_cast<uint64_t>(
      std::count_if(play.events.begin(), play.events.end(), [&](const Event& e) {
        return e.kind == kind && std::find(labels.begin(), labels.end(), e.label) != labels.end();
      }));
}

// Pages that a line writes home, to a disk or to a file in NVM: the first operation of each.
uint64_t PagesWritten(const Play& play, uint16_t label) {
  return static_cast<uint64_t>(
      std::count_if(play.events.begin(), play.events.end(), [&](const Event& e) {
        const bool writes = e.kind == EventKind::kPageWrite || e.kind == EventKind::kStore ||
                            e.kind == EventKind::kNtStore;
        return writes && e.label == label && e.ordinal == 1;
      }));
}

uint64_t PagesRead(const Play& play) {
  return static_cast<uint64_t>(
      std::count_if(play.events.begin(), play.events.end(), [](const Event& e) {
        return e.kind == EventKind::kPageRead && e.structure == kDiskStructure;
      }));
}

uint64_t ValueOf(Play& play, const char* param) {
  const Scenario& scenario = play.session().scenario();
  const int index = FindParam(scenario.scheme->params, param);
  return static_cast<uint64_t>(scenario.params.value[index]);
}

// Calls f(play, counters) for the smallest stories of a system, one after the other.
template <class F>
void ForEachStory(const char* scheme, F f) {
  uint32_t runs = 0;
  for (uint32_t seed = 1; seed <= Effort(150, 1); ++seed) {
    Play play(SmallestScenario(*FindScheme(scheme), seed));
    if (!play.session().formatted()) continue;
    ++runs;
    play.To();
    SCOPED_TRACE("seed " + std::to_string(seed));
    f(play, play.session().world().engine().counters());
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(runs, Effort(150, 1) / 2);
}

// The stores of the bitmap and of the list, which move after so many of them.
uint64_t HotStores(const Play& play) {
  return static_cast<uint64_t>(
      std::count_if(play.events.begin(), play.events.end(), [](const Event& e) {
        const bool hot = e.structure == pcm::kSlotStructure || e.structure == pcm::kActiveStructure;
        const bool moves = e.label == pcm::kRelocateCopy || e.label == pcm::kRelocatePoint;
        return e.kind == EventKind::kStore && e.size == sizeof(uint64_t) && hot && !moves;
      }));
}

TEST(PcmCounts, AreWhatTheLinesOfPcmLoggingSay) {
  uint64_t swaps = 0, relocations = 0;
  ForEachStory("pcmlogging", [&](Play& play, const EngineCounters& counted) {
    EXPECT_EQ(counted.log_records, Lines(play, EventKind::kStore, {pcm::kFlushBit}));
    EXPECT_EQ(counted.pcmlogging.swaps, Lines(play, EventKind::kStore, {pcm::kSwapClear}));
    EXPECT_EQ(counted.pcmlogging.relocations,
              Lines(play, EventKind::kStore, {pcm::kRelocatePoint}));
    EXPECT_EQ(counted.pcmlogging.swap_lines,
              Lines(play, EventKind::kWriteBackStart,
                    {pcm::kSwapWriteBack, pcm::kSwapBitBack, pcm::kSwapClearBack,
                     pcm::kRelocateCopyBack, pcm::kRelocatePointBack}));
    EXPECT_EQ(counted.room_waits, Lines(play, EventKind::kStep, {pcm::kFlushRoom}));
    EXPECT_EQ(counted.destage_writes, PagesWritten(play, pcm::kDestageWrite));
    EXPECT_EQ(counted.pcmlogging.destage_versions,
              Lines(play, EventKind::kStore, {pcm::kDestageFree}));
    // A file in NVM is read without an event.
    if (Lines(play, EventKind::kPageWrite, {pcm::kDestageWrite}) > 0)
      EXPECT_EQ(counted.pcmlogging.destage_reads,
                Lines(play, EventKind::kPageRead, {pcm::kDestageRead}));
    EXPECT_LE(counted.pcmlogging.relocations * ValueOf(play, "relocate_stores"), HotStores(play));
    swaps += counted.pcmlogging.swaps;
    relocations += counted.pcmlogging.relocations;
  });
  if (kSlowBuild) return;  // it tells few of them
  EXPECT_GT(swaps, 0u);
  EXPECT_GT(relocations, 0u);
}

TEST(PcmCounts, AreWhatTheLinesOfWalWithPcmSay) {
  uint64_t waits = 0, hits = 0;
  ForEachStory("pcm-wal", [&](Play& play, const EngineCounters& counted) {
    EXPECT_EQ(counted.room_waits, Lines(play, EventKind::kStep, {pcm_wal::kCacheRoom}));
    EXPECT_EQ(counted.room_wait_ns > 0, counted.room_waits > 0);
    EXPECT_EQ(counted.destage_writes, PagesWritten(play, pcm_wal::kBackWrite));
    // A page that is not read from PCM is read from the disk, unless it is new.
    if (counted.structure_changes == 0)
      EXPECT_EQ(counted.page_misses - counted.misses_in_nvm, PagesRead(play));
    waits += counted.room_waits;
    hits += counted.misses_in_nvm;
  });
  if (kSlowBuild) return;
  EXPECT_GT(waits, 0u);
  EXPECT_GT(hits, 0u);
}

// --- Which slot is next --------------------------------------------------------------------------

// Slots are taken in turn, though the one before is free again: else one of them would wear.
std::set<uint32_t> SlotsWritten(const Script& script, uint16_t label) {
  Play play(script);
  play.To();
  std::set<uint32_t> slots;
  for (const Event& event : play.events) {
    if (event.kind == EventKind::kStore && event.label == label) slots.insert(event.key);
  }
  return slots;
}

TEST(PcmTurns, OfSlotsGoRound) {
  std::string aborts, commits;
  for (int i = 0; i < 12; ++i) {
    const std::string begin = std::string(i > 0 ? ", " : "") + R"("begin T)" +
                              std::to_string(i + 1) + R"(", "A := )" + std::to_string(i) + "\"";
    aborts += begin + R"(, "steal A", "abort")";
    commits += begin + R"(, "commit", "steal A")";
  }
  const auto versions =
      SlotsWritten(OnPcm("[[" + aborts + "]]", R"({"slots": 16, "page_slots": 0, "frames": 4})"),
                   pcm::kFlushWrite);
  EXPECT_EQ(versions.size(), 12u);
  const auto pages =
      SlotsWritten(OnPcmWal("[[" + commits + "]]", R"({"cache_pages": 16})"), pcm_wal::kCacheWrite);
  EXPECT_EQ(pages.size(), 12u);
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
