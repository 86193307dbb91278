// Fuzzes the experiment parser, and the plan of whatever it accepts.
#include "base/check.h"
#include "run/file/experiment/experiment.h"

namespace afterimage::fuzz {
namespace {

void ParseAndPlan(std::string_view text) {
  std::vector<Problem> problems;
  Experiment experiment;
  const bool good = ParseExperiment(text, &experiment, &problems);
  AI_CHECK(good == problems.empty() && problems.size() <= 50);
  if (!good) return;
  std::string plan;
  WritePlan(experiment, &plan);
  AI_CHECK(!plan.empty());
}

}  // namespace
}  // namespace afterimage::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  afterimage::fuzz::ParseAndPlan({reinterpret_cast<const char*>(data), size});
  return 0;
}
