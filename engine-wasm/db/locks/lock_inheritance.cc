#include "db/locks/lock_inheritance.h"

namespace afterimage {

namespace {
void RemoveFromOwner(LockRequest* request) {
  LockRequest** link = &request->txn->high_locks;
  while (*link != request) link = &(*link)->next_of_txn;
  *link = request->next_of_txn;
}

void GiveTo(Transaction& txn, LockRequest* request) {
  request->txn = &txn;
  request->next_of_txn = txn.high_locks;
  txn.high_locks = request;
}

// All criteria but that for the lock above.
bool MayPassOnAlone(const LockRequest& request) {
  return !request.unused && request.mode != LockMode::kExclusive &&
         request.entry->waiting.empty() && request.entry->head()->hot();
}
}  // namespace

bool LockInheritance::MayPassOn(const Transaction& txn, const LockRequest& request) {
  const bool aborts = txn.state == TxnState::kAborting || txn.state == TxnState::kAborted;
  if (aborts || !MayPassOnAlone(request)) return false;
  if (request.entry->name.level == LockLevel::kDatabase) return true;
  const LockRequest* above = FindHigh(txn.high_locks, LockLevel::kDatabase, 0);
  return above && MayPassOnAlone(*above);
}

void LockInheritance::PassOn(ActorId thread, Transaction& txn) {
  if (heirs_.size() <= thread) heirs_.resize(thread + size_t{1});
  if (!heirs_[thread]) heirs_[thread] = arena_.New<Transaction>();
  LockRequest* request = txn.high_locks;
  RemoveFromOwner(request);
  GiveTo(*heirs_[thread], request);
  request->inherited = true;
  ++request->entry->inherited;
}

LockRequest* LockInheritance::Find(ActorId thread, const LockName& name) const {
  return Any(thread) ? FindHigh(heirs_[thread]->high_locks, name.level, name.table) : nullptr;
}

void LockInheritance::Claim(LockRequest* request, Transaction& txn) {
  RemoveFromOwner(request);
  GiveTo(txn, request);
  request->inherited = false;
  --request->entry->inherited;
}

void LockInheritance::ClaimUnused(ActorId thread, Transaction& txn) {
  while (Any(thread)) {
    LockRequest* request = heirs_[thread]->high_locks;
    request->unused = true;
    Claim(request, txn);
  }
}

// No request waits for an unclaimed lock, so none has to be granted.
void LockInheritance::TakeAway(LockRequest* request) {
  LockEntry& entry = *request->entry;
  RemoveFromOwner(request);
  entry.granted.Remove(request);
  directory_.Recycle(request);
  --entry.inherited;
  directory_.Settle(entry);
}

uint32_t LockInheritance::TakeAll(Transaction& heir) {
  uint32_t taken = 0;
  for (; heir.high_locks; ++taken) TakeAway(heir.high_locks);
  return taken;
}

uint32_t LockInheritance::TakeBack(ActorId thread) {
  return Any(thread) ? TakeAll(*heirs_[thread]) : 0;
}

uint32_t LockInheritance::Invalidate(LockEntry& entry, LockMode mode) {
  uint32_t taken = 0;
  for (LockRequest* r = entry.granted.first(); r && entry.inherited > 0;) {
    LockRequest* next = r->next;
    if (r->inherited && Conflict(r->mode, mode)) {
      Transaction& heir = *r->txn;
      TakeAway(r);
      ++taken;
      if (entry.name.level == LockLevel::kDatabase) taken += TakeAll(heir);
    }
    r = next;
  }
  return taken;
}

}  // namespace afterimage
