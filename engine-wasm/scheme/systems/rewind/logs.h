// Several logs behind one library: a thread writes the records of its transactions into its own
// (REWIND, section 5.3), so that none waits for another's latch, and no walk passes another's
// records. Each is complete in itself: its list, its rollback, its recovery. That is sound under
// force, where recovery only undoes: strict locks keep the words of losers apart, whichever logs
// they are in. Without force redo would need one order over all logs.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_REWIND_LOGS_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_REWIND_LOGS_H_

#include "scheme/systems/rewind/log.h"

namespace afterimage::rewind {

class Logs final : public heap::Library {
 public:
  // REQUIRES: the policy is force.
  Logs(const EngineContext& context, PersistentHeap& heap, HeldStores& held,
       const LogParams& params);

  uint64_t bytes() const override { return params_.AllBytes(); }
  uint64_t capacity() const override { return params_.Capacity(); }
  void Format() override;
  void Open(Address data) override;
  void Start() override;
  void Stop(Thread& thread) override;
  Task<bool> Reserve(Thread& thread, Transaction& txn, uint32_t updates, uint32_t deletes) override;
  Task<void> Set(Thread& thread, Transaction& txn, Address address, uint64_t word,
                 Where where) override;
  // All logs use the same held stores.
  uint64_t LoadWord(Address address) const override { return logs_.front()->LoadWord(address); }
  void Load(Address address, uint8_t* out, uint32_t size) const override {
    logs_.front()->Load(address, out, size);
  }
  void Return(Transaction& txn, Address block) override { Of(txn).Return(txn, block); }
  Task<void> Fill(Thread& thread, Address address, const void* bytes, uint32_t size,
                  Where where) override;
  Task<void> Free(Thread& thread, Transaction& txn, Address block) override;
  Task<void> Commit(Thread& thread, Transaction& txn) override;
  Task<void> RollBack(Thread& thread, Transaction& txn) override;
  bool undoes() const override { return true; }
  // Apply to every log, one after the other.
  Task<void> OnCheckpoint(Thread& thread) override;
  Task<bool> Recover(Thread& thread, RecoveryReport* report) override;

  void AddTo(EngineCounters* counters) const override;
  // Each structure once, with what all logs have of it.
  void Describe(Inspector& inspector) const override;
  void Check(StructureCheck& check) const override;
  bool AddFormats(DeviceFormats* formats, uint32_t* waiting) const override;
#if AFTERIMAGE_WATCHES_READS
  uint32_t CountFreed() const override;
#endif

 private:
  void Took(Transaction& txn, Address block) override { Of(txn).Took(txn, block); }
  Log& Of(const Transaction& txn) const { return *logs_[txn.thread->id() % logs_.size()]; }

  LogParams params_;
  ArenaVector<Log*> logs_;
  bool one_recovered_;  // a mutation
};

}  // namespace afterimage::rewind

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_REWIND_LOGS_H_
