#include "scheme/page_engine/records/heap_pages.h"

#include "db/pages/slotted_page.h"

namespace afterimage {

PageId& HeapPages::LatestOf(const Thread& thread, TableId table) {
  const uint32_t at = thread.id() * kMaxTables + table;
  if (at >= latest_.size()) latest_.resize(at + kMaxTables);
  return latest_[at];
}

Task<Frame*> HeapPages::WithRoom(Thread& thread, TableId table, Key key, const Transaction& txn,
                                 SlotId* slot) {
  const uint32_t value_bytes = schema_.table(table).value_bytes;
  const PageId latest = LatestOf(thread, table);
  if (latest != 0) {
    Frame* frame = co_await pages_.Latch(thread, latest);
    if (!frame) co_return nullptr;
    const SlottedPage page(pages_.pool().View(frame));
    *slot = page.slots();
    if (page.HasRoom(value_bytes)) co_return frame;
    *slot = page.FindRoom(key, value_bytes,
                          [&](Key ghost) { return !locks_.LockedByOther(table, ghost, txn); });
    if (*slot != SlottedPage::kNoSlot) co_return frame;
    co_await pages_.Unlatch(thread, frame);
  }
  Frame* frame = co_await NewPage(thread, table);
  if (frame) LatestOf(thread, table) = frame->page;
  *slot = 0;
  co_return frame;
}

Task<Frame*> HeapPages::NewPage(Thread& thread, TableId table) {
  const Allocation taken =
      co_await structure_.AllocatePages(thread, 1, PageAccess::kNoPage, PageAccess::kNoPage);
  if (!taken) co_return nullptr;
  Frame* frame = taken.page[0];
  // An empty slotted page: all but page LSN and checksum.
  uint8_t header[SlottedPage::kHeaderBytes] = {};
  const auto free_end = static_cast<uint16_t>(pages_.params().page_bytes);
  std::memcpy(header + 8, &frame->page, sizeof frame->page);
  std::memcpy(header + 14, &free_end, sizeof free_end);
  header[PageView::kKindAt] = static_cast<uint8_t>(PageKind::kSlotted);
  const PageOwner owner = PageOwner::Of(table);
  std::memcpy(header + PageView::kOwnerAt, &owner, sizeof owner);
  FrameChange fresh;
  fresh.frame = frame;
  fresh.change.kind = ChangeKind::kBytes;
  fresh.change.page = frame->page;
  fresh.change.offset = 8;
  fresh.change.after = {header + 8, sizeof header - 8};
  co_await structure_.ChangeTogether(thread, PageAccess::kNoPage, taken, &fresh, 1, nullptr);
  co_return frame;
}

}  // namespace afterimage
