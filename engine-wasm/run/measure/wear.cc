#include "run/measure/wear.h"

#include <algorithm>
#include <functional>

namespace afterimage {

void WearStatistics::Add(uint32_t writes) {
  ++units_;
  sum_ += writes;
  squares_ += static_cast<double>(writes) * writes;
  max_ = std::max(max_, writes);
  if (writes < kSmall) {
    ++small_[writes];
  } else {
    large_.push_back(writes);
  }
}

double WearStatistics::mean() const {
  return units_ ? static_cast<double>(sum_) / static_cast<double>(units_) : 0;
}

double WearStatistics::variance() const {
  return units_ ? squares_ / static_cast<double>(units_) - mean() * mean() : 0;
}

uint32_t WearStatistics::Worst(uint32_t per_mille) const {
  if (units_ == 0) return 0;
  uint64_t left = std::max<uint64_t>(units_ * per_mille / 1000, 1);
  if (left <= large_.size()) {
    std::vector<uint32_t> large = large_;
    const auto at = large.begin() + static_cast<std::ptrdiff_t>(left - 1);
    std::nth_element(large.begin(), at, large.end(), std::greater<uint32_t>());
    return *at;
  }
  left -= large_.size();
  for (uint32_t writes = kSmall; writes-- > 0;) {
    if (small_[writes] >= left) return writes;
    left -= small_[writes];
  }
  return 0;
}

double WearStatistics::Lifetime(double endurance, Time elapsed) const {
  return max_ ? endurance / max_ * (static_cast<double>(elapsed) / 1e9) : 0;
}

double WearStatistics::LifetimeLevelled(double endurance, Time elapsed) const {
  return sum_ ? endurance / mean() * (static_cast<double>(elapsed) / 1e9) : 0;
}

}  // namespace afterimage
