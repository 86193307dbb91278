// A StorageEngine without pages: records in a persistent heap, words through a library.
#ifndef AFTERIMAGE_SCHEME_SHARED_HEAP_ENGINE_H_
#define AFTERIMAGE_SCHEME_SHARED_HEAP_ENGINE_H_

#include "scheme/shared/heap/params.h"

namespace afterimage::heap {

class Engine : public StorageEngine {
 public:
  // `heap` is made for these parameters, and `library` works on it.
  Engine(const EngineContext& context, PersistentHeap& heap, Library& library,
         const Params& params);

  bool Format(const InitialRows& rows) override;
  void Start() override { library_.Start(); }
  void Stop(Thread& thread) override { library_.Stop(thread); }
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
  bool undoes() const override { return library_.undoes(); }
  Task<void> Finish(Thread& thread, Transaction& txn) override;
  Task<void> Checkpoint(Thread& thread) override { return library_.OnCheckpoint(thread); }
  // Nothing: what is stored is where it belongs.
  Task<void> Steal(Thread& thread, Key key) override;
  Task<RecoveryReport> Recover(Thread& thread) override;
  uint16_t acknowledge_label() const override;
  uint16_t abort_label() const override;
  void Describe(Inspector& inspector) override;
  void CheckStructures(StructureCheck& check) override;
#if AFTERIMAGE_WATCHES_READS
  void CheckMemory(StructureCheck& check) override;
  void CheckAnytime(StructureCheck& check) override;
#endif
  void AddFormats(DeviceFormats* formats) override;
  // Nothing in DRAM has bytes to show.
  bool ReadDram(afterimage::Address, uint32_t, uint8_t*) const override { return false; }
  EngineCounters counters() const override;

  const PersistentHeap& heap() const { return heap_; }

 private:
  Address Data() const { return kLibraryArea + static_cast<Address>(library_.bytes()); }
  Task<LockResult> Lock(Thread& thread, Transaction& txn, TableId table, Key key, LockMode mode,
                        uint16_t label, LockModes enough = 0);
  // Locks the record and finds it.
  Task<Status> Locate(Thread& thread, Transaction& txn, TableId table, Key key, LockMode mode,
                      uint16_t label, Address* record, LockModes enough = 0);
  void DescribeLocks(Inspector& inspector) const;
  void DescribeBlocks(Inspector& inspector) const;

  Nvm& nvm_;
  const Schema& schema_;
  PersistentHeap& heap_;
  Library& library_;
  LockManager locks_;
  Records& records_;
  Time begin_ns_;
  Time commit_ns_;
};

}  // namespace afterimage::heap

#endif  // AFTERIMAGE_SCHEME_SHARED_HEAP_ENGINE_H_
