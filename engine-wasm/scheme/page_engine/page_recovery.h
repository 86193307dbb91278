// Redo and undo of single changes, in recovery and in rollbacks (ARIES, sections 5.2, 6.2 and 6.3).
// Redo goes to the page that the log names; undo of an index entry is logical and goes to where the
// entry belongs now.
#ifndef AFTERIMAGE_SCHEME_PAGE_ENGINE_PAGE_RECOVERY_H_
#define AFTERIMAGE_SCHEME_PAGE_ENGINE_PAGE_RECOVERY_H_

#include "scheme/page_engine/records/record_access.h"

namespace afterimage {

// The source of an undo: a log record with an LSN, or a record in an undo page.
enum class UndoFrom : uint8_t { kLog, kPage };

class PageRecovery {
 public:
  // Everything it is given must outlive it.
  // `in_place` switches on kUndoInPlaceInfo.
  PageRecovery(LoggedPages& pages, RecordAccess& records, LoggingHooks& hooks, bool in_place)
      : pages_(pages), records_(records), hooks_(hooks), in_place_(in_place) {}

  // Restart is under way, or has found damage.
  bool under_way() const { return under_way_; }
  void set_under_way(bool under_way) { under_way_ = under_way; }

  // Redo of `change`, logged as `lsn`, as a step of the listing: repeats it where the page LSN says
  // that the page does not have it. False where the page is damaged.
  Task<bool> RedoStep(Thread& thread, Where step, const Change& change, Lsn lsn);
  // The same in two parts. First the page of `change`, pinned and latched: where `change` fills it
  // from scratch, it may be damaged and is then empty, with an LSN of 0; null where any other page
  // is damaged. Then the redo, which unlatches the page.
  Task<Frame*> LatchForRedo(Thread& thread, const Change& change);
  Task<bool> RedoLatched(Thread& thread, Where step, Frame* frame, const Change& change, Lsn lsn);
  // Puts a complete page from the log in place of a torn or older one; `lsn` becomes its page LSN.
  // `bytes` has as many bytes as a page. Returns false if they are not that page, or damaged.
  Task<bool> Restore(Thread& thread, PageId page, const uint8_t* bytes, Lsn lsn);

  // Undoes `change` of `txn`, which was logged as `lsn`: finds the page, has the hooks log a CLR,
  // and puts the old state back under the CLR's LSN. Returns false if the page is damaged.
  // REQUIRES: the change needs undo (see NeedsUndo). `physical`: on the original page, whatever
  // transaction made the change.
  Task<bool> Undo(Thread& thread, Transaction& txn, const Change& change, Lsn lsn,
                  bool physical = false);
  // The same as a step of the listing. Nothing happens, and it returns true, where the change needs
  // no undo.
  Task<bool> UndoStep(Thread& thread, Where step, Transaction& txn, const Change& change, Lsn lsn);
  // Returns a note for OnCompensate, which shows at `step` that the frame's page gets its old state
  // back, which `lsn` compensates.
  static Note NoteUndo(Thread& thread, Where step, const Frame& frame, Lsn lsn,
                       UndoFrom from = UndoFrom::kLog) {
    thread.At(step);
    return Note(thread, EventKind::kUndo,
                {.tier = Tier::kDram,
                 .address = frame.address,
                 .size = from == UndoFrom::kPage ? 1u : 0u,
                 .a = frame.page,
                 .b = static_cast<uint32_t>(lsn)});
  }
  // Compensations so far.
  uint64_t clrs() const { return clrs_; }

 private:
  LoggedPages& pages_;
  RecordAccess& records_;
  LoggingHooks& hooks_;
  uint64_t clrs_ = 0;
  bool in_place_;
  bool under_way_ = false;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_PAGE_ENGINE_PAGE_RECOVERY_H_
