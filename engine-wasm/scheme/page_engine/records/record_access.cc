#include "scheme/page_engine/records/record_access.h"

#include <algorithm>
#include <cstdio>

#include "scheme/page_engine/records/record_home.h"

namespace afterimage {

namespace {
void Narrow(const Value& old, const Value& value, Change* change) {
  const uint32_t size = std::min(old.size, value.size);
  const auto same = [&](uint32_t at) {
    if (at + 8 > size) return std::memcmp(old.bytes + at, value.bytes + at, size - at) == 0;
    return std::memcmp(old.bytes + at, value.bytes + at, 8) == 0;
  };
  uint32_t from = 0, to = (size + 7) / 8 * 8;
  while (from < to && same(from)) from += 8;
  while (to > from && same(to - 8)) to -= 8;
  to = std::min(to, size);
  if (from >= to) from = to = 0;
  change->offset = static_cast<uint16_t>(from);
  change->before = {old.bytes + from, to - from};
  change->after = {value.bytes + from, to - from};
}
}  // namespace

Task<bool> RecordAccess::Open(Thread& thread) {
  Frame* frame = co_await pool_.Fix(thread, kCatalogPage);
  if (!frame) co_return false;
  const bool whole = ReadCatalog(SlottedPage(pool_.View(frame)));
  pool_.Unfix(thread, frame);
  co_return whole;
}

Task<Status> RecordAccess::Read(Thread& thread, Transaction& txn, TableId table, Key key,
                                LockMode mode, Value* value) {
  if (!Locks(mode)) {
    Status read = Status::kOk;
    const bool decided = co_await ReadUnlocked(thread, txn, table, key, value, &read);
    if (decided) co_return read;
  }
  thread.At({LineOf(pages_.labels().lock, mode), 0, 0});
  if (locks_tables() && co_await LockTable(thread, txn, table, mode) == LockResult::kDie)
    co_return Status::kMustAbort;
  if (locks_records() &&
      co_await locks_.Lock(thread, txn, table, LockNameOf(table, key), mode) == LockResult::kDie)
    co_return Status::kMustAbort;
  thread.At({LineOf(pages_.labels().fix, mode), kBufferStructure, ShownPage(key)});
  Frame* frame = nullptr;
  Rid rid;
  co_await Ordered(thread);
  Status status = Status::kOk;
  if (!TryLocate(thread, txn, table, key, &frame, &rid.slot, &status))
    status = co_await Locate(thread, table, key, &frame, &rid, value);
  if (status != Status::kOk) co_return status;
  const bool there = !frame || pool_.ReadRecord(frame, rid.slot, value);
  if (frame) pool_.Unfix(thread, frame);
  if (there) Remember(txn, mode, *value);
  co_return there ? Status::kOk : Status::kDamaged;
}

Task<bool> RecordAccess::TryServe(Thread& thread, PageId page, TableId table, Key key,
                                  Value* value) {
  co_await Ordered(thread);
  if (pool_.Lookup(page)) co_return false;
  const bool served = co_await hooks_.record_home()->ServeRecord(thread, page, table, key, value);
  co_return served;
}

Task<bool> RecordAccess::TryUpdateServed(Thread& thread, Transaction& txn, TableId table, Key key,
                                         PageId page, const Value& old, const Value& value) {
  Change change;
  change.table = table;
  change.key = key;
  change.page = page;
  SetImages(old, &value, &change);
  // An update that changes nothing needs no log.
  if (change.after.size == 0) co_return true;
  const bool done = co_await hooks_.record_home()->UpdateRecord(thread, txn, change, value);
  co_return done;
}

Task<LockResult> RecordAccess::LockTable(Thread& thread, Transaction& txn, TableId table,
                                         LockMode mode) {
  if (unit() == LockUnit::kDatabase) return locks_.LockDatabase(thread, txn, mode);
  return locks_.Announce(thread, txn, table, mode);
}

// Tables whose keys are names show locks of pages by names, too.
Key RecordAccess::LockNameOf(TableId table, Key key) const {
  if (unit() == LockUnit::kRecord) return key;
  const PageId page = ShownPage(key);
  if (!schema_.table(table).named) return page;
  char name[12];
  const int length = std::snprintf(name, sizeof name, "pg%u", static_cast<unsigned>(page));
  return KeyFromName({name, static_cast<size_t>(length)});
}

void RecordAccess::Remember(Transaction& txn, LockMode mode, const Value& value) {
  txn.found_value_known = AllowsChange(mode);
  if (!txn.found_value_known) return;
  txn.found_value.size = value.size;
  std::memcpy(txn.found_value.bytes, value.bytes, value.size);
}

void RecordAccess::SetImages(const Value& old, const Value* value, Change* change) {
  if (value) {
    Narrow(old, *value, change);
  } else {
    change->kind = ChangeKind::kErase;
    change->before = {old.bytes, old.size};
  }
}

}  // namespace afterimage
