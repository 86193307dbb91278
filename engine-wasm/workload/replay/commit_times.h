// The commit times of the transactions of a log: how many a second, and how unevenly.
#ifndef AFTERIMAGE_WORKLOAD_REPLAY_COMMIT_TIMES_H_
#define AFTERIMAGE_WORKLOAD_REPLAY_COMMIT_TIMES_H_

#include <cstdint>
#include <string_view>
#include <unordered_map>

namespace afterimage::replay {

// Microseconds of the first "2025-03-01 10:00:00.000000" in the text, of a calendar that counts
// from 1970 and knows no zones; -1 if there is none.
int64_t TimeIn(std::string_view text);

class CommitTimes {
 public:
  void Add(int64_t microseconds);

  // Commits that have a time.
  uint64_t count() const { return count_; }
  // The time from the first to the last of them.
  int64_t span() const { return count_ == 0 ? 0 : last_ - first_; }
  // Commits of the second that has most.
  uint32_t busiest() const { return busiest_; }
  // Seconds in which there is a commit.
  uint64_t seconds() const { return seconds_.size(); }

 private:
  // The most seconds that are counted; a text with more was put together by hand.
  static constexpr size_t kMaxSeconds = 1'000'000;

  uint64_t count_ = 0;
  int64_t first_ = 0;
  int64_t last_ = 0;
  uint32_t busiest_ = 0;
  std::unordered_map<int64_t, uint32_t> seconds_;
};

}  // namespace afterimage::replay

#endif  // AFTERIMAGE_WORKLOAD_REPLAY_COMMIT_TIMES_H_
