// Tests what recovery undoes, also when it is interrupted itself.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include "run/explore/verify.h"
#include "scheme/nv_wsp/wsp_play.h"

namespace afterimage::testing_support {
namespace {

using namespace nvwsp;

std::vector<uint32_t> Undone(const Play& play) {
  std::vector<uint32_t> lsns;
  for (const Event& e : play.events) {
    if (e.kind == EventKind::kUndo) lsns.push_back(e.b);
  }
  return lsns;
}

// T1 has changed A and B and not ended; the page with both is at home.
constexpr char kStolen[] = R"([["begin T1", "A := 1", "B := 2", "steal A", "wait 1ms", "commit"]])";
bool StolenIsHome(const Event& e) {
  return e.kind == EventKind::kWriteBack && e.label == kHomeClearBack;
}

TEST(WspRecovery, UndoesWhatTheHomeHasNewestFirst) {
  Play play(OnNvWsp(kStolen));
  PlayTo(play, StolenIsHome);
  ASSERT_EQ(play.VerdictAfter(None()), VerdictKind::kConsistent);
  EXPECT_EQ(Undone(play), (std::vector<uint32_t>{2, 1}));
  EXPECT_EQ(play.Number("A"), 100);
  EXPECT_EQ(play.Number("B"), 20);
}

TEST(WspRecovery, HasNothingToUndoWhereThePageNeverWentHome) {
  Play play(OnNvWsp(R"([["begin T1", "A := 1", "B := 2", "wait 1ms", "commit"]])"));
  PlayTo(play, [](const Event& e) { return e.kind == EventKind::kLogDurable && e.key == 2; });
  ASSERT_EQ(play.VerdictAfter(All()), VerdictKind::kConsistent);
  EXPECT_TRUE(Undone(play).empty());
  EXPECT_EQ(play.Number("A"), 100);
}

// The page keeps its LSN, so a second recovery comes to the same conclusions as the first.
TEST(WspRecovery, CutShortIsDoneAgainFromTheSameRecords) {
  const auto first = [] {
    Play play(OnNvWsp(kStolen));
    PlayTo(play, StolenIsHome);
    EXPECT_TRUE(play.Cut(None()));
    return play;
  };
  Play whole = first();
  whole.To();
  const size_t mark = FirstOf(whole, kRecoverMark);
  for (uint32_t at = first().session().at(); at <= whole.events[mark].seq; ++at) {
    Play play = first();
    play.To(at);
    ASSERT_TRUE(play.Cut(All()));
    EXPECT_EQ(LsnAtHome(play, 1), 2u) << at;
    play.To();
    EXPECT_EQ(play.session().Verdict().kind, VerdictKind::kConsistent) << at;
    EXPECT_EQ(Undone(play), (std::vector<uint32_t>{2, 1})) << at;
  }
}

// Home has the first update and neither the insert nor what was done to the new record.
TEST(WspRecovery, LeavesARecordAloneThatThePageNeverHad) {
  const Script script = OnNvWsp(
      R"([["begin T1", "A := 1", "steal A", "insert D := 4", "D := 5", "wait 1ms", "commit"]])");
  const uint32_t end = Play(script).To().session().at();
  for (uint32_t at = 1; at < end; ++at) {
    Play play(script);
    play.To(at);
    for (uint32_t life = 0; life < 3; ++life) {
      ASSERT_TRUE(play.Cut(All()));
      play.To(play.session().at() + 10 + at % 60);
    }
    play.To();
    ASSERT_EQ(play.session().Verdict().kind, VerdictKind::kConsistent) << at;
  }
}

TEST(WspRecovery, LeavesNothingForTheNextOne) {
  Play play(OnNvWsp(kStolen));
  PlayTo(play, StolenIsHome);
  ASSERT_EQ(play.VerdictAfter(None()), VerdictKind::kConsistent);
  ASSERT_EQ(play.VerdictAfter(None()), VerdictKind::kConsistent);
  EXPECT_TRUE(Undone(play).empty());
  for (const Event& e : play.events) EXPECT_NE(e.label, kRecoverMark) << "a loser was left";
}

TEST(WspRecovery, GivesOutNoLsnTwice) {
  Play play(OnNvWsp(kStolen));
  PlayTo(play, StolenIsHome);
  for (uint64_t life = 1; life <= 3; ++life) {
    ASSERT_EQ(play.VerdictAfter(None()), VerdictKind::kConsistent);
    uint64_t epoch = 0;
    play.session().world().devices().nvm.LoadDurable(Layout::kEpoch, &epoch, sizeof epoch);
    EXPECT_EQ(epoch, life);
  }
}

// --- An install that the power cut caught --------------------------------------------------------

TEST(WspRecovery, PutsTheLinesOfAnInterruptedInstallBack) {
  Play play(OnNvWsp(kStolen));
  PlayTo(play, [](const Event& e) {
    return e.kind == EventKind::kWriteBack && e.label == kHomeLinesBack;
  });
  ASSERT_EQ(play.VerdictAfter(None()), VerdictKind::kConsistent);
  EXPECT_GT(FirstOf(play, kRecoverLines), 0u);
  EXPECT_TRUE(Undone(play).empty()) << "the page is as it was before T1 came to it";
  EXPECT_EQ(LsnAtHome(play, 1), 0u);
}

// --- Early lock release --------------------------------------------------------------------------

// T1 has two pages to send home, T2 one of them, with a record that T1 has changed: T2 is ready
// first.
Script Overtaking(const std::string& mutations) {
  Script script = OnNvWsp(
      R"([["begin T1", "B := 1", "C := 1", "D := 1", "A := A + 1", "signal on", "commit"],
                              ["await on", "begin T2", "A := A + 10", "commit"]])",
      R"({"elr": true, "heap_pages": 8, "frames": 8, "entries": 16, "marks": 2, "installs": 2})",
      mutations);
  script.records = R"({"A": 100, "B": 20, "C": 5, "D": 6})";
  script.overrides = R"({"nvm.slowdown": 20})";
  return script;
}

bool Explored(const Script& script) {
  VerifyOptions options;
  options.depth = 0;
  Verification verification(ParsedScenario(script.Json()), options);
  while (!verification.Advance(5000)) continue;
  EXPECT_TRUE(verification.exact());
  return verification.failures().empty();
}

TEST(WspEarlyRelease, ADependentIsNotDurableBeforeWhatItRestsOn) {
  Play play(Overtaking("[]"));
  play.To();
  std::vector<TxnLabel> told;
  for (const Event& e : play.events) {
    if (e.kind == EventKind::kAcknowledge) told.push_back(e.txn);
  }
  EXPECT_EQ(told, (std::vector<TxnLabel>{1, 2}));
  EXPECT_GT(FirstOf(play, kCommitAwait), 0u);
  EXPECT_TRUE(Explored(Overtaking("[]")));
}

TEST(WspEarlyRelease, WithoutTheWaitAValueIsLost) {
  EXPECT_FALSE(Explored(Overtaking(R"(["no-early-release-wait"])")));
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
