// BaSE's rules, each with what breaks it, and what it refuses.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include <cstring>

#include "db/pool/buffer_pool.h"
#include "scheme/systems/base/base.h"
#include "scheme/systems/base/layout.h"
#include "scheme/systems/base/story.h"
#include "support/peer_play.h"
#include "support/split_story.h"

namespace afterimage::testing_support {
namespace {

constexpr char kClwb[] = R"({"disk.read_ns": 20000, "disk.write_ns": 20000, "cpu.clwb": 1})";

Script Tables(const std::string& threads, const std::string& params,
              const std::string& mutations = "[]") {
  Script script = ScriptOn("base", threads, params, mutations);
  script.overrides = kClwb;
  return script;
}

uint32_t CountOf(const Play& play, EventKind kind, uint16_t label) {
  return static_cast<uint32_t>(
      std::count_if(play.events.begin(), play.events.end(),
                    [&](const Event& e) { return e.kind == kind && e.label == label; }));
}

// --- What it costs -------------------------------------------------------------------------------

TEST(BaseFences, AreThreeForEachChangeAndOneForTheCommit) {
  Play play(Tables(R"([["begin T1", "A := 1", "B := 2", "commit"]])", R"({"heap_pages": 1})"));
  play.To();
  EXPECT_EQ(CountOf(play, EventKind::kFence, base::kLogFence), 2u);
  EXPECT_EQ(CountOf(play, EventKind::kFence, base::kUndoFence), 2u);
  EXPECT_EQ(CountOf(play, EventKind::kFence, base::kRedoFence), 2u);
  EXPECT_EQ(CountOf(play, EventKind::kFence, base::kCommitFence), 1u);
  // The page's header is made once.
  EXPECT_EQ(CountOf(play, EventKind::kFence, base::kRedoPageFence), 1u);
  EXPECT_EQ(Count(play, EventKind::kFence), 8u);
}

TEST(BaseFences, AreFourInAllWhereRecordsBecomeDurableAtTheCommit) {
  Play play(Tables(R"([["begin T1", "A := 1", "B := 2", "C := 3", "commit"]])",
                   R"({"heap_pages": 4, "frames": 6, "durable": "commit"})"));
  play.To();
  EXPECT_EQ(Count(play, EventKind::kFence), 4u);
}

TEST(BaseReads, LeaveNothingInTheUndoTable) {
  Play play(Tables(R"([["begin T1", "read A", "commit"]])", "{}"));
  play.To();
  EXPECT_EQ(Count(play, EventKind::kStore), 0u);
  EXPECT_EQ(Count(play, EventKind::kFence), 0u);
}

// --- One form, in NVM only -----------------------------------------------------------------------

// A value that stands in no page yet: only log records have it.
TEST(BaseRecords, AreInNvmAndNotInDram) {
  for (const char* persist : {"append", "commit"}) {
    Play play(Tables(R"([["begin T1", "A := 7777777777", "wait 1ms", "commit"]])",
                     std::string(R"({"durable": ")") + persist + R"("})"));
    while (play.Count(EventKind::kLogInsert) < 2) play.To(play.session().at() + 1);
    play.To(play.session().at() + 3);
    World& world = play.session().world();
    const uint64_t value = 7777777777;
    uint32_t in_nvm = 0, in_dram = 0;
    for (Address at = 0; at + 8 <= world.devices().nvm.size(); at += 8)
      in_nvm += world.devices().nvm.LoadWord(at) == value;
    // The frames, and everything else that the engine shows of DRAM.
    for (Address base : {Address{0}, BufferPool::kFrames}) {
      for (Address at = base; at < base + 8192; at += 8) {
        uint64_t word = 0;
        if (world.engine().ReadDram(at, 8, reinterpret_cast<uint8_t*>(&word)))
          in_dram += word == value;
      }
    }
    EXPECT_EQ(in_nvm, 1u) << persist;
    EXPECT_EQ(in_dram, 0u) << persist;
  }
}

// --- Two that hash together ----------------------------------------------------------------------

TEST(BaseHeaders, AreOneForEachTransactionWhereTwoHashTogether) {
  // T1 and T3 are 2 apart, and the table has a prime of 2 headers: one for clients.
  const Script script = Tables(
      R"([["begin T1", "A := 1", "wait 50us", "commit"], ["begin T2", "B := 2", "commit"], ["begin T3", "C := 3", "commit"]])",
      R"({"transactions": 3, "heap_pages": 4, "frames": 6})");
  Play play(script);
  play.To();
  for (uint32_t txn = 1; txn <= 3; ++txn)
    EXPECT_EQ(play.session().oracle().state(txn), ClientState::kAcknowledged);
  ExpectConsistentAfterTwoCuts(script);
}

TEST(BaseHeaders, AreWaitedForBeforeATransactionHasDoneAnything) {
  Play play(Tables(
      R"([["begin T1", "A := 1", "wait 50us", "commit"], ["wait 5us", "begin T2", "A := 2", "commit"]])",
      R"({"transactions": 2})"));
  play.To();
  EXPECT_EQ(play.session().oracle().state(2), ClientState::kAcknowledged);
  // T2 has waited without a lock: it never waits for one.
  EXPECT_EQ(Count(play, EventKind::kLockWait), 0u);
}

// --- Memory that is found again ------------------------------------------------------------------

TEST(BaseHeap, IsNotUsedUpByPowerCutsAgainAndAgain) {
  for (const char* persist : {"append", "commit"}) {
    Play play(Tables(
        R"([["begin T1", "A := 1", "B := 2", "C := 3", "insert D := 1", "insert E := 2", "wait 500us", "commit"]])",
        std::string(R"({"heap_kb": 2, "checkpoint_kb": 1, "durable": ")") + persist + R"("})"));
    play.To(70);
    for (uint32_t cut = 0; cut < 120; ++cut) {
      ASSERT_TRUE(play.Cut({SurvivePolicy::kRandom, cut, {}}));
      play.To(play.session().at() + 20 + cut % 50);
      if (play.session().world().ended()) break;
    }
    ASSERT_TRUE(play.Cut(All()));
    play.To();
    EXPECT_EQ(play.session().Verdict().kind, VerdictKind::kConsistent) << persist;
    EXPECT_TRUE(StructuresHold(play)) << persist;
  }
}

// --- Refused -------------------------------------------------------------------------------------

TEST(BaseParams, AreRefusedWithTheReason) {
  const auto refused = [](const char* params) {
    Scenario scenario;
    std::vector<Problem> problems;
    if (ParseScenario(Tables("[[]]", params).Json(), &scenario, &problems)) return std::string();
    return problems[0].path + ": " + problems[0].reason_en +
           (problems[0].reason_zh.empty() ? ", no Chinese" : "");
  };
  EXPECT_EQ(refused(R"({"heap_kb": 1, "checkpoint_kb": 1, "value_bytes": 64})"),
            "scheme.params.heap_kb: the room is too small for the records of a few changes");
  EXPECT_EQ(refused(R"({"placement": "btree", "spare_pages": 16})"),
            "scheme.params.heap_kb: the room is too small for B+-tree splits");
  EXPECT_EQ(refused(R"({"heap_kb": 4, "checkpoint_kb": 5})"),
            "scheme.params.checkpoint_kb: the checkpoint threshold must not exceed the room for "
            "records");
  EXPECT_EQ(refused(R"({"recovery_threads": 65})"),
            "scheme.params.recovery_threads: the number must be in 1 .. 64");
  EXPECT_EQ(refused(R"({"redo_buckets": 1, "transactions": 1})"), "");
}

TEST(BasePrimes, AreTheLeastThatAreNotBelow) {
  EXPECT_EQ(base::NextPrime(1), 2u);
  EXPECT_EQ(base::NextPrime(2), 2u);
  EXPECT_EQ(base::NextPrime(8), 11u);
  EXPECT_EQ(base::NextPrime(2000), 2003u);
  EXPECT_EQ(base::NextPrime(1 << 20), 1048583u);
}

// --- Mutations -----------------------------------------------------------------------------------

constexpr char kOne[] = R"([["begin T1", "A := 50", "B := 7", "commit", "wait 200us"]])";
constexpr char kRolledBack[] =
    R"([["begin T1", "A := 50", "B := 7", "abort", "begin T2", "C := 3", "commit"]])";
constexpr char kChangedTwice[] = R"([["begin T1", "A := 50", "A := 60", "abort", "wait 200us"]])";
constexpr char kReader[] =
    R"([["begin T1", "A := 50", "commit"], ["wait 1us", "begin T2", "read A", "commit"]])";
constexpr char kOften[] =
    R"([["begin T1", "A := 1", "A := 2", "commit", "checkpoint", "begin T2", "A := 3", "A := 4", "commit", "checkpoint",
         "begin T3", "A := 5", "B := 1", "commit", "checkpoint", "begin T4", "A := 6", "commit"]])";
constexpr char kMeanwhile[] =
    R"([["begin T1", "A := 1", "commit", "checkpoint", "wait 200us"],
        ["wait 5us", "begin T2", "B := 1", "commit", "begin T3", "C := 2", "commit", "begin T4", "B := 3", "commit", "begin T5", "A := 4", "commit", "wait 200us"]])";
constexpr char kThief[] =
    R"([["begin T1", "A := 50", "signal go", "wait 20us", "commit"], ["await go", "steal A"]])";
constexpr char kSamePage[] =
    R"([["begin T1", "A := 50", "signal go", "wait 200us", "commit"], ["await go", "begin T2", "B := 7", "commit", "wait 200us"]])";

constexpr BrokenRule kRules[] = {
    {"link-before-content", kOne},
    {"redo-before-undo", kOne},
    {"acknowledge-first", kOne},
    {"no-dependency-wait", kReader},
    {"no-clr", kRolledBack},
    {"next-not-moved", kRolledBack},
    {"reused-while-linked", kRolledBack},
    {"page-unfinished", kOne},
    {"structure-not-durable", nullptr},
    {"clients-undo-first", nullptr},
    {"cut-too-far", kMeanwhile},
    {"freed-before-first", kOften},
    {"lsn-from-counter", kOften},
    {"undo-in-place", nullptr},
    {"commit-before-records", kOne},
    {"page-before-records", kThief},
    {"others-undo-left", kSamePage},
    {"behind-others-records", kSamePage},
    {"undo-before-redo", kSamePage},
    {"locks-first", kReader},
    {"undo-oldest-first", kChangedTwice},
};

TEST(BaseMutations, AreAllTriedHere) { ExpectAllOf("base", kRules); }

class BaseMutation : public testing::TestWithParam<BrokenRule> {
 protected:
  static Script Make(bool broken) {
    const BrokenRule& rule = GetParam();
    const std::string mutations = broken ? std::string("[\"") + rule.mutation + "\"]" : "[]";
    if (!rule.threads)
      return Splitting("base", R"(, "heap_kb": 64, "checkpoint_kb": 24)", mutations);
    const std::string name = rule.mutation;
    const bool commit = name.find("records") != std::string::npos || name == "others-undo-left";
    Script script = Tables(rule.threads,
                           std::string(R"({"heap_kb": 2, "checkpoint_kb": 1, "lsn_step": 2, )") +
                               R"("redo_buckets": 1, "elr": )" +
                               (name == "no-dependency-wait" ? "true" : "false") +
                               R"(, "durable": ")" + (commit ? "commit" : "append") + "\"}",
                           mutations);
    script.overrides =
        R"({"disk.read_ns": 20000, "disk.write_ns": 20000, "nvm.slowdown": 100, "cpu.clwb": 1})";
    return script;
  }
};
INSTANTIATE_TEST_SUITE_P(Declared, BaseMutation, testing::ValuesIn(kRules),
                         [](const auto& each) { return RuleName(each.param); });

TEST_P(BaseMutation, BreaksSomethingAndNothingWithoutIt) {
  const std::string name = GetParam().mutation;
  // A second power cut, behind a recovery and what comes after it, shows these: the explorer has
  // them.
  if (name == "next-not-moved" || name == "reused-while-linked" || name == "lsn-from-counter" ||
      name == "clients-undo-first" || name == "structure-not-durable")
    return;
  EXPECT_TRUE(LosesSomething(Make(true), 300));
  EXPECT_FALSE(SeemsToLoseSomething(Make(false), 300));
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
