// The tables of a heap engine: each record is a block of the persistent heap, and how it is found
// is a matter of the placement. What changes is words, through the library; what a new block holds
// before anything points at it needs no log. Threads are kept apart by locks: a record's words by
// its own, which the engine takes; the words by which others find it by the placement's, on names
// that no record has. All are held until the transaction ends, since undo puts old words back.
#ifndef AFTERIMAGE_SCHEME_SHARED_HEAP_RECORDS_RECORDS_H_
#define AFTERIMAGE_SCHEME_SHARED_HEAP_RECORDS_RECORDS_H_

#include <unordered_map>

#include "db/locks/lock_manager.h"
#include "scheme/shared/heap/library.h"

namespace afterimage::heap {

class Records {
 public:
  // A record as a range finds it. `gone`: erased by a transaction that has not ended.
  struct Entry {
    Key key = 0;  // of the index
    Address record = 0;
    bool gone = false;
  };
  // Blocks in use, and whether nothing has led to them so far.
  using Unreached = std::unordered_map<uint64_t, bool>;

  // Bytes of NVM that the roots' words take, and the blocks of the initial rows.
  virtual uint64_t RootBytes(const InitialRows& rows) const = 0;
  // Writes the rows into the open heap, and from `data` on what leads to them. The records are open
  // then. False where they do not fit.
  virtual bool Format(const InitialRows& rows, Address data) = 0;
  // Reads the tables' roots. False where they are damaged.
  bool ReadRoots(Address data);
  // Follows all that leads to records; adds the lines read. False where the bytes are damaged,
  // which they are too where a block in use cannot be reached.
  virtual bool Open(uint64_t* lines_read) = 0;

  // All functions below need the record's lock. They take further locks as needed: kMustAbort if
  // the transaction has to die for a lock, or the log has no room; kPageFull if the heap has none.
  //
  // Finds a record: kNotFound, with 0, if there is none. Charges the reads.
  virtual Task<Status> Find(Thread& thread, Transaction& txn, TableId table, Key key,
                            Address* record) = 0;
  virtual Task<Status> Insert(Thread& thread, Transaction& txn, TableId table, Key key,
                              const Value& value) = 0;
  // Stores the words of the value that differ.
  Task<Status> Update(Thread& thread, Transaction& txn, TableId table, Address record,
                      const Value& value);
  virtual Task<Status> Erase(Thread& thread, Transaction& txn, TableId table, Key key) = 0;
  // The first entry of the range in its direction, without its record's lock. When the caller has
  // that, Still says whether the entry is there as before, and whether it is gone now.
  virtual Task<Status> First(Thread& thread, Transaction& txn, const KeyRange& range,
                             Entry* entry) = 0;
  virtual bool Still(const KeyRange& range, Entry* entry) const = 0;
  virtual void Committed(const Transaction&) {}
  virtual void RolledBack(const Transaction&) {}

  void ReadValue(Thread& thread, TableId table, Address record, Value* value) const;
  Key KeyOf(Address record) const { return nvm_.LoadWord(record + shape_.key_at); }
  // True where the lock is the placement's own and no record's.
  bool IsOwnLock(TableId table, Key key) const;
  // Returns the title of what such a lock is on, for the interface.
  virtual Text OwnLockTitle() const = 0;

  virtual void Describe(Inspector& inspector) const = 0;
  void DescribeRoots(Inspector& inspector) const;
  // Checks the invariants of the placement, and takes everything that it reaches out of
  // `unreached`.
  virtual void Check(StructureCheck& check, Unreached* unreached) const = 0;
  // Trees lead to the records, else lists.
  virtual bool trees() const { return false; }

 protected:
  Records(const EngineContext& context, PersistentHeap& heap, Library& library, LockManager& locks,
          const RecordShape& shape);
  ~Records() = default;

  // The least that a table's root leads to, and how long each of those is.
  virtual uint32_t RootItemBytes() const = 0;
  virtual Text RootTitle() const = 0;
  // Notes that the record's words change; for the interface.
  virtual void NoteChanged(TableId, Key) {}

  Address Word(Address at) const { return static_cast<Address>(library_.LoadWord(at)); }
  Task<LockResult> Lock(Thread& thread, Transaction& txn, TableId table, Key key, LockMode mode,
                        uint16_t label);
  // A record's block before the run, and its value. 0 where there is no room.
  Address FormatRecord(const InitialRows& rows, TableId table, uint64_t row, Value* value);
  // The bytes of a new record's block from its second word on.
  uint32_t RecordBytes(TableId table, Key key, const Value& value, uint8_t* block) const;
  // True where this may be the address of a record of the table, in use.
  bool IsRecord(TableId table, uint64_t address) const;
  void PlainValue(TableId table, Address record, Value* value) const;

  Nvm& nvm_;
  const Schema& schema_;
  PersistentHeap& heap_;
  Library& library_;
  LockManager& locks_;
  const RecordShape shape_;
  Time search_ns_;
  Root roots_[kMaxTables];
  bool rooted_ = false;  // the roots have been read
};

}  // namespace afterimage::heap

#endif  // AFTERIMAGE_SCHEME_SHARED_HEAP_RECORDS_RECORDS_H_
