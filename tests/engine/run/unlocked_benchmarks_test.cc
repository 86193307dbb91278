// Tests benchmarks whose look-ups and range scans take no locks: they end, and their conditions
// hold after a power cut.
#include "run/file/experiment/experiment.h"
#include "run/measure/point.h"
#include "support/benchmarks.h"

namespace afterimage::testing_support {
namespace {

constexpr char kInFiles[] =
    R"("partitions": 8, "partition_kb": 8192, "buffer_kb": 1024, "checkpoint_kb": 30000)";
constexpr char kInRings[] = R"("ring_kb": 16384, "checkpoint_kb": 8192, "archive_kb": 1024)";

// A pool of few frames makes look-ups wait for pages, and look again.
std::string Text(const char* workload, const char* scheme, const char* log, uint32_t frames) {
  return R"({"format": 1, "id": "x", "kind": "experiment", "title": {"en": "t", "zh": "t"},
    "scale": "quick", "machine": {"id": "rewind"}, "threads": 5, "transactions": 120, "warmup": 20,
    "seed": 2, "deadlock": "detect", "crash": {}, "workload": {"id": ")" +
         std::string(workload) + R"(", "params": )" + SmallParams(workload, true) +
         R"(}, "schemes": [{"id": ")" + scheme +
         R"(", "params": {"placement": "btree", "page_bytes": 4096, "spare_pages": 2000,
         "read_locks": false, "frames": )" +
         std::to_string(frames) + ", " + log + "}}]}";
}

TEST(LookUpsWithoutLocks, LeaveBenchmarksConsistent) {
  for (const char* workload : {"tpcc", "tatp", "tpcb", "btree-mix", "ycsb"}) {
    for (const char* scheme : {"stasis", "berkeley-db", "shore-mt"}) {
      for (const uint32_t frames : {8u, 400u}) {
        const char* log = std::string_view(scheme) == "shore-mt" ? kInRings : kInFiles;
        Experiment experiment;
        std::vector<Problem> problems;
        ASSERT_TRUE(ParseExperiment(Text(workload, scheme, log, frames), &experiment, &problems))
            << problems[0].path << ": " << problems[0].reason_en;
        PointRun point(experiment.Point(0));
        ASSERT_TRUE(point.formatted());
        while (!point.Advance(1 << 20)) continue;
        EXPECT_TRUE(point.complete());
        EXPECT_EQ(point.transactions_done(), 140u) << workload << scheme << frames;
        EXPECT_EQ(point.recovery().status, Status::kOk);
        EXPECT_TRUE(point.consistency().holds)
            << workload << " on " << scheme << ": " << point.consistency().broken.en;
      }
    }
  }
}

}  // namespace
}  // namespace afterimage::testing_support
