// REWIND as a StorageEngine without pages: records in a persistent heap, words through the log.
#ifndef AFTERIMAGE_SCHEME_REWIND_ENGINE_H_
#define AFTERIMAGE_SCHEME_REWIND_ENGINE_H_

#include "scheme/rewind/tables.h"

namespace afterimage::rewind {

struct EngineParams {
  LogParams log;
  uint32_t buckets = 0;  // of a table, at least
};

class Engine final : public StorageEngine {
 public:
  Engine(const EngineContext& context, const EngineParams& params);

  bool Format(const InitialRows& rows) override;
  void Start() override { log_.Start(); }
  void Stop(Thread& thread) override { log_.Stop(thread); }
  Task<void> Begin(Thread& thread, Transaction& txn) override;
  Task<Status> Read(Thread& thread, Transaction& txn, TableId table, Key key, LockMode mode,
                    Value* value) override;
  Task<Status> Insert(Thread& thread, Transaction& txn, TableId table, Key key,
                      const Value& value) override;
  Task<Status> Update(Thread& thread, Transaction& txn, TableId table, Key key,
                      const Value& value) override;
  Task<Status> Erase(Thread& thread, Transaction& txn, TableId table, Key key) override;
  Task<Status> Seek(Thread& thread, Transaction& txn, const KeyRange& range, LockMode mode,
                    Key* key, Value* value) override;
  Task<Status> Commit(Thread& thread, Transaction& txn) override;
  Task<void> Abort(Thread& thread, Transaction& txn) override;
  Task<void> Finish(Thread& thread, Transaction& txn) override;
  // Where commits clear the log there is nothing to do.
  Task<void> Checkpoint(Thread& thread) override { return log_.OnCheckpoint(thread); }
  // Nothing: what is stored is where it belongs.
  Task<void> Steal(Thread& thread, Key key) override;
  Task<RecoveryReport> Recover(Thread& thread) override;
  uint16_t acknowledge_label() const override;
  uint16_t abort_label() const override;
  void Describe(Inspector& inspector) override;
  void CheckStructures(StructureCheck& check) override;
  // Nothing in DRAM has bytes to show.
  bool ReadDram(afterimage::Address, uint32_t, uint8_t*) const override { return false; }
  EngineCounters counters() const override;

  const PersistentHeap& heap() const { return heap_; }
  const Tables& tables() const { return tables_; }

 private:
  Address Data() const { return kLogArea + static_cast<Address>(params_.log.Bytes()); }
  Task<LockResult> Lock(Thread& thread, Transaction& txn, TableId table, Key key, LockMode mode,
                        uint16_t label);
  // Locks the record and finds it.
  Task<Status> Locate(Thread& thread, Transaction& txn, TableId table, Key key, LockMode mode,
                      uint16_t label, Address* node);
  Task<LockResult> LockBucket(Thread& thread, Transaction& txn, TableId table, Key key,
                              uint16_t label);
  void DescribeLocks(Inspector& inspector) const;
  bool LogIsEmpty() const;

  Nvm& nvm_;
  const MachineProfile& machine_;
  const Schema& schema_;
  EngineParams params_;
  PersistentHeap heap_;
  Log log_;
  Tables tables_;
  LockManager locks_;
  Time begin_ns_;
  Time commit_ns_;
  Time search_ns_;
  EngineCounters counters_;
};

}  // namespace afterimage::rewind

#endif  // AFTERIMAGE_SCHEME_REWIND_ENGINE_H_
