// Commits that have released their locks and are not durable yet. They are numbered in the order of their releases,
// which GSNs do not tell; the numbers are what locks are tagged with (Transaction::depends_on).
//
// Whoever has used such a lock rests on the commit: his commit record must not be durable before it; nor must any record
// of his, for its before image may be what that commit wrote.
#ifndef AFTERIMAGE_SCHEME_DISTRIBUTED_EARLY_COMMITS_H_
#define AFTERIMAGE_SCHEME_DISTRIBUTED_EARLY_COMMITS_H_

#include <algorithm>

#include "sim/latch.h"

namespace afterimage::distributed {

class EarlyCommits {
 public:
  explicit EarlyCommits(Arena& arena) : open_(ArenaAllocator<Commit>(arena)) {}

  // The number of a new one.
  uint64_t Add(Lsn gsn) {
    open_.push_back({++last_, gsn});
    return last_;
  }
  void Durable(Thread& thread, uint64_t number) {
    open_.erase(std::find_if(open_.begin(), open_.end(), [&](const Commit& commit) { return commit.number == number; }));
    done_.WakeAll(thread.kernel(), thread.now());
  }
  // All up to this number are durable.
  uint64_t durable() const { return open_.empty() ? last_ : open_.front().number - 1; }
  // The largest GSN of those up to `number` that are not durable, or kNoLsn.
  Lsn Latest(uint64_t number) const {
    Lsn latest = kNoLsn;
    for (const Commit& commit : open_) {
      if (commit.number <= number) latest = std::max(latest, commit.gsn);
    }
    return latest;
  }
  // Until all up to `number` are durable.
  Task<void> Await(Thread& thread, uint64_t number) {
    for (;;) {
      co_await Ordered(thread);
      if (durable() >= number) co_return;
      co_await Sleep(thread, done_, WaitFor::kPersister, 0, 0, Category::kLogIo);
    }
  }

 private:
  struct Commit {
    uint64_t number;
    Lsn gsn;
  };
  ArenaVector<Commit> open_;  // by number
  uint64_t last_ = 0;
  WaitQueue done_;
};

}  // namespace afterimage::distributed

#endif  // AFTERIMAGE_SCHEME_DISTRIBUTED_EARLY_COMMITS_H_
