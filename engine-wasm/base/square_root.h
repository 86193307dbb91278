// The integer part of a square root, the same on every machine.
#ifndef AFTERIMAGE_BASE_SQUARE_ROOT_H_
#define AFTERIMAGE_BASE_SQUARE_ROOT_H_

#include <cstdint>

namespace afterimage {

// REQUIRES: x < 2^62.
inline uint64_t SquareRoot(uint64_t x) {
  uint64_t root = 0;
  for (uint64_t bit = uint64_t{1} << 31; bit > 0; bit >>= 1) {
    if ((root + bit) * (root + bit) <= x) root += bit;
  }
  return root;
}

}  // namespace afterimage

#endif  // AFTERIMAGE_BASE_SQUARE_ROOT_H_
