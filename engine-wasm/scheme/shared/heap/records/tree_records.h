// Records found by persistent B+-trees (REWIND, sections 5.2 and 5.3): one for each index of a
// table, or, of a table whose first key columns have few values, an array of them, one for each
// value: the paper's optimized layout of TPC-C's order tables.
#ifndef AFTERIMAGE_SCHEME_SHARED_HEAP_RECORDS_TREE_RECORDS_H_
#define AFTERIMAGE_SCHEME_SHARED_HEAP_RECORDS_TREE_RECORDS_H_

#include "scheme/shared/heap/records/btree.h"
#include "scheme/shared/heap/records/records.h"

namespace afterimage::heap {

class TreeRecords final : public Records {
 public:
  // `arrays`: where the table allows it.
  TreeRecords(const EngineContext& context, PersistentHeap& heap, Library& library,
              LockManager& locks, uint32_t fanout, bool arrays);

  static uint64_t RootBytesOf(const InitialRows& rows, bool arrays);
  // Returns the bytes of heap for the initial rows and the nodes that lead to them.
  static uint64_t HeapBytesOf(const InitialRows& rows, uint32_t fanout, bool arrays);

  uint64_t RootBytes(const InitialRows& rows) const override { return RootBytesOf(rows, arrays_); }
  bool Format(const InitialRows& rows, Address data) override;
  // Looks at the roots alone: the rest is read when it is needed.
  bool Open(uint64_t* lines_read) override;
  Task<Status> Find(Thread& thread, Transaction& txn, TableId table, Key key,
                    Address* record) override;
  Task<Status> Insert(Thread& thread, Transaction& txn, TableId table, Key key,
                      const Value& value) override;
  Task<Status> Erase(Thread& thread, Transaction& txn, TableId table, Key key) override;
  Task<Status> First(Thread& thread, Transaction& txn, const KeyRange& range,
                     Entry* entry) override;
  // The content of the leaf cannot change under its lock.
  bool Still(const KeyRange&, Entry*) const override { return true; }
  Text OwnLockTitle() const override;
  void Describe(Inspector& inspector) const override;
  void Check(StructureCheck& check, Unreached* unreached) const override;
  bool trees() const override { return true; }

 private:
  // The division of a table's keys among its primary trees: those whose first columns are `first` +
  // i, and behind them one for all other keys.
  struct Division {
    uint32_t shift = 64;  // of the columns that are left; 64: all in one tree
    Key first = 0;
    uint32_t values = 0;

    uint32_t Of(Key key) const {
      if (shift >= 64) return 0;
      const Key value = (key >> shift) - first;
      return value < values ? static_cast<uint32_t>(value) : values;
    }
  };
  static Division DivisionOf(const InitialRows& rows, TableId table, bool arrays);
  static uint32_t ShiftOf(const TableInfo& info, bool arrays);
  Division DivisionOf(TableId table) const;

  uint32_t RootItemBytes() const override { return kWord; }
  Text RootTitle() const override;
  void NoteChanged(TableId table, Key key) override;
  BTree::Tree TreeNumber(TableId table, uint32_t number) const;
  // Puts the rows [from, to) into a tree of their own. False where there is no room.
  bool FormatTree(const InitialRows& rows, TableId table, uint32_t number, uint64_t from,
                  uint64_t to, const std::vector<Address>& records);
  // The tree of an index that has the key.
  BTree::Tree TreeOf(TableId table, uint32_t index, Key key) const;
  Key KeyIn(TableId table, uint32_t index, Key key, const Value& value) const {
    return index == 0 ? key : schema_.table(table).secondary(key, value.bytes);
  }
  Task<Status> FirstUp(Thread& thread, Transaction& txn, const BTree::Tree& tree,
                       const KeyRange& range, Entry* entry);
  Task<Status> FirstDown(Thread& thread, Transaction& txn, const BTree::Tree& tree,
                         const KeyRange& range, Entry* entry);
  void DescribeNode(Inspector& inspector, TableId table, const BTree::Tree& tree,
                    const BTree::Node& node) const;
  bool CheckNode(StructureCheck& check, Unreached* unreached, const BTree::Tree& tree,
                 uint64_t address, uint32_t level, Key least, Key most, uint64_t* right,
                 uint64_t* records) const;

  BTree btree_;
  bool arrays_;
  ArenaVector<Address> changed_;  // traced: leaves, in the order of their latest change
};

}  // namespace afterimage::heap

#endif  // AFTERIMAGE_SCHEME_SHARED_HEAP_RECORDS_TREE_RECORDS_H_
