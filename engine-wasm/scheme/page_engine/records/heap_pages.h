// The places of new records of an indexed database. Each thread fills pages of its own, so
// inserters do not queue for one page.
#ifndef AFTERIMAGE_SCHEME_PAGE_ENGINE_RECORDS_HEAP_PAGES_H_
#define AFTERIMAGE_SCHEME_PAGE_ENGINE_RECORDS_HEAP_PAGES_H_

#include <algorithm>

#include "db/locks/lock_manager.h"
#include "scheme/page_engine/structure_changes.h"

namespace afterimage {

class HeapPages {
 public:
  HeapPages(const EngineContext& context, LoggedPages& pages, StructureChanges& structure,
            const LockManager& locks)
      : schema_(context.schema),
        pages_(pages),
        structure_(structure),
        locks_(locks),
        latest_(ArenaAllocator<PageId>(context.arena)) {}

  // Returns a page with room for the record `key` of the table, pinned and latched, and the slot
  // for it: a new one, or that of a deleted record that only `txn` can bring back. Null if a page
  // is damaged or the file is full.
  Task<Frame*> WithRoom(Thread& thread, TableId table, Key key, const Transaction& txn,
                        SlotId* slot);
  // Forgets the pages that threads have filled, which may be unallocated again: each thread begins
  // a new one.
  void ForgetPlaces() { std::fill(latest_.begin(), latest_.end(), PageId{0}); }

 private:
  // An empty page of the table, pinned and latched; null as above.
  Task<Frame*> NewPage(Thread& thread, TableId table);
  // The page that `thread` filled last for the table; 0 none.
  PageId& LatestOf(const Thread& thread, TableId table);

  const Schema& schema_;
  LoggedPages& pages_;
  StructureChanges& structure_;
  const LockManager& locks_;
  ArenaVector<PageId> latest_;  // by thread and table
};

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_PAGE_ENGINE_RECORDS_HEAP_PAGES_H_
