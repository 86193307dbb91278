// Tests a chain of page LSNs in place of compensation records: what a rollback leaves, how restart
// uses it, and which rules it depends on.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include <algorithm>

#include "scheme/aries/aries_play.h"
#include "scheme/systems/berkeley_db/page_log_story.h"
#include "support/peer_play.h"

namespace afterimage::testing_support {
namespace {

Script Berkeley(const std::string& threads, const std::string& params = "{}",
                const std::string& mutations = "[]") {
  Script script = Aries(threads, params, mutations);
  script.scheme = "berkeley-db";
  return script;
}

// The story in which a rollback undoes the split of a leaf that has grown again.
Script UndoneSplit(const std::string& mutations = "[]") {
  Script script = Berkeley(
      R"([["begin T1", "insert b := 1", "insert d := 2", "insert f := 3", "insert X := 4", "insert V := 5",
           "insert T := 6", "steal a", "abort", "begin T2", "insert b := 7", "A := A + 10", "commit"]])",
      R"({"placement": "btree", "page_bytes": 256, "frames": 6, "log_on": "disk", "data_on": "disk", "torn_pages": "detect"})",
      mutations);
  script.records =
      R"({"A": 1, "C": 2, "E": 3, "G": 4, "I": 5, "K": 6, "M": 7, "O": 8, "Q": 9, "S": 10, "U": 11, "W": 12, "Y": 13,
          "a": 14, "c": 15, "e": 16, "g": 17, "i": 18, "k": 19, "m": 20, "o": 21, "q": 22, "s": 23, "u": 24, "w": 25, "y": 26})";
  script.overrides = R"({"disk.read_ns": 20000, "disk.write_ns": 20000, "disk.sector_bytes": 256})";
  return script;
}

// --- Rolling back --------------------------------------------------------------------------------

TEST(BerkeleyRollback, LogsNothing) {
  Play play(Berkeley(R"([["begin T1", "A := 50", "B := 7", "abort"]])"));
  play.To();
  EXPECT_EQ(Count(play, EventKind::kLogInsert), 2u);  // the two updates
  EXPECT_EQ(Count(play, EventKind::kUndo), 2u);
  EXPECT_EQ(play.session().world().engine().counters().clrs, 0u);
}

TEST(BerkeleyRollback, PutsThePageLsnBackSoThatTheNextChangeFollowsTheOneBefore) {
  Play play(Berkeley(
      R"([["begin T1", "A := 50", "commit", "begin T2", "A := 60", "abort", "begin T3", "A := 70", "commit"]])"));
  play.To();
  std::vector<uint32_t> lsns;  // of A's page, as its changes and undos set them
  for (const Event& e : play.events) {
    if (e.kind == EventKind::kWrite) lsns.push_back(e.a);
    if (e.kind == EventKind::kUndo) lsns.push_back(e.b);
  }
  ASSERT_EQ(lsns.size(), 4u);
  EXPECT_GT(lsns[1], lsns[0]);
  EXPECT_EQ(lsns[2], lsns[0]);
  EXPECT_GT(lsns[3], lsns[1]);
}

TEST(BerkeleyRollback, UndoesASplitThatItsTransactionMade) {
  Play play(UndoneSplit());
  play.To();
  EXPECT_GT(play.session().world().engine().counters().structure_changes, 0u);
  EXPECT_TRUE(StructuresHold(play));
  ASSERT_TRUE(play.Cut(None()));
  play.To();
  EXPECT_EQ(play.session().Verdict().kind, VerdictKind::kConsistent);
  EXPECT_EQ(play.Number("b"), 7);
  EXPECT_EQ(play.Number("A"), 11);
}

// --- Restart -------------------------------------------------------------------------------------

class BerkeleyPlaces : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Files, BerkeleyPlaces, testing::ValuesIn(kPeerFiles));

TEST_P(BerkeleyPlaces, KeepThePromiseWhereverThePowerFails) {
  Play play(Berkeley(kBusyPeer, GetParam()));
  ExpectConsistentEverywhere(play, 1, 60);
}

TEST_P(BerkeleyPlaces, MayBeCutInRecoveryAnywhere) {
  ExpectConsistentAfterTwoCuts(Berkeley(kBusyPeer, GetParam()));
}

// A copy in the double-write area may be of a transaction that was rolled back later: it has the
// larger LSN and must not win.
TEST(BerkeleyRestart, TrustsNoCopyForItsLsn) {
  // C's page is on its way through the first slot, so A's page takes the second, and later the
  // first.
  const Script script = Berkeley(
      R"([["begin T1", "A := 50", "await on", "wait 300us", "steal A", "abort", "wait 2ms", "checkpoint"],
          ["begin T3", "C := 1", "signal on", "steal C", "commit"]])",
      R"({"heap_pages": 5, "data_on": "ssd", "log_on": "ssd"})");
  Play play(script);
  play.To();
  ASSERT_TRUE(play.Cut(All()));
  play.To();
  EXPECT_EQ(play.session().Verdict().kind, VerdictKind::kConsistent);
  EXPECT_EQ(play.Number("A"), 100);
}

// --- Files ---------------------------------------------------------------------------------------

TEST(BerkeleyFiles, EachCommitWritesAndSyncsTheLogAlsoWhereAWriteIsDurable) {
  const auto end_of = [](const char* fsync) {
    Play play(Berkeley(R"([["begin T1", "A := 1", "commit", "begin T2", "A := 2", "commit"]])",
                       std::string(R"({"fsync": )") + fsync + "}"));
    play.To();
    return play.events.back().time_ns;
  };
  EXPECT_GT(end_of("true"), end_of("false"));
}

// --- Rules ---------------------------------------------------------------------------------------

// The split that is undone, without threads.
constexpr BrokenRule kBerkeleyRules[] = {
    {"page-before-log",
     R"([["begin T1", "A := 50", "B := 7", "steal A", "wait 200us", "commit"]])"},
    {"acknowledge-first", R"([["begin T1", "A := 50", "commit", "wait 200us"]])"},
    {"page-lsn-stays",
     R"([["begin T1", "A := 50", "abort", "begin T2", "A := 3", "commit", "wait 100us"]])"},
    {"split-without-image", nullptr},
    {"checkpoint-without-pages",
     R"([["begin T1", "A := 50", "commit", "checkpoint", "wait 100us"]])"},
    {"record-locks",
     R"([["begin T1", "A := 50", "signal on", "wait 100us", "commit"], ["await on", "begin T2", "B := 3", "steal B", "commit", "wait 300us"]])"},
};

class BerkeleyMutation : public testing::TestWithParam<BrokenRule> {};
INSTANTIATE_TEST_SUITE_P(Declared, BerkeleyMutation, testing::ValuesIn(kBerkeleyRules),
                         [](const auto& each) { return RuleName(each.param); });

TEST_P(BerkeleyMutation, LosesSomethingAndNothingWithoutIt) {
  const auto told = [](const std::string& mutations) {
    const BrokenRule& rule = GetParam();
    return rule.threads
               ? Berkeley(rule.threads,
                          R"({"log_on": "disk", "data_on": "disk", "torn_pages": "detect"})",
                          mutations)
               : UndoneSplit(mutations);
  };
  EXPECT_TRUE(LosesSomething(told(std::string("[\"") + GetParam().mutation + "\"]")));
  EXPECT_FALSE(SeemsToLoseSomething(told("[]")));
}

TEST(BerkeleyMutations, AreAllTriedHere) { ExpectAllOf("berkeley-db", kBerkeleyRules); }

// --- What it says of itself ----------------------------------------------------------------------

TEST(BerkeleyStory, EveryAnnouncedLabelIsALine) {
  ExpectListed("berkeley-db",
               {Berkeley(kBusyPeer, R"({"heap_pages": 4, "frames": 3})"), UndoneSplit()},
               {berkeley::kSplitImage, berkeley::kSplitLog, berkeley::kAbortLsn});
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
