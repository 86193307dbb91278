// A point is one measured run: a warm-up, a measured part and, if they are asked for, a power cut,
// recovery in a second life over a fork of the devices, and the workload's own check. It can be
// left and resumed at any step.
#ifndef AFTERIMAGE_RUN_MEASURE_POINT_H_
#define AFTERIMAGE_RUN_MEASURE_POINT_H_

#include <memory>
#include <string>

#include "crash/persist_choices.h"
#include "run/file/experiment/point_config.h"
#include "run/measure/samples.h"
#include "run/measure/statistics.h"
#include "run/measure/wear.h"
#include "run/measure/wear_map.h"

namespace afterimage {

class PointRun {
 public:
  // The parts of the map of wear in a result: a race, which holds many, has coarser ones.
  static constexpr uint32_t kWearParts = 1024;

  explicit PointRun(const PointConfig& config);

  // False where the database does not fit its devices, or this build's memory.
  bool formatted() const { return formatted_; }
  bool fills_memory() const { return pool_.full(); }

  enum class Stage : uint8_t { kWarmup, kMeasured, kUntilCrash, kRecovery, kEnded };
  static constexpr const char* kStageNames[] = {"warm-up", "measured", "until-crash", "recovery",
                                                "ended"};
  // Goes on for about `steps` kernel steps. Returns true once the point has ended. REQUIRES:
  // formatted().
  bool Advance(uint64_t steps);
  Stage stage() const { return stage_; }
  // Transactions committed, or left open for good, so far, of the configuration's
  // all_transactions().
  uint64_t transactions_done() const { return statistics_.done(); }

  const PointConfig& config() const { return config_; }
  // The measured part, from `before` to `after`.
  const Reading& before() const { return before_; }
  const Reading& after() const { return after_; }
  const std::vector<Statistics::Kind>& kinds() const { return kinds_; }
  const Workload& workload() const { return *workload_; }
  // The throughput of its second half over that of its first; 0 where one of them is empty.
  double halves_ratio() const { return halves_ratio_; }
  // Returns the clients' time in checkpoints of their own, in the measured part.
  Time own_checkpoints_ns() const { return own_checkpoints_ns_; }
  // The states of a system that plans by a model, in the measured part.
  const Occupancy& occupancy() const { return occupancy_; }
  // The wear of the NVM's units from the start of the run to the end of the measured part.
  const WearStatistics& wear() const { return wear_; }
  const WearMap& wear_map() const { return wear_map_; }
  // The samples of the measured part, up to now.
  const Samples& samples() const { return samples_; }
  // The first sample that the last Advance took.
  uint32_t fresh_samples() const { return fresh_samples_; }
  const DeviceSizes& sizes() const { return sizes_; }
  // False where the clients ended, or nothing could run, before the last transaction.
  bool complete() const { return complete_; }
  // True where that was because transaction after transaction was given up: no log or database had
  // room for them.
  bool gave_up() const { return !complete_ && clients_ && clients_->gave_up(); }
  // Returns the parameter that gave too little room for a single transaction; null if all had
  // enough.
  const Mismatch* too_small() const { return clients_ ? life_.engine->too_small() : nullptr; }
  // True where that was because a write has found no unit that takes it.
  bool worn_out() const {
    return life_.devices.nvm.wear().worn_out() ||
           (second_ && second_->devices.nvm.wear().worn_out());
  }
  // Returns the fault of a user's program, which ended the point; or null.
  const ProgramFault* program_fault() const {
    return (second_ ? *second_ : life_).engine->program_fault();
  }
  // Returns whether units move, or are replaced.
  bool levels_wear() const { return life_.devices.nvm.wear().moves_units(); }
  // Kernel steps from the start to the last transaction.
  uint64_t steps() const { return steps_; }
  const RecoveryReport& recovery() const { return recovery_; }
  const Consistency& consistency() const { return consistency_; }
  // False where a power cut was asked for and the database did not come back, or not as its
  // conditions demand.
  bool consistent() const;

 private:
  // All that a power cut destroys, but for the devices.
  struct Life {
    Life(BlockPool& pool, const PointConfig& config, const DeviceSizes& sizes);
    Life(BlockPool& pool, const PointConfig& config, const DeviceSet& crashed,
         PersistChoice& choice);
    void AddEngine(const PointConfig& config, const Schema& schema, const DeviceSizes& sizes);

    Arena arena;
    Recorder recorder;
    Kernel kernel;
    DeviceSet devices;
    StorageEngine* engine = nullptr;
    OsPageCache* page_cache = nullptr;
  };

  bool Run(Kernel& kernel, uint64_t steps);
  void Reached();
  void BeginMeasuring();
  void SetAlarm();
  void Rang();
  void Sample(Time time, bool last);
  void EndMeasuring(Time time);
  void Crash();
  Task<void> RecoverAndCheck(Thread& thread);

  const PointConfig config_;
  std::unique_ptr<Workload> workload_;
  DeviceSizes sizes_;
  BlockPool pool_;
  Life life_;
  Statistics statistics_;
  std::unique_ptr<ClientRun> clients_;
  std::vector<Statistics::Kind> kinds_;
  double halves_ratio_ = 0;
  Time own_checkpoints_ns_ = 0;
  UniformChoice nothing_survives_{false};
  std::unique_ptr<Life> second_;
  Stage stage_ = Stage::kWarmup;
  bool formatted_ = false;
  bool complete_ = true;
  Reading before_;
  Reading after_;
  Occupancy occupancy_;  // until the measured part ends: what there was before it
  WearStatistics wear_;
  WearMap wear_map_;
  Samples samples_;
  uint32_t fresh_samples_ = 0;
  uint64_t steps_ = 0;
  RecoveryReport recovery_;
  Consistency consistency_;
};

// Writes {stage, done, of, samples} as JSON: the transactions committed, out of how many, and the
// samples that the last Advance took.
void WriteProgress(const PointRun& point, std::string* out);
// Writes the metrics and the rest of the point's measurements as JSON. REQUIRES: the point has
// ended.
void WritePointResult(const PointRun& point, std::string* out);

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_MEASURE_POINT_H_
