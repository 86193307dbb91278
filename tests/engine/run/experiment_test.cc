// Do files become the points, keys and pairs that they say?
#include "run/file/experiment/experiment.h"

#include <gtest/gtest.h>

#include <set>

#include "base/build.h"
#include "run/file/setup_fields.h"

namespace afterimage {
namespace {

// `rest`: further members, each with a comma before it.
std::string File(const std::string& schemes, const std::string& rest = "") {
  return R"({"format": 1, "id": "x", "kind": "experiment", "title": {"en": "t", "zh": "t"}, "scale": "quick",
             "machine": {"id": "setup-a"}, "workload": {"id": "tpcc"}, "threads": 2, "transactions": 100, "warmup": 10,
             "schemes": )" +
         schemes + rest + "}";
}
const char kOne[] = R"([{"id": "nv-logging"}])";
const char kTwo[] =
    R"([{"id": "nv-logging", "params": {"persist": "flush-on-insert"}}, {"id": "nv-logging"}])";

Experiment Parsed(const std::string& text) {
  Experiment experiment;
  std::vector<Problem> problems;
  EXPECT_TRUE(ParseExperiment(text, &experiment, &problems))
      << problems[0].path << ": " << problems[0].reason_en;
  return experiment;
}
std::string KeyOf(const std::string& text) { return PointKey(Parsed(text).Point(0)); }

TEST(Experiment, PointsAreInTheOrderOfSchemesThenOfSweptNames) {
  const Experiment experiment =
      Parsed(File(kTwo, R"(, "sweep": {"machine.nvm.slowdown": [1, 8], "threads": [4, 5, 6]})"));
  ASSERT_EQ(experiment.point_count(), 12u);
  const PointConfig first = experiment.Point(0), last = experiment.Point(11),
                    middle = experiment.Point(4);
  EXPECT_EQ(first.machine[Price::kNvmSlowdown], 1u);
  EXPECT_EQ(first.threads, 4u);
  EXPECT_EQ(middle.machine[Price::kNvmSlowdown], 8u);
  EXPECT_EQ(middle.threads, 5u);
  EXPECT_EQ(last.threads, 6u);
  EXPECT_EQ(experiment.scheme_of(5), 0u);
  EXPECT_EQ(experiment.scheme_of(6), 1u);
}

TEST(Experiment, ASweptNameReplacesWhatTheFileSaysElsewhere) {
  const Experiment experiment = Parsed(File(
      R"([{"id": "nv-logging", "params": {"persist": "flush-on-commit"}}])",
      R"(, "seed": 1, "sweep": {"persist": ["flush-on-insert", "flush-on-commit"], "seed": [5, 6]})"));
  const int index = 0;  // persist
  ASSERT_STREQ(experiment.schemes[0].scheme->params[index].id, "persist");
  EXPECT_NE(experiment.Point(0).scheme_params.value[index],
            experiment.Point(2).scheme_params.value[index]);
  EXPECT_EQ(experiment.Point(1).seed, 6u);
}

TEST(Experiment, APowerCutComesNoEarlierThanTheMeasuredTransactions) {
  const Experiment plain =
      Parsed(File(kOne, R"(, "crash": {}, "sweep": {"transactions": [50, 70]})"));
  EXPECT_EQ(plain.Point(0).crash.after, 50u);
  EXPECT_EQ(plain.Point(1).all_transactions(), 80u);
  const Experiment later = Parsed(File(kOne, R"(, "crash": {"after_transactions": 150})"));
  EXPECT_EQ(later.Point(0).all_transactions(), 160u);
}

TEST(Experiment, TransactionsAreSoManyForEachThread) {
  const std::string cut = R"(, "per_thread": true, "crash": {"after_transactions": 150})";
  const Experiment swept = Parsed(File(kOne, cut + R"(, "sweep": {"threads": [1, 5]})"));
  EXPECT_EQ(swept.Point(0).transactions, 100u);
  EXPECT_EQ(swept.Point(1).transactions, 500u);
  EXPECT_EQ(swept.Point(1).warmup, 50u);
  EXPECT_EQ(swept.Point(1).all_transactions(), 800u);
  EXPECT_EQ(KeyOf(File(kOne, R"(, "per_thread": false)")), KeyOf(File(kOne)));
  Experiment experiment;
  std::vector<Problem> problems;
  const std::string many =
      R"(, "per_thread": true, "sweep": {"transactions": [100000000], "threads": [1000]})";
  EXPECT_FALSE(ParseExperiment(File(kOne, many), &experiment, &problems));
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].path, "transactions");
}

// A workload with an end: all that it has are measured at most.
TEST(Experiment, TransactionsAreNoMoreThanTheWorkloadHas) {
  const auto file = [](const std::string& rest, const std::string& params) {
    return R"({"format": 1, "id": "x", "kind": "experiment", "title": {"en": "t", "zh": "t"}, "scale": "quick",
      "machine": {"id": "rewind"}, "threads": 2, "transactions": 1000, "schemes": [{"id": "rewind"}],
      "workload": {"id": "skip-records", "params": {)" +
           params + "}}" + rest + "}";
  };
  const std::string cut = R"(, "crash": {}, "sweep": {"workload.skip": [4, 9, 999]})";
  const Experiment swept = Parsed(file(R"(, "warmup": 5)" + cut, R"("rounds": 3)"));
  EXPECT_EQ(swept.Point(0).transactions, 25u) << "2 clients, 3 rounds of 5, and the warm-up";
  EXPECT_EQ(swept.Point(0).all_transactions(), 30u);
  EXPECT_EQ(swept.Point(1).all_transactions(), 60u);
  EXPECT_EQ(swept.Point(2).transactions, 1000u);
  EXPECT_EQ(Parsed(file(cut, "")).Point(0).transactions, 1000u);
  const std::string mix = R"({"format": 1, "id": "x", "kind": "experiment", "scale": "quick",
      "title": {"en": "t", "zh": "t"}, "machine": {"id": "rewind"}, "threads": 3, "transactions": 1000,
      "per_thread": true, "workload": {"id": "btree-mix", "params": {"share": 40}},
      "schemes": [{"id": "rewind"}], "sweep": {"workload.share": [40, 0]}})";
  EXPECT_EQ(Parsed(mix).Point(0).transactions, 120u) << "3 clients, a share of 40 each";
  EXPECT_EQ(Parsed(mix).Point(1).transactions, 3000u) << "one pool";
  const auto refused = [&](const std::string& text, const char* path) {
    Experiment experiment;
    std::vector<Problem> problems;
    EXPECT_FALSE(ParseExperiment(text, &experiment, &problems));
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_EQ(problems[0].path, path);
  };
  refused(file(R"(, "warmup": 24)", R"("rounds": 3)"), "warmup");
  refused(file("", R"("lost_percent": 10)"), "workload.params.rounds");
}

TEST(ExperimentKey, IsTheSameHoweverTheSameIsWritten) {
  const std::string key = KeyOf(File(kOne));
  EXPECT_EQ(key.size(), 16u);
  EXPECT_EQ(
      key,
      KeyOf(File(
          R"([{"id": "nv-logging", "label": {"en": "a", "zh": "b"}, "params": {"persist": "flush-on-commit"}}])")));
  EXPECT_EQ(key,
            KeyOf(File(kOne, R"(, "seed": 0, "deadlock": "wait-die", "metrics": ["throughput"])")));
  EXPECT_EQ(key, KeyOf(File(kOne, R"(, "sweep": {"threads": [2, 3]})")));
}

TEST(ExperimentKey, ChangesWithEverythingThatAResultDependsOn) {
  std::set<std::string> keys = {KeyOf(File(kOne)),
                                KeyOf(File(kTwo)),
                                KeyOf(File(kOne, R"(, "seed": 1)")),
                                KeyOf(File(kOne, R"(, "deadlock": "detect")")),
                                KeyOf(File(kOne, R"(, "crash": {})")),
                                KeyOf(File(kOne, R"(, "crash": {"check": false})")),
                                KeyOf(File(kOne, R"(, "sweep": {"threads": [3]})")),
                                KeyOf(File(kOne, R"(, "sweep": {"transactions": [101]})")),
                                KeyOf(File(kOne, R"(, "sweep": {"workload.warehouses": [2]})")),
                                KeyOf(File(kOne, R"(, "sweep": {"machine.nvm.slowdown": [3]})"))};
  EXPECT_EQ(keys.size(), 10u);
}

// "3/1 4/2": numerators and denominators.
std::string Pairs(const std::string& num, const std::string& den) {
  const std::string claim =
      R"(, "sweep": {"machine.nvm.slowdown": [1, 4, 8], "threads": [2, 4]}, "claims": [{"id": "c",
      "metric": "throughput", "reduce": "range", "expect": [1, 2], "num": )" +
      num + (den.empty() ? "" : ", \"den\": " + den) + "}]";
  std::string text;
  const Experiment experiment = Parsed(File(kTwo, claim));
  EXPECT_EQ(experiment.claims[0].ratio, !den.empty());
  for (const auto& [n, d] : experiment.claims[0].pairs) {
    text += (text.empty() ? "" : " ") + std::to_string(n) + "/" + std::to_string(d);
  }
  return text;
}

TEST(ExperimentClaim, ComparesEachPointWithTheOneThatDiffersAsTheDenominatorSays) {
  EXPECT_EQ(Pairs(R"({"scheme": 1})", R"({"scheme": 0})"), "6/0 7/1 8/2 9/3 10/4 11/5");
  EXPECT_EQ(Pairs(R"({"scheme": 1, "machine.nvm.slowdown": [4, 8]})", R"({"scheme": 0})"),
            "8/2 9/3 10/4 11/5");
  EXPECT_EQ(Pairs(R"({"scheme": 0, "threads": 4})", R"({"threads": 2})"), "1/0 3/2 5/4");
  EXPECT_EQ(Pairs(R"({"scheme": 0, "threads": 4})", R"({"threads": 2, "machine.nvm.slowdown": 1})"),
            "1/0 3/0 5/0");
  EXPECT_EQ(Pairs(R"({"scheme": 1, "threads": [2]})", ""), "6/6 8/8 10/10");
}

TEST(ExperimentClaim, DividesByThePairThatDiffersAsPerSays) {
  const std::string rest =
      R"(, "sweep": {"threads": [2, 4, 8]}, "quick": {"sweep": {"threads": [2, 8]}}, "claims": [{"id": "c",
      "metric": "throughput", "reduce": "range", "expect": [1, 2], "as": "growth",
      "num": {"scheme": 1, "threads": [4, 8]}, "den": {"threads": 2}, "per": {"scheme": 0}}])";
  const ClaimPairs quick = Parsed(File(kTwo, rest)).claims[0];
  using Pairs = std::vector<std::pair<uint32_t, uint32_t>>;
  EXPECT_EQ(quick.pairs, (Pairs{{3, 2}})) << "the quick run has two of three values";
  EXPECT_EQ(quick.per, (Pairs{{1, 0}}));
  EXPECT_EQ(quick.of, 2u);
  std::string plan;
  WritePlan(Parsed(File(kTwo, rest)), &plan);
  EXPECT_NE(plan.find(R"("pairs":[[3,2]],"per":[[1,0]])"), std::string::npos) << plan;
}

TEST(ExperimentPlan, HoldsEveryPointWithItsKeyAndTheMetrics) {
  std::string text;
  WritePlan(Parsed(File(kTwo, R"(, "sweep": {"threads": [2, 4]})")), &text);
  JsonValue plan;
  JsonError error;
  ASSERT_TRUE(ParseJson(text, &plan, &error)) << error.reason.en;
  EXPECT_EQ(plan.Find("version")->string, kVersion);
  const auto& points = plan.Find("points")->elements;
  ASSERT_EQ(points.size(), 4u);
  EXPECT_EQ(points[3].Find("scheme")->integer, 1);
  EXPECT_EQ(points[3].Find("assignment")->Find("threads")->integer, 4);
  EXPECT_EQ(points[3].Find("transactions")->integer, 110);
  EXPECT_EQ(points[0].Find("params")->Find("persist")->string, "flush-on-insert");
  EXPECT_GT(plan.Find("metrics")->elements.size(), 40u);
}

// Two schemes, six points each; the quick scale has fewer transactions, one more parameter and
// fewer values.
std::string TwoScales(const std::string& scale, const std::string& quick) {
  std::string text = File(
      kTwo,
      R"(, "sweep": {"machine.nvm.slowdown": [1, 4, 8], "threads": [2, 4]}, "claims": [{"id": "c",
      "metric": "throughput", "reduce": "range", "expect": [1, 2], "num": {"scheme": 1, "machine.nvm.slowdown": [4, 8]},
      "den": {"scheme": 0}}], "quick": )" +
          quick);
  return text.replace(text.find(R"("scale": "quick")"), 16, R"("scale": ")" + scale + "\"");
}
const char kQuick[] =
    R"({"transactions": 50, "workload": {"params": {"warehouses": 2}}, "machine": {"overrides": {"cpu.cores": 2}},
    "schemes": [{}, {"params": {"entries": 5000}}], "sweep": {"machine.nvm.slowdown": [8, 1]}})";

int64_t WorkloadParam(const PointConfig& point, const char* id) {
  return point.workload_params.value[FindParam(point.workload->params, id)];
}

TEST(ExperimentScale, TheQuickOneIsTheFileWithItsOwnNumbers) {
  const Experiment published = Parsed(TwoScales("published", kQuick)),
                   quick = Parsed(TwoScales("quick", kQuick));
  EXPECT_EQ(published.point_count(), 12u);
  EXPECT_EQ(PointKey(published.Point(0)), PointKey(Parsed(File(kTwo)).Point(0)));
  EXPECT_EQ(quick.point_count(), 8u);
  EXPECT_EQ(quick.Point(0).machine[Price::kNvmSlowdown], 8u);
  EXPECT_EQ(quick.Point(0).transactions, 50u);
  EXPECT_EQ(quick.Point(0).warmup, 10u);
  EXPECT_EQ(quick.Point(0).machine[Price::kCores], 2u);
  EXPECT_EQ(WorkloadParam(quick.Point(0), "warehouses"), 2);
  const SchemeInfo& scheme = *quick.schemes[1].scheme;
  const int entries = FindParam(scheme.params, "entries");
  EXPECT_EQ(quick.Point(4).scheme_params.value[entries], 5000);
  EXPECT_EQ(quick.Point(0).scheme_params.value[entries],
            published.Point(0).scheme_params.value[entries]);
}

TEST(ExperimentWorkloads, AreSweptEachWithItsOwnParameters) {
  const std::string rest =
      R"(, "workloads": [{"id": "tpcb", "params": {"branches": 3}}], "sweep": {"workload": ["tatp", "tpcb", "tpcc"],
      "workload.branches": [3, 4]}, "chart": {"x": "workload", "y": "throughput"}, "claims": [{"id": "c", "metric": "throughput",
      "reduce": "range", "expect": [1, null], "num": {"workload": "tpcb"}, "den": {"workload": "tpcc"}}],
      "quick": {"workloads": [{"params": {"queried": 2}}], "sweep": {"workload": ["tpcb"]}})";
  const Experiment quick = Parsed(File(kTwo, rest));
  ASSERT_EQ(quick.point_count(), 4u);
  EXPECT_STREQ(quick.Point(1).workload->id, "tpcb");
  EXPECT_EQ(WorkloadParam(quick.Point(1), "branches"), 4);
  EXPECT_EQ(WorkloadParam(quick.Point(1), "queried"), 2);
  std::string published = File(kTwo, rest);
  published.replace(published.find(R"("scale": "quick")"), 16, R"("scale": "published")");
  const Experiment all = Parsed(published);
  ASSERT_EQ(all.point_count(), 12u);
  EXPECT_STREQ(all.Point(0).workload->id, "tatp");
  EXPECT_EQ(PointKey(all.Point(0)), PointKey(all.Point(1))) << "TATP has no branches";
  EXPECT_EQ(WorkloadParam(all.Point(2), "queried"), 0);
  EXPECT_EQ(PointKey(all.Point(4)), PointKey(Parsed(File(kTwo)).Point(0)));
  EXPECT_EQ(all.claims[0].pairs.size(), 4u);
  std::string plan;
  WritePlan(all, &plan);
  EXPECT_NE(plan.find(R"("workload":"tatp, tpcb, tpcc")"), std::string::npos);
}

TEST(ExperimentWorkloads, WhatIsWrongIsToldWithItsPlace) {
  const struct {
    const char* rest;
    const char* path;
  } cases[] = {
      {R"(, "sweep": {"workload": ["tpcd"]})", "sweep.workload[0]"},
      {R"(, "sweep": {"workload": ["pg-trace"]})", "sweep.workload[0]"},
      {R"(, "sweep": {"workload": [1]})", "sweep.workload[0]"},
      {R"(, "sweep": {"workload": ["tpcb", "tpcb"]})", "sweep.workload[1]"},
      {R"(, "sweep": {"workload.branches": [1]})", "sweep.workload.branches"},
      {R"(, "workloads": [{"id": "tpcc"}])", "workloads[0]"},
      {R"(, "workloads": [{"id": "pg-trace"}])", "workloads[0]"},
      {R"(, "workloads": [{"id": "tpcb", "params": {"branches": 0}}])",
       "workloads[0].params.branches"},
      {R"(, "workloads": {})", "workloads"},
      {R"(, "workloads": [{"id": "tpcb"}], "quick": {"workloads": [{}, {}]})", "quick.workloads"},
      {R"(, "workloads": [{"id": "tpcb"}], "quick": {"workloads": [{"id": "tatp"}]})",
       "quick.workloads[0].id"}};
  for (const auto& each : cases) {
    Experiment experiment;
    std::vector<Problem> problems;
    EXPECT_FALSE(ParseExperiment(File(kTwo, each.rest), &experiment, &problems)) << each.rest;
    ASSERT_FALSE(problems.empty());
    EXPECT_EQ(problems[0].path, each.path) << problems[0].reason_en;
  }
}

TEST(ExperimentSweep, ACombinationThatDoesNotFitSaysWhichSystemRefusesIt) {
  const struct {
    const char* schemes;
    const char* name;
    const char* en;
    const char* zh;
  } cases[] = {{R"([{"id": "nv-logging"}, {"id": "pcmlogging"}])", "pcm_percent",
                "PCMLogging: ", "PCMLogging："},
               {R"([{"id": "pcmlogging", "label": {"en": "small", "zh": "小"}}])",
                "scheme.pcm_percent", "PCMLogging (small): ", "PCMLogging（小）："},
               {R"([{"id": "pcmlogging", "label": {"en": "small"}}])", "pcm_percent",
                "PCMLogging (small): ", "PCMLogging（small）："}};
  for (const auto& each : cases) {
    const std::string rest = R"(, "sweep": {")" + std::string(each.name) + R"(": [1]})";
    Experiment experiment;
    std::vector<Problem> problems;
    EXPECT_FALSE(ParseExperiment(File(each.schemes, rest), &experiment, &problems));
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_EQ(problems[0].path, std::string("sweep.") + each.name);
    EXPECT_EQ(problems[0].reason_en.find(each.en), 0u) << problems[0].reason_en;
    EXPECT_EQ(problems[0].reason_zh.find(each.zh), 0u) << problems[0].reason_zh;
  }
}

TEST(ExperimentSweep, AMemoryThatIsTooSmallIsRefusedWhereItIsSaid) {
  const std::string overrides = R"("overrides": {"os.page_cache": 1, "os.memory_mb": 1})";
  std::string alone = File(kOne);
  alone.replace(alone.find(R"("id": "setup-a")"), 15, R"("id": "setup-a", )" + overrides);
  std::string swept = File(kOne, R"(, "sweep": {"machine.os.memory_mb": [49152, 1]})");
  swept.replace(swept.find(R"("id": "setup-a")"), 15,
                R"("id": "setup-a", "overrides": {"os.page_cache": 1})");
  for (const auto& [text, path] : {std::pair{alone, "machine.overrides.os.memory_mb"},
                                   std::pair{swept, "sweep.machine.os.memory_mb"}}) {
    Experiment experiment;
    std::vector<Problem> problems;
    EXPECT_FALSE(ParseExperiment(text, &experiment, &problems));
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_EQ(problems[0].path, path);
    EXPECT_NE(problems[0].reason_en.find("1 MB"), std::string::npos);
    EXPECT_NE(problems[0].reason_zh.find("1 MB"), std::string::npos);
  }
}

TEST(ExperimentScale, ClaimsAreAboutThePublishedPointsThatTheQuickOneHas) {
  const Experiment published = Parsed(TwoScales("published", kQuick)),
                   quick = Parsed(TwoScales("quick", kQuick));
  using PointPairs = std::vector<std::pair<uint32_t, uint32_t>>;
  EXPECT_EQ(published.claims[0].pairs, (PointPairs{{8, 2}, {9, 3}, {10, 4}, {11, 5}}));
  EXPECT_EQ(quick.claims[0].pairs, (PointPairs{{4, 0}, {5, 1}}));
  EXPECT_EQ(quick.claims[0].of, 4u);
  EXPECT_TRUE(Parsed(TwoScales("quick", R"({"sweep": {"machine.nvm.slowdown": [1]}})"))
                  .claims[0]
                  .pairs.empty());
}

TEST(ExperimentScale, WhatIsWrongInEitherIsToldAtBoth) {
  const struct {
    const char* quick;
    const char* path;
  } cases[] = {
      {R"({"transactions": 0})", "quick.transactions"},
      {R"({"schemes": [{"params": {"luck": 1}}]})", "quick.schemes[0].params.luck"},
      {R"({"schemes": [{"id": "aries"}]})", "quick.schemes[0].id"},
      {R"({"schemes": [{}, {}, {}]})", "quick.schemes"},
      {R"({"workload": {"params": {"warehouses": 0}}})", "quick.workload.params.warehouses"},
      {R"({"sweep": {"machine.nvm.slowdown": [2]}})", "quick.sweep.machine.nvm.slowdown[0]"},
      {R"({"sweep": {"seed": [1]}})", "quick.sweep.seed"},
      {R"({"sweep": {"threads": []}})", "quick.sweep.threads"},
      {R"({"claims": []})", "quick.claims"},
      {R"({"crash": {}})", "quick.crash"},
      {"5", "quick"}};
  for (const auto& each : cases) {
    for (const char* scale : {"quick", "published"}) {
      Experiment experiment;
      std::vector<Problem> problems;
      EXPECT_FALSE(ParseExperiment(TwoScales(scale, each.quick), &experiment, &problems))
          << each.quick;
      ASSERT_FALSE(problems.empty());
      EXPECT_EQ(problems[0].path, each.path) << problems[0].reason_en;
    }
  }
}

}  // namespace
}  // namespace afterimage
