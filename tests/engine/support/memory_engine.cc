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
      Record value(table.info.value_bytes);
      rows.ValueAt(t, row, 0, table.info.value_bytes, value.data());
      Put(table, rows.KeyAt(t, row), std::move(value));
    }
  }
  return true;
}

uint64_t MemoryEngine::Digest() const {
  afterimage::Digest digest;
  for (const Table& table : tables_) {
    for (const auto& [key, value] : table.records) {
      digest.Bytes(&key, sizeof key);
      digest.Bytes(value.data(), value.size());
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

Task<Status> MemoryEngine::Enter(Thread& thread, Transaction& txn, TableId table, Key key,
                                 LockMode mode) {
  thread.Charge(Category::kLogic, operation_ns);
  co_await Ordered(thread);
  ++operations;
  if (operations > refuse_from) co_return Status::kMustAbort;
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
  auto held = std::find_if(lock.holders.begin(), lock.holders.end(),
                           [&](const auto& each) { return each.first == &txn; });
  if (held == lock.holders.end()) {
    lock.holders.emplace_back(&txn, mode);
    Of(txn).locks.push_back(&lock);
  } else if (mode == LockMode::kExclusive) {
    held->second = mode;
  }
  // A waiting transaction may now wait for an older one.
  lock.waiting.WakeAll(thread.kernel(), thread.now());
  co_return Status::kOk;
}

MemoryEngine::Record* MemoryEngine::Find(TableId table, Key key) {
  auto found = tables_[table].records.find(key);
  return found == tables_[table].records.end() ? nullptr : &found->second;
}

Task<Status> MemoryEngine::Read(Thread& thread, Transaction& txn, TableId table, Key key,
                                LockMode mode, Value* value) {
  const Status status = co_await Enter(thread, txn, table, key, mode);
  if (status != Status::kOk) co_return status;
  const Record* record = Find(table, key);
  if (!record) co_return Status::kNotFound;
  value->size = static_cast<uint32_t>(record->size());
  std::memcpy(value->bytes, record->data(), value->size);
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

Task<Status> MemoryEngine::Insert(Thread& thread, Transaction& txn, TableId t, Key key,
                                  const Value& value) {
  const Status status = co_await Enter(thread, txn, t, key, LockMode::kExclusive);
  if (status != Status::kOk) co_return status;
  if (Find(t, key)) co_return Status::kExists;
  if (!Remember(txn, t, key)) co_return Status::kOk;
  Put(tables_[t], key, Record(value.bytes, value.bytes + value.size));
  co_return Status::kOk;
}

Task<Status> MemoryEngine::Update(Thread& thread, Transaction& txn, TableId t, Key key,
                                  const Value& value) {
  const Status status = co_await Enter(thread, txn, t, key, LockMode::kExclusive);
  if (status != Status::kOk) co_return status;
  Record* record = Find(t, key);
  if (!record) co_return Status::kNotFound;
  if (!Remember(txn, t, key)) co_return Status::kOk;
  std::memcpy(record->data(), value.bytes, value.size);
  co_return Status::kOk;
}

Task<Status> MemoryEngine::Erase(Thread& thread, Transaction& txn, TableId t, Key key) {
  const Status status = co_await Enter(thread, txn, t, key, LockMode::kExclusive);
  if (status != Status::kOk) co_return status;
  if (!Find(t, key)) co_return Status::kNotFound;
  if (Remember(txn, t, key)) Remove(tables_[t], key);
  co_return Status::kOk;
}

// While it waits for the lock the record may go, or another may come before it.
Task<Status> MemoryEngine::Seek(Thread& thread, Transaction& txn, const KeyRange& range,
                                LockMode mode, Key* key, Value* value) {
  Table& table = tables_[range.table];
  const auto first = [&](const auto& map) {
    auto found = range.descending ? map.upper_bound(range.to) : map.lower_bound(range.from);
    if (range.descending && found == map.begin()) return map.end();
    if (range.descending) --found;
    return found == map.end() || found->first < range.from || found->first > range.to ? map.end()
                                                                                      : found;
  };
  for (uint64_t locked = kNone;;) {
    co_await Ordered(thread);
    Key record_key = 0;
    if (range.index == 0) {
      auto record = first(table.records);
      if (record == table.records.end()) co_return Status::kNotFound;
      *key = record_key = record->first;
    } else {
      auto entry = first(table.secondary);
      if (entry == table.secondary.end()) co_return Status::kNotFound;
      *key = entry->first;
      record_key = entry->second;
    }
    if (record_key == locked) {
      const Record* record = Find(range.table, record_key);
      value->size = static_cast<uint32_t>(record->size());
      std::memcpy(value->bytes, record->data(), value->size);
      co_return Status::kOk;
    }
    const Status status = co_await Enter(thread, txn, range.table, record_key, mode);
    if (status != Status::kOk) co_return status;
    locked = record_key;
  }
}

void MemoryEngine::Put(Table& table, Key key, Record value) {
  if (table.info.secondary) table.secondary[table.info.secondary(key, value.data())] = key;
  table.records[key] = std::move(value);
}

void MemoryEngine::Remove(Table& table, Key key) {
  auto found = table.records.find(key);
  if (table.info.secondary) table.secondary.erase(table.info.secondary(key, found->second.data()));
  table.records.erase(found);
}

Task<Status> MemoryEngine::Commit(Thread& thread, Transaction& txn) {
  co_await Ordered(thread);
  Of(txn).undo.clear();
  co_return Status::kOk;
}

Task<void> MemoryEngine::Abort(Thread& thread, Transaction& txn) {
  co_await Ordered(thread);
  auto& undo = Of(txn).undo;
  for (size_t i = undo.size(); i-- > 0;) {
    if (undo[i].existed) {
      Put(tables_[undo[i].table], undo[i].key, undo[i].before);
    } else {
      Remove(tables_[undo[i].table], undo[i].key);
    }
  }
}

Task<void> MemoryEngine::Finish(Thread& thread, Transaction& txn) {
  co_await Ordered(thread);
  Session& session = Of(txn);
  for (Lock* lock : session.locks) {
    lock->holders.erase(std::find_if(lock->holders.begin(), lock->holders.end(),
                                     [&](const auto& each) { return each.first == &txn; }));
    lock->waiting.WakeAll(thread.kernel(), thread.now());
  }
  session.undo.clear();
  session.locks.clear();
  free_.push_back(&session);
}

}  // namespace afterimage::testing_support
