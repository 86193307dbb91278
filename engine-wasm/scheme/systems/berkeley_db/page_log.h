// Write-ahead logging page by page, without compensation records.
//
// A record gives a page, its change, and the LSN that the page had before. A transaction keeps a
// changed page locked to its end, so the records of a page form a chain, and only its end can
// belong to a transaction that has not ended:
//
//   page P:   LSN 10 (T1, committed) <- 20 (T2, committed) <- 30 (T3) <- 40 (T3)
//
// Undo takes the last link off: if the page has LSN 40, the change goes, and its LSN is 30 again.
// Redo puts the next one on: if the page has LSN 10, the record whose page had LSN 10 before is
// due. A rollback logs nothing, so restart undoes first, and redo leaves out transactions without a
// commit. A split is a part of the transaction that needs it, and is undone with it.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_BERKELEY_DB_PAGE_LOG_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_BERKELEY_DB_PAGE_LOG_H_

#include "scheme/shared/central_log/aries_log.h"
#include "scheme/systems/berkeley_db/page_log_story.h"

namespace afterimage::berkeley {

class PageLog final : public aries::AriesLog {
 public:
  using AriesLog::AriesLog;

  Transaction* StructureOwner(Thread& thread) override;
  bool UndoesStructures() const override { return true; }
  Task<Lsn> OnUpdate(Thread& thread, Transaction& txn, const Change& change) override;
  Task<void> OnSystemEnd(Thread& thread, Transaction& txn) override;
  Task<void> OnAbort(Thread& thread, Transaction& txn) override;
  Task<void> OnCheckpoint(Thread& thread) override;
  Task<void> OnRecover(Thread& thread, Restart& restart) override;

 private:
  // The structure change that is being logged; there is one at a time, since its owner has locked
  // the database. Its pages get their LSNs only once all of it is logged.
  struct StructureChange {
    static constexpr uint32_t kMostRecords = 6;
    const Transaction* owner = nullptr;
    uint32_t count = 0;
    PageId page[kMostRecords] = {};
    Lsn lsn[kMostRecords] = {};
  };
  // A record whose change is to be undone.
  struct Undoing {
    RecordHeader header;
    uint8_t* images = nullptr;
    Frame* frame = nullptr;     // latched; null where the record needs no undo
    bool latched_here = false;  // false: an earlier one of the same page has latched it
  };
  struct Survey;

  // The LSN of the record before this one in the page's chain.
  Lsn LsnBefore(const Transaction& txn, const Change& change) const;

  // --- undo (undo.cc) ---
  // Undoes the next record of `txn`; outside of recovery, a structure change as a whole, so that
  // nobody sees half of it. False where the log or a page is damaged.
  Task<bool> UndoNext(Thread& thread, Transaction& txn);
  Task<bool> ReadBack(Thread& thread, Transaction& txn, Undoing* undoing);
  Task<bool> LatchPages(Thread& thread, Undoing* undoing, uint32_t count);
  Task<bool> TakeBack(Thread& thread, Undoing* undoing, uint32_t count);

  // --- recovery (recovery.cc) ---
  Task<bool> Analysis(Thread& thread, Survey& survey);
  Task<bool> UndoLosers(Thread& thread, Survey& survey);
  Task<bool> RedoWinners(Thread& thread, Survey& survey);
  Task<bool> RedoNext(Thread& thread, const RecordHeader& header, const uint8_t* images);

  StructureChange structure_;
  bool image_left_out_ = false;  // by the mutation: then a rollback may fail
};

}  // namespace afterimage::berkeley

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_BERKELEY_DB_PAGE_LOG_H_
