// Levelling wear by swapping (PCMLogging, algorithm 4): a version that has been in its place for
// long moves to a free one, and a new version takes its place. So slots with unchanging content are
// written, too.
//
// A version that moves has committed, and counts in one place or the other at every point: it is
// durable in the new one before its bit in the old one goes, and that bit is durably clear before
// the old place is overwritten. In between two equal versions count, and either will do.
#include <algorithm>

#include "scheme/systems/pcmlogging/destaging/staging_area.h"
#include "scheme/systems/pcmlogging/story.h"

namespace afterimage::pcm {

// Recovery drops versions that carry a number on the list, so the number is that of a transaction
// that has ended. The largest that is not on the list, taken literally, may still enter it.
uint64_t StagingArea::PseudoXid(uint64_t own) const {
  if (!Mutated(kPseudoXidRunning)) return std::max(own, ended_xid_);
  for (uint64_t xid = next_xid_ - 1; xid > own; --xid) {
    bool listed = false;
    for (uint32_t i = 0; i < params_.layout.entries(); ++i) listed |= slots_.active(i) == xid;
    if (!listed) return xid;
  }
  return own;
}

bool StagingArea::IsCold(uint64_t xid) {
  const uint64_t age = next_xid_ - 1 - std::min(xid, next_xid_ - 1);
  return age >= params_.swap_delta || swap_random_.Below(params_.swap_delta) < age;
}

Item* StagingArea::NextToSwap(bool page) {
  constexpr uint32_t kMostLooks = 64;
  const Layout& layout = params_.layout;
  const uint32_t from = page ? layout.small : 0;
  const uint32_t count = page ? layout.pages : layout.small;
  uint32_t& next = swap_next_[page ? 1 : 0];
  for (uint32_t looks = 0; looks < std::min(count, kMostLooks); ++looks) {
    const uint32_t at = from + next;
    next = (next + 1) % count;
    if (!slots_.counts(at)) continue;
    Item* item = tables_.ItemOf(slots_.Header(at));
    if (item && item->current.first == at) return item;
  }
  return nullptr;
}

// A version does not move if a running transaction has written it, or it is being flushed, or is on
// its way to the disk or to another page.
Task<StagingArea::Move> StagingArea::ChooseMove(Thread& thread, uint32_t count, bool page) {
  Move move;
  const Where outer = thread.where();
  co_await Step(thread, {kSwapLook, kSlotStructure, swap_next(page)});
  co_await Ordered(thread);
  Item* item = NextToSwap(page);
  thread.At(outer);
  if (!item) co_return move;
  const Place place = item->current;
  const uint64_t seq = slots_.Header(place.first).seq;
  co_await slots_.nvm().Read(thread, Category::kLogWork, slots_.layout().Slot(place.first),
                             sizeof(SlotHeader));
  // Another version, longer or shorter, may have come to the same place; the item may belong to
  // another transaction.
  if (slots_.Header(place.first).seq != seq) co_return move;
  if (!IsCold(slots_.Header(place.first).xid)) co_return move;
  if (!item->committed() || item->current.first != place.first || item->flushing ||
      item->page->destaging || item->page->frozen)
    co_return move;
  // The new version must fit there, at a multiple of its own length.
  if (!page && (place.slots < count || place.first % count != 0)) co_return move;
  const uint32_t first = page ? slots_.TakePage() : slots_.Take(place.slots);
  if (first == kNowhere) co_return move;
  Tell(thread, page, 0);
  item->flushing = true;
  move.item = item;
  move.from = place;
  move.to = place;
  move.to.first = first;
  move.header = slots_.Header(place.first);
  AI_NATIVE_CHECK(tables_.ItemOf(move.header) == item && move.header.seq == seq);
  AI_NATIVE_CHECK(!item->page->destaging && !item->page->frozen);
  move.bytes = static_cast<uint8_t*>(arena_.AllocatePooled(move.header.bytes));
  co_await slots_.nvm().Read(thread, Category::kLogWork,
                             slots_.layout().Slot(place.first) + sizeof(SlotHeader),
                             move.header.bytes);
  slots_.Load(place.first, move.bytes, move.header.bytes);
  co_return move;
}

// The old place is the new version's from now on, `count` slots of it.
Task<void> StagingArea::MoveAway(Thread& thread, const Move& move, uint32_t count) {
  const Where outer = thread.where();
  Item& item = *move.item;
  SlotHeader header = move.header;
  co_await Ordered(thread);
  header.xid = PseudoXid(header.xid);
  thread.set_broken(header.xid != std::max(move.header.xid, ended_xid_));
  co_await slots_.Write(thread, move.to.first, header, move.bytes, {kSwapWrite, kSwapWriteBack});
  co_await slots_.SetBit(thread, move.to.first, {kSwapBit, kSwapBitBack});
  co_await slots_.ClearBit(thread, move.from.first, {kSwapClear, kSwapClearBack});
  thread.set_broken(Mutated(kOverwrittenEarly));
  co_await Ordered(thread);
  arena_.Recycle(move.bytes, move.header.bytes);
  // Only this thread moves or frees the version meanwhile.
  AI_CHECK(item.flushing && item.current.first == move.from.first &&
           item.current.slots == move.from.slots);
  item.current = move.to;
  tables_.Changed();
  if (move.from.slots > count) {
    slots_.Give(move.from.first + count, move.from.slots - count);
    room_.WakeAll(thread.kernel(), thread.now());
  }
  const uint32_t bytes = static_cast<uint32_t>(sizeof header) + header.bytes;
  ++counters_.swaps;
  counters_.swap_lines += (bytes + kLineBytes - 1) / kLineBytes + 2;  // and a bit in each place
  EndFlush(thread, item);
  thread.At(outer);
}

}  // namespace afterimage::pcm
