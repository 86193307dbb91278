// Finds and changes the records of a page-based system, with one implementation for each placement.
// Locks come first, then room in the log, then latches, so no thread waits for the log or for a
// lock under a latch.
#ifndef AFTERIMAGE_SCHEME_PAGE_ENGINE_RECORDS_RECORD_ACCESS_H_
#define AFTERIMAGE_SCHEME_PAGE_ENGINE_RECORDS_RECORD_ACCESS_H_

#include "db/locks/lock_manager.h"
#include "db/pages/page_check.h"
#include "db/pages/slotted_page.h"
#include "scheme/page_engine/logged_pages.h"

namespace afterimage {

class RecordAccess {
 public:
  // --- The database ---
  // Makes the database's pages, durable in their home, and opens it. False where the rows do not
  // fit. REQUIRES: `rows` outlives the home.
  virtual bool Format(const InitialRows& rows) = 0;
  // Opens a database after a power cut by its catalog. False where the catalog is damaged or is
  // that of other tables.
  Task<bool> Open(Thread& thread);
  // Compares the pages with each other, as StorageEngine::CheckStructures says.
  virtual void Check(const PageBytes& pages, StructureCheck& check) = 0;

  // --- A client's records; REQUIRES: the database is open ---
  // These do what StorageEngine says of them.
  Task<Status> Read(Thread& thread, Transaction& txn, TableId table, Key key, LockMode mode,
                    Value* value);
  virtual Task<Status> Insert(Thread& thread, Transaction& txn, TableId table, Key key,
                              const Value& value) = 0;
  virtual Task<Status> Update(Thread& thread, Transaction& txn, TableId table, Key key,
                              const Value& value) = 0;
  virtual Task<Status> Erase(Thread& thread, Transaction& txn, TableId table, Key key) = 0;
  virtual Task<Status> Seek(Thread& thread, Transaction& txn, const KeyRange& range, LockMode mode,
                            Key* key, Value* value) = 0;

  // --- For others ---
  // The page of the first table's record `key`, by an index if there is one; kNoPage where the
  // record cannot be found.
  static constexpr PageId kNoPage = ~PageId{0};
  virtual Task<PageId> PageOf(Thread& thread, Key key) = 0;
  // Returns, for undo, the leaf to which the entry of `change` belongs now, pinned and latched,
  // with room for it if it was erased. Null if there is no such index, a page is damaged, or the
  // file is full.
  virtual Task<Frame*> LatchLeafOf(Thread& thread, const Change& change) = 0;
  // A structure change has been undone: forgets what was noted of places on the way to a record.
  virtual void ForgetPlaces() {}

 protected:
  // Everything it is given must outlive it.
  RecordAccess(LoggedPages& pages, LockManager& locks, LoggingHooks& hooks, const Schema& schema)
      : pages_(pages), pool_(pages.pool()), locks_(locks), hooks_(hooks), schema_(schema) {}
  ~RecordAccess() = default;

  // Opens the database that this catalog page describes; false as Open.
  virtual bool ReadCatalog(const SlottedPage& catalog) = 0;
  // Returns the page with which a fix of the record is shown: 0 if only an index knows it.
  virtual PageId ShownPage(Key key) const = 0;
  // Finds a record through pages that are in the pool, at one instant and without a wait. True
  // where that decides it: *status is kOk, with *frame pinned and *slot, or kNotFound. False where
  // Locate has to. REQUIRES: the caller is ordered.
  virtual bool TryLocate(Thread& thread, Transaction& txn, TableId table, Key key, Frame** frame,
                         SlotId* slot, Status* status) = 0;
  // The same with waits, and with the record's page; kDamaged where a page on the way is. Where
  // `served` is not null and the record can be had without its page, it is put there, and *frame
  // stays null.
  virtual Task<Status> Locate(Thread& thread, TableId table, Key key, Frame** frame, Rid* rid,
                              Value* served) = 0;
  // Returns whether there is a RecordHome. No system of the first engine has one: callers check
  // kWhole first, so that it has no code for that.
  bool serves_records() const { return hooks_.record_home() != nullptr; }
  // True where it has given the record without its page. REQUIRES: serves_records(); the
  // record is locked.
  Task<bool> TryServe(Thread& thread, PageId page, TableId table, Key key, Value* value);
  // True where `value` has become the record's without its page, which TryServe has given as `old`.
  // REQUIRES: the transaction has it locked exclusively, and has reserved room for a change.
  Task<bool> TryUpdateServed(Thread& thread, Transaction& txn, TableId table, Key key, PageId page,
                             const Value& old, const Value& value);

  // Takes the locks that precede a lock on a record, or replace it: the intention to lock records
  // of the table in `mode`, on the database and on the table, or a lock on the database as a whole.
  // It need not be called if neither is used.
  bool locks_tables() const {
    return pages_.params().locks_tables() || unit() == LockUnit::kDatabase;
  }
  Task<LockResult> LockTable(Thread& thread, Transaction& txn, TableId table, LockMode mode);
  // Then the record is locked, by this name: its page's where pages are what is locked.
  bool locks_records() const { return unit() != LockUnit::kDatabase; }
  Key LockNameOf(TableId table, Key key) const;
  // False where a look-up of this mode takes no lock.
  bool Locks(LockMode mode) const {
    return mode != LockMode::kShared || pages_.params().read_locks;
  }
  // The listing's line of a look-up: listings are of changes, so what only reads has none.
  static uint16_t LineOf(uint16_t label, LockMode mode) {
    return mode == LockMode::kShared || mode == LockMode::kKeyShared ? 0 : label;
  }
  // Looks up a record without a lock: the record as it is at one instant, whatever transactions
  // have changed it. Returns false if it meets half of a change, or damage, or never has all pages
  // at once: then the record must be read with a lock.
  Task<bool> ReadUnlocked(Thread& thread, Transaction& txn, TableId table, Key key, Value* value,
                          Status* status);
  // The number of attempts to have all pages at once, after which it takes a lock.
  static constexpr uint32_t kUnlockedTries = 4;
  // Nothing that was found without a lock stays where it was.
  static void ForgetPlace(Transaction& txn) {
    txn.found_rid = 0;
    txn.found_value_known = false;
  }
  // Notes what `txn` has read under a lock of `mode`: where it may change the record next, it need
  // not read it again.
  static void Remember(Transaction& txn, LockMode mode, const Value& value);
  // Makes `change` erase the record `old` or, if `value` is not null, update it to `value`. Its
  // images, which point into both, are the words that differ: empty if none does.
  static void SetImages(const Value& old, const Value* value, Change* change);
  LockUnit unit() const { return pages_.params().lock_unit; }
  // Returns true for a deleted record that only `txn` can bring back: its space is free for `txn`.
  bool GhostIsFree(TableId table, Key ghost, const Transaction& txn) const {
    return !locks_.LockedByOther(table, ghost, txn);
  }

  LoggedPages& pages_;
  BufferPool& pool_;
  LockManager& locks_;
  LoggingHooks& hooks_;
  const Schema& schema_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_PAGE_ENGINE_RECORDS_RECORD_ACCESS_H_
