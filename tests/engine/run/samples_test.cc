// Do samples say where a run is, and leave it alone? Does a run end at its virtual time?
#include "run/measure/samples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "run/file/experiment/experiment.h"
#include "run/file/experiment/metrics.h"
#include "run/measure/cells.h"
#include "run/measure/point.h"

namespace afterimage {
namespace {

// A small TPC-C; `rest`: further members, each with a comma before it.
PointConfig SampledConfig(const std::string& rest = "") {
  const std::string text =
      R"({"format": 1, "id": "x", "kind": "experiment", "title": {"en": "t", "zh": "t"}, "scale": "quick",
      "machine": {"id": "setup-a"}, "transactions": 120, "warmup": 15, "threads": 3,
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

void RunThrough(PointRun& point, uint64_t slice = 1 << 20) {
  ASSERT_TRUE(point.formatted());
  while (!point.Advance(slice)) continue;
}

std::string SampledResult(const PointRun& point) {
  std::string text;
  WritePointResult(point, &text);
  return text;
}

std::string SampledResult(const PointConfig& config, uint64_t slice = 1 << 20) {
  PointRun point(config);
  RunThrough(point, slice);
  return SampledResult(point);
}

TEST(Samples, ChangeNothingOfTheRun) {
  for (const char* rest : {"", R"(, "until_ns": 900000)", R"(, "crash": {})"}) {
    const std::string bare = SampledResult(SampledConfig(rest));
    PointRun point(SampledConfig(std::string(rest) + R"(, "samples": 64)"));
    RunThrough(point);
    const std::string sampled = SampledResult(point);
    EXPECT_GT(point.samples().count(), 20u);
    // The result less its last member.
    EXPECT_EQ(sampled.substr(0, sampled.find(R"(,"samples":)")) + "}", bare);
  }
}

TEST(Samples, AreTheSameHoweverTheRunIsSliced) {
  const PointConfig config = SampledConfig(R"(, "samples": 50, "until_ns": 700000, "crash": {})");
  EXPECT_EQ(SampledResult(config, 97), SampledResult(config));
}

TEST(Samples, NeverGoBackAndAccountForEveryNanosecond) {
  for (const char* rest :
       {R"(, "samples": 40)", R"(, "samples": 7)", R"(, "samples": 40, "until_ns": 900000)"}) {
    PointRun point(SampledConfig(rest));
    RunThrough(point);
    const std::vector<Samples::Sample>& samples = point.samples().samples();
    ASSERT_GT(samples.size(), 3u);
    EXPECT_LE(samples.size(), point.config().samples);
    Samples::Sample before;
    for (const Samples::Sample& sample : samples) {
      EXPECT_GT(sample.time, before.time);
      EXPECT_GE(sample.commits, before.commits);
      EXPECT_GE(sample.since.nvm.lines_written, before.since.nvm.lines_written);
      const Time* clients = sample.since.clients;
      EXPECT_EQ(std::accumulate(clients, clients + kCategories, Time{0}), 3 * sample.time);
      before = sample;
    }
    EXPECT_EQ(before.time, point.after().time - point.before().time);
    uint64_t commits = 0;
    for (const Statistics::Kind& kind : point.kinds()) commits += kind.commits;
    EXPECT_EQ(before.commits, commits);
  }
}

TEST(Samples, StandAtEqualSteps) {
  PointRun point(SampledConfig(R"(, "samples": 16)"));
  RunThrough(point);
  const std::vector<Samples::Sample>& samples = point.samples().samples();
  for (size_t i = 0; i + 1 < samples.size(); ++i)
    EXPECT_EQ(samples[i].time, samples[0].time * (i + 1));
}

TEST(Samples, HaveAColumnForEveryMetricThatIsSaidToBeSampled) {
  PointRun point(SampledConfig(R"(, "samples": 3)"));
  RunThrough(point);
  std::string text;
  JsonWriter json(text);
  WriteSamples(point.samples(), 0, json);
  std::vector<std::string> names;
  for (const MetricInfo& metric : kMetricInfo) names.push_back(metric.name);
  for (const CategoryName& category : kCategoryNames) {
    for (const char* group : {"time.", "share.", "daemons."})
      names.push_back(group + std::string(category.id));
  }
  for (const std::string& name : names) {
    ASSERT_TRUE(IsMetric(name));
    const bool there = text.find("\"" + name + "\":[") != std::string::npos;
    EXPECT_EQ(there, IsSampled(name) || name == "elapsed") << name;
  }
}

TEST(Samples, EndWithTheWholeHistogramAndTheWholeWear) {
  PointRun point(SampledConfig(R"(, "samples": 100, "until_ns": 900000)"));
  RunThrough(point);
  ASSERT_FALSE(point.samples().frames().empty());
  const Samples::Frame& last = point.samples().frames().back();
  EXPECT_EQ(last.time, 900000u);
  EXPECT_EQ(std::accumulate(last.latency.begin(), last.latency.end(), uint64_t{0}),
            point.samples().samples().back().commits);
  EXPECT_EQ(*std::max_element(last.wear.most.begin(), last.wear.most.end()), point.wear().max());
  EXPECT_EQ(std::accumulate(last.wear.units.begin(), last.wear.units.end(), uint64_t{0}),
            point.wear().units());
  EXPECT_EQ(last.wear.units, point.wear_map().units);
  EXPECT_LE(point.samples().frames().size(), Samples::kFrames + 1);
}

TEST(Samples, LatencyCellsTouch) {
  for (uint32_t cell = 0; cell < 150; ++cell) {
    EXPECT_EQ(CellOf(UpTo(cell)), cell);
    EXPECT_EQ(CellOf(UpTo(cell) + 1), cell + 1);
  }
}

TEST(Point, EndsAtItsVirtualTime) {
  PointRun point(SampledConfig(R"(, "until_ns": 500000)"));
  RunThrough(point);
  EXPECT_TRUE(point.complete());
  EXPECT_EQ(point.after().time - point.before().time, 500000u);
  EXPECT_LT(point.transactions_done(), 135u);
  EXPECT_GT(point.transactions_done(), 15u);
}

TEST(Point, LosesPowerAtItsVirtualTimeAndRecovers) {
  PointRun bare(SampledConfig(R"(, "until_ns": 500000)"));
  RunThrough(bare);
  PointRun point(SampledConfig(R"(, "until_ns": 500000, "crash": {})"));
  RunThrough(point);
  EXPECT_EQ(point.transactions_done(), bare.transactions_done());
  EXPECT_EQ(point.recovery().status, Status::kOk);
  EXPECT_GT(point.recovery().total_ns, 0u);
  EXPECT_TRUE(point.consistency().holds) << point.consistency().broken.en;
}

}  // namespace
}  // namespace afterimage
