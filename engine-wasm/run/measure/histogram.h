// A log-linear histogram of times: three significant digits at any size, in a fixed 156 KB.
#ifndef AFTERIMAGE_RUN_MEASURE_HISTOGRAM_H_
#define AFTERIMAGE_RUN_MEASURE_HISTOGRAM_H_

#include <cstdint>
#include <vector>

#include "base/types.h"

namespace afterimage {

// Values below 2048 have a cell each; above, each doubling has 1024 cells, so a cell is at most a
// thousandth of its values wide.
class Histogram {
 public:
  void Add(Time value) {
    if (cells_.empty()) cells_.resize(kCells);
    ++cells_[CellOf(value)];
    ++count_;
    sum_ += value;
    if (value > max_) max_ = value;
  }
  void Add(const Histogram& other);

  uint64_t count() const { return count_; }
  uint64_t sum() const { return sum_; }
  Time max() const { return max_; }
  // The smallest value that at least `per_mille` of all are no larger than, to three digits; 0 of
  // none.
  Time Quantile(uint32_t per_mille) const;
  // The mean of the largest `per_mille` of all, at least one, each to three digits; 0 of none.
  double MeanOfLargest(uint32_t per_mille) const;
  // f(largest value, count) for every cell that is not empty, in order.
  template <class F>
  void ForEachCell(F&& f) const {
    for (uint32_t i = 0; i < cells_.size(); ++i) {
      if (cells_[i] > 0) f(LargestOf(i), cells_[i]);
    }
  }

 private:
  static constexpr uint32_t kBits = 10;
  static constexpr uint32_t kLargest = 48;  // bits of a value, as the event queue has them
  static constexpr uint32_t kCells = (kLargest - kBits + 1) << kBits;

  static uint32_t CellOf(Time value) {
    if (value >= Time{1} << kLargest) value = (Time{1} << kLargest) - 1;
    const uint32_t top = 63 - static_cast<uint32_t>(__builtin_clzll(value | 1));
    const uint32_t shift = top > kBits ? top - kBits : 0;
    return (shift << kBits) + static_cast<uint32_t>(value >> shift);
  }
  // The largest value of a cell.
  static Time LargestOf(uint32_t cell);

  std::vector<uint32_t> cells_;
  uint64_t count_ = 0;
  uint64_t sum_ = 0;
  Time max_ = 0;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_MEASURE_HISTOGRAM_H_
