// A point of an experiment that has run to its end.
#ifndef AFTERIMAGE_TESTS_SUPPORT_MEASURED_POINT_H_
#define AFTERIMAGE_TESTS_SUPPORT_MEASURED_POINT_H_

#include <memory>
#include <string>
#include <vector>

#include "run/file/experiment/experiment.h"
#include "run/measure/point.h"
#include "support/benchmarks.h"

namespace afterimage::testing_support {

// The first point of the experiment that the text holds.
inline std::unique_ptr<PointRun> Measured(const std::string& text) {
  Experiment experiment;
  std::vector<Problem> problems;
  EXPECT_TRUE(ParseExperiment(text, &experiment, &problems)) << problems[0].reason_en;
  auto point = std::make_unique<PointRun>(experiment.Point(0));
  EXPECT_TRUE(point->formatted());
  while (!point->Advance(1 << 20)) continue;
  return point;
}

// The text of BenchmarkCase::Experiment for another machine, with these prices beside its own ones.
inline std::string OnMachine(std::string text, const std::string& machine,
                             const std::string& prices) {
  const std::string own = R"("setup-a", "overrides": {)";
  return text.replace(text.find(own), own.size(),
                      '"' + machine + R"(", "overrides": {)" + prices + ", ");
}

// The duration of the measured part.
inline Time Took(const PointRun& point) { return point.after().time - point.before().time; }

// Every system with TPC-B.
inline std::vector<BenchmarkCase> TpcbCases() {
  std::vector<BenchmarkCase> cases;
  for (const BenchmarkCase& each : BenchmarkCases(false)) {
    if (std::string(each.workload->id) == "tpcb") cases.push_back(each);
  }
  return cases;
}

// The cases among these whose pages go home to a file on a disk, which an operating system may keep
// in memory.
inline std::vector<BenchmarkCase> TpcbOnDisks() {
  std::vector<BenchmarkCase> cases;
  for (const BenchmarkCase& each : TpcbCases()) {
    const std::string scheme = each.scheme->id;
    if (scheme == "aries" || scheme == "nv-logging" || scheme == "distributed")
      cases.push_back(each);
  }
  return cases;
}

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_SUPPORT_MEASURED_POINT_H_
