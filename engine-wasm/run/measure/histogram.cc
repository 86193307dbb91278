#include "run/measure/histogram.h"

#include <algorithm>

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

double Histogram::MeanOfLargest(uint32_t per_mille) const {
  if (count_ == 0) return 0;
  const uint64_t wanted = std::max<uint64_t>(1, count_ * per_mille / 1000);
  uint64_t left = wanted;
  double sum = 0;
  for (auto cell = static_cast<uint32_t>(cells_.size()); left > 0 && cell-- > 0;) {
    const uint64_t taken = std::min<uint64_t>(left, cells_[cell]);
    sum += static_cast<double>(taken) * static_cast<double>(std::min(LargestOf(cell), max_));
    left -= taken;
  }
  return sum / static_cast<double>(wanted);
}

}  // namespace afterimage
