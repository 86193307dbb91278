// One point of a sweep: a pure function of this and of the engine's version.
#ifndef AFTERIMAGE_RUN_FILE_POINT_CONFIG_H_
#define AFTERIMAGE_RUN_FILE_POINT_CONFIG_H_

#include <memory>
#include <string>

#include "base/json/json_writer.h"
#include "tier/prices/machine_profile.h"
#include "workload/workload.h"

namespace afterimage {

// A power cut at the end of a point (where it ends by its time, right there), which nothing
// survives that is not durable.
struct PointCrash {
  bool wanted = false;
  uint32_t after = 0;  // transactions since the warm-up, at least those measured
  bool check = true;   // the workload's consistency conditions afterwards
};

struct PointConfig {
  explicit PointConfig(const MachineProfile& profile) : machine(profile) {}

  const Machine* base = nullptr;
  MachineProfile machine;
  const SchemeInfo* scheme = nullptr;
  ParamValues scheme_params;
  std::shared_ptr<const own::Program> program;  // where the scheme runs one of the file's
  const WorkloadInfo* workload = nullptr;
  ParamValues workload_params;
  std::shared_ptr<const WorkloadInput> input;  // where the workload reads a text
  uint32_t threads = 1;
  uint32_t transactions = 1;
  uint32_t warmup = 0;
  uint64_t seed = 0;
  DeadlockPolicy deadlock = DeadlockPolicy::kWaitDie;
  PointCrash crash;
  Time until = 0;        // the measured part ends then even before its transactions; 0: it does not
  uint32_t samples = 0;  // readings on the way, at most; 0: none

  // Transactions from start to end, warm-up and those before a crash included.
  uint64_t all_transactions() const {
    return uint64_t{warmup} +
           (crash.wanted && crash.after > transactions ? crash.after : transactions);
  }
};

// Everything that the result depends on, defaults included, always in this form.
std::string CanonicalJson(const PointConfig& config);
// 16 hexadecimal digits over that and the engine's version: equal keys, equal results.
std::string PointKey(const PointConfig& config);

// {"id": value, ...} of these parameters.
void WriteParams(const ParamList& params, const ParamValues& values, JsonWriter& json);
void WriteParamValue(const ParamInfo& param, int64_t value, JsonWriter& json);

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_FILE_POINT_CONFIG_H_
