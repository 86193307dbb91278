#include "db/pages/page_check.h"

#include <algorithm>
#include <cstring>

namespace afterimage {
namespace {

constexpr Text kPage = {"page", "页"};
constexpr Text kSlotWord = {"slot", "槽"};
constexpr Text kRecord = {"record", "记录"};
constexpr Text kPages = {"pages", "页"};
constexpr Text kRecords = {"records", "记录"};
constexpr Text kEntries = {"index entries", "索引项"};

constexpr Text kOwnNumber = {"A page holds its own number.", "页中记有它自己的页号。"};
constexpr Text kSlotsInside = {"Slots and records of a page lie within it and do not overlap.",
                               "页内的槽与记录都在页的范围内，且互不重叠。"};
constexpr Text kHashHome = {"A record stands on the page that its key says.",
                            "记录位于由其键决定的页上。"};
constexpr Text kOnce = {"No key stands in a table twice.", "表中没有重复的键。"};
constexpr Text kCatalogSays = {"The catalog says what the database consists of.",
                               "目录记录了数据库的组成。"};
constexpr Text kAllocatorSays = {"The allocator's page says which pages are free.",
                                 "分配页记录了哪些页空闲。"};
constexpr Text kInUse = {"Every page is free or in use: none is leaked.",
                         "每一页或空闲、或在使用中，没有泄漏。"};
constexpr Text kNodeWhole = {"A node of an index holds its keys in order.", "索引节点内的键有序。"};
constexpr Text kNodeLevel = {"A node stands one level below its parent.",
                             "节点恰比其父节点低一层。"};
constexpr Text kNodeBounds = {"A node's keys lie between those around its entry in the parent.",
                              "节点的键位于父节点中相邻两项的键之间。"};
constexpr Text kNodeOnce = {"One entry leads to a node, no more.",
                            "每个节点只有一个索引项指向它。"};
constexpr Text kRight = {"A node's right link leads to the next node of its level.",
                         "节点的右指针指向同层的下一个节点。"};
constexpr Text kLeads = {"An index entry leads to a record with its key.",
                         "索引项指向具有该键的记录。"};
constexpr Text kLeadsOnce = {"One entry of an index leads to a record, no more.",
                             "每个索引中只有一项指向某条记录。"};
constexpr Text kLedTo = {"Every index of its table leads to a record.",
                         "表的每个索引都有一项指向该记录。"};

template <class T>
T At(const std::vector<uint8_t>& bytes, uint32_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

PageId IdOf(const std::vector<uint8_t>& bytes) { return At<PageId>(bytes, 8); }
PageKind KindOf(const std::vector<uint8_t>& bytes) {
  return static_cast<PageKind>(bytes[PageView::kKindAt]);
}

// The records of a slotted page's slots, ghosts included, are apart and inside.
bool SlotsAreWhole(const std::vector<uint8_t>& bytes) {
  const uint32_t count = At<uint16_t>(bytes, 12);
  const auto size = static_cast<uint32_t>(bytes.size());
  const uint32_t slots_end = SlottedPage::SlotAt(count);
  if (slots_end > size) return false;
  std::vector<uint8_t> taken(size);
  for (uint32_t i = 0; i < count; ++i) {
    const auto slot = At<SlottedPage::Slot>(bytes, SlottedPage::SlotAt(i));
    const uint32_t end = slot.offset + SlottedPage::kKeyBytes + slot.value_bytes;
    if (slot.offset < slots_end || end > size) return false;
    for (uint32_t at = slot.offset; at < end; ++at) {
      if (taken[at]++ > 0) return false;
    }
  }
  return true;
}

}  // namespace

// --- Hash files ----------------------------------------------------------------------------------

HashFileCheck::HashFileCheck(const PageBytes& pages, uint32_t page_bytes, const Schema& schema,
                             StructureCheck& check)
    : pages_(pages), schema_(schema), check_(check), bytes_(page_bytes) {}

void HashFileCheck::Run(uint32_t heap_pages, Key catalog_key, HomeOf home) {
  uint64_t records = 0;
  for (PageId page = 0; page <= heap_pages; ++page) {
    pages_.ReadPage(page, bytes_.data());
    if (!check_.Expect(IdOf(bytes_) == page, kOwnNumber, {{kPage, page}})) return;
    if (!check_.Expect(KindOf(bytes_) == PageKind::kSlotted && SlotsAreWhole(bytes_), kSlotsInside,
                       {{kPage, page}}))
      return;
    std::vector<Key> keys;
    for (uint32_t i = 0; i < At<uint16_t>(bytes_, 12); ++i) {
      const auto slot = At<SlottedPage::Slot>(bytes_, SlottedPage::SlotAt(i));
      if (!slot.present) continue;
      const Key key = At<Key>(bytes_, slot.offset);
      if (page == kCatalogPage) {
        const bool says = key == catalog_key &&
                          At<uint64_t>(bytes_, slot.offset + SlottedPage::kKeyBytes) == heap_pages;
        if (!check_.Expect(says, kCatalogSays)) return;
        continue;
      }
      const std::string name = RecordName(schema_.table(0), key);
      check_.Expect(home(key, heap_pages) == page, kHashHome,
                    {{kRecord, 0, name.c_str()}, {kPage, page}});
      check_.Expect(std::find(keys.begin(), keys.end(), key) == keys.end(), kOnce,
                    {{kRecord, 0, name.c_str()}, {kPage, page}});
      keys.push_back(key);
    }
    records += keys.size();
  }
  check_.Count(kPages, heap_pages + 1);
  check_.Count(kRecords, records);
}

// --- Heap pages and trees ------------------------------------------------------------------------

IndexedCheck::IndexedCheck(const PageBytes& pages, uint32_t page_limit, uint32_t page_bytes,
                           const Schema& schema, StructureCheck& check)
    : source_(pages), page_limit_(page_limit), schema_(schema), check_(check), bytes_(page_bytes) {}

void IndexedCheck::Run() {
  if (!ReadCatalog()) return;
  ReadHeapsAndNodes();
  for (uint32_t table = 0; table < schema_.table_count(); ++table) {
    for (uint32_t index = 0; index < catalog_[table].indexes; ++index) {
      if (!check_.holds()) return;
      WalkTree({static_cast<TableId>(table), static_cast<uint8_t>(index)},
               catalog_[table].root[index]);
    }
  }
  if (check_.holds()) ExpectAllInUse();
}

bool IndexedCheck::ReadCatalog() {
  source_.ReadPage(kCatalogPage, bytes_.data());
  bool whole =
      IdOf(bytes_) == kCatalogPage && KindOf(bytes_) == PageKind::kSlotted && SlotsAreWhole(bytes_);
  uint32_t tables = 0;
  for (uint32_t i = 0; whole && i < At<uint16_t>(bytes_, 12); ++i) {
    const auto slot = At<SlottedPage::Slot>(bytes_, SlottedPage::SlotAt(i));
    const Key table = At<Key>(bytes_, slot.offset);
    whole =
        slot.present && slot.value_bytes == sizeof(CatalogEntry) && table < schema_.table_count();
    if (!whole) break;
    catalog_[table] = At<CatalogEntry>(bytes_, slot.offset + SlottedPage::kKeyBytes);
    const TableInfo& info = schema_.table(static_cast<TableId>(table));
    whole = catalog_[table].indexes == info.indexes() &&
            catalog_[table].value_bytes == info.value_bytes;
    ++tables;
  }
  if (!check_.Expect(whole && tables == schema_.table_count(), kCatalogSays)) return false;
  source_.ReadPage(kAllocatorPage, bytes_.data());
  next_ = At<PageId>(bytes_, kNextPageAt);
  const bool says = IdOf(bytes_) == kAllocatorPage && KindOf(bytes_) == PageKind::kAllocator &&
                    next_ > kAllocatorPage && next_ <= page_limit_;
  return check_.Expect(says, kAllocatorSays, {{kPage, kAllocatorPage}});
}

void IndexedCheck::ReadHeapsAndNodes() {
  pages_.resize(next_);
  for (PageId id = kAllocatorPage + 1; id < next_ && check_.holds(); ++id) {
    source_.ReadPage(id, bytes_.data());
    Page& page = pages_[id];
    page.kind = KindOf(bytes_);
    page.owner = At<PageOwner>(bytes_, PageView::kOwnerAt);
    const bool owned = page.owner.table_plus_1 > 0 && page.owner.table() < schema_.table_count();
    if (!check_.Expect(owned && (page.kind == PageKind::kSlotted || page.kind == PageKind::kNode),
                       kInUse, {{kPage, id}}))
      return;
    if (!check_.Expect(IdOf(bytes_) == id, kOwnNumber, {{kPage, id}})) return;
    if (page.kind == PageKind::kSlotted) TakeSlots(id, page);
  }
  check_.Count(kPages, next_);
}

void IndexedCheck::TakeSlots(PageId id, Page& page) {
  if (!check_.Expect(SlotsAreWhole(bytes_), kSlotsInside, {{kPage, id}})) return;
  const TableInfo& table = schema_.table(page.owner.table());
  page.first_slot = static_cast<uint32_t>(slots_.size());
  page.slots = At<uint16_t>(bytes_, 12);
  uint64_t records = 0;
  for (uint32_t i = 0; i < page.slots; ++i) {
    const auto at = At<SlottedPage::Slot>(bytes_, SlottedPage::SlotAt(i));
    Slot slot;
    slot.key = At<Key>(bytes_, at.offset);
    slot.present = at.present != 0;
    if (slot.present) {
      const bool whole = at.value_bytes == table.value_bytes;
      if (!check_.Expect(whole, kSlotsInside, {{kPage, id}, {kSlotWord, i}})) return;
      if (table.secondary)
        slot.secondary =
            table.secondary(slot.key, bytes_.data() + at.offset + SlottedPage::kKeyBytes);
      ++records;
    }
    slots_.push_back(slot);
  }
  check_.Count(kRecords, records);
}

void IndexedCheck::WalkTree(const Tree& tree, PageId root) {
  right_.clear();
  latest_.clear();
  entries_ = 0;
  const bool inside = root > kAllocatorPage && root < next_;
  if (!check_.Expect(inside, kCatalogSays, {{kPage, root}})) return;
  source_.ReadPage(root, bytes_.data());
  const uint32_t level = At<uint16_t>(bytes_, IndexNode::kLevelAt);
  // A level holds fewer nodes than there are pages, and each halves them at least.
  if (!check_.Expect(level < 32, kNodeLevel, {{kPage, root}})) return;
  right_.resize(level + 1);
  latest_.resize(level + 1);
  WalkNode(tree, root, level, {});
  for (uint32_t i = 0; i <= level; ++i)
    check_.Expect(right_[i] == 0, kRight, {{kPage, latest_[i]}});
  check_.Count(kEntries, entries_);
}

void IndexedCheck::WalkNode(const Tree& tree, PageId id, uint32_t level, const Bounds& bounds) {
  const bool inside = id > kAllocatorPage && id < next_;
  const bool node = inside && pages_[id].kind == PageKind::kNode &&
                    pages_[id].owner.table() == tree.table && pages_[id].owner.index == tree.index;
  if (!check_.Expect(node, kNodeWhole, {{kPage, id}})) return;
  if (!check_.Expect(!pages_[id].reached, kNodeOnce, {{kPage, id}})) return;
  pages_[id].reached = true;
  source_.ReadPage(id, bytes_.data());
  const uint32_t count = At<uint16_t>(bytes_, IndexNode::kCountAt);
  const bool fits = count <= IndexNode::Capacity(static_cast<uint32_t>(bytes_.size()));
  if (!check_.Expect(fits, kNodeWhole, {{kPage, id}})) return;
  check_.Expect(At<uint16_t>(bytes_, IndexNode::kLevelAt) == level, kNodeLevel, {{kPage, id}});
  check_.Expect(level == 0 || count > 0, kNodeWhole, {{kPage, id}});
  if (latest_[level] != 0) check_.Expect(right_[level] == id, kRight, {{kPage, latest_[level]}});
  latest_[level] = id;
  right_[level] = At<PageId>(bytes_, IndexNode::kRightAt);
  std::vector<IndexEntry> entries(count);
  for (uint32_t i = 0; i < count; ++i) entries[i] = At<IndexEntry>(bytes_, IndexNode::EntryAt(i));
  for (uint32_t i = 0; i < count && check_.holds(); ++i) {
    if (i > 0) check_.Expect(entries[i - 1].key < entries[i].key, kNodeWhole, {{kPage, id}});
    // An inner node's first entry covers all smaller keys, too.
    const bool low = (level > 0 && i == 0) || entries[i].key >= bounds.from;
    check_.Expect(low && (bounds.last || entries[i].key < bounds.to), kNodeBounds, {{kPage, id}});
    if (level == 0) {
      TakeEntry(tree, entries[i], id);
      continue;
    }
    Bounds below = bounds;
    if (i > 0) below.from = entries[i].key;
    if (i + 1 < count) {
      below.to = entries[i + 1].key;
      below.last = false;
    }
    WalkNode(tree, static_cast<PageId>(entries[i].value), level - 1, below);
  }
}

void IndexedCheck::TakeEntry(const Tree& tree, const IndexEntry& entry, PageId leaf) {
  ++entries_;
  const Rid rid = Rid::Of(entry.value);
  const bool inside = rid.page > kAllocatorPage && rid.page < next_;
  const Page* page = inside ? &pages_[rid.page] : nullptr;
  const bool there = page && page->kind == PageKind::kSlotted &&
                     page->owner.table() == tree.table && rid.slot < page->slots;
  if (!check_.Expect(there, kLeads, {{kPage, leaf}})) return;
  Slot& slot = slots_[page->first_slot + rid.slot];
  const bool same = slot.present && (tree.index == 0 ? slot.key : slot.secondary) == entry.key;
  if (!check_.Expect(same, kLeads, {{kPage, leaf}, {kPage, rid.page}, {kSlotWord, rid.slot}}))
    return;
  check_.Expect(!slot.led_to[tree.index], kLeadsOnce, {{kPage, rid.page}, {kSlotWord, rid.slot}});
  slot.led_to[tree.index] = true;
}

void IndexedCheck::ExpectAllInUse() {
  for (PageId id = kAllocatorPage + 1; id < next_; ++id) {
    const Page& page = pages_[id];
    if (page.kind == PageKind::kNode) {
      check_.Expect(page.reached, kInUse, {{kPage, id}});
      continue;
    }
    const TableInfo& table = schema_.table(page.owner.table());
    for (uint32_t i = 0; i < page.slots; ++i) {
      const Slot& slot = slots_[page.first_slot + i];
      if (!slot.present) continue;
      bool led_to = true;
      for (uint32_t index = 0; index < table.indexes(); ++index)
        led_to = led_to && slot.led_to[index];
      if (led_to) continue;
      const std::string name = RecordName(table, slot.key);
      check_.Expect(false, kLedTo, {{kRecord, 0, name.c_str()}, {kPage, id}, {kSlotWord, i}});
    }
  }
}

}  // namespace afterimage
