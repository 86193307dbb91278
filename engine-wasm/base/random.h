// Random numbers of our own: the standard distributions differ between libraries.
#ifndef AFTERIMAGE_BASE_RANDOM_H_
#define AFTERIMAGE_BASE_RANDOM_H_

#include <cstdint>

namespace afterimage {

// Mixes 64 bits (the finalizer of SplitMix64).
constexpr uint64_t Mix64(uint64_t x) {
  x += 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

// SplitMix64: one word of state, every seed is good.
class Random {
 public:
  explicit constexpr Random(uint64_t seed) : state_(seed) {}

  constexpr uint64_t Next() {
    const uint64_t result = Mix64(state_);
    state_ += 0x9e3779b97f4a7c15ull;
    return result;
  }

  // Draws uniformly from [0, bound), by multiply-shift on 32 bits: the bias is below 2^-32 * bound.
  // REQUIRES: bound > 0.
  constexpr uint32_t Below(uint32_t bound) {
    return static_cast<uint32_t>(((Next() >> 32) * bound) >> 32);
  }

  // Draws uniformly from [low, high]. REQUIRES: low is at most high.
  constexpr int64_t Between(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(Next() % static_cast<uint64_t>(high - low + 1));
  }

  constexpr bool Chance(uint32_t percent) { return Below(100) < percent; }

 private:
  uint64_t state_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_BASE_RANDOM_H_
