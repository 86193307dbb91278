// Tests what the clients of a script do and which answers they get: the same in both builds.
#include "workload/script_client.h"

#include "support/read_back.h"
#include "support/scenarios.h"

namespace afterimage::testing_support {
namespace {

ClientState StateOf(Play& play, TxnLabel txn) { return play.session().oracle().state(txn); }

// Expects every client and daemon to have ended.
void ExpectEnded(Play& play) {
  Kernel& kernel = play.session().world().kernel();
  for (uint32_t i = 0; i < kernel.thread_count(); ++i) {
    if (kernel.thread(i).kind() == ThreadKind::kRecovery) continue;
    EXPECT_TRUE(kernel.thread(i).done()) << "thread " << i << " " << kernel.thread(i).name().en;
    Time sum = 0;
    for (int c = 0; c < kCategories; ++c) sum += kernel.thread(i).ledger()[c];
    EXPECT_EQ(sum, kernel.thread(i).now() - kernel.thread(i).start());
  }
}

std::string RunToEnd(const Script& script) {
  Play play(script);
  play.To();
  ExpectEnded(play);
  return ReadBack(play.session());
}

TEST(ScriptClient, ChangesWhatItSaysAndNothingElse) {
  EXPECT_EQ(
      RunToEnd(
          {.threads =
               R"([["begin T1", "A := A + B * 2 - 1", "insert D := -7", "delete C", "commit"]])"}),
      "A=139 B=20 C=- D=-7");
}

TEST(ScriptClient, AnAbortTakesEverythingBack) {
  EXPECT_EQ(
      RunToEnd(
          {.threads =
               R"([["begin T1", "A := 1", "insert D := 5", "delete C", "A := 2", "delete D", "insert D := 6", "abort"]])"}),
      "A=100 B=20 C=5 D=-");
}

#if AFTERIMAGE_TRACED
TEST(ScriptClient, AScanReadsTheRangeInItsOrder) {
  for (const auto& [scheme, params] :
       {std::pair{"aries", R"({"placement": "btree", "spare_pages": 16})"},
        std::pair{"rewind", "{}"}, std::pair{"unlogged-dram", "{}"}}) {
    Play play(ScriptOn(scheme,
                       R"([["begin T1", "insert D := 7", "delete B", "scan A to D", "commit"]])",
                       params, "[]"));
    play.To();
    std::vector<uint32_t> read;
    for (const Event& event : play.events) {
      if (event.kind == EventKind::kRead) read.push_back(event.b);
    }
    EXPECT_EQ(read, (std::vector<uint32_t>{100, 5, 7})) << scheme;
    EXPECT_EQ(StateOf(play, 1), ClientState::kAcknowledged) << scheme;
  }
}

// The values that it read must remain, as with a read.
TEST(ScriptClient, AScanDependsOnWhatItReads) {
  Script script = ScriptOn(
      "aries", R"([["begin T1", "A := 1", "commit"], ["begin T2", "scan A to C", "commit"]])",
      R"({"placement": "btree", "spare_pages": 16})", "[]");
  Play play(script);
  play.To();
  EXPECT_EQ(StateOf(play, 2), ClientState::kAcknowledged);
  EXPECT_GE(play.Count(EventKind::kLockGrant), 4u);
}
#endif

TEST(ScriptClient, ReadsItsOwnWrites) {
  EXPECT_EQ(
      RunToEnd(
          {.threads =
               R"([["begin T1", "A := 1", "B := A + A", "insert D := B", "C := D * D", "commit"]])"}),
      "A=1 B=2 C=4 D=2");
}

TEST(ScriptClient, ArithmeticWrapsAroundAt64Bits) {
  EXPECT_EQ(
      RunToEnd(
          {.records = R"({"A": 9007199254740992})",
           .threads =
               R"([["begin T1", "A := A * 1024", "A := A - 1", "A := A + A + 3", "commit"]])"}),
      "A=1");
}

TEST(ScriptClient, AStatementThatFailsRollsItsTransactionBackAndGoesOnBehindIt) {
  Play play(Script{
      .threads =
          R"([["begin T1", "A := 1", "insert B := 7", "A := 2", "commit", "begin T2", "C := 9", "commit"]])"});
  play.To();
  ExpectEnded(play);
  EXPECT_EQ(StateOf(play, 1), ClientState::kAborted);
  EXPECT_EQ(StateOf(play, 2), ClientState::kAcknowledged);
  EXPECT_EQ(ReadBack(play.session()), "A=100 B=20 C=9");
}

TEST(ScriptClient, ChangingWhatIsNotThereFails) {
  for (const char* statement : {"delete D", "D := 5", "A := D"}) {
    Play play(Script{.threads = std::string(R"([["begin T1", "B := 1", ")") + statement +
                                R"(", "commit"], ["begin T2", "insert D := 1", "abort"]])"});
    play.To();
    EXPECT_EQ(StateOf(play, 1), ClientState::kAborted) << statement;
    EXPECT_EQ(ReadBack(play.session()), "A=100 B=20 C=5 D=-");
  }
}

TEST(ScriptClient, ReadingWhatIsNotThereIsNoFailure) {
  Play play(Script{.threads = R"([["begin T1", "delete C", "read C", "A := 1", "commit"]])"});
  play.To();
  EXPECT_EQ(StateOf(play, 1), ClientState::kAcknowledged);
}

TEST(ScriptClient, ATransactionThatNeverCommitsIsNeverAcknowledged) {
  Play play(Script{.threads = R"([["begin T1", "A := 1"]])"});
  play.To();
  EXPECT_EQ(StateOf(play, 1), ClientState::kActive);
  ExpectEnded(play);
}

TEST(ScriptClient, SeesNothingOfOthersBeforeTheyCommit) {
  EXPECT_EQ(RunToEnd({.threads = R"([["begin T1", "A := 1", "signal on", "wait 50us", "abort"],
                                ["await on", "begin T2", "B := A", "commit"]])"}),
            "A=100 B=100 C=5");
}

// A thread must not pass before the virtual time at which the signal is sent, in either build.
TEST(ScriptClient, ASignalIsHeardWhenItIsSentAndNotBefore) {
  Play play(
      Script{.threads = R"([["wait 5us", "signal on"], ["wait 5us", "await on"], ["await on"]])",
             .overrides = R"({"path.statement": 100000})"});  // 37.5 us a statement
  play.To();
  ExpectEnded(play);
  Kernel& kernel = play.session().world().kernel();
  const Time sent = 37500 + 5000 + 37500;
  for (uint32_t i = 0; i < 3; ++i) EXPECT_EQ(kernel.thread(i).now(), sent) << i;
  EXPECT_EQ(kernel.thread(2).ledger()[static_cast<int>(Category::kWait)], sent - 37500);
}

TEST(ScriptClient, ASignalThatWasSentBeforeIsNotWaitedFor) {
  Play play(Script{.threads = R"([["signal on"], ["wait 100us", "await on", "await on"]])",
                   .overrides = R"({"path.statement": 0})"});
  play.To();
  EXPECT_EQ(play.session().world().kernel().thread(1).now(), 100000u);
}

// Statements that read or change something go through the server; the begin and the commit go
// along.
TEST(ScriptClient, StatementsOnRecordsPayForTheirWayThroughTheServer) {
  const auto logic = [](const char* instructions) {
    Play play(
        Script{.threads = R"([["begin T1", "A := 1", "read B", "commit"], ["begin T2", "abort"]])",
               .overrides = std::string(R"({"path.sql": )") + instructions + "}"});
    play.To();
    std::vector<Time> spent;
    for (uint32_t i = 0; i < 2; ++i) {
      spent.push_back(
          play.session().world().kernel().thread(i).ledger()[static_cast<int>(Category::kLogic)]);
    }
    return spent;
  };
  const std::vector<Time> without = logic("0"), with = logic("100000");
  EXPECT_EQ(with[0] - without[0], 2 * 37500u);
  EXPECT_EQ(with[1], without[1]);
}

// They come as messages, which wake a core that idles: the client's, and the server's.
TEST(ScriptClient, StatementsOnRecordsWakeCoresThatIdle) {
  const auto core_wait = [](const char* prices) {
    Play play(Script{.threads = R"([["begin T1", "A := 1", "read B", "commit"]])",
                     .overrides = std::string(R"({"cpu.cores": 6, )") + prices + "}"});
    play.To();
    return play.session().world().kernel().thread(0).ledger()[static_cast<int>(
        Category::kCoreWait)];
  };
  const Time idle = core_wait(R"("path.sql": 0, "cpu.idle_wake_ns": 5000)");
  EXPECT_EQ(core_wait(R"("path.sql": 100000, "cpu.idle_wake_ns": 5000)") - idle, 2u * 2 * 5000);
  EXPECT_EQ(core_wait(R"("path.sql": 100000, "cpu.idle_wake_ns": 0)"), 0u);
}

TEST(ScriptClient, AWaitTakesItsTime) {
  Play play(Script{.threads = R"([["wait 3ms"]])", .overrides = R"({"path.statement": 0})"});
  play.To();
  EXPECT_EQ(play.session().world().kernel().thread(0).now(), 3000000u);
}

TEST(ScriptClient, AThreadWithoutStatementsJustEnds) {
  EXPECT_EQ(RunToEnd({.threads = R"([[], ["begin T1", "A := 1", "commit"], []])"}), "A=1 B=20 C=5");
}

// --- Locks ---------------------------------------------------------------------------------------

constexpr char kCrossing[] = R"([["begin T1", "A := 1", "signal a", "await b", "B := 1", "commit"],
                                 ["begin T2", "B := 2", "signal b", "await a", "A := 2", "commit"]])";

TEST(ScriptClient, OfADeadlockOneIsTheVictimAndStaysAborted) {
  Play play(Script{.threads = kCrossing});
  play.To();
  ExpectEnded(play);
  EXPECT_EQ(StateOf(play, 1), ClientState::kAcknowledged);
  EXPECT_EQ(StateOf(play, 2), ClientState::kAborted);
  EXPECT_EQ(ReadBack(play.session()), "A=1 B=1 C=5");
}

TEST(ScriptClient, UnderWaitDieBothCommitInTheEnd) {
  Play play(Script{.threads = kCrossing, .deadlock = "wait-die"});
  play.To();
  ExpectEnded(play);
  EXPECT_EQ(StateOf(play, 1), ClientState::kAcknowledged);
  EXPECT_EQ(StateOf(play, 2), ClientState::kAcknowledged);
  EXPECT_EQ(ReadBack(play.session()), "A=2 B=2 C=5");
}

// However long the older one holds on: restarting must not wear out.
TEST(ScriptClient, UnderWaitDieAYoungerTransactionOutlastsAPatientOlderOne) {
  Play play(Script{.threads = R"([["begin T1", "A := 1", "signal on", "wait 500ms", "commit"],
                                  ["await on", "begin T2", "A := 2", "commit"]])",
                   .deadlock = "wait-die"});
  play.To();
  ExpectEnded(play);
  EXPECT_EQ(StateOf(play, 2), ClientState::kAcknowledged);
  EXPECT_EQ(ReadBack(play.session()), "A=2 B=20 C=5");
}

// PCMLogging, section 6.1: however long that takes, the next attempt succeeds.
TEST(ScriptClient, AVictimMayBeginAgainWhenTheOlderOneHasEnded) {
  for (const char* end : {"commit", "abort"}) {
    Play play(Script{.threads = R"([["begin T1", "A := 1", "signal on", "wait 500ms", ")" +
                                std::string(end) +
                                R"("], ["await on", "begin T2", "A := 2", "commit"]])",
                     .deadlock = "wait-die-after-older"});
    play.To();
    ExpectEnded(play);
    EXPECT_EQ(StateOf(play, 2), ClientState::kAcknowledged);
    EXPECT_EQ(ReadBack(play.session()), "A=2 B=20 C=5");
    EXPECT_GE(play.session().world().kernel().thread(1).now(), Time{500000000});
    if (!kTraced) continue;
    std::vector<Time> begins;
    Time ended = 0;
    for (const Event& event : play.events) {
      if (event.kind == EventKind::kBegin && event.txn == 2) begins.push_back(event.time_ns);
      const bool ends = event.kind == EventKind::kAcknowledge || event.kind == EventKind::kAbort;
      if (ends && event.txn == 1) ended = event.time_ns;
    }
    ASSERT_EQ(begins.size(), 2u) << end;
    EXPECT_GE(begins[1], ended) << end;
    EXPECT_GT(ended, Time{500000000});
  }
}

// The interface can name the transaction that the victim waits for.
TEST(ScriptClient, AVictimThatWaitsNamesTheOlderTransaction) {
  if (!kTraced) return;  // it goes from event to event
  Play play(Script{.threads = R"([["begin T1", "A := 1", "signal on", "wait 5ms", "commit"],
                                  ["await on", "begin T2", "A := 2", "commit"]])",
                   .deadlock = "wait-die-after-older"});
  const Thread& victim = play.session().world().kernel().thread(1);
  bool seen = false;
  for (uint32_t to = 1; !victim.done(); ++to) {
    play.To(to);
    seen |= victim.wait_for() == WaitFor::kTransaction && victim.wait_holder() == 1;
  }
  EXPECT_TRUE(seen);
}

// --- Several transactions of one thread ----------------------------------------------------------

TEST(ScriptClient, AThreadMayHaveSeveralTransactionsOpen) {
  for (const char* scheme : {"nv-logging", "rewind", "aries", "nv-wsp"}) {
    Play play(Script{.threads = R"([["begin T1", "A := 1", "begin T2", "T2: B := 2", "T1: C := 3",
                                     "T2: commit", "begin T3", "T3: B := 4", "T1: A := A + 10",
                                     "T3: abort", "commit"]])",
                     .scheme = scheme});
    play.To();
    ExpectEnded(play);
    EXPECT_EQ(StateOf(play, 1), ClientState::kAcknowledged) << scheme;
    EXPECT_EQ(StateOf(play, 2), ClientState::kAcknowledged) << scheme;
    EXPECT_EQ(StateOf(play, 3), ClientState::kAborted) << scheme;
    EXPECT_EQ(ReadBack(play.session()), "A=11 B=2 C=3") << scheme;
  }
}

TEST(ScriptClient, OfSeveralTransactionsOneIsGivenUpAndTheOthersGoOn) {
  Play play(Script{.threads = R"([["begin T1", "A := 1", "begin T2", "T2: insert B := 7",
                                   "T1: C := 3", "T2: delete B", "T1: commit", "T2: commit"]])"});
  play.To();
  ExpectEnded(play);
  EXPECT_EQ(StateOf(play, 1), ClientState::kAcknowledged);
  EXPECT_EQ(StateOf(play, 2), ClientState::kAborted);
  EXPECT_EQ(ReadBack(play.session()), "A=1 B=20 C=3");
}

// By the ages of the transactions all of them may wait: 1 for 3, and 3 for 2, which cannot continue
// while its thread waits in 1.
TEST(ScriptClient, AThreadThatWaitsHoldsUpItsOtherTransactions) {
  for (const char* deadlock : {"detect", "wait-die"}) {
    Play play(Script{
        .threads = R"([["begin T1", "A := 1", "signal a", "await b", "begin T2", "T2: B := 2",
                               "T1: C := 1", "T1: commit", "T2: commit"],
                              ["await a", "begin T3", "C := 3", "signal b", "wait 500us", "B := 3",
                               "commit"]])",
        .deadlock = deadlock});
    play.To();
    ExpectEnded(play);
    EXPECT_EQ(StateOf(play, 1), ClientState::kAcknowledged) << deadlock;
    EXPECT_EQ(StateOf(play, 2), ClientState::kAcknowledged) << deadlock;
    const bool again = deadlock == std::string("wait-die");
    EXPECT_EQ(StateOf(play, 3), again ? ClientState::kAcknowledged : ClientState::kAborted);
    EXPECT_EQ(ReadBack(play.session()), again ? "A=1 B=3 C=3" : "A=1 B=2 C=1");
  }
}

// The locks are named by no statement, here those on the one bucket of all records: the first
// transaction to need a lock that its own thread holds is given up, whether it is the older one or
// the younger.
TEST(ScriptClient, OfTwoOfOneThreadTheOneThatWouldWaitIsGivenUp) {
  for (const char* deadlock : {"detect", "wait-die"}) {
    for (const int waits : {1, 2}) {
      const std::string first = waits == 1 ? "T2" : "T1", second = waits == 1 ? "T1" : "T2";
      Play play(Script{.threads = R"([["begin T1", "begin T2", ")" + first +
                                  R"(: insert D := 1", ")" + second + R"(: insert E := 1",
                                  "T1: commit", "T2: commit"]])",
                       .params = R"({"buckets": 1})",
                       .deadlock = deadlock,
                       .scheme = "rewind"});
      play.To();
      ExpectEnded(play);
      for (const TxnLabel txn : {TxnLabel{1}, TxnLabel{2}}) {
        EXPECT_EQ(StateOf(play, txn),
                  txn == waits ? ClientState::kAborted : ClientState::kAcknowledged)
            << deadlock << " " << txn;
      }
    }
  }
}

// --- Cores and daemons ---------------------------------------------------------------------------

// The first thread ends before the second has had a core: the daemons must not go home.
TEST(ScriptClient, DaemonsStayUntilTheLastThreadHasEnded) {
  std::string statements;
  for (int i = 1; i <= 30; ++i) {
    statements += (i > 1 ? ", " : "") + std::string("\"begin U") + std::to_string(i) +
                  "\", \"A := A + 1\", \"commit\"";
  }
  Play play(Script{.threads = R"([["begin T1", "commit"], [)" + statements + "]]",
                   .params = R"({"entries": 8, "checkpoint_after": 4})",
                   .overrides = R"({"cpu.cores": 1})"});
  play.To();
  ExpectEnded(play);
  EXPECT_EQ(ReadBack(play.session()), "A=130 B=20 C=5");
}

TEST(ScriptClient, ThreadsOverManyPagesShareFewFrames) {
  std::string threads;
  for (int i = 0; i < 6; ++i) {
    const std::string n = std::to_string(i);
    threads += (i ? ", [" : "[") + std::string("\"begin T") + n + "\", \"R" + n + " := R" + n +
               " + 1\", \"commit\", \"begin U" + n + "\", \"read R" + std::to_string((i + 3) % 6) +
               "\", \"commit\"]";
  }
  EXPECT_EQ(RunToEnd({.records = R"({"R0": 0, "R1": 1, "R2": 2, "R3": 3, "R4": 4, "R5": 5})",
                      .threads = "[" + threads + "]",
                      .params = R"({"heap_pages": 12, "frames": 2})"}),
            "R0=1 R1=2 R2=3 R3=4 R4=5 R5=6");
}

}  // namespace
}  // namespace afterimage::testing_support
