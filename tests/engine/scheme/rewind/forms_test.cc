// Every form that REWIND takes, with every workload: versions and layers of the log, policies, one
// log or two, hash tables, trees and arrays of trees.
#include "run/file/experiment/experiment.h"
#include "run/measure/point.h"
#include "support/benchmarks.h"
#include "support/effort.h"

namespace afterimage::testing_support {
namespace {

// The parameters of each form, as JSON. Those that do not go together are refused elsewhere
// (RewindParameters).
std::vector<std::string> Forms() {
  std::vector<std::string> forms;
  for (const char* version :
       {R"("version": "simple")", R"("version": "optimized", "bucket_records": 4)",
        R"("version": "batch", "bucket_records": 8, "group": 4)",
        R"("version": "optimized", "bucket_records": 4, "layers": 2)"}) {
    for (const char* policy :
         {R"("policy": "force", "clear": "commit")", R"("policy": "force", "clear": "checkpoint")",
          R"("policy": "no-force", "clear": "checkpoint")",
          R"("policy": "force", "clear": "commit", "logs": 2)",
          R"("policy": "force", "clear": "checkpoint", "logs": 2)"}) {
      for (const char* records : {R"("placement": "hash")", R"("placement": "btree", "fanout": 4)",
                                  R"("placement": "btree", "fanout": 4, "layout": "optimized")"}) {
        forms.push_back(std::string(R"({"log_slots": 4096, "spare_kb": 256, )") + version + ", " +
                        policy + ", " + records + "}");
      }
    }
  }
  return forms;
}

std::vector<BenchmarkCase> Cases() {
  std::vector<BenchmarkCase> cases;
  for (const BenchmarkCase& each : BenchmarkCases()) {
    if (each.scheme == FindScheme("rewind")) cases.push_back(each);
  }
  return cases;
}

class RewindForms : public testing::TestWithParam<BenchmarkCase> {};
INSTANTIATE_TEST_SUITE_P(All, RewindForms, testing::ValuesIn(Cases()),
                         [](const auto& made) { return NameOf(made.param); });

// The last transactions are cut off by a power cut, and what is there after recovery is asked of
// the workload's own conditions.
TEST_P(RewindForms, RunRecoverAndAreConsistent) {
  const std::vector<std::string> forms = Forms();
  const std::string id = GetParam().workload->id;
  uint32_t ran = 0;
  // A slow build tries other forms with other workloads.
  for (size_t i = id.size() % Stride(1); i < forms.size(); i += Stride(1)) {
    const std::string text =
        GetParam().Common("experiment") +
        R"(, "scale": "quick", "threads": 4, "transactions": 60, "warmup": 10, "seed": 7,
            "crash": {"after_transactions": 65}, "schemes": [{"id": "rewind", "params": )" +
        forms[i] + "}]}";
    Experiment experiment;
    std::vector<Problem> problems;
    ASSERT_TRUE(ParseExperiment(text, &experiment, &problems, SmallInput(*GetParam().workload)))
        << forms[i] << ": " << problems[0].path << ": " << problems[0].reason_en;
    PointRun point(experiment.Point(0));
    if (!point.formatted()) continue;
    ++ran;
    while (!point.Advance(1 << 20)) continue;
    EXPECT_TRUE(point.complete()) << forms[i];
    EXPECT_EQ(point.transactions_done(), 75u) << forms[i];
    EXPECT_EQ(point.recovery().status, Status::kOk) << forms[i];
    EXPECT_TRUE(point.consistency().holds) << forms[i] << ": " << point.consistency().broken.en;
    EXPECT_GT(point.consistency().records_read, 0u) << forms[i];
  }
  EXPECT_GT(ran, 0u);
}

}  // namespace
}  // namespace afterimage::testing_support
