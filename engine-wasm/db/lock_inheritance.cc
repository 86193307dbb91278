#include "db/lock_inheritance.h"

namespace afterimage {

namespace {
void RemoveFromOwner(LockRequest* request) {
  LockRequest** link = &request->txn->table_locks;
  while (*link != request) link = &(*link)->next_of_txn;
  *link = request->next_of_txn;
}

void GiveTo(Transaction& txn, LockRequest* request) {
  request->txn = &txn;
  request->next_of_txn = txn.table_locks;
  txn.table_locks = request;
}
}  // namespace

bool LockInheritance::MayPassOn(const Transaction& txn, const LockRequest& request) {
  const bool aborts = txn.state == TxnState::kAborting || txn.state == TxnState::kAborted;
  return !aborts && !request.unused && request.mode != LockMode::kExclusive &&
         request.entry->waiting.empty() && request.entry->head()->hot();
}

void LockInheritance::PassOn(ActorId thread, Transaction& txn) {
  if (heirs_.size() <= thread) heirs_.resize(thread + size_t{1});
  if (!heirs_[thread]) heirs_[thread] = arena_.New<Transaction>();
  LockRequest* request = txn.table_locks;
  RemoveFromOwner(request);
  GiveTo(*heirs_[thread], request);
  request->inherited = true;
  ++request->entry->inherited;
}

LockRequest* LockInheritance::Find(ActorId thread, TableId table) const {
  if (!Any(thread)) return nullptr;
  LockRequest* request = heirs_[thread]->table_locks;
  while (request && request->entry->name.table != table) request = request->next_of_txn;
  return request;
}

void LockInheritance::Claim(LockRequest* request, Transaction& txn) {
  RemoveFromOwner(request);
  GiveTo(txn, request);
  request->inherited = false;
  --request->entry->inherited;
}

void LockInheritance::ClaimUnused(ActorId thread, Transaction& txn) {
  while (Any(thread)) {
    LockRequest* request = heirs_[thread]->table_locks;
    request->unused = true;
    Claim(request, txn);
  }
}

uint32_t LockInheritance::Invalidate(LockEntry& entry, LockMode mode) {
  uint32_t taken = 0;
  for (LockRequest* r = entry.granted.first(); r && entry.inherited > 0;) {
    LockRequest* next = r->next;
    if (r->inherited && Conflict(r->mode, mode)) {
      RemoveFromOwner(r);
      entry.granted.Remove(r);
      directory_.Recycle(r);
      --entry.inherited;
      ++taken;
    }
    r = next;
  }
  if (taken > 0) directory_.Settle(entry);
  return taken;
}

}  // namespace afterimage
