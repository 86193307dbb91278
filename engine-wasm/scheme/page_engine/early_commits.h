// Early lock release: keeps the commits that have released their locks and are not durable yet.
//
// A commit is known by a number, with which the locks that it releases are tagged
// (Transaction::depends_on). A transaction that has used such a lock depends on the commit: its own
// commit record must not become durable before that commit.
#ifndef AFTERIMAGE_SCHEME_PAGE_ENGINE_EARLY_COMMITS_H_
#define AFTERIMAGE_SCHEME_PAGE_ENGINE_EARLY_COMMITS_H_

#include <algorithm>

#include "db/locks/lock_manager.h"
#include "sim/latch.h"

namespace afterimage {

class EarlyCommits {
 public:
  // A thread that awaits a commit books its time to `waiting`, and does with its core what `core`
  // says.
  EarlyCommits(Arena& arena, Category waiting, WhileBlocked core)
      : waiting_(waiting), core_(core), open_(ArenaAllocator<Commit>(arena)) {}

  // Adds a commit, which those who rest on it await from now on. `record` is the LSN of its commit
  // record, if that is not its number.
  void Add(uint64_t number, Lsn record = kNoLsn) { open_.push_back({number, record}); }
  // Gives a commit that was added before its number was known that number. REQUIRES: `number` was
  // added.
  void Renumber(uint64_t number, uint64_t known) { Find(number)->number = known; }
  // Forgets a commit because it is durable, and wakes the threads that await it. REQUIRES: `number`
  // was added.
  void Durable(Thread& thread, uint64_t number) {
    open_.erase(Find(number));
    done_.WakeAll(thread.kernel(), thread.now());
  }

  // --- For those who number commits in the order of their releases ---
  // Releases a transaction's locks at the listing line `line`, and gives the commit's number.
  // `record` as in Add.
  Task<uint64_t> Release(Thread& thread, Transaction& txn, LockManager& locks, Where line,
                         Time atomic_ns, Lsn record = kNoLsn) {
    thread.At(line);
    thread.Charge(Category::kLogWork, atomic_ns);
    co_await Ordered(thread);
    co_await Note(thread, EventKind::kStep);
    const uint64_t number = ++last_;
    Add(number, record);
    co_await locks.ReleaseEarly(thread, txn, number);
    co_return number;
  }
  // The commit with this number is durable.
  Task<void> EndRelease(Thread& thread, LockManager& locks, uint64_t number) {
    co_await Ordered(thread);
    Durable(thread, number);
    locks.ForgetTagsUpTo(OldestOr(last_ + 1) - 1);
  }

  // Returns the least number of a commit that is not durable, or `next` where that is less.
  uint64_t OldestOr(uint64_t next) const {
    for (const Commit& commit : open_) next = std::min(next, commit.number);
    return next;
  }
  // True if a commit up to `number` is not durable.
  bool AnyUpTo(uint64_t number) const {
    return std::any_of(open_.begin(), open_.end(),
                       [&](const Commit& commit) { return commit.number <= number; });
  }
  // Returns the largest LSN of the commit records up to `number` that are not durable, or kNoLsn.
  Lsn LatestRecord(uint64_t number) const {
    Lsn latest = kNoLsn;
    for (const Commit& commit : open_) {
      if (commit.number <= number) latest = std::max(latest, commit.record);
    }
    return latest;
  }
  // Returns when every commit up to `number` is durable.
  Task<void> Await(Thread& thread, uint64_t number) {
    for (;;) {
      co_await Ordered(thread);
      if (!AnyUpTo(number)) co_return;
      co_await Sleep(thread, done_, WaitFor::kPersister, 0, 0, waiting_, core_);
    }
  }

 private:
  struct Commit {
    uint64_t number;
    Lsn record;
  };
  ArenaVector<Commit>::iterator Find(uint64_t number) {
    return std::find_if(open_.begin(), open_.end(),
                        [&](const Commit& commit) { return commit.number == number; });
  }

  Category waiting_;
  WhileBlocked core_;
  ArenaVector<Commit> open_;
  uint64_t last_ = 0;  // of those that Release has numbered
  WaitQueue done_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_PAGE_ENGINE_EARLY_COMMITS_H_
