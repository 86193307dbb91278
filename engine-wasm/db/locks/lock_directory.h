// The directory of locks, by name: it has an entry for every record that is locked, awaited or
// tagged, and a head for every table and for the database above them. Entries come and go with
// their requests, so memory follows the number of locks at one time, not that of records ever
// touched.
#ifndef AFTERIMAGE_DB_LOCKS_LOCK_DIRECTORY_H_
#define AFTERIMAGE_DB_LOCKS_LOCK_DIRECTORY_H_

#include <vector>

#include "base/arena.h"
#include "base/build.h"
#include "db/locks/lock_mode.h"
#include "db/structure_check.h"
#include "db/transaction.h"
#include "sim/latch.h"

namespace afterimage {

struct LockEntry;
struct LockHead;

// The levels of the hierarchy from the leaves to the root, in the order of the numbers in events.
enum class LockLevel : uint8_t { kRecord, kTable, kDatabase };

// The name of a lock: a record of a table, a table as a whole, or the database as a whole.
struct LockName {
  TableId table = 0;
  LockLevel level = LockLevel::kRecord;
  Key key = 0;

  // The number in events and in the interface, beside its level and table.
  uint32_t number() const {
    static constexpr uint32_t kDatabaseNumber = 256;  // behind those of tables
    if (level == LockLevel::kRecord) return static_cast<uint32_t>(key);
    return level == LockLevel::kTable ? table : kDatabaseNumber;
  }
};

struct LockRequest {
  Transaction* txn = nullptr;
  LockEntry* entry = nullptr;
  LockMode mode = LockMode::kShared;
  bool granted = false;
  bool victim = false;     // it was told to give up while it waited
  bool inherited = false;  // passed on by a commit, not yet claimed; `txn` is the thread's heir
  bool unused = false;     // inherited, and the next transaction had no use for it
  ActorId waiter = 0;      // the thread that waits
  LockRequest* previous = nullptr;  // in the entry's list; of the first: the last
  LockRequest* next = nullptr;
  LockRequest* next_of_txn = nullptr;
  LockRequest* upgrades = nullptr;  // the granted request that is to get this mode
  Thread* sleeper = nullptr;        // blocked until this is granted or a victim
};

// A list of requests in order, and the modes among them.
class LockRequestList {
 public:
  LockRequest* first() const { return first_; }
  bool empty() const { return first_ == nullptr; }
  LockModes modes() const { return modes_; }
  // Returns the modes of all but `request`. REQUIRES: `request` is in the list.
  LockModes modes_but(const LockRequest& request) const;
  void PushBack(LockRequest* request);
  void PushFront(LockRequest* request);
  void Remove(LockRequest* request);
  void ChangeMode(LockRequest* request, LockMode mode);

 private:
  LockRequest* first_ = nullptr;  // its `previous` is the last one
  LockModes modes_ = 0;
};

// The latest commit that wrote a record and released it early.
struct LockTag {
  Lsn lsn = kNoLsn;
  LockEntry* entry = nullptr;
  LockTag* before = nullptr;
  LockTag* after = nullptr;
};

// The locks on one named thing. It fills a line of 64 bytes: there are so many that their size
// determines the speed of locking.
struct LockEntry {
  LockName name;
  [[no_unique_address]] LockRequestList granted;  // in the order of the grants
  uint16_t inherited = 0;                         // how many of the granted wait for their heir
  [[no_unique_address]] LockRequestList waiting;  // upgrades, then first come first served
  uint32_t since = 0;          // the directory's clock when it was first locked since last idle
  LockTag* tag = nullptr;      // null: no early release, or forgotten
  LockEntry* chain = nullptr;  // in its hash bucket

  bool idle() const { return granted.empty() && waiting.empty(); }
  // Returns the head of a table or the database; null for a record.
  LockHead* head();
};
static_assert(sizeof(void*) == 4 || sizeof(LockEntry) == 64);

// The lock of a table or of the database, with the latch that protects its queue. Record locks are
// spread over many queues and take none.
struct LockHead : LockEntry {
  explicit LockHead(LatchCosts costs) : latch(costs) {}
  // Notes an acquisition of the latch, and whether it had to wait. REQUIRES: it is called for every
  // one.
  void Remember(bool contended) {
    history = static_cast<uint16_t>(history << 1 | (contended ? 1 : 0));
  }
  // True where the lock is hot: at least 4 of the last 16 acquisitions found the latch held.
  bool hot() const { return __builtin_popcount(history) >= 4; }

  Latch latch;
  uint16_t history = 0;
};

inline LockHead* LockEntry::head() {
  return name.level == LockLevel::kRecord ? nullptr : static_cast<LockHead*>(this);
}

// Returns the lock of a table or of the database in a list of such locks of one transaction, or
// null.
inline LockRequest* FindHigh(LockRequest* first, LockLevel level, TableId table) {
  const auto matches = [&](const LockName& name) {
    return name.level == level && name.table == table;
  };
  while (first && !matches(first->entry->name)) first = first->next_of_txn;
  return first;
}

class LockDirectory {
 public:
  LockDirectory(Arena& arena, LatchCosts head_costs);

  // Returns the record's entry; null where it is neither locked nor awaited nor tagged.
  LockEntry* Find(TableId table, Key key) const;
  LockEntry& FindOrAdd(TableId table, Key key);
  // Returns the head of a table or, with table 0, of the database.
  LockHead& Head(LockLevel level, TableId table);

  LockRequest* NewRequest(Transaction& txn, LockEntry& entry, LockMode mode);
  // Frees a request. REQUIRES: it is in no list.
  void Recycle(LockRequest* request) { arena_.Recycle(request, sizeof *request); }
  // Call Show before a request comes to the entry, and Settle after one has left it, which may free
  // the entry.
  void Show(LockEntry& entry) {
    if (entry.idle()) entry.since = ++clock_;
  }
  void Settle(LockEntry& entry);

  void Tag(LockEntry& entry, Lsn lsn);
  Lsn TagOf(const LockEntry& entry) const {
    return entry.tag && entry.tag->lsn > durable_ ? entry.tag->lsn : kNoLsn;
  }
  void ForgetTagsUpTo(Lsn durable);

#if AFTERIMAGE_WATCHES_READS
  // As StorageEngine::CheckMemory says.
  void CheckMemory(StructureCheck& check) const;
  // As StorageEngine::CheckAnytime says.
  void CheckAnytime(StructureCheck& check) const;
#endif
  // Entries of records, for tests of memory.
  uint32_t entries() const { return size_; }
  // Calls f(name, request) for every request, entries in the order in which they were first locked
  // since they were last free.
  template <class F>
  void ForEach(F&& f) const {
    for (const LockEntry* entry : Busy()) {
      for (const LockRequest* r = entry->granted.first(); r; r = r->next) f(entry->name, *r);
      for (const LockRequest* r = entry->waiting.first(); r; r = r->next) f(entry->name, *r);
    }
  }
  // Calls f(name, lsn) for every record with a tag that counts, from the earliest on.
  template <class F>
  void ForEachTag(F&& f) const {
    for (const LockTag* tag = tags_.first; tag; tag = tag->after)
      if (tag->lsn > durable_) f(tag->entry->name, tag->lsn);
  }

 private:
  struct TagList {
    LockTag* first = nullptr;
    LockTag* last = nullptr;
    void PushBack(LockTag* tag);
    void Remove(LockTag* tag);
  };
  LockEntry** BucketOf(TableId table, Key key) const;
  void Grow();
  void Free(LockEntry& entry);
  // Entries with requests, heads too, in the order of `since`.
  std::vector<const LockEntry*> Busy() const;

  Arena& arena_;
  LatchCosts head_costs_;
  LockEntry** buckets_;
  uint32_t mask_;
  uint32_t size_ = 0;
  Lsn durable_ = kNoLsn;
  uint32_t clock_ = 0;  // goes round: what is locked now is younger than a round
  TagList tags_;
  static constexpr uint32_t kTables = 256;
  LockHead* heads_[kTables + 1] = {};  // the database's is the last
};

}  // namespace afterimage

#endif  // AFTERIMAGE_DB_LOCKS_LOCK_DIRECTORY_H_
