#include "scheme/page_engine/cleaning/adaptive_flushing.h"

#include "base/square_root.h"

namespace afterimage {

uint64_t AdaptiveFlushing::PagesAt(uint64_t age_percent, uint32_t io_capacity) {
  constexpr uint64_t kLeast = 10, kMostOverCapacity = 10;
  if (age_percent < kLeast) return 0;
  // The age to the power of 1.5, over 7.5.
  const uint64_t percent =
      kMostOverCapacity * SquareRoot(age_percent * age_percent * age_percent) * 2 / 15;
  return io_capacity * percent / 100;
}

Time AdaptiveFlushing::Pace::Pause() const {
  const uint64_t pages = PagesAt(age.AgePercent(), io_capacity);
  return pages > 0 ? 1000000000 / pages : kNotNow;
}

}  // namespace afterimage
