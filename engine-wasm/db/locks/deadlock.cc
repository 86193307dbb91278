#include "db/locks/deadlock.h"

#include "sim/thread.h"

namespace afterimage {

const LockRequest* NextBlocker(const LockRequest& waiting, const LockRequest* after) {
  const LockEntry& entry = *waiting.entry;
  const LockRequest* r = after ? after->next : entry.granted.first();
  bool among_granted = !after || after->granted;
  for (;; r = r->next) {
    if (!r && among_granted) {
      r = entry.waiting.first();
      among_granted = false;
    }
    if (!r || r == &waiting) return nullptr;
    if (r->txn != waiting.txn && Conflict(r->mode, waiting.mode)) return r;
  }
}

namespace {
Transaction* YoungestOnPath(Transaction* last) {
  Transaction* youngest = last;
  for (Transaction* txn = last; txn; txn = txn->search_from) {
    // The one nearest to the start wins a tie.
    if (txn->timestamp >= youngest->timestamp) youngest = txn;
  }
  return youngest;
}
}  // namespace

void DeadlockSearch::SetWaiting(ActorId thread, Transaction* txn) {
  if (waiting_.size() <= thread) waiting_.resize(thread + size_t{1});
  waiting_[thread] = txn;
}

Transaction* DeadlockSearch::Waiter(Transaction& txn) const {
  if (txn.waiting) return &txn;
  const bool known = txn.thread && txn.thread->id() < waiting_.size();
  return known ? waiting_[txn.thread->id()] : nullptr;
}

// Depth first, without recursion: the path and each one's position are in the transactions.
Transaction* DeadlockSearch::FindVictim(Transaction& from) {
  if (!from.waiting) return nullptr;
  ++searches_;
  Transaction* at = &from;
  at->search = searches_;
  at->search_from = nullptr;
  at->search_at = nullptr;
  while (at) {
    at->search_at = NextBlocker(*at->waiting, at->search_at);
    if (!at->search_at) {
      at = at->search_from;
      continue;
    }
    Transaction* blocker = Waiter(*at->search_at->txn);
    if (blocker == &from) return YoungestOnPath(at);
    if (!blocker || blocker->search == searches_) continue;
    blocker->search = searches_;
    blocker->search_from = at;
    blocker->search_at = nullptr;
    at = blocker;
  }
  return nullptr;
}

}  // namespace afterimage
