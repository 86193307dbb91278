// Records in hash buckets: a table is an array of them, a bucket a doubly-linked list of records
// with head and tail, as in REWIND's Listing 1. Its links are locked by the bucket. Ranges are read
// from a directory in DRAM.
#ifndef AFTERIMAGE_SCHEME_SHARED_HEAP_RECORDS_HASHED_RECORDS_H_
#define AFTERIMAGE_SCHEME_SHARED_HEAP_RECORDS_HASHED_RECORDS_H_

#include <vector>

#include "scheme/shared/heap/records/directory.h"

namespace afterimage::heap {

class HashedRecords final : public Records {
 public:
  // Words of a record's block that link it into its bucket, and the size of a bucket.
  static constexpr uint32_t kNextAt = 8, kPrevAt = 16;
  static constexpr uint32_t kBucketBytes = 2 * kWord;

  // Makes a placement with at least this many buckets for each table.
  HashedRecords(const EngineContext& context, PersistentHeap& heap, Library& library,
                LockManager& locks, uint32_t buckets);

  static uint64_t RootBytesOf(const InitialRows& rows, uint32_t buckets);
  // Returns the bytes of heap for the initial rows.
  static uint64_t HeapBytesOf(const InitialRows& rows);

  uint64_t RootBytes(const InitialRows& rows) const override { return RootBytesOf(rows, buckets_); }
  bool Format(const InitialRows& rows, Address data) override;
  bool Open(uint64_t* lines_read) override;
  Task<Status> Find(Thread& thread, Transaction& txn, TableId table, Key key,
                    Address* record) override;
  Task<Status> Insert(Thread& thread, Transaction& txn, TableId table, Key key,
                      const Value& value) override;
  Task<Status> Erase(Thread& thread, Transaction& txn, TableId table, Key key) override;
  Task<Status> First(Thread& thread, Transaction& txn, const KeyRange& range,
                     Entry* entry) override;
  bool Still(const KeyRange& range, Entry* entry) const override;
  void Committed(const Transaction& txn) override { directory_.Committed(txn); }
  void RolledBack(const Transaction& txn) override { directory_.RolledBack(txn); }
  Text OwnLockTitle() const override;
  void Describe(Inspector& inspector) const override;
  void Check(StructureCheck& check, Unreached* unreached) const override;

 private:
  uint32_t RootItemBytes() const override { return kBucketBytes; }
  Text RootTitle() const override;
  void NoteChanged(TableId table, Key key) override;
  static uint64_t BucketsOf(uint64_t rows, uint32_t buckets);
  Address BucketOf(TableId table, Key key) const;
  Task<LockResult> LockBucket(Thread& thread, Transaction& txn, TableId table, Address bucket,
                              uint16_t label);
  Status Walk(Thread& thread, TableId table, Key key, Address* record) const;
  bool OpenBucket(TableId table, Address bucket, uint32_t* records, uint64_t* lines_read);
  void DescribeBucket(Inspector& inspector, TableId table, Address bucket) const;
  std::vector<Address> NodesToShow(Address bucket) const;

  uint32_t buckets_;
  Directory directory_;
  ArenaVector<Address> changed_;  // traced: buckets, in the order of their latest change
};

}  // namespace afterimage::heap

#endif  // AFTERIMAGE_SCHEME_SHARED_HEAP_RECORDS_HASHED_RECORDS_H_
