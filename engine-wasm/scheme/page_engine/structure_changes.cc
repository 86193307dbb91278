#include "scheme/page_engine/structure_changes.h"

#include <algorithm>

#include "db/pages/slotted_page.h"

namespace afterimage {

namespace {
uint64_t BitOf(const Thread& thread) { return uint64_t{1} << (thread.id() % 64); }

// Taking the pages: the allocator's next free page moves on from `first` to `next`, which both must
// live as long as the change.
FrameChange Take(Frame* allocator, const PageId& first, const PageId& next) {
  FrameChange take;
  take.frame = allocator;
  take.change.kind = ChangeKind::kBytes;
  take.change.page = kAllocatorPage;
  take.change.offset = kNextPageAt;
  take.change.before = {reinterpret_cast<const uint8_t*>(&first), sizeof first};
  take.change.after = {reinterpret_cast<const uint8_t*>(&next), sizeof next};
  return take;
}
}  // namespace

void StructureChanges::SetRollingBack(Thread& thread, bool rolling_back) {
  if (rolling_back)
    rolling_back_ |= BitOf(thread);
  else
    rolling_back_ &= ~BitOf(thread);
}

uint32_t StructureChanges::PagesKept(const Thread& thread) const {
  if (rolling_back_ & BitOf(thread)) return 0;
  return std::min(kPagesForRollback, pages_.params().spare_pages / 4);
}

Task<Allocation> StructureChanges::AllocatePages(Thread& thread, uint32_t count, PageId latched,
                                                 PageId latched_too) {
  Allocation taken;
  Frame* allocator = co_await Latch(thread, kAllocatorPage);
  if (!allocator) co_return taken;
  const PageView view = pool().View(allocator);
  const PageId first = view.Get<uint32_t>(kNextPageAt);
  const uint32_t limit = pages_.page_limit() - pages_.params().own_pages;
  const bool whole = view.kind() == PageKind::kAllocator && first > kAllocatorPage && first < limit;
  const auto taken_by_caller = [&](PageId page) { return page >= first && page - first < count; };
  if (!whole || taken_by_caller(latched) || taken_by_caller(latched_too) ||
      first + count + PagesKept(thread) > limit) {
    co_await Unlatch(thread, allocator);
    co_return taken;
  }
  for (; taken.count < count; ++taken.count) {
    Frame* frame = co_await pool().Create(thread, first + taken.count);
    co_await Latch::Acquire(thread, frame->latch, Category::kBufferPool);
    taken.page[taken.count] = frame;
  }
  taken.allocator = allocator;
  co_return taken;
}

Task<void> StructureChanges::BeginSystem(Thread& thread, Transaction& txn, PageId split) {
  txn.id = next_id_++;
  txn.label = thread.txn();
  txn.system = true;
  txn.thread = &thread;
  active_.Add(txn);
  if (split != kNoPage) co_await hooks_.BeforeSplit(thread, split);
  co_await hooks_.OnBegin(thread, txn);
}

// Its entries, behind what all pages begin with: they alone are overwritten. It is the last of the
// records of that page, so undo has the entries back before it counts them again.
FrameChange StructureChanges::ImageOf(Thread& thread, Frame* frame) {
  constexpr uint32_t kFrom = SlottedPage::kHeaderBytes;
  const PageView view = pool().View(frame);
  if (!image_) image_ = static_cast<uint8_t*>(thread.arena().Allocate(view.size()));
  view.Read(kFrom, image_, view.size() - kFrom);
  FrameChange image;
  image.frame = frame;
  image.change.kind = ChangeKind::kBytes;
  image.change.page = frame->page;
  image.change.offset = kFrom;
  image.change.before = {image_, view.size() - kFrom};
  return image;
}

// All changes are logged before any is applied: a walk down a tree holds no latches and must see a
// consistent tree.
Task<void> StructureChanges::ChangeTogether(Thread& thread, PageId split, const Allocation& taken,
                                            FrameChange* changes, uint32_t count,
                                            uint64_t* version) {
  constexpr uint32_t kMost = 6;
  AI_CHECK(count + 2 <= kMost);
  Transaction system;
  Transaction* owner = hooks_.StructureOwner(thread);
  Transaction& txn = owner ? *owner : system;
  if (!owner) co_await BeginSystem(thread, txn, split);
  const PageId first = taken.page[0]->page, next = first + taken.count;
  FrameChange all[kMost];
  all[0] = Take(taken.allocator, first, next);
  std::copy(changes, changes + count, all + 1);
  uint32_t last = count;
  if (split != kNoPage && hooks_.UndoesStructures())
    all[++last] = ImageOf(thread, pool().Lookup(split));
  Lsn lsn[kMost];
  for (uint32_t i = 0; i <= last; ++i) {
    co_await Ordered(thread);  // the record before this one may have been stored privately
    pool().MarkDirty(all[i].frame, hooks_.NextLsn());
    lsn[i] = co_await hooks_.OnUpdate(thread, txn, all[i].change);
    if (lsn[i] > txn.last_lsn) txn.Logged(lsn[i]);  // not so where a mutation has left it out
  }
  co_await hooks_.OnSystemEnd(thread, txn);
  co_await Ordered(thread);
  co_await pages_.NoteChange(thread, all[1].frame, lsn[1]);
  for (uint32_t i = 0; i <= last; ++i) AI_CHECK(pages_.Apply(all[i].frame, all[i].change, lsn[i]));
  if (version) ++*version;
  co_await hooks_.OnSystemApplied(thread, txn);
  if (!owner) {
    active_.Remove(txn);
    hooks_.OnEnd(txn);
  }
  ++count_;
  co_await Unlatch(thread, taken.allocator);
}

Task<void> StructureChanges::BeforeRefill(Thread& thread, Frame* frame) {
  const Where outer = thread.where();
  co_await hooks_.BeforeRefill(thread, frame->page);
  frame->erased = 0;
  thread.At(outer);
}

}  // namespace afterimage
