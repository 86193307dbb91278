// Write-ahead logging over a store of records without one durable LSN: undo and redo, steal and
// no-force; CLRs name what they compensate; recovery merges all logs by GSN.
#ifndef AFTERIMAGE_SCHEME_SHARED_RECORD_LOGS_HOOKS_H_
#define AFTERIMAGE_SCHEME_SHARED_RECORD_LOGS_HOOKS_H_

#include "base/buffer_list.h"
#include "scheme/page_engine/cleaning/housekeeping.h"
#include "scheme/shared/record_logs/record_store.h"

namespace afterimage::wal {

class Hooks final : public LoggingHooks {
 public:
  // `redoes_log_by_log`: a mutation.
  Hooks(const EngineContext& context, const PageParams& pages, RecordStore& store,
        bool redoes_log_by_log = false);

  void Attach(PageParts& engine) override;
  void Format() override { store_.Format(); }
  void Start() override;
  void Stop(Thread& thread) override;
  Task<void> OnBegin(Thread& thread, Transaction& txn) override;
  Task<bool> Reserve(Thread& thread, Transaction& txn, uint32_t changes) override;
  Lsn NextLsn() const override { return store_.NextGsn(); }
  Task<Lsn> OnUpdate(Thread& thread, Transaction& txn, const Change& change) override;
  Task<Lsn> OnCompensate(Thread& thread, Transaction& txn, const Change& change, Lsn lsn,
                         const Frame& frame) override;
  Task<void> BeforeSplit(Thread& thread, PageId page) override;
  Task<void> OnSystemEnd(Thread& thread, Transaction& txn) override;
  Task<void> OnCommit(Thread& thread, Transaction& txn) override;
  Task<void> OnAbort(Thread& thread, Transaction& txn) override;
  void OnEnd(Transaction& txn) override;
  Task<void> BeforeWritePage(Thread& thread, PageId page, Lsn page_lsn) override;
  Task<void> OnCheckpoint(Thread& thread) override;
  Task<void> OnRecover(Thread& thread, Restart& restart) override;
  void AddTo(EngineCounters& counters) const override;
  void Describe(Inspector& inspector) override { store_.Describe(inspector); }
  void CheckStructures(StructureCheck& check) override { store_.CheckStructures(check); }

 private:
  // --- logging and committing (hooks.cc) ---
  Task<Lsn> Append(Thread& thread, Transaction& txn, RecordHeader header, Bytes before,
                   Bytes after);
  Task<Lsn> AppendEnd(Thread& thread, Transaction& txn, Kind kind);
  Task<void> AwaitCommits(Thread& thread, const Transaction& txn);

  // --- recovery (recovery.cc) ---
  struct Survey;
  Task<bool> Analysis(Thread& thread, Survey& survey);
  void Analyse(const RecordHeader& header, Survey& survey);
  Task<bool> Redo(Thread& thread, Survey& survey);
  Task<bool> Undo(Thread& thread, Survey& survey);
  // System transactions, or clients' ones.
  Task<bool> UndoLosers(Thread& thread, Survey& survey, bool system);
  Task<void> EmptyLogs(Thread& thread);

  Arena& arena_;
  RecordStore& store_;
  bool early_release_;
  bool undoes_oldest_first_;  // mutations
  bool redoes_log_by_log_;
  Time atomic_ns_;
  PageParts* engine_ = nullptr;
  BufferList images_;

  // The commits, numbered in the order of their releases, which GSNs do not give. No record of a
  // transaction that depends on one may be durable before it, either: its before image may be a
  // value that the commit wrote.
  EarlyCommits early_commits_;

  Checkpointer checkpointer_;
  PageCleaners cleaners_;
};

}  // namespace afterimage::wal

#endif  // AFTERIMAGE_SCHEME_SHARED_RECORD_LOGS_HOOKS_H_
