// Fuzzes the scenario parser, and a short run of whatever it accepts.
#include "bounded_life.h"

namespace afterimage::fuzz {
namespace {

// Larger databases take their time to be built, and teach nothing more.
constexpr uint64_t kMaxDeviceBytes = 2 << 20;
constexpr uint32_t kEvents = 1000;

bool Small(const Scenario& scenario) {
  const DeviceSizes sizes =
      SizesOf(*scenario.scheme, scenario.params, scenario.Profile(), *scenario.MakeWorkload());
  return sizes.nvm_bytes + sizes.disk_bytes + sizes.log_disk_bytes + sizes.dram_bytes <=
         kMaxDeviceBytes;
}

void ParseAndRun(std::string_view text) {
  std::vector<Problem> problems;
  Survive survive;
  AI_CHECK(ParseSurvive(text, &survive, &problems) == problems.empty());
  problems.clear();
  Scenario scenario;
  const bool good = ParseScenario(text, &scenario, &problems);
  AI_CHECK(good == problems.empty() && problems.size() <= 50);
  if (!good || !Small(scenario)) return;
  Session session(std::move(scenario), nullptr);
  if (!session.formatted()) return;
  RunFor(session, kEvents, kMaxSteps);
  Refusal refusal;
  AI_CHECK(session.Cut({SurvivePolicy::kRandom, 1, {}}, &refusal));
  MustRecover(session);
}

}  // namespace
}  // namespace afterimage::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  afterimage::fuzz::ParseAndRun({reinterpret_cast<const char*>(data), size});
  return 0;
}
