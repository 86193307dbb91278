// Restart: repeatable, cut off anywhere, and never undoing twice.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include <algorithm>

#include "scheme/aries/aries_play.h"

namespace afterimage::testing_support {
namespace {

const char kParams[] = R"({"frames": 3, "heap_pages": 4, "commit": "synchronous"})";

// Committed and running work, a page stolen, a checkpoint in between.
Script Busy(const std::string& params = kParams) {
  return Aries(
      R"([["begin T1", "A := 50", "B := B + 50", "commit", "begin T2", "A := 7", "steal A", "C := 8", "checkpoint", "A := 9",
                             "signal on", "wait 2ms", "commit"],
                            ["await on", "begin T3", "insert D := 4", "B := 3", "commit", "signal over", "begin T4", "insert E := 5", "delete D", "steal E", "wait 2ms", "commit"]])",
      params);
}

// Cut with two losers, when all that they have done is in the log for good.
Play CutWithLosers(const Script& script, const Survive& survive) {
  Play play(script);
  EXPECT_TRUE(ToEvent(
      play, [](const Event& e) { return e.kind == EventKind::kAcknowledge && e.txn == 3; }));
  uint32_t writes = 0;
  EXPECT_TRUE(
      ToEvent(play, [&](const Event& e) { return e.kind == EventKind::kWrite && ++writes == 2; }));
  EXPECT_TRUE(ToEvent(play, [&](const Event& e) { return e.kind == EventKind::kLogDurable; }));
  EXPECT_TRUE(play.Cut(survive));
  return play;
}

class Restart : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(
    Shapes, Restart,
    testing::Values(
        kParams, R"({"frames": 2, "heap_pages": 4, "torn_pages": "full-page-images"})",
        R"({"frames": 2, "heap_pages": 4, "torn_pages": "double-write", "log_on": "tmpfs", "data_on": "mmap"})",
        R"({"placement": "btree", "frames": 4, "log_on": "pmfs"})"));

// Restart writes the master block to begin an epoch; that is no checkpoint.
TEST_P(Restart, AnnouncesNoLineOfACheckpointBeforeItTakesOne) {
  Play play = CutWithLosers(Busy(GetParam()), None());
  const size_t cut = play.events.size();
  uint32_t writes = 0;
  const auto begins = [](const Event& e) { return e.kind == EventKind::kCheckpointBegin; };
  ASSERT_TRUE(ToEvent(play, begins));
  for (size_t i = cut; i + 1 < play.events.size(); ++i) {
    writes += play.events[i].kind == EventKind::kTruncate;
    EXPECT_NE(play.events[i].label, aries::kCheckpointMaster) << i;
  }
  EXPECT_EQ(writes, 1u);
}

TEST_P(Restart, MayBeCutTwiceAnywhereAndEndsAlike) {
  const Script script = Busy(GetParam());
  for (const Survive& first : {None(), All()}) {
    Play whole = CutWithLosers(script, first);
    const uint32_t start = whole.session().at();
    whole.To();
    ASSERT_EQ(whole.session().Verdict().kind, VerdictKind::kConsistent);
    const std::string expected = Values(whole);
    EXPECT_EQ(expected, "A=50 B=3 C=5 D=4 E=-");
    const uint32_t end = whole.session().at();
    for (uint32_t at = start; at < end; at += 1 + (end - start) / 40) {
      Play play = CutWithLosers(script, first);
      play.To(at);
      ASSERT_TRUE(play.Cut({SurvivePolicy::kRandom, at, {}}));
      play.To(play.session().at() + (at * 7) % (end - start));
      ASSERT_TRUE(play.Cut({SurvivePolicy::kRandom, at + 1, {}}));
      play.To();
      ASSERT_EQ(play.session().Verdict().kind, VerdictKind::kConsistent) << at;
      ASSERT_EQ(Values(play), expected) << at;
    }
  }
}

TEST_P(Restart, OfAFinishedRestartChangesNothing) {
  Play play = CutWithLosers(Busy(GetParam()), All());
  play.To();
  const std::string expected = Values(play);
  for (int again = 0; again < 3; ++again) {
    ASSERT_EQ(play.VerdictAfter(None()), VerdictKind::kConsistent);
    EXPECT_EQ(Values(play), expected);
    EXPECT_EQ(play.Count(EventKind::kUndo), 0u);
    for (const Event& e : play.events)
      EXPECT_FALSE(Inserts(e, RecordKind::kUpdate) || Inserts(e, RecordKind::kClr));
  }
}

// Each life starts in the middle of the restart before it, and logs a little more.
TEST_P(Restart, ManyCrashesInARowLoseNothing) {
  for (const uint32_t step : {15u, 40u, 90u}) {
    Play play = CutWithLosers(Busy(GetParam()), All());
    for (uint32_t life = 1; life <= 25; ++life) {
      play.To(play.session().at() + step + 4 * life);
      ASSERT_TRUE(play.Cut({SurvivePolicy::kRandom, life, {}}));
    }
    play.To();
    EXPECT_EQ(play.session().Verdict().kind, VerdictKind::kConsistent) << step;
    EXPECT_EQ(Values(play), "A=50 B=3 C=5 D=4 E=-") << step;
  }
}

TEST(Undo, TakesTheLatestRecordOfAnyLoserFirst) {
  Play play = CutWithLosers(Busy(), All());
  ASSERT_EQ(play.session().phase(), 1u);
  play.To();
  std::vector<uint32_t> undone;
  std::vector<TxnLabel> of;
  for (const Event& e : play.events) {
    if (e.kind == EventKind::kUndo) of.push_back(e.txn);
  }
  for (const Event& e : play.events) {
    if (Inserts(e, RecordKind::kClr)) undone.push_back(e.key);
  }
  EXPECT_TRUE(std::is_sorted(undone.begin(), undone.end()));
  ASSERT_GE(of.size(), 3u);
  EXPECT_EQ(of.back(), 2u);
}

// Wherever the first restart is cut, the second goes on below the last CLR that is durable.
TEST(Undo, GoesOnWhereADurableClrSays) {
  const Script script = Busy(R"({"frames": 2, "heap_pages": 4})");
  Play whole = CutWithLosers(script, All());
  const uint32_t start = whole.session().at();
  whole.To();
  const uint32_t to_undo = whole.Count(EventKind::kUndo), end = whole.session().at();
  ASSERT_EQ(to_undo, 5u);
  uint32_t partly = 0;
  for (uint32_t at = start; at < end; ++at) {
    Play play = CutWithLosers(script, All());
    play.To(at);
    Lsn durable = 0;
    bool flushing = false;
    for (const Event& e : play.events) {
      if (e.kind == EventKind::kPageWriteStart && e.label == aries::kFlushWrite) flushing = true;
      if (e.kind != EventKind::kLogDurable) continue;
      durable = e.b;
      flushing = false;
    }
    uint32_t kept = 0, inserted = 0;
    for (const Event& e : play.events) {
      inserted += Inserts(e, RecordKind::kClr);
      kept += Inserts(e, RecordKind::kClr) && e.key < durable;
    }
    ASSERT_EQ(play.VerdictAfter(None()), VerdictKind::kConsistent) << at;
    const uint32_t again = play.Count(EventKind::kUndo);
    EXPECT_LE(again + kept, to_undo) << at;
    EXPECT_GE(again + inserted, to_undo) << at;
    if (!flushing) EXPECT_EQ(again + kept, to_undo) << at;
    partly += kept > 0 && again > 0;
  }
  EXPECT_GT(partly, 0u);
}

// A rollback that a client asked for is gone on with as well.
TEST(Undo, OfAHalfDoneRollbackIsFinishedOnce) {
  const Script script = Aries(
      R"([["begin T1", "A := 1", "B := 2", "A := 3", "C := 4", "abort"], ["begin T2", "insert D := 1", "commit", "begin T3", "delete D", "commit"]])",
      R"({"frames": 2, "heap_pages": 4})");
  const uint32_t end = Play(script).To().session().at();
  uint32_t partly = 0;
  for (uint32_t at = 0; at <= end; ++at) {
    Play play(script);
    play.To(at);
    uint32_t updates = 0, before = 0;
    bool ended = false;
    for (const Event& e : play.events) {
      updates += e.txn == 1 && Inserts(e, RecordKind::kUpdate);
      before += e.txn == 1 && Inserts(e, RecordKind::kClr);
      ended = ended || (e.txn == 1 && Inserts(e, RecordKind::kAbort));
    }
    ASSERT_EQ(play.VerdictAfter(All()), VerdictKind::kConsistent) << at;
    uint32_t after = 0;
    for (const Event& e : play.events) after += e.txn == 1 && e.kind == EventKind::kUndo;
    // A change that was not durable need not be undone either.
    EXPECT_LE(after, updates) << at;
    if (ended) continue;
    partly += before > 0 && after > 0 && after < updates;
    EXPECT_EQ(Values(play).substr(0, 14), "A=100 B=20 C=5") << at;
  }
  EXPECT_GT(partly, 0u);
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
