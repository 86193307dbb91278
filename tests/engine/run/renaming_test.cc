// Tests that no number depends on the name of a system or a workload.
#include "run/file/experiment/experiment.h"
#include "run/measure/point.h"
#include "support/benchmarks.h"

namespace afterimage::testing_support {
namespace {

class Renaming : public testing::TestWithParam<BenchmarkCase> {
 protected:
  static PointConfig Config() {
    Experiment experiment;
    std::vector<Problem> problems;
    const std::string text = GetParam().Experiment(4, 40, R"(, "warmup": 5, "crash": {})");
    const auto input = SmallInput(*GetParam().workload);
    EXPECT_TRUE(ParseExperiment(text, &experiment, &problems, input))
        << problems[0].path << ": " << problems[0].reason_en;
    return experiment.Point(0);
  }
  static std::string Result(const PointConfig& config) {
    PointRun point(config);
    EXPECT_TRUE(point.formatted());
    while (!point.Advance(1 << 20)) continue;
    EXPECT_TRUE(point.complete());
    std::string text;
    WritePointResult(point, &text);
    return text;
  }
};

TEST_P(Renaming, ChangesNoNumber) {
  const PointConfig named = Config();
  SchemeInfo scheme = *named.scheme;
  scheme.id = "another-system";
  scheme.family = "another-family";
  scheme.title = scheme.summary = {"Another system", "另一系统"};
  WorkloadInfo workload = *named.workload;
  workload.id = "another-workload";
  workload.title = workload.summary = {"Another workload", "另一负载"};
  PointConfig renamed = named;
  renamed.scheme = &scheme;
  renamed.workload = &workload;
  EXPECT_NE(PointKey(renamed), PointKey(named));
  EXPECT_EQ(Result(renamed), Result(named));
}

INSTANTIATE_TEST_SUITE_P(OfAll, Renaming, testing::ValuesIn(BenchmarkCases()),
                         [](const auto& each) { return NameOf(each.param); });

}  // namespace
}  // namespace afterimage::testing_support
