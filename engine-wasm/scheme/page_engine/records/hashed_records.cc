#include "scheme/page_engine/records/hashed_records.h"

namespace afterimage {

// --- The database --------------------------------------------------------------------------------

bool HashedRecords::Format(const InitialRows& rows) {
  if (rows.table_count() > 1 || rows.reads_ranges()) return false;
  const uint32_t page_bytes = pages_.params().page_bytes;
  PagedBytes memory(arena_, page_bytes);
  auto* bytes = static_cast<uint8_t*>(arena_.AllocatePooled(page_bytes));
  bool fits = true;
  for (PageId id = 0; id < pages_.page_limit(); ++id) {
    SlottedPage page(PageView(memory, 0, page_bytes));
    page.Format(id);
    fits = Fill(page, rows) && fits;
    page.Read(0, bytes, page_bytes);
    SetPageChecksum(bytes, page_bytes);
    pages_.home().FormatPage(id, bytes);
  }
  arena_.Recycle(bytes, page_bytes);
  return fits;
}

bool HashedRecords::Fill(SlottedPage& page, const InitialRows& rows) {
  bool fits = true;
  const auto put = [&](Key key, const uint8_t* value, uint32_t size) {
    Change change;
    change.kind = ChangeKind::kInsert;
    change.slot = page.FindRoom(key, size, [](Key) { return false; });
    change.key = key;
    change.after = {value, size};
    fits = fits && change.slot != SlottedPage::kNoSlot && page.Apply(change);
  };
  if (page.id() == kCatalogPage) {
    const uint64_t heap_pages = pages_.params().heap_pages;
    put(kCatalogKey, reinterpret_cast<const uint8_t*>(&heap_pages), sizeof heap_pages);
    return fits;
  }
  for (uint64_t row = 0; row < rows.RowCount(0); ++row) {
    const Key key = rows.KeyAt(0, row);
    if (HomeOf(key) != page.id()) continue;
    Value value;
    value.size = rows.table(0).value_bytes;
    rows.ValueAt(0, row, 0, value.size, value.bytes);
    put(key, value.bytes, value.size);
  }
  return fits;
}

bool HashedRecords::ReadCatalog(const SlottedPage& catalog) {
  Value value;
  return catalog.ReadValue(catalog.Find(kCatalogKey), &value) &&
         value.number() == pages_.params().heap_pages;
}

void HashedRecords::Check(const PageBytes& pages, StructureCheck& check) {
  const PageParams& params = pages_.params();
  HashFileCheck(pages, params.page_bytes, schema_, check)
      .Run(params.heap_pages, kCatalogKey, &HashedRecords::HomeIn);
}

// --- Finding -------------------------------------------------------------------------------------

bool HashedRecords::TryLocate(Thread& thread, Transaction&, TableId, Key key, Frame** frame,
                              SlotId* slot, Status* status) {
  *frame = pool_.TryFix(HomeOf(key));
  if (!*frame) return false;
  thread.Execute(Category::kBufferPool, pool_.fix_ns());
  *status = FindIn(thread, *frame, key, slot);
  return true;
}

Task<Status> HashedRecords::Locate(Thread& thread, TableId table, Key key, Frame** frame, Rid* rid,
                                   Value* served) {
  rid->page = HomeOf(key);
  if (kWhole && served && serves_records()) {
    const bool done = co_await TryServe(thread, HomeOf(key), table, key, served);
    if (done) co_return Status::kOk;
  }
  *frame = co_await pool_.Fix(thread, HomeOf(key));
  co_return *frame ? FindIn(thread, *frame, key, &rid->slot) : Status::kDamaged;
}

Status HashedRecords::FindIn(Thread& thread, Frame* frame, Key key, SlotId* slot) {
  *slot = SlottedPage(pool_.View(frame)).Find(key);
  if (*slot != SlottedPage::kNoSlot) return Status::kOk;
  pool_.Unfix(thread, frame);
  return Status::kNotFound;
}

Task<PageId> HashedRecords::PageOf(Thread&, Key key) { co_return HomeOf(key); }

Task<Frame*> HashedRecords::LatchLeafOf(Thread&, const Change&) { co_return nullptr; }

Task<Status> HashedRecords::Seek(Thread&, Transaction&, const KeyRange&, LockMode, Key*, Value*) {
  co_return Status::kNotFound;
}

// --- Changing ------------------------------------------------------------------------------------

Task<Status> HashedRecords::Insert(Thread& thread, Transaction& txn, TableId, Key key,
                                   const Value& value) {
  return Modify(thread, txn, key, Verb::kInsert, &value);
}
Task<Status> HashedRecords::Update(Thread& thread, Transaction& txn, TableId, Key key,
                                   const Value& value) {
  return Modify(thread, txn, key, Verb::kUpdate, &value);
}
Task<Status> HashedRecords::Erase(Thread& thread, Transaction& txn, TableId, Key key) {
  return Modify(thread, txn, key, Verb::kErase, nullptr);
}

Task<Status> HashedRecords::Modify(Thread& thread, Transaction& txn, Key key, Verb verb,
                                   const Value* value) {
  thread.At({pages_.labels().lock, 0, 0});
  if (locks_tables() &&
      co_await LockTable(thread, txn, 0, LockMode::kExclusive) == LockResult::kDie)
    co_return Status::kMustAbort;
  const LockModes enough = verb == Verb::kUpdate ? kEnoughToUpdate : LockModes{0};
  if (locks_records() && co_await locks_.Lock(thread, txn, 0, LockNameOf(0, key),
                                              LockMode::kExclusive, enough) == LockResult::kDie)
    co_return Status::kMustAbort;
  // Before the latch: waiting for log space under it would stop the checkpoint that makes space.
  if (!co_await hooks_.Reserve(thread, txn, 1)) co_return Status::kMustAbort;
  thread.At({pages_.labels().fix, kBufferStructure, HomeOf(key)});
  Value old;
  if (kWhole && verb == Verb::kUpdate && serves_records()) {
    const bool served = co_await TryServe(thread, HomeOf(key), 0, key, &old);
    if (served) {
      const bool done = co_await TryUpdateServed(thread, txn, 0, key, HomeOf(key), old, *value);
      if (done) co_return Status::kOk;
    }
  }
  Frame* frame = co_await pages_.Latch(thread, HomeOf(key));
  if (!frame) co_return Status::kDamaged;
  Change change;
  change.page = frame->page;
  change.key = key;
  const Status status = MakeChange(txn, SlottedPage(pool_.View(frame)), verb, value, &old, &change);
  if (status == Status::kOk) co_await pages_.LogAndApply(thread, txn, frame, change);
  co_await pages_.Unlatch(thread, frame);
  co_return status;
}

Status HashedRecords::MakeChange(const Transaction& txn, const SlottedPage& page, Verb verb,
                                 const Value* value, Value* old, Change* change) const {
  change->slot = page.Find(change->key);
  if (verb == Verb::kInsert) {
    if (change->slot != SlottedPage::kNoSlot) return Status::kExists;
    change->kind = ChangeKind::kInsert;
    change->after = {value->bytes, value->size};
    change->slot = page.FindRoom(change->key, value->size,
                                 [&](Key ghost) { return GhostIsFree(0, ghost, txn); });
    return change->slot == SlottedPage::kNoSlot ? Status::kPageFull : Status::kOk;
  }
  if (!page.ReadValue(change->slot, old)) return Status::kNotFound;
  SetImages(*old, value, change);
  return Status::kOk;
}

}  // namespace afterimage
