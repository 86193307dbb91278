#include "scheme/shared/heap/records/hashed_records.h"

#include <algorithm>
#include <cstdio>

#include "scheme/shared/heap/story.h"

namespace afterimage::heap {

HashedRecords::HashedRecords(const EngineContext& context, PersistentHeap& heap, Library& library,
                             LockManager& locks, uint32_t buckets)
    : Records(context, heap, library, locks, kListedRecord),
      buckets_(buckets),
      directory_(context.arena, context.schema),
      changed_(ArenaAllocator<Address>(context.arena)) {}

// --- The fresh database --------------------------------------------------------------------------

// About two records a bucket.
uint64_t HashedRecords::BucketsOf(uint64_t rows, uint32_t buckets) {
  return std::max<uint64_t>(rows / 2, buckets);
}

uint64_t HashedRecords::RootBytesOf(const InitialRows& rows, uint32_t buckets) {
  uint64_t bytes = 0;
  for (uint32_t table = 0; table < rows.table_count(); ++table) {
    bytes += BucketsOf(rows.RowCount(static_cast<TableId>(table)), buckets) * kBucketBytes;
  }
  return (bytes + kLineBytes - 1) / kLineBytes * kLineBytes;
}

uint64_t HashedRecords::HeapBytesOf(const InitialRows& rows) {
  uint64_t bytes = 0;
  for (uint32_t i = 0; i < rows.table_count(); ++i) {
    const auto table = static_cast<TableId>(i);
    bytes += rows.RowCount(table) * kListedRecord.Lines(rows.table(table).value_bytes) * kLineBytes;
  }
  return bytes;
}

bool HashedRecords::Format(const InitialRows& rows, Address data) {
  Address next_bucket = data;
  Value value;
  for (uint32_t i = 0; i < rows.table_count(); ++i) {
    const auto table = static_cast<TableId>(i);
    const uint32_t value_bytes = rows.table(table).value_bytes;
    roots_[i] = {next_bucket, BucketsOf(rows.RowCount(table), buckets_), value_bytes};
    next_bucket += static_cast<Address>(roots_[i].count * kBucketBytes);
    nvm_.Format(RootAt(i), &roots_[i], sizeof roots_[i]);
    for (uint64_t row = 0; row < rows.RowCount(table); ++row) {
      const Address node = FormatRecord(rows, table, row, &value);
      if (node == 0) return false;
      const Key key = rows.KeyAt(table, row);
      AI_CHECK(directory_.Add(table, key, value.bytes, node));
      const Address bucket = BucketOf(table, key);
      const uint64_t tail = nvm_.LoadWord(bucket + kWord), at = node;
      nvm_.Format(node + kPrevAt, &tail, kWord);
      nvm_.Format(tail == 0 ? bucket : static_cast<Address>(tail) + kNextAt, &at, kWord);
      nvm_.Format(bucket + kWord, &at, kWord);
    }
  }
  return true;
}

// --- Opening -------------------------------------------------------------------------------------

bool HashedRecords::OpenBucket(TableId table, Address bucket, uint32_t* records,
                               uint64_t* lines_read) {
  uint64_t prev = 0;
  ++*lines_read;
  for (uint64_t next = nvm_.LoadWord(bucket); next != 0;
       next = nvm_.LoadWord(static_cast<Address>(prev) + kNextAt)) {
    if (!heap_.IsBlock(next) || ++*records > heap_.blocks()) return false;
    const auto node = static_cast<Address>(next);
    ++*lines_read;
    if (!IsRecord(table, node) || nvm_.LoadWord(node + kPrevAt) != prev) return false;
    if (BucketOf(table, KeyOf(node)) != bucket) return false;
    Value value;
    PlainValue(table, node, &value);
    if (!directory_.Add(table, KeyOf(node), value.bytes, node)) return false;
    prev = next;
  }
  return nvm_.LoadWord(bucket + kWord) == prev;
}

bool HashedRecords::Open(uint64_t* lines_read) {
  directory_.Clear();
  uint32_t records = 0;
  for (uint32_t table = 0; table < schema_.table_count(); ++table) {
    for (uint64_t i = 0; i < roots_[table].count; ++i) {
      const auto bucket = static_cast<Address>(roots_[table].at + i * kBucketBytes);
      if (!OpenBucket(static_cast<TableId>(table), bucket, &records, lines_read)) return false;
    }
  }
  return records == heap_.CountUsed();
}

// --- Reading -------------------------------------------------------------------------------------

Address HashedRecords::BucketOf(TableId table, Key key) const {
  const Root& root = roots_[table];
  return static_cast<Address>(root.at + Mix64(key) % root.count * kBucketBytes);
}

Task<LockResult> HashedRecords::LockBucket(Thread& thread, Transaction& txn, TableId table,
                                           Address bucket, uint16_t label) {
  const uint64_t number = (bucket - roots_[table].at) / kBucketBytes;
  return Lock(thread, txn, table, OwnLockName(schema_.table(table), number), LockMode::kExclusive,
              label);
}

// A list is consistent at every instant in the direction of `next`, whichever transaction changes
// it.
Status HashedRecords::Walk(Thread& thread, TableId table, Key key, Address* record) const {
  thread.Execute(Category::kLogic, search_ns_);
  uint32_t read = 1;
  *record = 0;
  const Address bucket = BucketOf(table, key);
  uint64_t at = library_.LoadWord(bucket);
  nvm_.ChargeLoad(thread, Category::kDataIo, bucket, kLineBytes);
  for (; at != 0; ++read) {
    if (!heap_.IsBlock(at) || read > heap_.blocks()) return Status::kDamaged;
    nvm_.ChargeLoad(thread, Category::kDataIo, static_cast<Address>(at), kLineBytes);
    if (KeyOf(static_cast<Address>(at)) == key) break;
    at = library_.LoadWord(static_cast<Address>(at) + kNextAt);
  }
  *record = static_cast<Address>(at);
  return at == 0 ? Status::kNotFound : Status::kOk;
}

Task<Status> HashedRecords::Find(Thread& thread, Transaction&, TableId table, Key key,
                                 Address* record) {
  co_await Ordered(thread);
  const Status found = Walk(thread, table, key, record);
  co_await nvm_.AwaitReads(thread);
  co_return found;
}

Task<Status> HashedRecords::First(Thread& thread, Transaction&, const KeyRange& range,
                                  Entry* entry) {
  co_await Ordered(thread);
  thread.Execute(Category::kLogic, search_ns_);
  co_return directory_.First(range, entry) ? Status::kOk : Status::kNotFound;
}

bool HashedRecords::Still(const KeyRange& range, Entry* entry) const {
  Entry now;
  if (!directory_.First(range, &now) || now.key != entry->key || now.record != entry->record)
    return false;
  *entry = now;
  return true;
}

// --- Changing ------------------------------------------------------------------------------------

void HashedRecords::NoteChanged(TableId table, Key key) {
  if constexpr (!kTraced) return;
  const Address bucket = BucketOf(table, key);
  changed_.erase(std::remove(changed_.begin(), changed_.end(), bucket), changed_.end());
  changed_.push_back(bucket);
}

Task<Status> HashedRecords::Insert(Thread& thread, Transaction& txn, TableId table, Key key,
                                   const Value& value) {
  const Address bucket = BucketOf(table, key);
  Address node = 0;
  co_await Ordered(thread);
  const Status found = Walk(thread, table, key, &node);
  co_await nvm_.AwaitReads(thread);
  if (found != Status::kNotFound) co_return found == Status::kOk ? Status::kExists : found;
  const LockResult locked = co_await LockBucket(thread, txn, table, bucket, kInsertBucket);
  if (locked == LockResult::kDie) co_return Status::kMustAbort;
  co_await Step(thread, {kInsertRoom, 0, 0});
  co_await Ordered(thread);
  const bool room = co_await library_.Reserve(thread, txn, 3, 0);
  if (!room) co_return Status::kMustAbort;
  node = co_await library_.Allocate(thread, txn, shape_.Lines(value.size), kInsertTake);
  if (node == 0) co_return Status::kPageFull;
  const uint64_t tail = Word(bucket + kWord);
  uint8_t block[kMaxBlockLines * kLineBytes];
  const uint32_t bytes = RecordBytes(table, key, value, block);
  std::memcpy(block + kPrevAt - kWord, &tail, kWord);
  co_await library_.Fill(thread, node + kWord, block, bytes, {kInsertFill, kRecordLists, node});
  const uint64_t used = heap_.HeaderOf(node, true);
  co_await library_.Set(thread, txn, node + kHeaderAt, used, {kInsertOwn, kHeapStructure, node});
  NoteChanged(table, key);
  if (tail != 0) {
    const auto last = static_cast<Address>(tail);
    co_await library_.Set(thread, txn, last + kNextAt, node, {kInsertNext, kRecordLists, last});
  } else {
    co_await library_.Set(thread, txn, bucket, node, {kInsertHead, kRecordLists, bucket});
  }
  co_await library_.Set(thread, txn, bucket + kWord, node, {kInsertTail, kRecordLists, bucket});
  co_await Ordered(thread);
  directory_.Insert(txn, table, key, value.bytes, node);
  co_return Status::kOk;
}

// The paper's Listing 2.
Task<Status> HashedRecords::Erase(Thread& thread, Transaction& txn, TableId table, Key key) {
  const Address bucket = BucketOf(table, key);
  Address node = 0;
  co_await Ordered(thread);
  const Status found = Walk(thread, table, key, &node);
  co_await nvm_.AwaitReads(thread);
  if (found != Status::kOk) co_return found;
  const LockResult locked = co_await LockBucket(thread, txn, table, bucket, kEraseBucket);
  if (locked == LockResult::kDie) co_return Status::kMustAbort;
  Value value;
  ReadValue(thread, table, node, &value);
  co_await nvm_.AwaitReads(thread);
  co_await Step(thread, {kEraseRoom, 0, 0});
  co_await Ordered(thread);
  const bool room = co_await library_.Reserve(thread, txn, 4, 1);
  if (!room) co_return Status::kMustAbort;
  const Address next = Word(node + kNextAt), prev = Word(node + kPrevAt);
  NoteChanged(table, key);
  if (Word(bucket + kWord) == node) {
    co_await library_.Set(thread, txn, bucket + kWord, prev, {kEraseTail, kRecordLists, bucket});
  }
  if (Word(bucket) == node)
    co_await library_.Set(thread, txn, bucket, next, {kEraseHead, kRecordLists, bucket});
  if (prev != 0)
    co_await library_.Set(thread, txn, prev + kNextAt, next, {kErasePrev, kRecordLists, prev});
  if (next != 0)
    co_await library_.Set(thread, txn, next + kPrevAt, prev, {kEraseNext, kRecordLists, next});
  co_await Step(thread, {kEraseDelete, kRecordLists, node});
  co_await library_.Free(thread, txn, node);
  co_await Ordered(thread);
  directory_.Erase(txn, table, key, value.bytes, node);
  co_return Status::kOk;
}

}  // namespace afterimage::heap
