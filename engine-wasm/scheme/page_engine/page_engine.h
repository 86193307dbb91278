// The StorageEngine of every system that keeps records in pages. Locks, the buffer pool, record
// placement and indexes are the same for all of them (scheme/page_engine/); what is logged, when it
// is durable and how a crash is repaired comes from the hooks that a scheme fills in.
#ifndef AFTERIMAGE_SCHEME_PAGE_ENGINE_PAGE_ENGINE_H_
#define AFTERIMAGE_SCHEME_PAGE_ENGINE_PAGE_ENGINE_H_

#include "scheme/page_engine/page_parts.h"
#include "tier/dram.h"
#include "tier/files/file.h"

namespace afterimage {

class PageEngine final : public StorageEngine {
 public:
  // An engine over the pages in `home`. It attaches the hooks. REQUIRES: everything it is given
  // outlives it, and the machine profile and the schema of `context` do, too.
  PageEngine(const EngineContext& context, const PageParams& params, const PageLabels& labels,
             LoggingHooks& hooks, Dram& dram, DatabaseHome& home);
  // The same with pages in `file`, from its start on.
  PageEngine(const EngineContext& context, const PageParams& params, const PageLabels& labels,
             LoggingHooks& hooks, Dram& dram, File& file);

  // Returns how many pages a database of these rows may have.
  static uint32_t PageLimit(const PageParams& params, const InitialRows& rows);

  DatabaseHome& home() { return parts_.pages().home(); }

  // --- StorageEngine ---
  bool Format(const InitialRows& rows) override;
  void Start() override { hooks_.Start(); }
  void Stop(Thread& thread) override { hooks_.Stop(thread); }
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
  bool locks_reads() const override { return parts_.params().read_locks; }
  Task<void> Finish(Thread& thread, Transaction& txn) override;
  Task<void> Checkpoint(Thread& thread) override { return hooks_.OnCheckpoint(thread); }
  Task<void> Steal(Thread& thread, Key key) override;
  Task<RecoveryReport> Recover(Thread& thread) override;
  uint16_t acknowledge_label() const override { return labels_.commit_acknowledge; }
  uint16_t abort_label() const override { return labels_.abort_acknowledge; }
  void Describe(Inspector& inspector) override;
  void CheckStructures(StructureCheck& check) override;
#if AFTERIMAGE_WATCHES_READS
  void CheckMemory(StructureCheck& check) override;
  void CheckAnytime(StructureCheck& check) override;
#endif
  void AddFormats(DeviceFormats* formats) override;
  bool ReadDram(Address address, uint32_t size, uint8_t* out) const override;
  EngineCounters counters() const override;
  const Mismatch* too_small() const override { return hooks_.too_small(); }
  Occupancy occupancy(Time now) const override { return hooks_.occupancy(now); }

 private:
  // Holds the mutex of the list of transactions as long as it takes to enter it or to leave it.
  Task<void> HoldList(Thread& thread);

  Arena& arena_;
  const Schema& schema_;
  Dram& dram_;
  LoggingHooks& hooks_;
  PageParts parts_;
  const PageLabels& labels_;
  RecordAccess& records_;
  Time begin_ns_;
  Time commit_ns_;
  Time list_ns_;  // to enter the list of transactions, or leave it, under its mutex
  Latch list_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_PAGE_ENGINE_PAGE_ENGINE_H_
