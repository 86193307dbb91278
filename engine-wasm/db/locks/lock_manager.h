// Strict two-phase locks on records and, for hierarchical locking, on tables and on the database
// above them: first come first served, with wait-die or deadlock detection over all levels.
//
// Early lock release: the records that a commit wrote are tagged with its LSN. A transaction that
// locks one of them before that LSN is durable, even to read, depends on that commit. The tag stays
// with the record, so a reader that releases its lock early hides nothing from the next one. It
// does not tag the record itself, since it wrote nothing. Its own writes carry its own, later
// commit, which by `depends_on` becomes durable only after the commits it depends on: dependencies
// reach others through writes alone.
#ifndef AFTERIMAGE_DB_LOCKS_LOCK_MANAGER_H_
#define AFTERIMAGE_DB_LOCKS_LOCK_MANAGER_H_

#include "db/locks/deadlock.h"
#include "db/locks/lock_directory.h"
#include "db/locks/lock_inheritance.h"
#include "tier/prices/machine_profile.h"

namespace afterimage {

enum class LockResult : uint8_t { kGranted, kDie };
// kWaitDieAfterOlder: as kWaitDie, and the victim's client begins again only when the older
// transaction has ended (PCMLogging, section 6.1).
enum class DeadlockPolicy : uint8_t { kDetect, kWaitDie, kWaitDieAfterOlder };
// Their names in files, in this order.
inline constexpr const char* kDeadlockPolicies = "detect wait-die wait-die-after-older";
inline bool ByAge(DeadlockPolicy policy) { return policy != DeadlockPolicy::kDetect; }

struct LockParams {
  DeadlockPolicy deadlock = DeadlockPolicy::kDetect;
  bool inherit = false;    // speculative lock inheritance
  uint16_t structure = 0;  // of the events
  // Every operation on a lock holds the mutex. Else there are no latches but those of heads.
  bool one_mutex = false;
};

class LockManager;

// Holds a mutex during an operation that is stepped, where one is needed.
class MutexHold {
 public:
  MutexHold(Thread& thread, Latch& mutex, bool needed)
      : mutex_(mutex),
        acquire_(thread, mutex, Category::kLockManager),
        state_(needed ? State::kMissing : State::kNone) {}
  // True where it is needed and has not been taken yet: Take is the next step.
  bool missing() const { return state_ == State::kMissing; }
  // Gives kAgain once it is held.
  Progress Take(Thread& thread) {
    const Progress progress = acquire_.Step(thread);
    if (progress != Progress::kDone) return progress;
    state_ = State::kHeld;
    return Progress::kAgain;
  }
  // Gives it back, if it is held.
  void Drop(Thread& thread) {
    if (state_ != State::kHeld) return;
    Latch::Release(thread, mutex_).Step(thread);
    state_ = State::kNone;
  }

 private:
  enum class State : uint8_t { kNone, kMissing, kHeld };
  Latch& mutex_;
  Latch::Acquire acquire_;
  State state_;
};

// Acquires a lock: co_await gives the LockResult. It is no coroutine: it is stepped, whether it
// waits or not.
class AcquireLock final : public OrderedOperation<AcquireLock> {
 public:
  // `head` (latched, released when the request is decided) or else `name` identifies the lock. A
  // transaction that holds one of `enough` need not request `mode`.
  AcquireLock(Thread& thread, LockManager& manager, Transaction& txn, LockName name, LockHead* head,
              LockMode mode, LockModes enough = 0);
  bool await_ready();
  Progress Step(Thread& thread) override;
  SharedUse Uses() const override;
  LockResult await_resume() const { return result_; }

 private:
  Progress Decide(Thread& thread);
  Progress WaitIn(Thread& thread, LockEntry& entry, LockRequest* held, LockMode mode);
  Progress Wait(Thread& thread);
  Progress Granted(Thread& thread);
  Progress GiveUp(Thread& thread);

  LockManager& manager_;
  Transaction& txn_;
  LockName name_;
  LockHead* head_;
  LockMode mode_;
  LockModes enough_;
  MutexHold mutex_;
  LockResult result_ = LockResult::kGranted;
  TxnLabel holder_ = 0;
  Where outer_;
  LockRequest* request_ = nullptr;  // while it waits
};

// Releases the transaction's record locks, newest first; with an LSN, early.
class ReleaseRecords final : public OrderedOperation<ReleaseRecords> {
 public:
  ReleaseRecords(Thread& thread, LockManager& manager, Transaction& txn, Lsn early);
  bool await_ready();
  Progress Step(Thread& thread) override;

 private:
  static constexpr uint32_t kBatch = 8;
  void NextBatch(Thread& thread);

  LockManager& manager_;
  Transaction& txn_;
  Lsn early_;
  Where outer_;
  MutexHold mutex_;
  uint32_t batch_ = 0;
};

class LockManager {
 public:
  LockManager(Arena& arena, const MachineProfile& machine, const LockParams& params);

  // Locks a record, S, X, KEY SHARE or NO KEY UPDATE; an upgrade goes before those who wait. Who
  // holds one of `enough` keeps it. Gives kDie where `txn` must be rolled back: the younger of
  // wait-die, or a deadlock's victim.
  AcquireLock Lock(Thread& thread, Transaction& txn, TableId table, Key key, LockMode mode,
                   LockModes enough = 0) {
    return AcquireLock(thread, *this, txn, {table, LockLevel::kRecord, key}, nullptr, mode, enough);
  }
  // Locks a table, or the database, as a whole; neither requests the other, nor do record locks
  // request either. The queue of each has a latch, so a popular one is a bottleneck. Costs nothing
  // if the transaction holds enough.
  Task<LockResult> LockTable(Thread& thread, Transaction& txn, TableId table, LockMode mode) {
    return LockHigh(thread, txn, directory_.Head(LockLevel::kTable, table), mode);
  }
  Task<LockResult> LockDatabase(Thread& thread, Transaction& txn, LockMode mode) {
    return LockHigh(thread, txn, directory_.Head(LockLevel::kDatabase, 0), mode);
  }
  // Announces locks of `mode`, one for records, on records of the table: IS or IX on the database,
  // and then on the table. Costs nothing where the transaction has announced them.
  Task<LockResult> Announce(Thread& thread, Transaction& txn, TableId table, LockMode mode);
  bool HoldsTable(const Transaction& txn, TableId table, LockMode mode) const;
  // Releases everything, from the records up to the database, newest first.
  Task<void> ReleaseAll(Thread& thread, Transaction& txn);

  // Releases the record locks of a commit whose record, with `commit_lsn`, is not durable yet. From
  // here on `txn` must not abort. Locks of tables and the database stay until ReleaseAll.
  Task<void> ReleaseEarly(Thread& thread, Transaction& txn, Lsn commit_lsn);
  // Forgets the tags of commits up to `durable`, which have become durable: later transactions need
  // not depend on them.
  void ForgetTagsUpTo(Lsn durable) { directory_.ForgetTagsUpTo(durable); }
  // Returns the latest commit that wrote the record, released it early and may not be durable yet,
  // or kNoLsn.
  Lsn EarlyTag(TableId table, Key key) const;

  // True if any transaction but `but` holds or awaits a lock on the record, or released it early by
  // a commit that may not be durable yet and on which `but` does not depend.
  bool LockedByOther(TableId table, Key key, const Transaction& but) const;
  // True if the transaction holds a lock of any mode on the record.
  bool Holds(const Transaction& txn, TableId table, Key key) const;
  // Returns the transaction that holds the record exclusively, or null.
  const Transaction* ExclusiveHolder(TableId table, Key key) const;
  // Calls f(const LockName&, const LockRequest&) for every request, for the interface, in the order
  // in which the things they are on were first locked. An inherited lock's transaction has label 0.
  template <class F>
  void ForEach(F&& f) const {
    directory_.ForEach(f);
  }
  // Calls f(const LockName&, Lsn) for every record that a commit has released early, for the
  // interface: the commit may not be durable yet.
  template <class F>
  void ForEachTag(F&& f) const {
    directory_.ForEachTag(f);
  }
#if AFTERIMAGE_WATCHES_READS
  // As StorageEngine::CheckMemory says.
  void CheckMemory(StructureCheck& check) const { directory_.CheckMemory(check); }
  // As StorageEngine::CheckAnytime says.
  void CheckAnytime(StructureCheck& check) const { directory_.CheckAnytime(check); }
#endif
  // Returns the number of records that are locked, awaited or tagged.
  uint32_t entries() const { return directory_.entries(); }

 private:
  friend class AcquireLock;
  friend class ReleaseRecords;

  static LockRequest* Held(const LockEntry& entry, const Transaction& txn);
  static EventData Data(const LockName& name, uint32_t a, uint8_t flags = 0) {
    return {.flags = flags,
            .address = name.table,
            .size = static_cast<uint32_t>(name.level),
            .a = a,
            .b = static_cast<uint32_t>(name.key >> 32)};
  }
  void At(Thread& thread, const Where& outer, const LockName& name) const {
    thread.At({outer.label, params_.structure, name.number()});
  }

  void GrantNow(LockEntry& entry, Transaction& txn, LockRequest* held, LockMode mode);
  void GrantWaiting(LockRequest* request);
  void GrantWaiters(LockEntry& entry, Thread& thread);
  // Forgets a granted request that is no longer in its transaction's list.
  void Drop(LockRequest* request, Thread& thread);
  static void Wake(LockRequest* request, Thread& thread);
  // Takes a waiting request out of its queue.
  void Withdraw(LockRequest* request);
  void MakeVictim(LockRequest* request, Thread& thread);
  // True where a request of wait-die may not wait; its transaction then notes the older one.
  static bool MustDie(const LockRequest& request);
  void KillYounger(LockEntry& entry, const Transaction& txn, LockMode mode, Thread& thread);
  // Ages alone prevent cycles of waits under wait-die, except through threads that have several
  // transactions open.
  void ResolveDeadlocks(Thread& thread, Transaction& txn);

  // Locks what the head is of.
  Task<LockResult> LockHigh(Thread& thread, Transaction& txn, LockHead& head, LockMode mode);
  Task<bool> ClaimInherited(Thread& thread, Transaction& txn, const LockName& name, LockMode mode);
  Task<void> ReleaseHigh(Thread& thread, Transaction& txn, Where outer);

  LockParams params_;
  Time cost_ns_;
  Time atomic_ns_;
  LockDirectory directory_;
  LockInheritance inheritance_;
  DeadlockSearch search_;
  Latch mutex_;  // of all queues, where params_ says so
};

inline AcquireLock::AcquireLock(Thread& thread, LockManager& manager, Transaction& txn,
                                LockName name, LockHead* head, LockMode mode, LockModes enough)
    : OrderedOperation(thread),
      manager_(manager),
      txn_(txn),
      name_(name),
      head_(head),
      mode_(mode),
      enough_(enough),
      mutex_(thread, manager.mutex_, manager.params_.one_mutex) {}

inline ReleaseRecords::ReleaseRecords(Thread& thread, LockManager& manager, Transaction& txn,
                                      Lsn early)
    : OrderedOperation(thread),
      manager_(manager),
      txn_(txn),
      early_(early),
      outer_(thread.where()),
      mutex_(thread, manager.mutex_, manager.params_.one_mutex) {}

}  // namespace afterimage

#endif  // AFTERIMAGE_DB_LOCKS_LOCK_MANAGER_H_
