// Recovery by many threads comes to what recovery by one comes to.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include <set>

#include "scheme/systems/base/story.h"
#include "support/peer_play.h"
#include "support/split_story.h"

namespace afterimage::testing_support {
namespace {

std::string Lanes(uint32_t threads, const std::string& more) {
  return R"({"recovery_threads": )" + std::to_string(threads) + more + "}";
}

// The state after a recovery: all bytes of the database, if there was nothing to undo, and what a
// client then reads.
struct Left {
  bool undone = false;
  std::vector<uint8_t> pages;
  std::vector<int64_t> values;
  uint32_t lanes = 0;
};

Left Recovered(Script script, const std::string& params, uint32_t at) {
  script.params = params;
  Left left;
  Play play(script);
  play.To(at);
  if (!play.Cut({SurvivePolicy::kRandom, at, {}})) return left;
  play.To();
  EXPECT_EQ(play.session().Verdict().kind, VerdictKind::kConsistent) << at;
  EXPECT_TRUE(StructuresHold(play)) << at;
  left.undone = play.Count(EventKind::kUndo) > 0;
  BlockDevice& disk = play.session().world().devices().disk;
  left.pages.resize(disk.size());
  disk.LoadDurable(0, left.pages.data(), static_cast<uint32_t>(disk.size()));
  for (const Observed& value : play.session().world().observed())
    left.values.push_back(value.present ? value.number : -1);
  std::set<ActorId> actors;
  for (const Event& e : play.events) {
    if (e.kind == EventKind::kRedo || e.kind == EventKind::kRedoSkip) actors.insert(e.actor);
  }
  left.lanes = static_cast<uint32_t>(actors.size());
  return left;
}

void ExpectTheSame(const Script& script, const std::string& more, uint32_t stride) {
  Script one = script;
  one.params = Lanes(1, more);
  const uint32_t end = Play(one).To().session().at();
  uint32_t together = 0, compared = 0;
  for (uint32_t at = 3; at < end; at += Stride(stride)) {
    const Left alone = Recovered(script, Lanes(1, more), at);
    for (const uint32_t threads : {2u, 5u}) {
      const Left many = Recovered(script, Lanes(threads, more), at);
      EXPECT_EQ(many.values, alone.values) << at;
      together += many.lanes > 1;
      if (alone.undone) continue;
      EXPECT_EQ(many.pages, alone.pages) << at;
      ++compared;
    }
    const Left ordered = Recovered(script, Lanes(1, more + R"(, "recovery": "serial")"), at);
    EXPECT_EQ(ordered.values, alone.values) << at;
    if (!alone.undone) EXPECT_EQ(ordered.pages, alone.pages) << at;
  }
  EXPECT_GT(together, 0u);
  EXPECT_GT(compared, 0u);
}

TEST(BaseLanes, LeaveWhatOneThreadLeaves) {
  Script script = ScriptOn("base", kBusyPeer, "{}", "[]");
  script.records = R"({"A": 1, "B": 2, "C": 3, "E": 5, "F": 6, "G": 7})";
  script.overrides = R"({"disk.read_ns": 20000, "disk.write_ns": 20000, "cpu.clwb": 1})";
  ExpectTheSame(script, R"(, "heap_pages": 6, "frames": 8)", 4);
  ExpectTheSame(script, R"(, "heap_pages": 6, "frames": 8, "durable": "commit")", 7);
}

TEST(BaseLanes, LeaveTheSameTrees) {
  ExpectTheSame(
      Splitting("base", ""),
      R"(, "placement": "btree", "page_bytes": 256, "frames": 8, "heap_kb": 64, "checkpoint_kb": 24)",
      23);
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
