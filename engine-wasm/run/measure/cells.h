// Cells of histograms that grow with their values: eight a doubling.
#ifndef AFTERIMAGE_RUN_MEASURE_CELLS_H_
#define AFTERIMAGE_RUN_MEASURE_CELLS_H_

#include <cstdint>

namespace afterimage {

constexpr uint32_t kCellBits = 3;
constexpr uint32_t kCellsADoubling = 1 << kCellBits;

// The cell that holds a value; below 2 * kCellsADoubling every value has one of its own.
constexpr uint32_t CellOf(uint64_t value) {
  if (value < kCellsADoubling) return static_cast<uint32_t>(value);
  const uint32_t shift = 63 - static_cast<uint32_t>(__builtin_clzll(value)) - kCellBits;
  return (shift << kCellBits) + static_cast<uint32_t>(value >> shift);
}

// The largest value of a cell.
inline uint64_t UpTo(uint32_t cell) {
  if (cell < 2 * kCellsADoubling) return cell;
  const uint32_t shift = (cell >> kCellBits) - 1;
  return ((static_cast<uint64_t>(cell - (shift << kCellBits)) + 1) << shift) - 1;
}

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_MEASURE_CELLS_H_
