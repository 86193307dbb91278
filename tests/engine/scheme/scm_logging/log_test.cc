// Holes, marks and headers of SCMLogging.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include <map>
#include <set>

#include "scheme/systems/scm_logging/log.h"
#include "support/peer_play.h"
#include "support/split_story.h"

namespace afterimage::testing_support {
namespace {

using wal::Kind;

Script Scm(const std::string& threads, const std::string& params = "{}",
           const std::string& mutations = "[]") {
  Script script = ScriptOn("scm-logging", threads, params, mutations);
  script.overrides = R"({"disk.read_ns": 20000, "disk.write_ns": 20000, "cpu.clwb": 1})";
  return script;
}

// The headers as the device has them, from the head on.
std::vector<wal::RecordHeader> Headers(Play& play) {
  Nvm& nvm = play.session().world().devices().nvm;
  std::vector<wal::RecordHeader> headers;
  uint64_t head = 0;
  nvm.LoadDurable(kLineBytes, &head, sizeof head);
  for (uint64_t place = head;;) {
    wal::RecordHeader header;
    nvm.LoadDurable(static_cast<Address>(2 * kLineBytes + place % 8192), &header, sizeof header);
    if (header.place != place) return headers;
    headers.push_back(header);
    place += wal::LogRing::RoundUp(header.bytes());
  }
}

bool Whole(const wal::RecordHeader& header) {
  return header.log == static_cast<uint8_t>(wal::Mark::kWhole);
}

// T1's mark is not certain before its next record or its end; T2 changes C and commits behind it.
TEST(ScmHoles, AreLeftByPowerCutsAndHideNothingBehindThem) {
  Play play(Scm(R"([["begin T1", "A := 1", "signal go", "wait 500us", "commit"],
                    ["await go", "begin T2", "C := 2", "commit"]])"));
  while (play.session().oracle().state(2) != ClientState::kAcknowledged)
    play.To(play.session().at() + 1);
  ASSERT_TRUE(play.Cut(None()));
  const std::vector<wal::RecordHeader> headers = Headers(play);
  ASSERT_EQ(headers.size(), 3u);
  EXPECT_FALSE(Whole(headers[0]));
  EXPECT_TRUE(Whole(headers[1]) && Whole(headers[2]));
  play.To();
  EXPECT_EQ(play.session().Verdict().kind, VerdictKind::kConsistent);
  EXPECT_TRUE(StructuresHold(play));
  EXPECT_EQ(play.Number("A"), 100);
  EXPECT_EQ(play.Number("C"), 2);
}

// Whatever survives, a transaction has no complete record behind a hole of its own, and no end
// either.
TEST(ScmHoles, AreATransactionsLastRecords) {
  const Script script = Scm(
      R"([["begin T1", "A := 1", "B := 2", "commit"], ["begin T2", "C := 7", "insert D := 1", "abort"]])");
  const uint32_t end = Play(script).To().session().at();
  uint32_t holes = 0;
  for (uint32_t at = 1; at < end; ++at) {
    for (uint32_t seed = 0; seed < 6; ++seed) {
      Play play(script);
      play.To(at);
      ASSERT_TRUE(play.Cut({SurvivePolicy::kRandom, at * 16 + seed, {}}));
      play.session().world().devices().nvm.crash_image().DecideAll();
      std::set<uint32_t> unfinished;
      for (const wal::RecordHeader& header : Headers(play)) {
        if (Whole(header))
          EXPECT_EQ(unfinished.count(header.txn), 0u) << "at " << at << ", seed " << seed;
        else
          unfinished.insert(header.txn);
      }
      holes += !unfinished.empty();
    }
  }
  EXPECT_GT(holes, 20u);
}

// Holes at the very end of the log free their space: power cuts in recovery do not fill it.
TEST(ScmHoles, DoNotFillTheLogWhereRecoveryIsCutOffAgainAndAgain) {
  Play play(Scm(
      R"([["begin T1", "A := 1", "B := 2", "C := 3", "insert D := 1", "insert E := 2", "wait 500us", "commit"]])",
      R"({"ring_kb": 2, "checkpoint_kb": 1, "archive_kb": 1})"));
  play.To(60);
  for (uint32_t cut = 0; cut < 120; ++cut) {
    ASSERT_TRUE(play.Cut({SurvivePolicy::kRandom, cut, {}}));
    play.To(play.session().at() + 18 + cut % 40);
    if (play.session().world().ended()) break;
  }
  ASSERT_TRUE(play.Cut(All()));
  play.To();
  EXPECT_EQ(play.session().Verdict().kind, VerdictKind::kConsistent);
  EXPECT_TRUE(StructuresHold(play));
}

TEST(ScmHeaders, AreDurableBeforeTheLatchGoesAndImagesAreCopiedOutsideIt) {
  Play play(
      Scm(R"([["begin T1", "A := 1", "B := 2", "commit"], ["begin T2", "C := 7", "commit"]])"));
  play.To();
  std::map<ActorId, uint32_t> state;
  uint32_t records = 0;
  for (const Event& e : play.events) {
    uint32_t& mine = state[e.actor];
    if (e.label == wal::kInsertPlace && e.kind == EventKind::kStore) mine = 1;
    if (e.label == wal::kInsertHeaderFence && e.kind == EventKind::kFence && mine == 1) mine = 2;
    if (e.label == wal::kInsertCopy && e.kind == EventKind::kStore) {
      EXPECT_EQ(mine, 2u) << e.seq;
      mine = 3;
    }
    if (e.label == wal::kInsertFence && e.kind == EventKind::kFence && mine == 3) mine = 4;
    if (e.label == wal::kInsertMark && e.kind == EventKind::kStore) {
      EXPECT_TRUE(mine == 4 || mine == 2) << e.seq;  // an end has no images
      ++records;
    }
  }
  EXPECT_EQ(records, 5u);
}

TEST(ScmLsns, ArePositionsInTheLog) {
  Play play(
      Scm(R"([["begin T1", "A := 1", "B := 2", "commit"], ["begin T2", "C := 7", "abort"]])"));
  play.To();
  uint32_t next = 1;
  for (const Event& e : play.events) {
    if (e.kind != EventKind::kLogInsert) continue;
    EXPECT_EQ(e.key, next);
    next += (e.size + kLineBytes - 1) / kLineBytes;
  }
  EXPECT_GT(next, 8u);
}

TEST(ScmParams, AreRefusedWithTheReason) {
  const auto refused = [](const char* params) {
    Scenario scenario;
    std::vector<Problem> problems;
    if (ParseScenario(Scm("[[]]", params).Json(), &scenario, &problems)) return std::string();
    return problems[0].path + ": " + problems[0].reason_en +
           (problems[0].reason_zh.empty() ? ", no Chinese" : "");
  };
  EXPECT_EQ(refused(R"({"ring_kb": 4, "checkpoint_kb": 5, "archive_kb": 1})"),
            "scheme.params.checkpoint_kb: the checkpoint threshold must not exceed the log size");
  EXPECT_EQ(refused(R"({"ring_kb": 4, "checkpoint_kb": 1, "archive_kb": 5})"),
            "scheme.params.archive_kb: the archive threshold must not exceed the log size");
  EXPECT_EQ(refused(R"({"ring_kb": 1, "checkpoint_kb": 1, "archive_kb": 1, "value_bytes": 128})"),
            "scheme.params.ring_kb: an update takes more than an eighth of a log");
  EXPECT_EQ(refused(R"({"placement": "btree", "spare_pages": 16})"),
            "scheme.params.ring_kb: a log is too small for B+-tree splits");
  EXPECT_EQ(refused(R"({"ring_kb": 0})"),
            "scheme.params.ring_kb: the number must be in 1 .. 1048576");
}

// --- Mutations -----------------------------------------------------------------------------------

// A script for a log so short that it reaches its second lap.
constexpr char kLaps[] =
    R"([["begin T1", "A := 1", "A := 2", "commit", "checkpoint", "begin T2", "A := 3", "A := 4", "commit", "checkpoint",
         "begin T3", "A := 5", "B := 1", "commit", "checkpoint", "begin T4", "A := 6", "commit", "begin T5", "A := 7", "commit"]])";
constexpr char kThief[] =
    R"([["begin T1", "A := 50", "signal go", "wait 20us", "commit"], ["await go", "steal A"]])";
constexpr char kOne[] = R"([["begin T1", "A := 50", "B := 7", "commit", "wait 200us"]])";
constexpr char kBoth[] =
    R"([["begin T1", "A := 1", "signal go", "wait 500us", "commit"], ["await go", "begin T2", "C := 2", "commit", "wait 200us"]])";
constexpr char kSideBySide[] =
    R"([["begin T1", "A := 1", "B := 2", "commit"], ["begin T2", "C := 7", "D := 8", "commit"], ["begin T3", "E := 1", "F := 2", "commit"]])";
constexpr char kCutOff[] = R"([["begin T1", "A := 50", "commit", "checkpoint"]])";
constexpr char kRolledBack[] =
    R"([["begin T1", "A := 50", "B := 7", "abort", "begin T2", "C := 3", "commit"]])";
constexpr char kChangedTwice[] = R"([["begin T1", "A := 50", "A := 60", "abort", "wait 200us"]])";
constexpr char kReader[] =
    R"([["begin T1", "A := 50", "commit"], ["wait 1us", "begin T2", "read A", "commit"]])";

constexpr BrokenRule kScmRules[] = {
    {"page-before-log", kThief},
    {"acknowledge-first", kOne},
    {"no-clr", kRolledBack},
    {"no-dependency-wait", kReader},
    {"mark-first", kOne},
    {"undo-in-place", nullptr},
    {"undo-oldest-first", kChangedTwice},
    {"header-after-latch", kSideBySide},
    {"commit-before-whole", kOne},
    {"reused-before-archived", kCutOff},
    {"hole-ends-log", kBoth},
    {"lap-unchecked", kLaps},
};

TEST(ScmMutations, AreAllTriedHere) { ExpectAllOf("scm-logging", kScmRules); }

class ScmMutation : public testing::TestWithParam<BrokenRule> {
 protected:
  static Script Make(bool broken) {
    const BrokenRule& rule = GetParam();
    const std::string mutations = broken ? std::string("[\"") + rule.mutation + "\"]" : "[]";
    if (!rule.threads)
      return Splitting("scm-logging", R"(, "ring_kb": 64, "checkpoint_kb": 24)", mutations);
    Script script =
        Scm(rule.threads,
            R"({"ring_kb": 1, "checkpoint_kb": 1, "archive_kb": 1, "elr": true, "heap_pages": 5})",
            mutations);
    if (rule.threads == kSideBySide) {
      script.records = R"({"A": 1, "B": 2, "C": 3, "D": 4, "E": 5, "F": 6})";
      script.params = R"({"heap_pages": 8, "frames": 9})";
    }
    script.overrides =
        R"({"disk.read_ns": 20000, "disk.write_ns": 20000, "nvm.slowdown": 100, "cpu.clwb": 1})";
    return script;
  }
};
INSTANTIATE_TEST_SUITE_P(Declared, ScmMutation, testing::ValuesIn(kScmRules),
                         [](const auto& each) { return RuleName(each.param); });

TEST_P(ScmMutation, BreaksSomethingAndNothingWithoutIt) {
  if (std::string(GetParam().mutation) == "reused-before-archived") {
    // No client notices.
    for (const bool broken : {true, false}) {
      Play play(Make(broken));
      play.To();
      EXPECT_EQ(StructuresHold(play), !broken);
    }
    return;
  }
  EXPECT_TRUE(LosesSomething(Make(true), 300));
  EXPECT_FALSE(SeemsToLoseSomething(Make(false), 300));
}

TEST_P(ScmMutation, SaysWhereItBreaksTheRule) {
  Play play(Make(true));
  play.To();
  const auto flagged = [&play] {
    return std::count_if(play.events.begin(), play.events.end(),
                         [](const Event& e) { return (e.flags & kFlagBroken) != 0; });
  };
  auto count = flagged();
  // Two of them are recovery's.
  for (uint32_t at = 20; count == 0 && at < 400; ++at) {
    Play cut(Make(true));
    cut.To(at);
    if (!cut.Cut(None())) break;
    cut.To();
    for (const Event& e : cut.events) count += (e.flags & kFlagBroken) != 0;
  }
  EXPECT_GT(count, 0);
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
