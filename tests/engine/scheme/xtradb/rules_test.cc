// XtraDB's rules: what is logged, when it is durable, and how often its log may go round.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include "scheme/systems/base/story.h"
#include "scheme/systems/xtradb/layout.h"
#include "scheme/systems/xtradb/story.h"
#include "scheme/systems/xtradb/xtradb.h"
#include "support/peer_play.h"
#include "support/split_story.h"

namespace afterimage::testing_support {
namespace {

Script Log(const std::string& threads, const std::string& params,
           const std::string& mutations = "[]") {
  return ScriptOn("xtradb", threads, params, mutations);
}

uint32_t CountOf(const Play& play, EventKind kind, uint16_t label) {
  return static_cast<uint32_t>(
      std::count_if(play.events.begin(), play.events.end(),
                    [&](const Event& e) { return e.kind == kind && e.label == label; }));
}

// --- Positions -----------------------------------------------------------------------------------

TEST(XtraDbBlocks, LetNoByteStandOutsideOfTheirRoom) {
  const xtradb::Blocks blocks;
  Lsn lsn = blocks.first_lsn();
  for (uint64_t position = blocks.PositionOf(lsn); position < 4000; ++position) {
    EXPECT_EQ(blocks.PositionOf(lsn), position);
    EXPECT_GE(lsn % blocks.bytes, xtradb::kBlockHead);
    EXPECT_LT(lsn % blocks.bytes, blocks.end());
    EXPECT_EQ(blocks.Behind(blocks.first_lsn(), position - blocks.room()), lsn);
    lsn = blocks.Behind(lsn, 1);
  }
}

// --- What a transaction logs ---------------------------------------------------------------------

// A page's head and the undo, the change, and the word that commits.
TEST(XtraDbLog, HasUndoAndChangeOfEachAndNoCommitRecord) {
  Play play(Log(R"([["begin T1", "A := 1", "B := 2", "commit"]])", "{}"));
  play.To();
  EXPECT_EQ(Count(play, EventKind::kLogInsert), 6u);
  EXPECT_EQ(CountOf(play, EventKind::kStep, xtradb::kUndoRedo), 2u);
  EXPECT_EQ(Count(play, EventKind::kLogDurable), 1u);
}

TEST(XtraDbReads, LogNothing) {
  Play play(Log(R"([["begin T1", "read A", "commit"]])", "{}"));
  play.To();
  EXPECT_EQ(Count(play, EventKind::kLogInsert), 0u);
  EXPECT_EQ(Count(play, EventKind::kLogDurable), 0u);
}

TEST(XtraDbCommits, ShareAFlushWhereTheyMeet) {
  Play play(Log(
      R"([["begin T1", "A := 1", "commit"], ["begin T2", "B := 2", "commit"], ["begin T3", "C := 3", "commit"]])",
      "{}"));
  play.To();
  for (uint32_t txn = 1; txn <= 3; ++txn)
    EXPECT_EQ(play.session().oracle().state(txn), ClientState::kAcknowledged);
  EXPECT_LT(Count(play, EventKind::kLogDurable), 3u);
}

TEST(XtraDbCommits, DoNotWaitForAFlushFromTimeToTime) {
  Play play(Log(R"([["begin T1", "A := 1", "commit"]])", R"({"flush": "second", "flush_ms": 50})"));
  while (play.session().oracle().state(1) != ClientState::kAcknowledged)
    play.To(play.session().at() + 1);
  EXPECT_EQ(Count(play, EventKind::kLogDurable), 0u);
  play.To();
  EXPECT_EQ(Count(play, EventKind::kLogDurable), 1u);
}

// --- Undo pages ----------------------------------------------------------------------------------

// More than a page holds, rolled back by itself and by restart.
TEST(XtraDbUndo, GoesOverSeveralPagesAndBack) {
  std::string changes;
  for (int i = 0; i < 40; ++i) changes += R"(, "A := )" + std::to_string(i) + "\"";
  for (const char* end : {"abort", "commit"}) {
    const Script script = Log(
        R"([["begin T1")" + changes + R"(, ")" + end + R"("], ["begin T2", "B := 2", "commit"]])",
        R"({"undo_pages": 8, "heap_pages": 2})");
    Play play(script);
    play.To();
    EXPECT_EQ(play.session().oracle().state(1),
              *end == 'a' ? ClientState::kAborted : ClientState::kAcknowledged);
    ExpectConsistentAfterTwoCuts(script);
  }
}

// Pages are given back: with two of them any number of transactions comes to its end.
TEST(XtraDbUndo, PagesAreUsedAgain) {
  std::string threads = "[[";
  for (int i = 1; i <= 30; ++i) {
    threads += std::string(i > 1 ? ", " : "") + R"("begin T)" + std::to_string(i) +
               R"(", "A := A + 1", ")" + (i % 3 == 0 ? "abort" : "commit") + "\"";
  }
  Play play(Log(threads + "]]", R"({"undo_pages": 2, "log_file_kb": 3, "checkpoint_kb": 1})"));
  play.To();
  for (uint32_t txn = 1; txn <= 30; ++txn) {
    EXPECT_EQ(play.session().oracle().state(txn),
              txn % 3 == 0 ? ClientState::kAborted : ClientState::kAcknowledged);
  }
}

// --- The log goes round --------------------------------------------------------------------------

TEST(XtraDbLog, IsNotUsedUpByPowerCutsAgainAndAgain) {
  Play play(Log(
      R"([["begin T1", "A := 1", "B := 2", "C := 3", "insert D := 1", "insert E := 2", "wait 500us", "commit"]])",
      R"({"log_file_kb": 3, "checkpoint_kb": 1, "buffer_kb": 2})"));
  play.To(60);
  for (uint32_t cut = 0; cut < 120; ++cut) {
    ASSERT_TRUE(play.Cut({SurvivePolicy::kRandom, cut, {}}));
    play.To(play.session().at() + 20 + cut % 50);
    if (play.session().world().ended()) break;
  }
  ASSERT_TRUE(play.Cut({SurvivePolicy::kRandom, 1, {}}));
  play.To();
  EXPECT_EQ(play.session().Verdict().kind, VerdictKind::kConsistent);
  EXPECT_TRUE(StructuresHold(play));
}

// --- What XtraDB shares with BaSE ----------------------------------------------------------------

constexpr const char* kThreeClients =
    R"([["begin T1", "A := A + 1", "B := 2", "commit", "begin T2", "A := A + 1", "abort"],
        ["begin T3", "C := 3", "A := A + 1", "commit"], ["begin T4", "insert D := 4", "read A", "commit"]])";

// They are held only briefly: neither thread waits for the other, and both keep the promise.
TEST(GlobalMutexes, HoldThreadsUpAndChangeNothingElse) {
  for (const char* system : {"xtradb", "base"}) {
    Time ends[2];
    for (const int mutexes : {0, 1}) {
      const Script script =
          ScriptOn(system, kThreeClients,
                   R"({"mutexes": )" + std::string(mutexes ? "true}" : "false}"), "[]");
      Play play(script);
      play.To();
      for (const uint32_t txn : {1, 3, 4})
        EXPECT_EQ(play.session().oracle().state(txn), ClientState::kAcknowledged) << system;
      EXPECT_EQ(play.session().oracle().state(2), ClientState::kAborted) << system;
      if (mutexes) EXPECT_GT(Count(play, EventKind::kLatchWait), 0u) << system;
      ends[mutexes] = play.events.back().time_ns;
      ExpectConsistentAfterTwoCuts(script);
    }
    EXPECT_GT(ends[1], ends[0]) << system;
  }
}

// No checkpoint is requested, and there are frames for all pages.
TEST(AdaptiveFlushingOf, BothBringsPagesHomeAsTheLogGrows) {
  std::string changes;
  for (int i = 0; i < 12; ++i) changes += R"(, "A := )" + std::to_string(i) + R"(", "wait 30ms")";
  const std::string threads = R"([["begin T1")" + changes + R"(, "commit"]])";
  for (const char* system : {"xtradb", "base"}) {
    const uint16_t gate = *system == 'b' ? uint16_t{base::kGatePage} : uint16_t{xtradb::kGatePage};
    const std::string sizes = *system == 'b' ? R"("heap_kb": 64, )" : "";
    for (const int capacity : {0, 200}) {
      const Script script = ScriptOn(
          system, threads,
          "{" + sizes + R"("checkpoint_kb": 8, "io_capacity": )" + std::to_string(capacity) + "}",
          "[]");
      Play play(script);
      while (play.session().oracle().state(1) != ClientState::kAcknowledged)
        play.To(play.session().at() + 1);
      EXPECT_EQ(CountOf(play, EventKind::kStep, gate) > 0, capacity > 0) << system;
      ExpectConsistentAfterTwoCuts(script);
    }
  }
}

// --- Refused -------------------------------------------------------------------------------------

TEST(XtraDbParams, AreRefusedWithTheReason) {
  const auto refused = [](const char* params) {
    Scenario scenario;
    std::vector<Problem> problems;
    if (ParseScenario(Log("[[]]", params).Json(), &scenario, &problems)) return std::string();
    return problems[0].path + ": " + problems[0].reason_en +
           (problems[0].reason_zh.empty() ? ", no Chinese" : "");
  };
  EXPECT_EQ(refused(R"({"log_file_kb": 2, "checkpoint_kb": 1, "value_bytes": 256})"),
            "scheme.params.log_file_kb: the log is too small for a few changes");
  EXPECT_EQ(refused(R"({"log_file_kb": 4, "checkpoint_kb": 5})"),
            "scheme.params.checkpoint_kb: the checkpoint threshold must not exceed the log");
  EXPECT_EQ(refused(R"({"placement": "btree", "spare_pages": 16, "buffer_kb": 2})"),
            "scheme.params.buffer_kb: the log buffer is too small for a structure change");
  EXPECT_EQ(refused(R"({"placement": "btree", "spare_pages": 16, "frames": 4})"),
            "scheme.params.frames: the buffer pool is too small: B+-trees and undo pages need 5 "
            "frames");
  EXPECT_EQ(refused(R"({"torn_pages": "full-page-images"})"),
            "scheme.params.torn_pages: this system logs no full-page images; choose another repair "
            "for torn pages");
  EXPECT_EQ(refused(R"({"log_file_kb": 2, "checkpoint_kb": 2})"), "");
}

}  // namespace
}  // namespace afterimage::testing_support
#endif  // AFTERIMAGE_TRACED
