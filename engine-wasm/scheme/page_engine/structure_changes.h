// Changes of a database's structure (new pages, page splits) as system transactions: ARIES's nested
// top actions (section 9), each of which counts completely whatever the outcome of the transaction
// that needed it. A system whose hooks name an owner has them as a part of that transaction
// instead: then they are undone with it.
#ifndef AFTERIMAGE_SCHEME_PAGE_ENGINE_STRUCTURE_CHANGES_H_
#define AFTERIMAGE_SCHEME_PAGE_ENGINE_STRUCTURE_CHANGES_H_

#include "db/pages/page_access.h"
#include "scheme/page_engine/logged_pages.h"

namespace afterimage {

class StructureChanges final : public PageAccess {
 public:
  // Everything it is given must outlive it.
  StructureChanges(LoggedPages& pages, LoggingHooks& hooks, ActiveTransactions& active)
      : pages_(pages), hooks_(hooks), active_(active) {}

  // --- PageAccess ---
  BufferPool& pool() override { return pages_.pool(); }
  Task<Frame*> Latch(Thread& thread, PageId page) override { return pages_.Latch(thread, page); }
  Task<Allocation> AllocatePages(Thread& thread, uint32_t count, PageId latched,
                                 PageId latched_too) override;
  Task<void> ChangeTogether(Thread& thread, PageId split, const Allocation& taken,
                            FrameChange* changes, uint32_t count, uint64_t* version) override;
  Task<void> BeforeRefill(Thread& thread, Frame* frame) override;
  uint32_t RoomKept(PageId page) const override { return hooks_.RoomKept(page); }

  // Says whether `thread` is rolling back. A thread that is may take the last few pages, which are
  // kept for such threads: putting an index entry back may need a split.
  void SetRollingBack(Thread& thread, bool rolling_back);
  // Analysis has found this transaction in the log: system transactions from now on have larger
  // numbers.
  void SawTransaction(TxnId txn) {
    if (txn >= next_id_) next_id_ = txn + 1;
  }
  // Structure changes so far.
  uint64_t count() const { return count_; }

 private:
  static constexpr uint32_t kPagesForRollback = 6;
  static constexpr TxnId kFirstId = TxnId{1} << 31;

  // The latched page as it is, for an owner who may undo its split long after what was moved away
  // has been overwritten. Redo of it changes nothing.
  FrameChange ImageOf(Thread& thread, Frame* frame);
  // Begins a system transaction, in `txn`.
  Task<void> BeginSystem(Thread& thread, Transaction& txn, PageId split);
  // Pages that `thread` must leave free.
  uint32_t PagesKept(const Thread& thread) const;

  LoggedPages& pages_;
  LoggingHooks& hooks_;
  ActiveTransactions& active_;
  TxnId next_id_ = kFirstId;
  uint64_t rolling_back_ = 0;  // a bit a thread
  uint64_t count_ = 0;
  uint8_t* image_ = nullptr;  // of the page that an owner splits
};

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_PAGE_ENGINE_STRUCTURE_CHANGES_H_
