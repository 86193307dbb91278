// The places of records, in key order: in DRAM, so that ranges can be read. The bytes in NVM are
// hash buckets; the directory is built from them when the database is opened and follows each
// transaction, also back when that rolls back. An erased record stays until its transaction has
// ended, so that others find it and wait for its lock.
#ifndef AFTERIMAGE_SCHEME_SHARED_HEAP_RECORDS_DIRECTORY_H_
#define AFTERIMAGE_SCHEME_SHARED_HEAP_RECORDS_DIRECTORY_H_

#include <map>

#include "scheme/shared/heap/records/records.h"

namespace afterimage::heap {

class Directory {
 public:
  using Entry = Records::Entry;

  Directory(Arena& arena, const Schema& schema);

  void Clear();
  // A record that is there from the start. False where its key is taken.
  bool Add(TableId table, Key key, const uint8_t* value, Address node);
  void Insert(const Transaction& txn, TableId table, Key key, const uint8_t* value, Address node);
  void Erase(const Transaction& txn, TableId table, Key key, const uint8_t* value, Address node);
  // Returns the first entry of the range in its direction, erased or not; false if there is none.
  bool First(const KeyRange& range, Entry* entry) const;
  void Committed(const Transaction& txn);
  void RolledBack(const Transaction& txn);

 private:
  struct Here {
    Address node = 0;
    bool gone = false;
  };
  using Index = std::map<Key, Here, std::less<Key>, ArenaAllocator<std::pair<const Key, Here>>>;
  // An entry that a running transaction has changed, and what it was before; node 0: it was not
  // there.
  struct Change {
    TxnId txn;
    TableId table;
    uint8_t index;
    Key key;
    Here before;
  };

  Index& IndexOf(TableId table, uint32_t index) const {
    return *indexes_[table * kMaxIndexes + index];
  }
  Key KeyIn(TableId table, uint32_t index, Key key, const uint8_t* value) const;
  void Put(const Transaction& txn, TableId table, Key key, const uint8_t* value, const Here& here);
  void Forget(TxnId txn);

  const Schema& schema_;
  Index* indexes_[kMaxTables * kMaxIndexes];
  ArenaVector<Change> changes_;  // of running transactions
};

}  // namespace afterimage::heap

#endif  // AFTERIMAGE_SCHEME_SHARED_HEAP_RECORDS_DIRECTORY_H_
