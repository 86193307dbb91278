#include "run/measure/histogram.h"

namespace afterimage {

void Histogram::Add(const Histogram& other) {
  if (other.cells_.empty()) return;
  if (cells_.empty()) cells_.resize(kCells);
  for (uint32_t i = 0; i < kCells; ++i) cells_[i] += other.cells_[i];
  count_ += other.count_;
  sum_ += other.sum_;
  if (other.max_ > max_) max_ = other.max_;
}

Time Histogram::Quantile(uint32_t per_mille) const {
  if (count_ == 0) return 0;
  const uint64_t wanted = (count_ * per_mille + 999) / 1000;
  uint64_t seen = 0;
  for (uint32_t i = 0; i < kCells; ++i) {
    seen += cells_[i];
    if (seen < wanted || seen == 0) continue;
    const Time largest = LargestOf(i);
    return largest < max_ ? largest : max_;
  }
  return max_;
}

Time Histogram::LargestOf(uint32_t cell) {
  if (cell < (2u << kBits)) return cell;
  const uint32_t shift = (cell >> kBits) - 1;
  const Time low = static_cast<Time>(cell - (shift << kBits)) << shift;
  return low + (Time{1} << shift) - 1;
}

}  // namespace afterimage
