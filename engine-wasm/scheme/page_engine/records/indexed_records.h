// Records in heap pages, found through B+-trees: a table's primary index leads from a record's key
// to its place (page and slot), a secondary one from another key of it. Catalog, roots and
// allocator are pages like others.
#ifndef AFTERIMAGE_SCHEME_PAGE_ENGINE_RECORDS_INDEXED_RECORDS_H_
#define AFTERIMAGE_SCHEME_PAGE_ENGINE_RECORDS_INDEXED_RECORDS_H_

#include <optional>

#include "db/index/index_tree.h"
#include "scheme/page_engine/records/heap_pages.h"
#include "scheme/page_engine/records/record_access.h"

namespace afterimage {

class IndexedRecords final : public RecordAccess {
 public:
  IndexedRecords(const EngineContext& context, LoggedPages& pages, StructureChanges& structure,
                 LockManager& locks, LoggingHooks& hooks)
      : RecordAccess(pages, locks, hooks, context.schema),
        arena_(context.arena),
        machine_(context.machine),
        structure_(structure),
        heap_(context, pages, structure, locks) {}

  // --- RecordAccess ---
  bool Format(const InitialRows& rows) override;
  void Check(const PageBytes& pages, StructureCheck& check) override;
  Task<Status> Insert(Thread& thread, Transaction& txn, TableId table, Key key,
                      const Value& value) override;
  Task<Status> Update(Thread& thread, Transaction& txn, TableId table, Key key,
                      const Value& value) override;
  Task<Status> Erase(Thread& thread, Transaction& txn, TableId table, Key key) override;
  Task<Status> Seek(Thread& thread, Transaction& txn, const KeyRange& range, LockMode mode,
                    Key* key, Value* value) override;
  Task<PageId> PageOf(Thread& thread, Key key) override;
  Task<Frame*> LatchLeafOf(Thread& thread, const Change& change) override;
  void ForgetPlaces() override;

 protected:
  bool ReadCatalog(const SlottedPage& catalog) override;
  PageId ShownPage(Key) const override { return 0; }
  bool TryLocate(Thread& thread, Transaction& txn, TableId table, Key key, Frame** frame,
                 SlotId* slot, Status* status) override;
  Task<Status> Locate(Thread& thread, TableId table, Key key, Frame** frame, Rid* rid,
                      Value* served) override;

 private:
  // Fills the pool as after a long run: with the indexes, and with equal parts of the records in
  // use.
  void Warm(const InitialPages& pages);
  void OpenTree(TableId table, uint32_t index, PageId root) {
    trees_[table * kMaxIndexes + index] = arena_.New<IndexTree>(structure_, machine_, root);
  }
  bool HasTree(TableId table, uint32_t index) const {
    return table < kMaxTables && index < kMaxIndexes && trees_[table * kMaxIndexes + index];
  }
  // REQUIRES: HasTree.
  IndexTree& Tree(TableId table, uint32_t index) { return *trees_[table * kMaxIndexes + index]; }

  // Seeks without locks, as ReadUnlocked reads.
  Task<bool> SeekUnlocked(Thread& thread, Transaction& txn, const KeyRange& range, Key* key,
                          Value* value, Status* status);
  // Its look at the index: true where *found and *outcome are of one instant, which may be over.
  Task<bool> FindUnlocked(Thread& thread, const KeyRange& range, IndexTree::Found* found,
                          IndexTree::Outcome* outcome);
  // Updates the record to `value`, or erases it where that is null.
  Task<Status> Modify(Thread& thread, Transaction& txn, TableId table, Key key, const Value* value);
  // Inserts the entries of the record at `rid` into the indexes of its table, or erases them.
  // kPageFull where a leaf cannot be had.
  Task<Status> PutEntries(Thread& thread, Transaction& txn, TableId table, Key key,
                          const Value& value, Rid rid, bool insert);
  // Reads the key of the record at `rid`; false where the page is damaged or has no such slot.
  // REQUIRES: the caller is ordered, rid.page is below the limit.
  Task<bool> ReadKey(Thread& thread, Rid rid, Key* key);
  // Notes for `txn` where it has found the record (a packed Rid), which stays there while it is
  // locked.
  static void RememberPlace(Transaction& txn, TableId table, Key key, uint64_t rid);

  Arena& arena_;
  const MachineProfile& machine_;
  StructureChanges& structure_;
  HeapPages heap_;
  IndexTree* trees_[kMaxTables * kMaxIndexes] = {};
};

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_PAGE_ENGINE_RECORDS_INDEXED_RECORDS_H_
