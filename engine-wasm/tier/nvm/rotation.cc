#include "tier/nvm/rotation.h"

#include "base/check.h"

namespace afterimage {

void Rotation::Name(uint32_t first, uint32_t count) {
  for (uint32_t unit = first; unit < first + count; ++unit) {
    if (!on() || NumberOf(unit) != kNoNumber) continue;
    AI_CHECK(moves_ == 0);
    Range* last = range_count_ > 0 ? &ranges_[range_count_ - 1] : nullptr;
    if (!last || last->first + last->count != unit) {
      AI_CHECK(range_count_ < kMostRanges);
      last = &ranges_[range_count_++];
      last->first = unit;
    }
    ++last->count;
    ++named_;
  }
}

uint32_t Rotation::NumberOf(uint32_t unit) const {
  uint32_t before = 0;
  for (uint32_t i = 0; i < range_count_; ++i) {
    const Range& range = ranges_[i];
    if (unit >= range.first && unit < range.first + range.count) return before + unit - range.first;
    before += range.count;
  }
  return kNoNumber;
}

uint32_t Rotation::Unit(uint32_t number) const {
  uint32_t i = 0;
  for (; number >= ranges_[i].count; ++i) number -= ranges_[i].count;
  return ranges_[i].first + number;
}

// The unit with the largest number moves first, then the one before it.
uint32_t Rotation::PlaceAfter(uint32_t number, uint64_t moves) const {
  const uint64_t places = uint64_t{named_} + reserve_;
  const uint64_t rounds = (moves + number) / named_ % places;
  return static_cast<uint32_t>((number + rounds * reserve_) % places);
}

Rotation::Move Rotation::MoveOne() {
  const auto number = static_cast<uint32_t>(named_ - 1 - moves_ % named_);
  ++moves_;
  return {PlaceAfter(number, moves_ - 1), PlaceAfter(number, moves_)};
}

}  // namespace afterimage
