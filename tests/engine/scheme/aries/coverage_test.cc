// Does what ARIES has to cope with really happen in the scripts that the other tests run?
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include <map>
#include <set>

#include "base/random.h"
#include "scheme/aries/aries_play.h"

namespace afterimage::testing_support {
namespace {

struct Tally {
  uint32_t steals = 0;  // pages that went home with changes of transactions that had not ended
  uint32_t fuzzy_checkpoints = 0;  // with changes of pages between begin and end
  uint32_t truncations = 0;        // that freed a partition
  uint32_t full_stalls = 0;
  uint32_t redone = 0, redo_skips = 0, undone = 0;
  uint32_t images_redone = 0;
  uint32_t double_write_repairs = 0;
  uint32_t cut_in_undo = 0;  // after a CLR, before recovery had ended
};

void CountRun(const std::vector<Event>& events, uint32_t partition_bytes, Tally& tally) {
  std::map<uint32_t, std::set<TxnLabel>> changed;
  bool write = false;  // since the last checkpoint began
  for (const Event& e : events) {
    if (e.kind == EventKind::kWrite && e.b != 0) changed[e.key].insert(e.txn);
    if (Inserts(e, RecordKind::kCommit) || Inserts(e, RecordKind::kAbort)) {
      for (auto& [page, txns] : changed) txns.erase(e.txn);
    }
    if (e.kind == EventKind::kPageWrite && e.label == aries::kGateWrite)
      tally.steals += !changed[e.key].empty();
    if (e.kind == EventKind::kCheckpointBegin) write = false;
    write = write || e.kind == EventKind::kWrite;
    if (e.kind == EventKind::kCheckpointEnd) tally.fuzzy_checkpoints += write;
    if (e.kind == EventKind::kTruncate)
      tally.truncations += e.a / partition_bytes < e.b / partition_bytes;
    if (e.kind == EventKind::kLogSpaceWait) tally.full_stalls += e.label == aries::kLogFull;
  }
}

void CountRecovery(const std::vector<Event>& events, const std::set<uint32_t>& images,
                   Tally& tally) {
  bool analysis = false;
  for (const Event& e : events) {
    analysis = analysis || e.kind == EventKind::kPhase;
    if (e.kind == EventKind::kPageWrite && !analysis) ++tally.double_write_repairs;
    if (e.kind == EventKind::kRedo) ++(images.count(e.key) ? tally.images_redone : tally.redone);
    if (e.kind == EventKind::kRedoSkip) ++tally.redo_skips;
    if (e.kind == EventKind::kUndo) ++tally.undone;
  }
}

std::string Threads(uint64_t seed) {
  Random random(seed);
  std::string text;
  uint32_t next = 1;
  for (int t = 0; t < 3; ++t) {
    std::string statements;
    for (int i = 0; i < 8; ++i) {
      statements += (i ? R"(, "begin T)" : R"("begin T)") + std::to_string(next++) + "\"";
      for (uint32_t n = 1 + random.Below(5); n > 0; --n) {
        const std::string record(1, static_cast<char>('A' + random.Below(8)));
        statements +=
            ", \"" + record + " := " + record + " + " + std::to_string(random.Below(100)) + "\"";
      }
      if (random.Chance(20)) statements += R"(, "wait 40us")";
      statements += random.Chance(80) ? R"(, "commit")" : R"(, "abort")";
      if (random.Chance(10)) statements += R"(, "checkpoint")";
    }
    text += (t ? ", [" : "[") + statements + "]";
  }
  return "[" + text + "]";
}

Script Make(uint64_t seed, const char* torn) {
  Script script = Aries(
      Threads(seed),
      R"({"frames": 2, "heap_pages": 4, "page_bytes": 512, "cleaner_us": 20, "partition_kb": 2, "partitions": 4,
      "buffer_kb": 2, "checkpoint_kb": 2, "commit": "group", "group_size": 3, "torn_pages": ")" +
          std::string(torn) + "\"}");
  script.records = R"({"A": 1, "B": 2, "C": 3, "D": 4, "E": 5, "F": 6, "G": 7, "H": 8})";
  script.overrides = R"({"disk.sector_bytes": 256, "disk.read_ns": 2000, "disk.write_ns": 6000})";
  return script;
}

TEST(Coverage, WhatRecoveryHasToCopeWithReallyHappens) {
  Tally tally;
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    const char* torn = seed % 2 ? "full-page-images" : "double-write";
    Play whole(Make(seed, torn));
    whole.To();
    CountRun(whole.events, 2048, tally);
    EXPECT_TRUE(whole.session().world().kernel().thread(0).done());
    const uint32_t end = whole.session().at();
    for (uint32_t i = 0; i < 8; ++i) {
      Play play(Make(seed, torn));
      play.To(end * (2 * i + 1) / 16);
      std::set<uint32_t> images;
      for (const Event& e : play.events) {
        if (Inserts(e, RecordKind::kPageImage)) images.insert(e.key);
      }
      ASSERT_TRUE(play.Cut({SurvivePolicy::kRandom, seed * 100 + i, {}}));
      bool undoing = false;
      const bool clr = ToEvent(play, [&](const Event& e) {
        undoing = undoing || (e.kind == EventKind::kPhase && e.a == 2);
        return undoing && Inserts(e, RecordKind::kClr);
      });
      if (clr && i % 2) {
        ++tally.cut_in_undo;
        play.To(play.session().at() + i);
        CountRecovery(play.events, images, tally);
        ASSERT_TRUE(play.Cut({SurvivePolicy::kRandom, i, {}}));
      }
      play.To();
      CountRecovery(play.events, images, tally);
      EXPECT_EQ(play.session().Verdict().kind, VerdictKind::kConsistent)
          << "seed " << seed << " cut " << i;
    }
  }
  EXPECT_GT(tally.steals, 20u);
  EXPECT_GT(tally.fuzzy_checkpoints, 5u);
  EXPECT_GT(tally.truncations, 5u);
  EXPECT_GT(tally.full_stalls, 0u);
  EXPECT_GT(tally.redone, 20u);
  EXPECT_GT(tally.redo_skips, 20u);
  EXPECT_GT(tally.undone, 20u);
  EXPECT_GT(tally.images_redone, 0u);
  EXPECT_GT(tally.double_write_repairs, 0u);
  EXPECT_GT(tally.cut_in_undo, 5u);
}

TEST(Coverage, TheSameScriptsKeepTheirPromiseAtManyEvents) {
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    const Script script = Make(seed, seed % 2 ? "full-page-images" : "double-write");
    const uint32_t end = Play(script).To().session().at();
    Play play(script);
    for (uint32_t at = static_cast<uint32_t>(seed); at <= end; at += Stride(1 + end / 60)) {
      play.To(at);
      const Outlook outlook = LookAhead(play.session(), 8);
      ASSERT_EQ(outlook.verdicts[0].runs, outlook.runs) << "seed " << seed << " at event " << at;
    }
  }
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
