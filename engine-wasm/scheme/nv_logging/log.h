// The log of NV-Logging: inserting, persisting, truncating, recovering. Section numbers refer to
// the paper.
#ifndef AFTERIMAGE_SCHEME_NV_LOGGING_LOG_H_
#define AFTERIMAGE_SCHEME_NV_LOGGING_LOG_H_

#include "log/change_header.h"
#include "scheme/early_commits.h"
#include "scheme/housekeeping.h"
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
  uint32_t cleaners = 0;
  bool early_release = false;
  uint64_t archive_base = 0;  // on the disk
  uint64_t archive_bytes = 0;
  uint32_t structure_slack = 0;  // entries kept free for structure changes
};

// A log object in DRAM: populated here, copied to NVM later, reused after its transaction.
struct LogObject {
  enum class State : uint8_t { kPopulated, kPersisting, kPersistent };
  Address dram = 0;
  Lsn lsn = 0;
  PageId page = 0;
  uint32_t bytes = 0;
  uint32_t room = 0;  // in DRAM
  Kind kind = Kind::kUpdate;
  State state = State::kPopulated;
  TxnLabel label = 0;
  LogObject* older = nullptr;  // of the same transaction
  LogObject* newer = nullptr;
  LogObject* before_in_queue = nullptr;  // unpersisted objects, by LSN
  LogObject* after_in_queue = nullptr;
  WaitQueue waiters;    // for persistence
  bool orphan = false;  // its transaction has ended: free it once it is persistent
};

struct TxnLog {
  LogObject* oldest = nullptr;
  LogObject* newest = nullptr;
  uint32_t reserved = 0;  // entries kept free for its CLRs and its last object
  TxnLog* next_free = nullptr;
};

class Log final : public LoggingHooks {
 public:
  // `image_bytes`: the longest before or after image of a client's change.
  Log(const EngineContext& context, const LogParams& params, Dram& dram, uint32_t image_bytes);

  void Attach(PageEngine& engine) override { engine_ = &engine; }
  void Format() override;
  void Start() override;
  void Stop(Thread& thread) override;
  Task<void> OnBegin(Thread& thread, Transaction& txn) override;
  Task<bool> Reserve(Thread& thread, Transaction& txn, uint32_t changes) override;
  Lsn NextLsn() const override { return tail_; }
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
  void CheckStructures(StructureCheck& check) override;

 private:
  enum class When : uint8_t { kNow, kByPolicy, kLater };

  // --- inserting and persisting (log.cc) ---
  LogObject* TakeObject(uint32_t bytes);
  void FreeObject(LogObject* object);
  TxnLog& LogOf(Transaction& txn) { return *static_cast<TxnLog*>(txn.log); }
  TxnLog* TakeTxnLog();
  // At `step`, if it is one: gives an object an LSN, fills it in DRAM and persists it, now or as
  // the policy has it. It is the transaction's newest.
  Task<Lsn> Insert(Thread& thread, Where step, Transaction& txn, Kind kind, const Change* change,
                   Lsn compensates, When when);
  void Populate(LogObject* object, Transaction& txn, const Change* change, Lsn compensates);
  // Section 5.2: content, write-back, state bits, their write-back. Waits where another thread is
  // at it.
  Task<void> EnsurePersistent(Thread& thread, LogObject* object);
  // The unpersisted objects of a page, and the tail.
  Task<void> PersistPage(Thread& thread, PageId page);
  Nvm::StoreAndFlushOp CopyObject(Thread& thread, const LogObject& object);
  Nvm::StoreAndFlushOp SetObjectState(Thread& thread, const LogObject& object);
  Nvm::StoreAndFlushOp SetEntryState(Thread& thread, const LogObject& object, const uint64_t& word);
  Task<void> PersistStateFirst(Thread& thread, LogObject* object);
  Task<void> WriteBackTail(Thread& thread, uint16_t label);
  // Nobody persists it, and it would be the transaction's next.
  static bool ComesNext(const LogObject& object) {
    const LogObject* older = object.older;
    return object.state == LogObject::State::kPopulated &&
           (!older || older->state == LogObject::State::kPersistent);
  }
  void Enqueue(LogObject* object);
  void Dequeue(LogObject* object);
  Task<void> Persister(Thread& thread);

  // --- committing and rolling back (commit.cc) ---
  Task<void> PersistAll(Thread& thread, const TxnLog& log, uint16_t label);

  // --- checkpoints and truncation (truncation.cc) ---
  struct HeadLines {
    uint16_t tail, head, head_back, clear, clear_back;
  };
  uint32_t FreeEntries() const;
  Task<void> MoveHead(Thread& thread, Lsn new_head, const HeadLines& lines);
  Task<void> ClearEntries(Thread& thread, Lsn from, Lsn to, uint16_t label, uint16_t back_label);
  Task<void> Backup(Thread& thread);
  Task<void> BackupTo(Thread& thread, Lsn limit);

  // --- recovery (recovery.cc) ---
  struct Found {
    ObjectHeader header;
    const uint8_t* images;
  };
  struct Survey;
  Task<bool> ReadAnchors(Thread& thread);
  Task<void> ClearOutside(Thread& thread);
  Task<bool> Analysis(Thread& thread, Survey& survey);
  Task<void> ScanRing(Thread& thread, Survey& survey);
  Task<void> TrimTail(Thread& thread, const Survey& survey);
  bool ReadObject(Thread& thread, Lsn lsn, Found* found);
  Task<bool> Redo(Thread& thread, Survey& survey);
  Task<bool> Undo(Thread& thread, Survey& survey);
  // System transactions, or clients' ones.
  Task<bool> UndoLosers(Thread& thread, Survey& survey, bool system);
  Task<void> EmptyRing(Thread& thread);

  // --- for the interface (describe.cc) ---
  void DescribeRing(Inspector& inspector);
  void DescribeObjects(Inspector& inspector);
  void DescribeVolatile(Inspector& inspector);
  void DescribeArchive(Inspector& inspector);
  void DescribeHeader(Inspector& inspector, Tier tier, Address address, const ObjectHeader& header);

  static uint32_t ObjectBytes(const Change* change) {
    return kLineBytes + (change ? change->before.size + change->after.size : 0);
  }
  // Entries that a client's change may use up: at worst with those left unused before the ring's
  // end.
  uint32_t WorstEntries() const { return 2 * layout_.Span(kLineBytes + 2 * image_bytes_) - 1; }
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
  uint32_t image_bytes_;
  const Schema& schema_;  // for the interface
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
  uint64_t record_bytes_ = 0;
  Time insert_ns_ = 0;
  bool stopping_ = false;

  static constexpr uint32_t kSizeClasses = 16;  // 64 bytes times a power of two
  LogObject* free_objects_[kSizeClasses] = {};  // through `older`
  EarlyCommits early_commits_;                  // numbered by the LSNs of their commit objects
  ArenaVector<LogObject*> live_;  // for the interface: objects of running transactions, by LSN
  TxnLog* free_txn_logs_ = nullptr;
  LogObject* queue_first_ = nullptr;
  LogObject* queue_last_ = nullptr;

  // Threads are numbered in this order.
  Thread* persister_;
  Checkpointer checkpointer_;
  Thread* backup_;
  PageCleaners cleaners_;
  WaitQueue persister_work_;
  WaitQueue backup_work_;
  WaitQueue backup_done_;
};

}  // namespace afterimage::nvlog

#endif  // AFTERIMAGE_SCHEME_NV_LOGGING_LOG_H_
