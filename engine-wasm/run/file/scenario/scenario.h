// A scenario file, parsed and checked. Files come from users: everything that is wrong is reported
// with its place, and nothing is guessed.
#ifndef AFTERIMAGE_RUN_FILE_SCENARIO_H_
#define AFTERIMAGE_RUN_FILE_SCENARIO_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "crash/site_watches.h"
#include "run/file/problem.h"
#include "run/file/setup.h"
#include "scheme/contract/scheme.h"
#include "sim/schedule.h"
#include "workload/script_workload.h"

namespace afterimage {

// The part of a scenario that the engine needs. Its texts, marks, faults and facts are checked by
// ParseScenario and used by the interface.
struct Scenario {
  const SchemeInfo* scheme = nullptr;
  const Machine* machine = nullptr;
  PriceOverrides overrides;
  ParamValues params;
  ProgramChoice program;
  uint32_t mutations = 0;
  SiteMutation site_mutation;
  DeadlockPolicy deadlock = DeadlockPolicy::kDetect;
  uint64_t seed = 0;
  std::vector<ThreadDelay> delays;  // of the run
  Script script;
  // The benchmark's workload that the scenario runs, or null. If there is one, the script has the
  // names of its transactions and learns of records as they are written.
  const WorkloadInfo* workload = nullptr;
  ParamValues workload_params;
  uint32_t clients = 1;
  uint32_t transactions = 0;
  // The interface keeps every event of a run, and the oracle every write.
  static constexpr uint32_t kMaxWorkloadTransactions = 1000;

  MachineProfile Profile() const;
  // The size of the values of a script's records.
  uint32_t ValueBytes() const;
  // Makes the workload that the clients run. It refers to `script`: the scenario must outlive it
  // and must not be moved.
  std::unique_ptr<Workload> MakeWorkload() const;
};

// A choice by hand: the stores to a unit that survive, in their order.
struct UnitChoice {
  Tier tier;
  uint64_t address;
  std::vector<bool> stores;
};
enum class SurvivePolicy : uint8_t { kNone, kAll, kRandom };
// Says what survives a power cut: a policy for all units, and choices by hand for some.
struct Survive {
  SurvivePolicy policy = SurvivePolicy::kNone;
  uint64_t seed = 0;
  std::vector<UnitChoice> units;
};

// The most bytes that devices and DRAM of one session may have.
inline constexpr uint64_t kMaxSessionBytes = 64u << 20;

// Parses and checks a scenario file. Where it is bad, it returns false, with at least one and at
// most 50 problems.
// `lives` says whether the caller runs what is behind a script's `crash`.
enum class Lives : uint8_t { kOne, kSeveral };
bool ParseScenario(std::string_view text, Scenario* scenario, std::vector<Problem>* problems,
                   Lives lives = Lives::kOne);
// Does the same for a Survive, as the interface sends it.
bool ParseSurvive(std::string_view text, Survive* survive, std::vector<Problem>* problems);

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_FILE_SCENARIO_H_
