// Record locks: strict two-phase, shared and exclusive, first come first served, with wait-die or
// deadlock detection.
#ifndef AFTERIMAGE_DB_LOCK_MANAGER_H_
#define AFTERIMAGE_DB_LOCK_MANAGER_H_

#include "base/flat_map.h"
#include "db/transaction.h"
#include "sim/latch.h"
#include "tier/machine_profile.h"

namespace afterimage {

enum class LockMode : uint8_t { kShared, kExclusive };
enum class LockResult : uint8_t { kGranted, kDie };
enum class DeadlockPolicy : uint8_t { kDetect, kWaitDie };

struct LockRequest {
  Transaction* txn = nullptr;
  Key key = 0;
  LockMode mode = LockMode::kShared;
  bool granted = false;
  bool victim = false;                   // a deadlock detector told it to give up
  LockRequest* next = nullptr;           // in the queue of the record: granted ones, then waiting
  LockRequest* next_of_txn = nullptr;
  WaitQueue sleepers;
};

class LockManager {
 public:
  LockManager(Arena& arena, const MachineProfile& machine, DeadlockPolicy policy, uint16_t structure)
      : arena_(arena), policy_(policy), structure_(structure), cost_ns_(machine.instructions_ns(Price::kPathLock)),
        table_(arena), entries_(ArenaAllocator<Entry*>(arena)) {}

  // Returns kDie where `txn` must be rolled back: the younger of wait-die, or a deadlock's victim.
  Task<LockResult> Lock(Thread& thread, Transaction& txn, Key key, LockMode mode);
  // Releases everything, newest first.
  Task<void> ReleaseAll(Thread& thread, Transaction& txn);
  // True if any transaction but `but` holds or awaits a lock on `key`.
  bool LockedByOther(Key key, const Transaction& but) const;

  // The transaction that holds `key` exclusively, or null.
  const Transaction* ExclusiveHolder(Key key) const;
  // For the interface: calls f(key, request) for every request, in the order records were first locked.
  template <class F>
  void ForEach(F&& f) const {
    for (const Entry* entry : entries_) {
      for (const LockRequest* r = entry->queue; r; r = r->next) f(entry->key, *r);
    }
  }

 private:
  struct Entry {
    Key key = 0;
    LockRequest* queue = nullptr;
  };

  Task<LockResult> GiveUp(Thread& thread, LockRequest* request, TxnLabel holder, Where outer);
  Entry& At(Key key);
  LockRequest* Held(const Entry& entry, const Transaction& txn) const;
  static bool Compatible(const LockRequest& a, const LockRequest& b) {
    return a.txn == b.txn || (a.mode == LockMode::kShared && b.mode == LockMode::kShared);
  }
  // Visits the requests that keep `request` waiting.
  template <class F>
  void ForEachBlocker(const LockRequest& request, F&& f) const;
  bool Blocked(const LockRequest& request) const;
  bool MustDie(const LockRequest& request) const;
  // The transaction to give up so that the cycle through `from` breaks, or null where there is none.
  Transaction* FindVictim(Transaction& from) const;
  bool Visit(Transaction& at, Transaction& target, Transaction** path, uint32_t* depth) const;
  void Enqueue(Entry& entry, LockRequest* request, bool upgrade);
  void Remove(Entry& entry, LockRequest* request);
  void GrantWaiters(Entry& entry, Thread& thread);
  void Grant(Entry& entry, LockRequest* request);
  void ResolveDeadlocks(Thread& thread, LockRequest& request);

  static constexpr uint32_t kMaxDepth = 128;

  Arena& arena_;
  DeadlockPolicy policy_;
  uint16_t structure_;
  Time cost_ns_;
  FlatMap<Entry*> table_;
  ArenaVector<Entry*> entries_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_DB_LOCK_MANAGER_H_
