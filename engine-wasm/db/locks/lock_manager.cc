#include "db/locks/lock_manager.h"

#include <algorithm>

namespace afterimage {

LockManager::LockManager(Arena& arena, const MachineProfile& machine, const LockParams& params)
    : params_(params),
      cost_ns_(machine.instructions_ns(Price::kPathLock)),
      atomic_ns_(machine[Price::kAtomic]),
      directory_(arena, LatchCostsOf(machine)),
      inheritance_(arena, directory_),
      search_(arena),
      mutex_(LatchCostsOf(machine)) {}

// --- Looking -------------------------------------------------------------------------------------

// Whichever is shorter ends it: the queue, or what the transaction holds.
LockRequest* LockManager::Held(const LockEntry& entry, const Transaction& txn) {
  const LockName& name = entry.name;
  if (name.level != LockLevel::kRecord) return FindHigh(txn.high_locks, name.level, name.table);
  LockRequest* of_entry = entry.granted.first();
  LockRequest* of_txn = txn.locks;
  while (of_entry && of_txn) {
    if (of_entry->txn == &txn) return of_entry;
    if (of_txn->entry == &entry) return of_txn;
    of_entry = of_entry->next;
    of_txn = of_txn->next_of_txn;
  }
  return nullptr;
}

bool LockManager::HoldsTable(const Transaction& txn, TableId table, LockMode mode) const {
  const LockRequest* held = FindHigh(txn.high_locks, LockLevel::kTable, table);
  return held && Covers(held->mode, mode);
}

Lsn LockManager::EarlyTag(TableId table, Key key) const {
  const LockEntry* entry = directory_.Find(table, key);
  return entry ? directory_.TagOf(*entry) : kNoLsn;
}

bool LockManager::LockedByOther(TableId table, Key key, const Transaction& but) const {
  const LockEntry* entry = directory_.Find(table, key);
  if (!entry) return false;
  if (directory_.TagOf(*entry) > but.depends_on) return true;
  for (const LockRequest* r = entry->granted.first(); r; r = r->next) {
    if (r->txn != &but) return true;
  }
  for (const LockRequest* r = entry->waiting.first(); r; r = r->next) {
    if (r->txn != &but) return true;
  }
  return false;
}

bool LockManager::Holds(const Transaction& txn, TableId table, Key key) const {
  const LockEntry* entry = directory_.Find(table, key);
  return entry && Held(*entry, txn);
}

const Transaction* LockManager::ExclusiveHolder(TableId table, Key key) const {
  const LockEntry* entry = directory_.Find(table, key);
  for (const LockRequest* r = entry ? entry->granted.first() : nullptr; r; r = r->next) {
    if (AllowsChange(r->mode)) return r->txn;
    if (r->mode != LockMode::kKeyShared) return nullptr;
  }
  return nullptr;
}

// --- Granting ------------------------------------------------------------------------------------

void LockManager::GrantNow(LockEntry& entry, Transaction& txn, LockRequest* held, LockMode mode) {
  txn.depends_on = std::max(txn.depends_on, directory_.TagOf(entry));
  if (held) {
    AI_NATIVE_CHECK((ConflictsOf(mode) & entry.granted.modes_but(*held)) == 0);
    entry.granted.ChangeMode(held, mode);
    return;
  }
  LockRequest* request = directory_.NewRequest(txn, entry, mode);
  request->granted = true;
  directory_.Show(entry);
  AI_NATIVE_CHECK((ConflictsOf(mode) & entry.granted.modes()) == 0);
  entry.granted.PushBack(request);
  LockRequest*& list = entry.head() ? txn.high_locks : txn.locks;
  request->next_of_txn = list;
  list = request;
}

void LockManager::GrantWaiting(LockRequest* request) {
  LockEntry& entry = *request->entry;
  Transaction& txn = *request->txn;
  Withdraw(request);
  request->granted = true;
  if (request->upgrades) {  // the one lock the transaction has gets the mode
    GrantNow(entry, txn, request->upgrades, request->mode);
    return;
  }
  txn.depends_on = std::max(txn.depends_on, directory_.TagOf(entry));
  AI_NATIVE_CHECK((ConflictsOf(request->mode) & entry.granted.modes()) == 0);
  entry.granted.PushBack(request);
  LockRequest*& list = entry.head() ? txn.high_locks : txn.locks;
  request->next_of_txn = list;
  list = request;
}

void LockManager::GrantWaiters(LockEntry& entry, Thread& thread) {
  LockModes ahead = 0;  // of those that still wait
  for (LockRequest* r = entry.waiting.first(); r && !(ahead & Only(LockMode::kExclusive));) {
    LockRequest* next = r->next;
    const LockModes held =
        r->upgrades ? entry.granted.modes_but(*r->upgrades) : entry.granted.modes();
    if (ConflictsOf(r->mode) & (held | ahead)) {
      ahead = static_cast<LockModes>(ahead | Only(r->mode));
    } else {
      GrantWaiting(r);
      Wake(r, thread);
    }
    r = next;
  }
}

void LockManager::Drop(LockRequest* request, Thread& thread) {
  LockEntry& entry = *request->entry;
  entry.granted.Remove(request);
  directory_.Recycle(request);
  GrantWaiters(entry, thread);
  directory_.Settle(entry);
}

void LockManager::Wake(LockRequest* request, Thread& thread) {
  if (!request->sleeper) return;
  thread.kernel().Wake(*request->sleeper, thread.now());
  request->sleeper = nullptr;
}

void LockManager::Withdraw(LockRequest* request) {
  request->entry->waiting.Remove(request);
  request->txn->waiting = nullptr;
  search_.SetWaiting(request->waiter, nullptr);
}

// --- Deadlocks -----------------------------------------------------------------------------------

void LockManager::MakeVictim(LockRequest* request, Thread& thread) {
  request->victim = true;
  Withdraw(request);
  Wake(request, thread);
}

bool LockManager::MustDie(const LockRequest& request) {
  const Transaction* oldest = request.txn;
  ForEachBlocker(request, [&](const LockRequest& r) {
    if (r.txn->timestamp < oldest->timestamp) oldest = r.txn;
  });
  if (oldest == request.txn) return false;
  request.txn->died_for = oldest->id;
  return true;
}

// Wait-die: an upgrade goes before those who wait, so the younger among those it now blocks must
// die.
void LockManager::KillYounger(LockEntry& entry, const Transaction& txn, LockMode mode,
                              Thread& thread) {
  for (LockRequest* r = entry.waiting.first(); r;) {
    LockRequest* next = r->next;
    if (r->txn != &txn && Conflict(r->mode, mode) && r->txn->timestamp > txn.timestamp) {
      r->txn->died_for = txn.id;
      MakeVictim(r, thread);
    }
    r = next;
  }
  GrantWaiters(entry, thread);
}

void LockManager::ResolveDeadlocks(Thread& thread, Transaction& txn) {
  while (Transaction* victim = search_.FindVictim(txn)) {
    LockEntry& entry = *victim->waiting->entry;
    MakeVictim(victim->waiting, thread);
    GrantWaiters(entry, thread);
    if (victim == &txn) return;
  }
}

// --- Tables, the database, and the end -----------------------------------------------------------

Task<bool> LockManager::ClaimInherited(Thread& thread, Transaction& txn, const LockName& name,
                                       LockMode mode) {
  co_await Ordered(thread);
  LockRequest* request = inheritance_.Find(thread.id(), name);
  if (!request) co_return false;
  const bool enough = Covers(request->mode, mode);
  if (enough) {
    co_await Note(thread, EventKind::kLockGrant, Data(name, static_cast<uint32_t>(request->mode)));
  }
  inheritance_.Claim(request, txn);
  thread.Charge(Category::kLockManager, atomic_ns_);
  co_return enough;
}

Task<LockResult> LockManager::LockHigh(Thread& thread, Transaction& txn, LockHead& head,
                                       LockMode mode) {
  const LockRequest* held = Held(head, txn);
  if (held && Covers(held->mode, mode)) co_return LockResult::kGranted;
  const Where outer = thread.where();
  At(thread, outer, head.name);
  if (params_.inherit) {
    const bool claimed = co_await ClaimInherited(thread, txn, head.name, mode);
    if (claimed) {
      thread.At(outer);
      co_return LockResult::kGranted;
    }
  }
  co_await Ordered(thread);
  head.Remember(head.latch.held());
  co_await Latch::Acquire(thread, head.latch, Category::kLockManager);
  thread.At(outer);
  co_return co_await AcquireLock(thread, *this, txn, head.name, &head, mode);
}

Task<LockResult> LockManager::Announce(Thread& thread, Transaction& txn, TableId table,
                                       LockMode mode) {
  const LockMode intent = AllowsChange(mode) ? LockMode::kIntentExclusive : LockMode::kIntentShared;
  if (HoldsTable(txn, table, intent)) co_return LockResult::kGranted;
  const LockResult above = co_await LockDatabase(thread, txn, intent);
  if (above == LockResult::kDie) co_return above;
  const LockResult result = co_await LockTable(thread, txn, table, intent);
  co_return result;
}

Task<void> LockManager::ReleaseHigh(Thread& thread, Transaction& txn, Where outer) {
  co_await Ordered(thread);
  inheritance_.ClaimUnused(thread.id(), txn);
  while (LockRequest* request = txn.high_locks) {
    LockHead& head = *request->entry->head();
    co_await Ordered(thread);
    At(thread, outer, head.name);
    if (params_.inherit && LockInheritance::MayPassOn(txn, *request)) {
      co_await Note(thread, EventKind::kLockRelease, Data(head.name, 1));
      inheritance_.PassOn(thread.id(), txn);
      continue;
    }
    head.Remember(head.latch.held());
    co_await Latch::Acquire(thread, head.latch, Category::kLockManager);
    thread.Execute(Category::kLockManager, cost_ns_);
    co_await Ordered(thread);
    co_await Note(thread, EventKind::kLockRelease, Data(head.name, 0));
    txn.high_locks = request->next_of_txn;
    Drop(request, thread);
    if (head.name.level == LockLevel::kDatabase) {
      const uint32_t taken = inheritance_.TakeBack(thread.id());
      thread.Charge(Category::kLockManager, taken * atomic_ns_);
    }
    co_await Latch::Release(thread, head.latch);
  }
}

Task<void> LockManager::ReleaseAll(Thread& thread, Transaction& txn) {
  const Where outer = thread.where();
  const bool aborts = txn.state == TxnState::kAborting || txn.state == TxnState::kAborted;
  AI_CHECK(!(aborts && txn.released_early));
  co_await ReleaseRecords(thread, *this, txn, kNoLsn);
  if (params_.inherit || txn.high_locks) co_await ReleaseHigh(thread, txn, outer);
  thread.At(outer);
}

Task<void> LockManager::ReleaseEarly(Thread& thread, Transaction& txn, Lsn commit_lsn) {
  AI_CHECK(txn.state != TxnState::kAborting && txn.state != TxnState::kAborted);
  const Where outer = thread.where();
  txn.released_early = true;
  co_await ReleaseRecords(thread, *this, txn, commit_lsn);
  thread.At(outer);
}

}  // namespace afterimage
