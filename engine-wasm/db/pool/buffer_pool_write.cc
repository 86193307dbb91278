// Dirty pages: how they go home.
#include <algorithm>

#include "db/pool/buffer_pool.h"

namespace afterimage {

void BufferPool::MarkDirty(Frame* frame, Lsn lsn) {
  if (frame->dirty) return;
  frame->dirty = true;
  frame->rec_lsn = lsn;
  Frame* before = dirty_.newest();
  while (before && before->rec_lsn > lsn) before = before->older_dirty;
  dirty_.InsertBehind(frame, before);
}

// A frame keeps the bytes that differ from its page's home; the first line has those that always
// change.
PageWrite BufferPool::Copied(Frame* frame) {
  uint8_t* copy = copies_.Take();
  if (kTraced || !by_lines_) {
    View(frame).Read(0, copy, params_.page_bytes);
    SetPageChecksum(copy, params_.page_bytes);
    return {frame->page, copy, nullptr};
  }
  auto* lines = reinterpret_cast<uint64_t*>(copy + params_.page_bytes);
  bytes_.CopyKept(Base(frame), params_.page_bytes, copy, lines);
  if ((lines[0] & 1) == 0) View(frame).Read(0, copy, PagedBytes::kLineBytes);
  lines[0] |= 1;
  return {frame->page, copy, lines};
}

// The frame is latched. On return it is clean, and the copy is what SendHome must write.
Task<PageWrite> BufferPool::Detach(Thread& thread, Frame* frame) {
  AI_CHECK(frame->dirty && !frame->writing);
  frame->writing = true;
  writing_.push_back(frame);
  co_await gate_.BeforeWritePage(thread, frame->page, View(frame).page_lsn());
  co_await Ordered(thread);  // checkpoints read the list of dirty pages
  const PageWrite copy = Copied(frame);
  frame->dirty = false;
  dirty_.Remove(frame);
  frame->writing_lsn = frame->rec_lsn;
  frame->rec_lsn = kNoLsn;
  if (!home_.takes_records()) {
    thread.Charge(Category::kBufferPool, copy_ns_);
    ++counters_.writes;
    if (frame->writer != 0 && active_ && active_->Has(frame->writer)) ++counters_.steals;
  }
  frame->writer = 0;
  frame->changes = 0;
  co_return copy;
}

// The frame's page is about to be written.
void BufferPool::BeginWrite(Thread& thread, Frame* frame) {
  thread.At({thread.where().label, params_.structure, frame->page});
  if (initial_) written_[frame->page] = true;
  frame->home_fresh = false;
}

Task<void> BufferPool::SendHome(Thread& thread, Frame* frame, PageWrite copy) {
  BeginWrite(thread, frame);
  if (!kTraced && copy.lines)
    co_await home_.WriteLines(thread, copy);
  else
    co_await home_.WritePage(thread, frame->page, copy.bytes);
  EndWrite(thread, frame, copy);
}

// The copy is at home.
void BufferPool::EndWrite(Thread& thread, Frame* frame, const PageWrite& copy) {
  copies_.Give(copy.bytes);
  if (!home_.durable_on_write()) unsynced_.push_back({frame->page, frame->writing_lsn});
  // A searched node would be completed again.
  const bool keeps = SmallPool() || frame->piece[0] || home_.Merges(frame->page);
  if (!frame->dirty && !keeps) DropBytes(frame);
  frame->writing_lsn = kNoLsn;
  frame->writing = false;
  writing_.erase(std::find(writing_.begin(), writing_.end(), frame));
  frame->waiters.WakeAll(thread.kernel(), thread.now());
}

// Writing a page does not count as a use of it.
Task<void> BufferPool::WriteFrame(Thread& thread, Frame* frame) {
  const Where outer = thread.where();
  AddPin(frame);
  for (;;) {
    co_await Ordered(thread);
    while (frame->writing)
      co_await Sleep(thread, frame->waiters, WaitFor::kDevice, 0, 0, Category::kDataIo);
    co_await Latch::Acquire(thread, frame->latch, Category::kBufferPool);
    if (!frame->writing) break;
    co_await Latch::Release(thread, frame->latch);  // somebody else came first to the latch
  }
  PageWrite copy = {};
  if (frame->dirty) copy = co_await Detach(thread, frame);
  co_await Latch::Release(thread, frame->latch);
  if (copy.bytes) co_await SendHome(thread, frame, copy);
  Unpin(thread, frame);
  thread.At(outer);
}

Task<void> BufferPool::WriteLatched(Thread& thread, Frame* frame) {
  const Where outer = thread.where();
  co_await Ordered(thread);
  while (frame->writing) {
    co_await Sleep(thread, frame->waiters, WaitFor::kDevice, 0, 0, Category::kDataIo,
                   WhileBlocked::kSpins);
  }
  if (frame->dirty) {
    const PageWrite copy = co_await Detach(thread, frame);
    co_await SendHome(thread, frame, copy);
  }
  thread.At(outer);
}

Task<void> BufferPool::Settle(Thread& thread, PageId page) {
  for (;;) {
    co_await Ordered(thread);
    Frame* frame = Lookup(page);
    if (!frame || !(frame->dirty || frame->writing)) co_return;
    if (frame->dirty) {
      co_await WriteFrame(thread, frame);
      co_return;
    }
    // The writer of the page has taken it as it is now.
    co_await Sleep(thread, frame->waiters, WaitFor::kDevice, 0, 0, Category::kDataIo,
                   WhileBlocked::kSpins);
  }
}

Task<void> BufferPool::WritePage(Thread& thread, PageId page) {
  co_await Ordered(thread);
  Frame* frame = Lookup(page);
  if (frame && frame->dirty) co_await WriteFrame(thread, frame);
}

Frame* BufferPool::OldestToClean(bool free) const {
  Frame* frame = dirty_.oldest();
  while (frame && (frame->writing || (free && frame->latch.held()))) frame = frame->newer_dirty;
  return frame;
}

// No latch is awaited while pages are on their way: its holder may wait for one of those, or for a
// frame. All stay pinned until they are at home; otherwise they could be read there too early.
Task<uint32_t> BufferPool::WriteTogether(Thread& thread, Lsn limit, uint32_t most) {
  const Where outer = thread.where();
  ArenaVector<PageWrite> writes{ArenaAllocator<PageWrite>(arena_)};
  while (writes.size() < most) {
    co_await Ordered(thread);
    Frame* frame = OldestToClean(true);
    if (!frame || frame->rec_lsn >= limit) break;
    AddPin(frame);
    const bool latched = co_await Latch::TryAcquire(thread, frame->latch, Category::kBufferPool);
    const bool still = latched && frame->dirty && !frame->writing;  // nobody else came first
    PageWrite copy = {};
    if (still) copy = co_await Detach(thread, frame);
    if (latched) co_await Latch::Release(thread, frame->latch);
    if (!still) {
      Unpin(thread, frame);
      continue;
    }
    writes.push_back(copy);
  }
  co_await WriteCopies(thread, writes);
  thread.At(outer);
  co_return static_cast<uint32_t>(writes.size());
}

Task<void> BufferPool::WriteCopies(Thread& thread, const ArenaVector<PageWrite>& copies) {
  const auto count = static_cast<uint32_t>(copies.size());
  for (const PageWrite& copy : copies) BeginWrite(thread, Lookup(copy.page));
  if (count == 1 && !kTraced && copies[0].lines) {
    co_await home_.WriteLines(thread, copies[0]);
  } else if (count == 1) {
    co_await home_.WritePage(thread, copies[0].page, copies[0].bytes);
  } else if (count > 1 && home_.batch_pages() > 1) {
    co_await home_.WritePages(thread, copies.data(), count);
  } else if (kWhole && count > 1) {
    co_await home_.WriteRun(thread, copies.data(), count);
  }
  for (const PageWrite& copy : copies) {
    Frame* frame = Lookup(copy.page);
    EndWrite(thread, frame, copy);
    Unpin(thread, frame);
  }
}

Task<void> BufferPool::WriteOldest(Thread& thread, uint32_t most) {
  if (most > 1) {
    const uint32_t written = co_await WriteTogether(thread, ~Lsn{0}, most);
    if (written > 0) co_return;
  }
  co_await Ordered(thread);
  const Frame* frame = OldestToClean(false);
  if (frame) co_await WritePage(thread, frame->page);
}

Task<void> BufferPool::WriteOlderThan(Thread& thread, Lsn limit) {
  const uint32_t most = home_.batch_pages();
  for (;;) {
    co_await Ordered(thread);
    Frame* frame = dirty_.oldest();
    if (!frame || frame->rec_lsn >= limit) break;
    if (most > 1) {
      const uint32_t written = co_await WriteTogether(thread, limit, most);
      if (written > 0) continue;
      co_await Ordered(thread);
      frame = dirty_.oldest();
      if (!frame || frame->rec_lsn >= limit) break;
    }
    co_await WriteFrame(thread, frame);
  }
  for (size_t i = 0; i < writing_.size();) {
    Frame* frame = writing_[i];
    if (frame->writing_lsn == kNoLsn || frame->writing_lsn >= limit) {
      ++i;
      continue;
    }
    co_await Sleep(thread, frame->waiters, WaitFor::kDevice, 0, 0, Category::kDataIo);
    i = 0;
  }
  const auto older = [&](const ArenaVector<Unsynced>& pages) {
    return std::any_of(pages.begin(), pages.end(),
                       [&](const Unsynced& page) { return page.rec_lsn < limit; });
  };
  while (older(syncing_) || older(unsynced_)) {
    if (!in_sync_) {
      co_await SyncHome(thread);
    } else {  // one at a time: what was written meanwhile waits for the next one
      co_await Sleep(thread, unpinned_, WaitFor::kDevice, 0, 0, Category::kDataIo);
    }
  }
}

Task<void> BufferPool::SyncHome(Thread& thread) {
  in_sync_ = true;
  std::swap(unsynced_, syncing_);
  co_await home_.Sync(thread);
  syncing_.clear();
  in_sync_ = false;
  unpinned_.WakeAll(thread.kernel(), thread.now());
}

Lsn BufferPool::OldestRecLsn(Lsn otherwise) const {
  Lsn oldest = otherwise;
  if (dirty_.oldest()) oldest = std::min(oldest, dirty_.oldest()->rec_lsn);
  const auto take = [&](Lsn rec_lsn) { oldest = std::min(oldest, rec_lsn); };
  for (const Frame* frame : writing_) {
    if (frame->writing_lsn != kNoLsn) take(frame->writing_lsn);
  }
  for (const Unsynced& page : unsynced_) take(page.rec_lsn);
  for (const Unsynced& page : syncing_) take(page.rec_lsn);
  return oldest;
}

}  // namespace afterimage
