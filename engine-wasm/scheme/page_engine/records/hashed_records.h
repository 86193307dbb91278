// Records in a hash file, for small databases of one table: page 0 is the catalog, and a record's
// page is a function of its key.
#ifndef AFTERIMAGE_SCHEME_PAGE_ENGINE_RECORDS_HASHED_RECORDS_H_
#define AFTERIMAGE_SCHEME_PAGE_ENGINE_RECORDS_HASHED_RECORDS_H_

#include "scheme/page_engine/records/record_access.h"

namespace afterimage {

class HashedRecords final : public RecordAccess {
 public:
  HashedRecords(const EngineContext& context, LoggedPages& pages, LockManager& locks,
                LoggingHooks& hooks)
      : RecordAccess(pages, locks, hooks, context.schema), arena_(context.arena) {}

  // False for more than one table, too: the key is all that says where a record is.
  bool Format(const InitialRows& rows) override;
  void Check(const PageBytes& pages, StructureCheck& check) override;
  Task<Status> Insert(Thread& thread, Transaction& txn, TableId table, Key key,
                      const Value& value) override;
  Task<Status> Update(Thread& thread, Transaction& txn, TableId table, Key key,
                      const Value& value) override;
  Task<Status> Erase(Thread& thread, Transaction& txn, TableId table, Key key) override;
  // There is no order to seek in: always kNotFound.
  Task<Status> Seek(Thread& thread, Transaction& txn, const KeyRange& range, LockMode mode,
                    Key* key, Value* value) override;
  Task<PageId> PageOf(Thread& thread, Key key) override;
  Task<Frame*> LatchLeafOf(Thread& thread, const Change& change) override;

 protected:
  bool ReadCatalog(const SlottedPage& catalog) override;
  PageId ShownPage(Key key) const override { return HomeOf(key); }
  bool TryLocate(Thread& thread, Transaction& txn, TableId table, Key key, Frame** frame,
                 SlotId* slot, Status* status) override;
  Task<Status> Locate(Thread& thread, TableId table, Key key, Frame** frame, Rid* rid,
                      Value* served) override;

 private:
  // The key of the catalog's record, which says how many pages the file has.
  static constexpr Key kCatalogKey = 0x676f6c61746163;  // "catalog"
  enum class Verb : uint8_t { kInsert, kUpdate, kErase };

  static PageId HomeIn(Key key, uint32_t heap_pages) {
    return 1 + static_cast<PageId>(Mix64(key) % heap_pages);
  }
  PageId HomeOf(Key key) const { return HomeIn(key, pages_.params().heap_pages); }
  // Puts into the fresh page what belongs there; false where it does not fit.
  bool Fill(SlottedPage& page, const InitialRows& rows);
  // Finds the record in its pinned page; where it is not there, unpins the page.
  Status FindIn(Thread& thread, Frame* frame, Key key, SlotId* slot);
  // Locks the record and does with it what `verb` says; `value` is null for kErase.
  Task<Status> Modify(Thread& thread, Transaction& txn, Key key, Verb verb, const Value* value);
  // Sets the change that `verb` makes of this page. It refers to `value` and to `old`, which gets
  // the record's present value. Returns kOk, or the reason why there is no such change.
  Status MakeChange(const Transaction& txn, const SlottedPage& page, Verb verb, const Value* value,
                    Value* old, Change* change) const;

  Arena& arena_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_PAGE_ENGINE_RECORDS_HASHED_RECORDS_H_
