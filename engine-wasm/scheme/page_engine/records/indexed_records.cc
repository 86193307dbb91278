#include "scheme/page_engine/records/indexed_records.h"

namespace afterimage {

// --- The database --------------------------------------------------------------------------------

bool IndexedRecords::Format(const InitialRows& rows) {
  auto* pages = arena_.New<InitialPages>(arena_, rows, pages_.params().page_bytes);
  if (!pages->fits()) return false;
  pages_.home().SetSource(pages);
  pool_.SetInitial(pages);
  for (uint32_t i = 0; i < schema_.table_count(); ++i) {
    const auto table = static_cast<TableId>(i);
    for (uint32_t index = 0; index < schema_.table(table).indexes(); ++index)
      OpenTree(table, index, pages->root(table, index));
  }
  if (pages_.params().warm) Warm(*pages);
  return true;
}

void IndexedRecords::Warm(const InitialPages& pages) {
  if (!pages_.params().drop_caches) pages_.home().Warm();
  const uint32_t frames = pages_.params().frames;
  uint32_t indexes = 0, heap = 0;
  pages.ForEachRun([&](PageId, uint32_t count, bool index) { (index ? indexes : heap) += count; });
  const uint64_t room = frames > indexes ? frames - indexes : 0;
  pool_.ExpectWarm(indexes + std::min<uint64_t>(heap, room));
  pages.ForEachRun([&](PageId first, uint32_t count, bool index) {
    if (index || room >= heap) return pool_.Prefill(first, count);
    const PageId end = first + count;
    for (PageId from = first, page = first; page <= end; ++page) {
      if (page < end && Mix64(page) % heap < room) continue;
      if (page > from) pool_.Prefill(from, page - from);
      from = page + 1;
    }
  });
}

bool IndexedRecords::ReadCatalog(const SlottedPage& catalog) {
  for (uint32_t i = 0; i < schema_.table_count(); ++i) {
    const auto table = static_cast<TableId>(i);
    const TableInfo& info = schema_.table(table);
    CatalogEntry entry;
    Value value;
    if (!catalog.ReadValue(catalog.Find(table), &value) || value.size != sizeof entry) return false;
    std::memcpy(&entry, value.bytes, sizeof entry);
    if (entry.value_bytes != info.value_bytes || entry.indexes != info.indexes()) return false;
    for (uint32_t index = 0; index < entry.indexes; ++index)
      OpenTree(table, index, entry.root[index]);
  }
  return true;
}

void IndexedRecords::Check(const PageBytes& pages, StructureCheck& check) {
  IndexedCheck(pages, pages_.page_limit(), pages_.params().page_bytes, schema_, check).Run();
}

// --- Finding -------------------------------------------------------------------------------------

bool IndexedRecords::TryLocate(Thread& thread, Transaction& txn, TableId table, Key key,
                               Frame** frame, SlotId* slot, Status* status) {
  uint64_t packed = txn.found_rid;
  if (packed == 0 || txn.found_key != key || txn.found_table != table) {
    txn.found_value_known = false;
    IndexTree::Outcome outcome;
    if (!Tree(table, 0).TryFind(thread, key, &packed, &outcome)) return false;
    *status = Status::kNotFound;
    if (outcome == IndexTree::Outcome::kMissing) return true;
    RememberPlace(txn, table, key, packed);
  }
  const Rid rid = Rid::Of(packed);
  *frame = pool_.TryFix(rid.page);
  if (!*frame) return false;
  thread.Execute(Category::kBufferPool, pool_.fix_ns());
  *slot = rid.slot;
  *status = Status::kOk;
  return true;
}

Task<Status> IndexedRecords::Locate(Thread& thread, TableId table, Key key, Frame** frame, Rid* rid,
                                    Value* served) {
  uint64_t packed = 0;
  const IndexTree::Outcome outcome = co_await Tree(table, 0).Find(thread, key, &packed);
  if (outcome == IndexTree::Outcome::kMissing) co_return Status::kNotFound;
  if (outcome == IndexTree::Outcome::kDamaged) co_return Status::kDamaged;
  *rid = Rid::Of(packed);
  if (rid->page >= pages_.page_limit()) co_return Status::kDamaged;
  if (kWhole && served && serves_records()) {
    const bool done = co_await TryServe(thread, rid->page, table, key, served);
    if (done) co_return Status::kOk;
  }
  *frame = co_await pool_.Fix(thread, rid->page);
  co_return *frame ? Status::kOk : Status::kDamaged;
}

void IndexedRecords::RememberPlace(Transaction& txn, TableId table, Key key, uint64_t rid) {
  txn.found_key = key;
  txn.found_table = table;
  txn.found_rid = rid;
}

Task<PageId> IndexedRecords::PageOf(Thread& thread, Key key) {
  uint64_t packed = 0;
  const IndexTree::Outcome outcome = co_await Tree(0, 0).Find(thread, key, &packed);
  co_return outcome == IndexTree::Outcome::kFound ? Rid::Of(packed).page : kNoPage;
}

// The entry may have moved since it was logged: undo goes to where it belongs now.
Task<Frame*> IndexedRecords::LatchLeafOf(Thread& thread, const Change& change) {
  if (!HasTree(change.table, change.index)) co_return nullptr;
  structure_.SetRollingBack(thread, true);
  Frame* leaf = co_await Tree(change.table, change.index)
                    .LatchLeaf(thread, change.key, change.kind == ChangeKind::kEntryErase);
  structure_.SetRollingBack(thread, false);
  co_return leaf;
}

void IndexedRecords::ForgetPlaces() {
  for (IndexTree* tree : trees_) {
    if (tree) tree->ForgetPlaces();
  }
  heap_.ForgetPlaces();
}

Task<bool> IndexedRecords::ReadKey(Thread& thread, Rid rid, Key* key) {
  Frame* frame = pages_.TryFix(thread, rid.page);
  if (!frame) frame = co_await pool_.Bring(thread, rid.page);
  if (!frame) co_return false;
  const SlottedPage page(pool_.View(frame));
  const bool there = rid.slot < page.slots();
  if (there) *key = page.key(rid.slot);
  pool_.Unfix(thread, frame);
  co_return there;
}

// An entry may go, or another may come before it, while this waits for the record's lock: then it
// looks again. It is done when it finds the same entry with its lock held, even if the leaf has
// been evicted meanwhile: the entry cannot be removed any more.
Task<Status> IndexedRecords::Seek(Thread& thread, Transaction& txn, const KeyRange& range,
                                  LockMode mode, Key* key, Value* value) {
  if (!Locks(mode)) {
    Status read = Status::kOk;
    const bool decided = co_await SeekUnlocked(thread, txn, range, key, value, &read);
    if (decided) co_return read;
  }
  IndexTree& tree = Tree(range.table, range.index);
  std::optional<IndexEntry> locked, missed;
  const auto is = [](const std::optional<IndexEntry>& one, const IndexEntry& other) {
    return one && one->key == other.key && one->value == other.value;
  };
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
    if (outcome == IndexTree::Outcome::kDamaged || rid.page >= pages_.page_limit())
      co_return Status::kDamaged;
    // The record's own key is what locks go by; a secondary entry does not say it.
    Key record = found.entry.key;
    if (range.index > 0 && !co_await ReadKey(thread, rid, &record)) {
      // Who had inserted the record may have been rolled back meanwhile, and the page come back
      // without its slot: then the entry is gone, too.
      if (!kWhole || !pages_.params().lsns_fall || is(missed, found.entry))
        co_return Status::kDamaged;
      missed = found.entry;
      continue;
    }
    thread.At({LineOf(pages_.labels().lock, mode), 0, 0});
    if (locks_tables() && co_await LockTable(thread, txn, range.table, mode) == LockResult::kDie)
      co_return Status::kMustAbort;
    if (locks_records() &&
        co_await locks_.Lock(thread, txn, range.table, LockNameOf(range.table, record), mode) ==
            LockResult::kDie)
      co_return Status::kMustAbort;
    co_await Ordered(thread);
    const bool same = is(locked, found.entry);
    bool unchanged = tree.Unchanged(found);
    if (kWhole && unchanged && pages_.params().lsns_fall)
      unchanged = tree.StillFirst(found, range.from, range.to, range.descending);
    if (!unchanged && !same) {
      locked = found.entry;
      continue;
    }
    Frame* frame = pages_.TryFix(thread, rid.page);
    bool there = false;
    if (kWhole && !frame && mode == LockMode::kShared && serves_records())
      there = co_await TryServe(thread, rid.page, range.table, record, value);
    if (!there) {
      if (!frame) frame = co_await pool_.Bring(thread, rid.page);
      if (!frame) co_return Status::kDamaged;
      there = pool_.ReadRecord(frame, rid.slot, value);
      pool_.Unfix(thread, frame);
    }
    *key = found.entry.key;
    RememberPlace(txn, range.table, record, rid.Packed());
    Remember(txn, mode, *value);
    co_return there ? Status::kOk : Status::kDamaged;
  }
}

// --- Changing ------------------------------------------------------------------------------------

Task<Status> IndexedRecords::PutEntries(Thread& thread, Transaction& txn, TableId table, Key key,
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
    co_await pages_.LogAndApply(thread, txn, leaf, change);
    co_await pages_.Unlatch(thread, leaf);
  }
  co_return Status::kOk;
}

Task<Status> IndexedRecords::Insert(Thread& thread, Transaction& txn, TableId table, Key key,
                                    const Value& value) {
  thread.At({pages_.labels().lock, 0, 0});
  if (locks_tables() &&
      co_await LockTable(thread, txn, table, LockMode::kExclusive) == LockResult::kDie)
    co_return Status::kMustAbort;
  if (locks_records() && co_await locks_.Lock(thread, txn, table, LockNameOf(table, key),
                                              LockMode::kExclusive) == LockResult::kDie)
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
  thread.At({pages_.labels().fix, kBufferStructure, 0});
  Change change;
  change.kind = ChangeKind::kInsert;
  change.table = table;
  change.key = key;
  Frame* frame = co_await heap_.WithRoom(thread, table, key, txn, &change.slot);
  if (!frame) co_return Status::kPageFull;
  change.page = frame->page;
  change.after = {value.bytes, value.size};
  co_await pages_.LogAndApply(thread, txn, frame, change);
  co_await pages_.Unlatch(thread, frame);
  const Status put =
      co_await PutEntries(thread, txn, table, key, value, {change.page, change.slot}, true);
  co_return put;
}

Task<Status> IndexedRecords::Update(Thread& thread, Transaction& txn, TableId table, Key key,
                                    const Value& value) {
  return Modify(thread, txn, table, key, &value);
}
Task<Status> IndexedRecords::Erase(Thread& thread, Transaction& txn, TableId table, Key key) {
  return Modify(thread, txn, table, key, nullptr);
}

Task<Status> IndexedRecords::Modify(Thread& thread, Transaction& txn, TableId table, Key key,
                                    const Value* value) {
  thread.At({pages_.labels().lock, 0, 0});
  if (locks_tables() &&
      co_await LockTable(thread, txn, table, LockMode::kExclusive) == LockResult::kDie)
    co_return Status::kMustAbort;
  const LockModes enough = value ? kEnoughToUpdate : LockModes{0};
  if (locks_records() && co_await locks_.Lock(thread, txn, table, LockNameOf(table, key),
                                              LockMode::kExclusive, enough) == LockResult::kDie)
    co_return Status::kMustAbort;
  const uint32_t changes = value ? 1 : 1 + schema_.table(table).indexes();
  if (!co_await hooks_.Reserve(thread, txn, changes)) co_return Status::kMustAbort;
  thread.At({pages_.labels().fix, kBufferStructure, 0});
  Change change;
  Frame* frame = nullptr;
  Rid rid;
  Value& old = txn.found_value;
  Status status = Status::kOk;
  co_await Ordered(thread);
  if (!TryLocate(thread, txn, table, key, &frame, &rid.slot, &status))
    status = co_await Locate(thread, table, key, &frame, &rid, value ? &old : nullptr);
  if (status != Status::kOk) co_return status;
  if (kWhole && !frame) {
    const bool done = co_await TryUpdateServed(thread, txn, table, key, rid.page, old, *value);
    if (done) {
      old.size = value->size;
      std::memcpy(old.bytes, value->bytes, value->size);
      co_return Status::kOk;
    }
    frame = co_await pool_.Fix(thread, rid.page);
    if (!frame) co_return Status::kDamaged;
  }
  change.slot = rid.slot;
  co_await Latch::Acquire(thread, frame->latch, Category::kBufferPool);
  const bool there = txn.found_value_known || pool_.ReadRecord(frame, change.slot, &old);
  change.table = table;
  change.key = key;
  change.page = frame->page;
  if (there) SetImages(old, value, &change);
  if (!value) txn.found_rid = 0;
  // An update that changes nothing needs no log.
  if (there && (!value || change.after.size > 0))
    co_await pages_.LogAndApply(thread, txn, frame, change);
  co_await pages_.Unlatch(thread, frame);
  if (!there) co_return Status::kDamaged;
  if (value) {
    std::memcpy(old.bytes + change.offset, change.after.data, change.after.size);
    co_return Status::kOk;
  }
  const Status put =
      co_await PutEntries(thread, txn, table, key, old, {change.page, change.slot}, false);
  co_return put;
}

}  // namespace afterimage
