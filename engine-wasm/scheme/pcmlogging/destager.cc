#include "scheme/pcmlogging/destager.h"

#include <utility>

#include "scheme/pcmlogging/story.h"

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
}

Task<void> Destager::Run(Thread& thread) {
  for (;;) {
    co_await Ordered(thread);
    if (stopping_) co_return;
    PageEntry* page = area_.TooFull() ? Oldest() : nullptr;
    if (!page || busy_) {
      co_await Sleep(thread, area_.work(), WaitFor::kWork);
      continue;
    }
    while (page && area_.FullEnough() && !stopping_) {
      co_await DestagePage(thread, *page);
      page = Oldest();
    }
  }
}

Task<void> Destager::DestageAll(Thread& thread) {
  co_await Ordered(thread);
  while (PageEntry* page = Oldest()) co_await DestagePage(thread, *page);
}

PageEntry* Destager::Oldest() {
  for (;;) {
    PageEntry* page = area_.tables().oldest();
    if (!page) return nullptr;
    // The base of a page that a structure change is replacing is not known before that has ended.
    const bool replaced = page->whole && page->whole->owner;
    for (const Item* item = page->items; item && !replaced; item = item->older) {
      if (item->committed()) return page;
    }
    area_.tables().Unlist(*page);
  }
}

// A page that is read whole from PCM needs no merge: nothing of the disk's is kept.
Task<void> Destager::DestagePage(Thread& thread, PageEntry& page) {
  while (busy_) co_await Sleep(thread, idle_, WaitFor::kDevice, 0, 0, Category::kDataIo);
  busy_ = true;
  const Where outer = thread.where();
  co_await Step(thread, {kDestageChoose, kDiskStructure, page.id});
  const bool early = area_.Mutated(kFreedBeforePage);
  if (!page.whole || !page.whole->committed()) {
    thread.At({kDestageRead, kDiskStructure, page.id});
    co_await home_.disk().ReadPage(thread, page.id);
  }
  co_await Step(thread, {kDestageMerge, kDiskStructure, page.id});
  co_await Ordered(thread);
  moved_.clear();
  uint32_t bytes = 0;
  const bool replaced = page.whole && page.whole->owner;
  for (Item* item = page.items; item && !replaced; item = item->older) {
    if (!item->committed() || item->flushing) continue;
    moved_.push_back({item, item->current.first, area_.slots().Header(item->current.first).xid});
    bytes += area_.params().layout.BytesAt(item->current.first, item->current.slots);
    // The page's own version goes first: while it counts, it stands above the disk's, which has
    // what is freed meanwhile.
    if (item->slot == kWholePage && !area_.Mutated(kBaseFreedLast))
      std::swap(moved_.front(), moved_.back());
  }
  const bool whole = home_.MergeCommitted(page.id, bytes_);
  area_.slots().nvm().ChargeLoad(thread, Category::kDataIo, bytes);
  area_.tables().Unlist(page);
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
  thread.At(outer);
  busy_ = false;
  idle_.WakeAll(kernel_, thread.now());
}

// A version that stands no longer where it was has been replaced, and its slots may be somebody
// else's; one whose item has an owner again is what a rollback would need. While its bit is being
// cleared nobody writes another version: there would be three.
Task<void> Destager::FreeMoved(Thread& thread, PageEntry& page) {
  for (size_t i = 0; i < moved_.size(); ++i) {
    Item& item = *moved_[i].item;
    co_await area_.AwaitFlush(thread, item);
    const bool same = item.committed() && item.current.first == moved_[i].first &&
                      area_.slots().Header(item.current.first).xid == moved_[i].xid;
    if (!same && !(area_.Mutated(kNewerFreed) && item.committed())) {
      if (item.current.there()) area_.tables().List(page);
      continue;
    }
    item.flushing = true;
    thread.set_broken(!same);
    co_await area_.slots().ClearBit(thread, item.current.first, {kDestageFree, kDestageFreeBack});
    thread.set_broken(false);
    co_await Ordered(thread);
    area_.Free(thread, item.current);
    area_.EndFlush(thread, item);
    area_.tables().DropIfEmpty(item);
    ++counters_.versions;
  }
}

}  // namespace afterimage::pcm
