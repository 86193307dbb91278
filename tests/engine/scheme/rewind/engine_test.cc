// REWIND's engine as a client sees it, and what it leaves in NVM.
#include "base/build.h"
#include "scheme/rewind/rewind_script.h"
#include "support/read_back.h"
#include "support/tpcc_scenario.h"

namespace afterimage::testing_support {
namespace {

TEST(RewindEngine, CommittedChangesStayAndRolledBackOnesGo) {
  Play play(RewindScript(R"([["begin T1", "A := 50", "insert D := 1", "delete C", "commit",
                    "begin T2", "A := 1", "A := 2", "delete B", "insert E := 9", "delete D", "insert D := 3", "abort"]])"));
  play.To();
  EXPECT_EQ(ReadBack(play.session()), "A=50 B=20 C=- D=1 E=-");
}

TEST(RewindEngine, ARecordMayGoAndComeAgainInOneTransaction) {
  Play play(RewindScript(
      R"([["begin T1", "delete A", "insert A := 1", "delete A", "insert A := 2", "commit"]])"));
  play.To();
  EXPECT_EQ(ReadBack(play.session()), "A=2 B=20 C=5");
}

// With a force policy the words are on the device at the acknowledgement, and no log record is
// left.
TEST(RewindEngine, NothingIsPendingAfterACommit) {
  Play play(RewindScript(
      R"([["begin T1", "A := 50", "delete B", "insert D := 4", "commit"], ["begin T2", "C := 1", "abort"]])"));
  play.To();
  const Nvm& nvm = play.session().world().devices().nvm;
  EXPECT_EQ(nvm.cache().dirty_count(), 0u);
  uint64_t header[5];
  nvm.LoadDurable(rewind::LogSpace().headers[0], header, sizeof header);
  EXPECT_EQ(header[0], 0u);
  EXPECT_EQ(header[1], 0u);
}

TEST(RewindEngine, BlocksOfDeletedRecordsAreUsedAgain) {
  std::string statements = R"("begin T0", "delete A", "commit")";
  for (int i = 1; i <= 40; ++i) {
    const std::string number = std::to_string(i);
    statements += ", \"begin T" + number + "\", \"insert A := " + number +
                  "\", \"commit\", \"begin X" + number + "\", \"delete A\", \"" +
                  (i % 3 == 0 ? "abort" : "commit") + "\"";
    if (i % 3 == 0) statements += ", \"begin Y" + number + "\", \"delete A\", \"commit\"";
  }
  Play play(RewindScript("[[" + statements + "]]", R"({"spare_kb": 0})"));
  play.To();
  EXPECT_EQ(EngineOf(play).heap().blocks(), 3u);
  EXPECT_EQ(EngineOf(play).heap().CountUsed(), 2u);
  EXPECT_EQ(ReadBack(play.session()), "A=- B=20 C=5");
}

TEST(RewindEngine, WithoutRoomInTheHeapAnInsertFailsAndTheRestOfTheDatabaseStays) {
  Play play(RewindScript(
      R"([["begin T1", "A := 1", "insert D := 4", "insert E := 4", "insert F := 4", "insert G := 4", "insert H := 4", "insert I := 4", "commit"]])",
      R"({"spare_kb": 0})"));
  play.To();
  EXPECT_EQ(play.session().oracle().state(1), ClientState::kAborted);
  EXPECT_EQ(ReadBack(play.session()), "A=100 B=20 C=5 D=- E=- F=- G=- H=- I=-");
}

TEST(RewindEngine, WithoutRoomInTheLogATransactionRollsBack) {
  Play play(RewindScript(
      R"([["begin T1", "A := 1", "B := 1", "C := 1", "A := 2", "B := 2", "C := 2", "A := 3", "B := 3", "commit", "begin T2", "A := 7", "commit"]])",
      R"({"log_slots": 16})"));
  play.To();
  EXPECT_EQ(play.session().oracle().state(1), ClientState::kAborted);
  EXPECT_EQ(ReadBack(play.session()), "A=7 B=20 C=5");
}

TEST(RewindEngine, AnUpdateLogsOnlyWordsThatDiffer) {
  Play same(RewindScript(R"([["begin T1", "A := 100", "commit"]])")),
      other(RewindScript(R"([["begin T1", "A := 101", "commit"]])"));
  Play wide(RewindScript(R"([["begin T1", "A := 101", "commit"]])", R"({"value_bytes": 20})"));
  for (Play* play : {&same, &other, &wide}) play->To();
  EXPECT_EQ(EngineOf(same).counters().log_records, 0u);
  EXPECT_EQ(EngineOf(other).counters().log_records, 2u);  // and END
  EXPECT_EQ(EngineOf(wide).counters().log_records, 4u);
}

TEST(RewindEngine, ClearingWalksPastTheRecordsOfOthers) {
  const auto clearing = [](const std::string& others) {
    Play play(RewindScript(
        "[[\"begin T1\", " + others +
        R"("signal go", "await done", "commit"], ["await go", "begin T2", "C := 1", "commit", "signal done"]])"));
    play.To();
    return play.session().world().kernel().thread(1).ledger()[static_cast<int>(Category::kLogWork)];
  };
  EXPECT_GT(clearing(R"("A := 1", "B := 1", "A := 2", "B := 2", )"), clearing(""));
}

// Two threads insert and delete in one bucket; one of them rolls back.
TEST(RewindEngine, UndoDoesNotTouchTheLinksOfOthers) {
  Play play(RewindScript(
      R"([["begin T1", "delete B", "signal go", "wait 20us", "abort"], ["await go", "begin T2", "delete A", "insert D := 1", "commit"],
                    ["await go", "begin T3", "delete C", "commit"]])",
      R"({"buckets": 1})"));
  play.To();
  EXPECT_EQ(ReadBack(play.session()), "A=- B=20 C=- D=1");
  EXPECT_EQ(EngineOf(play).heap().CountUsed(), 2u);
}

TEST(RewindEngine, StealAndCheckpointHaveNothingToDo) {
  Play plain(RewindScript(R"([["begin T1", "A := 50", "commit"]])")),
      more(RewindScript(R"([["begin T1", "A := 50", "steal A", "checkpoint", "commit"]])"));
  plain.To();
  more.To();
  EXPECT_EQ(plain.session().world().devices().nvm.counters().stores,
            more.session().world().devices().nvm.counters().stores);
  EXPECT_EQ(EngineOf(more).counters().checkpoints, 1u);
}

// --- What mutations do to a run ------------------------------------------------------------------

#if AFTERIMAGE_TRACED
// The links that they leave lead round, or nowhere: the run ends all the same, and so does rolling
// back.
TEST(RewindEngine, ARunWithABentListEnds) {
  for (const char* list : {"append-1-1", "append-5-1", "append-6-1", "append-7-1", "remove-3-1",
                           "remove-4-1", "remove-5-1", "log-1-1"}) {
    for (const char* how : {"leave-out-", "delay-"}) {
      Script script = RewindScript(
          R"([["begin T1", "A := 50", "A := 60", "insert D := 1", "commit", "begin T2", "A := 1", "delete B", "abort"],
                             ["begin T3", "C := 7", "C := 8", "abort", "begin T4", "C := 9", "commit"]])");
      script.mutations = std::string("[\"") + how + list + "\"]";
      Play play(script);
      play.To();
      EXPECT_TRUE(play.session().world().ended()) << how << list;
    }
  }
}
#endif

// --- TPC-C ---------------------------------------------------------------------------------------

#if AFTERIMAGE_TRACED
TEST(RewindTpcc, KeepsTheConditionsAndUsesEveryBlockThatTheTablesReach) {
  for (const char* mix : {"new-order", "standard"}) {
    TpccScenario scenario = TpccOnRewind();
    scenario.mix = mix;
    scenario.clients = 4;
    scenario.transactions = 40;
    scenario.rollback_percent = 10;
    Play play(scenario.Json());
    play.To();
    uint32_t acknowledged = 0;
    for (TxnLabel txn = 1; txn <= 40; ++txn)
      acknowledged += play.session().oracle().state(txn) == ClientState::kAcknowledged;
    EXPECT_GT(acknowledged, 30u);
    ASSERT_TRUE(play.Cut(None()));
    play.To();
    EXPECT_EQ(play.session().Verdict().kind, VerdictKind::kConsistent);
    EXPECT_TRUE(play.session().world().consistency().holds)
        << play.session().world().consistency().broken.en;
    EXPECT_GT(play.session().world().consistency().records_read, 300u);
  }
}

#endif

}  // namespace
}  // namespace afterimage::testing_support
