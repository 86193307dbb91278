// Tests what each commit mode promises, and what it saves.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include <algorithm>

#include "scheme/aries/aries_play.h"

namespace afterimage::testing_support {
namespace {

const char kThreads[] =
    R"([["begin T1", "A := 50", "B := B + 50", "commit", "begin T4", "A := A + 1", "commit"],
                            ["begin T2", "insert D := 1", "C := 7", "commit", "begin T5", "C := C + 1", "commit"],
                            ["begin T3", "insert E := 9", "steal E", "abort", "begin T6", "delete D", "commit", "checkpoint"]])";

class CommitMode : public testing::TestWithParam<std::tuple<const char*, const char*>> {
 protected:
  static Script Make() {
    const auto [mode, more] = GetParam();
    return Aries(kThreads, std::string(R"({"commit": ")") + mode +
                               R"(", "group_size": 2, "flush_us": 30)" + more + "}");
  }
};
INSTANTIATE_TEST_SUITE_P(
    Modes, CommitMode,
    testing::Combine(
        testing::Values("synchronous", "group", "pipelined", "asynchronous"),
        testing::Values(
            "", R"(, "elr": true)",
            R"(, "log_on": "mmap", "data_on": "pmfs", "torn_pages": "double-write")",
            R"(, "flush_latch": false, "cleaner_us": 5, "frames": 2, "heap_pages": 3)")));

TEST_P(CommitMode, KeepsItsPromiseWhereverThePowerFails) {
  Play play(Make());
  ExpectConsistentEverywhere(play, 1, 60);
}

TEST_P(CommitMode, LosesWhatItAcknowledgedOnlyIfItDoesNotWait) {
  Play play(Make());
  uint32_t lost = 0;
  for (uint32_t at = 1; !play.session().world().ended(); at += Stride(1)) {
    play.To(at);
    UniformChoice none(false);
    const CrashOutcome outcome = play.session().Try(none);
    ASSERT_EQ(outcome.judgement.kind, VerdictKind::kConsistent) << at;
    for (TxnLabel txn = 1; txn <= 6; ++txn) {
      lost += play.session().oracle().state(txn) == ClientState::kAcknowledged &&
              !outcome.judgement.survived[txn - 1u];
    }
  }
  if (std::string(std::get<0>(GetParam())) == "asynchronous") {
    EXPECT_GT(lost, 0u);
  } else {
    EXPECT_EQ(lost, 0u);
  }
}

// Three that commit within microseconds of each other.
Script Delayed(const char* params) {
  return Aries(R"([["begin T1", "A := 1", "commit"], ["begin T2", "B := 2", "commit"],
                   ["begin T3", "C := 3", "commit"]])",
               params);
}
uint64_t FlushesOf(const char* params) {
  Play play(Delayed(params));
  play.To();
  return Flushes(play);
}

TEST(CommitDelay, GathersOthersWhereEnoughOfThemAreActive) {
  const uint64_t without = FlushesOf("{}");
  EXPECT_EQ(FlushesOf(R"({"commit_delay_us": 1000, "commit_siblings": 2})"), 1u);
  EXPECT_EQ(FlushesOf(R"({"commit_delay_us": 1000, "commit_siblings": 3})"), without);
  EXPECT_GT(without, 1u);
}

TEST(CommitDelay, KeepsItsPromiseWhereverThePowerFails) {
  Play play(Delayed(R"({"commit_delay_us": 30, "commit_siblings": 1})"));
  ExpectConsistentEverywhere(play, 1, 60);
}

// Commits that wait for nothing, of a few transactions in 30 us each.
uint64_t AsynchronousFlushesOf(const std::string& params) {
  std::string statements;
  for (int i = 1; i <= 20; ++i)
    statements += (i > 1 ? ", \"begin T" : "\"begin T") + std::to_string(i) +
                  R"(", "A := A + 1", "commit", "wait 30us")";
  Play play(Aries("[[" + statements + "]]", params));
  play.To();
  return Flushes(play);
}

TEST(AsynchronousCommit, EndsThePauseOfTheFlusherWhereEnoughLogWaits) {
  const std::string pause = R"({"commit": "asynchronous", "flush_us": 100000)";
  const uint64_t by_clock = AsynchronousFlushesOf(pause + "}");
  EXPECT_GT(AsynchronousFlushesOf(pause + R"(, "flush_after_kb": 1})"), by_clock + 1);
  EXPECT_EQ(AsynchronousFlushesOf(pause + R"(, "flush_after_kb": 64})"), by_clock);
}

// One thread: what is gone at a power cut is the end of its sequence.
TEST(AsynchronousCommit, LosesASuffixAndOnlyASuffix) {
  std::string statements;
  for (int i = 1; i <= 8; ++i)
    statements += (i > 1 ? ", \"begin T" : "\"begin T") + std::to_string(i) +
                  R"(", "A := A + 1", "commit", "wait 30us")";
  Play play(Aries("[[" + statements + "]]", R"({"commit": "asynchronous", "flush_us": 60})"));
  uint32_t lost_one = 0, lost_many = 0;
  for (uint32_t at = 1; !play.session().world().ended(); ++at) {
    play.To(at);
    for (uint64_t seed = 0; seed < 3; ++seed) {
      RandomChoice choice(seed);
      const CrashOutcome outcome = play.session().Try(choice);
      ASSERT_EQ(outcome.judgement.kind, VerdictKind::kConsistent) << at;
      const std::vector<uint8_t>& survived = outcome.judgement.survived;
      ASSERT_TRUE(std::is_sorted(survived.rbegin(), survived.rend())) << at;
      uint32_t lost = 0;
      for (TxnLabel txn = 1; txn <= 8; ++txn) {
        lost +=
            play.session().oracle().state(txn) == ClientState::kAcknowledged && !survived[txn - 1u];
      }
      lost_one += lost == 1;
      lost_many += lost > 1;
    }
  }
  EXPECT_GT(lost_one, 0u);
  EXPECT_GT(lost_many, 0u);
}

// Clients that each change a record of their own.
std::string Committers(int threads, int transactions) {
  std::string text;
  for (int t = 0; t < threads; ++t) {
    const std::string record(1, static_cast<char>('A' + t));
    std::string statements;
    for (int i = 0; i < transactions; ++i) {
      statements += (i ? ", \"begin T" : "\"begin T") + std::to_string(t * transactions + i + 1) +
                    "\", \"" + record + " := " + std::to_string(i) + R"(", "commit")";
    }
    text += (t ? ", [" : "[") + statements + "]";
  }
  return "[" + text + "]";
}

TEST(GroupCommit, OneFlushServesManyCommits) {
  for (const char* mode : {"group", "pipelined"}) {
    Play play(Aries(Committers(3, 6), std::string(R"({"commit": ")") + mode +
                                          R"(", "group_size": 3, "flush_us": 200})"));
    play.To();
    for (TxnLabel txn = 1; txn <= 18; ++txn)
      EXPECT_EQ(play.session().oracle().state(txn), ClientState::kAcknowledged);
    EXPECT_LE(Flushes(play), 10u) << mode;
  }
}

TEST(GroupCommit, AGroupThatIsNotFullWaitsForTheFlusherOnly) {
  const auto acknowledged_at = [](int group_size) {
    Play play(Aries(R"([["begin T1", "A := 1", "commit"]])",
                    R"({"commit": "group", "flush_us": 500, "group_size": )" +
                        std::to_string(group_size) + "}"));
    play.To();
    for (const Event& e : play.events) {
      if (e.kind == EventKind::kAcknowledge) return e.time_ns;
    }
    return Time{0};
  };
  EXPECT_GT(acknowledged_at(2), 500000u);
  EXPECT_GT(acknowledged_at(1), 0u);
  EXPECT_LT(acknowledged_at(1), 500000u);
}

TEST(SynchronousCommit, EachCommitOfALoneThreadIsAFlushOfItsOwn) {
  Play play(Aries(Committers(1, 6)));
  play.To();
  EXPECT_EQ(Flushes(play), 6u);
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
