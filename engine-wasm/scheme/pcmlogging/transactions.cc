// How transactions end (PCMLogging, algorithm 2).
#include "scheme/pcmlogging/pcm_log.h"
#include "scheme/pcmlogging/story.h"

namespace afterimage::pcm {

// --- Commit --------------------------------------------------------------------------------------

// What the pool holds of it is newer than PCM, so its page is there.
Task<void> PcmLog::FlushRecord(Thread& thread, Item& item) {
  const PageId page = item.page->id;
  Frame* frame = co_await engine_->pool().Fix(thread, page);
  AI_CHECK(frame);
  co_await area_.AwaitFlush(thread, item);
  if (item.dirty) {
    const PageView view = engine_->pool().View(frame);
    RecordImage image;
    const auto read = [&](uint32_t at, void* out, uint32_t size) { view.Read(at, out, size); };
    ReadRecordImage(read, item.slot, item.table, &image);
    co_await area_.Flush(thread, item, image.header, image.value, item.lsn);
  }
  engine_->pool().Unfix(thread, frame);
}

Task<void> PcmLog::FlushAll(Thread& thread, TxnEntry& entry) {
  for (size_t i = 0; i < entry.items.size(); ++i) {
    Item& item = *entry.items[i];
    co_await Step(thread, {kCommitFlush, kBufferStructure, item.page->id});
    if (area_.params().by_page)
      co_await engine_->pool().Settle(thread, item.page->id);
    else if (item.dirty)
      co_await FlushRecord(thread, item);
    co_await area_.AwaitFlush(thread, item);
  }
}

Task<void> PcmLog::Unlist(Thread& thread, TxnEntry& entry, StoreLabels labels) {
  if (!entry.enlisted) co_return;
  entry.left = true;
  co_await area_.slots().SetActive(thread, entry.entry, 0, labels);
  co_await Ordered(thread);
  entry.enlisted = false;
}

Task<void> PcmLog::Discard(Thread& thread, Place& place, StoreLabels labels) {
  if (!place.there()) co_return;
  co_await area_.slots().ClearBit(thread, place.first, labels);
  co_await Ordered(thread);
  area_.Free(thread, place);
}

Task<void> PcmLog::OnCommit(Thread& thread, Transaction& txn) {
  if (!txn.log) co_return;
  TxnEntry& entry = EntryOf(txn);
  const bool point_first = Mutated(kCommitBeforeLast), discard_first = Mutated(kPreviousFirst);
  entry.committing = true;
  if (point_first && !entry.items.empty()) {
    // All but the last one, the commit point, and then that.
    Item* last = entry.items.back();
    entry.items.pop_back();
    co_await FlushAll(thread, entry);
    thread.set_broken(true);
    co_await Unlist(thread, entry, {kCommitPoint, kCommitPointBack});
    entry.items.push_back(last);
    entry.enlisted = true;
    co_await FlushAll(thread, entry);
    thread.set_broken(false);
  } else {
    co_await FlushAll(thread, entry);
  }
  thread.set_broken(discard_first);
  for (size_t i = 0; discard_first && i < entry.items.size(); ++i)
    co_await Discard(thread, entry.items[i]->previous, {kCommitDiscard, kCommitDiscardBack});
  thread.set_broken(false);
  if (!point_first) co_await Unlist(thread, entry, {kCommitPoint, kCommitPointBack});
  entry.enlisted = false;
  for (size_t i = 0; i < entry.items.size(); ++i) {
    Item& item = *entry.items[i];
    co_await Discard(thread, item.previous, {kCommitDiscard, kCommitDiscardBack});
    area_.Disown(item);
    area_.tables().List(*item.page);
  }
  entry.items.clear();
}

// --- Rollback ------------------------------------------------------------------------------------

// The committed version is in PCM or, if not, on the disk, where it has to be read: nobody keeps
// before images.
Task<void> PcmLog::Restore(Thread& thread, Item& item) {
  const PageId page = item.page->id;
  const Place before = item.flushed ? item.previous : item.current;
  co_await Ordered(thread);
  if (!engine_->pool().Lookup(page)) co_return;
  if (!area_.params().by_page) {
    co_await RestoreRecord(thread, item, before);
    co_return;
  }
  const uint32_t page_bytes = area_.params().page_bytes;
  auto* bytes = static_cast<uint8_t*>(arena_.AllocatePooled(page_bytes));
  if (before.there()) {
    home_.LoadPage(thread, before, bytes);
  } else {
    co_await home_.disk().ReadPage(thread, page);
    home_.disk().Peek(page, 0, page_bytes, bytes);
  }
  thread.At({kAbortRestore, kBufferStructure, page});
  // A page that had never been written is empty again, which no whole page is.
  co_await engine_->recovery().Restore(thread, page, bytes, next_lsn_++);
  arena_.Recycle(bytes, page_bytes);
}

Task<void> PcmLog::RestoreRecord(Thread& thread, Item& item, const Place& before) {
  const PageId page = item.page->id;
  RecordImage image;
  if (before.there()) {
    image.header = area_.slots().Header(before.first);
    area_.slots().nvm().ChargeLoad(thread, Category::kDataIo,
                                   sizeof image.header + image.header.bytes);
    area_.slots().Load(before.first, image.value, image.header.bytes);
  } else {
    co_await home_.disk().ReadPage(thread, page);
    const auto read = [&](uint32_t at, void* out, uint32_t size) {
      home_.disk().Peek(page, at, size, static_cast<uint8_t*>(out));
    };
    SlotId slots = 0;
    read(SlottedPage::kCountsAt, &slots, sizeof slots);
    if (item.slot < slots) {
      ReadRecordImage(read, item.slot, item.table, &image);
    } else {
      image.header.deleted = 1;
      image.header.key = item.key;
    }
    image.header.page = page;
    image.header.slot = item.slot;
  }
  Frame* frame = co_await engine_->pages().Latch(thread, page);
  AI_CHECK(frame);
  co_await Step(thread, {kAbortRestore, kBufferStructure, page},
                {.a = page, .b = static_cast<uint32_t>(item.key)});
  AI_CHECK(engine_->pages().Apply(frame, ChangeTo(image.header, image.value), next_lsn_++));
  co_await engine_->pages().Unlatch(thread, frame);
}

Task<void> PcmLog::OnAbort(Thread& thread, Transaction& txn) {
  if (!txn.log) co_return;
  TxnEntry& entry = EntryOf(txn);
  const bool unlists_first = Mutated(kAbortUnlistsFirst);
  thread.set_broken(unlists_first);
  if (unlists_first) co_await Unlist(thread, entry, {kAbortPoint, kAbortPointBack});
  thread.set_broken(false);
  for (size_t i = entry.items.size(); i-- > 0;) {
    Item& item = *entry.items[i];
    // From here on nobody flushes it any more.
    co_await area_.AwaitFlush(thread, item);
    item.dirty = false;
    co_await Restore(thread, item);
    if (item.flushed) {
      Place own = item.current;
      item.current = item.previous;
      item.previous = {};
      item.flushed = false;
      co_await Discard(thread, own, {kAbortDiscard, kAbortDiscardBack});
    }
    area_.Disown(item);
    if (item.current.there()) area_.tables().List(*item.page);
  }
  entry.items.clear();
  engine_->records().ForgetPlaces();
  if (!unlists_first) co_await Unlist(thread, entry, {kAbortPoint, kAbortPointBack});
  entry.enlisted = false;
}

void PcmLog::OnEnd(Transaction& txn) {
  if (!txn.log) return;
  TxnEntry& entry = EntryOf(txn);
  area_.EndPending(entry);
  free_entries_.insert(free_entries_.begin(), entry.entry);
  entry.next_free = free_txns_;
  free_txns_ = &entry;
  txn.log = nullptr;
}

}  // namespace afterimage::pcm
