#include "support/memory_engine.h"

#include <algorithm>

#include "base/digest.h"

namespace afterimage::testing_support {

bool MemoryEngine::Format(const InitialRows& rows) {
  tables_.resize(rows.table_count());
  for (TableId t = 0; t < tables_.size(); ++t) {
    Table& table = tables_[t];
    table.info = rows.table(t);
    for (uint64_t row = 0; row < rows.RowCount(t); ++row) {
      Record record{std::vector<uint8_t>(table.info.value_bytes)};
      rows.ValueAt(t, row, 0, table.info.value_bytes, record.value.data());
      const Key key = rows.KeyAt(t, row);
      if (table.info.secondary) table.secondary[table.info.secondary(key, record.value.data())] = key;
      table.records.emplace_hint(table.records.end(), key, std::move(record));
    }
  }
  return true;
}

uint64_t MemoryEngine::Digest() const {
  afterimage::Digest digest;
  for (const Table& table : tables_) {
    for (const auto& [key, record] : table.records) {
      digest.Bytes(&key, sizeof key);
      digest.Bytes(record.value.data(), record.value.size());
    }
  }
  return digest.Value();
}

Task<void> MemoryEngine::Begin(Thread&, Transaction& txn) {
  if (free_.empty()) free_.push_back(&sessions_.emplace_back());
  txn.log = free_.back();
  free_.pop_back();
  co_return;
}

bool MemoryEngine::Conflict(const Lock& lock, const Transaction& txn, LockMode mode, bool* older) {
  bool conflict = false;
  for (const auto& [holder, held] : lock.holders) {
    if (holder == &txn || (mode == LockMode::kShared && held == LockMode::kShared)) continue;
    conflict = true;
    if (holder->timestamp < txn.timestamp) *older = true;
  }
  return conflict;
}

Task<Status> MemoryEngine::Enter(Thread& thread, Transaction& txn, TableId table, Key key, LockMode mode) {
  thread.Charge(Category::kLogic, operation_ns);
  co_await Ordered(thread);
  ++operations;
  if (refuse_one_in > 0 && Mix64(operations) % refuse_one_in == 0) co_return Status::kMustAbort;
  if (!locks) co_return Status::kOk;
  Lock& lock = lock_table_[uint64_t{table} << 56 ^ key];
  for (;;) {
    bool older = false;
    if (!Conflict(lock, txn, mode, &older)) break;
    if (older) {
      ++deaths;
      co_return Status::kMustAbort;
    }
    ++waits;
    co_await Sleep(thread, lock.waiting, WaitFor::kLock);
  }
  auto held = std::find_if(lock.holders.begin(), lock.holders.end(), [&](const auto& each) { return each.first == &txn; });
  if (held == lock.holders.end()) {
    lock.holders.emplace_back(&txn, mode);
    Of(txn).locks.push_back(&lock);
  } else if (mode == LockMode::kExclusive) {
    held->second = mode;
  }
  // Who waits may now wait for somebody older.
  lock.waiting.WakeAll(thread.kernel(), thread.now());
  co_return Status::kOk;
}

MemoryEngine::Record* MemoryEngine::Find(TableId table, Key key) {
  auto found = tables_[table].records.find(key);
  return found == tables_[table].records.end() || !found->second.present ? nullptr : &found->second;
}

Task<Status> MemoryEngine::Read(Thread& thread, Transaction& txn, TableId table, Key key, LockMode mode, Value* value) {
  const Status status = co_await Enter(thread, txn, table, key, mode);
  if (status != Status::kOk) co_return status;
  const Record* record = Find(table, key);
  if (!record) co_return Status::kNotFound;
  value->size = static_cast<uint32_t>(record->value.size());
  std::memcpy(value->bytes, record->value.data(), value->size);
  co_return Status::kOk;
}

bool MemoryEngine::Remember(Transaction& txn, TableId t, Key key) {
  Table& table = tables_[t];
  const uint64_t change = table.changes++;
  if (t == bad_table && change == bad_change) return false;
  auto found = table.records.find(key);
  const bool existed = found != table.records.end();
  Of(txn).undo.push_back({t, key, existed, existed ? found->second : Record()});
  return true;
}

Task<Status> MemoryEngine::Insert(Thread& thread, Transaction& txn, TableId t, Key key, const Value& value) {
  const Status status = co_await Enter(thread, txn, t, key, LockMode::kExclusive);
  if (status != Status::kOk) co_return status;
  if (Find(t, key)) co_return Status::kExists;
  if (!Remember(txn, t, key)) co_return Status::kOk;
  Table& table = tables_[t];
  table.records[key] = {std::vector<uint8_t>(value.bytes, value.bytes + value.size)};
  if (table.info.secondary) table.secondary[table.info.secondary(key, value.bytes)] = key;
  co_return Status::kOk;
}

Task<Status> MemoryEngine::Update(Thread& thread, Transaction& txn, TableId t, Key key, const Value& value) {
  const Status status = co_await Enter(thread, txn, t, key, LockMode::kExclusive);
  if (status != Status::kOk) co_return status;
  Record* record = Find(t, key);
  if (!record) co_return Status::kNotFound;
  if (!Remember(txn, t, key)) co_return Status::kOk;
  std::memcpy(record->value.data(), value.bytes, value.size);
  co_return Status::kOk;
}

Task<Status> MemoryEngine::Erase(Thread& thread, Transaction& txn, TableId t, Key key) {
  const Status status = co_await Enter(thread, txn, t, key, LockMode::kExclusive);
  if (status != Status::kOk) co_return status;
  Record* record = Find(t, key);
  if (!record) co_return Status::kNotFound;
  if (!Remember(txn, t, key)) co_return Status::kOk;
  record->present = false;
  Of(txn).erased.emplace_back(t, key);
  co_return Status::kOk;
}

// Stops at what others have erased and not committed: it may come back.
Task<Status> MemoryEngine::Seek(Thread& thread, Transaction& txn, const KeyRange& range, LockMode mode, Key* key, Value* value) {
  Table& table = tables_[range.table];
  const auto first = [&](const auto& map, Key from, Key to, Key* at) {
    auto found = range.descending ? map.upper_bound(to) : map.lower_bound(from);
    if (range.descending && found == map.begin()) return map.end();
    if (range.descending) --found;
    if (found == map.end() || found->first < from || found->first > to) return map.end();
    *at = found->first;
    return found;
  };
  Key from = range.from, to = range.to;
  for (;;) {
    co_await Ordered(thread);
    Key record_key = 0;
    if (range.index == 0) {
      if (first(table.records, from, to, key) == table.records.end()) co_return Status::kNotFound;
      record_key = *key;
    } else {
      auto entry = first(table.secondary, from, to, key);
      if (entry == table.secondary.end()) co_return Status::kNotFound;
      record_key = entry->second;
    }
    const Status status = co_await Enter(thread, txn, range.table, record_key, mode);
    if (status != Status::kOk) co_return status;
    if (const Record* record = Find(range.table, record_key)) {
      value->size = static_cast<uint32_t>(record->value.size());
      std::memcpy(value->bytes, record->value.data(), value->size);
      co_return Status::kOk;
    }
    if (range.descending ? *key == from : *key == to) co_return Status::kNotFound;
    (range.descending ? to : from) = range.descending ? *key - 1 : *key + 1;
  }
}

void MemoryEngine::Remove(Table& table, Key key) {
  auto found = table.records.find(key);
  if (table.info.secondary) table.secondary.erase(table.info.secondary(key, found->second.value.data()));
  table.records.erase(found);
}

Task<Status> MemoryEngine::Commit(Thread& thread, Transaction& txn) {
  co_await Ordered(thread);
  for (const auto& [table, key] : Of(txn).erased) {
    if (!Find(table, key) && tables_[table].records.count(key)) Remove(tables_[table], key);
  }
  Of(txn).undo.clear();
  co_return Status::kOk;
}

Task<void> MemoryEngine::Abort(Thread& thread, Transaction& txn) {
  co_await Ordered(thread);
  auto& undo = Of(txn).undo;
  for (size_t i = undo.size(); i-- > 0;) {
    if (undo[i].existed) {
      tables_[undo[i].table].records[undo[i].key] = undo[i].before;
    } else {
      Remove(tables_[undo[i].table], undo[i].key);
    }
  }
}

Task<void> MemoryEngine::Finish(Thread& thread, Transaction& txn) {
  co_await Ordered(thread);
  Session& session = Of(txn);
  for (Lock* lock : session.locks) {
    lock->holders.erase(std::find_if(lock->holders.begin(), lock->holders.end(), [&](const auto& each) { return each.first == &txn; }));
    lock->waiting.WakeAll(thread.kernel(), thread.now());
  }
  session.undo.clear();
  session.locks.clear();
  session.erased.clear();
  free_.push_back(&session);
}

}  // namespace afterimage::testing_support
