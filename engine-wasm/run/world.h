// One life of the simulated machine: from its start to its end or to a power cut. A crash keeps the
// devices' bytes and destroys the rest; the next life is a World over a fork of the devices.
#ifndef AFTERIMAGE_RUN_WORLD_H_
#define AFTERIMAGE_RUN_WORLD_H_

#include <vector>

#include "crash/oracle.h"
#include "run/scenario.h"
#include "workload/script_client.h"

namespace afterimage {

// Feeds the oracle with what the clients do.
class OracleFeed final : public ClientObserver {
 public:
  explicit OracleFeed(Oracle& oracle) : oracle_(oracle) {}
  void OnBegin(TxnLabel txn) override { oracle_.Begin(txn); }
  void OnIntend(TxnLabel txn, uint16_t record, bool present, int64_t number) override {
    oracle_.Intend(txn, record, {present, true, number});
  }
  void OnDone(TxnLabel txn, bool succeeded) override { oracle_.Done(txn, succeeded); }
  void OnCommit(TxnLabel txn) override { oracle_.Commit(txn); }
  void OnAcknowledge(TxnLabel txn, Time now) override { oracle_.Acknowledge(txn, now); }
  void OnAbort(TxnLabel txn) override { oracle_.Abort(txn); }

 private:
  Oracle& oracle_;
};

class World {
 public:
  // A life that begins with fresh devices and runs the script; `oracle` watches the clients.
  World(BlockPool& pool, const Scenario& scenario, Oracle& oracle);
  // A life that begins with what a power cut left of `crashed`, and recovers. `crashed` must outlive
  // it and not run meanwhile.
  World(BlockPool& pool, const Scenario& scenario, const World& crashed, PersistChoice& choice);

  // False where the initial records do not fit.
  bool formatted() const { return formatted_; }
  bool recovering() const { return recovering_; }
  Recorder& recorder() { return recorder_; }
  const Recorder& recorder() const { return recorder_; }
  Kernel& kernel() { return kernel_; }
  StorageEngine& engine() { return *engine_; }
  DeviceSet& devices() { return devices_; }
  const DeviceSet& devices() const { return devices_; }
  Arena& arena() { return arena_; }
  const ScriptRun* script_run() const { return script_run_; }
  ActorId recovery_actor() const { return recovery_actor_; }

  // Runs until `stop_at` events, a full trace buffer, or the end (true).
  bool Run(uint32_t stop_at);
  bool ended() const { return ended_; }

  // Of a recovery that has ended.
  const RecoveryReport& report() const { return report_; }
  // What a client then reads, by record of the script.
  const std::vector<Observed>& observed() const { return observed_; }

 private:
  uint32_t MaxThreads(const Scenario& scenario) const { return static_cast<uint32_t>(scenario.script.threads.size()) + 8; }
  void AddThreads(const Scenario& scenario);
  Task<void> RecoverAndRead(Thread& thread);

  Arena arena_;
  const Scenario& scenario_;
  MachineProfile machine_;
  Recorder recorder_;
  Kernel kernel_;
  DeviceSet devices_;
  StorageEngine* engine_ = nullptr;
  ScriptRun* script_run_ = nullptr;
  OracleFeed* feed_ = nullptr;
  ActorId recovery_actor_ = 0;
  bool recovering_;
  bool formatted_ = true;
  bool ended_ = false;
  RecoveryReport report_;
  std::vector<Observed> observed_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_WORLD_H_
