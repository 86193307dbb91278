// The invariants of slots, bits and list while no transaction is under way.
#include <algorithm>

#include "scheme/systems/pcmlogging/pcm_log.h"

namespace afterimage::pcm {

void PcmLog::CheckStructures(StructureCheck& check) {
  static constexpr Text kEntry = {"entry of the list", "列表项"};
  static constexpr Text kSlot = {"slot", "槽位"};
  static constexpr Text kSlots = {"slots", "槽位"};
  static constexpr Text kNobody = {"No transaction is on the list.", "列表中没有事务。"};
  static constexpr Text kMapped = {
      "Of each record, entry or page one version counts, and the mapping table has it.",
      "每条记录、索引项或页只有一个版本有效，且在映射表中。"};
  static constexpr Text kApart = {"Versions do not overlap.", "版本互不重叠。"};
  static constexpr Text kOfPage = {"page", "页"};
  static constexpr Text kQuiet = {
      "Nothing of a page is being written or moved any more, and what is known of it has a "
      "version.",
      "页的内容不再有正在写入或移动的，且每个已知条目都有版本。"};
  const Slots& slots = area_.slots();
  const Layout& layout = slots.layout();
  for (uint32_t i = 0; i < layout.entries(); ++i)
    check.Expect(slots.active(i) == 0, kNobody, {{kEntry, i}});
  const Tables& tables = area_.tables();
  for (uint32_t i = 0, end = 0; i < layout.slots(); ++i) {
    if (!slots.counts(i)) continue;
    const SlotHeader header = slots.Header(i);
    check.Expect(i >= end, kApart, {{kSlot, i}});
    end = i + layout.SlotsOf(header);
    const Item* item = tables.ItemOf(header);
    check.Expect(item && item->current.first == i, kMapped, {{kSlot, i}});
  }
  tables.ForEach([&](const PageEntry& page) {
    bool quiet = !page.frozen && !page.destaging;
    for (const Item* item = page.items; item; item = item->older)
      quiet = quiet && !item->flushing && (item->owner || item->current.there());
    check.Expect(quiet, kQuiet, {{kOfPage, page.id}});
  });
  check.Count(kSlots, layout.slots());
}

#if AFTERIMAGE_WATCHES_READS
namespace {
constexpr Text kPageOf = {"page", "页"};
constexpr Text kCounted = {
    "What is known of a page is counted, and the page is listed where some of it may go to the "
    "disk.",
    "页的已知条目均已计数；其中有可写入磁盘的，该页便在列表中。"};
constexpr Text kNobodyWaits = {"Nobody owns a version, or waits for room.",
                               "没有版本仍归某事务所有，也没有线程等待空间。"};
}  // namespace

void Tables::CheckMemory(StructureCheck& check) const {
  uint64_t items = 0, pages = 0;
  uint32_t listed = 0, listed_whole = 0;
  for (const PageEntry* page : all_) {
    uint32_t count = 0, kept = 0;
    const Item* whole = nullptr;
    bool right = true;
    for (const Item* item = page->items; item; item = item->older) {
      ++count;
      kept += item->erased ? 1 : 0;
      if (item->slot == kWholePage) whole = item;
      right = right && item->page == page && (item->older == nullptr || item->older->newer == item);
      right = right && (item->entry() ? FindEntry(item->table, item->index, item->key)
                                      : Find(page->id, item->slot)) == item;
    }
    right = right && count == page->count && kept == page->kept && whole == page->whole;
    right = right && (!page->listed_whole || whole) && (page->listed || !page->listed_whole);
    right =
        right && (!page->listed || !most_first_ || page->rank == std::min(page->count, kRanks - 1));
    check.Expect(right, kCounted, {{kPageOf, page->id}});
    items += count;
    pages += count > 0 ? 1 : 0;
    listed += page->listed ? 1 : 0;
    listed_whole += page->listed_whole ? 1 : 0;
  }
  for (uint32_t rank = 0; rank < kRanks; ++rank) {
    listed -= listed_[rank].size();
    check.Expect((listed_[rank].size() > 0) == ((ranks_ >> rank & 1) != 0), kCounted);
  }
  check.Expect(items == items_ && pages == with_items_ && listed == 0, kCounted);
  check.Expect(listed_whole == listed_whole_.size(), kCounted);
}

void StagingArea::CheckMemory(StructureCheck& check) const {
  tables_.CheckMemory(check);
  slots_.CheckMemory(check);
  check.Expect(owned_ == 0 && pending_ == 0 && waiting_ == 0, kNobodyWaits);
}

bool PcmLog::IsWhole(const Item& item) const {
  const Slots& slots = area_.slots();
  const auto holds = [&](const Place& place) {
    const SlotHeader header = slots.Header(place.first);
    const bool same = item.entry() ? header.key == item.key && header.table == item.table &&
                                         header.index == item.index
                                   : header.page == item.page->id &&
                                         (item.slot == kWholePage || item.dirty ||
                                          (header.key == item.key && header.table == item.table));
    return same && header.slot == item.slot && header.version == place.version &&
           slots.taken(place.first) && slots.layout().SlotsOf(header) == place.slots;
  };
  if (item.current.there() && !item.flushing && !holds(item.current)) return false;
  if (item.committed() && !item.flushing && !slots.counts(item.current.first)) return false;
  if (!item.owner) return !item.flushed && !item.dirty && !item.erased;
  if (item.flushed && !item.current.there()) return false;
  const auto& items = item.owner->items;
  return std::count(items.begin(), items.end(), &item) == 1;
}

void PcmLog::CheckAnytime(StructureCheck& check) {
  static constexpr Text kWhole = {
      "What is known of a version is what its slot has, and its owner knows of it.",
      "关于版本的记录与其槽位一致，且其所有者知道它。"};
  static constexpr Text kNewer = {"An entry that counts is newer than its page.",
                                  "有效的索引项比所在页更新。"};
  static constexpr Text kOwned = {"Changes and those to come are counted.",
                                  "已作出与将作出的更改均已计数。"};
  area_.tables().CheckMemory(check);
  area_.slots().CheckAnytime(check);
  area_.CheckAnytime(check);
  uint32_t owned = 0;
  area_.tables().ForEach([&](const PageEntry& page) {
    const Item* whole = page.whole;
    const bool known = whole && whole->committed() && !whole->flushing;
    for (const Item* item = page.items; item; item = item->older) {
      owned += item->owner && !item->owner->system ? 1 : 0;
      check.Expect(IsWhole(*item), kWhole, {{kPageOf, page.id}});
      const bool here = item->current.there() && !item->dirty && !item->flushing;
      if (!known || !item->entry() || !here) continue;
      check.Expect(area_.slots().Header(item->current.first).seq >
                       area_.slots().Header(whole->current.first).seq,
                   kNewer, {{kPageOf, page.id}});
    }
  });
  for (Transaction* txn = engine_->active().first(); txn; txn = txn->next)
    owned += txn->log ? EntryOf(*txn).pending : 0;
  check.Expect(owned == area_.owned(), kOwned);
}

void StagingArea::CheckAnytime(StructureCheck& check) const {
  static constexpr Text kAwake = {"Nobody sleeps for room that is there.",
                                  "有空间时，没有线程仍在等待空间。"};
  check.Expect(!SleepsForRoom(), kAwake);
}

// Some may have been woken, and not have looked yet.
bool StagingArea::SleepsForRoom() const {
  if (waiting_ == 0 || room_.size() != waiting_) return false;
  const Layout& layout = params_.layout;
  return (waiting_for_[0] > 0 && slots_.HasFree(0, layout.small, most_wanted_)) ||
         (waiting_for_[1] > 0 && slots_.HasFree(layout.small, layout.pages, 1));
}

void PcmLog::CheckMemory(StructureCheck& check) {
  area_.CheckMemory(check);
  const Layout& layout = area_.params().layout;
  const size_t clients = FreeEntries(false).size(), structure = FreeEntries(true).size();
  check.Expect(clients + structure == layout.entries(), kNobodyWaits);
}
#endif

void PcmLog::AddFormats(DeviceFormats* formats) {
  SlotsOnDevice& slots = formats->slots;
  area_.slots().AddFormats(&slots);
  slots.database_pages = home_.page_count();
  slots.next_version = area_.next_seq();
  slots.next_transaction = area_.next_xid();
  slots.kept = area_.owned();
  slots.destages = true;
  area_.tables().ForEach([&](const PageEntry& page) {
    if (page.listed) slots.leaving.push_back(page.id);
  });
}

}  // namespace afterimage::pcm
