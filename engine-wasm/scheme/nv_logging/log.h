// The log of NV-Logging: inserting, persisting, truncating, recovering. Section numbers refer to
// the paper.
#ifndef AFTERIMAGE_SCHEME_NV_LOGGING_LOG_H_
#define AFTERIMAGE_SCHEME_NV_LOGGING_LOG_H_

#include "scheme/nv_logging/layout.h"
#include "scheme/nv_logging/story.h"
#include "scheme/page_engine.h"

namespace afterimage::nvlog {

enum class Policy : uint8_t { kFlushOnInsert, kFlushOnCommit };

struct LogParams {
  Policy policy = Policy::kFlushOnCommit;
  Layout layout{};
  uint32_t checkpoint_after = 0;  // consumed entries that wake the checkpointer
  bool backup = true;             // cold log goes to disk before it is truncated
  Time cleaner_ns = 0;            // pause between two pages of the page cleaner, 0: none
  uint32_t archive_base = 0;      // on the disk
  uint32_t archive_bytes = 0;
};

// A log object in DRAM: populated here, copied to NVM later, reused after its transaction.
struct LogObject {
  enum class State : uint8_t { kPopulated, kPersisting, kPersistent };
  Address dram = 0;
  Lsn lsn = 0;
  PageId page = 0;
  uint32_t bytes = 0;
  Kind kind = Kind::kUpdate;
  State state = State::kPopulated;
  TxnLabel label = 0;
  LogObject* older = nullptr;       // of the same transaction
  LogObject* newer = nullptr;
  LogObject* before_in_queue = nullptr;  // unpersisted objects, by LSN
  LogObject* after_in_queue = nullptr;
  WaitQueue waiters;                // for persistence
  bool orphan = false;              // its transaction has ended: free it once it is persistent
};

struct TxnLog {
  LogObject* oldest = nullptr;
  LogObject* newest = nullptr;
  uint32_t reserved = 0;  // entries kept free for its CLRs and its last object
  TxnLog* next_free = nullptr;
};

class Log final : public LoggingHooks {
 public:
  Log(const EngineContext& context, const LogParams& params, Dram& dram, uint32_t value_bytes);

  void Attach(PageEngine& engine) override { engine_ = &engine; }
  void Format() override;
  void Start() override;
  void Stop(Thread& thread) override;
  Task<void> OnBegin(Thread& thread, Transaction& txn) override;
  Task<bool> Reserve(Thread& thread, Transaction& txn) override;
  Task<Lsn> OnUpdate(Thread& thread, Transaction& txn, const Change& change) override;
  Task<void> OnCommit(Thread& thread, Transaction& txn) override;
  Task<void> OnAbort(Thread& thread, Transaction& txn) override;
  void OnEnd(Transaction& txn) override;
  Task<void> BeforeWritePage(Thread& thread, PageId page, Lsn page_lsn) override;
  Task<void> OnCheckpoint(Thread& thread) override;
  Task<RecoveryReport> OnRecover(Thread& thread) override;
  uint64_t log_records() const override { return records_; }
  void Describe(Inspector& inspector) override;

 private:
  enum class When : uint8_t { kNow, kByPolicy };

  // --- inserting and persisting (log.cc) ---
  LogObject* TakeObject();
  void FreeObject(LogObject* object);
  TxnLog& LogOf(Transaction& txn) { return *static_cast<TxnLog*>(txn.log); }
  TxnLog* TakeTxnLog();
  // Gives the object an LSN, fills it in DRAM and persists it, now or as the policy has it.
  Task<LogObject*> Insert(Thread& thread, Transaction& txn, Kind kind, const Change* change, Lsn compensates, When when);
  Task<Lsn> AllocateLsn(Thread& thread, uint32_t span);
  void Populate(LogObject* object, Transaction& txn, const Change* change, Lsn compensates);
  // Section 5.2: content, write-back, state bits, their write-back. Waits where another thread is at it.
  Task<void> EnsurePersistent(Thread& thread, LogObject* object);
  Task<void> Persist(Thread& thread, LogObject* object);
  Task<void> CopyObject(Thread& thread, const LogObject& object);
  Task<void> SetStateBits(Thread& thread, const LogObject& object);
  Task<void> WriteBackTail(Thread& thread, uint16_t label);
  void Enqueue(LogObject* object);
  void Dequeue(LogObject* object);
  Task<void> Persister(Thread& thread);

  // --- rolling back (abort.cc) ---
  struct UndoLines {
    uint16_t clr, restore;
  };
  // Compensates update `lsn`: a CLR, then the page. False where the page is damaged.
  Task<bool> UndoUpdate(Thread& thread, Transaction& txn, const Change& change, Lsn lsn, When when, UndoLines lines);
  Change ChangeOf(const ObjectHeader& header, const uint8_t* images) const;

  // --- checkpoints and truncation (truncation.cc) ---
  struct HeadLines {
    uint16_t tail, head, head_back, clear, clear_back;
  };
  uint32_t FreeEntries() const;
  void WantCheckpoint(Thread& thread);
  Task<void> Checkpointer(Thread& thread);
  Task<void> MoveHead(Thread& thread, Lsn new_head, const HeadLines& lines);
  Task<void> ClearEntries(Thread& thread, Lsn from, Lsn to, uint16_t label, uint16_t back_label);
  Task<void> Backup(Thread& thread);
  Task<void> BackupTo(Thread& thread, Lsn limit);
  Task<void> Cleaner(Thread& thread);

  // --- recovery (recovery.cc) ---
  struct Found {
    ObjectHeader header;
    const uint8_t* images;
  };
  struct Survey;
  Task<bool> ReadAnchors(Thread& thread);
  Task<void> ClearOutside(Thread& thread);
  Task<void> Analysis(Thread& thread, Survey& survey);
  Task<void> TrimTail(Thread& thread, const Survey& survey);
  bool ReadObject(Thread& thread, Lsn lsn, Found* found);
  Task<bool> Redo(Thread& thread, Survey& survey);
  Task<bool> Undo(Thread& thread, Survey& survey);

  // --- for the interface (describe.cc) ---
  void DescribeRing(Inspector& inspector);
  void DescribeObjects(Inspector& inspector);
  void DescribeVolatile(Inspector& inspector);
  void DescribeArchive(Inspector& inspector);
  void DescribeHeader(Inspector& inspector, Tier tier, Address address, const ObjectHeader& header);

  uint32_t ObjectBytes(bool with_images) const { return kLineBytes + (with_images ? 2 * value_bytes_ : 0); }
  // Entries that a change may use up: at worst with those left unused before the ring's end.
  uint32_t WorstEntries() const { return 2 * layout_.Span(ObjectBytes(true)) - 1; }
  bool Mutated(uint32_t mutation) const { return (mutations_ >> mutation) & 1; }
  uint8_t* Bytes(const LogObject& object) { return dram_.At(object.dram); }
  ObjectHeader Header(const LogObject& object) const {
    ObjectHeader header;
    std::memcpy(&header, dram_.At(object.dram), sizeof header);
    return header;
  }

  Kernel& kernel_;
  Arena& arena_;
  Nvm& nvm_;
  BlockDevice& disk_;
  Dram& dram_;
  const MachineProfile& machine_;
  LogParams params_;
  Layout layout_;
  uint32_t value_bytes_;
  uint32_t mutations_;
  Time record_ns_;
  PageEngine* engine_ = nullptr;

  // Volatile copies and bookkeeping: recovery never reads them.
  Lsn head_ = kFirstLsn;
  Lsn tail_ = kFirstLsn;
  Lsn reclaimed_ = kFirstLsn;  // entries below are free to reuse
  Lsn backed_up_ = kFirstLsn;
  Lsn backup_wanted_ = 0;
  uint32_t reserved_ = 0;
  uint64_t records_ = 0;
  bool stopping_ = false;
  bool checkpoint_wanted_ = false;
  bool checkpoint_running_ = false;
  uint64_t checkpoints_ = 0;

  ArenaVector<LogObject*> free_objects_;
  ArenaVector<LogObject*> live_;  // for the interface: objects of running transactions, by LSN
  TxnLog* free_txn_logs_ = nullptr;
  LogObject* queue_first_ = nullptr;
  LogObject* queue_last_ = nullptr;

  Thread* persister_ = nullptr;
  Thread* checkpointer_ = nullptr;
  Thread* backup_ = nullptr;
  Thread* cleaner_ = nullptr;
  WaitQueue persister_work_;
  WaitQueue checkpoint_work_;
  WaitQueue checkpoint_done_;
  WaitQueue backup_work_;
  WaitQueue backup_done_;
  WaitQueue cleaner_work_;
};

}  // namespace afterimage::nvlog

#endif  // AFTERIMAGE_SCHEME_NV_LOGGING_LOG_H_
