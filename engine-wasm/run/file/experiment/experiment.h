// An experiment file: schemes, a workload, a machine, swept parameters, and the claims they answer.
// Files come from users: everything that is wrong is reported with its place, and nothing is
// guessed.
#ifndef AFTERIMAGE_RUN_FILE_EXPERIMENT_H_
#define AFTERIMAGE_RUN_FILE_EXPERIMENT_H_

#include <string>
#include <string_view>
#include <vector>

#include "base/json/json_value.h"
#include "run/file/experiment/point_config.h"
#include "run/file/problem.h"
#include "run/file/setup.h"

namespace afterimage {

struct SchemeChoice {
  const SchemeInfo* scheme = nullptr;
  ParamValues params;
  ProgramChoice program;
};

struct WorkloadChoice {
  const WorkloadInfo* workload = nullptr;
  ParamValues params;
};

enum class SweepTarget : uint8_t {
  kPrice,
  kWorkload,
  kWorkloadParam,
  kScheme,
  kThreads,
  kTransactions,
  kSeed
};

// A swept name and its values, as the file has them.
struct SweepAxis {
  std::string name;
  SweepTarget target = SweepTarget::kSeed;
  Price price = Price::kCount;
  std::string param;
  std::vector<JsonValue> values;
};

// The pairs of points that a claim compares, by index. In a claim without a denominator, the second
// point of a pair is the first.
struct ClaimPairs {
  std::string id;
  bool ratio = false;
  uint32_t of = 0;  // pairs at the published scale: a quick run may lack some
  std::vector<std::pair<uint32_t, uint32_t>> pairs;
  // The pairs whose values these values are divided by, one for each; none where they are not.
  std::vector<std::pair<uint32_t, uint32_t>> per;
};

// The part of an experiment that the engine needs. Its texts, charts and expectations are checked
// by ParseExperiment and used by the coordinator and the interface.
struct Experiment {
  std::string id;
  bool published = false;  // the scale of the numbers
  std::string file;        // JSON: the file with the numbers of this scale alone
  const Machine* machine = nullptr;
  PriceOverrides overrides;
  std::vector<WorkloadChoice> workloads;       // the file's own, then others that it sweeps
  std::shared_ptr<const WorkloadInput> input;  // where the workload reads a text
  uint32_t threads = 1;
  uint32_t transactions = 1;
  uint32_t warmup = 0;
  bool per_thread = false;  // these two, and those before a crash, are so many for each thread
  uint64_t seed = 0;
  DeadlockPolicy deadlock = DeadlockPolicy::kWaitDie;
  PointCrash crash;
  uint64_t until = 0;
  uint32_t samples = 0;
  std::vector<SchemeChoice> schemes;
  std::vector<SweepAxis> axes;
  std::vector<ClaimPairs> claims;

  // The number of points. They are in the order of schemes, then of the first axis, then of the
  // second.
  uint32_t point_count() const;
  uint32_t scheme_of(uint32_t point) const;
  // The index of the axis's value that the point has.
  uint32_t value_of(uint32_t point, uint32_t axis) const;
  // The point's index into `workloads`.
  uint32_t workload_of(uint32_t point) const;
  // Returns the index of the workload of this name in `workloads`, or their number if there is
  // none.
  uint32_t FindChoice(std::string_view workload) const;
  PointConfig Point(uint32_t point) const;
};

struct ExperimentLimits {
  static constexpr uint32_t kSchemes = 64;
  static constexpr uint32_t kAxes = 2;
  static constexpr uint32_t kAxisValues = 256;
  static constexpr uint32_t kPoints = 4096;
  static constexpr uint32_t kThreads = 1024;
  static constexpr uint32_t kTransactions = 100'000'000;       // of a point, warm-up included
  static constexpr uint64_t kAllTransactions = 1'000'000'000;  // of all points
  static constexpr uint32_t kClaims = 64;
  static constexpr uint32_t kParts = 16;
  static constexpr int64_t kShortestUntil = 1000;       // ns
  static constexpr int64_t kUntil = 3'600'000'000'000;  // an hour of virtual time, ns
  static constexpr uint32_t kSamples = 256;
};

// Parses and checks an experiment file at both scales. `experiment` is then at the one that the
// file's "scale" names. `input` is the text that came beside the file, or null. Where the file is
// bad, it returns false, with at least one and at most 50 problems.
bool ParseExperiment(std::string_view text, Experiment* experiment, std::vector<Problem>* problems,
                     std::shared_ptr<const WorkloadInput> input = nullptr);

// Returns a problem of such a text as one of a file.
Problem InputComplaint(const InputProblem& problem);

// Writes the plan as JSON: what was found in the text, the points with their keys, and the claims
// as pairs of points.
void WritePlan(const Experiment& experiment, std::string* out);

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_FILE_EXPERIMENT_H_
