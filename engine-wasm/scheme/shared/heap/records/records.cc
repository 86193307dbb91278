#include "scheme/shared/heap/records/records.h"

#include <cstdio>

#include "scheme/shared/heap/story.h"

namespace afterimage::heap {

Records::Records(const EngineContext& context, PersistentHeap& heap, Library& library,
                 LockManager& locks, const RecordShape& shape)
    : nvm_(context.devices.nvm),
      schema_(context.schema),
      heap_(heap),
      library_(library),
      locks_(locks),
      shape_(shape),
      search_ns_(context.machine.instructions_ns(Price::kPathIndexNode)) {}

bool Records::ReadRoots(Address data) {
  for (uint32_t table = 0; table < schema_.table_count(); ++table) {
    Root& root = roots_[table];
    nvm_.Load(RootAt(table), &root, sizeof root);
    const bool inside = root.at >= data && root.at < heap_.begin() && root.at % kWord == 0;
    if (!inside || root.count == 0 || root.count > (heap_.begin() - root.at) / RootItemBytes())
      return false;
    if (root.value_bytes != schema_.table(static_cast<TableId>(table)).value_bytes) return false;
  }
  rooted_ = true;
  return true;
}

// The name of an own lock: "#3" in a script, which is no record's name; elsewhere a number above
// all keys.
Key OwnLockName(const TableInfo& table, uint64_t number) {
  if (!table.named) return Key{1} << 63 | number;
  char name[24];
  std::snprintf(name, sizeof name, "#%u", static_cast<unsigned>(number));
  return KeyFromName(name);
}

bool Records::IsOwnLock(TableId table, Key key) const {
  return schema_.table(table).named ? static_cast<char>(key) == '#' : key >> 63 != 0;
}

Task<LockResult> Records::Lock(Thread& thread, Transaction& txn, TableId table, Key key,
                               LockMode mode, uint16_t label) {
  thread.At({label, 0, 0});
  const LockResult result = co_await locks_.Lock(thread, txn, table, key, mode);
  co_return result;
}

Address Records::FormatRecord(const InitialRows& rows, TableId table, uint64_t row, Value* value) {
  value->size = rows.table(table).value_bytes;
  const Address record = heap_.Format(shape_.Lines(value->size));
  if (record == 0) return 0;
  rows.ValueAt(table, row, 0, value->size, value->bytes);
  uint8_t block[kMaxBlockLines * kLineBytes];
  const uint32_t bytes = RecordBytes(table, rows.KeyAt(table, row), *value, block);
  nvm_.Format(record + kWord, block, bytes);
  return record;
}

uint32_t Records::RecordBytes(TableId table, Key key, const Value& value, uint8_t* block) const {
  const uint32_t bytes = shape_.value_at - kWord + (value.size + kWord - 1) / kWord * kWord;
  const uint64_t info = InfoWord(table, value.size);
  std::memset(block, 0, bytes);
  std::memcpy(block + shape_.key_at - kWord, &key, kWord);
  std::memcpy(block + shape_.info_at - kWord, &info, kWord);
  std::memcpy(block + shape_.value_at - kWord, value.bytes, value.size);
  return bytes;
}

bool Records::IsRecord(TableId table, uint64_t address) const {
  const auto value_bytes = static_cast<uint32_t>(roots_[table].value_bytes);
  if (!heap_.IsBlock(address)) return false;
  const auto record = static_cast<Address>(address);
  return PersistentHeap::SaysUsed(library_.LoadWord(record)) &&
         heap_.LinesOf(record) == shape_.Lines(value_bytes) &&
         nvm_.LoadWord(record + shape_.info_at) == InfoWord(table, value_bytes);
}

void Records::PlainValue(TableId table, Address record, Value* value) const {
  value->size = static_cast<uint32_t>(roots_[table].value_bytes);
  library_.Load(record + shape_.value_at, value->bytes, value->size);
}

void Records::ReadValue(Thread& thread, TableId table, Address record, Value* value) const {
  PlainValue(table, record, value);
  // The first line has been read with the key.
  nvm_.ChargeLoad(thread, Category::kDataIo, record + kLineBytes,
                  (shape_.Lines(value->size) - 1) * kLineBytes);
}

Task<Status> Records::Update(Thread& thread, Transaction& txn, TableId table, Address record,
                             const Value& value) {
  Value old;
  ReadValue(thread, table, record, &old);
  co_await nvm_.AwaitReads(thread);
  const uint32_t words = (value.size + kWord - 1) / kWord;
  uint64_t before[kMaxValueBytes / kWord] = {}, after[kMaxValueBytes / kWord] = {};
  std::memcpy(before, old.bytes, old.size);
  std::memcpy(after, value.bytes, value.size);
  uint32_t changed = 0;
  for (uint32_t i = 0; i < words; ++i) changed += before[i] != after[i] ? 1 : 0;
  if (changed == 0) co_return Status::kOk;
  co_await Step(thread, {kUpdateRoom, 0, 0});
  co_await Ordered(thread);
  const bool room = co_await library_.Reserve(thread, txn, changed, 0);
  if (!room) co_return Status::kMustAbort;
  NoteChanged(table, KeyOf(record));
  for (uint32_t i = 0; i < words; ++i) {
    if (before[i] == after[i]) continue;
    co_await library_.Set(thread, txn, record + shape_.value_at + i * kWord, after[i],
                          {kUpdateStore, heap_.contents(), record});
  }
  co_return Status::kOk;
}

}  // namespace afterimage::heap
