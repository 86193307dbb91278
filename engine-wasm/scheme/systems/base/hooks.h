// BaSE's transaction manager (COMAD 2016, section 3): redo by page, undo by transaction, both in
// NVM and nowhere else.
//
// A change is logged by two records that are durable before it is made: first its undo becomes
// reachable, then its redo, so that recovery repeats nothing that it cannot undo. A transaction
// commits by one word of its header. There is no log buffer, no group commit and no thread that
// flushes. What was undone is noted in the header, and as redo in the page's chain.
//
// A structure change has its redo in several chains with no common end. It is a transaction of its
// own in the undo table: until its header says that it has committed, recovery takes it back.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_BASE_HOOKS_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_BASE_HOOKS_H_

#include "base/buffer_list.h"
#include "scheme/contract/recovery_lanes.h"
#include "scheme/page_engine/cleaning/adaptive_flushing.h"
#include "scheme/page_engine/early_commits.h"
#include "scheme/page_engine/page_parts.h"
#include "scheme/systems/base/tables/lsn_counter.h"
#include "scheme/systems/base/tables/redo_table.h"
#include "scheme/systems/base/tables/unlinked.h"

namespace afterimage::base {

struct LogParams {
  Layout layout;
  uint64_t checkpoint_bytes = 1;  // of records made, after which a checkpoint comes
  uint32_t lsn_step = 16;
  uint32_t spare_segments = 0;  // kept free for structure changes
  // A transaction's records become durable all together as it commits; false: each as it is made.
  bool at_commit = false;
  uint32_t recovery_threads = 1;
  // Redo by one thread in the order of all LSNs, as a scan of one log would have it: the comparison
  // of section 3.1.
  bool serial_redo = false;
};

struct UndoLines;  // of a listing: see story.h

class Hooks final : public LoggingHooks, private LogAge {
 public:
  Hooks(const EngineContext& context, const PageParams& pages, const LogParams& params);

  void Attach(PageParts& engine) override { engine_ = &engine; }
  void Format() override;
  void Start() override;
  void Stop(Thread& thread) override;
  Task<void> OnBegin(Thread& thread, Transaction& txn) override;
  Task<bool> Reserve(Thread& thread, Transaction& txn, uint32_t changes) override;
  Lsn NextLsn() const override { return lsns_.next(); }
  Task<Lsn> OnUpdate(Thread& thread, Transaction& txn, const Change& change) override;
  Task<bool> OnNeverMade(Thread& thread, Transaction& txn) override;
  Task<Lsn> OnCompensate(Thread& thread, Transaction& txn, const Change& change, Lsn lsn,
                         const Frame& frame) override;
  // The new page would carry what unfinished transactions did to the old one.
  Task<void> BeforeSplit(Thread& thread, PageId page) override {
    return unlinked_.LinkPage(thread, page);
  }
  Task<void> OnSystemEnd(Thread& thread, Transaction& txn) override;
  Task<void> OnCommit(Thread& thread, Transaction& txn) override;
  Task<void> OnAbort(Thread& thread, Transaction& txn) override;
  void OnEnd(Transaction& txn) override;
  Task<void> BeforeWritePage(Thread& thread, PageId page, Lsn page_lsn) override;
  Task<void> OnCheckpoint(Thread& thread) override;
  Task<void> OnRecover(Thread& thread, Restart& restart) override;
  void AddTo(EngineCounters& counters) const override;
  const Mismatch* too_small() const override;
  void Describe(Inspector& inspector) override;
  void CheckStructures(StructureCheck& check) override;

 private:
  uint64_t AgePercent() const override;
  // Returns whether `changes` more changes of a transaction would fit if no other transaction had
  // any.
  bool FitsAlone(const TxnLog& log, uint32_t changes) const;
  // A checkpoint that the daemon takes because of the log's age takes the oldest eighth of it, as
  // under XtraDB: the rest stays for the cleaner. Where room is short it takes all.
  Lsn CheckpointLimit(const Thread& thread) const;

  // --- logging and committing (hooks.cc) ---
  Task<void> AwaitCommits(Thread& thread, const Transaction& txn, uint16_t line);
  // Takes room for a record. REQUIRES: the thread is ordered.
  Made TakeRoom(Thread& thread, const Transaction& txn, const Record& record);
  // Writes it there, with the image that this kind of record keeps. It is durable once the thread's
  // next fence is done.
  Task<void> Write(Thread& thread, const Record& record, const Made& made, Bytes image,
                   uint16_t line);
  // The lines of the listing that undoes this transaction now: a rollback's, or one of recovery's.
  const UndoLines& LinesOf(const Transaction& txn) const;
  // Undoes what the transaction's newest undo record says; false where the page is damaged.
  Task<bool> UndoNewest(Thread& thread, Transaction& txn);
  // Before all of its undo: the mutation that begins with the oldest record turns the order round.
  void BeginUndo(TxnLog& log) const;
  // Takes that record off the transaction's chain, durably, and gives it back to the heap.
  Task<void> TakeBack(Thread& thread, Transaction& txn);

  // --- recovery (recovery.cc) ---
  struct Survey;
  struct RedoWork;
  struct UndoWork;
  Task<bool> Analysis(Thread& thread, Survey& survey);
  Task<bool> FindUndo(Thread& thread, Survey& survey, uint32_t i, const TxnHeader& header);
  // Awaits visit(thread, at) for the header of each page in the bucket; false where it says so.
  template <class Visit>
  Task<bool> ForEachPage(Thread& thread, uint32_t bucket, Visit visit);
  // Calls visit(thread, at, record) for the records of a page's chain, in their order; then
  // corrects the header's end of the chain.
  template <class Visit>
  Task<bool> ForEachRecord(Thread& thread, Survey& survey, Address at, Visit visit);
  Task<bool> RedoBucket(Thread& thread, Survey& survey, uint32_t bucket);
  // `line`: of the listing that says so.
  Task<bool> RedoRecord(Thread& thread, Address at, const Record& record, uint16_t line);
  Task<bool> Redo(Thread& thread, Survey& survey);
  Task<bool> FindAll(Thread& thread, Survey& survey);
  Task<bool> RedoInOrder(Thread& thread, Survey& survey);
  static uint16_t UndoLine(const Survey& survey);
  Task<bool> Undo(Thread& thread, Survey& survey);
  Task<bool> UndoLoser(Thread& thread, Survey& survey, Transaction& txn);
  Task<void> EmptyTables(Thread& thread);

  // --- showing and checking (describe.cc, check.cc) ---
  void DescribeUndo(Inspector& inspector);
  void DescribeRedo(Inspector& inspector);
  void DescribeMemory(Inspector& inspector) const;
  void DescribeRecord(Inspector& inspector, Address at, const Record& record);
  bool HasUndo(const Record& record) const;
  uint64_t DurableWord(Address at) const;
  uint64_t FirstUndo(uint32_t i, const TxnHeader& header) const;
  bool Sane(const Record& record, uint64_t at, Kind kind) const;

  Arena& arena_;
  Nvm& nvm_;
  LogParams params_;
  const Schema& schema_;
  bool early_release_;
  bool clients_undo_first_;  // mutations
  bool undo_before_redo_;
  bool cuts_all_;
  bool commits_first_;
  bool locks_first_;
  bool undoes_oldest_first_;
  Time atomic_ns_;
  Time record_ns_;
  LsnCounter lsns_;
  RecordHeap heap_;
  UndoTable undo_;
  RedoTable redo_;
  Unlinked unlinked_;
  PageParts* engine_ = nullptr;
  Lsn* limits_;  // by page, for the checkpoint
  BufferList images_;
  uint64_t records_ = 0;
  uint64_t record_bytes_ = 0;
  Time insert_ns_ = 0;
  uint64_t since_checkpoint_ = 0;  // bytes of records
  bool found_small_ = false;       // a transaction needs more room than there is
  EarlyCommits early_commits_;
  Checkpointer checkpointer_;
  PageCleaners cleaners_;
  AdaptiveFlushing adaptive_;
  RecoveryLanes lanes_;
};

}  // namespace afterimage::base

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_BASE_HOOKS_H_
