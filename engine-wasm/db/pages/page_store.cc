#include "db/pages/page_store.h"

#include <algorithm>

#include "db/pages/slotted_page.h"

namespace afterimage {

PageStore::PageStore(Arena& arena, File& file, const PageStoreParams& params)
    : file_(file),
      params_(params),
      scratch_(static_cast<uint8_t*>(arena.Allocate(2 * params.page_bytes))),
      runs_(arena, uint64_t{kRunPages} * params.page_bytes) {
  // What a power cut leaves whole needs no copy.
  params_.double_write = params.double_write && params.page_bytes > file.block_bytes();
  if (batch_pages() > 1)
    batch_ = static_cast<uint8_t*>(arena.Allocate(uint64_t{params.batch} * params.page_bytes));
}

Task<void> PageStore::ReadPage(Thread& thread, PageId page) {
  // The bytes stay in the file's memory: the frame looks there for whatever nobody has changed.
  co_await file_.Read(thread, Category::kDataIo, At(page), nullptr, params_.page_bytes);
}

void PageStore::Count(PageId page, const uint8_t* bytes) {
  if (bytes[PageView::kKindAt] != static_cast<uint8_t>(PageKind::kSlotted)) return;
  // All but page LSN and checksum, which is dear where it has never been written.
  const auto peek = [&](uint32_t from, uint32_t to) {
    file_.PeekNewest(At(page) + from, scratch_ + from, to - from);
  };
  peek(SlottedPage::kCountsAt, PageView::kChecksumAt);
  peek(PageView::kKindAt, params_.page_bytes);
  ++written_.pages;
  written_.records += ChangedRecords(scratch_, bytes, params_.page_bytes);
}

Task<void> PageStore::WritePage(Thread& thread, PageId page, const uint8_t* bytes) {
  Count(page, bytes);
  if (!params_.double_write) {
    co_await file_.Write(thread, Category::kDataIo, At(page), bytes, params_.page_bytes);
    co_return;
  }
  co_await Ordered(thread);
  uint32_t slot = 0;
  for (;;) {
    slot = FreeSlot(page);
    if (slot < kDoubleWriteSlots) break;
    co_await Sleep(thread, free_slots_, WaitFor::kDevice, 0, 0, Category::kDataIo);
  }
  taken_[slot] = true;
  const uint32_t outer = thread.where().key;
  thread.set_key(params_.pages + slot);
  co_await file_.Write(thread, Category::kDataIo, SlotAt(slot), bytes, params_.page_bytes);
  co_await Settle(thread);
  thread.set_key(outer);
  co_await file_.Write(thread, Category::kDataIo, At(page), bytes, params_.page_bytes);
  co_await Settle(thread);
  taken_[slot] = false;
  free_slots_.WakeAll(thread.kernel(), thread.now());
}

Task<void> PageStore::Settle(Thread& thread) {
  if (!file_.durable_on_write()) co_await file_.Sync(thread, Category::kDataIo);
}

// The part of the area is free again once all pages are durable in their places.
Task<void> PageStore::WritePages(Thread& thread, const PageWrite* pages, uint32_t count) {
  if (!kWhole) co_return;
  co_await Ordered(thread);
  while (batch_under_way_)
    co_await Sleep(thread, batch_done_, WaitFor::kDevice, 0, 0, Category::kDataIo);
  batch_under_way_ = true;
  const uint32_t bytes = params_.page_bytes;
  for (uint32_t i = 0; i < count; ++i) {
    Count(pages[i].page, pages[i].bytes);
    std::memcpy(batch_ + uint64_t{i} * bytes, pages[i].bytes, bytes);
  }
  for (uint32_t i = 0; i < count; i += kDoubleWriteBlock) {
    thread.set_key(params_.pages + kDoubleWriteSlots + i);
    co_await file_.Write(thread, Category::kDataIo, SlotAt(kDoubleWriteSlots + i),
                         batch_ + uint64_t{i} * bytes,
                         std::min(count - i, kDoubleWriteBlock) * bytes);
  }
  co_await Settle(thread);
  for (uint32_t i = 0; i < count; ++i) {
    thread.set_key(pages[i].page);
    co_await file_.Write(thread, Category::kDataIo, At(pages[i].page), pages[i].bytes, bytes);
  }
  co_await Settle(thread);
  batch_under_way_ = false;
  batch_done_.WakeAll(thread.kernel(), thread.now());
}

Task<void> PageStore::WriteRun(Thread& thread, const PageWrite* pages, uint32_t count) {
  if (!kWhole) co_return;
  uint8_t* run = runs_.Take();
  for (uint32_t i = 0; i < count; ++i) {
    Count(pages[i].page, pages[i].bytes);
    std::memcpy(run + uint64_t{i} * params_.page_bytes, pages[i].bytes, params_.page_bytes);
  }
  thread.set_key(pages[0].page);
  co_await file_.Write(thread, Category::kDataIo, At(pages[0].page), run,
                       count * params_.page_bytes);
  runs_.Give(run);
}

uint32_t PageStore::FreeSlot(PageId page) const {
  if (params_.lsns_fall) {
    const uint32_t own = page % kDoubleWriteSlots;
    return taken_[own] ? kDoubleWriteSlots : own;
  }
  return static_cast<uint32_t>(std::find(taken_, taken_ + kDoubleWriteSlots, false) - taken_);
}

Task<bool> PageStore::Repair(Thread& thread) {
  co_await RepairTornPages(thread);
  co_return true;
}

Task<uint32_t> PageStore::RepairTornPages(Thread& thread) {
  uint32_t repaired = 0;
  if (!params_.double_write) co_return repaired;
  const uint32_t bytes = params_.page_bytes;
  for (uint32_t slot = 0; slot < kDoubleWriteSlots; ++slot) {
    thread.set_key(params_.pages + slot);
    co_await file_.Read(thread, Category::kDataIo, SlotAt(slot), scratch_, bytes);
    const bool written = co_await RepairFrom(thread, scratch_);
    repaired += written ? 1 : 0;
  }
  const uint32_t slots = params_.slots();
  for (uint32_t slot = kDoubleWriteSlots; kWhole && slot < slots; slot += kDoubleWriteBlock) {
    const uint32_t count = std::min(slots - slot, kDoubleWriteBlock);
    thread.set_key(params_.pages + slot);
    co_await file_.Read(thread, Category::kDataIo, SlotAt(slot), batch_, count * bytes);
    for (uint32_t i = 0; i < count; ++i) {
      const bool written = co_await RepairFrom(thread, batch_ + uint64_t{i} * bytes);
      repaired += written ? 1 : 0;
    }
  }
  co_return repaired;
}

Task<bool> PageStore::RepairFrom(Thread& thread, const uint8_t* copy) {
  uint8_t* home = scratch_ + params_.page_bytes;
  PageId page = 0;
  uint32_t checksum = 0;
  std::memcpy(&page, copy + PageView::kIdAt, sizeof page);
  std::memcpy(&checksum, copy + PageView::kChecksumAt, sizeof checksum);
  // A torn copy means that the page itself was not touched yet.
  if (checksum == 0 || page >= params_.pages ||
      !thread.Holds(PageChecksumHolds(copy, params_.page_bytes)))
    co_return false;
  thread.set_key(page);
  co_await file_.Read(thread, Category::kDataIo, At(page), home, params_.page_bytes);
  // Older copies of the page may be in other slots: the newest one counts. Where LSNs do not tell,
  // a page that is whole at home is at least as new as its one copy, or redo makes it so.
  Lsn copy_lsn = 0, home_lsn = 0;
  std::memcpy(&copy_lsn, copy, sizeof copy_lsn);
  std::memcpy(&home_lsn, home, sizeof home_lsn);
  if (thread.Holds(PageChecksumHolds(home, params_.page_bytes) &&
                   (params_.lsns_fall || home_lsn >= copy_lsn)))
    co_return false;
  co_await file_.Write(thread, Category::kDataIo, At(page), copy, params_.page_bytes);
  co_await file_.Sync(thread, Category::kDataIo);
  co_return true;
}

}  // namespace afterimage
