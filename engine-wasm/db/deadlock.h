// The waits-for relation: blockers of a request, and cycles among transactions that wait.
#ifndef AFTERIMAGE_DB_DEADLOCK_H_
#define AFTERIMAGE_DB_DEADLOCK_H_

#include "db/lock_directory.h"

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
  // Returns the youngest transaction of the first cycle through `from`, or null where there is
  // none.
  Transaction* FindVictim(Transaction& from);

 private:
  uint64_t searches_ = 0;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_DB_DEADLOCK_H_
