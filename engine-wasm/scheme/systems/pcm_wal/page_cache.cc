#include "scheme/systems/pcm_wal/page_cache.h"

#include <algorithm>
#include <cstring>

#include "base/build.h"
#include "scheme/systems/pcm_wal/story.h"

namespace afterimage::pcm_wal {

namespace {
constexpr uint64_t kCacheXid = 1;  // the cache knows no transactions
}

pcm::Layout PageCache::LayoutOf(const CacheParams& params, uint32_t page_bytes) {
  pcm::Layout layout;
  layout.transactions = 0;
  layout.small = 0;
  layout.pages = params.slots;
  layout.unit_bytes = params.unit_bytes;
  layout.page_bytes = page_bytes;
  return layout;
}

PageCache::PageCache(const EngineContext& context, const CacheParams& params, PageStore& disk)
    : kernel_(context.kernel),
      arena_(context.arena),
      params_(params),
      disk_(disk),
      page_bytes_(disk.page_bytes()),
      mutations_(kTraced ? context.mutations : 0),
      slots_(context, LayoutOf(params, page_bytes_), {kCacheStructure, kCacheStructure}),
      pages_(context.arena, 64),
      all_(ArenaAllocator<Entry*>(context.arena)),
      thread_(context.kernel.AddThread(ThreadKind::kDaemon, {"page writer", "页写回线程"})),
      buffers_(context.arena, page_bytes_),
      piece_(context.arena.NewArray<uint8_t>(page_bytes_)) {}

void PageCache::Start() {
  started_ = true;
  kernel_.Spawn(thread_, Run(thread_));
}

void PageCache::Stop(Thread& thread) {
  stopping_ = true;
  work_.WakeAll(kernel_, thread.now());
}

// --- The table -----------------------------------------------------------------------------------

PageCache::Entry& PageCache::Get(PageId page) {
  Entry*& entry = pages_[page];
  if (!entry) {
    entry = arena_.New<Entry>();
    entry->page = page;
    all_.push_back(entry);
  }
  return *entry;
}

void PageCache::Use(Entry& entry, bool dirty) {
  const bool listed = cached_.oldest() == &entry || entry.older;
  if (listed) {
    cached_.Remove(&entry);
    Alike(entry.dirty).Remove(&entry);
  }
  entry.dirty = dirty;
  entry.used = ++uses_;
  cached_.Append(&entry);
  Alike(dirty).Append(&entry);
}

void PageCache::PutOut(Entry& entry) {
  cached_.Remove(&entry);
  Alike(entry.dirty).Remove(&entry);
  entry.slot = pcm::kNowhere;
}

// A page that has been written back is old, so its place among the clean ones is near their oldest.
void PageCache::MakeClean(Entry& entry) {
  dirty_.Remove(&entry);
  entry.dirty = false;
  Entry* behind = nullptr;
  for (Entry* each = clean_.oldest(); each && each->used < entry.used; each = each->newer_alike)
    behind = each;
  clean_.InsertBehind(&entry, behind);
}

PageCache::Entry* PageCache::Oldest(bool dirty) const {
  Entry* entry = (dirty ? dirty_ : clean_).oldest();
  while (entry && (entry->busy || entry->writing)) entry = entry->newer_alike;
  return entry;
}

bool PageCache::DirtyAbove(uint32_t mark) const {
  return uint64_t{dirty_.size()} * 1000 > uint64_t{params_.slots} * mark || waiting_ > 0;
}

// --- Pages come and go ---------------------------------------------------------------------------

Task<void> PageCache::ReadPage(Thread& thread, PageId page) {
  co_await Ordered(thread);
  Entry* entry = Find(page);
  if (!entry || entry->slot == pcm::kNowhere) {
    co_await disk_.ReadPage(thread, page);
    co_return;
  }
  ++counters_.hits;
  Use(*entry, entry->dirty);
  co_await slots_.nvm().Read(thread, Category::kDataIo, slots_.layout().Slot(entry->slot),
                             sizeof(pcm::SlotHeader) + page_bytes_);
}

void PageCache::Peek(PageId page, uint32_t offset, uint32_t size, uint8_t* out) const {
  const Entry* entry = Find(page);
  if (!entry || entry->slot == pcm::kNowhere) return disk_.Peek(page, offset, size, out);
  const Address at = slots_.layout().Slot(entry->slot) + sizeof(pcm::SlotHeader) + offset;
  slots_.nvm().Load(at, out, size);
}

// A page is kept only if that costs no wait: the disk has it.
bool PageCache::Keeps(PageId page) const {
  if (!params_.unchanged) return false;
  const Entry* entry = Find(page);
  if (entry && (entry->busy || entry->slot != pcm::kNowhere)) return false;
  return slots_.used_pages() < params_.slots || Oldest(false) != nullptr;
}

Task<void> PageCache::KeepPage(Thread& thread, PageId page) {
  co_await Ordered(thread);
  if (!Keeps(page)) co_return;
  const Where outer = thread.where();
  const uint32_t slot = co_await TakeSlot(thread);
  thread.At(outer);
  Entry& entry = Get(page);
  if (entry.busy || entry.slot != pcm::kNowhere) {  // somebody was faster, maybe with a newer one
    GiveSlot(thread, slot);
    co_return;
  }
  uint8_t* bytes = buffers_.Take();
  disk_.Peek(page, 0, page_bytes_, bytes);
  co_await Put(thread, entry, bytes, slot, false);
  buffers_.Give(bytes);
}

// The thread is not busy with a page while it waits for a slot: the version that the page has
// already may be the one that must go to the disk, so that there is a slot.
Task<void> PageCache::WritePage(Thread& thread, PageId page, const uint8_t* bytes) {
  const Where outer = thread.where();
  const uint32_t slot = co_await TakeSlot(thread);
  thread.At(outer);
  Entry& entry = Get(page);
  while (entry.busy) co_await Sleep(thread, changed_, WaitFor::kDevice, 0, 0, Category::kDataIo);
  co_await Put(thread, entry, bytes, slot, true);
}

Task<void> PageCache::Put(Thread& thread, Entry& entry, const uint8_t* bytes, uint32_t slot,
                          bool dirty) {
  const Where outer = thread.where();
  AI_NATIVE_CHECK(!entry.busy);
  AI_NATIVE_CHECK(dirty || entry.slot == pcm::kNowhere);  // what the disk has may be older
  entry.busy = true;
  pcm::SlotHeader header;
  header.xid = kCacheXid;
  header.page = entry.page;
  header.slot = pcm::kWholePage;
  header.bytes = static_cast<uint16_t>(page_bytes_);
  header.seq = next_seq_++;
  const bool early = mutations_ >> kBitBeforePage & 1;
  thread.set_broken(early);
  if (early) co_await slots_.SetBit(thread, slot, {kCacheBit, kCacheBitBack});
  co_await slots_.Write(thread, slot, header, bytes, {kCacheWrite, kCacheWriteBack});
  thread.set_broken(false);
  if (!early) co_await slots_.SetBit(thread, slot, {kCacheBit, kCacheBitBack});
  co_await Ordered(thread);
  const uint32_t former = entry.slot;
  entry.slot = slot;
  entry.seq = header.seq;
  Liken(slot, entry.page);
  Use(entry, dirty);
  if (former != pcm::kNowhere) co_await FreeSlot(thread, former, {kCacheFormer, kCacheFormerBack});
  entry.busy = false;
  changed_.WakeAll(kernel_, thread.now());
  room_.WakeAll(kernel_, thread.now());  // who waits for a slot may put this page out now
  if (DirtyAbove(params_.high)) work_.WakeAll(kernel_, thread.now());
  thread.At(outer);
}

void PageCache::SetSource(const ByteSource* source) {
  disk_.SetSource(source);
  const pcm::Layout& layout = slots_.layout();
  if (layout.Bytes() < host_choices.likened_bytes || !PageLikeness::Suits(layout)) return;
  slots_.nvm().set_likenesses(arena_.New<PageLikeness>(layout, *source));
}

void PageCache::Liken(uint32_t slot, PageId page) {
  if (slots_.nvm().likenesses()) PageLikeness::Liken(slots_.nvm(), slots_.layout(), slot, page);
}

Task<uint32_t> PageCache::TakeSlot(Thread& thread) {
  bool told = false;
  for (;;) {
    co_await Ordered(thread);
    const uint32_t slot = slots_.TakePage();
    if (slot != pcm::kNowhere) co_return slot;
    if (Entry* unchanged = Oldest(false)) {
      unchanged->busy = true;
      const uint32_t freed = unchanged->slot;
      PutOut(*unchanged);
      co_await FreeSlot(thread, freed, {kCacheEvict, kCacheEvictBack});
      unchanged->busy = false;
      changed_.WakeAll(kernel_, thread.now());
      continue;
    }
    Entry* dirty = Oldest(true);
    if (!started_ && dirty && !writing_back_) {
      co_await WriteBack(thread, *dirty);
      continue;
    }
    if (!told) {
      told = true;
      ++counters_.waits;
      co_await Step(thread, {kCacheRoom, kCacheStructure, 0});
      continue;
    }
    const Time since = thread.now();
    ++waiting_;
    work_.WakeAll(kernel_, thread.now());
    co_await Sleep(thread, room_, WaitFor::kRoom, 0, 0, Category::kDataIo);
    --waiting_;
    counters_.wait_ns += thread.now() - since;
  }
}

Task<void> PageCache::FreeSlot(Thread& thread, uint32_t slot, pcm::StoreLabels labels) {
  co_await slots_.ClearBit(thread, slot, labels);
  co_await Ordered(thread);
  GiveSlot(thread, slot);
}

void PageCache::GiveSlot(Thread& thread, uint32_t slot) {
  slots_.Give(slot, 1);
  room_.WakeAll(kernel_, thread.now());
}

// --- Writing back --------------------------------------------------------------------------------

// A page that arrives again meanwhile stays dirty. Its slot does not show that: arriving twice, it
// may be in the same one again.
Task<void> PageCache::WriteBack(Thread& thread, Entry& entry) {
  const Where outer = thread.where();
  AI_NATIVE_CHECK(!writing_back_ && !entry.busy && !entry.writing && entry.dirty);
  writing_back_ = true;
  entry.writing = true;
  const uint32_t slot = entry.slot;
  co_await Step(thread, {kBackChoose, kCacheStructure, slot});
  co_await Ordered(thread);
  const bool early = mutations_ >> kCleanBeforeDisk & 1;
  if (entry.slot == slot && !entry.busy) {
    const uint64_t seq = entry.seq;
    slots_.Load(slot, piece_, page_bytes_);
    co_await slots_.nvm().Read(thread, Category::kDataIo, slots_.layout().Slot(slot),
                               sizeof(pcm::SlotHeader) + page_bytes_);
    const auto clean = [&] {
      if (entry.seq != seq || !entry.dirty) return;
      AI_CHECK(entry.slot == slot);
      MakeClean(entry);
      room_.WakeAll(kernel_, thread.now());
    };
    thread.set_broken(early);
    if (early) {
      entry.writing = false;
      clean();
    }
    thread.At({kBackWrite, kDiskStructure, entry.page});
    co_await disk_.WritePage(thread, entry.page, piece_);
    if (!disk_.durable_on_write()) co_await disk_.Sync(thread);
    thread.set_broken(false);
    co_await Ordered(thread);
    clean();
    ++counters_.written;
  }
  entry.writing = false;
  writing_back_ = false;
  thread.At(outer);
  room_.WakeAll(kernel_, thread.now());
  changed_.WakeAll(kernel_, thread.now());
}

Task<void> PageCache::Run(Thread& thread) {
  for (;;) {
    co_await Ordered(thread);
    if (stopping_) break;
    if (!DirtyAbove(params_.high) || !Oldest(true)) {
      co_await Sleep(thread, work_, WaitFor::kWork);
      continue;
    }
    while (DirtyAbove(params_.low) && !stopping_) {
      Entry* entry = Oldest(true);
      if (!entry) break;
      co_await WriteBack(thread, *entry);
    }
  }
  // Page cleaners may still be at work: whoever waits for a slot writes pages back by himself now.
  started_ = false;
  room_.WakeAll(kernel_, thread.now());
}

// --- Recovery ------------------------------------------------------------------------------------

Task<bool> PageCache::Repair(Thread& thread) {
  const bool repaired = co_await disk_.Repair(thread);
  if (!repaired || !slots_.Open()) co_return false;
  ArenaVector<uint32_t> replaced{ArenaAllocator<uint32_t>(arena_)};
  co_await slots_.nvm().Read(thread, Category::kDataIo, slots_.WordAt(0),
                             (params_.slots + 63) / 64 * kAtomBytes);
  for (uint32_t slot = 0; slot < params_.slots; ++slot) {
    if (!slots_.counts(slot)) continue;
    co_await Step(thread, {kRecoverSlot, kCacheStructure, slot});
    co_await slots_.nvm().Read(thread, Category::kDataIo, slots_.layout().Slot(slot),
                               sizeof(pcm::SlotHeader));
    const pcm::SlotHeader header = slots_.Header(slot);
    const bool plausible = header.page < page_count() && header.slot == pcm::kWholePage &&
                           header.bytes == page_bytes_ && header.xid == kCacheXid;
    if (!plausible || !slots_.Occupy(slot, 1)) co_return false;
    next_seq_ = std::max(next_seq_, header.seq + 1);
    Entry& entry = Get(header.page);
    const bool other = entry.slot != pcm::kNowhere;
    if (other && thread.Holds(slots_.Header(entry.slot).seq > header.seq)) {
      replaced.push_back(slot);
      continue;
    }
    if (other) replaced.push_back(entry.slot);
    entry.slot = slot;
    entry.seq = header.seq;
    Use(entry, true);
  }
  // Else one of them would come back once the newer one has gone to the disk.
  for (size_t i = 0; i < replaced.size(); ++i)
    co_await FreeSlot(thread, replaced[i], {kRecoverOlder, kRecoverOlderBack});
  co_return true;
}

}  // namespace afterimage::pcm_wal
