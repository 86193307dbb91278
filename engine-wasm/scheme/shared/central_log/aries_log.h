// ARIES (Mohan et al., TODS 1992) over a central log: steal and no-force, redo repeats history,
// undo logs compensations, checkpoints are fuzzy. The commit modes differ in what a commit waits
// for. A system that logs and commits in the same way and undoes in another derives from it.
#ifndef AFTERIMAGE_SCHEME_SHARED_CENTRAL_LOG_ARIES_LOG_H_
#define AFTERIMAGE_SCHEME_SHARED_CENTRAL_LOG_ARIES_LOG_H_

#include "base/buffer_list.h"
#include "log/central_log.h"
#include "scheme/page_engine/cleaning/housekeeping.h"
#include "scheme/page_engine/page_parts.h"
#include "scheme/page_engine/transaction_table.h"
#include "scheme/shared/central_log/checkpoint_tables.h"
#include "scheme/shared/central_log/story.h"

namespace afterimage::aries {

enum class CommitMode : uint8_t { kSynchronous, kGroup, kPipelined, kAsynchronous };

struct AriesParams {
  CentralLogParams log;
  CommitMode commit = CommitMode::kSynchronous;
  uint32_t group_size = 8;  // commits that make a group flush at once
  Time flush_ns = 0;        // at the latest so long after the first of a group
  // The time that a thread sleeps before a flush if `commit_siblings` other transactions are active
  // that have logged something and wait for no lock (PostgreSQL, XLogFlush and
  // MinimumActiveBackends).
  Time commit_delay_ns = 0;
  uint32_t commit_siblings = 0;
  // With commits that wait for nothing: so many bytes of log end the flusher's pause (PostgreSQL,
  // XLogSetAsyncXactLSN and wal_writer_flush_after). 0: nothing does.
  uint32_t flush_after = 0;
  uint32_t checkpoint_bytes = 0;  // of log between two checkpoints
  Time checkpoint_ns = 0;         // also so long after the last one; 0: not by the clock
  // True for checkpoints at each commit and when the buffer is full (NV-Logging, section 4.5).
  bool checkpoint_at_commit = false;
  // A full buffer ends the active transactions that have records in it (NV-Logging, section 2.1).
  bool full_aborts = false;
  uint32_t image_bytes = 0;      // the longest before or after image of a client's change
  uint32_t structure_bytes = 0;  // of log that a structure change takes at most
  uint32_t change_records = 2;   // that a client's change may take with its undo
  uint32_t cleaners = 0;
  bool early_release = false;
  bool page_images = false;
  bool undoes_oldest_first = false;  // a mutation
};

class AriesLog : public LoggingHooks, private PartitionedLog {
 public:
  // The least number of structure changes for which log is kept free; one for each thread if there
  // are more.
  static constexpr uint32_t kStructureChanges = 8;

  AriesLog(const EngineContext& context, const AriesParams& params, File& file);

  void Attach(PageParts& engine) override { engine_ = &engine; }
  void Format() override { log_.Format(); }
  void Start() override;
  void Stop(Thread& thread) override;
  Task<void> OnBegin(Thread& thread, Transaction& txn) override;
  Task<bool> Reserve(Thread& thread, Transaction& txn, uint32_t changes) override;
  Lsn NextLsn() const override { return log_.next_lsn(); }
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
  void Describe(Inspector& inspector) override;
  void CheckStructures(StructureCheck& check) override { log_.CheckStructures(check); }
  bool ReadDram(Address address, uint32_t size, uint8_t* out) const override {
    return log_.ReadBuffer(address, size, out) || ReadKernel(address, size, out);
  }

 protected:
  ~AriesLog() = default;

  uint32_t oldest_partition() const override { return log_.PartitionOf(log_.first_lsn()); }
  uint32_t newest_partition() const override { return log_.PartitionOf(log_.next_lsn()); }

  // --- logging and committing (aries_log.cc) ---
  // `reserved`: the record uses up what its transaction has reserved.
  Task<Lsn> Append(Thread& thread, Transaction& txn, RecordHeader header, Bytes before, Bytes after,
                   bool reserved = true);
  Task<Lsn> AppendEnd(Thread& thread, Transaction& txn, RecordKind kind);
  // The compensation of the update `lsn`, by `change`; and the line that appends it.
  Where ClrStep(Lsn lsn) const;
  Task<Lsn> AppendClr(Thread& thread, Transaction& txn, const Change& change, Lsn lsn);
  // The page as it is before its first change since it last went home.
  Task<void> LogPageImage(Thread& thread, Transaction& txn, PageId page);
  Task<void> MakeDurable(Thread& thread, Lsn lsn);
  // Forces the log like CentralLog::Force, with the pause before a flush.
  Task<void> ForceLog(Thread& thread, Lsn lsn);
  // Returns how long this thread would sleep before a flush, with the present transactions.
  Time PauseOf(const Thread& thread) const;
  Task<void> JoinGroup(Thread& thread, Lsn lsn);
  Task<void> Flusher(Thread& thread);
  bool HasEnoughToFlush() const {
    return params_.flush_after > 0 && log_.next_lsn() - log_.durable_lsn() >= params_.flush_after;
  }
  // The volatile state of a transaction that has reserved log.
  struct TxnSpace {
    uint64_t reserved = 0;
    bool aborted = false;  // by a full buffer: it is rolled back at its next change
  };
  static TxnSpace& SpaceOf(Transaction& txn) { return *static_cast<TxnSpace*>(txn.log); }
  uint64_t& ReservedOf(Transaction& txn) { return SpaceOf(txn).reserved; }
  // Flushes the buffer where the next change would find it full.
  Task<void> ReclaimBuffer(Thread& thread);
  // The buffer was full, with what is not below `durable`.
  void NoteFullBuffer(Thread& thread, Lsn durable);
  bool checkpoint_at_commit() const { return kWhole && params_.checkpoint_at_commit; }
  bool full_aborts() const { return kWhole && params_.full_aborts; }
  // Log that a client's change may take beside what is kept free.
  uint64_t Room() const;
  // Log that is kept free for structure changes and for rolling back what is active, also at
  // restart.
  uint64_t KeptBytes() const;
  // Returns whether a checkpoint would free log, or leaves the kept part alone. While an active
  // transaction holds back the oldest partition no checkpoint frees any, and one after the other
  // would fill the log.
  bool MayCheckpoint() const;
  // Log that the tables of a checkpoint would take now.
  uint64_t TableBytes() const;
  // Log that a change and its compensation may take.
  uint64_t ChangeBytes() const {
    return params_.change_records * (sizeof(RecordHeader) + 2 * params_.image_bytes + 16) +
           (params_.page_images ? ImageRecordBytes() : 0);
  }
  uint32_t ImageRecordBytes() const {
    return sizeof(RecordHeader) + engine_->params().page_bytes + 8;
  }

  // --- rolling back ---
  // What is undone later, where the oldest record comes first.
  struct PutOff {
    Transaction* txn;
    Lsn lsn;
  };
  // Undoes what the transaction `one` has left, from undo_next_lsn down; where it is null, what all
  // `losers` have, system transactions or clients' ones. False where the log or a page is damaged.
  Task<bool> UndoAll(Thread& thread, Transaction* one, const TransactionTable* losers, bool system);
  // One record of it; where there is `put_off` it only comes onto that, and the way goes on.
  Task<bool> UndoNext(Thread& thread, Transaction& txn, uint8_t* images,
                      ArenaVector<PutOff>* put_off);
  // Undoes what the record says, whose images `change` refers to.
  virtual Task<bool> UndoRecord(Thread& thread, Transaction& txn, const RecordHeader& header,
                                const Change& change);
  // The client's transaction that the thread is working on.
  Transaction* ClientOf(const Thread& thread) const;

  // --- checkpoints (checkpoint.cc) ---
  Task<void> LogTables(Thread& thread, Lsn begin, Lsn* needed);
  Task<void> LogTable(Thread& thread, uint8_t table, const uint8_t* bytes, size_t size);

  // --- recovery (recovery.cc) ---
  struct Tables;
  Task<bool> Analysis(Thread& thread, Tables& tables);
  Task<bool> ScanLog(Thread& thread, const LogMaster& master, Tables& tables);
  void Analyse(const RecordHeader& header, const uint8_t* images, Tables& tables);
  void LoadTable(const RecordHeader& header, const uint8_t* images, Tables& tables);
  Task<bool> Redo(Thread& thread, Tables& tables);
  Task<bool> RedoRecord(Thread& thread, const RecordHeader& header, const uint8_t* images,
                        Tables& tables);
  Task<bool> RedoImage(Thread& thread, const RecordHeader& header, const uint8_t* images,
                       Tables& tables);
  void TakeTables(const Tables& tables);
  Task<bool> Undo(Thread& thread, Tables& tables);
  // System transactions, or clients' ones.
  Task<bool> UndoLosers(Thread& thread, Tables& tables, bool system);

  // --- for the interface (describe.cc) ---
  void DescribeBuffer(Inspector& inspector);
  void DescribeFile(Inspector& inspector);
  // The records of the file that are on a device of this tier, as a structure.
  void DescribeFileOn(Inspector& inspector, uint16_t structure, Tier tier);
  void DescribeHole(Inspector& inspector, Tier tier, Lsn lsn);
  // The structure that shows the record, once it is in the file.
  uint16_t StructureOf(Lsn lsn) const;
  void DescribeRecord(Inspector& inspector, Tier tier, Address address, const RecordHeader& header);
  void DescribeMaster(Inspector& inspector);
  void DescribeDirtyPages(Inspector& inspector);
  void DescribeTransactions(Inspector& inspector);
  // Describes the operating system's copies of the log's file (describe_kernel.cc).
  void DescribeKernel(Inspector& inspector);
  void DescribeKernelPages(Inspector& inspector, const DiskFile& file);
  void DescribeKernelRecord(Inspector& inspector, Address at, const RecordHeader& header);
  void DescribeJournal(Inspector& inspector, const DiskFile& file);
  // The kind of the record at this address.
  static void DescribeKind(Inspector& inspector, const Text& name, Tier tier, Address at);
  bool ReadKernel(Address address, uint32_t size, uint8_t* out) const;

  Kernel& kernel_;
  Arena& arena_;
  AriesParams params_;
  const Schema& schema_;  // for the interface
  // Shows the records of the log file that are not on the file's own device.
  uint16_t elsewhere_structure_ = kLogFile;
  CentralLog log_;
  PageParts* engine_ = nullptr;

  uint64_t reserved_ = 0;
  BufferList images_;
  ArenaVector<Transaction*> losers_;  // in recovery, those that are not rolled back yet
  ArenaVector<DirtyPageEntry>
      awaiting_redo_;  // in recovery, until redo has ended; for the interface
  bool stopping_ = false;

  uint32_t group_ = 0;  // commits that wait for the next flush
  Lsn last_checkpoint_ = kNoLsn;

  // Threads are numbered in this order.
  Thread* flusher_;
  Checkpointer checkpointer_;
  PageCleaners cleaners_;
  WaitQueue flush_work_;
  WaitQueue flush_soon_;  // the flusher, in its pause
};

}  // namespace afterimage::aries

#endif  // AFTERIMAGE_SCHEME_SHARED_CENTRAL_LOG_ARIES_LOG_H_
