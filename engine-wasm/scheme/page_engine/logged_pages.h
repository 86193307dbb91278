// Pages in the buffer pool, and the one way in which they change: the hooks log a change, then the
// page holds it and has its LSN (the write-ahead rule within DRAM).
#ifndef AFTERIMAGE_SCHEME_PAGE_ENGINE_LOGGED_PAGES_H_
#define AFTERIMAGE_SCHEME_PAGE_ENGINE_LOGGED_PAGES_H_

#include "base/build.h"
#include "db/pages/database_home.h"
#include "scheme/page_engine/logging_hooks.h"
#include "scheme/page_engine/page_params.h"
#include "scheme/page_engine/page_structures.h"

namespace afterimage {

class LoggedPages {
 public:
  // `hooks`, `home` and `active` must outlive it. It calls no hook before the first change.
  LoggedPages(const EngineContext& context, const PageParams& params, const PageLabels& labels,
              LoggingHooks& hooks, DatabaseHome& home, const ActiveTransactions& active);

  const PageParams& params() const { return params_; }
  const PageLabels& labels() const { return labels_; }
  DatabaseHome& home() const { return home_; }
  BufferPool& pool() { return pool_; }
  const BufferPool& pool() const { return pool_; }
  // Page numbers are below this.
  uint32_t page_limit() const { return pool_.page_limit(); }
  // Returns whether records are in a hash file. The first page's engine has no trees; the compiler
  // can use that only if this is inlined.
  [[gnu::always_inline]] bool hashed() const {
    return !kWhole || params_.placement == Placement::kHash;
  }

  // Brings the page, if it is not in the pool, and pins and latches it for a change. Null where it
  // is damaged. The caller lets go of it through Unlatch.
  Task<Frame*> Latch(Thread& thread, PageId page);
  LetGo Unlatch(Thread& thread, Frame* frame) { return LetGo(thread, pool_, frame); }
  // Pins the page if it is in the pool; null where it is not. Either way the fix is paid for, so
  // BufferPool::Bring may follow. REQUIRES: the caller is ordered.
  Frame* TryFix(Thread& thread, PageId page);

  // Logs `change` for `txn` and makes it. REQUIRES: the frame is latched, and `change` fits its
  // page. On return the page holds the change and its LSN, which is the transaction's last.
  Task<void> LogAndApply(Thread& thread, Transaction& txn, Frame* frame, const Change& change);
  // Makes the page hold the change's after image and `lsn`, and counts it as dirty. REQUIRES: the
  // frame is latched, the change is logged as `lsn`. False, and the page LSN as it was, where the
  // change does not fit: the page or the log is damaged.
  bool Apply(Frame* frame, const Change& change, Lsn lsn);
  // The event of a change that has `lsn`, under the listing's line for it. It is about the page's
  // `frame`, and about `key` where that is not 0.
  Note NoteChange(Thread& thread, const Frame* frame, Lsn lsn, Key key = 0);

  // Returns the pages of records and indexes, in the order of their latest change, each once; for
  // the interface, in the traced build.
  const ArenaVector<PageId>& changed() const { return changed_; }

 private:
  PageParams params_;
  PageLabels labels_;
  LoggingHooks& hooks_;
  DatabaseHome& home_;
  BufferPool pool_;
  ArenaVector<PageId> changed_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_PAGE_ENGINE_LOGGED_PAGES_H_
