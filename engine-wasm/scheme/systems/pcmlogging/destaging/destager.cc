#include "scheme/systems/pcmlogging/destaging/destager.h"

#include <algorithm>
#include <utility>

#include "scheme/systems/pcmlogging/story.h"

namespace afterimage::pcm {

Destager::Destager(const EngineContext& context, StagingArea& area, Home& home)
    : kernel_(context.kernel),
      area_(area),
      home_(home),
      thread_(context.kernel.AddThread(ThreadKind::kDaemon, {"destager", "降级线程"})),
      bytes_(context.arena.NewArray<uint8_t>(area.params().layout.page_bytes)),
      moved_(ArenaAllocator<Moved>(context.arena)) {}

void Destager::Start() { kernel_.Spawn(thread_, Run(thread_)); }

void Destager::Stop(Thread& thread) {
  stopping_ = true;
  area_.work().WakeAll(kernel_, thread.now());
  area_.hurry().WakeAll(kernel_, thread.now());
}

// The disk is idle while no page is read; no other thread writes any.
Time Destager::Wait(Time now) {
  if (busy_) return DestagePace::kNever;
  going_ = going_ ? area_.FullEnough() : area_.TooFull();
  if (area_.params().when_idle && home_.reading() == 0) return 0;
  if (!going_) return DestagePace::kNever;
  if (!area_.Paced() || last_slots_ == 0) return 0;
  const Time interval = area_.pace().Interval(area_.pace().state(), last_slots_);
  if (interval == DestagePace::kNever) return interval;
  if (last_began_ + interval <= now) return 0;
  // No longer than a window: then there is another plan.
  return std::min(last_began_ + interval - now, area_.pace().params().window_ns);
}

Task<void> Destager::Run(Thread& thread) {
  for (bool told = false;;) {
    co_await Ordered(thread);
    if (stopping_) co_return;
    const Time wait = Wait(thread.now());
    PageEntry* page = wait == 0 ? Victim() : nullptr;
    if (page) {
      const Time began = thread.now();
      const uint64_t freed = area_.destaged_slots();
      co_await DestagePage(thread, *page);
      co_await AwaitMoves(thread, *page);
      told = false;
      last_began_ = began;
      last_slots_ = static_cast<uint32_t>(area_.destaged_slots() - freed);
    } else if (wait == 0 || wait == DestagePace::kNever) {
      going_ = false;
      co_await Sleep(thread, area_.work(), WaitFor::kWork);
    } else if (!told) {
      told = true;
      co_await Step(thread, {kDestagePace, kChainStructure, area_.pace().state()});
    } else {
      co_await SleepAtMost(thread, area_.hurry(), wait, WaitFor::kWork, Category::kWait);
    }
  }
}

Task<void> Destager::DestageAll(Thread& thread) {
  co_await Ordered(thread);
  while (PageEntry* page = Victim()) {
    co_await DestagePage(thread, *page);
    co_await AwaitMoves(thread, *page);
  }
  if (area_.TooFull()) area_.work().WakeAll(kernel_, thread.now());
}

PageEntry* Destager::Victim() {
  for (;;) {
    PageEntry* page = area_.ShortOfPages() ? area_.tables().whole_victim() : nullptr;
    if (!page) page = area_.tables().victim();
    if (!page) return nullptr;
    // The base of a page that a structure change is replacing is not known before that has ended.
    const bool replaced = page->whole && page->whole->owner;
    for (const Item* item = page->items; item && !replaced; item = item->older) {
      if (item->committed()) return page;
    }
    area_.tables().Unlist(*page);
  }
}

// A page that is read completely from PCM needs no merge: nothing of the disk's is kept.
Task<void> Destager::DestagePage(Thread& thread, PageEntry& page) {
  while (busy_) co_await Sleep(thread, idle_, WaitFor::kDevice, 0, 0, Category::kDataIo);
  busy_ = true;
  page.destaging = true;
  const Time began = thread.now();
  const uint64_t freed = area_.destaged_slots();
  const Where outer = thread.where();
  co_await Step(thread, {kDestageChoose, kDiskStructure, page.id});
  const bool early = area_.Mutated(kFreedBeforePage);
  if (!page.whole || !page.whole->committed()) {
    thread.At({kDestageRead, kDiskStructure, page.id});
    co_await home_.disk().ReadPage(thread, page.id);
    ++counters_.reads;
  }
  co_await Step(thread, {kDestageMerge, kDiskStructure, page.id});
  co_await Ordered(thread);
  // Its own version may be on its way to another slot. Without it nothing else of the page may be
  // freed: it would stand above the disk's page, and has none of that.
  while (page.whole && !page.whole->owner && page.whole->flushing)
    co_await area_.AwaitChange(thread);
  moved_.clear();
  const bool replaced = page.whole && page.whole->owner;
  bool left = false;  // what is on its way to another slot goes the next time
  for (Item* item = page.items; item && !replaced; item = item->older) {
    left = left || (item->committed() && item->flushing);
    if (!item->committed() || item->flushing) continue;
    moved_.push_back({item, item->current.first, area_.slots().Header(item->current.first).seq});
    const Layout& layout = area_.params().layout;
    area_.slots().nvm().ChargeLoad(thread, Category::kDataIo, layout.Slot(item->current.first),
                                   layout.BytesAt(item->current.first, item->current.slots));
    // The page's own version goes first: while it counts, it stands above the disk's, which has
    // what is freed meanwhile.
    if (item->slot == kWholePage && !area_.Mutated(kBaseFreedLast))
      std::swap(moved_.front(), moved_.back());
  }
  const bool whole = home_.MergeCommitted(page.id, bytes_);
  area_.tables().Unlist(page);
  co_await area_.slots().nvm().AwaitReads(thread);
  if (whole && !moved_.empty()) {
    thread.set_broken(early);
    if (early) co_await FreeMoved(thread, page);
    thread.At({kDestageWrite, kDiskStructure, page.id});
    co_await home_.disk().WritePage(thread, page.id, bytes_);
    if (!home_.disk().durable_on_write()) co_await home_.disk().Sync(thread);
    thread.set_broken(false);
    ++counters_.pages;
    if (!early) co_await FreeMoved(thread, page);
  }
  if (left) area_.MayDestage(thread, page);
  thread.At(outer);
  page.destaging = false;
  area_.pace().Died(static_cast<uint32_t>(area_.destaged_slots() - freed), thread.now() - began);
  busy_ = false;
  idle_.WakeAll(kernel_, thread.now());
}

// If everything that is left to destage is on its way to another slot, returning to it at once
// would keep the core from the thread that moves it, which needs nothing of this thread.
Task<void> Destager::AwaitMoves(Thread& thread, const PageEntry& page) {
  co_await Ordered(thread);
  if (page.count == 0 || Victim() != &page) co_return;
  for (const Item* item = page.items; item; item = item->older) {
    if (item->committed() && !item->flushing) co_return;
  }
  co_await area_.AwaitChange(thread);
}

// True where the page's own version counts and is older than this one.
bool Destager::StandsBelow(const Item& item, const PageEntry& page) const {
  if (item.slot == kWholePage || !page.whole || !page.whole->before().there()) return false;
  const Slots& slots = area_.slots();
  return slots.Header(page.whole->before().first).seq < slots.Header(item.current.first).seq;
}

// A version that has left its place has been replaced, and its slots may belong to another; one
// whose item has an owner again is what a rollback would need. One that is being flushed stays: its
// thread may be waiting for the room that this makes. No other version is written while a bit is
// being cleared: there would be three.
Task<void> Destager::FreeMoved(Thread& thread, PageEntry& page) {
  for (size_t i = 0; i < moved_.size(); ++i) {
    co_await Ordered(thread);
    Item& item = *moved_[i].item;
    const bool same = item.committed() && !item.flushing && item.current.first == moved_[i].first &&
                      area_.slots().Header(item.current.first).seq == moved_[i].seq;
    const bool newer = area_.Mutated(kNewerFreed) && item.committed() && !item.flushing;
    if (!same && !newer) {
      if (item.current.there()) area_.MayDestage(thread, page);
      // A structure change now owns the page's version: until it has ended, that version counts and
      // has none of the others.
      if (item.slot == kWholePage && !area_.Mutated(kBaseFreedLast)) co_return;
      continue;
    }
    AI_NATIVE_CHECK(area_.Mutated(kBaseFreedLast) || newer || !StandsBelow(item, page));
    item.flushing = true;
    thread.set_broken(!same);
    co_await area_.slots().ClearBit(thread, item.current.first, {kDestageFree, kDestageFreeBack});
    thread.set_broken(false);
    co_await Ordered(thread);
    AI_NATIVE_CHECK(item.flushing && (item.current.first == moved_[i].first || newer));
    area_.FreeDestaged(thread, item.current);
    area_.EndFlush(thread, item);
    area_.tables().DropIfEmpty(item);
    ++counters_.versions;
  }
}

}  // namespace afterimage::pcm
