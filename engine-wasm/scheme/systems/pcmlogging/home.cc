#include "scheme/systems/pcmlogging/home.h"

#include <cstring>

#include "db/pages/apply_change.h"
#include "scheme/systems/pcmlogging/record_image.h"
#include "scheme/systems/pcmlogging/story.h"

namespace afterimage::pcm {

Home::Home(const EngineContext& context, StagingArea& area, PageStore& disk)
    : arena_(context.arena),
      area_(area),
      disk_(disk),
      page_bytes_(area.params().layout.page_bytes),
      copy_line_ns_(context.machine[Price::kCopyLine]),
      found_(context.arena),
      scratch_(context.arena, page_bytes_),
      merged_(context.arena.NewArray<uint8_t>(page_bytes_)) {}

bool Home::Merges(PageId page) const {
  const PageEntry* entry = area_.tables().Find(page);
  const Item* item = entry ? entry->items : nullptr;
  while (item && !item->current.there()) item = item->older;
  return item != nullptr;
}

// --- Reading -------------------------------------------------------------------------------------

Task<void> Home::ReadDisk(Thread& thread, PageId page) {
  ++reading_;
  co_await disk_.ReadPage(thread, page);
  if (--reading_ == 0 && area_.params().when_idle)
    area_.work().WakeAll(thread.kernel(), thread.now());
}

// Disk and PCM are read side by side (section 3.3): only what takes longer is waited for.
Task<void> Home::ReadPage(Thread& thread, PageId page) {
  co_await Ordered(thread);
  const PageEntry* entry = area_.tables().Find(page);
  const Layout& layout = area_.params().layout;
  const Time start = thread.now();
  Time read = start;  // all that is in PCM
  uint64_t lines = 0;
  for (const Item* item = entry ? entry->items : nullptr; item; item = item->older) {
    if (!item->current.there()) continue;
    const uint32_t bytes = layout.BytesAt(item->current.first, item->current.slots);
    read = area_.slots().nvm().StartLoad(thread, layout.Slot(item->current.first), bytes, read);
    lines += (bytes + kLineBytes - 1) / kLineBytes;
  }
  const bool whole = entry && entry->whole && entry->whole->current.there();
  const Time pcm_ns = read - start + lines * copy_line_ns_;
  served_pages_ += whole ? 1 : 0;
  if (!whole) co_await ReadDisk(thread, page);
  const Time waited = thread.now() - start;
  if (pcm_ns > waited) thread.Charge(Category::kDataIo, pcm_ns - waited);
  co_await Ordered(thread);
}

// Section 3.3, "serving requests". The page is not in DRAM, so the version here is the newest, and
// the lock that the caller has keeps it so. But it may go to the disk while it is read, or
// elsewhere in PCM, and its slot may get other content: then it is looked for again.
Task<bool> Home::ServeRecord(Thread& thread, PageId page, TableId table, Key key, Value* value) {
  const Slots& slots = area_.slots();
  const Where outer = thread.where();
  for (bool same = false; !same;) {
    const Item* item = area_.tables().FindRecord(page, table, key);
    if (!item || !item->current.there()) co_return false;
    const uint32_t first = item->current.first;
    const SlotHeader header = slots.Header(first);
    if (header.deleted || header.bytes > sizeof value->bytes) co_return false;
    co_await Step(thread, {kReadServe, kSlotStructure, first});
    co_await slots.nvm().Read(thread, Category::kDataIo, slots.layout().Slot(first),
                              sizeof header + header.bytes);
    co_await Ordered(thread);
    value->size = header.bytes;
    slots.Load(first, value->bytes, header.bytes);
    same = slots.Header(first).seq == header.seq || area_.Mutated(kSlotUnchecked);
    thread.At(outer);
  }
  ++served_records_;
  co_return true;
}

bool Home::MergeVersion(const Item& item, bool erasures, PageView& view) const {
  RecordImage image;
  image.header = area_.slots().Header(item.current.first);
  if ((item.entry() && image.header.deleted != 0) != erasures) return true;
  if (image.header.bytes > sizeof image.value) return false;
  area_.slots().Load(item.current.first, image.value, image.header.bytes);
  return ApplyChange(view, ChangeTo(image.header, image.value));
}

bool Home::Merge(const PageEntry& entry, bool committed_only, uint8_t* out) const {
  const auto counts = [&](const Item& item) {
    return item.current.there() && !(committed_only && item.owner);
  };
  bool versions = false;
  for (const Item* item = entry.items; item && !versions; item = item->older)
    versions = item->slot != kWholePage && counts(*item);
  if (entry.whole && counts(*entry.whole))
    area_.slots().Load(entry.whole->current.first, out, page_bytes_);
  // A version put into a torn page would hide that it is torn.
  if (!versions || !PageChecksumHolds(out, page_bytes_)) return true;
  scratch_.Write(0, out, page_bytes_);
  PageView view(scratch_, 0, page_bytes_);
  // Erased entries go first: others may have been inserted into their room, whichever of them was
  // written first.
  bool all = true;
  for (const bool erasures : {true, false}) {
    for (const Item* item = entry.items; item; item = item->older) {
      if (item->slot != kWholePage && (item->entry() || !erasures) && counts(*item))
        all &= MergeVersion(*item, erasures, view);
    }
  }
  view.Read(0, out, page_bytes_);
  SetPageChecksum(out, page_bytes_);
  return all;
}

void Home::Peek(PageId page, uint32_t offset, uint32_t size, uint8_t* out) const {
  const PageEntry* entry = area_.tables().Find(page);
  if (!entry || !Merges(page)) return disk_.Peek(page, offset, size, out);
  if (merged_page_ != page || merged_at_ != area_.tables().changes()) {
    disk_.Peek(page, 0, page_bytes_, merged_);
    Merge(*entry, false, merged_);
    merged_page_ = page;
    merged_at_ = area_.tables().changes();
  }
  std::memcpy(out, merged_ + offset, size);
}

void Home::PeekBase(PageId page, uint32_t offset, uint32_t size, uint8_t* out) const {
  const PageEntry* entry = area_.tables().Find(page);
  const Item* whole = entry ? entry->whole : nullptr;
  if (!whole || !whole->current.there()) return disk_.Peek(page, offset, size, out);
  area_.slots().Load(whole->current.first, out, size, offset);
}

Task<void> Home::ReadBase(Thread& thread, PageId page, uint8_t* out) {
  co_await Ordered(thread);
  PageEntry* entry = area_.tables().Find(page);
  Item* whole = entry ? entry->whole : nullptr;
  if (!whole || !whole->before().there()) {
    co_await ReadDisk(thread, page);
    disk_.Peek(page, 0, page_bytes_, out);
    co_return;
  }
  const uint32_t slot = whole->before().first;
  area_.slots().Load(slot, out, page_bytes_);
  co_await area_.slots().nvm().Read(thread, Category::kDataIo, area_.params().layout.Slot(slot),
                                    sizeof(SlotHeader) + page_bytes_);
}

bool Home::MergeCommitted(PageId page, uint8_t* out) const {
  const PageEntry* entry = area_.tables().Find(page);
  disk_.Peek(page, 0, page_bytes_, out);
  const bool from_pcm = entry && entry->whole && entry->whole->committed();
  if (!from_pcm && !PageChecksumHolds(out, page_bytes_)) return false;
  // An entry that does not fit its page stays in PCM.
  return !entry || Merge(*entry, true, out);
}

void Home::WithoutRunning(const PageEntry& page, uint8_t* bytes) const {
  scratch_.Write(0, bytes, page_bytes_);
  PageView view(scratch_, 0, page_bytes_);
  merged_at_ = 0;
  for (const Item* item = page.items; item; item = item->older) {
    if (item->entry() && item->owner) AI_CHECK(ApplyChange(view, ChangeBack(*item)));
  }
  view.Read(0, bytes, page_bytes_);
  SetPageChecksum(bytes, page_bytes_);
}

// --- A page leaves DRAM --------------------------------------------------------------------------

// The copy in `bytes` lacks changes made while this writes: such an item stays dirty, and its page
// with it. A structure change that comes in between may move entries elsewhere.
Task<void> Home::WritePage(Thread& thread, PageId page, const uint8_t* bytes) {
  const bool by_page = area_.params().by_page;
  Lsn lsn = kNoLsn;
  std::memcpy(&lsn, bytes, sizeof lsn);
  for (bool told = false;;) {
    co_await Ordered(thread);
    PageEntry* entry = area_.tables().Find(page);
    Item* item = entry ? entry->items : nullptr;
    const auto due = [&](const Item& each) {
      return each.owner && each.dirty && each.lsn <= lsn && (each.slot == kWholePage) == by_page;
    };
    while (item && !due(*item)) item = item->older;
    if (!item) co_return;
    if (item->flushing || entry->frozen) {
      co_await area_.AwaitChange(thread);
      continue;
    }
    if (!item->owner->committing && !told) {
      told = true;
      co_await Step(thread, {kEvictPage, kBufferStructure, page});
      continue;
    }
    if (!item->owner->committing) ++area_.counters().steals;
    if (by_page) {
      SlotHeader header;
      header.bytes = static_cast<uint16_t>(page_bytes_);
      co_await area_.Flush(thread, *item, header, bytes, lsn);
      continue;
    }
    RecordImage image;
    const auto read = [&](uint32_t at, void* out, uint32_t size) {
      std::memcpy(out, bytes + at, size);
    };
    if (item->entry())
      ReadEntryImage(*item, &image);
    else
      ReadRecordImage(read, *item, &image);
    co_await area_.Flush(thread, *item, image.header, image.value, item->lsn);
  }
}

}  // namespace afterimage::pcm
