// The waits-for relation: blockers of a request, and cycles among transactions that wait. A thread
// may have several transactions open: while it waits in one of them, none can go on, so a
// transaction that waits for one of them waits for the thread.
#ifndef AFTERIMAGE_DB_LOCKS_DEADLOCK_H_
#define AFTERIMAGE_DB_LOCKS_DEADLOCK_H_

#include "db/locks/lock_directory.h"

namespace afterimage {

// Returns the next request after `after` (the first where that is null) that keeps `waiting`
// waiting; null behind the last one. Granted ones come first, then those that wait before it.
const LockRequest* NextBlocker(const LockRequest& waiting, const LockRequest* after);

template <class F>
void ForEachBlocker(const LockRequest& waiting, F&& f) {
  for (const LockRequest* r = NextBlocker(waiting, nullptr); r; r = NextBlocker(waiting, r)) f(*r);
}

class DeadlockSearch {
 public:
  explicit DeadlockSearch(Arena& arena) : waiting_(ArenaAllocator<Transaction*>(arena)) {}

  // The thread waits in this transaction; null: in none.
  void SetWaiting(ActorId thread, Transaction* txn);
  // Returns the youngest transaction that waits in the first cycle through `from`, or null where
  // there is none.
  Transaction* FindVictim(Transaction& from);

 private:
  // Returns the transaction that must go on before `txn` can: itself, or the one that its thread
  // waits in; null where nothing is waited for.
  Transaction* Waiter(Transaction& txn) const;

  uint64_t searches_ = 0;
  ArenaVector<Transaction*> waiting_;  // by thread
};

}  // namespace afterimage

#endif  // AFTERIMAGE_DB_LOCKS_DEADLOCK_H_
