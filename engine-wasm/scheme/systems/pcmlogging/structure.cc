// Structure changes. The paper leaves indexes to future work; here a split is a transaction of its
// own over complete pages, all of whose new versions count or none.
//
// An entry of an index is a version of its own, as a record is, and belongs to a leaf. When the
// leaf is split, the new versions of the pages contain its committed entries, and the entries' own
// versions go. Changes of entries by running transactions are in none of the pages: each
// transaction keeps versions of its own, which it writes anew, since they belong to another page
// now or are older than their page. So an entry that counts is always newer than the version of its
// page, and recovery skips those that are not.
#include "db/index/index_node.h"
#include "scheme/systems/pcmlogging/pcm_log.h"
#include "scheme/systems/pcmlogging/story.h"

namespace afterimage::pcm {

// A split belongs to the client's transaction if transactions lock pages: no other one may change
// its pages before it ends.
Transaction* PcmLog::StructureOwner(Thread& thread) {
  if (!area_.params().by_page) return nullptr;
  Transaction* client = nullptr;
  for (Transaction* txn = engine_->active().first(); txn; txn = txn->next) {
    if (txn->system || txn->thread != &thread) continue;
    if (!client || txn->label == thread.txn()) client = txn;
  }
  AI_CHECK(client);
  return client;
}

// The structure change has begun and has not said so: it is the last one of this thread.
Task<void> PcmLog::BeforeSplit(Thread& thread, PageId page) {
  PageEntry& split = area_.tables().Get(page);
  co_await area_.Freeze(thread, split);
  for (Transaction* txn = engine_->active().first(); txn; txn = txn->next) {
    if (!txn->system || txn->thread != &thread) continue;
    txn->log = TakeEntry(*txn);
    EntryOf(*txn).split = &split;
  }
}

uint32_t PcmLog::RoomKept(PageId page) const {
  const PageEntry* entry = area_.tables().Find(page);
  return entry ? entry->kept : 0;
}

void PcmLog::MoveEntries(TxnEntry& entry) {
  struct Leaf {
    Key from;
    PageEntry* page;
  };
  Leaf leaves[Allocation::kMost + 1];
  uint32_t count = 0;
  BufferPool& pool = engine_->pool();
  for (const Item* item : entry.items) {
    const IndexNode node(pool.View(pool.Lookup(item->page->id)));
    if (node.kind() != PageKind::kNode || node.level() > 0) continue;
    uint32_t at = count++;
    for (; at > 0 && leaves[at - 1].from > node.key(0); --at) leaves[at] = leaves[at - 1];
    leaves[at] = {node.key(0), item->page};
  }
  if (count == 0) return;
  for (Item* item = entry.split->items; item;) {
    Item* next = item->older;
    if (item->entry()) {
      PageEntry* to = leaves[0].page;
      for (uint32_t i = 1; i < count && leaves[i].from <= item->key; ++i) to = leaves[i].page;
      to->frozen = true;
      if (to != entry.split) area_.tables().Move(*item, *to);
      if (item->flushed) item->dirty = true;
    }
    item = next;
  }
  area_.tables().Changed();
}

// The committed version may be on its way to another slot, or its bit about to go.
Task<void> PcmLog::FlushPage(Thread& thread, Item& item) {
  co_await area_.AwaitFlush(thread, item);
  const uint32_t page_bytes = area_.params().layout.page_bytes;
  BufferPool& pool = engine_->pool();
  auto* bytes = static_cast<uint8_t*>(arena_.AllocatePooled(page_bytes));
  pool.View(pool.Lookup(item.page->id)).Read(0, bytes, page_bytes);
  home_.WithoutRunning(*item.page, bytes);
  SlotHeader header;
  header.bytes = static_cast<uint16_t>(page_bytes);
  co_await area_.Flush(thread, item, header, bytes, item.lsn);
  arena_.Recycle(bytes, page_bytes);
}

Task<void> PcmLog::Fold(Thread& thread, PageEntry& page) {
  co_await Ordered(thread);
  for (Item* item = page.items; item;) {
    if (item->flushing) {  // its slots go to the disk just now
      co_await area_.AwaitChange(thread);
      item = page.items;
      continue;
    }
    if (!item->entry() || !item->before().there()) {
      item = item->older;
      continue;
    }
    item->flushing = true;
    co_await Discard(thread, item->before(), {kSplitFold, kSplitFoldBack});
    area_.EndFlush(thread, *item);
    area_.tables().DropIfEmpty(*item);
    item = page.items;
  }
  // None that counts is older than its page.
  for (Item* item = page.items; item; item = item->older)
    AI_NATIVE_CHECK(!item->entry() || !item->before().there());
}

#if AFTERIMAGE_WATCHES_READS
// What running transactions have of a page that is split, or of its parts, stays where it is, and
// no thread writes it. What has committed may be on its way to the disk.
void PcmLog::CheckFrozen(const TxnEntry& entry) const {
  if (!entry.split) return;
  AI_CHECK(entry.split->frozen);
  for (const Item* whole : entry.items) {
    for (const Item* item = whole->page->items; item; item = item->older)
      AI_CHECK(!item->entry() || (whole->page->frozen && !(item->flushing && item->owner)));
  }
}
#endif

// The pages are still latched, so no other transaction has seen them yet. The versions that a
// client owns count when the client commits.
Task<void> PcmLog::OnSystemApplied(Thread& thread, Transaction& txn) {
  if (!txn.system) co_return;
  TxnEntry& entry = EntryOf(txn);
  if (entry.split) MoveEntries(entry);
#if AFTERIMAGE_WATCHES_READS
  CheckFrozen(entry);
#endif
  entry.committing = true;
  const bool one_by_one = Mutated(kPagesOneByOne);  // each has a number of its own
  for (size_t i = 0; i < entry.items.size(); ++i) {
    co_await Step(thread, {kSplitFlush, kBufferStructure, entry.items[i]->page->id});
    co_await FlushPage(thread, *entry.items[i]);
    if (!one_by_one) continue;
    thread.set_broken(true);
    co_await Unlist(thread, entry, {kSplitPoint, kSplitPointBack});
    thread.set_broken(false);
    area_.EndXid(entry.xid);
    entry.xid = area_.NewXid();
    entry.left = false;
  }
  co_await Unlist(thread, entry, {kSplitPoint, kSplitPointBack});
  entry.enlisted = false;
  for (size_t i = 0; i < entry.items.size(); ++i) {
    Item& item = *entry.items[i];
    PageEntry& page = *item.page;
    co_await Discard(thread, item.previous, {kSplitDiscard, kSplitDiscardBack});
    co_await Fold(thread, page);
    area_.Disown(item);
    area_.MayDestage(thread, page);
  }
#if AFTERIMAGE_WATCHES_READS
  CheckFrozen(entry);
#endif
  for (const Item* item : entry.items) area_.Thaw(thread, *item->page);
  if (entry.split) area_.Thaw(thread, *entry.split);
  entry.items.clear();
}

}  // namespace afterimage::pcm
