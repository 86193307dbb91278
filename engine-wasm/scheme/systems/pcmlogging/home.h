// The home of a database whose newest records, entries or pages are in PCM and whose pages are on a
// disk. A page at home is its base, the version of the complete page in PCM if there is one and
// else the disk's, with PCM's versions of its records and entries, of committed and of running
// transactions (PCMLogging, section 3.3).
//
// A page that leaves DRAM leaves its dirty parts in PCM; the disk is not written. Pages get there
// by destaging alone.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_PCMLOGGING_HOME_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_PCMLOGGING_HOME_H_

#include "db/pages/page_store.h"
#include "scheme/systems/pcmlogging/destaging/staging_area.h"

namespace afterimage::pcm {

class Home final : public DatabaseHome {
 public:
  // Both must outlive it.
  Home(const EngineContext& context, StagingArea& area, PageStore& disk);

  // --- DatabaseHome ---
  bool one_place() const override { return false; }
  Task<void> ReadPage(Thread& thread, PageId page) override;
  Task<void> WritePage(Thread& thread, PageId page, const uint8_t* bytes) override;
  Task<void> Sync(Thread&) override { co_return; }
  bool durable_on_write() const override { return true; }
  bool takes_records() const override { return !area_.params().by_page; }
  uint64_t pool_bytes() const override {
    return area_.params().tables_in_pool ? area_.tables().dram_bytes() : 0;
  }
  bool Merges(PageId page) const override;
  // See RecordHome.
  Task<bool> ServeRecord(Thread& thread, PageId page, TableId table, Key key, Value* value);
  void Peek(PageId page, uint32_t offset, uint32_t size, uint8_t* out) const override;
  void PeekBase(PageId page, uint32_t offset, uint32_t size, uint8_t* out) const override;
  uint32_t page_count() const override { return disk_.page_count(); }
  void FormatPage(PageId page, const uint8_t* bytes) override { disk_.FormatPage(page, bytes); }
  void SetSource(const ByteSource* source) override { disk_.SetSource(source); }
  void Warm() override { disk_.Warm(); }
  // Repairs the disk's pages, and finds what is in PCM (algorithm 3).
  Task<bool> Repair(Thread& thread) override;
  RecordWrites record_writes() const override { return disk_.record_writes(); }
  Tier tier() const override { return disk_.tier(); }
  Address address(PageId page) const override { return disk_.address(page); }
  void PeekDurable(PageId page, uint32_t size, uint8_t* out) const override {
    disk_.PeekDurable(page, size, out);
  }
  void PeekNewest(PageId page, uint32_t size, uint8_t* out) const override {
    disk_.PeekNewest(page, size, out);
  }

  // --- For rollbacks, structure changes and destaging ---
  PageStore& disk() { return disk_; }
  // Reads of the disk under way, beside the destager's.
  uint32_t reading() const { return reading_; }
  // Reads the page's committed base, from PCM or by a real read from the disk.
  Task<void> ReadBase(Thread& thread, PageId page, uint8_t* out);
  // Gives the page's base with the committed versions of items that are unchanged since. Returns
  // false if the disk's page is damaged.
  bool MergeCommitted(PageId page, uint8_t* out) const;
  // Takes out of `bytes`, the page as it is in DRAM, what running transactions have done to its
  // entries, and sets the checksum.
  void WithoutRunning(const PageEntry& page, uint8_t* bytes) const;

  // The versions that recovery found and has to discard, and the largest number of a transaction.
  struct Found {
    explicit Found(Arena& arena)
        : lost(ArenaAllocator<Place>(arena)), old(ArenaAllocator<Place>(arena)) {}
    ArenaVector<Place> lost;  // of transactions on the list
    ArenaVector<Place> old;   // a newer version is committed, too
    uint64_t versions = 0;
    uint64_t bytes = 0;
    uint64_t largest = 0;
  };
  Found& found() { return found_; }
  // Records that were read without their page, and pages that were read without the disk.
  uint64_t served_records() const { return served_records_; }
  uint64_t served_pages() const { return served_pages_; }

 private:
  Task<void> ReadDisk(Thread& thread, PageId page);
  // Puts the versions of the page's items into `out`, which holds the disk's page.
  // False where one does not fit.
  bool Merge(const PageEntry& entry, bool committed_only, uint8_t* out) const;
  // The item's version, if it erases an entry or, with `erasures` false, if it does not.
  bool MergeVersion(const Item& item, bool erasures, PageView& view) const;

  // --- recovery (recovery.cc) ---
  using Numbers = ArenaVector<uint64_t>;
  bool Plausible(uint32_t first, const SlotHeader& header) const;
  // Finds versions in the slots from `from` on and below `to`.
  Task<bool> Scan(Thread& thread, const Numbers& active, uint32_t from, uint32_t to);
  Item& ItemOf(const SlotHeader& header);
  // A version that counts. False where there are three of one item, or two that are not neighbours.
  Task<bool> Take(Thread& thread, uint32_t first, const SlotHeader& header);

  Arena& arena_;
  StagingArea& area_;
  PageStore& disk_;
  uint32_t page_bytes_;
  Time copy_line_ns_;
  Found found_;
  uint64_t served_records_ = 0;
  uint64_t served_pages_ = 0;
  uint32_t reading_ = 0;
  // The page that was merged last.
  mutable PagedBytes scratch_;
  uint8_t* merged_;
  mutable PageId merged_page_ = 0;
  mutable uint64_t merged_at_ = 0;  // Tables::changes()
};

}  // namespace afterimage::pcm

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_PCMLOGGING_HOME_H_
