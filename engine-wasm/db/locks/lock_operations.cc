// The steps of taking and releasing locks. A step emits at most one event and makes the event's
// change right after it.
#include "db/locks/lock_manager.h"

namespace afterimage {

bool AcquireLock::await_ready() {
  AI_CHECK(!txn_.released_early);
  outer_ = thread_.where();
  if (!mutex_.missing()) thread_.Execute(Category::kLockManager, manager_.cost_ns_);
  return OrderedOperation::await_ready();
}

Progress AcquireLock::Step(Thread& thread) {
  if (request_) return Wait(thread);
  if (mutex_.missing()) {
    const Progress taken = mutex_.Take(thread);
    if (taken == Progress::kAgain) thread.Execute(Category::kLockManager, manager_.cost_ns_);
    return taken;
  }
  const Progress progress = Decide(thread);
  mutex_.Drop(thread);
  if (head_) Latch::Release(thread, head_->latch).Step(thread);
  return progress;
}

SharedUse AcquireLock::Uses() const {
  const auto above = uint64_t{name_.table} << 8 | static_cast<uint64_t>(name_.level);
  return {SharedKind::kLock, false, name_.key ^ above << 48};
}

Progress AcquireLock::Decide(Thread& thread) {
  LockEntry& entry = head_ ? *head_ : manager_.directory_.FindOrAdd(name_.table, name_.key);
  LockRequest* held = LockManager::Held(entry, txn_);
  if (held && (Covers(held->mode, mode_) || (enough_ & Only(held->mode)))) return Progress::kDone;
  const LockMode mode = held ? Join(held->mode, mode_) : mode_;
  if (entry.inherited > 0) {
    const uint32_t taken = manager_.inheritance_.Invalidate(entry, mode);
    thread.Charge(Category::kLockManager, taken * manager_.atomic_ns_);
  }
  manager_.At(thread, outer_, name_);
  const LockModes others =
      held ? entry.granted.modes_but(*held) : entry.granted.modes() | entry.waiting.modes();
  if (ConflictsOf(mode) & others) return WaitIn(thread, entry, held, mode);
  thread.Emit(EventKind::kLockGrant, LockManager::Data(name_, static_cast<uint32_t>(mode)));
  manager_.GrantNow(entry, txn_, held, mode);
  if (held && ByAge(manager_.params_.deadlock)) manager_.KillYounger(entry, txn_, mode, thread);
  thread.At(outer_);
  return Progress::kDone;
}

Progress AcquireLock::WaitIn(Thread& thread, LockEntry& entry, LockRequest* held, LockMode mode) {
  request_ = manager_.directory_.NewRequest(txn_, entry, mode);
  request_->upgrades = held;
  if (held) {
    entry.waiting.PushFront(request_);
  } else {
    entry.waiting.PushBack(request_);
  }
  txn_.waiting = request_;
  request_->waiter = thread.id();
  manager_.search_.SetWaiting(thread.id(), &txn_);
  ForEachBlocker(*request_, [&](const LockRequest& r) { holder_ = r.txn->label; });
  const bool wait_die = ByAge(manager_.params_.deadlock);
  if (wait_die && LockManager::MustDie(*request_)) {
    manager_.Withdraw(request_);
    return GiveUp(thread);
  }
  thread.Emit(EventKind::kLockWait, LockManager::Data(name_, holder_, kFlagWait));
  if (wait_die && held) manager_.KillYounger(entry, txn_, mode, thread);
  manager_.ResolveDeadlocks(thread, txn_);
  return Progress::kAgain;  // a victim may come first and release what this one waits for
}

Progress AcquireLock::Wait(Thread& thread) {
  if (request_->granted) return Granted(thread);
  if (request_->victim) return GiveUp(thread);
  request_->sleeper = &thread;
  thread.WillBlock(WaitFor::kLock, name_.number(), holder_, Category::kWait,
                   WhileBlocked::kGivesUpCore);
  return Progress::kBlocked;
}

Progress AcquireLock::Granted(Thread& thread) {
  thread.Emit(EventKind::kLockGrant,
              LockManager::Data(name_, static_cast<uint32_t>(request_->mode)));
  if (request_->upgrades) manager_.directory_.Recycle(request_);
  thread.At(outer_);
  return Progress::kDone;
}

Progress AcquireLock::GiveUp(Thread& thread) {
  manager_.directory_.Recycle(request_);
  thread.Emit(EventKind::kDeadlock, LockManager::Data(name_, holder_));
  thread.At(outer_);
  result_ = LockResult::kDie;
  return Progress::kDone;
}

bool ReleaseRecords::await_ready() {
  if (!txn_.locks) return true;
  if (!mutex_.missing()) NextBatch(thread_);
  return OrderedOperation::await_ready();
}

// A few at a time: what they cost is spent, then they go at one instant.
void ReleaseRecords::NextBatch(Thread& thread) {
  batch_ = 0;
  for (const LockRequest* request = txn_.locks; request && batch_ < kBatch;
       request = request->next_of_txn) {
    __builtin_prefetch(request->entry);
    ++batch_;
  }
  thread.Execute(Category::kLockManager, batch_ * manager_.cost_ns_);
}

Progress ReleaseRecords::Step(Thread& thread) {
  if (mutex_.missing()) {
    const Progress taken = mutex_.Take(thread);
    if (taken == Progress::kAgain) NextBatch(thread);
    return taken;
  }
  LockRequest* request = txn_.locks;
  LockEntry& entry = *request->entry;
  manager_.At(thread, outer_, entry.name);
  thread.Emit(EventKind::kLockRelease, LockManager::Data(entry.name, 0));
  txn_.locks = request->next_of_txn;
  if (early_ != kNoLsn && AllowsChange(request->mode)) manager_.directory_.Tag(entry, early_);
  manager_.Drop(request, thread);
  if (!txn_.locks) {
    mutex_.Drop(thread);
    return Progress::kDone;
  }
  if (--batch_ == 0) NextBatch(thread);
  return Progress::kAgain;
}

}  // namespace afterimage
