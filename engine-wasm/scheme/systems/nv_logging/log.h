// The log of NV-Logging: a ring of entries in NVM, objects in DRAM that a persister copies there,
// and an archive on disk. Section numbers refer to the paper.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_NV_LOGGING_LOG_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_NV_LOGGING_LOG_H_

#include "log/change_header.h"
#include "scheme/page_engine/cleaning/housekeeping.h"
#include "scheme/page_engine/early_commits.h"
#include "scheme/page_engine/page_parts.h"
#include "scheme/systems/nv_logging/persister.h"
#include "scheme/systems/nv_logging/ring/archive.h"

namespace afterimage::nvlog {

enum class Policy : uint8_t { kFlushOnInsert, kFlushOnCommit };

struct LogParams {
  Policy policy = Policy::kFlushOnCommit;
  Layout layout{};
  uint32_t checkpoint_after = 0;  // consumed entries that wake the checkpointer
  uint32_t cleaners = 0;
  uint32_t persisters = 0;
  bool early_release = false;
  ArchiveParams archive{};
  uint32_t structure_slack = 0;  // entries kept free for structure changes
};

class Log final : public LoggingHooks {
 public:
  // `image_bytes`: the longest before or after image of a client's change.
  Log(const EngineContext& context, const LogParams& params, Dram& dram, uint32_t image_bytes);

  void Attach(PageParts& engine) override { engine_ = &engine; }
  void Format() override { ring_.Format(arena_); }
  void Start() override;
  void Stop(Thread& thread) override;
  Task<void> OnBegin(Thread& thread, Transaction& txn) override;
  Task<bool> Reserve(Thread& thread, Transaction& txn, uint32_t changes) override;
  Lsn NextLsn() const override { return ring_.tail(); }
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
  void CheckStructures(StructureCheck& check) override { ring_.Check(check); }

 private:
  enum class When : uint8_t { kNow, kByPolicy, kLater };

  // --- inserting (log.cc) ---
  // At `step`, if it is one: gives an object an LSN, fills it in DRAM and persists it, now or as
  // the policy has it. It is the transaction's newest.
  Task<Lsn> Insert(Thread& thread, Where step, Transaction& txn, Kind kind, const Change* change,
                   Lsn compensates, When when);
  // The object that ends the transaction, persistent.
  Task<Lsn> InsertEnd(Thread& thread, Where step, Transaction& txn, Kind kind) {
    return Insert(thread, step, txn, kind, nullptr, kNoLsn, When::kNow);
  }
  LogObject* NewObject(const Transaction& txn, Kind kind, const Change* change);
  Task<void> Populate(Thread& thread, LogObject* object, Transaction& txn, const Change* change,
                      Lsn compensates);
  TxnLog& LogOf(Transaction& txn) {
    if (!txn.log) txn.log = pool_.TakeLog();
    return *static_cast<TxnLog*>(txn.log);
  }
  static bool HasChanged(const Transaction& txn) {
    return txn.log && static_cast<const TxnLog*>(txn.log)->oldest;
  }

  // --- committing (commit.cc) ---
  // Waits for the early released commits up to this LSN.
  Task<void> AwaitCommits(Thread& thread, Lsn commit);
  Task<void> CommitEarly(Thread& thread, Transaction& txn);
  Task<void> CommitUnpersisted(Thread& thread, Transaction& txn);

  // --- space (truncation.cc) ---
  uint32_t FreeEntries() const;
  void Unreserve(TxnLog& log, uint32_t entries) {
    log.reserved -= entries;
    reserved_ -= entries;
  }
  // Entries that a client's change may use up: at worst with those left unused before the ring's
  // end.
  uint32_t WorstEntries() const { return 2 * layout_.Span(kLineBytes + 2 * image_bytes_) - 1; }

  // --- recovery (recovery.cc) ---
  struct Found;
  struct Survey;
  Task<bool> Analysis(Thread& thread, Survey& survey);
  Task<void> ScanRing(Thread& thread, Survey& survey);
  bool ReadObject(Thread& thread, Lsn lsn, Found* found);
  Task<bool> Redo(Thread& thread, Survey& survey);
  Task<bool> Undo(Thread& thread, Survey& survey);
  // System transactions, or clients' ones.
  Task<bool> UndoLosers(Thread& thread, Survey& survey, bool system);
  Task<void> EmptyRing(Thread& thread);

  void DescribeObjects(Inspector& inspector) const;

  Arena& arena_;
  Nvm& nvm_;
  const MachineProfile& machine_;
  const Schema& schema_;  // for the interface
  LogParams params_;
  Layout layout_;
  uint32_t image_bytes_;
  bool acknowledge_first_;    // a mutation
  bool one_dependent_waits_;  // another
  Time record_ns_;
  PageParts* engine_ = nullptr;

  Ring ring_;
  ObjectPool pool_;
  Lsn awaited_ = kNoLsn;        // the latest commit that somebody waited for; for the mutation
  EarlyCommits early_commits_;  // numbered by the LSNs of their commit objects
  uint32_t reserved_ = 0;       // entries, by all transactions

  // Threads are numbered in this order.
  Persister persister_;
  Checkpointer checkpointer_;
  Archive archive_;
  PageCleaners cleaners_;

  uint64_t records_ = 0;
  uint64_t record_bytes_ = 0;
  Time insert_ns_ = 0;
};

}  // namespace afterimage::nvlog

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_NV_LOGGING_LOG_H_
