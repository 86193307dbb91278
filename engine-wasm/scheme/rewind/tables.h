// Records in the persistent heap: a table is an array of hash buckets, a bucket a doubly-linked
// list of records with head and tail, as in the paper's Listing 1. What changes is words, through
// the log; what a new record holds before anything points at it needs no log. Threads are kept
// apart by locks: a record's words by its own, the links of a bucket by one on the bucket, both
// until the transaction ends.
#ifndef AFTERIMAGE_SCHEME_REWIND_TABLES_H_
#define AFTERIMAGE_SCHEME_REWIND_TABLES_H_

#include "scheme/rewind/directory.h"
#include "scheme/rewind/log.h"

namespace afterimage::rewind {

class Tables {
 public:
  Tables(const EngineContext& context, PersistentHeap& heap, Log& log);

  // Bytes of NVM that roots, buckets and records take from `data` on; at least `buckets` a table.
  static uint64_t BucketsOf(uint64_t rows, uint32_t buckets);
  static uint64_t BucketBytes(const InitialRows& rows, uint32_t buckets);
  static uint64_t RecordBytes(const InitialRows& rows);

  // Writes buckets from `data` on and the rows into the open heap. False where they do not fit.
  bool Format(const InitialRows& rows, Address data, uint32_t buckets);
  // Finds the buckets. False where the roots are damaged.
  bool ReadRoots(Address data);
  // Follows every list from its bucket and makes the directory; adds the lines read. False where
  // the bytes are damaged, which they are too where a block in use cannot be reached.
  bool Open(uint64_t* lines_read);

  Address BucketOf(TableId table, Key key) const;
  // The name by which the links of a bucket are locked: no record's key.
  Key LockOf(TableId table, Address bucket) const;
  bool IsLockOfBucket(TableId table, Key key) const;
  // kNotFound, with node 0, where there is no such record. Charges what is read.
  Status Find(Thread& thread, TableId table, Key key, Address* node) const;
  void ReadValue(Thread& thread, TableId table, Address node, Value* value) const;
  Key KeyOf(Address node) const { return nvm_.LoadWord(node + kKeyAt); }

  // All with the locks held; false where the log or the heap has no room.
  Task<Status> Insert(Thread& thread, Transaction& txn, TableId table, Key key, const Value& value);
  Task<Status> Update(Thread& thread, Transaction& txn, TableId table, Address node,
                      const Value& value);
  Task<Status> Erase(Thread& thread, Transaction& txn, TableId table, Address node);

  void Committed(const Transaction& txn) { directory_.Committed(txn); }
  void RolledBack(const Transaction& txn) { directory_.RolledBack(txn); }
  const Directory& directory() const { return directory_; }

  void DescribeRoots(Inspector& inspector) const;
  void DescribeBuckets(Inspector& inspector, const LockManager& locks) const;
  void DescribeBlocks(Inspector& inspector) const;

 private:
  Address Word(Address at) const { return static_cast<Address>(log_.LoadWord(at)); }
  bool OpenBucket(TableId table, Address bucket, uint32_t* records, uint64_t* lines_read);
  void PlainValue(TableId table, Address node, Value* value) const;
  void NoteChanged(Address bucket);
  void DescribeBucket(Inspector& inspector, TableId table, Address bucket,
                      const LockManager& locks) const;

  Nvm& nvm_;
  const Schema& schema_;
  PersistentHeap& heap_;
  Log& log_;
  Time read_ns_;
  Time search_ns_;
  Root roots_[kMaxTables];
  bool rooted_ = false;  // the roots have been read
  Directory directory_;
  ArenaVector<Address> changed_;  // traced: buckets, in the order of their latest change
};

}  // namespace afterimage::rewind

#endif  // AFTERIMAGE_SCHEME_REWIND_TABLES_H_
