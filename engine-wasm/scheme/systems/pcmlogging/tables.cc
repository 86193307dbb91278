#include "scheme/systems/pcmlogging/tables.h"

#include <algorithm>

#include "db/schema.h"

namespace afterimage::pcm {

Tables::Tables(Arena& arena, bool most_first)
    : arena_(arena),
      pages_(arena),
      records_(arena),
      entries_(kMaxTables * kMaxIndexes, nullptr, ArenaAllocator<FlatMap<Item*>*>(arena)),
      all_(ArenaAllocator<PageEntry*>(arena)),
      most_first_(most_first) {}

PageEntry& Tables::Get(PageId page) {
  PageEntry*& entry = pages_[page];
  if (!entry) {
    entry = arena_.New<PageEntry>();
    entry->id = page;
    all_.push_back(entry);
  }
  return *entry;
}

// --- Items ---------------------------------------------------------------------------------------

void Tables::Link(Item& item, PageEntry& page) {
  item.page = &page;
  item.newer = nullptr;
  item.older = page.items;
  if (page.items) page.items->newer = &item;
  page.items = &item;
  if (item.slot == kWholePage) page.whole = &item;
  page.kept += item.erased ? 1 : 0;
  ++items_;
  if (++page.count == 1) ++with_items_;
  Rerank(page);
}

void Tables::Unlink(Item& item) {
  PageEntry& page = *item.page;
  (item.newer ? item.newer->older : page.items) = item.older;
  if (item.older) item.older->newer = item.newer;
  if (page.whole == &item) {
    page.whole = nullptr;
    UnlistWhole(page);
  }
  page.kept -= item.erased ? 1 : 0;
  --items_;
  if (--page.count == 0) --with_items_;
  Rerank(page);
}

Item* Tables::NewItem(PageEntry& page, SlotId slot) {
  Item* item = free_;
  if (item)
    free_ = item->older;
  else
    item = arena_.New<Item>();
  *item = Item();
  item->slot = slot;
  Link(*item, page);
  return item;
}

Item* Tables::Find(PageId page, SlotId slot) const {
  Item* const* found = records_.Find(NameOf(page, slot));
  return found ? *found : nullptr;
}

Item* Tables::FindRecord(PageId page, TableId table, Key key) const {
  const PageEntry* entry = Find(page);
  Item* item = entry ? entry->items : nullptr;
  while (item && !(item->slot < kIndexEntry && item->key == key && item->table == table))
    item = item->older;
  return item;
}

Item& Tables::Get(PageId page, SlotId slot) {
  Item*& item = records_[NameOf(page, slot)];
  if (!item) item = NewItem(Get(page), slot);
  return *item;
}

FlatMap<Item*>*& Tables::EntriesOf(TableId table, uint8_t index) {
  FlatMap<Item*>*& entries = entries_[table * kMaxIndexes + index];
  if (!entries) entries = arena_.New<FlatMap<Item*>>(arena_);
  return entries;
}

Item* Tables::FindEntry(TableId table, uint8_t index, Key key) const {
  FlatMap<Item*>* entries = key != ~Key{0} ? entries_[table * kMaxIndexes + index] : nullptr;
  Item* const* found = entries ? entries->Find(key) : nullptr;
  return found ? *found : nullptr;
}

Item* Tables::ItemOf(const SlotHeader& header) const {
  if (header.slot != kIndexEntry) return Find(header.page, header.slot);
  if (header.table >= kMaxTables || header.index >= kMaxIndexes) return nullptr;
  return FindEntry(header.table, header.index, header.key);
}

Item& Tables::GetEntry(TableId table, uint8_t index, Key key, PageId page) {
  Item*& item = (*EntriesOf(table, index))[key];
  if (!item) {
    item = NewItem(Get(page), kIndexEntry);
    item->table = table;
    item->index = index;
    item->key = key;
  }
  return *item;
}

void Tables::Move(Item& item, PageEntry& to) {
  Unlink(item);
  Link(item, to);
}

void Tables::DropIfEmpty(Item& item) {
  if (item.owner || item.current.there() || item.flushing) return;
  Unlink(item);
  if (item.entry())
    EntriesOf(item.table, item.index)->Erase(item.key);
  else
    records_.Erase(NameOf(item.page->id, item.slot));
  item.older = free_;
  free_ = &item;
}

void Tables::SetErased(Item& item, bool erased) {
  if (item.erased == erased) return;
  item.erased = erased;
  if (erased)
    ++item.page->kept;
  else
    --item.page->kept;
}

// --- Pages that may be destaged ------------------------------------------------------------------

void Tables::List(PageEntry& page) {
  Unlist(page);
  const uint32_t rank = most_first_ ? std::min(page.count, kRanks - 1) : 0;
  page.listed = true;
  page.rank = rank;
  listed_[rank].Append(&page);
  ranks_ |= uint64_t{1} << rank;
  if (!page.whole) return;
  page.listed_whole = true;
  listed_whole_.Append(&page);
}

void Tables::UnlistWhole(PageEntry& page) {
  if (page.listed_whole) listed_whole_.Remove(&page);
  page.listed_whole = false;
}

void Tables::Unlist(PageEntry& page) {
  UnlistWhole(page);
  if (!page.listed) return;
  page.listed = false;
  listed_[page.rank].Remove(&page);
  if (listed_[page.rank].size() == 0) ranks_ &= ~(uint64_t{1} << page.rank);
}

void Tables::Rerank(PageEntry& page) {
  if (page.listed && most_first_ && page.rank != std::min(page.count, kRanks - 1)) List(page);
}

}  // namespace afterimage::pcm
