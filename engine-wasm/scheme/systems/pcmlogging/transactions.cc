// The end of transactions (PCMLogging, algorithm 2).
#include "scheme/systems/pcmlogging/pcm_log.h"
#include "scheme/systems/pcmlogging/story.h"

namespace afterimage::pcm {

// --- Commit --------------------------------------------------------------------------------------

// The pool's version of it is newer than PCM's, so its page is there.
Task<void> PcmLog::FlushRecord(Thread& thread, Item& item) {
  Frame* frame = co_await engine_->pool().Fix(thread, item.page->id);
  AI_CHECK(frame);
  co_await area_.AwaitFlush(thread, item);
  if (item.dirty) {
    const PageView view = engine_->pool().View(frame);
    RecordImage image;
    const auto read = [&](uint32_t at, void* out, uint32_t size) { view.Read(at, out, size); };
    if (item.entry())
      ReadEntryImage(item, &image);
    else
      ReadRecordImage(read, item, &image);
    co_await area_.Flush(thread, item, image.header, image.value, item.lsn);
  }
  engine_->pool().Unfix(thread, frame);
}

// No page that it has changed is split from here to its end: its versions of entries stay newer
// than their pages.
Task<void> PcmLog::AwaitThaw(Thread& thread, const TxnEntry& entry) {
  co_await Ordered(thread);
  for (size_t i = 0; i < entry.items.size();) {
    if (!entry.items[i]->page->frozen) {
      ++i;
      continue;
    }
    co_await area_.AwaitChange(thread);
    i = 0;
  }
  for (const Item* item : entry.items) AI_NATIVE_CHECK(!item->page->frozen);
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
  co_await AwaitThaw(thread, entry);
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
    PageEntry& page = *item.page;
    co_await Discard(thread, item.previous, {kCommitDiscard, kCommitDiscardBack});
    area_.Disown(item);
    area_.MayDestage(thread, page);
  }
  entry.items.clear();
  entry.committing = false;
  area_.WakeAll(thread);
}

// --- Rollback ------------------------------------------------------------------------------------

// The committed version is in PCM or, if not, in the base of its page, which has to be read: before
// images of records are not kept.
Task<void> PcmLog::ReadBefore(Thread& thread, Item& item, RecordImage* image) {
  const PageId page = item.page->id;
  if (item.before().there()) {
    image->header = area_.slots().Header(item.before().first);
    area_.slots().Load(item.before().first, image->value, image->header.bytes);
    co_await area_.slots().nvm().Read(thread, Category::kDataIo,
                                      area_.params().layout.Slot(item.before().first),
                                      sizeof image->header + image->header.bytes);
    co_return;
  }
  const uint32_t page_bytes = area_.params().layout.page_bytes;
  auto* bytes = static_cast<uint8_t*>(arena_.AllocatePooled(page_bytes));
  co_await home_.ReadBase(thread, page, bytes);
  const auto read = [&](uint32_t at, void* out, uint32_t size) {
    std::memcpy(out, bytes + at, size);
  };
  SlotId slots = 0;
  read(SlottedPage::kCountsAt, &slots, sizeof slots);
  if (item.slot < slots)
    ReadRecordImage(read, item, image);
  else
    image->header = {.key = item.key, .deleted = 1};
  image->header.page = page;
  image->header.slot = item.slot;
  arena_.Recycle(bytes, page_bytes);
}

Task<void> PcmLog::Restore(Thread& thread, Frame* frame, Item& item, const RecordImage& image) {
  co_await Step(thread, {kAbortRestore, kBufferStructure, frame->page},
                {.a = frame->page, .b = static_cast<uint32_t>(item.key)});
  co_await InTurn(thread);
  const Change change = item.entry() ? ChangeBack(item) : ChangeTo(image.header, image.value);
  AI_CHECK(engine_->pages().Apply(frame, change, next_lsn_++));
}

Task<void> PcmLog::RestorePage(Thread& thread, Item& item) {
  const PageId page = item.page->id;
  const uint32_t page_bytes = area_.params().layout.page_bytes;
  auto* bytes = static_cast<uint8_t*>(arena_.AllocatePooled(page_bytes));
  co_await home_.ReadBase(thread, page, bytes);
  thread.At({kAbortRestore, kBufferStructure, page});
  // A page that had never been written is empty again, which no complete page is.
  co_await engine_->recovery().Restore(thread, page, bytes, next_lsn_++);
  arena_.Recycle(bytes, page_bytes);
}

// The item may move to another page, and its page may leave DRAM or come back, while this waits. No
// page is split under its latch.
Task<void> PcmLog::AbortItem(Thread& thread, Item& item) {
  const bool by_page = area_.params().by_page;
  RecordImage image;
  if (!by_page && !item.entry()) co_await ReadBefore(thread, item, &image);
  BufferPool& pool = engine_->pool();
  Frame* frame = nullptr;
  for (;;) {
    co_await Ordered(thread);
    const PageId page = item.page->id;
    if (!by_page && pool.Lookup(page)) {
      frame = co_await engine_->pages().Latch(thread, page);
      AI_CHECK(frame);
    }
    co_await area_.AwaitFlush(thread, item);
    const bool here = item.page->id == page && (frame || by_page || !pool.Lookup(page));
    if (here && (frame || !item.page->frozen)) break;
    if (frame) co_await engine_->pages().Unlatch(thread, frame);
    frame = nullptr;
  }
  AI_NATIVE_CHECK(!item.flushing && (frame || !item.page->frozen));
  item.flushing = true;
  item.dirty = false;
  if (frame) {
    co_await Restore(thread, frame, item, image);
    co_await engine_->pages().Unlatch(thread, frame);
  } else if (by_page && pool.Lookup(item.page->id)) {
    co_await RestorePage(thread, item);
  }
  if (item.flushed) {
    Place own = item.current;
    item.current = item.previous;
    item.previous = {};
    item.flushed = false;
    area_.tables().Changed();
    co_await Discard(thread, own, {kAbortDiscard, kAbortDiscardBack});
  }
  // The owner may have given the record's place on the page to another one.
  if (!by_page && !item.entry()) item.key = image.header.key;
  PageEntry& page = *item.page;
  if (item.current.there()) area_.MayDestage(thread, page);
  area_.EndFlush(thread, item);
  area_.Disown(item);
}

Task<void> PcmLog::OnAbort(Thread& thread, Transaction& txn) {
  if (!txn.log) co_return;
  TxnEntry& entry = EntryOf(txn);
  const bool unlists_first = Mutated(kAbortUnlistsFirst);
  thread.set_broken(unlists_first);
  if (unlists_first) co_await Unlist(thread, entry, {kAbortPoint, kAbortPointBack});
  thread.set_broken(false);
  for (size_t i = entry.items.size(); i-- > 0;) co_await AbortItem(thread, *entry.items[i]);
  entry.items.clear();
  if (area_.params().by_page) engine_->records().ForgetPlaces();
  if (!unlists_first) co_await Unlist(thread, entry, {kAbortPoint, kAbortPointBack});
  entry.enlisted = false;
}

}  // namespace afterimage::pcm
