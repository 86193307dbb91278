#include "db/pool/buffer_pool.h"

#include <algorithm>

#include "db/pages/apply_change.h"
#include "db/pages/initial_pages.h"

namespace afterimage {
namespace {

constexpr uint32_t kChecksumAt = PageView::kChecksumAt;
constexpr uint32_t kChecksumEnd = kChecksumAt + 4;
constexpr uint32_t kLeastFrames = 4;

// Returns how many of `frames` frames a search collects at a time.
size_t Oldest(size_t frames) { return std::min(frames, frames / 16 + 16); }

}  // namespace

BufferPool::BufferPool(Arena& arena, const MachineProfile& machine, const PoolParams& params,
                       PageHome& home, WriteGate& gate)
    : arena_(arena),
      params_(params),
      home_(home),
      gate_(gate),
      latch_costs_(LatchCostsOf(machine)),
      fix_ns_(machine.instructions_ns(Price::kPathFix)),
      copy_ns_(machine.copy_ns(params.page_bytes)),
      bytes_(arena, uint64_t{params.frames} * params.page_bytes, this),
      frames_(ArenaAllocator<Slot>(arena)),
      free_(ArenaAllocator<Frame*>(arena)),
      taken_(ArenaAllocator<Frame*>(arena)),
      by_page_(arena.NewArray<Slot>(params.pages)),
      candidates_(ArenaAllocator<Candidate>(arena)),
      writing_(ArenaAllocator<Frame*>(arena)),
      by_lines_(home.TakesLines()),
      copies_(arena, params.page_bytes + (by_lines_ ? LineWords(params.page_bytes) * 8 : 0)),
      unsynced_(ArenaAllocator<Unsynced>(arena)),
      syncing_(ArenaAllocator<Unsynced>(arena)) {}

// --- Frames --------------------------------------------------------------------------------------

void BufferPool::Generate(uint64_t address, uint32_t size, uint8_t* out) const {
  while (size > 0) {
    const auto index = static_cast<uint32_t>(address / params_.page_bytes);
    const auto offset = static_cast<uint32_t>(address % params_.page_bytes);
    const uint32_t part = std::min(size, params_.page_bytes - offset);
    const Slot slot = index < frames_.size() ? frames_[index] : Slot();
    const Frame* frame = slot.made();
    const PageId page = slot.warm() ? slot.number() : frame ? frame->page : 0;
    const bool fresh = slot.warm() ? HomeIsFresh(page) : frame && frame->home_fresh;
    if (kWhole && fresh) {
      initial_->Generate(page, offset, part, out);
    } else if (slot.warm() || (frame && frame->used)) {
      // A frame's checksum means nothing before the page is written: only the other bytes are asked
      // for.
      const uint32_t before = offset < kChecksumAt ? std::min(part, kChecksumAt - offset) : 0;
      const uint32_t behind = std::min(part, offset < kChecksumEnd ? kChecksumEnd - offset : 0);
      if (before > 0) home_.PeekBase(page, offset, before, out);
      std::memset(out + before, 0, behind - before);
      if (part > behind) home_.PeekBase(page, offset + behind, part - behind, out + behind);
    } else {
      std::memset(out, 0, part);
    }
    address += part;
    out += part;
    size -= part;
  }
}

bool BufferPool::Read(Address address, uint32_t size, uint8_t* out) const {
  if (address < kFrames) return false;
  const uint64_t at = address - kFrames;
  if (at + size > uint64_t{frames_.size()} * params_.page_bytes) return false;
  bytes_.Read(at, out, size);
  return true;
}

Frame* BufferPool::NewFrame() {
  auto* frame = arena_.New<Frame>(latch_costs_);
  frame->index = static_cast<uint32_t>(frames_.size());
  frame->address = kFrames + Base(frame);
  frames_.push_back(Slot(frame));
  return frame;
}

Frame* BufferPool::MakeFrame(uint32_t index) {
  const PageId page = frames_[index].number();
  auto* frame = arena_.New<Frame>(latch_costs_);
  frame->index = index;
  frame->address = kFrames + Base(frame);
  frames_[index] = Slot(frame);
  Assign(frame, page);
  frame->last_use = WarmUse(index);
  --warm_;
  return frame;
}

Frame* BufferPool::Victim() {
  if (!free_.empty()) {
    Frame* frame = free_.back();
    free_.pop_back();
    return frame;
  }
  if (frames_.size() < params_.frames) return NewFrame();
  if (params_.replacement == Replacement::kLru) return LeastRecentlyUsed();
  // Two rounds: the first may only have taken away the frames' second chances.
  for (size_t left = 2 * frames_.size(); left > 0; --left) {
    Frame* frame = use_.oldest();
    if (frame->pins == 0 && !frame->referenced) return frame;
    frame->referenced = false;
    use_.Remove(frame);
    use_.Append(frame);
  }
  return nullptr;
}

Frame* BufferPool::LeastRecentlyUsed() {
  for (bool fresh = false;;) {
    while (!candidates_.empty()) {
      const Candidate candidate = candidates_.back();
      Frame* frame = FrameAt(candidate.index);
      const bool untouched = frame->used && frame->last_use == candidate.last_use;
      if (untouched && frame->pins == 0) return frame;  // stays the last until it has another page
      candidates_.pop_back();
    }
    if (fresh) return nullptr;
    FindCandidates();
    fresh = true;
  }
}

size_t BufferPool::CountCandidates() const {
  size_t count = warm_;
  for (const Slot slot : frames_) {
    const Frame* frame = slot.made();
    if (frame && frame->used && frame->pins == 0) ++count;
  }
  return count;
}

bool BufferPool::CollectUnused(size_t enough) {
  for (uint32_t i = 0; i < brought_warm_ && candidates_.size() < enough; ++i) {
    const Frame* frame = frames_[i].made();
    const bool unused =
        !frame || (frame->used && frame->pins == 0 && frame->last_use == WarmUse(i));
    if (unused) candidates_.push_back({i, WarmUse(i)});
  }
  if (candidates_.size() < enough) return false;
  std::reverse(candidates_.begin(), candidates_.end());
  return true;
}

void BufferPool::FindCandidates() {
  const size_t enough = Oldest(CountCandidates());
  // Nothing is older than these.
  if (kWhole && CollectUnused(enough)) return;
  candidates_.clear();
  for (uint32_t i = 0; i < frames_.size(); ++i) {
    const Frame* frame = frames_[i].made();
    if (!frame || (frame->used && frame->pins == 0))
      candidates_.push_back({i, frame ? frame->last_use : WarmUse(i)});
  }
  const auto older = [](const Candidate& a, const Candidate& b) { return a.last_use < b.last_use; };
  const auto end = candidates_.begin() + static_cast<ptrdiff_t>(enough);
  std::nth_element(candidates_.begin(), end, candidates_.end(), older);
  candidates_.erase(end, candidates_.end());
  std::sort(candidates_.begin(), candidates_.end(),
            [](const Candidate& a, const Candidate& b) { return a.last_use > b.last_use; });
}

void BufferPool::Assign(Frame* frame, PageId page) {
  if (frame->used) {
    by_page_[frame->page] = Slot();
    if (params_.replacement == Replacement::kClock) use_.Remove(frame);
  }
  DropBytes(frame);
  frame->page = page;
  frame->used = true;
  frame->rec_lsn = kNoLsn;
  frame->image_lsn = kNoLsn;
  frame->changes = 0;
  frame->erased = 0;
  frame->home_fresh = HomeIsFresh(page);
  by_page_[page] = Slot(frame);
  if (params_.replacement == Replacement::kClock) use_.Append(frame);
}

void BufferPool::Pin(Frame* frame) {
  AddUse(frame);
  frame->referenced = true;
}

void BufferPool::Unfix(Thread& thread, Frame* frame) {
  frame->last_use = ++uses_;
  --frame->pins;
  if (IsInUse(frame)) return;
  if (Plain(frame->page)) --plain_pinned_;
  // Another frame may be in use now if one is kept, though a writer still has this one.
  if (frame->pins == 0 || KeepsOne()) unpinned_.WakeAll(thread.kernel(), thread.now());
}

void BufferPool::Unpin(Thread& thread, Frame* frame) {
  --frame->writers;
  if (--frame->pins == 0) unpinned_.WakeAll(thread.kernel(), thread.now());
}

void BufferPool::Empty(Frame* frame) {
  by_page_[frame->page] = Slot();
  if (params_.replacement == Replacement::kClock) use_.Remove(frame);
  frame->used = frame->home_fresh = false;
  DropBytes(frame);
}

void BufferPool::Forget(Frame* frame) {
  Empty(frame);
  free_.push_back(frame);
}

uint32_t BufferPool::FramesOwed() const {
  const uint64_t frames = (home_.pool_bytes() + params_.page_bytes - 1) / params_.page_bytes;
  const uint32_t most = params_.frames > kLeastFrames ? params_.frames - kLeastFrames : 0;
  return static_cast<uint32_t>(std::min<uint64_t>(frames, most));
}

void BufferPool::Prefill(PageId first, uint32_t count) {
  const auto from = static_cast<uint32_t>(frames_.size());
  count = std::min(count, params_.frames > from ? params_.frames - from : 0);
  const bool lru = params_.replacement == Replacement::kLru;
  if (lru && uses_ + 1 == WarmUse(from) && host_choices.warm_without_frames) {
    frames_.resize(from + count);
    for (uint32_t i = 0; i < count; ++i) {
      frames_[from + i] = Slot::Warm(first + i);
      by_page_[first + i] = Slot::Warm(from + i);
    }
    uses_ += count;
    warm_ += count;
    brought_warm_ += count;
    return;
  }
  for (uint32_t i = 0; i < count; ++i) {
    Frame* frame = NewFrame();
    Assign(frame, first + i);
    frame->last_use = ++uses_;
  }
}

// Records that are unchanged in the frame need no search: the place of a record of the fresh
// database never changes, and its bytes are known.
bool BufferPool::ReadRecord(const Frame* frame, SlotId slot, Value* value) {
  const SlottedPage page(View(frame));
  InitialRecord record;
  if (!kWhole || !frame->home_fresh || !initial_->Find(frame->page, slot, &record))
    return page.ReadValue(slot, value);
  value->size = record.value_bytes;
  if (Untouched(frame)) {
    initial_->ReadValue(record, value->bytes);
    return true;
  }
  if (bytes_.KeepsAny(Base(frame) + SlottedPage::SlotAt(slot), SlottedPage::kSlotBytes) &&
      !page.present(slot))
    return false;
  const uint64_t at = Base(frame) + record.value_at;
  if (bytes_.InOnePiece(at) && bytes_.InOnePiece(at + value->size - 1)) {
    page.Read(record.value_at, value->bytes, value->size);
  } else {
    initial_->ReadValue(record, value->bytes);
    bytes_.ReadKept(at, value->bytes, value->size);
  }
  return true;
}

bool BufferPool::KeepWhole(Frame* frame) {
  if (whole_bytes_ + params_.page_bytes > host_choices.whole_node_bytes) return false;
  whole_bytes_ += params_.page_bytes;
  PageView view = View(frame);
  view.KeepAll();
  for (uint32_t i = 0; i < params_.page_bytes / PageView::kPieceBytes; ++i)
    frame->piece[i] = view.Piece(i);
  return true;
}

void BufferPool::DropBytes(Frame* frame) {
  bytes_.Discard(Base(frame), params_.page_bytes);
  if (frame->piece[0]) whole_bytes_ -= params_.page_bytes;
  for (const uint8_t*& piece : frame->piece) piece = nullptr;
}

// --- Fixing --------------------------------------------------------------------------------------

Frame* BufferPool::TryFix(PageId page) {
  Frame* frame = Lookup(page);
  if (!frame || frame->loading) return nullptr;
  if (!IsInUse(frame) && LeavesLast(page)) return nullptr;
  Pin(frame);
  ++counters_.hits;
  return frame;
}

Frame* BufferPool::Touch(PageId page) {
  Frame* frame = Lookup(page);
  if (!frame || frame->loading) return nullptr;
  frame->referenced = true;
  frame->last_use = ++uses_;
  ++counters_.hits;
  return frame;
}

Task<Frame*> BufferPool::Bring(Thread& thread, PageId page) {
  if (page >= params_.pages) co_return nullptr;
  for (;;) {
    co_await Ordered(thread);
    if (Frame* frame = TryFix(page)) co_return frame;
    if (Frame* frame = Lookup(page); frame && frame->loading) {
      co_await Sleep(thread, frame->waiters, WaitFor::kDevice, 0, 0, Category::kDataIo);
    } else if (Frame* claimed = co_await Claim(thread, page)) {
      co_return co_await Load(thread, claimed);
    }
  }
}

Task<bool> BufferPool::Leaves(Thread& thread, Frame* frame) {
  const uint64_t last_use = frame->last_use;
  AddPin(frame);
  if (frame->dirty) {
    ++dirty_victims_;
    co_await WriteFrame(thread, frame);
  } else {
    co_await home_.KeepPage(thread, frame->page);
  }
  co_await Ordered(thread);
  Unpin(thread, frame);
  co_return frame->pins == 0 && frame->last_use == last_use && !frame->dirty &&
      !home_.Keeps(frame->page);
}

Task<Frame*> BufferPool::Claim(Thread& thread, PageId page) {
  AI_CHECK(page < params_.pages);
  while (taken_.size() > FramesOwed()) {
    free_.push_back(taken_.back());
    taken_.pop_back();
  }
  Frame* frame = LeavesLast(page) ? nullptr : Victim();
  if (!frame) {  // every frame is busy: somebody must unfix one first
    co_await Sleep(thread, unpinned_, WaitFor::kDevice, 0, 0, Category::kBufferPool);
    co_return nullptr;
  }
  if (frame->used && (frame->dirty || home_.Keeps(frame->page))) {
    const bool leaves = co_await Leaves(thread, frame);
    if (!leaves || Lookup(page) || LeavesLast(page)) co_return nullptr;
  }
  if (taken_.size() < FramesOwed()) {
    if (frame->used) Empty(frame);
    taken_.push_back(frame);
    co_return nullptr;
  }
  Assign(frame, page);
  frame->loading = true;
  AddUse(frame);
  ++counters_.misses;
  co_return frame;
}

bool BufferPool::Whole(Thread& thread, PageId page) {
  // The rule makes complete pages.
  const bool fresh = Lookup(page)->home_fresh && host_choices.fresh_by_rule;
  if (kWhole && fresh && !home_.Merges(page)) return thread.Holds(true);
  uint8_t bytes[PageView::kMaxPageBytes];
  home_.Peek(page, 0, params_.page_bytes, bytes);
  if (!thread.Holds(PageChecksumHolds(bytes, params_.page_bytes))) return false;
  if (home_.Merges(page)) {
    // A page that the home has assembled differs from its base in a few lines, which are kept.
    std::memset(bytes + kChecksumAt, 0, kChecksumEnd - kChecksumAt);
    bytes_.Write(Base(Lookup(page)), bytes, params_.page_bytes);
  }
  const PageView view = View(Lookup(page));
  if (view.id() != page)
    return std::all_of(bytes, bytes + params_.page_bytes, [](uint8_t byte) { return byte == 0; });
  return PageWellFormed(view);
}

Task<Frame*> BufferPool::Load(Thread& thread, Frame* frame) {
  const Where outer = thread.where();
  thread.At({outer.label, params_.structure, frame->page});
  co_await home_.ReadPage(thread, frame->page);
  thread.At(outer);
  // Several small frames lie in one extent: older lines of this one may have been kept with
  // another's.
  DropBytes(frame);
  if (SmallPool()) View(frame).KeepAll();
  const bool whole = Whole(thread, frame->page);
  frame->loading = false;
  frame->waiters.WakeAll(thread.kernel(), thread.now());
  if (whole) co_return frame;
  Forget(frame);
  Unfix(thread, frame);
  co_return nullptr;
}

Task<Frame*> BufferPool::Create(Thread& thread, PageId page) {
  thread.Execute(Category::kBufferPool, fix_ns_);
  for (;;) {
    co_await Ordered(thread);
    if (Frame* frame = TryFix(page)) co_return frame;
    if (Frame* frame = Lookup(page); frame && frame->loading) {
      co_await Sleep(thread, frame->waiters, WaitFor::kDevice, 0, 0, Category::kDataIo);
    } else if (Frame* claimed = co_await Claim(thread, page)) {
      claimed->loading = false;
      claimed->waiters.WakeAll(thread.kernel(), thread.now());
      co_return claimed;
    }
  }
}

}  // namespace afterimage
