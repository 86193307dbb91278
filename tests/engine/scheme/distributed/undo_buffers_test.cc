// Rollback from undo buffers in DRAM, and a log in caches that keep their contents.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include "scheme/distributed/distributed_play.h"
#include "support/peer_play.h"

namespace afterimage::testing_support {
namespace {

constexpr char kKept[] =
    R"({"cpu.clwb": 1, "cpu.caches_kept": 1, "disk.read_ns": 20000, "disk.write_ns": 20000})";
constexpr char kLost[] =
    R"({"cpu.clwb": 1, "disk.read_ns": 20000, "disk.write_ns": 20000, "nvm.slowdown": 1000})";

Script ShoreMt(const std::string& threads, const std::string& params = "{}",
               const std::string& mutations = "[]") {
  Script script;
  script.scheme = kBuffers;
  script.threads = threads;
  script.params = params;
  script.mutations = mutations;
  script.overrides = kLost;
  return script;
}

// Log in durable caches; pages on a disk.
Script InCaches(const std::string& threads, const std::string& more = "",
                const std::string& mutations = "[]") {
  Script script = ShoreMt(
      threads, R"({"archive": false, "data_on": "disk", "torn_pages": "detect")" + more + "}",
      mutations);
  script.overrides = kKept;
  return script;
}

uint32_t Announced(const Play& play, uint16_t label) {
  return static_cast<uint32_t>(std::count_if(play.events.begin(), play.events.end(),
                                             [&](const Event& e) { return e.label == label; }));
}

// Why the scenario is refused.
std::string Refused(const Script& script) {
  Scenario scenario;
  std::vector<Problem> problems;
  EXPECT_FALSE(ParseScenario(script.Json(), &scenario, &problems));
  return problems.empty() ? "" : problems[0].reason_en;
}

// --- Undo buffers --------------------------------------------------------------------------------

constexpr char kTwice[] =
    R"([["begin T1", "A := 50", "A := 60", "B := 7", "abort", "begin T2", "A := A + 1", "commit", "wait 200us"]])";

TEST(UndoBuffers, ARollbackReadsNoLog) {
  Play play(ShoreMt(kTwice));
  play.To();
  EXPECT_EQ(Count(play, EventKind::kUndo), 3u);
  EXPECT_GE(Announced(play, distributed::kAbortBuffer), 3u);
  EXPECT_EQ(Announced(play, distributed::kAbortRead), 0u);
}

TEST(UndoBuffers, MayBeLeftOut) {
  Play play(ShoreMt(kTwice, R"({"undo_kb": 0})"));
  play.To();
  EXPECT_EQ(Count(play, EventKind::kUndo), 3u);
  EXPECT_EQ(Announced(play, distributed::kAbortBuffer), 0u);
  EXPECT_EQ(Announced(play, distributed::kInsertUndo), 0u);
}

// A buffer of 1 KB holds eight updates of 8 bytes; the log has the others.
TEST(UndoBuffers, TheLogHasWhatIsNotInThem) {
  std::string changes;
  for (int i = 1; i <= 12; ++i) changes += "\"A := " + std::to_string(i) + "\", ";
  Play play(ShoreMt(
      "[[\"begin T1\", " + changes + "\"abort\", \"begin T2\", \"A := A + 1\", \"commit\"]]",
      R"({"undo_kb": 1})"));
  play.To();
  EXPECT_EQ(Count(play, EventKind::kUndo), 12u);
  EXPECT_EQ(Announced(play, distributed::kInsertUndo), 8u + 1u);
  EXPECT_GT(Announced(play, distributed::kAbortRead), 0u);
  ASSERT_TRUE(play.Cut(None()));
  play.To();
  EXPECT_EQ(play.Number("A"), 101);
}

// --- Durable caches ------------------------------------------------------------------------------

TEST(DurableCaches, ACommitWritesNothingBackAndWaitsForNobody) {
  Play play(InCaches(kTwice));
  play.To();
  const NvmCounters counters = play.session().world().devices().nvm.counters();
  EXPECT_GT(counters.stores, 0u);
  EXPECT_EQ(counters.write_backs, 0u);
  EXPECT_EQ(counters.fences, 0u);
}

TEST(DurableCaches, AreTrustedOnlyWhereTheMachineKeepsThem) {
  const auto write_backs = [](const char* machine, const char* more) {
    Script script = InCaches(kTwice, more);
    script.overrides = machine;
    Play play(script);
    play.To();
    return play.session().world().devices().nvm.counters().write_backs;
  };
  EXPECT_GT(write_backs(kLost, ""), 0u);
  EXPECT_GT(write_backs(kKept, R"(, "durable_cache": false)"), 0u);
  EXPECT_EQ(write_backs(kKept, ""), 0u);
}

class InCachesEverywhere : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(
    Shapes, InCachesEverywhere,
    testing::Values(R"(, "heap_pages": 4, "frames": 3)",
                    R"(, "heap_pages": 4, "frames": 2, "elr": true, "logs": 3)",
                    R"(, "placement": "btree", "frames": 5, "ring_kb": 64)",
                    R"(, "undo_kb": 0, "locks": "database")",
                    R"(, "heap_pages": 4, "frames": 3, "read_locks": false)"));

TEST_P(InCachesEverywhere, KeepsThePromise) {
  Play play(InCaches(kBusyPeer, GetParam()));
  ExpectConsistentEverywhere(play, 1, 60);
  ExpectConsistentAfterTwoCuts(InCaches(kBusyPeer, GetParam()));
}

// --- Parameters that do not go together ----------------------------------------------------------

TEST(ShoreMtParams, AreRefusedWithTheReason) {
  const auto one_lock = [](const std::string& setting) {
    return Refused(ShoreMt(kTwice, R"({"locks": "database", ")" + setting + "\": true}"));
  };
  EXPECT_EQ(one_lock("elr"),
            "with one lock on the database there are none on records to release early");
  for (const char* lock : {"table_locks", "sli"}) {
    EXPECT_EQ(one_lock(lock),
              "with one lock on the database there are none on tables to announce or to inherit")
        << lock;
  }
  EXPECT_EQ(Refused(ShoreMt(kTwice, R"({"read_locks": false, "elr": true})")),
            "where locks are released early, a look-up without locks does not know whose commit it "
            "must wait for");
}

// --- Rules ---------------------------------------------------------------------------------------

// T1's log has its commit, older than what T2 has logged in another for the same page.
constexpr char kOlderEnd[] =
    R"([["await on", "begin T2", "B := 3", "signal off", "wait 40us", "B := 4", "commit", "wait 200us"],
        ["begin T1", "signal on", "await off", "A := 50", "commit"]])";
constexpr BrokenRule kShoreMtRules[] = {
    {"undo-oldest-first", kTwice},
    {"redo-log-by-log", kOlderEnd},
    {"trusts-caches", kOlderEnd},
};

class ShoreMtMutation : public testing::TestWithParam<BrokenRule> {};
INSTANTIATE_TEST_SUITE_P(Declared, ShoreMtMutation, testing::ValuesIn(kShoreMtRules),
                         [](const auto& each) { return RuleName(each.param); });

TEST_P(ShoreMtMutation, LosesSomethingAndNothingWithoutIt) {
  const BrokenRule& rule = GetParam();
  const std::string params =
      R"({"logs": 2, "archive": false, "data_on": "disk", "torn_pages": "detect"})";
  const std::string mutations = std::string("[\"") + rule.mutation + "\"]";
  EXPECT_TRUE(LosesSomething(ShoreMt(rule.threads, params, mutations)));
  EXPECT_FALSE(SeemsToLoseSomething(ShoreMt(rule.threads, params)));
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
