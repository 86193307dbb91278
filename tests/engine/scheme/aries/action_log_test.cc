// Tests nested top actions: which records a rollback skips, what restart does with half of one, and
// which rules they depend on.
#include "base/build.h"
#if AFTERIMAGE_TRACED

#include "scheme/aries/aries_play.h"
#include "scheme/systems/stasis/action_log_story.h"
#include "support/peer_play.h"

namespace afterimage::testing_support {
namespace {

Script Stasis(const std::string& threads, const std::string& params = "{}",
              const std::string& mutations = "[]") {
  Script script = Aries(threads, params, mutations);
  script.scheme = "stasis";
  return script;
}

// Ten records in one leaf, which holds fifteen entries. Through PMFS a power cut leaves any part of
// a write of the log, so it may cut an action in half.
Script OneLeaf(const std::string& threads, const std::string& mutations = "[]") {
  Script script = Stasis(
      threads,
      R"({"placement": "btree", "page_bytes": 256, "frames": 8, "log_on": "pmfs", "data_on": "disk", "torn_pages": "detect"})",
      mutations);
  script.records =
      R"({"A": 1, "B": 2, "C": 3, "D": 4, "E": 5, "F": 6, "G": 7, "H": 8, "Y": 9, "Z": 10})";
  script.overrides = R"({"disk.read_ns": 20000, "disk.write_ns": 20000, "disk.sector_bytes": 256})";
  return script;
}

// T1 splits the leaf, T2 uses the new one, T1 rolls back, T3 makes that durable.
constexpr char kSplitThatStays[] =
    R"([["begin T1", "insert I := 1", "insert J := 2", "insert K := 3", "insert L := 4", "insert M := 5",
         "insert N := 6", "insert O := 7", "signal split", "await done", "abort", "begin T3", "A := A + 1", "commit"],
        ["await split", "begin T2", "insert X := 9", "commit", "signal done"]])";
// T1 deletes an entry, T2 splits its leaf, T1 rolls back.
constexpr char kMovedEntry[] =
    R"([["begin T1", "delete Y", "signal erased", "await split", "abort", "begin T3", "A := A + 1", "commit"],
        ["await erased", "begin T2", "insert I := 1", "insert J := 2", "insert K := 3", "insert L := 4",
         "insert M := 5", "insert N := 6", "insert O := 7", "signal split", "commit"]])";

// --- Rolling back --------------------------------------------------------------------------------

TEST(StasisRollback, PassesOverTheSplitThatOthersUse) {
  Play play(OneLeaf(kSplitThatStays));
  play.To();
  EXPECT_GT(play.session().world().engine().counters().structure_changes, 0u);
  EXPECT_TRUE(StructuresHold(play));
  ASSERT_TRUE(play.Cut(None()));
  play.To();
  EXPECT_EQ(play.session().Verdict().kind, VerdictKind::kConsistent);
  EXPECT_EQ(play.Number("X"), 9);
  EXPECT_EQ(play.Number("A"), 2);
  EXPECT_LT(play.Number("I"), 0);
}

// The record, its entry, the end of the entry's action; then a compensation for the entry, by its
// inverse, and one for the record.
TEST(StasisRollback, UndoesAnEntryOnceAndByItsInverse) {
  Play play(OneLeaf(R"([["begin T1", "insert I := 1", "abort"]])"));
  play.To();
  const auto inserts = [&](RecordKind kind) {
    return std::count_if(play.events.begin(), play.events.end(),
                         [&](const Event& e) { return Inserts(e, kind); });
  };
  EXPECT_EQ(inserts(RecordKind::kActionEnd), 2);  // of the record's new page, and of the entry
  EXPECT_EQ(inserts(RecordKind::kClr), 2);
  EXPECT_EQ(Count(play, EventKind::kUndo), 2u);
}

TEST(StasisRollback, FindsAnEntryThatAnothersSplitHasMoved) {
  Play play(OneLeaf(kMovedEntry));
  play.To();
  EXPECT_TRUE(StructuresHold(play));
  ASSERT_TRUE(play.Cut(None()));
  play.To();
  EXPECT_EQ(play.session().Verdict().kind, VerdictKind::kConsistent);
  EXPECT_EQ(play.Number("Y"), 9);
  EXPECT_EQ(play.Number("O"), 7);
}

// --- Restart -------------------------------------------------------------------------------------

class StasisPlaces : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Files, StasisPlaces, testing::ValuesIn(kPeerFiles));
INSTANTIATE_TEST_SUITE_P(
    Locks, StasisPlaces,
    testing::Values(
        R"({"placement": "btree", "frames": 5, "locks": "database"})",
        R"({"placement": "btree", "frames": 4, "locks": "database", "read_locks": false})"));

TEST_P(StasisPlaces, KeepThePromiseWhereverThePowerFails) {
  Play play(Stasis(kBusyPeer, GetParam()));
  ExpectConsistentEverywhere(play, 1, 60);
}

TEST_P(StasisPlaces, MayBeCutInRecoveryAnywhere) {
  ExpectConsistentAfterTwoCuts(Stasis(kBusyPeer, GetParam()));
}

TEST(StasisRestart, KeepsThePromiseWhereverTreesAreCut) {
  for (const char* threads : {kSplitThatStays, kMovedEntry}) {
    Play play(OneLeaf(threads));
    ExpectConsistentEverywhere(play, 1, 60);
    ExpectConsistentAfterTwoCuts(OneLeaf(threads));
  }
}

// --- Locks ---------------------------------------------------------------------------------------

// With one lock on the database no transaction reads uncommitted changes of another, in any record.
TEST(StasisLocks, MayBeOneForAll) {
  const auto waits = [](const char* locks) {
    Play play(Stasis(R"([["begin T1", "A := 50", "signal on", "wait 100us", "commit"],
                         ["await on", "begin T2", "B := 3", "commit"]])",
                     std::string(R"({"heap_pages": 4, "locks": ")") + locks + "\"}"));
    play.To();
    return Count(play, EventKind::kLockWait);
  };
  EXPECT_EQ(waits("record"), 0u);
  EXPECT_EQ(waits("database"), 1u);
}

// --- Rules ---------------------------------------------------------------------------------------

constexpr BrokenRule kStasisRules[] = {
    {"page-before-log",
     R"([["begin T1", "A := 50", "B := 7", "steal A", "wait 200us", "commit"]])"},
    {"acknowledge-first", R"([["begin T1", "A := 50", "commit", "wait 200us"]])"},
    {"no-clr",
     R"([["begin T1", "A := 50", "abort", "begin T2", "B := 3", "commit", "wait 100us"]])"},
    {"split-left-open", kSplitThatStays},
    {"entry-left-open", kMovedEntry},
    {"open-actions-stay", kSplitThatStays},
    {"undo-in-place", kMovedEntry},
};

class StasisMutation : public testing::TestWithParam<BrokenRule> {};
INSTANTIATE_TEST_SUITE_P(Declared, StasisMutation, testing::ValuesIn(kStasisRules),
                         [](const auto& each) { return RuleName(each.param); });

TEST_P(StasisMutation, LosesSomethingAndNothingWithoutIt) {
  const BrokenRule& rule = GetParam();
  EXPECT_TRUE(LosesSomething(OneLeaf(rule.threads, std::string("[\"") + rule.mutation + "\"]")));
  EXPECT_FALSE(SeemsToLoseSomething(OneLeaf(rule.threads)));
}

TEST(StasisMutations, AreAllTriedHere) { ExpectAllOf("stasis", kStasisRules); }

// --- What it says of itself ----------------------------------------------------------------------

TEST(StasisStory, EveryAnnouncedLabelIsALine) {
  ExpectListed("stasis",
               {Stasis(kBusyPeer, R"({"heap_pages": 4, "frames": 3})"), OneLeaf(kSplitThatStays)},
               {nested::kEntryLog, nested::kEntryEnd, nested::kSplitLog, nested::kSplitEnd,
                nested::kAbortInverse});
}

// A restart finds complete actions of a loser, and an open one if the power failed in the middle of
// it.
TEST(StasisStory, RestartAnnouncesBothWaysOfUndo) {
  std::vector<uint16_t> announced;
  const Script script = OneLeaf(kSplitThatStays);
  const uint32_t end = Play(script).To().session().at();
  for (uint32_t at = 3; at < end; at += 2) {
    Play play(script);
    play.To(at);
    ASSERT_TRUE(play.Cut({SurvivePolicy::kRandom, at, {}}));
    play.To();
    for (const Event& e : play.events) announced.push_back(e.label);
  }
  for (const uint16_t label : {uint16_t{nested::kRecoverOpen}, uint16_t{nested::kRecoverInverse}})
    EXPECT_GT(std::count(announced.begin(), announced.end(), label), 0) << label;
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
