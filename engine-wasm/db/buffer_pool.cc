#include "db/buffer_pool.h"

#include <cstring>

namespace afterimage {

BufferPool::BufferPool(Arena& arena, Dram& dram, const MachineProfile& machine, uint32_t frames,
                       uint32_t page_bytes, PageHome& home, WriteGate& gate, uint16_t structure)
    : dram_(dram),
      frame_(arena.NewArray<Frame>(frames)),
      frames_(frames),
      page_bytes_(page_bytes),
      home_(home),
      gate_(gate),
      structure_(structure),
      fix_ns_(machine.instructions_ns(Price::kPathFix)),
      copy_ns_(machine.copy_ns(page_bytes)),
      index_(arena) {
  const LatchCosts costs{machine[Price::kAtomic], machine[Price::kLineTransfer]};
  for (uint32_t i = 0; i < frames; ++i) {
    frame_[i].address = dram.Allocate(page_bytes);
    frame_[i].io_address = dram.Allocate(page_bytes);
    frame_[i].latch = arena.New<Latch>(costs);
  }
}

Frame* BufferPool::Lookup(PageId page) {
  const uint32_t* found = index_.Find(page);
  return found ? &frame_[*found] : nullptr;
}

Frame* BufferPool::Victim() {
  Frame* oldest = nullptr;
  for (uint32_t i = 0; i < frames_; ++i) {
    Frame* frame = &frame_[i];
    if (!frame->used) return frame;
    if (frame->pins > 0 || frame->loading || frame->writing) continue;
    if (!oldest || frame->last_use < oldest->last_use) oldest = frame;
  }
  return oldest;
}

Task<Frame*> BufferPool::Fix(Thread& thread, PageId page) {
  thread.Charge(Category::kBufferPool, fix_ns_);
  for (;;) {
    co_await Ordered(thread);
    Frame* frame = Lookup(page);
    if (!frame) {
      frame = Victim();
      if (!frame) {  // every frame is busy: somebody must unfix one first
        co_await Sleep(thread, unpinned_, WaitFor::kDevice, 0, 0, Category::kBufferPool);
        continue;
      }
      if (frame->used && frame->dirty) {
        co_await WriteFrame(thread, frame);
        continue;
      }
      co_return co_await Load(thread, page);
    }
    if (!frame->loading) {
      ++frame->pins;
      frame->last_use = ++clock_;
      co_return frame;
    }
    co_await Sleep(thread, frame->waiters, WaitFor::kDevice, 0, 0, Category::kDataIo);
  }
}

Task<Frame*> BufferPool::Load(Thread& thread, PageId page) {
  Frame* frame = Victim();
  if (frame->used) index_.Erase(frame->page);
  frame->used = frame->loading = true;
  frame->page = page;
  frame->pins = 1;
  frame->last_use = ++clock_;
  frame->rec_lsn = kNoLsn;
  index_[page] = static_cast<uint32_t>(frame - frame_);
  const Where outer = thread.where();
  thread.At({outer.label, structure_, page});
  co_await home_.ReadPage(thread, page, dram_.At(frame->address));
  thread.At(outer);
  frame->loading = false;
  frame->waiters.WakeAll(thread.kernel(), thread.now());
  const SlottedPage view = Page(frame);
  if (!view.ChecksumHolds() || !view.WellFormed() || view.id() != page) {
    index_.Erase(page);
    frame->used = false;
    Unfix(thread, frame);
    co_return nullptr;
  }
  co_return frame;
}

Task<void> BufferPool::WriteFrame(Thread& thread, Frame* frame) {
  const Where outer = thread.where();
  ++frame->pins;
  for (;;) {
    co_await Ordered(thread);
    while (frame->writing) co_await Sleep(thread, frame->waiters, WaitFor::kDevice, 0, 0, Category::kDataIo);
    co_await Latch::Acquire(thread, *frame->latch, Category::kBufferPool);
    if (!frame->writing) break;
    co_await Latch::Release(thread, *frame->latch);  // somebody else came first to the latch
  }
  if (frame->dirty) {
    frame->writing = true;
    SlottedPage page = Page(frame);
    co_await gate_.BeforeWritePage(thread, frame->page, page.page_lsn());
    page.SetChecksum();
    std::memcpy(dram_.At(frame->io_address), dram_.At(frame->address), page_bytes_);
    thread.Charge(Category::kBufferPool, copy_ns_);
    frame->dirty = false;
    frame->writing_lsn = frame->rec_lsn;
    frame->rec_lsn = kNoLsn;
    co_await Latch::Release(thread, *frame->latch);
    thread.At({thread.where().label, structure_, frame->page});
    co_await home_.WritePage(thread, frame->page, dram_.At(frame->io_address));
    frame->writing_lsn = kNoLsn;
    frame->writing = false;
    frame->waiters.WakeAll(thread.kernel(), thread.now());
  } else {
    co_await Latch::Release(thread, *frame->latch);
  }
  Unfix(thread, frame);
  thread.At(outer);
}

Task<void> BufferPool::WritePage(Thread& thread, PageId page) {
  co_await Ordered(thread);
  Frame* frame = Lookup(page);
  if (frame && frame->dirty) co_await WriteFrame(thread, frame);
}

namespace {
Lsn OldestLsn(const Frame& frame, Lsn otherwise) {
  if (frame.rec_lsn != kNoLsn && frame.rec_lsn < otherwise) otherwise = frame.rec_lsn;
  if (frame.writing_lsn != kNoLsn && frame.writing_lsn < otherwise) otherwise = frame.writing_lsn;
  return otherwise;
}
}  // namespace

Task<void> BufferPool::WriteOlderThan(Thread& thread, Lsn limit) {
  co_await Ordered(thread);
  for (uint32_t i = 0; i < frames_; ++i) {
    Frame* frame = &frame_[i];
    if (frame->used && OldestLsn(*frame, limit) < limit) co_await WriteFrame(thread, frame);
  }
}

Lsn BufferPool::OldestRecLsn(Lsn otherwise) const {
  Lsn oldest = otherwise;
  for (uint32_t i = 0; i < frames_; ++i) {
    if (frame_[i].used) oldest = OldestLsn(frame_[i], oldest);
  }
  return oldest;
}

Frame* BufferPool::OldestDirty() {
  Frame* oldest = nullptr;
  for (uint32_t i = 0; i < frames_; ++i) {
    Frame& frame = frame_[i];
    if (!frame.used || !frame.dirty || frame.writing) continue;
    if (!oldest || frame.rec_lsn < oldest->rec_lsn) oldest = &frame;
  }
  return oldest;
}

}  // namespace afterimage
