// The logging of NV-WSP (NV-Logging, section 3.1 and figure 5(d)): undo records in NVM and no redo.
// A commit sends home the pages that its transaction has changed, and then one store ends the
// transaction.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_NV_WSP_UNDO_LOG_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_NV_WSP_UNDO_LOG_H_

#include "log/change_header.h"
#include "scheme/page_engine/cleaning/housekeeping.h"
#include "scheme/page_engine/early_commits.h"
#include "scheme/page_engine/page_parts.h"
#include "scheme/systems/nv_wsp/home.h"
#include "scheme/systems/nv_wsp/story.h"
#include "scheme/systems/nv_wsp/turns.h"

namespace afterimage::nvwsp {

struct UndoParams {
  Layout layout{};
  uint32_t cleaners = 0;
  bool early_release = false;
  bool indexed = false;  // there are trees to split
};

// The volatile state of a transaction that changes something.
struct TxnUndo {
  static constexpr uint32_t kNone = ~0u;
  explicit TxnUndo(Arena& arena) : pages(ArenaAllocator<PageId>(arena)) {}
  uint32_t mark = kNone;
  uint64_t number = 0;        // among the transactions of this mark
  uint32_t newest = kNone;    // of its undo records
  uint32_t reserved = 0;      // records kept free for it
  ArenaVector<PageId> pages;  // that it has changed, in that order
  TxnUndo* next_free = nullptr;
};

class UndoLog final : public LoggingHooks {
 public:
  UndoLog(const EngineContext& context, const UndoParams& params, Home& home);

  void Attach(PageParts& engine) override { engine_ = &engine; }
  void Format() override;
  void Start() override;
  void Stop(Thread& thread) override;
  Task<void> OnBegin(Thread& thread, Transaction& txn) override;
  Task<bool> Reserve(Thread& thread, Transaction& txn, uint32_t changes) override;
  Lsn NextLsn() const override { return next_lsn_; }
  Task<Lsn> OnUpdate(Thread& thread, Transaction& txn, const Change& change) override;
  Task<Lsn> OnCompensate(Thread& thread, Transaction& txn, const Change& change, Lsn lsn,
                         const Frame& frame) override;
  Task<void> BeforeSplit(Thread&, PageId) override { co_return; }
  Task<void> OnSystemEnd(Thread&, Transaction&) override { co_return; }
  Task<void> OnSystemApplied(Thread& thread, Transaction& txn) override;
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
  // --- undo records (undo_log.cc) ---
  TxnUndo& UndoOf(Transaction& txn) { return *static_cast<TxnUndo*>(txn.log); }
  TxnUndo* TakeTxnUndo();
  static void NotePage(TxnUndo& undo, PageId page);
  Turns& MarksFor(bool system) { return system ? system_marks_ : client_marks_; }
  uint32_t MakeRecord(TxnUndo& undo, const Transaction& txn, const Change& change, Lsn lsn,
                      UndoRecord* record);
  // Makes it durable, its image first.
  Task<void> PersistRecord(Thread& thread, uint32_t i, const UndoRecord& record,
                           const uint8_t* image);

  // --- ends of transactions (commit.cc) ---
  // Labels of a mark's store and its write-back.
  struct MarkLabels {
    uint16_t store, back;
  };
  Task<void> Force(Thread& thread, const TxnUndo& undo, uint16_t label);
  Nvm::StoreAndFlushOp SetMark(Thread& thread, uint32_t mark, const uint64_t& number,
                               MarkLabels labels);
  Task<void> End(Thread& thread, const TxnUndo& undo, MarkLabels labels);
  Task<void> AwaitCommits(Thread& thread, Lsn lsn);

  // --- recovery (recovery.cc) ---
  struct Loser;
  struct Found;
  struct Survey;
  Task<bool> Analysis(Thread& thread, Survey& survey);
  Task<bool> ReadAnchors(Thread& thread);
  Task<bool> Scan(Thread& thread, Survey& survey);
  bool Plausible(const UndoRecord& record) const;
  void NoteRecord(Survey& survey, uint32_t i, const UndoRecord& record);
  Task<bool> Undo(Thread& thread, Survey& survey);
  // System transactions, or clients' ones.
  Task<bool> UndoLosers(Thread& thread, Survey& survey, bool system);
  Task<bool> UndoFound(Thread& thread, const Found& found);
  Task<void> EndLosers(Thread& thread, Survey& survey, bool system);
  Task<void> SendAllHome(Thread& thread, uint16_t label);

  // The change that a record undoes, without its after image; `image` has room for any.
  Change ReadChange(Thread& thread, uint32_t i, UndoRecord* record, uint8_t* image);
  bool Live(const UndoRecord& record) const {
    return record.mark() < layout_.marks() &&
           record.number() == nvm_.LoadWord(layout_.Mark(record.mark())) + 1;
  }
  // The client's transaction that is committing and that the mark, as it is, has ended; null:
  // none.
  const Transaction* CommittedBy(uint32_t mark) const;
  bool Mutated(uint32_t mutation) const { return (mutations_ >> mutation) & 1; }

  // --- for the interface (describe.cc) ---
  void DescribeRecords(Inspector& inspector);
  void DescribeMarks(Inspector& inspector);

  Arena& arena_;
  Nvm& nvm_;
  Home& home_;
  const MachineProfile& machine_;
  const Schema& schema_;
  UndoParams params_;
  Layout layout_;
  uint32_t mutations_;
  uint32_t structure_slack_;  // records kept free for structure changes
  Time record_ns_;
  PageParts* engine_ = nullptr;

  // Volatile: recovery never reads them.
  Lsn next_lsn_ = 1;
  ArenaVector<uint64_t> ended_;  // copies of the marks
  ArenaVector<uint32_t> older_;  // by record: the transaction's one before it
  Turns records_;
  Turns client_marks_;
  Turns system_marks_;
  uint32_t reserved_ = 0;
  TxnUndo* free_undos_ = nullptr;
  EarlyCommits early_commits_;  // numbered by LSNs of their own
  EngineCounters counters_;

  PageCleaners cleaners_;
};

}  // namespace afterimage::nvwsp

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_NV_WSP_UNDO_LOG_H_
