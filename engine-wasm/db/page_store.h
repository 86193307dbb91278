// Pages at home in a file, and the cure for pages that a power cut tears: a copy in a double-write
// area is durable before the page itself is written.
#ifndef AFTERIMAGE_DB_PAGE_STORE_H_
#define AFTERIMAGE_DB_PAGE_STORE_H_

#include "db/database_home.h"
#include "db/page_view.h"
#include "sim/latch.h"
#include "tier/file.h"

namespace afterimage {

// Slots of the double-write area: writes that can be under way at once.
inline constexpr uint32_t kDoubleWriteSlots = 8;

struct PageStoreParams {
  uint32_t page_bytes = 512;
  uint32_t pages = 1;         // the double-write area is behind them
  bool double_write = false;  // where a page can tear: it is larger than the file's block
  // A rollback may give a page an older LSN: LSNs do not tell which of two copies is newer. Then a
  // page has one slot of the area for all its copies, and the last one counts.
  bool lsns_fall = false;
};

class PageStore final : public DatabaseHome {
 public:
  PageStore(Arena& arena, File& file, const PageStoreParams& params);

  static uint64_t FileBytes(const PageStoreParams& params) {
    return (uint64_t{params.pages} + (params.double_write ? kDoubleWriteSlots : 0)) *
           params.page_bytes;
  }

  Task<void> ReadPage(Thread& thread, PageId page) override;
  Task<void> WritePage(Thread& thread, PageId page, const uint8_t* bytes) override;
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
  // A slot that `page` may take now, or kDoubleWriteSlots.
  uint32_t FreeSlot(PageId page) const;
  uint64_t SlotAt(uint32_t slot) const {
    return (uint64_t{params_.pages} + slot) * params_.page_bytes;
  }

  File& file_;
  PageStoreParams params_;
  uint8_t* scratch_;
  RecordWrites written_;
  bool taken_[kDoubleWriteSlots] = {};
  WaitQueue free_slots_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_DB_PAGE_STORE_H_
