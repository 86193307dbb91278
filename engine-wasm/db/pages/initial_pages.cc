#include "db/pages/initial_pages.h"

#include <algorithm>

#include "db/index/index_node.h"
#include "db/pages/slotted_page.h"

namespace afterimage {
namespace {

// Copies what [offset, offset + size) and a piece of the page at `at` have in common.
void CopyPiece(uint32_t at, const void* piece, uint32_t piece_bytes, uint32_t offset, uint32_t size,
               uint8_t* out) {
  const uint32_t from = std::max(at, offset);
  const uint32_t to = std::min(at + piece_bytes, offset + size);
  if (from < to)
    std::memcpy(out + (from - offset), static_cast<const uint8_t*>(piece) + (from - at), to - from);
}

// The number of rows on a page if `together` rows have pages of their own: the rows are spread
// evenly over these pages.
uint32_t SharedOut(uint32_t together, uint32_t most) {
  if (!kWhole || together == 0) return most;
  const uint32_t pages = (together + most - 1) / most;
  return (together + pages - 1) / pages;
}

}  // namespace

InitialPages::InitialPages(Arena& arena, const InitialRows& rows, uint32_t page_bytes)
    : rows_(kWhole ? rows.OnPages() : rows),
      page_bytes_(page_bytes),
      pages_(2),
      areas_(ArenaAllocator<Area>(arena)),
      catalog_page_(arena.NewArray<uint8_t>(page_bytes)),
      allocator_page_(arena.NewArray<uint8_t>(page_bytes)) {
  AI_CHECK(rows.table_count() <= kMaxTables && page_bytes <= PageView::kMaxPageBytes);
  for (uint32_t table = 0; table < rows.table_count(); ++table) {
    AddHeap(static_cast<TableId>(table));
    for (uint32_t index = 0; index < rows.table(static_cast<TableId>(table)).indexes(); ++index) {
      AddIndex(static_cast<TableId>(table), static_cast<uint8_t>(index));
    }
  }
  FillCatalog();
  area_of_ = arena.NewArray<uint8_t>(pages_);
  AI_CHECK(areas_.size() < 256);
  for (size_t i = 0; i < areas_.size(); ++i) {
    std::memset(area_of_ + areas_[i].first, static_cast<int>(i + 1), areas_[i].pages);
  }
}

void InitialPages::AddHeap(TableId table) {
  Area area;
  area.first = heap_first_[table] = pages_;
  area.table = table;
  area.heap = true;
  area.entries = rows_.RowCount(table);
  area.value_bytes = rows_.table(table).value_bytes;
  const uint32_t capacity = SlottedPage::Capacity(page_bytes_, area.value_bytes);
  fits_ = fits_ && capacity > 0;
  const uint32_t together = kWhole ? rows_.RowsTogether(table, false) : 0;
  area.per_page = heap_per_page_[table] = SharedOut(together, std::max(1u, capacity));
  area.pages = static_cast<uint32_t>((area.entries + area.per_page - 1) / area.per_page);
  if (area.pages == 0) return;
  pages_ += area.pages;
  areas_.push_back(area);
}

// Nodes are two thirds full, so that the first inserts do not split every one of them.
void InitialPages::AddIndex(TableId table, uint8_t index) {
  const uint32_t most = std::max(2u, IndexNode::Capacity(page_bytes_) * 2 / 3);
  const uint32_t together = kWhole && index == 0 ? rows_.RowsTogether(table, true) : 0;
  uint64_t entries = rows_.RowCount(table);
  uint64_t stride = 1;
  PageId below = 0;
  for (uint8_t level = 0;; ++level) {
    Area area;
    area.first = pages_;
    area.table = table;
    area.index = index;
    area.level = level;
    area.entries = entries;
    area.per_page = kWhole && level == 0 ? SharedOut(together, most) : most;
    area.below = below;
    area.stride = static_cast<uint32_t>(stride);
    area.pages =
        std::max<uint32_t>(1, static_cast<uint32_t>((entries + area.per_page - 1) / area.per_page));
    pages_ += area.pages;
    areas_.push_back(area);
    if (area.pages == 1) {
      catalog_[table].root[index] = area.first;
      return;
    }
    below = area.first;
    entries = area.pages;
    stride *= area.per_page;
  }
}

void InitialPages::FillCatalog() {
  const uint32_t record_bytes = SlottedPage::kKeyBytes + sizeof(CatalogEntry);
  const uint32_t tables = rows_.table_count();
  fits_ = fits_ && SlottedPage::Capacity(page_bytes_, sizeof(CatalogEntry)) >= tables;
  if (!fits_) return;
  for (uint32_t i = 0; i < tables; ++i) {
    catalog_[i].value_bytes = rows_.table(static_cast<TableId>(i)).value_bytes;
    catalog_[i].indexes = rows_.table(static_cast<TableId>(i)).indexes();
    SlottedPage::Slot slot;
    slot.offset = static_cast<uint16_t>(page_bytes_ - (i + 1) * record_bytes);
    slot.value_bytes = sizeof(CatalogEntry);
    slot.present = 1;
    const Key key = i;
    std::memcpy(&catalog_page_[SlottedPage::kHeaderBytes + i * SlottedPage::kSlotBytes], &slot,
                sizeof slot);
    std::memcpy(&catalog_page_[slot.offset], &key, sizeof key);
    std::memcpy(&catalog_page_[slot.offset + SlottedPage::kKeyBytes], &catalog_[i],
                sizeof(CatalogEntry));
  }
  Header(kCatalogPage, tables, page_bytes_ - tables * record_bytes, PageKind::kSlotted, {},
         catalog_page_);
  Header(kAllocatorPage, 0, 0, PageKind::kAllocator, {}, allocator_page_);
  std::memcpy(&allocator_page_[kNextPageAt], &pages_, sizeof pages_);
}

// Writes the header without the checksum, which is a function of the rest.
void InitialPages::Header(PageId page, uint32_t first, uint32_t second, PageKind kind,
                          PageOwner owner, uint8_t* header) const {
  std::memset(header, 0, SlottedPage::kHeaderBytes);
  std::memcpy(header + 8, &page, sizeof page);
  std::memcpy(header + 12, &first, 2);
  std::memcpy(header + 14, &second, 2);
  header[PageView::kKindAt] = static_cast<uint8_t>(kind);
  std::memcpy(header + PageView::kOwnerAt, &owner, sizeof owner);
}

const InitialPages::Area* InitialPages::AreaOf(PageId page) const {
  const uint8_t number = page < pages_ ? area_of_[page] : 0;
  return number > 0 ? &areas_[number - 1u] : nullptr;
}

void InitialPages::Generate(uint64_t address, uint32_t size, uint8_t* out) const {
  while (size > 0) {
    const auto page = static_cast<PageId>(address / page_bytes_);
    const auto offset = static_cast<uint32_t>(address % page_bytes_);
    const uint32_t part = std::min(size, page_bytes_ - offset);
    Generate(page, offset, part, out);
    // The checksum is computed only where it is read.
    if (page < pages_ && offset < PageView::kChecksumAt + 4 &&
        offset + part > PageView::kChecksumAt) {
      uint8_t whole[PageView::kMaxPageBytes];
      Generate(page, 0, page_bytes_, whole);
      SetPageChecksum(whole, page_bytes_);
      CopyPiece(PageView::kChecksumAt, whole + PageView::kChecksumAt, 4, offset, part, out);
    }
    address += part;
    out += part;
    size -= part;
  }
}

void InitialPages::Generate(PageId page, uint32_t offset, uint32_t size, uint8_t* out) const {
  if (page == kCatalogPage) {
    std::memcpy(out, &catalog_page_[offset], size);
  } else if (page == kAllocatorPage) {
    std::memcpy(out, &allocator_page_[offset], size);
  } else if (const Area* area = AreaOf(page)) {
    area->heap ? HeapPart(*area, page, offset, size, out)
               : NodePart(*area, page, offset, size, out);
  } else {
    std::memset(out, 0, size);
  }
}

bool InitialPages::Find(PageId page, SlotId slot, InitialRecord* record) const {
  const Area* area = AreaOf(page);
  if (!area || !area->heap || slot >= area->per_page) return false;
  const uint64_t row = uint64_t{page - area->first} * area->per_page + slot;
  if (row >= area->entries) return false;
  *record = {area->table, row,
             page_bytes_ - slot * (SlottedPage::kKeyBytes + area->value_bytes) - area->value_bytes,
             area->value_bytes};
  return true;
}

void InitialPages::HeapPart(const Area& area, PageId page, uint32_t offset, uint32_t size,
                            uint8_t* out) const {
  const uint32_t value_bytes = area.value_bytes;
  const uint32_t record_bytes = SlottedPage::kKeyBytes + value_bytes;
  const uint64_t first = uint64_t{page - area.first} * area.per_page;
  const auto count = static_cast<uint32_t>(std::min<uint64_t>(area.per_page, area.entries - first));
  const uint32_t free_end = page_bytes_ - count * record_bytes;
  const uint32_t end = offset + size;
  if (offset < SlottedPage::kHeaderBytes) {
    uint8_t header[SlottedPage::kHeaderBytes];
    Header(page, count, free_end, PageKind::kSlotted, PageOwner::Of(area.table), header);
    CopyPiece(0, header, sizeof header, offset, size, out);
  }
  if (end <= SlottedPage::kHeaderBytes) return;
  const uint32_t slots_end = SlottedPage::kHeaderBytes + count * SlottedPage::kSlotBytes;
  if (offset < free_end && end > slots_end) {
    const uint32_t from = std::max(offset, slots_end);
    std::memset(out + (from - offset), 0, std::min(end, free_end) - from);
  }
  if (offset < slots_end) {
    const uint32_t from = offset < SlottedPage::kHeaderBytes
                              ? 0
                              : (offset - SlottedPage::kHeaderBytes) / SlottedPage::kSlotBytes;
    for (uint32_t i = from;
         i < count && SlottedPage::kHeaderBytes + i * SlottedPage::kSlotBytes < end; ++i) {
      SlottedPage::Slot slot;
      slot.offset = static_cast<uint16_t>(page_bytes_ - (i + 1) * record_bytes);
      slot.value_bytes = static_cast<uint16_t>(value_bytes);
      slot.present = 1;
      CopyPiece(SlottedPage::kHeaderBytes + i * SlottedPage::kSlotBytes, &slot, sizeof slot, offset,
                size, out);
    }
  }
  for (uint32_t at = std::max(offset, free_end); at < end;) {
    const uint32_t i = (page_bytes_ - 1 - at) / record_bytes;
    const uint32_t start = page_bytes_ - (i + 1) * record_bytes;
    const uint32_t within = at - start;
    const uint32_t part = std::min(end - at, record_bytes - within);
    if (within < SlottedPage::kKeyBytes) {
      const Key key = rows_.KeyAt(area.table, first + i);
      CopyPiece(start, &key, sizeof key, offset, size, out);
    }
    const uint32_t value_from = std::max(within, SlottedPage::kKeyBytes);
    if (value_from < within + part) {
      rows_.ValueAt(area.table, first + i, value_from - SlottedPage::kKeyBytes,
                    within + part - value_from, out + (start + value_from - offset));
    }
    at += part;
  }
}

FreshNode InitialPages::Node(PageId page) const {
  FreshNode node;
  const Area* area = AreaOf(page);
  if (!area || area->heap) return node;
  node.pages_ = this;
  node.area_ = area;
  node.page_ = page;
  node.first_ = uint64_t{page - area->first} * area->per_page;
  node.count_ =
      static_cast<uint32_t>(std::min<uint64_t>(area->per_page, area->entries - node.first_));
  return node;
}

Key InitialPages::KeyOf(const Area& area, uint64_t i, uint64_t* row) const {
  *row = i * area.stride;
  if (area.level > 0 && i == 0) return 0;  // covers all smaller keys
  return area.index == 0 ? rows_.KeyAt(area.table, *row) : rows_.SecondaryAt(area.table, *row, row);
}

uint64_t InitialPages::EntryFrom(const Area& area, Key key, uint64_t low, uint64_t high) const {
  if (area.index > 0) {
    return low + FirstAtLeast(high - low, key, [&](uint64_t i) {
             uint64_t row;
             return KeyOf(area, low + i, &row);
           });
  }
  // The first entry above the leaves covers all smaller keys.
  if (area.level > 0 && low == 0) {
    if (key == 0) return 0;
    low = 1;
  }
  if (low >= high) return high;
  const uint64_t stride = area.stride;
  const uint64_t row = rows_.RowFrom(area.table, key, low * stride, (high - 1) * stride + 1);
  return (row + stride - 1) / stride;
}

void InitialPages::Entry(const Area& area, uint64_t i, uint64_t* entry) const {
  uint64_t row;
  entry[0] = KeyOf(area, i, &row);
  const uint32_t per_page = heap_per_page_[area.table];
  entry[1] = area.level > 0 ? area.below + i
                            : Rid{heap_first_[area.table] + static_cast<PageId>(row / per_page),
                                  static_cast<SlotId>(row % per_page)}
                                  .Packed();
}

void InitialPages::NodePart(const Area& area, PageId page, uint32_t offset, uint32_t size,
                            uint8_t* out) const {
  const FreshNode node = Node(page);
  const uint32_t count = node.count();
  const uint32_t end = offset + size;
  if (offset < IndexNode::kEntriesAt) {
    uint8_t header[IndexNode::kEntriesAt] = {};
    Header(page, count, area.level, PageKind::kNode, PageOwner::Of(area.table, area.index), header);
    const PageId right = node.right();
    std::memcpy(header + IndexNode::kRightAt, &right, sizeof right);
    CopyPiece(0, header, sizeof header, offset, size, out);
  }
  const uint32_t entries_end = IndexNode::EntryAt(count);
  for (uint32_t at = std::max(offset, IndexNode::kEntriesAt); at < std::min(end, entries_end);) {
    const uint32_t i = (at - IndexNode::kEntriesAt) / static_cast<uint32_t>(sizeof(IndexEntry));
    uint64_t entry[2];
    node.ReadEntry(i, entry);
    CopyPiece(IndexNode::EntryAt(i), entry, sizeof entry, offset, size, out);
    at = IndexNode::EntryAt(i + 1);
  }
  if (end > entries_end) {
    const uint32_t from = std::max(offset, entries_end);
    std::memset(out + (from - offset), 0, end - from);
  }
}

}  // namespace afterimage
