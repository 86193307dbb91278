#include "tier/nvm/start_gap.h"

#include <algorithm>
#include <bit>

namespace afterimage {

StartGap::StartGap(uint32_t units, uint64_t every, bool randomize)
    : units_(units),
      every_(every),
      half_bits_(on() && randomize && units > 1
                     ? (static_cast<uint32_t>(std::bit_width(units - 1)) + 1) / 2
                     : 0),
      gap_(units) {}

// Three stages, as in the paper. Where that leads out of the units, it goes on from there: it comes
// back, since the network is a bijection.
uint32_t StartGap::Randomized(uint32_t unit) const {
  if (half_bits_ == 0) return unit;
  constexpr uint64_t kKeys[] = {0x9e3779b97f4a7c15, 0xbf58476d1ce4e5b9, 0x94d049bb133111eb};
  const uint64_t mask = (uint64_t{1} << half_bits_) - 1;
  uint64_t number = unit;
  do {
    uint64_t left = number >> half_bits_, right = number & mask;
    for (const uint64_t key : kKeys) {
      uint64_t mixed = (right + 1) * key;
      mixed ^= mixed >> 29;
      mixed = mixed * key >> 32;
      const uint64_t next = left ^ (mixed & mask);
      left = right;
      right = next;
    }
    number = left << half_bits_ | right;
  } while (number >= units_);
  return static_cast<uint32_t>(number);
}

uint32_t StartGap::PlaceOf(uint32_t unit) const {
  if (!on()) return unit;
  const auto place = static_cast<uint32_t>((uint64_t{start_} + Randomized(unit)) % units_);
  return place >= gap_ ? place + 1 : place;
}

StartGap::Move StartGap::MoveGap() {
  const uint32_t to = gap_;
  if (gap_ > 0) return {--gap_, to};
  gap_ = units_;
  start_ = (start_ + 1) % units_;
  return {gap_, to};
}

}  // namespace afterimage
