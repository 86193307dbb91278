// Figure 9's program: does a write cost what the interface's operations cost, and is it where it
// should be?
#include "workload/object_writes/object_writes.h"

#include <gtest/gtest.h>

#include "run/file/experiment/experiment.h"
#include "run/measure/point.h"

namespace afterimage {
namespace {

// The mean latency of a write, without contention.
double LatencyOf(const std::string& through, uint32_t bytes, uint32_t threads = 1) {
  const std::string text =
      R"({"format": 1, "id": "x", "kind": "experiment", "title": {"en": "t", "zh": "t"}, "scale": "quick",
      "machine": {"id": "setup-a"}, "transactions": 40, "warmup": 5, "seed": 1, "threads": )" +
      std::to_string(threads) + R"(, "workload": {"id": "object-writes", "params": {"through": ")" +
      through + R"(", "bytes": )" + std::to_string(bytes) +
      R"(}}, "schemes": [{"id": "nv-logging"}]})";
  Experiment experiment;
  std::vector<Problem> problems;
  EXPECT_TRUE(ParseExperiment(text, &experiment, &problems))
      << problems[0].path << ": " << problems[0].reason_en;
  PointRun point(experiment.Point(0));
  EXPECT_TRUE(point.formatted());
  while (!point.Advance(1 << 20)) continue;
  EXPECT_TRUE(point.complete());
  EXPECT_EQ(point.transactions_done(), 45u);
  EXPECT_EQ(point.after().engine.log_records, point.before().engine.log_records)
      << "the system beside it has nothing to do";
  const Histogram& latency = point.kinds()[0].latency;
  return static_cast<double>(latency.sum()) / static_cast<double>(latency.count());
}

TEST(ObjectWrites, AMemcpyCostsItsLinesAndNothingElse) {
  const MachineProfile machine(*FindMachine("setup-a"));
  for (const uint32_t bytes : {64u, 688u, 6296u})
    EXPECT_NEAR(LatencyOf("memory", bytes), static_cast<double>(machine.copy_ns(bytes)), 2);
}

TEST(ObjectWrites, AFileCostsMoreAndMostForSmallObjects) {
  double last = 1e9;
  for (const uint32_t bytes : {64u, 688u, 6296u, 64864u}) {
    const double memory = LatencyOf("memory", bytes), tmpfs = LatencyOf("tmpfs", bytes),
                 mmap = LatencyOf("mmap", bytes);
    EXPECT_GT(tmpfs, memory);
    EXPECT_GT(mmap, memory);
    EXPECT_LT(tmpfs / memory, last) << bytes;
    last = tmpfs / memory;
  }
}

TEST(ObjectWrites, ClientsHavePlacesOfTheirOwn) {
  for (const char* through : {"memory", "tmpfs", "mmap", "pmfs"})
    EXPECT_NEAR(LatencyOf(through, 688, 4), LatencyOf(through, 688), 1) << through;
}

TEST(ObjectWrites, SizesAreMultiplesOfAWord) {
  ParamValues params;
  params.value[1] = 65;
  EXPECT_NE(kObjectWrites.check(params), nullptr);
  params.value[1] = 72;
  EXPECT_EQ(kObjectWrites.check(params), nullptr);
}

}  // namespace
}  // namespace afterimage
