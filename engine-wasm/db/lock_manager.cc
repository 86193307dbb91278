#include "db/lock_manager.h"

#include <algorithm>

namespace afterimage {

LockManager::Entry& LockManager::At(Key key) {
  Entry*& entry = table_[key];
  if (!entry) {
    entry = arena_.New<Entry>();
    entry->key = key;
    entries_.push_back(entry);
  }
  return *entry;
}

LockRequest* LockManager::Held(const Entry& entry, const Transaction& txn) const {
  for (LockRequest* r = entry.queue; r; r = r->next) {
    if (r->txn == &txn && r->granted) return r;
  }
  return nullptr;
}

bool LockManager::LockedByOther(Key key, const Transaction& but) const {
  Entry* const* entry = table_.Find(key);
  if (!entry) return false;
  for (const LockRequest* r = (*entry)->queue; r; r = r->next) {
    if (r->txn != &but) return true;
  }
  return false;
}

const Transaction* LockManager::ExclusiveHolder(Key key) const {
  Entry* const* entry = table_.Find(key);
  const LockRequest* first = entry ? (*entry)->queue : nullptr;
  return first && first->granted && first->mode == LockMode::kExclusive ? first->txn : nullptr;
}

template <class F>
void LockManager::ForEachBlocker(const LockRequest& request, F&& f) const {
  const Entry& entry = **table_.Find(request.key);
  for (const LockRequest* r = entry.queue; r && r != &request; r = r->next) {
    if (!Compatible(*r, request)) f(*r);
  }
}

bool LockManager::Blocked(const LockRequest& request) const {
  bool blocked = false;
  ForEachBlocker(request, [&](const LockRequest&) { blocked = true; });
  return blocked;
}

bool LockManager::MustDie(const LockRequest& request) const {
  bool die = false;
  ForEachBlocker(request, [&](const LockRequest& r) { die |= r.txn->timestamp < request.txn->timestamp; });
  return die;
}

bool LockManager::Visit(Transaction& at, Transaction& target, Transaction** path, uint32_t* depth) const {
  if (!at.waiting || *depth >= kMaxDepth) return false;
  for (uint32_t i = 0; i < *depth; ++i) {
    if (path[i] == &at) return false;
  }
  path[(*depth)++] = &at;
  bool found = false;
  ForEachBlocker(*at.waiting, [&](const LockRequest& r) {
    if (!found) found = r.txn == &target || Visit(*r.txn, target, path, depth);
  });
  if (!found) --*depth;
  return found;
}

Transaction* LockManager::FindVictim(Transaction& from) const {
  Transaction* path[kMaxDepth];
  uint32_t depth = 0;
  if (!Visit(from, from, path, &depth)) return nullptr;
  Transaction* youngest = path[0];
  for (uint32_t i = 1; i < depth; ++i) {
    if (path[i]->timestamp > youngest->timestamp) youngest = path[i];
  }
  return youngest;
}

// Behind the granted requests and, unless it is an upgrade, behind the waiting ones.
void LockManager::Enqueue(Entry& entry, LockRequest* request, bool upgrade) {
  LockRequest** link = &entry.queue;
  while (*link && ((*link)->granted || !upgrade)) link = &(*link)->next;
  request->next = *link;
  *link = request;
}

void LockManager::Remove(Entry& entry, LockRequest* request) {
  LockRequest** link = &entry.queue;
  while (*link != request) link = &(*link)->next;
  *link = request->next;
}

void LockManager::Grant(Entry& entry, LockRequest* request) {
  LockRequest* held = Held(entry, *request->txn);
  request->granted = true;
  request->txn->waiting = nullptr;
  if (held) {  // an upgrade: the one lock the transaction has becomes exclusive
    held->mode = LockMode::kExclusive;
    Remove(entry, request);
    return;
  }
  request->next_of_txn = request->txn->locks;
  request->txn->locks = request;
}

void LockManager::GrantWaiters(Entry& entry, Thread& thread) {
  for (LockRequest* r = entry.queue; r;) {
    LockRequest* next = r->next;
    if (!r->granted && !Blocked(*r)) {
      Grant(entry, r);
      r->sleepers.WakeAll(thread.kernel(), thread.now());
    }
    r = next;
  }
}

void LockManager::ResolveDeadlocks(Thread& thread, LockRequest& request) {
  while (Transaction* victim = FindVictim(*request.txn)) {
    LockRequest* given_up = victim->waiting;
    given_up->victim = true;
    victim->waiting = nullptr;
    Entry& entry = At(given_up->key);
    Remove(entry, given_up);
    given_up->sleepers.WakeAll(thread.kernel(), thread.now());
    GrantWaiters(entry, thread);
    if (victim == request.txn) return;
  }
}

Task<LockResult> LockManager::GiveUp(Thread& thread, LockRequest* request, TxnLabel holder, Where outer) {
  const auto high = static_cast<uint32_t>(request->key >> 32);
  arena_.Recycle(request, sizeof *request);
  co_await Note(thread, EventKind::kDeadlock, {.a = holder, .b = high});
  thread.At(outer);
  co_return LockResult::kDie;
}

Task<LockResult> LockManager::Lock(Thread& thread, Transaction& txn, Key key, LockMode mode) {
  thread.Charge(Category::kLockManager, cost_ns_);
  co_await Ordered(thread);
  Entry& entry = At(key);
  const Where outer = thread.where();
  LockRequest* held = Held(entry, txn);
  if (held && (held->mode == LockMode::kExclusive || mode == LockMode::kShared)) co_return LockResult::kGranted;

  auto* request = new (arena_.AllocatePooled(sizeof(LockRequest))) LockRequest();
  request->txn = &txn;
  request->key = key;
  request->mode = mode;
  Enqueue(entry, request, held != nullptr);
  thread.At({outer.label, structure_, static_cast<uint32_t>(key)});
  const uint32_t exclusive = mode == LockMode::kExclusive ? 1 : 0;
  if (Blocked(*request)) {
    txn.waiting = request;
    TxnLabel holder = 0;
    ForEachBlocker(*request, [&](const LockRequest& r) { holder = r.txn->label; });
    if (policy_ == DeadlockPolicy::kWaitDie && MustDie(*request)) {
      txn.waiting = nullptr;
      Remove(entry, request);
      co_return co_await GiveUp(thread, request, holder, outer);
    }
    co_await Note(thread, EventKind::kLockWait,
                  {.flags = kFlagWait, .a = holder, .b = static_cast<uint32_t>(key >> 32)});
    if (policy_ == DeadlockPolicy::kDetect && txn.waiting) {
      ResolveDeadlocks(thread, *request);
      co_await Ordered(thread);  // a victim may come first and release what this one waits for
    }
    while (!request->granted && !request->victim) {
      co_await Sleep(thread, request->sleepers, WaitFor::kLock, static_cast<uint32_t>(key), holder);
    }
    if (request->victim) co_return co_await GiveUp(thread, request, holder, outer);
  }
  co_await Note(thread, EventKind::kLockGrant, {.a = exclusive, .b = static_cast<uint32_t>(key >> 32)});
  if (!request->granted) Grant(entry, request);
  if (held) arena_.Recycle(request, sizeof *request);
  thread.At(outer);
  co_return LockResult::kGranted;
}

Task<void> LockManager::ReleaseAll(Thread& thread, Transaction& txn) {
  const Where outer = thread.where();
  while (LockRequest* request = txn.locks) {
    thread.Charge(Category::kLockManager, cost_ns_);
    co_await Ordered(thread);
    thread.At({outer.label, structure_, static_cast<uint32_t>(request->key)});
    co_await Note(thread, EventKind::kLockRelease, {.b = static_cast<uint32_t>(request->key >> 32)});
    txn.locks = request->next_of_txn;
    Entry& entry = At(request->key);
    Remove(entry, request);
    arena_.Recycle(request, sizeof *request);
    GrantWaiters(entry, thread);
  }
  thread.At(outer);
}

}  // namespace afterimage
