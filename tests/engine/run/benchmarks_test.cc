// Every benchmark on every system: does it run, and do its conditions hold after a power cut?

#include "support/benchmarks.h"

#include "base/build.h"
#include "run/file/experiment/experiment.h"
#include "run/file/setup_fields.h"
#include "run/measure/point.h"
#include "support/effort.h"
#include "support/scenarios.h"

namespace afterimage::testing_support {
namespace {

class Benchmarks : public testing::TestWithParam<BenchmarkCase> {
 protected:
  PointConfig Point(uint32_t threads, uint32_t transactions, const std::string& more) const {
    Experiment experiment;
    std::vector<Problem> problems;
    const std::string text = GetParam().Experiment(threads, transactions, more);
    EXPECT_TRUE(ParseExperiment(text, &experiment, &problems, SmallInput(*GetParam().workload)))
        << problems[0].path << ": " << problems[0].reason_en;
    return experiment.Point(0);
  }
};
INSTANTIATE_TEST_SUITE_P(All, Benchmarks, testing::ValuesIn(BenchmarkCases()),
                         [](const auto& made) { return NameOf(made.param); });

TEST_P(Benchmarks, RecoverFromAPowerCutToAConsistentDatabase) {
  for (const std::string deadlock : {"detect", "wait-die", "wait-die-after-older"}) {
    for (uint32_t threads : {1, 5}) {
      // A single thread has no older transaction to die for.
      if (threads == 1 && deadlock == "wait-die-after-older") continue;
      PointRun point(
          Point(threads, 80,
                R"(, "warmup": 20, "seed": 3, "crash": {"after_transactions": 90}, "deadlock": ")" +
                    deadlock + "\""));
      ASSERT_TRUE(point.formatted());
      while (!point.Advance(1 << 20)) continue;
      if (GetParam().promises_nothing()) continue;
      EXPECT_TRUE(point.complete());
      EXPECT_EQ(point.transactions_done(), 110u);
      EXPECT_EQ(point.recovery().status, Status::kOk);
      EXPECT_TRUE(point.consistency().holds)
          << threads << " clients, " << deadlock << ": " << point.consistency().broken.en;
      EXPECT_GT(point.consistency().records_read, 30u);
    }
  }
}

// The parameters of a reader who only asks for B+-trees: small pools and logs are refused with a
// reason, or suffice.
TEST_P(Benchmarks, WithTreesAndOtherwiseDefaultsEndOrAreRefused) {
  const SchemeInfo& scheme = *GetParam().scheme;
  const bool has_placement = FindParam(scheme.params, "placement") >= 0;
  const std::string params =
      has_placement ? R"("params": {"placement": "btree"})" : R"("params": {})";
  const std::string chosen = R"({"id": ")" + std::string(scheme.id) + "\", " + params + "}";
  for (const uint32_t threads : {4, 16}) {
    for (uint32_t seed = 1; seed <= Effort(3); ++seed) {
      Experiment experiment;
      std::vector<Problem> problems;
      const std::string text = GetParam().Common("experiment") +
                               R"(, "scale": "quick", "schemes": [)" + chosen +
                               R"(], "threads": )" + std::to_string(threads) +
                               R"(, "transactions": 40, "seed": )" + std::to_string(seed) + "}";
      if (!ParseExperiment(text, &experiment, &problems, SmallInput(*GetParam().workload))) {
        EXPECT_NE(std::string(problems[0].reason_en).find("too small"), std::string::npos)
            << problems[0].reason_en;
        return;
      }
      PointRun point(experiment.Point(0));
      if (!point.formatted()) return;  // a database that does not fit says so, too
      uint32_t turns = 0;
      while (turns < 400 && !point.Advance(1 << 16)) ++turns;
      ASSERT_LT(turns, 400u) << threads << " clients, seed " << seed;
      // All complete, or as many as there was room for.
      if (!GetParam().promises_nothing()) EXPECT_NE(point.complete(), point.gave_up());
      if (point.complete()) EXPECT_EQ(point.transactions_done(), 40u);
    }
  }
}

// Checkpoints write log, too: where an old transaction holds the log back, they must not take what
// rollbacks need.
TEST(SmallLog, IsNotFilledWithCheckpoints) {
  struct Case {
    const char *scheme, *threads;
  };
  for (
      const Case& each : {
          Case{R"({"id": "aries", "params": {"placement": "btree", "log_on": "tmpfs"}})", "8"},
          Case{R"({"id": "nv-disk", "params": {"placement": "btree"}})", "16"},
          Case{
              R"({"id": "nv-disk", "params": {"placement": "btree", "torn_pages": "full-page-images"}})",
              "8"},
      }) {
    for (uint32_t seed = 1; seed <= Effort(3, 1); ++seed) {
      const std::string text =
          R"({"format": 1, "id": "x", "kind": "experiment", "title": {"en": "t", "zh": "t"}, "scale": "quick",
          "machine": {"id": "setup-a"}, "workload": {"id": "tpcb"}, "transactions": 100, "threads": )" +
          std::string(each.threads) + R"(, "seed": )" + std::to_string(seed) + R"(, "schemes": [)" +
          each.scheme + "]}";
      Experiment experiment;
      std::vector<Problem> problems;
      ASSERT_TRUE(ParseExperiment(text, &experiment, &problems)) << problems[0].reason_en;
      PointRun point(experiment.Point(0));
      ASSERT_TRUE(point.formatted());
      while (!point.Advance(1 << 20)) continue;
      EXPECT_EQ(point.transactions_done(), 100u) << each.scheme << ", seed " << seed;
    }
  }
}

// The share of pages that a warm pool holds must be counted over those that clients ask for.
TEST(WarmStart, HoldsWhatClientsAskFor) {
  for (const char* queried : {"0", "2"}) {
    const std::string text =
        R"({"format": 1, "id": "x", "kind": "experiment", "title": {"en": "t", "zh": "t"}, "scale": "quick",
        "machine": {"id": "setup-a"}, "transactions": 100, "threads": 2,
        "workload": {"id": "tpcb", "params": {"branches": 50, "accounts": 2000, "queried": )" +
        std::string(queried) + R"(}},
        "schemes": [{"id": "nv-logging", "params": {"placement": "btree", "page_bytes": 8192, "frames": 1000, "spare_pages": 500,
                     "warm": true, "entries": 100000, "checkpoint_after": 80000}}]})";
    Experiment experiment;
    std::vector<Problem> problems;
    ASSERT_TRUE(ParseExperiment(text, &experiment, &problems)) << problems[0].reason_en;
    PointRun point(experiment.Point(0));
    ASSERT_TRUE(point.formatted());
    while (!point.Advance(1 << 20)) continue;
    const uint64_t reads = point.after().disk.reads - point.before().disk.reads;
    if (*queried == '0')
      EXPECT_GT(reads, 20u);
    else
      EXPECT_LT(reads, 5u) << "pages in which the two parts meet";
  }
}

#if AFTERIMAGE_TRACED

// Those that the stage can show: a text comes with experiments only.
class StagedBenchmarks : public Benchmarks {};
INSTANTIATE_TEST_SUITE_P(All, StagedBenchmarks, testing::ValuesIn(BenchmarkCases(false)),
                         [](const auto& made) { return NameOf(made.param); });

// Any subset of the lines in doubt survives, in recovery as well; the oracle agrees.
TEST_P(StagedBenchmarks, AreConsistentAfterAPowerCutAnywhere) {
  if (GetParam().promises_nothing()) return;
  const std::string scenario = GetParam().Scenario(3, 9, 5);
  const uint32_t end = Play(scenario).To().session().at();
  for (uint32_t at = 1; at <= end; at += Stride(end / 40 + 1)) {
    Play play(scenario);
    play.To(at);
    ASSERT_TRUE(play.Cut({SurvivePolicy::kRandom, at, {}}));
    play.To(play.session().at() + at % 200);
    if (at % 2 == 0) ASSERT_TRUE(play.Cut({SurvivePolicy::kRandom, at + 1, {}}));
    play.To();
    ASSERT_EQ(play.session().Verdict().kind, VerdictKind::kConsistent) << "at " << at;
    ASSERT_TRUE(play.session().world().consistency().holds) << "at " << at;
  }
}

#endif

}  // namespace
}  // namespace afterimage::testing_support
