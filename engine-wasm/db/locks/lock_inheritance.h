// Speculative lock inheritance (Johnson, Pandis, Ailamaki, VLDB 2009): a commit passes hot locks on
// tables and on the database on to the next transaction of the same thread, which claims them
// without the head's latch.
//
// The paper's five criteria: the lock is hot (LockHead::hot); it is of a page or higher, here of a
// table or the database; its mode is S, IS or IX; no request waits for it; and all of that is true
// of the lock above it, too. An abort passes nothing on, nor does a transaction pass on a lock that
// it did not use.
//
// Until it is claimed, a lock belongs to the thread's heir, and any conflicting request takes it
// away at once, so no request ever waits for an unclaimed lock. An heir that loses the database's
// lock loses those on tables, too: it never has one without the lock above it. Unclaimed locks are
// released with the heir's own.
#ifndef AFTERIMAGE_DB_LOCKS_LOCK_INHERITANCE_H_
#define AFTERIMAGE_DB_LOCKS_LOCK_INHERITANCE_H_

#include "db/locks/lock_directory.h"

namespace afterimage {

class LockInheritance {
 public:
  LockInheritance(Arena& arena, LockDirectory& directory)
      : directory_(directory), arena_(arena), heirs_(ArenaAllocator<Transaction*>(arena)) {}

  // True where a lock that `txn` holds meets the criteria at this instant.
  static bool MayPassOn(const Transaction& txn, const LockRequest& request);
  // Passes the newest lock of `txn` on a table or the database on to the thread's heir. REQUIRES:
  // MayPassOn; the database's lock comes after those of tables.
  void PassOn(ActorId thread, Transaction& txn);
  // Takes back what has been passed on to the thread's heir, since the database's lock could not
  // be. Returns how many locks.
  uint32_t TakeBack(ActorId thread);
  // Returns the lock on a table or the database that the thread's next transaction may claim, or
  // null.
  LockRequest* Find(ActorId thread, const LockName& name) const;
  void Claim(LockRequest* request, Transaction& txn);
  bool Any(ActorId thread) const {
    return thread < heirs_.size() && heirs_[thread] && heirs_[thread]->high_locks;
  }
  // Gives `txn` all that it did not claim, so that it is released with its own locks.
  void ClaimUnused(ActorId thread, Transaction& txn);
  // Takes away the unclaimed locks that conflict with a request for `mode`; those of the database
  // together with their heirs' other locks. Returns how many.
  uint32_t Invalidate(LockEntry& entry, LockMode mode);

 private:
  void TakeAway(LockRequest* request);
  uint32_t TakeAll(Transaction& heir);

  LockDirectory& directory_;
  Arena& arena_;
  ArenaVector<Transaction*> heirs_;  // by thread; the locks are the heir's high_locks
};

}  // namespace afterimage

#endif  // AFTERIMAGE_DB_LOCKS_LOCK_INHERITANCE_H_
