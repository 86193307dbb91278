// The pages of a fresh database as a function of their number: catalog, allocator, then for each
// table its heap pages in key order and its index pages, leaves first. No page needs memory until
// it is changed.
#ifndef AFTERIMAGE_DB_PAGES_INITIAL_PAGES_H_
#define AFTERIMAGE_DB_PAGES_INITIAL_PAGES_H_

#include "db/pages/page_view.h"
#include "db/schema.h"
#include "tier/paged_bytes.h"

namespace afterimage {

inline constexpr PageId kCatalogPage = 0;
inline constexpr PageId kAllocatorPage = 1;
// The place of the next unused page in the allocator's page, 4 bytes.
inline constexpr uint32_t kNextPageAt = 24;

// The catalog's entry for a table: the value of the record on the catalog page whose key is the
// table's number.
struct CatalogEntry {
  uint32_t value_bytes = 0;
  uint32_t indexes = 0;
  PageId root[kMaxIndexes] = {};
};

// A record in its place.
struct InitialRecord {
  TableId table = 0;
  uint64_t row = 0;
  uint32_t value_at = 0;  // from the page's start
  uint32_t value_bytes = 0;
};

class FreshNode;

class InitialPages final : public ByteSource {
 public:
  // Lays out the pages of these rows. REQUIRES: `rows` outlives it. Ask fits() before anything
  // else.
  InitialPages(Arena& arena, const InitialRows& rows, uint32_t page_bytes);

  // False where a record, or the catalog, is larger than a page: then there are no pages to be had.
  bool fits() const { return fits_; }
  uint32_t page_bytes() const { return page_bytes_; }
  // Returns the number of pages in use; all behind them are free.
  uint32_t page_count() const { return pages_; }
  // Calls f(first, count, index) for pages one behind the other, in their order: for catalog,
  // allocator and the nodes of indexes, and for pages of records but for those whose first record
  // clients never ask for.
  template <class F>
  void ForEachRun(F&& f) const {
    f(PageId{0}, kAllocatorPage + 1, true);
    for (const Area& area : areas_) {
      if (!area.heap) {
        f(area.first, area.pages, true);
        continue;
      }
      for (uint32_t i = 0, end; i < area.pages; i = end + 1) {
        for (end = i; end < area.pages && HeapInUse(area, end);) ++end;
        if (end > i) f(area.first + i, end - i, false);
      }
    }
  }
  PageId root(TableId table, uint32_t index) const { return catalog_[table].root[index]; }

  // Gives bytes of the file that starts with page 0; they are zeros behind the last page.
  void Generate(uint64_t address, uint32_t size, uint8_t* out) const override;
  // True for a line with a checksum.
  bool Dear(uint64_t address) const override {
    if (!kWhole) return false;
    const uint64_t from = address / PagedBytes::kLineBytes * PagedBytes::kLineBytes % page_bytes_;
    return address / page_bytes_ < pages_ && from <= PageView::kChecksumAt &&
           PageView::kChecksumAt < from + PagedBytes::kLineBytes;
  }
  // Gives bytes of one page, whose checksum is zero.
  void Generate(PageId page, uint32_t offset, uint32_t size, uint8_t* out) const;
  // Returns the page's node; null where the page is no node of an index.
  FreshNode Node(PageId page) const;
  // Finds the record in a slot; false where the page has no records or no such slot.
  bool Find(PageId page, SlotId slot, InitialRecord* record) const;
  void ReadValue(const InitialRecord& record, uint8_t* out) const {
    rows_.ValueAt(record.table, record.row, 0, record.value_bytes, out);
  }

 private:
  friend class FreshNode;
  // Consecutive pages of one kind.
  struct Area {
    PageId first = 0;
    uint32_t pages = 0;
    TableId table = 0;
    uint8_t index = 0;
    uint8_t level = 0;  // of index pages: 0 leaves
    bool heap = false;
    uint64_t entries = 0;  // records, or entries of this level
    uint32_t per_page = 0;
    uint32_t value_bytes = 0;  // of records
    PageId below = 0;          // first page of the level below
    uint32_t stride = 0;       // leaf entries under one entry of this level
  };

  bool HeapInUse(const Area& area, uint32_t page) const {
    return rows_.InUse(area.table, uint64_t{page} * area.per_page);
  }
  void AddHeap(TableId table);
  void AddIndex(TableId table, uint8_t index);
  void FillCatalog();
  const Area* AreaOf(PageId page) const;
  void HeapPart(const Area& area, PageId page, uint32_t offset, uint32_t size, uint8_t* out) const;
  void NodePart(const Area& area, PageId page, uint32_t offset, uint32_t size, uint8_t* out) const;
  // Returns the key of entry `i` of a level, and the row that it points at, or the first one below.
  Key KeyOf(const Area& area, uint64_t i, uint64_t* row) const;
  void Entry(const Area& area, uint64_t i, uint64_t* key_and_value) const;
  // Returns the first entry of [low, high) whose key is at least `key`, or `high`.
  uint64_t EntryFrom(const Area& area, Key key, uint64_t low, uint64_t high) const;
  void Header(PageId page, uint32_t first, uint32_t second, PageKind kind, PageOwner owner,
              uint8_t* header) const;

  const InitialRows& rows_;
  uint32_t page_bytes_;
  uint32_t pages_ = 0;
  bool fits_ = true;
  ArenaVector<Area> areas_;
  uint8_t* area_of_ = nullptr;  // by page: 1 + the area's number, 0 none
  PageId heap_first_[kMaxTables] = {};
  uint32_t heap_per_page_[kMaxTables] = {};
  CatalogEntry catalog_[kMaxTables];
  uint8_t* catalog_page_;
  uint8_t* allocator_page_;
};

// A node of the fresh database, which is searched without its bytes.
class FreshNode {
 public:
  FreshNode() = default;
  explicit operator bool() const { return pages_ != nullptr; }

  uint32_t count() const { return count_; }
  uint32_t level() const { return area_->level; }
  PageId right() const { return page_ + 1 < area_->first + area_->pages ? page_ + 1 : 0; }
  Key key(uint32_t i) const {
    uint64_t row;
    return pages_->KeyOf(*area_, first_ + i, &row);
  }
  void ReadEntry(uint32_t i, uint64_t* key_and_value) const {
    pages_->Entry(*area_, first_ + i, key_and_value);
  }
  // Returns the first entry whose key is at least `key`; count() where there is none.
  uint32_t LowerBound(Key key) const {
    return static_cast<uint32_t>(pages_->EntryFrom(*area_, key, first_, first_ + count_) - first_);
  }

 private:
  friend class InitialPages;
  const InitialPages* pages_ = nullptr;
  const InitialPages::Area* area_ = nullptr;
  PageId page_ = 0;
  uint32_t count_ = 0;
  uint64_t first_ = 0;  // its first entry, in its level
};

}  // namespace afterimage

#endif  // AFTERIMAGE_DB_PAGES_INITIAL_PAGES_H_
