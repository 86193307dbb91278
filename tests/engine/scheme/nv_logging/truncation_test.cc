// Checkpoints, truncation, backup and the reuse of entries (sections 4.5, 5.1).
#include <map>

#include "scheme/nv_logging/nv_story.h"
#include "scheme/systems/nv_logging/layout.h"
#include "support/read_back.h"
#include "support/scenarios.h"
#include "support/wide_scenario.h"

namespace afterimage::testing_support {
namespace {

// `count` transactions of one thread, each adding 1 to A.
std::string Increments(int count, const std::string& prefix = "T") {
  std::string statements;
  for (int i = 1; i <= count; ++i) {
    statements += (i > 1 ? ", \"begin " : "\"begin ") + prefix + std::to_string(i) +
                  "\", \"A := A + 1\", \"commit\"";
  }
  return "[" + statements + "]";
}

struct Ring {
  const char* name;
  const char* params;
};
class SmallRing : public testing::TestWithParam<Ring> {};
INSTANTIATE_TEST_SUITE_P(
    Shapes, SmallRing,
    testing::Values(
        Ring{"plain", R"({"entries": 8, "checkpoint_after": 4})"},
        Ring{"backup", R"({"entries": 8, "checkpoint_after": 4, "backup": true})"},
        Ring{
            "insert",
            R"({"persist": "flush-on-insert", "entries": 9, "checkpoint_after": 9, "backup": true})"},
        Ring{
            "spans",
            R"({"entries": 45, "checkpoint_after": 10, "value_bytes": 128, "object_bytes": 64, "page_bytes": 4096})"},
        Ring{
            "large",
            R"({"entries": 72, "checkpoint_after": 72, "value_bytes": 256, "object_bytes": 64, "page_bytes": 4096, "backup": true})"},
        Ring{"entry", R"({"entries": 8, "checkpoint_after": 4, "state_bits": "entry"})"},
        Ring{"cleaner", R"({"entries": 8, "checkpoint_after": 8, "cleaner_us": 3})"}),
    [](const auto& each) { return std::string(each.param.name); });

TEST_P(SmallRing, WrapsManyTimesAndLosesNothing) {
  Play play(Script{
      .records = R"({"A": 0, "B": 20})",
      .threads = "[" + Increments(150) + "," + Increments(50, "U") + "]",
      .params = GetParam().params,
      .overrides = R"({"disk.sector_bytes": 512, "disk.write_ns": 3000, "disk.read_ns": 100})",
      .deadlock = "wait-die"});
  play.To();
  EXPECT_GT(play.session().world().engine().counters().log_records, 350u);
  for (uint32_t i = 0; i + 1 < play.session().world().kernel().thread_count(); ++i) {
    EXPECT_TRUE(play.session().world().kernel().thread(i).done()) << i;
  }
  int64_t acknowledged = 0;
  for (TxnLabel txn = 1; txn <= 200; ++txn)
    acknowledged += play.session().oracle().state(txn) == ClientState::kAcknowledged;
  EXPECT_EQ(acknowledged, 200);
  EXPECT_EQ(ReadBack(play.session()), "A=200 B=20");
}

// A transaction that needs more log than there is must fail, and only it.
TEST(LogFull, LeadsToAnAbortAndNotToAHang) {
  std::string statements = "\"begin T1\"";
  for (int i = 0; i < 30; ++i) statements += ", \"A := A + 1\"";
  for (const char* persist : {"flush-on-insert", "flush-on-commit"}) {
    for (const char* backup : {"false", "true"}) {
      Play play(
          Script{.threads = "[[" + statements + R"(, "commit", "begin T2", "B := 7", "commit"]])",
                 .params = std::string(R"({"entries": 12, "checkpoint_after": 6, "persist": ")") +
                           persist + R"(", "backup": )" + backup + "}"});
      play.To();
      EXPECT_EQ(play.session().oracle().state(1), ClientState::kAborted);
      EXPECT_EQ(play.session().oracle().state(2), ClientState::kAcknowledged);
      EXPECT_EQ(ReadBack(play.session()), "A=100 B=7 C=5");
    }
  }
}

// An idle old transaction pins the log: the busy one gives way, the old one keeps its room.
TEST(LogFull, AnOldTransactionKeepsTheRoomForItsRollback) {
  for (const char* end : {"commit", "abort"}) {
    std::string statements = "\"begin T2\"";
    for (int i = 0; i < 30; ++i) statements += ", \"B := B + 1\"";
    Play play(Script{
        .threads =
            std::string(R"([["begin T1", "A := 1", "C := 2", "signal on", "wait 900us", ")") + end +
            R"("], ["await on", )" + statements + R"(, "commit"]])",
        .params = R"({"entries": 20, "checkpoint_after": 5})"});
    play.To();
    EXPECT_EQ(play.session().oracle().state(2), ClientState::kAborted);
    EXPECT_EQ(ReadBack(play.session()),
              std::string(end) == "commit" ? "A=1 B=20 C=2" : "A=100 B=20 C=5");
  }
}

TEST(LogFull, ManyWaitersAllGoOn) {
  std::string threads;
  for (int i = 0; i < 8; ++i)
    threads += (i ? "," : "") + Increments(15, "T" + std::to_string(i) + "x");
  Play play(Script{.records = R"({"A": 0})",
                   .threads = "[" + threads + "]",
                   .params = R"({"entries": 8, "checkpoint_after": 3, "backup": true})",
                   .overrides = R"({"cpu.cores": 3, "disk.write_ns": 2000, "disk.read_ns": 100})",
                   .deadlock = "wait-die"});
  play.To();
  EXPECT_EQ(ReadBack(play.session()), "A=120");
}

#if AFTERIMAGE_TRACED

TEST(Truncation, WritesPagesBacksUpMovesTheHeadAndOnlyThenClears) {
  Play play(Script{.threads = R"([["begin T1", "A := 1", "commit", "checkpoint"]])",
                   .params = R"({"backup": true})"});
  play.To();
  size_t checkpoint = 0;
  while (play.events[checkpoint].kind != EventKind::kCheckpointBegin) ++checkpoint;
  // One page, one archive block (key: the first LSN); the two entries share a line.
  EXPECT_EQ(
      NvStory(play.events, kAnyActor, checkpoint),
      "tail! disk1 disk1! disk1 disk1! backup tail! head= head! truncate3 clear1 clear2 clear2!");
}

TEST(Truncation, WithoutBackupNothingIsArchived) {
  Play play(Script{.threads = R"([["begin T1", "A := 1", "commit", "checkpoint"]])"});
  play.To();
  EXPECT_EQ(play.Count(EventKind::kBackup), 0u);
  EXPECT_EQ(play.Count(EventKind::kTruncate), 1u);
  EXPECT_EQ(play.session().world().devices().disk.counters().writes, 1u);
}

TEST(Truncation, StopsAtTheFirstObjectOfARunningTransaction) {
  Play play(Script{.threads = R"([["begin T1", "A := 1", "commit", "signal on"],
                                  ["await on", "begin T2", "B := 2", "checkpoint", "commit"]])"});
  play.To();
  uint32_t heads = 0;
  for (const Event& e : play.events) {
    if (e.kind != EventKind::kTruncate) continue;
    ++heads;
    EXPECT_EQ(e.b, 3u);
  }
  EXPECT_EQ(heads, 1u);
}

TEST(Truncation, StartsWhenTheThresholdIsReached) {
  Play play(Script{.threads = "[" + Increments(10) + "]",
                   .params = R"({"entries": 64, "checkpoint_after": 10})"});
  play.To();
  uint32_t inserts = 0;
  for (const Event& e : play.events) {
    inserts += e.kind == EventKind::kLogInsert;
    if (e.kind == EventKind::kCheckpointBegin) break;
  }
  EXPECT_EQ(inserts, 10u);
  Play idle(Script{.threads = "[" + Increments(4) + "]",
                   .params = R"({"entries": 64, "checkpoint_after": 10})"});
  idle.To();
  EXPECT_EQ(idle.Count(EventKind::kCheckpointBegin), 0u);
}

// Over many runs: the head is durable before a bit is cleared, and an entry is taken again only
// when its cleared bit is durable.
TEST(Truncation, EntriesAreReusedOnlyWhenTheirClearedBitsAreDurable) {
  uint32_t reused = 0;
  for (uint32_t seed = 0; seed < 70; ++seed) {
    Play play(WideScenario(seed));
    const auto entries = static_cast<uint32_t>(play.session().scenario().params.value[1]);
    play.To();
    struct Slot {
      bool set = false;  // as the cores see it
      bool durable_set = false;
      uint32_t lsn = 0;
    };
    std::map<uint32_t, Slot> slots;
    uint32_t durable_head = 1, head = 1;
    for (const Event& e : play.events) {
      const std::string word = NvWord(e);
      if (word == "head!" && e.kind == EventKind::kWriteBack) durable_head = head;
      if (e.kind == EventKind::kTruncate) durable_head = head = e.b;
      if (e.structure == nvlog::kRing && e.kind == EventKind::kStore) {
        Slot& slot = slots[e.key % entries];
        slot.set = word[0] == 'e';
        if (slot.set) slot.durable_set = true;  // at any time from now
        if (!slot.set) EXPECT_LT(e.key, durable_head) << "seed " << seed << " event " << e.seq;
      }
      if (e.structure == nvlog::kRing &&
          (e.kind == EventKind::kWriteBack || e.kind == EventKind::kEvict)) {
        const uint32_t first = (e.address - nvlog::Layout::kEntries) / 8;
        for (uint32_t i = 0; i < 8; ++i) {
          if (slots.count(first + i) && !slots[first + i].set) slots[first + i].durable_set = false;
        }
      }
      if (e.kind == EventKind::kLogInsert) {
        Slot& slot = slots[e.key % entries];
        if (slot.lsn != 0) ++reused;
        EXPECT_FALSE(slot.durable_set) << "seed " << seed << " lsn " << e.key;
        EXPECT_LT(e.key, head + entries) << "seed " << seed;
        slot.lsn = e.key;
      }
    }
  }
  EXPECT_GT(reused, 200u);
}

// Log objects are archived before they are truncated. An object lies within a block, and adjacent
// blocks are archived at once.
TEST(Truncation, ColdLogIsOnDiskBeforeItIsTruncated) {
  for (const uint32_t object_bytes : {128u, 192u}) {
    Play play(Script{.threads = "[" + Increments(12) + "]",
                     .params = R"({"entries": 32, "checkpoint_after": 8, "backup": true,)"
                               R"( "object_bytes": )" +
                               std::to_string(object_bytes) + "}"});
    const uint32_t per_block = 512 / object_bytes;
    uint32_t checked = 0, pieces = 0, blocks_written = 0;
    for (uint32_t at = 1; !play.session().world().ended(); ++at) {
      play.To(at);
      if (play.events.empty()) continue;
      const Event& e = play.events.back();
      if (e.kind == EventKind::kBackup) {
        ++pieces;
        blocks_written += e.size / 512;
      }
      if (e.kind != EventKind::kTruncate) continue;
      const BlockDevice& disk = play.session().world().devices().disk;
      // The archive follows two pages.
      const uint32_t blocks = (static_cast<uint32_t>(disk.size()) - 1024) / 512;
      for (uint32_t lsn = e.a; lsn < e.b; ++lsn) {
        uint64_t word = 0;
        disk.LoadDurable(1024 + lsn / per_block % blocks * 512 + lsn % per_block * object_bytes,
                         &word, 8);
        EXPECT_EQ(word, lsn);
        ++checked;
      }
      play.events.clear();
    }
    EXPECT_GT(checked, 10u);
    EXPECT_GT(pieces, 1u);
    if (object_bytes == 192) EXPECT_GT(blocks_written, pieces);
  }
}

#endif

}  // namespace
}  // namespace afterimage::testing_support
