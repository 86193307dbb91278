#include "db/pages/page_store.h"

#include <algorithm>

#include "db/pages/slotted_page.h"

namespace afterimage {

PageStore::PageStore(Arena& arena, File& file, const PageStoreParams& params)
    : file_(file),
      params_(params),
      scratch_(static_cast<uint8_t*>(arena.Allocate(2 * params.page_bytes))),
      runs_(arena, uint64_t{kRunPages} * (params.page_bytes + LineWords(params.page_bytes) * 8)) {
  // A page that a power cut cannot tear needs no copy.
  params_.double_write = params.double_write && params.page_bytes > file.block_bytes();
  if (batch_pages() > 1)
    batch_ = static_cast<uint8_t*>(arena.Allocate(uint64_t{params.batch} * params.page_bytes));
}

Task<void> PageStore::ReadPage(Thread& thread, PageId page) {
  // The bytes stay in the file's memory, where the frame looks for everything unchanged.
  co_await file_.Read(thread, Category::kDataIo, At(page), nullptr, params_.page_bytes);
}

void PageStore::Count(PageId page, const uint8_t* bytes) {
  if (bytes[PageView::kKindAt] != static_cast<uint8_t>(PageKind::kSlotted)) return;
  PeekNewestOf(page, SlottedPage::kCountsAt, params_.page_bytes, scratch_);
  ++written_.pages;
  written_.records += ChangedRecords(scratch_, bytes, params_.page_bytes);
}

bool PageStore::TakesLines() {
  constexpr uint32_t at = PageView::kChecksumAt;
  return kWhole && !params_.double_write &&
         file_.TakesLines({params_.page_bytes, at, 4, SetPageChecksum});
}

// Counts the lines like Count. A line that is neither written now nor in the operating system's
// memory is unchanged on the device.
void PageStore::CountLines(const PageWrite& write) {
  if (write.bytes[PageView::kKindAt] != static_cast<uint8_t>(PageKind::kSlotted)) return;
  const uint32_t bytes = params_.page_bytes;
  uint8_t* before = scratch_;
  uint8_t* after = scratch_ + bytes;
  uint64_t lines[PageView::kMaxPageBytes / PageView::kPieceBytes] = {};
  file_.AddHeldLines(At(write.page), bytes, lines);
  // The table of slots gives the places of records.
  const uint32_t slots_end = SlottedPage::SlotsEnd(write.bytes, bytes);
  file_.Peek(At(write.page) + PageView::kKindAt, after + PageView::kKindAt,
             slots_end - PageView::kKindAt);
  std::memcpy(before, after, slots_end);
  for (uint32_t at = 0; at < bytes; at += PageView::kPieceBytes) {
    const uint64_t here = write.lines[at / PageView::kPieceBytes];
    uint64_t& held = lines[at / PageView::kPieceBytes];
    ForLineRuns(held & ~here, [&](uint32_t from, uint32_t to) {
      file_.Peek(At(write.page) + at + from, after + at + from, to - from);
    });
    ForLineRuns(here, [&](uint32_t from, uint32_t to) {
      std::memcpy(after + at + from, write.bytes + at + from, to - from);
    });
    held |= here;
    ForLineRuns(held, [&](uint32_t from, uint32_t to) {
      PeekNewestOf(write.page, at + from, at + to, before);
    });
  }
  ++written_.pages;
  written_.records += ChangedRecords(before, after, bytes, lines);
}

// The page's bytes without the checksum, which is dear where it has never been written.
void PageStore::PeekNewestOf(PageId page, uint32_t from, uint32_t to, uint8_t* bytes) {
  const auto peek = [&](uint32_t first, uint32_t last) {
    if (first < last) file_.PeekNewest(At(page) + first, bytes + first, last - first);
  };
  peek(from, std::min(to, PageView::kChecksumAt));
  peek(std::max(from, PageView::kKindAt), to);
}

Task<void> PageStore::WriteLines(Thread& thread, const PageWrite& write) {
  if constexpr (kTraced) return PageHome::WriteLines(thread, write);
  CountLines(write);
  return file_.WriteLines(thread, Category::kDataIo, At(write.page), write.bytes,
                          params_.page_bytes, write.lines);
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
  const uint32_t bytes = params_.page_bytes, words = LineWords(bytes);
  const bool by_lines = !kTraced && pages[0].lines;
  uint8_t* run = runs_.Take();
  auto* lines = reinterpret_cast<uint64_t*>(run + kRunPages * bytes);
  for (uint32_t i = 0; i < count; ++i) {
    if (by_lines) {
      CountLines(pages[i]);
      std::copy_n(pages[i].lines, words, lines + i * words);
    } else {
      Count(pages[i].page, pages[i].bytes);
    }
    std::memcpy(run + uint64_t{i} * bytes, pages[i].bytes, bytes);
  }
  thread.set_key(pages[0].page);
  if (by_lines)
    co_await file_.WriteLines(thread, Category::kDataIo, At(pages[0].page), run, count * bytes,
                              lines);
  else
    co_await file_.Write(thread, Category::kDataIo, At(pages[0].page), run, count * bytes);
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
  // Older copies of the page may be in other slots: the newest one counts. If LSNs do not decide, a
  // page that is intact at home is at least as new as its one copy, or redo makes it so.
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
