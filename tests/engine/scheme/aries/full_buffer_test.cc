// Tests a full log buffer and the time of checkpoints (NV-Logging, sections 2.1 and 4.5): with a
// stall or a threshold, as the paper describes them for a log on disks.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include "scheme/aries/aries_play.h"
#include "support/read_back.h"

namespace afterimage::testing_support {
namespace {

// T1 has changed A and does nothing while others fill the buffer, which only a full one flushes.
Script HeldUp(const char* full, const char* last, const std::string& system = "aries") {
  std::string others = R"("await on")";
  for (int i = 2; i < 22; ++i) {
    const std::string n = std::to_string(i);
    others += ", \"begin T" + n + "\", \"B := " + n + R"(", "commit")";
  }
  Script script = Aries(std::string(R"([["begin T1", "A := 1", "signal on", "await off", )") +
                        last + R"("commit"], [)" + others + R"(, "signal off"]])");
  script.scheme = system;
  script.params = std::string(R"({"commit": "asynchronous", "flush_us": 10000000,)"
                              R"( "buffer_kb": 2, "full_buffer": ")") +
                  full + "\"}";
  return script;
}

uint32_t Acknowledged(Play& play) {
  uint32_t acknowledged = 0;
  for (TxnLabel txn = 1; txn < 22; ++txn)
    acknowledged += play.session().oracle().state(txn) == ClientState::kAcknowledged;
  return acknowledged;
}

TEST(FullBuffer, StallsAndEndsNobody) {
  Play play(HeldUp("stall", R"("C := 2", )"));
  play.To();
  EXPECT_GT(play.Count(EventKind::kLogSpaceWait), 0u);
  EXPECT_EQ(Acknowledged(play), 21u);
  EXPECT_EQ(ReadBack(play.session()), "A=1 B=21 C=2");
}

TEST(FullBuffer, MayEndTheTransactionsThatHaveRecordsInIt) {
  for (const char* system : {"aries", "nv-disk"}) {
    Play play(HeldUp("abort", R"("C := 2", )", system));
    play.To();
    EXPECT_GT(play.Count(EventKind::kLogSpaceWait), 0u);
    EXPECT_EQ(play.session().oracle().state(1), ClientState::kAborted);
    EXPECT_EQ(Acknowledged(play), 20u);
    EXPECT_EQ(ReadBack(play.session()), "A=100 B=21 C=5");
  }
}

TEST(FullBuffer, DoesNotEndWhoIsOnlyToCommit) {
  Play play(HeldUp("abort", ""));
  play.To();
  EXPECT_GT(play.Count(EventKind::kLogSpaceWait), 0u);
  EXPECT_EQ(Acknowledged(play), 21u);
}

// A transaction that needs more than the entire buffer ends itself, and only itself.
TEST(FullBuffer, EndsATransactionThatIsLargerThanTheBuffer) {
  std::string updates;
  for (int i = 0; i < 40; ++i) updates += R"("A := A + 1", )";
  for (const char* full : {"stall", "abort"}) {
    Play play(Aries("[[\"begin T1\", " + updates + R"("commit", "begin T2", "B := 7", "commit"]])",
                    std::string(R"({"buffer_kb": 2, "full_buffer": ")") + full + "\"}"));
    play.To();
    const bool ends = std::string(full) == "abort";
    EXPECT_EQ(play.session().oracle().state(1),
              ends ? ClientState::kAborted : ClientState::kAcknowledged);
    EXPECT_EQ(ReadBack(play.session()), ends ? "A=100 B=7 C=5" : "A=140 B=7 C=5");
  }
}

TEST(FullBuffer, KeepsItsPromiseWhereverThePowerFails) {
  Script script = HeldUp("abort", R"("C := 2", )");
  script.params = R"({"commit": "group", "group_size": 3, "flush_us": 50, "buffer_kb": 2,)"
                  R"( "full_buffer": "abort", "checkpoint_at": "full-or-commit"})";
  Play play(script);
  ExpectConsistentEverywhere(play, 5, 20);
}

TEST(CheckpointAt, FullBufferOrCommitComesWithEachCommit) {
  constexpr const char* kCommits =
      R"([["begin T1", "A := 1", "commit", "wait 1ms", "begin T2", "B := 2", "commit", "wait 1ms",
           "begin T3", "C := 3", "commit", "wait 1ms", "begin T4", "A := 4", "abort"]])";
  for (const char* at : {"threshold", "full-or-commit"}) {
    Play play(Aries(kCommits, std::string(R"({"checkpoint_at": ")") + at + "\"}"));
    play.To();
    EXPECT_EQ(play.Count(EventKind::kCheckpointBegin), std::string(at) == "threshold" ? 0u : 3u);
    EXPECT_EQ(ReadBack(play.session()), "A=1 B=2 C=3");
  }
}

TEST(CheckpointAt, FullBufferOrCommitComesWithAFullBuffer) {
  std::string updates;
  for (int i = 0; i < 40; ++i) updates += R"("A := A + 1", )";
  for (const char* at : {"threshold", "full-or-commit"}) {
    Play play(Aries("[[\"begin T1\", " + updates + R"("wait 1ms", "abort"]])",
                    std::string(R"({"buffer_kb": 2, "partition_kb": 32,)"
                                R"( "checkpoint_kb": 32, "checkpoint_at": ")") +
                        at + "\"}"));
    play.To();
    EXPECT_EQ(play.Count(EventKind::kCheckpointBegin) > 0, std::string(at) != "threshold");
  }
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
