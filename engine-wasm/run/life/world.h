// A world is one life of the simulated machine, from its start to its end or to a power cut. A
// crash keeps the devices' bytes and destroys the rest; the next life is a World over a fork of the
// devices.
#ifndef AFTERIMAGE_RUN_LIFE_WORLD_H_
#define AFTERIMAGE_RUN_LIFE_WORLD_H_

#include <span>
#include <vector>

#include "base/flat_map.h"
#include "crash/oracle.h"
#include "run/file/scenario/scenario.h"
#include "workload/workload.h"

namespace afterimage {

// Reports the clients' actions to the oracle. A record that no script names joins the script's
// records when it is first written; the oracle then knows its value by digest.
class OracleFeed final : public ClientObserver {
 public:
  OracleFeed(Arena& arena, Oracle& oracle, Script& script, const InitialRows& rows);

  void OnBegin(TxnLabel txn, Time) override { oracle_.Begin(txn); }
  void OnIntend(TxnLabel txn, TableId table, Key key, const Value* value) override;
  void OnDone(TxnLabel txn, bool succeeded) override { oracle_.Done(txn, succeeded); }
  void OnRead(TxnLabel txn, TableId table, Key key, const Value* value) override;
  void OnPass(TxnLabel txn, TableId table, Key from, Key before) override;
  void OnCommit(TxnLabel txn) override { oracle_.Commit(txn); }
  void OnAcknowledge(TxnLabel txn, Time now) override { oracle_.Acknowledge(txn, now); }
  void OnRollBack(TxnLabel txn, Time) override {
    if constexpr (kWatchesReads) oracle_.RollBack(txn);
  }
  void OnAbort(TxnLabel txn, Time) override { oracle_.Abort(txn); }

 private:
  RecordNumber RecordOf(TableId table, Key key);
  // Returns the record's value before the run.
  Observed InitialOf(TableId table, Key key) const;

  Oracle& oracle_;
  Script& script_;
  const InitialRows& rows_;
  FlatMap<RecordNumber>* index_[kMaxTables];
};

// Returns a value that a client has read (null: no record) as the oracle compares it.
Observed ObserveValue(const InitialRows& rows, TableId table, const Value* value);

// The depth of the check after a recovery: it reads the records that clients wrote, or also those
// of the workload's conditions, which may be all of the database, and the system's structures.
enum class CheckDepth : uint8_t { kRecords, kConditions };

class World {
 public:
  // A life that begins with fresh devices and runs the script; `oracle` watches the clients.
  // REQUIRES: everything it is given outlives it.
  World(BlockPool& pool, Scenario& scenario, Workload& workload, Oracle& oracle);
  // A life that begins with what a power cut left of `crashed`, by `choice`, and recovers.
  // REQUIRES: `crashed` outlives it and does not run meanwhile.
  World(BlockPool& pool, Scenario& scenario, Workload& workload, const World& crashed,
        PersistChoice& choice, CheckDepth depth);

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
  ActorId recovery_actor() const { return recovery_actor_; }
  // True where one thread recovers, false where others do so with it.
  bool recovers_alone();
  // Returns the fault of the user's program, or null; and whether the run has ended although
  // clients have work left: they wait for each other.
  const ProgramFault* program_fault() const { return engine_->program_fault(); }
  bool stuck() const {
    return ended_ && client_run_ && client_run_->running > 0 && !program_fault();
  }

  // Reports this world's sites to `watch`, except those in `seen` if that is not null. It has no
  // effect if the scenario breaks a site itself. REQUIRES: the world has not run.
  void Watch(SiteWatch& watch, const SeenSites* seen = nullptr) {
    if (!scenario_.site_mutation.wanted()) kernel_.set_site_watch(&watch, seen);
  }
  // Runs until there are `stop_at` events, the trace buffer is full, or the life has ended. Returns
  // true at the end.
  bool Run(uint32_t stop_at);
  bool ended() const { return ended_; }
  // Goes on after a recovery: the system's daemons start, and the clients of `next` run its script
  // on the database as it was recovered. `oracle` watches them; their transactions have the numbers
  // from `first_id` on. The life then ends with them. REQUIRES: the recovery has ended well, `next`
  // has this scenario's system and parameters and no more threads, and `clients` is its workload.
  void GoOn(Scenario& next, Workload& clients, Oracle& oracle, TxnId first_id);

  // The number that the clients' next transaction would have. REQUIRES: it has clients.
  TxnId next_id() const { return client_run_->next_id; }

  // An image of this life, to go back to while the devices that it began with stay as they are.
  // Nothing of a world lies outside of its object and its arena, so an image consists of their
  // bytes.
  class Image {
   private:
    friend class World;
    std::vector<unsigned char> object_;
    Arena::Image arena_;
  };
  void Keep(Image* image) const;
  void GoBack(const Image& image);

  // The recovery's report. REQUIRES, as the three below: a recovery has ended.
  const RecoveryReport& report() const { return report_; }
  // The values that a client then reads, by record of the script.
  std::span<const Observed> observed() const { return observed_; }
  const Consistency& consistency() const { return consistency_; }
  // The findings on the system's structures, by their bytes; `checked` if the depth asks for it.
  const StructureReport& structures() const { return structures_; }
  // Looks at the structures at the end of a run, and at what DRAM knows of their room. REQUIRES:
  // the life has ended, and with it all its transactions.
  StructureReport LookAtRest();
#if AFTERIMAGE_WATCHES_READS
  // Looks at what DRAM counts while threads are under way.
  StructureReport LookOnTheWay();
#endif

 private:
  uint32_t MaxThreads() const { return workload_.clients() + kMaxDaemons; }
  void AddThreads();
  void StartClients(Scenario& scenario, Workload& clients, Oracle& oracle, TxnId first_id);
  Task<void> RecoverAndRead(Thread& thread);
  // Looks at what the devices have, by the documents of their formats alone.
  void WalkDevices(StructureCheck& check);

  static constexpr uint32_t kMaxDaemons = 104;  // threads of recovery included

  Arena arena_;
  Scenario& scenario_;
  Workload& workload_;
  MachineProfile machine_;
  DeviceSizes sizes_;
  Recorder recorder_;
  SiteMutator mutator_;
  Kernel kernel_;
  DeviceSet devices_;
  StorageEngine* engine_ = nullptr;
  OsPageCache* page_cache_ = nullptr;
  ClientRun* client_run_ = nullptr;
  OracleFeed* feed_ = nullptr;
  ActorId recovery_actor_ = 0;
  bool recovering_;
  CheckDepth depth_ = CheckDepth::kRecords;
  bool formatted_ = true;
  bool ended_ = false;
  RecoveryReport report_;
  ArenaVector<Observed> observed_{ArenaAllocator<Observed>(arena_)};
  Consistency consistency_;
  StructureReport structures_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_LIFE_WORLD_H_
