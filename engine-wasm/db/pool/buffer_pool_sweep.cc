// Dirty pages that go home all at once, in the order of their numbers (Shore-MT, bf.cpp).
#include <algorithm>

#include "db/pool/buffer_pool.h"

namespace afterimage {

void BufferPool::ListDirty(ArenaVector<PageId>* pages) const {
  pages->clear();
  for (const Frame* frame = dirty_.oldest(); frame; frame = frame->newer_dirty)
    pages->push_back(frame->page);
  std::sort(pages->begin(), pages->end());
}

// Writes twice without waiting, then one page after the other. It waits for no latch while pages
// are on their way: the holder may wait for one of those, or for a frame.
Task<void> BufferPool::WriteSorted(Thread& thread, const PageId* pages, uint32_t count,
                                   const bool* stop) {
  constexpr int kWithoutWaiting = 2;
  const Where outer = thread.where();
  ArenaVector<PageId> left(pages, pages + count, ArenaAllocator<PageId>(arena_));
  for (int round = 0; round < kWithoutWaiting && !left.empty(); ++round)
    co_await WriteFree(thread, left, stop);
  for (const PageId page : left) {
    if (!*stop) co_await WritePage(thread, page);
  }
  thread.At(outer);
}

Task<void> BufferPool::WriteFree(Thread& thread, ArenaVector<PageId>& pages, const bool* stop) {
  const bool together = home_.batch_pages() > 1;
  const uint32_t most = std::max(home_.batch_pages(), home_.run_pages());
  ArenaVector<PageWrite> copies{ArenaAllocator<PageWrite>(arena_)};
  size_t passed_over = 0;
  for (size_t i = 0; i < pages.size() && !*stop; ++i) {
    const PageId page = pages[i];
    co_await Ordered(thread);
    Frame* frame = Lookup(page);
    const bool dirty = frame && frame->dirty;
    bool taken = dirty && !frame->writing && !frame->latch.held();
    if (taken) {
      AddPin(frame);
      const bool latched = co_await Latch::TryAcquire(thread, frame->latch, Category::kBufferPool);
      taken = latched && frame->dirty && !frame->writing;  // nobody else came first
      if (taken) {
        const PageWrite copy = co_await Detach(thread, frame);
        copies.push_back(copy);
      }
      if (latched) co_await Latch::Release(thread, frame->latch);
      if (!taken) Unpin(thread, frame);
    }
    if (dirty && !taken) pages[passed_over++] = page;
    const bool neighbour = taken && i + 1 < pages.size() && pages[i + 1] == page + 1;
    const bool goes_on = copies.size() < most && (together || neighbour);
    if (goes_on || copies.empty()) continue;
    co_await WriteCopies(thread, copies);
    copies.clear();
  }
  if (!copies.empty()) co_await WriteCopies(thread, copies);
  pages.resize(passed_over);
}

}  // namespace afterimage
