// Records in heap pages, found through B+-trees.
#include <algorithm>
#include <optional>

#include "scheme/page_engine.h"

namespace afterimage {

// --- Pages ---------------------------------------------------------------------------------------

Task<Allocation> PageEngine::AllocatePages(Thread& thread, uint32_t count, PageId latched,
                                           PageId latched_too) {
  Allocation taken;
  Frame* allocator = co_await Latch(thread, kAllocatorPage);
  if (!allocator) co_return taken;
  const PageView view = pool_.View(allocator);
  const PageId first = view.Get<uint32_t>(kNextPageAt);
  // The last few are for those who roll back: putting an entry back may need a split.
  const bool undoing = undoing_ >> (thread.id() % 64) & 1;
  const uint32_t kept = undoing ? 0 : std::min(kUndoPages, params_.spare_pages / 4);
  const bool whole =
      view.kind() == PageKind::kAllocator && first > kAllocatorPage && first < page_limit_;
  const auto taken_by_caller = [&](PageId page) { return page >= first && page - first < count; };
  if (!whole || taken_by_caller(latched) || taken_by_caller(latched_too) ||
      first + count + kept > page_limit_) {
    co_await Unlatch(thread, allocator);
    co_return taken;
  }
  for (; taken.count < count; ++taken.count) {
    Frame* frame = co_await pool_.Create(thread, first + taken.count);
    co_await Latch::Acquire(thread, frame->latch, Category::kBufferPool);
    taken.page[taken.count] = frame;
  }
  taken.allocator = allocator;
  co_return taken;
}

Task<void> PageEngine::ChangeTogether(Thread& thread, PageId split, const Allocation& taken,
                                      FrameChange* changes, uint32_t count) {
  constexpr uint32_t kMost = 5;
  AI_CHECK(count < kMost);
  Transaction txn;
  txn.id = next_system_++;
  txn.label = thread.txn();
  txn.system = true;
  txn.thread = &thread;
  active_.Add(txn);
  if (split != kNoPage) co_await hooks_.BeforeSplit(thread, split);
  co_await hooks_.OnBegin(thread, txn);
  const PageId first = taken.page[0]->page, next = first + taken.count;
  FrameChange all[kMost];
  all[0].frame = taken.allocator;
  all[0].change.kind = ChangeKind::kBytes;
  all[0].change.page = kAllocatorPage;
  all[0].change.offset = kNextPageAt;
  all[0].change.before = {reinterpret_cast<const uint8_t*>(&first), sizeof first};
  all[0].change.after = {reinterpret_cast<const uint8_t*>(&next), sizeof next};
  std::copy(changes, changes + count, all + 1);
  Lsn lsn[kMost];
  for (uint32_t i = 0; i <= count; ++i) {
    pool_.MarkDirty(all[i].frame, hooks_.NextLsn());
    lsn[i] = co_await hooks_.OnUpdate(thread, txn, all[i].change);
    if (txn.first_lsn == kNoLsn) txn.first_lsn = lsn[i];
    txn.last_lsn = lsn[i];
  }
  co_await hooks_.OnSystemEnd(thread, txn);
  co_await Ordered(thread);
  thread.At({labels_.change_page, kBufferStructure, all[1].frame->page});
  co_await Note(thread, EventKind::kWrite,
                {.tier = Tier::kDram,
                 .address = all[1].frame->address,
                 .size = params_.page_bytes,
                 .a = static_cast<uint32_t>(lsn[1])});
  for (uint32_t i = 0; i <= count; ++i) AI_CHECK(Apply(all[i].frame, all[i].change, lsn[i]));
  co_await hooks_.OnSystemApplied(thread, txn);
  active_.Remove(txn);
  hooks_.OnEnd(txn);
  ++counters_.structure_changes;
  co_await Unlatch(thread, taken.allocator);
}

Task<Frame*> PageEngine::NewHeapPage(Thread& thread, TableId table) {
  const Allocation taken = co_await AllocatePages(thread, 1, kNoPage, kNoPage);
  if (!taken) co_return nullptr;
  Frame* frame = taken.page[0];
  // An empty slotted page: all but page LSN and checksum.
  uint8_t header[SlottedPage::kHeaderBytes] = {};
  const auto free_end = static_cast<uint16_t>(params_.page_bytes);
  std::memcpy(header + 8, &frame->page, sizeof frame->page);
  std::memcpy(header + 14, &free_end, sizeof free_end);
  header[PageView::kKindAt] = static_cast<uint8_t>(PageKind::kSlotted);
  const PageOwner owner = PageOwner::Of(table);
  std::memcpy(header + PageView::kOwnerAt, &owner, sizeof owner);
  FrameChange fresh;
  fresh.frame = frame;
  fresh.change.kind = ChangeKind::kBytes;
  fresh.change.page = frame->page;
  fresh.change.offset = 8;
  fresh.change.after = {header + 8, sizeof header - 8};
  co_await ChangeTogether(thread, kNoPage, taken, &fresh, 1);
  co_return frame;
}

// Each thread fills pages of its own, so inserters do not queue for one page.
Task<Frame*> PageEngine::HeapPageWithRoom(Thread& thread, TableId table, Key key,
                                          const Transaction& txn, SlotId* slot) {
  const uint32_t at = thread.id() * kMaxTables + table;
  if (at >= hints_.size()) hints_.resize(at + kMaxTables);
  const uint32_t value_bytes = schema_.table(table).value_bytes;
  if (hints_[at] != 0) {
    Frame* frame = co_await Latch(thread, hints_[at]);
    if (!frame) co_return nullptr;
    const SlottedPage page(pool_.View(frame));
    *slot = page.slots();
    if (page.HasRoom(value_bytes)) co_return frame;
    *slot = page.FindRoom(key, value_bytes,
                          [&](Key ghost) { return !locks_.LockedByOther(table, ghost, txn); });
    if (*slot != SlottedPage::kNoSlot) co_return frame;
    co_await Unlatch(thread, frame);
  }
  Frame* frame = co_await NewHeapPage(thread, table);
  if (frame) hints_[at] = frame->page;
  *slot = 0;
  co_return frame;
}

// For a caller who is ordered: null where the page is not here.
Frame* PageEngine::FixHere(Thread& thread, PageId page) {
  thread.Execute(Category::kBufferPool, pool_.fix_ns());
  return pool_.TryFix(page);
}

// --- Records -------------------------------------------------------------------------------------

Task<Status> PageEngine::PutEntries(Thread& thread, Transaction& txn, TableId table, Key key,
                                    const Value& value, Rid rid, bool insert) {
  const TableInfo& info = schema_.table(table);
  const uint64_t packed = rid.Packed();
  const Bytes bytes{reinterpret_cast<const uint8_t*>(&packed), sizeof packed};
  for (uint32_t index = 0; index < info.indexes(); ++index) {
    Change change;
    change.kind = insert ? ChangeKind::kEntryInsert : ChangeKind::kEntryErase;
    change.table = table;
    change.index = static_cast<uint8_t>(index);
    change.key = index == 0 ? key : info.secondary(key, value.bytes);
    (insert ? change.after : change.before) = bytes;
    Frame* leaf = co_await Tree(table, index).LatchLeaf(thread, change.key, insert);
    if (!leaf) co_return Status::kPageFull;
    change.page = leaf->page;
    co_await LogAndApply(thread, txn, leaf, change);
    co_await Unlatch(thread, leaf);
  }
  co_return Status::kOk;
}

Task<Status> PageEngine::InsertIndexed(Thread& thread, Transaction& txn, TableId table, Key key,
                                       const Value& value) {
  thread.At({labels_.lock, 0, 0});
  if (params_.table_locks &&
      co_await LockTable(thread, txn, table, LockMode::kExclusive) == LockResult::kDie)
    co_return Status::kMustAbort;
  if (co_await Lock(thread, txn, table, key, LockMode::kExclusive) == LockResult::kDie)
    co_return Status::kMustAbort;
  if (!co_await hooks_.Reserve(thread, txn, 1 + schema_.table(table).indexes()))
    co_return Status::kMustAbort;
  uint64_t packed = 0;
  IndexTree::Outcome outcome;
  co_await Ordered(thread);
  if (!Tree(table, 0).TryFind(thread, key, &packed, &outcome))
    outcome = co_await Tree(table, 0).WalkToFind(thread, key, &packed);
  if (outcome == IndexTree::Outcome::kDamaged) co_return Status::kDamaged;
  if (outcome == IndexTree::Outcome::kFound) co_return Status::kExists;
  thread.At({labels_.fix, kBufferStructure, 0});
  Change change;
  change.kind = ChangeKind::kInsert;
  change.table = table;
  change.key = key;
  Frame* frame = co_await HeapPageWithRoom(thread, table, key, txn, &change.slot);
  if (!frame) co_return Status::kPageFull;
  change.page = frame->page;
  change.after = {value.bytes, value.size};
  co_await LogAndApply(thread, txn, frame, change);
  co_await Unlatch(thread, frame);
  const Status put =
      co_await PutEntries(thread, txn, table, key, value, {change.page, change.slot}, true);
  co_return put;
}

Task<Status> PageEngine::ModifyIndexed(Thread& thread, Transaction& txn, TableId table, Key key,
                                       Verb verb, const Value* value) {
  thread.At({labels_.lock, 0, 0});
  if (params_.table_locks &&
      co_await LockTable(thread, txn, table, LockMode::kExclusive) == LockResult::kDie)
    co_return Status::kMustAbort;
  if (co_await Lock(thread, txn, table, key, LockMode::kExclusive) == LockResult::kDie)
    co_return Status::kMustAbort;
  const uint32_t changes = verb == Verb::kErase ? 1 + schema_.table(table).indexes() : 1;
  if (!co_await hooks_.Reserve(thread, txn, changes)) co_return Status::kMustAbort;
  thread.At({labels_.fix, kBufferStructure, 0});
  Change change;
  Frame* frame = nullptr;
  Status status = Status::kOk;
  co_await Ordered(thread);
  if (!TryLocate(thread, txn, table, key, &frame, &change.slot, &status))
    status = co_await Locate(thread, table, key, &frame, &change.slot);
  if (status != Status::kOk) co_return status;
  co_await Latch::Acquire(thread, frame->latch, Category::kBufferPool);
  Value& old = txn.found_value;
  const bool there = txn.found_value_known || pool_.ReadRecord(frame, change.slot, &old);
  change.table = table;
  change.key = key;
  change.page = frame->page;
  if (verb == Verb::kUpdate) {
    if (there) Narrow(old, *value, &change);
  } else {
    change.kind = ChangeKind::kErase;
    change.before = {old.bytes, old.size};
    txn.found_rid = 0;
  }
  // An update that changes nothing needs no log.
  if (there && (verb == Verb::kErase || change.after.size > 0))
    co_await LogAndApply(thread, txn, frame, change);
  co_await Unlatch(thread, frame);
  if (!there) co_return Status::kDamaged;
  if (verb == Verb::kUpdate) {
    std::memcpy(old.bytes + change.offset, change.after.data, change.after.size);
    co_return Status::kOk;
  }
  const Status put =
      co_await PutEntries(thread, txn, table, key, old, {change.page, change.slot}, false);
  co_return put;
}

// An entry may go, or another may come before it, while this waits for the record's lock: then it
// looks again. Who finds the same entry with its lock held is done, even where the leaf has been
// evicted meanwhile: nobody can take it away now.
Task<Status> PageEngine::Seek(Thread& thread, Transaction& txn, const KeyRange& range,
                              LockMode mode, Key* key, Value* value) {
  if (hashed()) co_return Status::kNotFound;
  IndexTree& tree = Tree(range.table, range.index);
  std::optional<IndexEntry> locked;
  for (;;) {
    IndexTree::Found found;
    IndexTree::Outcome outcome;
    if (range.descending) {
      outcome = co_await tree.FindLast(thread, range.from, range.to, &found);
    } else {
      co_await Ordered(thread);
      if (!tree.TryFindFirst(thread, range.from, range.to, &found, &outcome)) {
        outcome = co_await tree.WalkToFirst(thread, range.from, range.to, &found);
      }
    }
    if (outcome == IndexTree::Outcome::kMissing) co_return Status::kNotFound;
    const Rid rid = Rid::Of(found.entry.value);
    if (outcome == IndexTree::Outcome::kDamaged || rid.page >= page_limit_)
      co_return Status::kDamaged;
    // The record's own key is what locks go by; a secondary entry does not say it.
    Key record = found.entry.key;
    if (range.index > 0) {
      Frame* frame = FixHere(thread, rid.page);
      if (!frame) frame = co_await pool_.Bring(thread, rid.page);
      if (!frame) co_return Status::kDamaged;
      const SlottedPage page(pool_.View(frame));
      const bool there = rid.slot < page.slots();
      if (there) record = page.key(rid.slot);
      pool_.Unfix(thread, frame);
      if (!there) co_return Status::kDamaged;
    }
    thread.At({labels_.lock, 0, 0});
    if (params_.table_locks &&
        co_await LockTable(thread, txn, range.table, mode) == LockResult::kDie)
      co_return Status::kMustAbort;
    if (co_await Lock(thread, txn, range.table, record, mode) == LockResult::kDie)
      co_return Status::kMustAbort;
    co_await Ordered(thread);
    const bool same =
        locked && locked->key == found.entry.key && locked->value == found.entry.value;
    if (!tree.Unchanged(found) && !same) {
      locked = found.entry;
      continue;
    }
    Frame* frame = FixHere(thread, rid.page);
    if (!frame) frame = co_await pool_.Bring(thread, rid.page);
    if (!frame) co_return Status::kDamaged;
    const bool there = pool_.ReadRecord(frame, rid.slot, value);
    pool_.Unfix(thread, frame);
    *key = found.entry.key;
    txn.found_key = record;
    txn.found_table = range.table;
    txn.found_rid = rid.Packed();
    Remember(txn, mode, *value);
    co_return there ? Status::kOk : Status::kDamaged;
  }
}

}  // namespace afterimage
