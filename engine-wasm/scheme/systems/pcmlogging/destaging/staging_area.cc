#include "scheme/systems/pcmlogging/destaging/staging_area.h"

#include <algorithm>

#include "base/build.h"
#include "scheme/systems/pcmlogging/story.h"

namespace afterimage::pcm {

StagingArea::StagingArea(const EngineContext& context, const StagingParams& params)
    : arena_(context.arena),
      params_(params),
      mutations_(kTraced ? context.mutations : 0),
      slots_(context, params.layout, {kSlotStructure, kActiveStructure},
             {params.relocate_every,
              {kRelocateCopy, kRelocateCopyBack},
              {kRelocatePoint, kRelocatePointBack},
              (mutations_ >> kPointerFirst & 1) != 0},
             (mutations_ >> kPlainBits & 1) != 0),
      tables_(context.arena, params.most_first),
      pace_(params.pace) {}

// --- Who has changed what ------------------------------------------------------------------------

// An item of a running transaction may keep two versions here, the committed one and its own; while
// one of them is written anew there are three.
bool StagingArea::Fits(uint64_t items) const {
  if (params_.by_page) return 2 * (items + params_.structure_slack) < params_.layout.pages;
  return (2 * items + 1) * params_.layout.SlotsFor(params_.version_bytes) <= params_.layout.small;
}

void StagingArea::AddPending(TxnEntry& txn, uint32_t changes) {
  txn.pending += changes;
  pending_ += changes;
}

void StagingArea::EndPending(TxnEntry& txn) {
  pending_ -= txn.pending;
  txn.pending = 0;
}

void StagingArea::Own(TxnEntry& txn, Item& item, Lsn lsn) {
  AI_CHECK(!item.owner || item.owner == &txn);
  if (txn.pending > 0) {
    --txn.pending;
    --pending_;
  }
  if (!item.owner) {
    item.owner = &txn;
    txn.items.push_back(&item);
    owned_ += txn.system ? 0 : 1;
  }
  item.dirty = true;
  item.lsn = lsn;
}

void StagingArea::Disown(Item& item) {
  owned_ -= item.owner->system ? 0 : 1;
  item.owner = nullptr;
  item.flushed = item.dirty = item.was_there = false;
  Tables::SetErased(item, false);
  tables_.Changed();
  tables_.DropIfEmpty(item);
}

// --- Room ----------------------------------------------------------------------------------------

namespace {
bool Above(uint64_t used, uint64_t slots, uint32_t mark) { return used * 1000 > slots * mark; }
}  // namespace

bool StagingArea::SmallAbove(uint32_t mark) const {
  return Above(slots_.used(), params_.layout.small, mark);
}

bool StagingArea::PagesAbove(uint32_t mark) const {
  if (params_.adaptive && params_.by_page) return false;  // it is the chain that counts them
  return Above(slots_.used_pages(), params_.layout.pages, mark);
}

bool StagingArea::FullFrom(uint32_t mark) const {
  if (waiting_ > 0 || PagesAbove(mark)) return true;
  return params_.adaptive ? pace_.state() > 0 : SmallAbove(mark);
}

void StagingArea::Tell(Thread& thread, bool page, int64_t born) {
  if (!params_.adaptive) return;
  const Layout& layout = params_.layout;
  if (born != 0 && page == params_.by_page) pace_.Born(thread.now(), born);
  const uint32_t free =
      params_.by_page ? layout.pages - slots_.used_pages() : layout.small - slots_.used();
  const uint32_t before = pace_.state();
  pace_.Enter(thread.now(), pace_.StateFor(free, waiting_ > 0));
  if (pace_.state() > before) hurry_.WakeAll(thread.kernel(), thread.now());
}

// A thread that finds none waits for the destager. That needs nothing that the waiting thread may
// hold: it reads and writes the disk past the buffer pool, and skips what is being flushed.
Task<uint32_t> StagingArea::TakeRoom(Thread& thread, uint32_t count, bool page) {
  const Where outer = thread.where();
  for (bool told = false;;) {
    co_await Ordered(thread);
    const uint32_t first = page ? slots_.TakePage() : slots_.Take(count);
    if (first != kNowhere) {
      Tell(thread, page, count);
      if (TooFull()) work_.WakeAll(thread.kernel(), thread.now());
      thread.At(outer);
      co_return first;
    }
    if (!told) {
      told = true;
      ++counters_.waits;
      co_await Step(thread, {kFlushRoom, kSlotStructure, 0});
      continue;
    }
    const Time since = thread.now();
    ++waiting_;
#if AFTERIMAGE_WATCHES_READS
    ++waiting_for_[page ? 1 : 0];
    if (!page) most_wanted_ = std::max(most_wanted_, count);
#endif
    Tell(thread, page, 0);
    work_.WakeAll(thread.kernel(), thread.now());
    hurry_.WakeAll(thread.kernel(), thread.now());
    co_await Sleep(thread, room_, WaitFor::kRoom, 0, 0, Category::kDataIo);
    --waiting_;
#if AFTERIMAGE_WATCHES_READS
    --waiting_for_[page ? 1 : 0];
#endif
    Tell(thread, page, 0);
    counters_.wait_ns += thread.now() - since;
  }
}

void StagingArea::Free(Thread& thread, Place& place) {
  const bool page = place.first >= params_.layout.small;
  const int64_t slots = place.slots;
  slots_.Give(place.first, place.slots);
  place = {};
  tables_.Changed();
  Tell(thread, page, -slots);
  room_.WakeAll(thread.kernel(), thread.now());
#if AFTERIMAGE_WATCHES_READS
  AI_CHECK(!SleepsForRoom());
#endif
}

void StagingArea::FreeDestaged(Thread& thread, Place& place) {
  const bool page = place.first >= params_.layout.small;
  if (page == params_.by_page) destaged_ += place.slots;
  slots_.Give(place.first, place.slots);
  place = {};
  tables_.Changed();
  Tell(thread, page, 0);
  room_.WakeAll(thread.kernel(), thread.now());
#if AFTERIMAGE_WATCHES_READS
  AI_CHECK(!SleepsForRoom());
#endif
}

void StagingArea::MayDestage(Thread& thread, PageEntry& page) {
  tables_.List(page);
  if (params_.when_idle || TooFull()) work_.WakeAll(thread.kernel(), thread.now());
}

// --- Waiting for each other ----------------------------------------------------------------------

Task<void> StagingArea::AwaitChange(Thread& thread) {
  co_await Sleep(thread, changed_, WaitFor::kDevice, 0, 0, Category::kLogWork,
                 WhileBlocked::kSpins);
}

Task<void> StagingArea::AwaitFlush(Thread& thread, const Item& item) {
  co_await Ordered(thread);
  while (item.flushing) co_await AwaitChange(thread);
}

Task<void> StagingArea::AwaitTurn(Thread& thread, const Item& item) {
  co_await Ordered(thread);
  while (item.flushing || item.page->frozen) co_await AwaitChange(thread);
  AI_NATIVE_CHECK(!item.page->frozen);
}

Task<void> StagingArea::Freeze(Thread& thread, PageEntry& page) {
  co_await Ordered(thread);
  page.frozen = true;
  for (const Item* item = page.items; item;) {
    if (!item->flushing && !(item->owner && item->owner->committing)) {
      item = item->older;
      continue;
    }
    co_await AwaitChange(thread);
    item = page.items;
  }
  for (const Item* item = page.items; item; item = item->older)
    AI_NATIVE_CHECK(!item->flushing && !(item->owner && item->owner->committing));
}

void StagingArea::Thaw(Thread& thread, PageEntry& page) {
  page.frozen = false;
  changed_.WakeAll(thread.kernel(), thread.now());
}

void StagingArea::EndFlush(Thread& thread, Item& item) {
  item.flushing = false;
  changed_.WakeAll(thread.kernel(), thread.now());
}

// --- Algorithm 1 ---------------------------------------------------------------------------------

Task<void> StagingArea::Enlist(Thread& thread, TxnEntry& txn) {
  for (;;) {
    co_await Ordered(thread);
    if (txn.enlisted) co_return;
    if (!txn.enlisting) break;
    co_await AwaitChange(thread);
  }
  AI_NATIVE_CHECK(!txn.enlisting && !txn.enlisted && !txn.left);
  txn.enlisting = true;
  co_await slots_.SetActive(thread, txn.entry, txn.xid, {kFlushEnlist, kFlushEnlistBack});
  co_await Ordered(thread);
  txn.enlisting = false;
  txn.enlisted = true;
  changed_.WakeAll(thread.kernel(), thread.now());
}

Task<void> StagingArea::Flush(Thread& thread, Item& item, SlotHeader header, const uint8_t* bytes,
                              Lsn lsn) {
  TxnEntry& txn = *item.owner;
  AI_CHECK(!item.flushing);
  // A split of the page waits only for the transactions that were committing.
  AI_CHECK(!item.page->frozen || txn.system || txn.committing);
  item.flushing = true;
  const bool xid_late = Mutated(kSlotBeforeXid), bit_early = Mutated(kBitBeforeContent);
  if (!xid_late) co_await Enlist(thread, txn);
  header.xid = txn.xid;
  header.label = txn.label;
  header.page = item.page->id;
  header.slot = item.slot;
  Place place;
  place.slots = params_.layout.SlotsOf(header);
  const bool page = item.slot == kWholePage;
  Move move;
  if (params_.swap_delta > 0) move = co_await ChooseMove(thread, place.slots, page);
  const bool overwritten_early = move.item && Mutated(kOverwrittenEarly);
  if (move.item) {
    if (!overwritten_early) co_await MoveAway(thread, move, place.slots);
    place.first = move.from.first;
    co_await Ordered(thread);
    Tell(thread, page, place.slots);
  } else {
    place.first = co_await TakeRoom(thread, place.slots, page);
  }
  // Versions of one length leave no gaps.
  AI_NATIVE_CHECK(page || place.first % place.slots == 0);
  // The owner's own copy is gone before it commits: only the committed version can stand beside
  // this one then.
  place.version = item.current.version;
  if (item.current.there() && !item.flushed)
    place.version = Mutated(kNoVersion) ? 0 : (item.current.version + 1) & 3;
  header.version = place.version;
  header.seq = next_seq_++;
  thread.set_broken(xid_late || bit_early || overwritten_early);
  if (bit_early) co_await slots_.SetBit(thread, place.first, {kFlushBit, kFlushBitBack});
  co_await slots_.Write(thread, place.first, header, bytes, {kFlushWrite, kFlushWriteBack});
  if (overwritten_early) co_await MoveAway(thread, move, place.slots);
  if (!bit_early) co_await slots_.SetBit(thread, place.first, {kFlushBit, kFlushBitBack});
  if (xid_late) co_await Enlist(thread, txn);
  thread.set_broken(false);
  co_await Ordered(thread);
  ++counters_.flushes;
  counters_.bytes += sizeof header + header.bytes;
  AI_CHECK(item.owner == &txn && item.flushing);
  Place former;
  if (item.flushed)
    former = item.current;
  else
    item.previous = item.current;
  item.current = place;
  item.flushed = true;
  item.dirty = item.lsn > lsn;
  tables_.Changed();
  if (former.there()) {
    co_await slots_.ClearBit(thread, former.first, {kFlushFormer, kFlushFormerBack});
    co_await Ordered(thread);
    Free(thread, former);
  }
  EndFlush(thread, item);
}

}  // namespace afterimage::pcm
