// Records in heap pages under a B+-tree: splits, rollbacks and power cuts, judged through the
// engine's public interface.
#include "base/build.h"
#include "base/random.h"
#include "support/read_back.h"
#include "support/scenarios.h"
#include "support/with_host_choices.h"

namespace afterimage::testing_support {
namespace {

std::string Name(uint32_t i) { return "K" + std::to_string(i); }

// Threads that insert, delete and change records; a few of the transactions roll back.
std::string Threads(uint32_t threads, uint32_t transactions, uint32_t names, uint64_t seed) {
  Random random(seed);
  std::string text;
  uint32_t next = 1;
  for (uint32_t t = 0; t < threads; ++t) {
    std::string statements;
    for (uint32_t i = 0; i < transactions; ++i) {
      statements += (i ? R"(, "begin T)" : R"("begin T)") + std::to_string(next++) + "\"";
      for (uint32_t n = 1 + random.Below(4); n > 0; --n) {
        const std::string record = Name(random.Below(names)),
                          number = std::to_string(random.Below(1000));
        const uint32_t what = random.Below(10);
        statements += ", \"" +
                      (what < 6   ? "insert " + record + " := " + number
                       : what < 8 ? "delete " + record
                                  : record + " := " + number) +
                      "\"";
      }
      if (random.Chance(10)) statements += ", \"steal " + Name(random.Below(names)) + "\"";
      statements += random.Chance(80) ? R"(, "commit")" : R"(, "abort")";
      if (random.Chance(5)) statements += R"(, "checkpoint")";
    }
    text += (t ? ", [" : "[") + statements + "]";
  }
  return "[" + text + "]";
}

std::string Records(uint32_t present) {
  std::string text;
  for (uint32_t i = 0; i < present; ++i)
    text += (i ? ", \"" : "\"") + Name(i * 3) + "\": " + std::to_string(i);
  return "{" + text + "}";
}

// All names occur in the script, so that it may change those that are not there at first.
std::string AllInserted(uint32_t names) {
  std::string text = "[\"begin Z\"";
  for (uint32_t i = 0; i < names; ++i) text += ", \"insert " + Name(i) + " := 7\"";
  return text + ", \"abort\"]";
}

constexpr char kSmall[] = R"("placement": "btree", "spare_pages": 200)";

struct Shape {
  const char* name;
  const char* more;
  const char* scheme = "nv-logging";
  const char* log = R"(, "entries": 1024, "checkpoint_after": 512)";
};
constexpr char kRingLog[] = R"(, "ring_kb": 64, "checkpoint_kb": 24)";
constexpr char kOneLog[] = R"(, "ring_kb": 64, "checkpoint_kb": 24, "archive_kb": 8)";
constexpr char kHeap[] = R"(, "heap_kb": 128, "checkpoint_kb": 24)";
constexpr char kChunkLog[] = R"(, "partition_kb": 32, "checkpoint_kb": 24)";
constexpr char kUndoLog[] = R"(, "entries": 256, "marks": 4)";
constexpr char kCachedLog[] =
    R"(, "cache_pages": 32, "partition_kb": 64, "checkpoint_kb": 48, "log_kb": 16, "transfer_kb": 4)";
constexpr char kPcm[] = R"(, "slots": 96, "page_slots": 16, "transactions": 8)";
constexpr char kFileLog[] =
    R"(, "log_on": "disk", "data_on": "disk", "torn_pages": "detect", "partition_kb": 64, "checkpoint_kb": 96)";
class Indexed : public testing::TestWithParam<Shape> {
 protected:
  Script Make(uint64_t seed, uint32_t threads = 3, uint32_t transactions = 14) const {
    constexpr uint32_t kNames = 90;
    std::string programs = Threads(threads, transactions, kNames, seed);
    programs.insert(1, AllInserted(kNames) + ", ");
    return Script{
        .records = Records(25),
        .threads = programs,
        .params = "{" + std::string(kSmall) + GetParam().log + GetParam().more + "}",
        .overrides = R"({"disk.sector_bytes": 256, "disk.read_ns": 2000, "disk.write_ns": 3000})",
        .deadlock = seed % 2 ? "detect" : "wait-die",
        .scheme = GetParam().scheme};
  }
};
INSTANTIATE_TEST_SUITE_P(
    Shapes, Indexed,
    testing::Values(
        Shape{"plain", R"(, "page_bytes": 256, "frames": 64)"},
        Shape{"few_frames", R"(, "page_bytes": 256, "frames": 4)"},
        Shape{"clock", R"(, "page_bytes": 256, "frames": 5, "replacement": "clock")"},
        Shape{"insert", R"(, "page_bytes": 256, "frames": 8, "persist": "flush-on-insert")"},
        Shape{"torn",
              R"(, "page_bytes": 512, "frames": 6, "torn_pages": "double-write", "cleaner_us": 2)"},
        Shape{"early", R"(, "page_bytes": 256, "frames": 8, "elr": true)"},
        Shape{"tables", R"(, "page_bytes": 256, "frames": 8, "table_locks": true)"},
        Shape{"inherit", R"(, "page_bytes": 256, "frames": 8, "sli": true, "elr": true)"},
        Shape{
            "pmfs",
            R"(, "page_bytes": 256, "frames": 6, "data_on": "pmfs", "torn_pages": "double-write")"},
        Shape{
            "backup",
            R"(, "page_bytes": 256, "frames": 6, "backup": true, "cleaner_us": 5, "cleaners": 2, "value_bytes": 12)"},
        Shape{
            "sweeps",
            R"(, "page_bytes": 256, "frames": 8, "cleaner": "sweep", "cleaner_us": 1, "cleaners": 3)"},
        Shape{
            "disk_sweeps",
            R"(, "page_bytes": 256, "frames": 8, "cleaner": "sweep", "cleaner_us": 2, "cleaners": 2)",
            "nv-disk", kFileLog},
        Shape{
            "decentralized_sweeps",
            R"(, "page_bytes": 256, "frames": 6, "cleaner": "sweep", "cleaner_us": 5, "elr": true)",
            "nv-disk-decentralized", kChunkLog},
        Shape{
            "wsp_sweeps",
            R"(, "page_bytes": 256, "frames": 6, "cleaner": "sweep", "cleaner_us": 1, "elr": true)",
            "nv-wsp", kUndoLog},
        Shape{"distributed", R"(, "page_bytes": 256, "frames": 6, "logs": 3)", "distributed",
              kRingLog},
        Shape{"distributed_early",
              R"(, "page_bytes": 256, "frames": 8, "elr": true, "sli": true, "cleaner_us": 5)",
              "distributed", kRingLog},
        Shape{
            "distributed_archive",
            R"(, "page_bytes": 256, "frames": 64, "archive": true, "archive_kb": 8, "log_on": "disk")",
            "distributed", kRingLog},
        Shape{"decentralized", R"(, "page_bytes": 256, "frames": 6)", "nv-disk-decentralized",
              kChunkLog},
        Shape{"decentralized_disk",
              R"(, "page_bytes": 256, "frames": 8, "log_on": "disk", "elr": true, "cleaner_us": 5)",
              "nv-disk-decentralized", kChunkLog},
        Shape{
            "decentralized_pmfs",
            R"(, "page_bytes": 256, "frames": 64, "log_on": "pmfs", "partition_kb": 64, "checkpoint_kb": 24)",
            "nv-disk-decentralized", ""},
        Shape{"wsp", R"(, "page_bytes": 256, "frames": 6)", "nv-wsp", kUndoLog},
        Shape{"wsp_one_install",
              R"(, "page_bytes": 256, "frames": 64, "installs": 1, "value_bytes": 24)", "nv-wsp",
              kUndoLog},
        Shape{"wsp_early",
              R"(, "page_bytes": 256, "frames": 4, "elr": true, "sli": true, "cleaner_us": 2)",
              "nv-wsp", kUndoLog},
        Shape{"stasis", R"(, "page_bytes": 256, "frames": 6, "locks": "database")", "stasis",
              kFileLog},
        Shape{"stasis_free_reads",
              R"(, "page_bytes": 256, "frames": 4, "locks": "database", "read_locks": false)",
              "stasis", kFileLog},
        Shape{"berkeley_free_reads", R"(, "page_bytes": 256, "frames": 4, "read_locks": false)",
              "berkeley-db", kFileLog},
        Shape{"scm", R"(, "page_bytes": 256, "frames": 6, "archive": false)", "scm-logging",
              kOneLog},
        Shape{"pcm", R"(, "page_bytes": 256, "frames": 6)", "pcmlogging", kPcm},
        Shape{
            "pcm_busy",
            R"(, "page_bytes": 256, "frames": 6, "destage_high": 300, "destage_low": 100, "swap_delta": 3, "relocate_stores": 9)",
            "pcmlogging", kPcm},
        Shape{"pcm_idle",
              R"(, "page_bytes": 256, "frames": 4, "destage_when_idle": true, "victim": "most")",
              "pcmlogging", kPcm},
        Shape{
            "pcm_pages",
            R"(, "page_bytes": 256, "frames": 6, "granularity": "page", "page_slots": 96, "transactions": 8)",
            "pcmlogging", ""},
        Shape{"pcm_wal", R"(, "page_bytes": 256, "frames": 6)", "pcm-wal", kCachedLog},
        Shape{"pcm_wal_evicted",
              R"(, "page_bytes": 256, "frames": 4, "cache": "evicted", "cleaner_us": 5)", "pcm-wal",
              kCachedLog},
        Shape{"base", R"(, "page_bytes": 256, "frames": 6, "recovery_threads": 2)", "base", kHeap},
        Shape{"base_commit",
              R"(, "page_bytes": 256, "frames": 6, "elr": true, "sli": true, "durable": "commit")",
              "base", kHeap},
        Shape{"scm_early",
              R"(, "page_bytes": 256, "frames": 8, "elr": true, "sli": true, "cleaner_us": 5)",
              "scm-logging", kOneLog},
        Shape{
            "shore_free_reads",
            R"(, "page_bytes": 256, "frames": 6, "archive": false, "data_on": "disk", "torn_pages": "detect", "read_locks": false)",
            "shore-mt", kRingLog}),
    [](const auto& each) { return std::string(each.param.name); });

TEST_P(Indexed, EveryScriptEndsWithWhatItsTransactionsLeft) {
  for (uint64_t seed = 1; seed <= Effort(12); ++seed) {
    Play play(Make(seed));
    play.To();
    World& world = play.session().world();
    for (uint32_t i = 0; i < world.kernel().thread_count(); ++i) {
      const Thread& thread = world.kernel().thread(i);
      if (thread.kind() != ThreadKind::kRecovery)
        ASSERT_TRUE(thread.done()) << "seed " << seed << " thread " << i << " " << thread.name().en;
    }
    EXPECT_GT(world.engine().counters().structure_changes, 2u);
    // All transactions have ended, so every record can have one value only.
    const Oracle& oracle = play.session().oracle();
    std::string expected;
    for (uint16_t i = 0; i < oracle.records(); ++i) {
      const std::vector<Observed> values = oracle.Expected(i);
      ASSERT_EQ(values.size(), 1u);
      expected += (i ? " " : "") + play.session().scenario().script.records[i].name + "=" +
                  (values[0].present ? std::to_string(values[0].number) : "-");
    }
    EXPECT_EQ(ReadBack(play.session()), expected) << "seed " << seed;
  }
}

// Small pages share what the host keeps as one piece.
TEST_P(Indexed, EndsWithTheSameHoweverTheHostHoldsBytes) {
  const auto end = [this](uint64_t seed, uint32_t whole_extent_lines) {
    HostChoices choices;
    choices.whole_extent_lines = whole_extent_lines;
    const WithHostChoices changed(choices);
    Play play(Make(seed));
    play.To();
    return ReadBack(play.session());
  };
  for (uint64_t seed = 1; seed <= Effort(12); ++seed)
    EXPECT_EQ(end(seed, 1), end(seed, 65)) << "seed " << seed;
}

#if AFTERIMAGE_TRACED

TEST_P(Indexed, KeepsItsPromiseWhereverThePowerFails) {
  for (uint64_t seed = 1; seed <= Effort(4); ++seed) {
    const Script script = Make(seed);
    const uint32_t end = Play(script).To().session().at();
    Play play(script);
    for (uint32_t at = static_cast<uint32_t>(seed) * 7; at <= end; at += Stride(1 + end / 50, 1)) {
      play.To(at);
      const Outlook outlook = LookAhead(play.session(), 6);
      ASSERT_EQ(outlook.verdicts[0].runs, outlook.runs) << "seed " << seed << " at event " << at;
    }
  }
}

TEST_P(Indexed, KeepsItsPromiseThroughCrashesInRecovery) {
  for (uint64_t seed = 20; seed < 20 + Effort(12); ++seed) {
    const Script script = Make(seed, 2, 8);
    Random random(seed);
    const uint32_t end = Play(script).To().session().at();
    Play play(script);
    play.To(random.Below(end + 1));
    for (uint64_t life = 0; life < 4; ++life) {
      ASSERT_TRUE(play.Cut({SurvivePolicy::kRandom, seed * 10 + life, {}}));
      play.To(play.session().at() + random.Below(300));
      const Outlook outlook = LookAhead(play.session(), 4);
      ASSERT_EQ(outlook.verdicts[0].runs, outlook.runs)
          << "seed " << seed << " life " << life << " at event " << play.session().at();
    }
    play.To();
    EXPECT_EQ(play.session().Verdict().kind, VerdictKind::kConsistent) << seed;
  }
}

// Around structure changes every other event is tried.
TEST_P(Indexed, ASplitIsWholeOrNot) {
  const Script script = Make(3, 2, 60);
  Play whole(script);
  whole.To();
  uint32_t seen = 0;
  Play play(script);
  const std::vector<Event>& events = whole.events;
  for (uint32_t at = 1; at <= events.size() && seen < 400; ++at) {
    // One operation that changes several pages completely is a structure change: it names no
    // record.
    const bool near = [&] {
      for (uint32_t i = at; i < at + 40 && i < events.size(); ++i) {
        if (events[i].kind == EventKind::kWrite && events[i].b == 0) return true;
      }
      return false;
    }();
    if (!near || seen++ % Stride(2) != 0) continue;
    play.To(at);
    const Outlook outlook = LookAhead(play.session(), 3);
    ASSERT_EQ(outlook.verdicts[0].runs, outlook.runs) << "at event " << at;
  }
  EXPECT_GT(seen, 100u);
}

#endif

}  // namespace
}  // namespace afterimage::testing_support
