#include "scheme/rewind/tables.h"

#include <algorithm>
#include <cstdio>

#include "scheme/rewind/story.h"

namespace afterimage::rewind {

Tables::Tables(const EngineContext& context, PersistentHeap& heap, Log& log)
    : nvm_(context.devices.nvm),
      schema_(context.schema),
      heap_(heap),
      log_(log),
      read_ns_(context.machine[Price::kNvmRead]),
      search_ns_(context.machine.instructions_ns(Price::kPathIndexNode)),
      directory_(context.arena, context.schema),
      changed_(ArenaAllocator<Address>(context.arena)) {}

// --- The fresh database --------------------------------------------------------------------------

// About two records a bucket.
uint64_t Tables::BucketsOf(uint64_t rows, uint32_t buckets) {
  return std::max<uint64_t>(rows / 2, buckets);
}

uint64_t Tables::BucketBytes(const InitialRows& rows, uint32_t buckets) {
  uint64_t bytes = 0;
  for (uint32_t table = 0; table < rows.table_count(); ++table) {
    bytes += BucketsOf(rows.RowCount(static_cast<TableId>(table)), buckets) * kBucketBytes;
  }
  return (bytes + kLineBytes - 1) / kLineBytes * kLineBytes;
}

uint64_t Tables::RecordBytes(const InitialRows& rows) {
  uint64_t bytes = 0;
  for (uint32_t i = 0; i < rows.table_count(); ++i) {
    const auto table = static_cast<TableId>(i);
    bytes += rows.RowCount(table) * BlockLines(rows.table(table).value_bytes) * kLineBytes;
  }
  return bytes;
}

bool Tables::Format(const InitialRows& rows, Address data, uint32_t buckets) {
  Address next_bucket = data;
  for (uint32_t i = 0; i < rows.table_count(); ++i) {
    const auto table = static_cast<TableId>(i);
    const uint32_t value_bytes = rows.table(table).value_bytes;
    roots_[i] = {next_bucket, BucketsOf(rows.RowCount(table), buckets), value_bytes};
    next_bucket += static_cast<Address>(roots_[i].count * kBucketBytes);
    nvm_.Format(RootAt(i), &roots_[i], sizeof roots_[i]);
    for (uint64_t row = 0; row < rows.RowCount(table); ++row) {
      const Address node = heap_.Format(BlockLines(value_bytes));
      if (node == 0) return false;
      const Key key = rows.KeyAt(table, row);
      const Address bucket = BucketOf(table, key);
      const uint64_t tail = nvm_.LoadWord(bucket + kWord), at = node;
      uint8_t block[kMaxBlockLines * kLineBytes] = {};
      const uint64_t words[] = {0, tail, key, InfoWord(table, value_bytes)};
      std::memcpy(block, words, sizeof words);
      rows.ValueAt(table, row, 0, value_bytes, block + (kValueAt - kNextAt));
      nvm_.Format(node + kNextAt, block, kValueAt - kNextAt + value_bytes);
      nvm_.Format(tail == 0 ? bucket : static_cast<Address>(tail) + kNextAt, &at, kWord);
      nvm_.Format(bucket + kWord, &at, kWord);
    }
  }
  return true;
}

// --- Opening -------------------------------------------------------------------------------------

bool Tables::ReadRoots(Address data) {
  for (uint32_t table = 0; table < schema_.table_count(); ++table) {
    Root& root = roots_[table];
    nvm_.Load(RootAt(table), &root, sizeof root);
    const bool inside =
        root.buckets >= data && root.buckets < heap_.begin() && root.buckets % kWord == 0;
    if (!inside || root.count == 0 || root.count > (heap_.begin() - root.buckets) / kBucketBytes)
      return false;
    if (root.value_bytes != schema_.table(static_cast<TableId>(table)).value_bytes) return false;
  }
  rooted_ = true;
  return true;
}

bool Tables::OpenBucket(TableId table, Address bucket, uint32_t* records, uint64_t* lines_read) {
  const auto value_bytes = static_cast<uint32_t>(roots_[table].value_bytes);
  uint64_t prev = 0;
  ++*lines_read;
  for (uint64_t next = nvm_.LoadWord(bucket); next != 0;
       next = nvm_.LoadWord(static_cast<Address>(prev) + kNextAt)) {
    if (!heap_.IsBlock(next) || ++*records > heap_.blocks()) return false;
    const auto node = static_cast<Address>(next);
    ++*lines_read;
    if (!heap_.InUse(node) || heap_.LinesOf(node) != BlockLines(value_bytes)) return false;
    if (nvm_.LoadWord(node + kPrevAt) != prev ||
        nvm_.LoadWord(node + kInfoAt) != InfoWord(table, value_bytes))
      return false;
    if (BucketOf(table, KeyOf(node)) != bucket) return false;
    Value value;
    PlainValue(table, node, &value);
    if (!directory_.Add(table, KeyOf(node), value.bytes, node)) return false;
    prev = next;
  }
  return nvm_.LoadWord(bucket + kWord) == prev;
}

bool Tables::Open(uint64_t* lines_read) {
  directory_.Clear();
  uint32_t records = 0;
  for (uint32_t table = 0; table < schema_.table_count(); ++table) {
    for (uint64_t i = 0; i < roots_[table].count; ++i) {
      const auto bucket = static_cast<Address>(roots_[table].buckets + i * kBucketBytes);
      if (!OpenBucket(static_cast<TableId>(table), bucket, &records, lines_read)) return false;
    }
  }
  return records == heap_.CountUsed();
}

// --- Reading -------------------------------------------------------------------------------------

Address Tables::BucketOf(TableId table, Key key) const {
  const Root& root = roots_[table];
  return static_cast<Address>(root.buckets + Mix64(key) % root.count * kBucketBytes);
}

// Of a script "#3", which is no record's name; elsewhere a number above all keys.
Key Tables::LockOf(TableId table, Address bucket) const {
  const uint64_t number = (bucket - roots_[table].buckets) / kBucketBytes;
  if (!schema_.table(table).named) return Key{1} << 63 | number;
  char name[24];
  std::snprintf(name, sizeof name, "#%u", static_cast<unsigned>(number));
  return KeyFromName(name);
}

bool Tables::IsLockOfBucket(TableId table, Key key) const {
  return schema_.table(table).named ? static_cast<char>(key) == '#' : key >> 63 != 0;
}

// A list is whole at every instant in the direction of `next`, whoever is at work on it.
Status Tables::Find(Thread& thread, TableId table, Key key, Address* node) const {
  thread.Execute(Category::kLogic, search_ns_);
  uint32_t read = 1;
  *node = 0;
  uint64_t at = log_.LoadWord(BucketOf(table, key));
  for (; at != 0; ++read) {
    if (!heap_.IsBlock(at) || read > heap_.blocks()) return Status::kDamaged;
    if (KeyOf(static_cast<Address>(at)) == key) break;
    at = log_.LoadWord(static_cast<Address>(at) + kNextAt);
  }
  thread.Charge(Category::kDataIo, (read + (at != 0 ? 1 : 0)) * read_ns_);
  *node = static_cast<Address>(at);
  return at == 0 ? Status::kNotFound : Status::kOk;
}

void Tables::PlainValue(TableId table, Address node, Value* value) const {
  value->size = static_cast<uint32_t>(roots_[table].value_bytes);
  log_.Load(node + kValueAt, value->bytes, value->size);
}

void Tables::ReadValue(Thread& thread, TableId table, Address node, Value* value) const {
  PlainValue(table, node, value);
  // The first line has been read with the key.
  thread.Charge(Category::kDataIo, (BlockLines(value->size) - 1) * read_ns_);
}

// --- Changing ------------------------------------------------------------------------------------

void Tables::NoteChanged(Address bucket) {
  if constexpr (!kTraced) return;
  changed_.erase(std::remove(changed_.begin(), changed_.end(), bucket), changed_.end());
  changed_.push_back(bucket);
}

Task<Status> Tables::Insert(Thread& thread, Transaction& txn, TableId table, Key key,
                            const Value& value) {
  const Address bucket = BucketOf(table, key);
  co_await Step(thread, {kInsertRoom, 0, 0});
  co_await Ordered(thread);
  const bool room = co_await log_.Reserve(thread, txn, 3, 0);
  if (!room) co_return Status::kMustAbort;
  co_await Step(thread, {kInsertTake, kHeapStructure, 0});
  const Address node = co_await heap_.Take(thread, BlockLines(value.size));
  if (node == 0) co_return Status::kPageFull;
  log_.Took(txn, node);
  const Address tail = Word(bucket + kWord);
  uint8_t block[kMaxBlockLines * kLineBytes] = {};
  const uint64_t words[] = {0, tail, key, InfoWord(table, value.size)};
  std::memcpy(block, words, sizeof words);
  std::memcpy(block + (kValueAt - kNextAt), value.bytes, value.size);
  thread.At({kInsertFill, kRecordLists, node});
  const uint32_t bytes = kValueAt - kNextAt + (value.size + kWord - 1) / kWord * kWord;
  co_await nvm_.NtStore(thread, Category::kDataIo, node + kNextAt, block, bytes, Access::kShared);
  const uint64_t used = heap_.HeaderOf(node, true);
  co_await log_.Set(thread, txn, node + kHeaderAt, used, {kInsertOwn, kHeapStructure, node});
  NoteChanged(bucket);
  if (tail != 0) {
    co_await log_.Set(thread, txn, tail + kNextAt, node, {kInsertNext, kRecordLists, tail});
  } else {
    co_await log_.Set(thread, txn, bucket, node, {kInsertHead, kRecordLists, bucket});
  }
  co_await log_.Set(thread, txn, bucket + kWord, node, {kInsertTail, kRecordLists, bucket});
  co_await Ordered(thread);
  directory_.Insert(txn, table, key, value.bytes, node);
  co_return Status::kOk;
}

// Only words that differ.
Task<Status> Tables::Update(Thread& thread, Transaction& txn, TableId table, Address node,
                            const Value& value) {
  Value old;
  ReadValue(thread, table, node, &old);
  const uint32_t words = (value.size + kWord - 1) / kWord;
  uint64_t before[kMaxValueBytes / kWord] = {}, after[kMaxValueBytes / kWord] = {};
  std::memcpy(before, old.bytes, old.size);
  std::memcpy(after, value.bytes, value.size);
  uint32_t changed = 0;
  for (uint32_t i = 0; i < words; ++i) changed += before[i] != after[i] ? 1 : 0;
  if (changed == 0) co_return Status::kOk;
  co_await Step(thread, {kUpdateRoom, 0, 0});
  co_await Ordered(thread);
  const bool room = co_await log_.Reserve(thread, txn, changed, 0);
  if (!room) co_return Status::kMustAbort;
  NoteChanged(BucketOf(table, KeyOf(node)));
  for (uint32_t i = 0; i < words; ++i) {
    if (before[i] == after[i]) continue;
    co_await log_.Set(thread, txn, node + kValueAt + i * kWord, after[i],
                      {kUpdateStore, kRecordLists, node});
  }
  co_return Status::kOk;
}

// The paper's Listing 2.
Task<Status> Tables::Erase(Thread& thread, Transaction& txn, TableId table, Address node) {
  const Key key = KeyOf(node);
  const Address bucket = BucketOf(table, key);
  Value value;
  ReadValue(thread, table, node, &value);
  co_await Step(thread, {kEraseRoom, 0, 0});
  co_await Ordered(thread);
  const bool room = co_await log_.Reserve(thread, txn, 4, 1);
  if (!room) co_return Status::kMustAbort;
  const Address next = Word(node + kNextAt), prev = Word(node + kPrevAt);
  NoteChanged(bucket);
  if (Word(bucket + kWord) == node) {
    co_await log_.Set(thread, txn, bucket + kWord, prev, {kEraseTail, kRecordLists, bucket});
  }
  if (Word(bucket) == node)
    co_await log_.Set(thread, txn, bucket, next, {kEraseHead, kRecordLists, bucket});
  if (prev != 0)
    co_await log_.Set(thread, txn, prev + kNextAt, next, {kErasePrev, kRecordLists, prev});
  if (next != 0)
    co_await log_.Set(thread, txn, next + kPrevAt, prev, {kEraseNext, kRecordLists, next});
  co_await Step(thread, {kEraseDelete, kRecordLists, node});
  co_await log_.Delete(thread, txn, node);
  co_await Ordered(thread);
  directory_.Erase(txn, table, key, value.bytes, node);
  co_return Status::kOk;
}

}  // namespace afterimage::rewind
