// Pages at home in a file, and the cure for pages that a power cut tears: a copy in a double-write
// area is durable before the page itself is written.
#ifndef AFTERIMAGE_DB_PAGES_PAGE_STORE_H_
#define AFTERIMAGE_DB_PAGES_PAGE_STORE_H_

#include "base/buffer_list.h"
#include "base/build.h"
#include "db/pages/database_home.h"
#include "db/pages/page_view.h"
#include "sim/latch.h"
#include "tier/files/file.h"

namespace afterimage {

// The slots of the double-write area for pages that are written one by one, and so the number of
// such writes under way at once. Behind them is the part for pages that are written together.
inline constexpr uint32_t kDoubleWriteSlots = 8;
// The number of pages in the pieces in which that part is written and read: InnoDB's area has two
// blocks of them.
inline constexpr uint32_t kDoubleWriteBlock = 64;
// Neighbours that one request writes at most (Shore-MT, sm_base.h, max_many_pages).
inline constexpr uint32_t kRunPages = 8;

struct PageStoreParams {
  uint32_t page_bytes = 512;
  uint32_t pages = 1;         // the double-write area is behind them
  bool double_write = false;  // where a page can tear: it is larger than the file's block
  // True if LSNs do not tell which of two copies is newer, since a rollback may give a page an
  // older LSN. A page then has one slot of the area for all its copies, and the last one counts.
  bool lsns_fall = false;
  // Pages that may be written together behind one sync of their copies; 1: each by itself.
  // REQUIRES: 1 where lsns_fall.
  uint32_t batch = 1;

  // Pages of the double-write area.
  uint32_t slots() const { return double_write ? kDoubleWriteSlots + (batch > 1 ? batch : 0) : 0; }
};

class PageStore final : public DatabaseHome {
 public:
  PageStore(Arena& arena, File& file, const PageStoreParams& params);

  static uint64_t FileBytes(const PageStoreParams& params) {
    return (uint64_t{params.pages} + params.slots()) * params.page_bytes;
  }

  Task<void> ReadPage(Thread& thread, PageId page) override;
  Task<void> WritePage(Thread& thread, PageId page, const uint8_t* bytes) override;
  bool TakesLines() override;
  Task<void> WriteLines(Thread& thread, const PageWrite& write) override;
  uint32_t batch_pages() const override {
    return kWhole && params_.double_write ? params_.batch : 1;
  }
  Task<void> WritePages(Thread& thread, const PageWrite* pages, uint32_t count) override;
  uint32_t run_pages() const override { return kWhole && !params_.double_write ? kRunPages : 1; }
  Task<void> WriteRun(Thread& thread, const PageWrite* pages, uint32_t count) override;
  Task<void> Sync(Thread& thread) override { return file_.Sync(thread, Category::kDataIo); }
  bool durable_on_write() const override {
    return params_.double_write || file_.durable_on_write();
  }
  void Peek(PageId page, uint32_t offset, uint32_t size, uint8_t* out) const override {
    file_.Peek(At(page) + offset, out, size);
  }

  uint32_t page_count() const override { return params_.pages; }
  void FormatPage(PageId page, const uint8_t* bytes) override {
    file_.Format(At(page), bytes, params_.page_bytes);
  }
  void SetSource(const ByteSource* source) override { file_.SetSource(source); }
  void Warm() override { file_.Warm(); }
  Task<bool> Repair(Thread& thread) override;
  RecordWrites record_writes() const override { return written_; }
  Tier tier() const override { return file_.tier(); }
  Address address(PageId page) const override { return file_.address(At(page)); }
  uint32_t copy_places() const override { return params_.slots(); }
  void PeekDurable(PageId page, uint32_t size, uint8_t* out) const override {
    file_.PeekDurable(At(page), out, size);
  }
  void PeekNewest(PageId page, uint32_t size, uint8_t* out) const override {
    file_.PeekNewest(At(page), out, size);
  }

  // Puts the copy of each page that was torn, or is older than its copy, in its place, and returns
  // how many pages it has written. It comes first in a recovery and can be repeated.
  Task<uint32_t> RepairTornPages(Thread& thread);

  File& file() { return file_; }
  uint32_t page_bytes() const { return params_.page_bytes; }
  uint64_t At(PageId page) const { return uint64_t{page} * params_.page_bytes; }

 private:
  void Count(PageId page, const uint8_t* bytes);
  void CountLines(const PageWrite& write);
  void PeekNewestOf(PageId page, uint32_t from, uint32_t to, uint8_t* bytes);
  // A slot that `page` may take now, or kDoubleWriteSlots.
  uint32_t FreeSlot(PageId page) const;
  // Waits for the disk where a write alone is not durable.
  Task<void> Settle(Thread& thread);
  // Repairs the page of which this is a copy, where it has to; true where it has been written.
  Task<bool> RepairFrom(Thread& thread, const uint8_t* copy);
  uint64_t SlotAt(uint32_t slot) const {
    return (uint64_t{params_.pages} + slot) * params_.page_bytes;
  }

  File& file_;
  PageStoreParams params_;
  uint8_t* scratch_;
  BufferList runs_;  // of neighbours on their way; behind each its lines
  RecordWrites written_;
  bool taken_[kDoubleWriteSlots] = {};
  WaitQueue free_slots_;
  // Copies of pages that go home together, one batch at a time.
  uint8_t* batch_ = nullptr;
  bool batch_under_way_ = false;
  WaitQueue batch_done_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_DB_PAGES_PAGE_STORE_H_
