// XtraDB (MySQL's InnoDB as Percona ships it), with which BaSE compares itself: redo in a log of
// blocks that goes round, undo in pages that are logged themselves, everything that belongs
// together in one mini-transaction.
//
// A change is two of them: its undo into a page of the transaction's own, then the change itself.
// A structure change is one, of all its pages: restart finds all of it or nothing, so it is never
// undone. A commit is a word in the transaction's first undo page, and a flush of the log.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_XTRADB_HOOKS_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_XTRADB_HOOKS_H_

#include "base/buffer_list.h"
#include "scheme/page_engine/cleaning/adaptive_flushing.h"
#include "scheme/systems/xtradb/undo_log.h"

namespace afterimage::xtradb {

struct LogParams {
  RedoLogParams log;
  UndoParams undo;
  uint64_t checkpoint_bytes = 1;  // of log, after which a checkpoint comes
  uint64_t change_bytes = 1;      // of log that a change and its undo take at most
  bool flush_at_commit = true;    // false: every `flush_ns`, and no commit waits
  Time flush_ns = 0;
};

class Hooks final : public LoggingHooks, private LogAge {
 public:
  Hooks(const EngineContext& context, const PageParams& pages, const LogParams& params, File& file);

  void Attach(PageParts& engine) override;
  void Format() override { log_.Format(); }
  void Start() override;
  void Stop(Thread& thread) override;
  Task<void> OnBegin(Thread& thread, Transaction& txn) override;
  Task<bool> Reserve(Thread& thread, Transaction& txn, uint32_t changes) override;
  Lsn NextLsn() const override { return log_.next_lsn(); }
  Task<Lsn> OnUpdate(Thread& thread, Transaction& txn, const Change& change) override;
  Task<Lsn> OnCompensate(Thread& thread, Transaction& txn, const Change& change, Lsn lsn,
                         const Frame& frame) override;
  // One log for all, and undo is in it: what is logged later is durable later.
  Task<void> BeforeSplit(Thread&, PageId) override { co_return; }
  Task<void> OnSystemEnd(Thread& thread, Transaction& txn) override;
  Task<void> OnCommit(Thread& thread, Transaction& txn) override;
  Task<void> OnAbort(Thread& thread, Transaction& txn) override;
  void OnEnd(Transaction& txn) override;
  Task<void> BeforeWritePage(Thread& thread, PageId page, Lsn page_lsn) override;
  Task<void> OnCheckpoint(Thread& thread) override;
  Task<void> OnRecover(Thread& thread, Restart& restart) override;
  void AddTo(EngineCounters& counters) const override;
  void Describe(Inspector& inspector) override;
  void CheckStructures(StructureCheck& check) override;
  void AddFormats(DeviceFormats* formats) override;
  bool ReadDram(Address address, uint32_t size, uint8_t* out) const override {
    return log_.ReadBuffer(address, size, out);
  }

 private:
  // Keeps log for `changes` changes of the transaction, and for its end or for undoing one; returns
  // false if there is none to be had.
  Task<bool> AwaitLog(Thread& thread, TxnLog& log, uint32_t changes);
  void Used(TxnLog& log);
  uint64_t AgePercent() const override;
  // Changes below are at home after the checkpoint that begins now.
  Lsn CheckpointLimit(const Thread& thread) const;
  Task<void> MakeDurable(Thread& thread, Lsn lsn);
  Task<void> Flusher(Thread& thread);
  // Undoes what the transaction's newest undo record says; false where a page is damaged.
  Task<bool> UndoNewest(Thread& thread, Transaction& txn, uint16_t line);

  // --- restart (recovery.cc) ---
  struct Survey;
  Task<bool> Redo(Thread& thread, Survey& survey);
  Task<bool> Undo(Thread& thread);

  Kernel& kernel_;
  Arena& arena_;
  LogParams params_;
  const Schema& schema_;
  bool early_release_;
  bool checkpoint_too_far_;  // a mutation
  RedoLog log_;
  UndoLog undo_;
  PageParts* engine_ = nullptr;
  uint64_t reserved_ = 0;  // bytes of log
  // The structure change that is being logged holds the log's mutex.
  const Transaction* open_ = nullptr;
  BufferList images_;
  ArenaVector<Transaction*> losers_;
  Thread* flusher_;
  bool stopping_ = false;
  WaitQueue flush_work_;
  Checkpointer checkpointer_;
  PageCleaners cleaners_;
  AdaptiveFlushing adaptive_;
};

}  // namespace afterimage::xtradb

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_XTRADB_HOOKS_H_
