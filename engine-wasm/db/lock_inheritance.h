// Speculative lock inheritance (Johnson, Pandis, Ailamaki, VLDB 2009): a commit passes hot table
// locks on to the next transaction of the same thread, which claims them without the head's latch.
//
// Passed on are granted IS, IX and S locks of commits whose head is hot (TableHead::hot) and for
// which nobody waits. Until it is claimed, a lock belongs to the thread's heir, and any request it
// conflicts with takes it away at once, so nobody ever waits for an unclaimed lock. What a
// transaction did not claim is released with its own locks.
#ifndef AFTERIMAGE_DB_LOCK_INHERITANCE_H_
#define AFTERIMAGE_DB_LOCK_INHERITANCE_H_

#include "db/lock_directory.h"

namespace afterimage {

class LockInheritance {
 public:
  LockInheritance(Arena& arena, LockDirectory& directory)
      : directory_(directory), arena_(arena), heirs_(ArenaAllocator<Transaction*>(arena)) {}

  static bool MayPassOn(const Transaction& txn, const LockRequest& request);
  // Passes the newest table lock of `txn` on to the thread's heir. REQUIRES: MayPassOn.
  void PassOn(ActorId thread, Transaction& txn);
  // Returns the lock that the thread's next transaction may claim, or null.
  LockRequest* Find(ActorId thread, TableId table) const;
  void Claim(LockRequest* request, Transaction& txn);
  bool Any(ActorId thread) const {
    return thread < heirs_.size() && heirs_[thread] && heirs_[thread]->table_locks;
  }
  // Gives `txn` all that it did not claim, so that it is released with its own locks.
  void ClaimUnused(ActorId thread, Transaction& txn);
  // Takes away the unclaimed locks that conflict with a request for `mode`. Returns how many.
  uint32_t Invalidate(LockEntry& entry, LockMode mode);

 private:
  LockDirectory& directory_;
  Arena& arena_;
  ArenaVector<Transaction*> heirs_;  // by thread; the locks are the heir's table locks
};

}  // namespace afterimage

#endif  // AFTERIMAGE_DB_LOCK_INHERITANCE_H_
