// A scenario file, parsed and checked. Files come from users: everything that is wrong is reported
// with its place, and nothing is guessed.
#ifndef AFTERIMAGE_RUN_FILE_SCENARIO_H_
#define AFTERIMAGE_RUN_FILE_SCENARIO_H_

#include <string>
#include <string_view>
#include <vector>

#include "crash/site_watches.h"
#include "run/file/problem.h"
#include "run/file/setup.h"
#include "scheme/scheme.h"
#include "workload/script_workload.h"

namespace afterimage {

// What the engine needs of a scenario; texts, marks, faults and facts are checked here and used by
// the interface.
struct Scenario {
  const SchemeInfo* scheme = nullptr;
  const Machine* machine = nullptr;
  PriceOverrides overrides;
  ParamValues params;
  uint32_t mutations = 0;
  SiteMutation site_mutation;
  DeadlockPolicy deadlock = DeadlockPolicy::kDetect;
  uint64_t seed = 0;
  Script script;
  // Where the scenario runs a benchmark's workload: then the script has the names of its
  // transactions and learns of records as they are written.
  const WorkloadInfo* workload = nullptr;
  ParamValues workload_params;
  uint32_t clients = 1;
  uint32_t transactions = 0;
  // The interface keeps every event of a run, and the oracle every write.
  static constexpr uint32_t kMaxWorkloadTransactions = 1000;

  MachineProfile Profile() const;
  // A script's records have values of this size.
  uint32_t ValueBytes() const;
  // What the clients do; refers to `script`, so the scenario must stay where it is.
  std::unique_ptr<Workload> MakeWorkload() const;
};

// How a power cut leaves the units: a policy, and choices by hand for some.
struct UnitChoice {
  Tier tier;
  uint64_t address;
  std::vector<bool> stores;
};
enum class SurvivePolicy : uint8_t { kNone, kAll, kRandom };
struct Survive {
  SurvivePolicy policy = SurvivePolicy::kNone;
  uint64_t seed = 0;
  std::vector<UnitChoice> units;
};

// Devices and DRAM of one session.
inline constexpr uint64_t kMaxSessionBytes = 64u << 20;

// True, or false with the problems found (at least one, at most 50).
bool ParseScenario(std::string_view text, Scenario* scenario, std::vector<Problem>* problems);
// The same for a Survive, as the interface sends it.
bool ParseSurvive(std::string_view text, Survive* survive, std::vector<Problem>* problems);

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_FILE_SCENARIO_H_
