#include "scheme/pcmlogging/tables.h"

namespace afterimage::pcm {

Item* Tables::Find(PageId page, SlotId slot) const {
  PageEntry* entry = Find(page);
  Item* item = entry ? entry->items : nullptr;
  while (item && item->slot != slot) item = item->next;
  return item;
}

// Items stay: a page has as many as it has records.
Item& Tables::Get(PageId page, SlotId slot) {
  if (Item* item = Find(page, slot)) return *item;
  PageEntry*& entry = pages_[page];
  if (!entry) {
    entry = arena_.New<PageEntry>();
    entry->id = page;
    all_.push_back(entry);
  }
  auto* item = arena_.New<Item>();
  item->page = entry;
  item->slot = slot;
  item->next = entry->items;
  entry->items = item;
  return *item;
}

void Tables::List(PageEntry& page) {
  Unlist(page);
  page.listed = true;
  page.older = newest_;
  page.newer = nullptr;
  (newest_ ? newest_->newer : oldest_) = &page;
  newest_ = &page;
}

void Tables::Unlist(PageEntry& page) {
  if (!page.listed) return;
  page.listed = false;
  (page.older ? page.older->newer : oldest_) = page.newer;
  (page.newer ? page.newer->older : newest_) = page.older;
}

}  // namespace afterimage::pcm
