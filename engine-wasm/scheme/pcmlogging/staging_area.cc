#include "scheme/pcmlogging/staging_area.h"

#include "base/build.h"
#include "scheme/pcmlogging/story.h"

namespace afterimage::pcm {

StagingArea::StagingArea(const EngineContext& context, const StagingParams& params)
    : params_(params),
      mutations_(kTraced ? context.mutations : 0),
      slots_(context, params.layout),
      tables_(context.arena) {}

// --- Room ----------------------------------------------------------------------------------------

// An item of a running transaction may keep two versions here, the committed one and its own; while
// one of them is written anew there are three.
bool StagingArea::HasRoom(uint32_t changes) const {
  const uint64_t most = SlotsFor(params_.version_bytes);
  const uint64_t items = uint64_t{owned_} + pending_ + changes + params_.structure_slack;
  return (2 * items + 1) * most <= params_.layout.slots;
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
    ++owned_;
  }
  item.dirty = true;
  item.lsn = lsn;
}

void StagingArea::Disown(Item& item) {
  item.owner = nullptr;
  item.flushed = item.dirty = false;
  --owned_;
  tables_.Changed();
}

// Whoever finds none waits for the destager. That needs nothing that the waiting thread may hold:
// it reads and writes the disk past the buffer pool.
Task<uint32_t> StagingArea::TakeRoom(Thread& thread, uint32_t count) {
  const Where outer = thread.where();
  const Time start = thread.now();
  for (bool waited = false;; waited = true) {
    co_await Ordered(thread);
    const uint32_t first = slots_.Take(count);
    if (first != kNowhere) {
      if (TooFull()) work_.WakeAll(thread.kernel(), thread.now());
      if (waited) counters_.wait_ns += thread.now() - start;
      thread.At(outer);
      co_return first;
    }
    if (!waited) ++counters_.waits;
    co_await Step(thread, {kFlushRoom, kSlotStructure, 0});
    ++waiting_;
    work_.WakeAll(thread.kernel(), thread.now());
    co_await Sleep(thread, room_, WaitFor::kDevice, 0, 0, Category::kDataIo);
    --waiting_;
  }
}

void StagingArea::Free(Thread& thread, Place& place) {
  slots_.Give(place.first, place.slots);
  place = {};
  tables_.Changed();
  room_.WakeAll(thread.kernel(), thread.now());
}

// --- Algorithm 1 ---------------------------------------------------------------------------------

Task<void> StagingArea::Enlist(Thread& thread, TxnEntry& txn) {
  for (;;) {
    co_await Ordered(thread);
    if (txn.enlisted) co_return;
    if (!txn.enlisting) break;
    co_await Sleep(thread, flushed_, WaitFor::kDevice, 0, 0, Category::kLogWork,
                   WhileBlocked::kSpins);
  }
  txn.enlisting = true;
  co_await slots_.SetActive(thread, txn.entry, txn.xid, {kFlushEnlist, kFlushEnlistBack});
  co_await Ordered(thread);
  txn.enlisting = false;
  txn.enlisted = true;
  flushed_.WakeAll(thread.kernel(), thread.now());
}

Task<void> StagingArea::AwaitFlush(Thread& thread, const Item& item) {
  co_await Ordered(thread);
  while (item.flushing) {
    co_await Sleep(thread, flushed_, WaitFor::kDevice, 0, 0, Category::kLogWork,
                   WhileBlocked::kSpins);
  }
}

Task<void> StagingArea::Flush(Thread& thread, Item& item, SlotHeader header, const uint8_t* bytes,
                              Lsn lsn) {
  TxnEntry& txn = *item.owner;
  item.flushing = true;
  const bool xid_late = Mutated(kSlotBeforeXid), bit_early = Mutated(kBitBeforeContent);
  if (!xid_late) co_await Enlist(thread, txn);
  Place place;
  place.slots = SlotsFor(header.bytes);
  place.first = co_await TakeRoom(thread, place.slots);
  // The owner's own copy is gone before it commits: only the committed version can stand beside
  // this one then.
  place.version = item.current.version;
  if (item.current.there() && !item.flushed)
    place.version = Mutated(kNoVersion) ? 0 : (item.current.version + 1) & 3;
  header.xid = txn.xid;
  header.label = txn.label;
  header.page = item.page->id;
  header.slot = item.slot;
  header.version = place.version;
  thread.set_broken(xid_late || bit_early);
  if (bit_early) co_await slots_.SetBit(thread, place.first, {kFlushBit, kFlushBitBack});
  co_await slots_.Write(thread, place.first, header, bytes, {kFlushWrite, kFlushWriteBack});
  if (!bit_early) co_await slots_.SetBit(thread, place.first, {kFlushBit, kFlushBitBack});
  if (xid_late) co_await Enlist(thread, txn);
  thread.set_broken(false);
  co_await Ordered(thread);
  ++counters_.flushes;
  counters_.bytes += sizeof header + header.bytes;
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

void StagingArea::EndFlush(Thread& thread, Item& item) {
  item.flushing = false;
  flushed_.WakeAll(thread.kernel(), thread.now());
}

}  // namespace afterimage::pcm
