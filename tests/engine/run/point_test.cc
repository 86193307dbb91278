// Does a measured run measure what it says, wherever it is left and resumed?
#include "run/measure/point.h"

#include <gtest/gtest.h>

#include <numeric>

#include "run/file/experiment/experiment.h"
#include "support/effort.h"

namespace afterimage {
namespace {

// A small TPC-C; `rest`: further members, each with a comma before it.
PointConfig Config(const std::string& rest = "", const std::string& threads = "3") {
  const std::string text =
      R"({"format": 1, "id": "x", "kind": "experiment", "title": {"en": "t", "zh": "t"}, "scale": "quick",
      "machine": {"id": "setup-a"}, "transactions": 60, "warmup": 15, "threads": )" +
      threads + R"(,
      "workload": {"id": "tpcc", "params": {"customers": 30, "items": 1000, "orders": 30}},
      "schemes": [{"id": "nv-logging", "params": {"placement": "btree", "page_bytes": 8192, "frames": 4000, "spare_pages": 2000,
                   "warm": true, "entries": 100000, "checkpoint_after": 80000}}])" +
      rest + "}";
  Experiment experiment;
  std::vector<Problem> problems;
  EXPECT_TRUE(ParseExperiment(text, &experiment, &problems))
      << problems[0].path << ": " << problems[0].reason_en;
  return experiment.Point(0);
}

std::string Result(const PointConfig& config, uint64_t slice = 1 << 20) {
  PointRun point(config);
  EXPECT_TRUE(point.formatted());
  while (!point.Advance(slice)) continue;
  std::string text;
  WritePointResult(point, &text);
  return text;
}

uint64_t Commits(const PointRun& point) {
  uint64_t commits = 0;
  for (const Statistics::Kind& kind : point.kinds()) commits += kind.commits;
  return commits;
}

TEST(Point, MeasuresSoManyCommitsAfterTheWarmUp) {
  PointRun point(Config());
  ASSERT_TRUE(point.formatted());
  while (!point.Advance(1000)) continue;
  EXPECT_TRUE(point.complete());
  EXPECT_EQ(Commits(point), 60u);
  EXPECT_EQ(point.transactions_done(), 75u);
  EXPECT_GT(point.before().time, 0u);
  uint64_t latencies = 0;
  for (const Statistics::Kind& kind : point.kinds()) latencies += kind.latency.count();
  EXPECT_EQ(latencies, 60u);
}

// The first half is what a run of half the length measures.
TEST(Point, ComparesTheHalvesOfTheMeasuredPart) {
  const auto run = [](const PointConfig& config, Time* took, double* ratio) {
    PointRun point(config);
    EXPECT_TRUE(point.formatted());
    while (!point.Advance(1 << 20)) continue;
    *took = point.after().time - point.before().time;
    if (ratio) *ratio = point.halves_ratio();
    return static_cast<double>(Commits(point));
  };
  for (const Time until : {Time{0}, Time{2000000}}) {
    PointConfig config = Config();
    config.until = until;
    Time all_took = 0, half_took = 0;
    double ratio = 0;
    const double all = run(config, &all_took, &ratio);
    config.transactions /= 2;
    config.until /= 2;
    const double half = run(config, &half_took, nullptr);
    ASSERT_GT(half, 5);
    const double first = half / static_cast<double>(half_took);
    const double second = (all - half) / static_cast<double>(all_took - half_took);
    EXPECT_DOUBLE_EQ(ratio, second / first) << until;
    EXPECT_NE(ratio, 1) << until;
  }
}

TEST(Point, BooksEveryNanosecondOfEveryClient) {
  for (const char* threads : {"1", "3", "40"}) {  // the machine has 16 cores
    PointRun point(Config("", threads));
    ASSERT_TRUE(point.formatted());
    while (!point.Advance(1 << 20)) continue;
    const Time elapsed = point.after().time - point.before().time;
    const auto sum = [](const Reading& r) {
      return std::accumulate(r.clients, r.clients + kCategories, Time{0});
    };
    EXPECT_EQ(sum(point.after()) - sum(point.before()), std::stoul(threads) * elapsed) << threads;
    for (int c = 0; c < kCategories; ++c)
      EXPECT_GE(point.after().clients[c], point.before().clients[c]);
  }
}

TEST(Point, IsTheSameHoweverItIsSliced) {
  const PointConfig config = Config(R"(, "crash": {})");
  const std::string whole = Result(config);
  EXPECT_EQ(Result(config, 97), whole);
  EXPECT_EQ(Result(config, 5003), whole);
}

TEST(Point, DependsOnTheSeed) {
  EXPECT_NE(Result(Config(R"(, "seed": 1)")), Result(Config(R"(, "seed": 2)")));
}

TEST(Point, RecoversFromAPowerCutToAConsistentDatabase) {
  PointRun point(Config(R"(, "crash": {"after_transactions": 80})"));
  ASSERT_TRUE(point.formatted());
  bool recovering = false;
  while (!point.Advance(5000))
    recovering = recovering || point.stage() == PointRun::Stage::kRecovery;
  EXPECT_TRUE(recovering);
  EXPECT_EQ(point.transactions_done(), 95u);
  EXPECT_EQ(Commits(point), 60u);
  EXPECT_EQ(point.recovery().status, Status::kOk);
  Time passes = 0;
  for (uint32_t pass = 0; pass < kRecoveryPasses; ++pass)
    passes += point.recovery().of(static_cast<RecoveryPass>(pass));
  EXPECT_EQ(point.recovery().total_ns, passes);
  EXPECT_GT(point.recovery().records, 0u);
  EXPECT_TRUE(point.consistency().holds) << point.consistency().broken.en;
  EXPECT_GT(point.consistency().records_read, 1000u);
}

// Log and buffer are used many times over; the first cut leaves rollbacks for recovery.
TEST(Point, RecoversOverASmallCentralLog) {
  Time undo = 0;
  uint32_t left = testing_support::Effort(3);
  for (const char* after : {"260", "320", "290"}) {
    if (left-- == 0) break;
    const std::string text =
        R"({"format": 1, "id": "x", "kind": "experiment", "title": {"en": "t", "zh": "t"}, "scale": "quick",
        "machine": {"id": "setup-a"}, "transactions": 200, "warmup": 15, "threads": 8, "crash": {"after_transactions": )" +
        std::string(after) + R"(},
        "workload": {"id": "tpcc", "params": {"customers": 30, "items": 1000, "orders": 30}},
        "schemes": [{"id": "aries", "params": {"placement": "btree", "page_bytes": 8192, "frames": 4000, "spare_pages": 4000, "warm": true,
                     "log_on": "tmpfs", "data_on": "tmpfs", "partition_kb": 128, "buffer_kb": 64, "checkpoint_kb": 160}}]})";
    Experiment experiment;
    std::vector<Problem> problems;
    ASSERT_TRUE(ParseExperiment(text, &experiment, &problems))
        << problems[0].path << ": " << problems[0].reason_en;
    PointRun point(experiment.Point(0));
    ASSERT_TRUE(point.formatted());
    while (!point.Advance(1 << 20)) continue;
    EXPECT_TRUE(point.complete());
    EXPECT_EQ(point.recovery().status, Status::kOk);
    EXPECT_TRUE(point.consistency().holds) << point.consistency().broken.en;
    EXPECT_GT(point.after().engine.log_bytes, uint64_t{1} << 19);
    undo += point.recovery().of(RecoveryPass::kUndo);
  }
  EXPECT_GT(undo, 0u);
}

// One transaction rolls back, and the next one commits.
TEST(Point, TimesRollbacksAndCountsOperations) {
  uint64_t means[2] = {};
  for (const int operations : {50, 500}) {
    const std::string text =
        R"({"format": 1, "id": "x", "kind": "experiment", "title": {"en": "t", "zh": "t"}, "scale": "quick",
        "machine": {"id": "setup-a"}, "threads": 1, "transactions": 1,
        "workload": {"id": "btree-mix", "params": {"records": 2000, "update_percent": 100, "rollback_percent": 50, "operations": )" +
        std::to_string(operations) + R"(}},
        "schemes": [{"id": "nv-logging", "params": {"placement": "btree", "page_bytes": 8192, "frames": 4000, "spare_pages": 2000,
                     "warm": true, "entries": 100000, "checkpoint_after": 80000}}]})";
    Experiment experiment;
    std::vector<Problem> problems;
    ASSERT_TRUE(ParseExperiment(text, &experiment, &problems)) << problems[0].reason_en;
    PointRun point(experiment.Point(0));
    ASSERT_TRUE(point.formatted());
    while (!point.Advance(1 << 20)) continue;
    ASSERT_EQ(point.kinds().size(), 2u);
    EXPECT_EQ(point.kinds()[0].commits, 1u);
    EXPECT_EQ(point.kinds()[1].aborts, 1u);
    EXPECT_EQ(point.kinds()[0].rollback.count(), 0u);
    const Histogram& rollback = point.kinds()[1].rollback;
    ASSERT_EQ(rollback.count(), 1u);
    means[operations / 500] = rollback.sum();
    const Time elapsed = point.after().time - point.before().time;
    EXPECT_LT(rollback.sum(), elapsed - point.kinds()[0].latency.sum());
    std::string result;
    WritePointResult(point, &result);
    const auto holds = [&](const std::string& member) {
      return result.find(member) != std::string::npos;
    };
    EXPECT_TRUE(holds("\"operations.count\":" + std::to_string(operations) + ",")) << result;
    EXPECT_TRUE(holds("\"rollback.mean\":" + std::to_string(rollback.sum()) + ",")) << result;
  }
  EXPECT_GT(means[1], 5 * means[0]);
  EXPECT_EQ(Result(Config()).find("operations."), std::string::npos) << "TPC-C counts none";
}

// Three rounds of four that are cleared, and one whose target is lost.
TEST(Point, LeavesClearingOutOfLoggingAndRecovery) {
  const std::string text =
      R"({"format": 1, "id": "x", "kind": "experiment", "title": {"en": "t", "zh": "t"}, "scale": "quick",
      "machine": {"id": "rewind"}, "threads": 1, "transactions": 1000, "crash": {},
      "workload": {"id": "skip-records", "params": {"skip": 3, "operations": 5, "rounds": 4, "lost_percent": 25, "checkpoint": true}},
      "schemes": [{"id": "rewind", "params": {"version": "optimized", "policy": "no-force", "clear": "checkpoint",
                   "bucket_records": 16, "log_slots": 1000}}]})";
  Experiment experiment;
  std::vector<Problem> problems;
  ASSERT_TRUE(ParseExperiment(text, &experiment, &problems)) << problems[0].reason_en;
  PointRun point(experiment.Point(0));
  ASSERT_TRUE(point.formatted());
  while (!point.Advance(1 << 20)) continue;
  EXPECT_TRUE(point.complete());
  EXPECT_EQ(Commits(point), 15u);
  EXPECT_EQ(point.kinds()[0].left, 1u);
  EXPECT_TRUE(point.consistency().holds);
  const RecoveryReport& recovery = point.recovery();
  // The round that was not cleared has 4 times 5 updates and 3 ENDs behind the last CHECKPOINT.
  EXPECT_EQ(recovery.records, 24u);
  EXPECT_GT(recovery.of(RecoveryPass::kClear), 0u);
  EXPECT_GT(point.own_checkpoints_ns(), 0u);
  const Time passes = recovery.of(RecoveryPass::kAnalysis) + recovery.of(RecoveryPass::kRedo) +
                      recovery.of(RecoveryPass::kUndo);
  const Time elapsed = point.after().time - point.before().time;
  std::string result;
  WritePointResult(point, &result);
  const auto has = [&](const char* metric, Time value) {
    return result.find("\"" + std::string(metric) + "\":" + std::to_string(value) + ",") !=
           std::string::npos;
  };
  EXPECT_TRUE(has("recovery.log", passes)) << result;
  EXPECT_TRUE(has("processing.time", elapsed - point.own_checkpoints_ns() + passes)) << result;
}

// Pages found by a hash have no order: such a check would find no records, and call them lost.
TEST(Point, HasNoRangesWherePagesAreFoundByAHash) {
  const auto fits = [](const std::string& workload, const std::string& scheme) {
    Experiment experiment;
    std::vector<Problem> problems;
    const std::string text =
        R"({"format": 1, "id": "x", "kind": "experiment", "title": {"en": "t", "zh": "t"}, "scale": "quick",
        "machine": {"id": "setup-a"}, "threads": 1, "transactions": 1, "schemes": [{"id": ")" +
        scheme + R"("}], "workload": {"id": ")" + workload + R"("}})";
    EXPECT_TRUE(ParseExperiment(text, &experiment, &problems)) << problems[0].reason_en;
    return PointRun(experiment.Point(0)).formatted();
  };
  for (const char* workload : {"btree-mix", "log-inserts"}) {
    EXPECT_FALSE(fits(workload, "nv-logging")) << workload;
    EXPECT_TRUE(fits(workload, "unlogged-nvm")) << workload;
  }
}

TEST(Point, CanBeDroppedAnywhere) {
  for (int slices = 0; slices < 40; slices += 13) {
    PointRun point(Config(R"(, "crash": {})"));
    for (int i = 0; i < slices; ++i) point.Advance(3000);
  }
}

TEST(Point, SaysWhereTheDatabaseDoesNotFit) {
  PointConfig config = Config();
  const int placement = 7;
  ASSERT_STREQ(config.scheme->params[placement].id, "placement");
  config.scheme_params.value[placement] = 0;  // a hash of a few pages
  EXPECT_FALSE(PointRun(config).formatted());
}

}  // namespace
}  // namespace afterimage
