// The parts of a PageEngine, which its hooks may use: they lie below the verbs of StorageEngine.
#ifndef AFTERIMAGE_SCHEME_PAGE_ENGINE_PAGE_PARTS_H_
#define AFTERIMAGE_SCHEME_PAGE_ENGINE_PAGE_PARTS_H_

#include "scheme/page_engine/page_recovery.h"
#include "scheme/page_engine/structure_changes.h"

namespace afterimage {

class PageParts {
 public:
  // Makes the parts; `hooks` and `home` must outlive them, and the hooks are not attached yet.
  PageParts(const EngineContext& context, const PageParams& params, const PageLabels& labels,
            LoggingHooks& hooks, DatabaseHome& home);
  PageParts(const PageParts&) = delete;

  const PageParams& params() const { return pages_.params(); }
  BufferPool& pool() { return pages_.pool(); }
  // Page numbers are below this.
  uint32_t page_limit() const { return pages_.page_limit(); }

  // Latching pages, and applying logged changes to them.
  LoggedPages& pages() { return pages_; }
  const LoggedPages& pages() const { return pages_; }
  // Redo and undo of single changes.
  PageRecovery& recovery() { return recovery_; }
  const PageRecovery& recovery() const { return recovery_; }
  // System transactions.
  StructureChanges& structure() { return structure_; }
  const StructureChanges& structure() const { return structure_; }
  // Clients' records.
  RecordAccess& records() { return records_; }
  LockManager& locks() { return locks_; }
  // The transactions under way, system transactions included.
  ActiveTransactions& active() { return active_; }

 private:
  RecordAccess& MakeRecords(const EngineContext& context, LoggingHooks& hooks);

  ActiveTransactions active_;
  LockManager locks_;
  LoggedPages pages_;
  StructureChanges structure_;
  RecordAccess& records_;
  PageRecovery recovery_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_PAGE_ENGINE_PAGE_PARTS_H_
