#include "scheme/pcmlogging/home.h"

#include <cstring>

#include "scheme/pcmlogging/record_image.h"
#include "scheme/pcmlogging/story.h"

namespace afterimage::pcm {

Home::Home(const EngineContext& context, StagingArea& area, PageStore& disk)
    : arena_(context.arena),
      area_(area),
      disk_(disk),
      copy_line_ns_(context.machine[Price::kCopyLine]),
      read_ns_(context.machine[Price::kNvmRead]),
      found_(context.arena),
      scratch_(context.arena, area.params().page_bytes),
      merged_(context.arena.NewArray<uint8_t>(area.params().page_bytes)) {}

bool Home::HasVersions(PageId page) const {
  const PageEntry* entry = area_.tables().Find(page);
  const Item* item = entry ? entry->items : nullptr;
  while (item && !item->current.there()) item = item->next;
  return item != nullptr;
}

// --- Reading -------------------------------------------------------------------------------------

// Disk and PCM are read side by side (section 3.3): only what takes longer is waited for.
Task<void> Home::ReadPage(Thread& thread, PageId page) {
  co_await Ordered(thread);
  const PageEntry* entry = area_.tables().Find(page);
  uint64_t lines = 0;
  bool whole = false;
  for (const Item* item = entry ? entry->items : nullptr; item; item = item->next) {
    if (!item->current.there()) continue;
    lines += (item->current.slots * area_.params().layout.slot_bytes + kLineBytes - 1) / kLineBytes;
    whole = whole || item->slot == kWholePage;
  }
  const Time pcm_ns = lines * (read_ns_ + copy_line_ns_);
  const Time start = thread.now();
  if (!whole) co_await disk_.ReadPage(thread, page);
  const Time waited = thread.now() - start;
  if (pcm_ns > waited) thread.Charge(Category::kDataIo, pcm_ns - waited);
  co_await Ordered(thread);
}

void Home::MergeRecord(const Place& place, PageView& view) const {
  RecordImage image;
  image.header = area_.slots().Header(place.first);
  area_.slots().Load(place.first, image.value, image.header.bytes);
  SlottedPage(view).Apply(ChangeTo(image.header, image.value));
}

void Home::Merge(const PageEntry& entry, bool committed_only, uint8_t* out) const {
  const uint32_t page_bytes = area_.params().page_bytes;
  bool records = false;
  for (const Item* item = entry.items; item; item = item->next) {
    if (!item->current.there() || (committed_only && !item->committed())) continue;
    if (item->slot == kWholePage) return area_.slots().Load(item->current.first, out, page_bytes);
    records = true;
  }
  // Records of a torn page would hide that it is torn.
  if (!records || !PageChecksumHolds(out, page_bytes)) return;
  scratch_.Write(0, out, page_bytes);
  PageView view(scratch_, 0, page_bytes);
  for (const Item* item = entry.items; item; item = item->next) {
    if (!item->current.there() || (committed_only && !item->committed())) continue;
    MergeRecord(item->current, view);
  }
  view.Read(0, out, page_bytes);
  SetPageChecksum(out, page_bytes);
}

void Home::Peek(PageId page, uint32_t offset, uint32_t size, uint8_t* out) const {
  const PageEntry* entry = area_.tables().Find(page);
  if (!entry || !HasVersions(page)) return disk_.Peek(page, offset, size, out);
  if (merged_page_ != page || merged_at_ != area_.tables().changes()) {
    disk_.Peek(page, 0, area_.params().page_bytes, merged_);
    Merge(*entry, false, merged_);
    merged_page_ = page;
    merged_at_ = area_.tables().changes();
  }
  std::memcpy(out, merged_ + offset, size);
}

bool Home::MergeCommitted(PageId page, uint8_t* out) const {
  const PageEntry* entry = area_.tables().Find(page);
  const uint32_t page_bytes = area_.params().page_bytes;
  disk_.Peek(page, 0, page_bytes, out);
  if (!PageChecksumHolds(out, page_bytes) && !area_.params().by_page) return false;
  if (entry) Merge(*entry, true, out);
  return true;
}

void Home::LoadPage(Thread& thread, const Place& place, uint8_t* out) const {
  const uint32_t page_bytes = area_.params().page_bytes;
  area_.slots().nvm().ChargeLoad(thread, Category::kDataIo, sizeof(SlotHeader) + page_bytes);
  area_.slots().Load(place.first, out, page_bytes);
}

// --- A page leaves DRAM --------------------------------------------------------------------------

// Of what changes while this writes, the copy in `bytes` knows nothing: it stays dirty, and its
// page with it.
Task<void> Home::WritePage(Thread& thread, PageId page, const uint8_t* bytes) {
  co_await Ordered(thread);
  PageEntry* entry = area_.tables().Find(page);
  if (!entry) co_return;
  Lsn lsn = kNoLsn;
  std::memcpy(&lsn, bytes, sizeof lsn);
  for (Item* item = entry->items; item; item = item->next) {
    co_await area_.AwaitFlush(thread, *item);
    if (!item->owner || !item->dirty || item->lsn > lsn) continue;
    if (!item->owner->committing) ++area_.counters().steals;
    if (item->slot == kWholePage) {
      SlotHeader header;
      header.bytes = static_cast<uint16_t>(area_.params().page_bytes);
      co_await area_.Flush(thread, *item, header, bytes, lsn);
      continue;
    }
    RecordImage image;
    const auto read = [&](uint32_t at, void* out, uint32_t size) {
      std::memcpy(out, bytes + at, size);
    };
    ReadRecordImage(read, item->slot, item->table, &image);
    co_await area_.Flush(thread, *item, image.header, image.value, lsn);
  }
}

}  // namespace afterimage::pcm
