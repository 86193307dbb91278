// Notices where a text holds the same part of a log twice: ranges that overlap, put together.
#ifndef AFTERIMAGE_WORKLOAD_PG_WAL_WAL_RANGES_H_
#define AFTERIMAGE_WORKLOAD_PG_WAL_WAL_RANGES_H_

#include <cstdint>
#include <vector>

namespace afterimage::replay {

class WalRanges {
 public:
  // Takes the position of the next record. Returns true if the part of the log that it belongs to
  // has been in the text before.
  bool Repeats(uint64_t lsn) {
    if (ranges_.empty() || lsn < ranges_.back().last) {
      if (ranges_.size() < kMaxRanges) ranges_.push_back({lsn, lsn});
      // A range that begins before one that is already there is out of the log's order.
      backwards_ += ranges_.size() > 1 && lsn < ranges_.front().first;
    }
    ranges_.back().last = lsn;
    for (size_t i = 0; i + 1 < ranges_.size(); ++i) {
      if (lsn >= ranges_[i].first && lsn <= ranges_[i].last) return true;
    }
    return false;
  }
  // Ranges that come after one which the log has behind them.
  uint64_t backwards() const { return backwards_; }

 private:
  static constexpr size_t kMaxRanges = 64;
  struct Range {
    uint64_t first;
    uint64_t last;
  };
  std::vector<Range> ranges_;
  uint64_t backwards_ = 0;
};

}  // namespace afterimage::replay

#endif  // AFTERIMAGE_WORKLOAD_PG_WAL_WAL_RANGES_H_
