// An open-addressing map from 64-bit keys to small values, in an arena. It has no iteration, so no
// hash order can leak into what the engine does. Key ~0 is reserved.
#ifndef AFTERIMAGE_BASE_FLAT_MAP_H_
#define AFTERIMAGE_BASE_FLAT_MAP_H_

#include <cstdint>

#include "base/arena.h"
#include "base/random.h"

namespace afterimage {

template <class V>
class FlatMap {
 public:
  explicit FlatMap(Arena& arena, uint32_t capacity = 16) : arena_(arena) { Resize(capacity); }

  uint32_t size() const { return size_; }

  // Returns the value at `key`, valid until the next Insert, or null where the key is absent.
  V* Find(uint64_t key) {
    for (uint32_t i = Home(key);; i = (i + 1) & mask_) {
      if (cells_[i].key == key) return &cells_[i].value;
      if (cells_[i].key == kEmpty) return nullptr;
    }
  }
  const V* Find(uint64_t key) const { return const_cast<FlatMap*>(this)->Find(key); }

  // Returns the value at `key`, and inserts a value-initialized one if the key is absent.
  V& operator[](uint64_t key) {
    if (V* found = Find(key)) return *found;
    return Add(key);
  }

  // Inserts a value-initialized value at `key` and returns it. REQUIRES: the key is absent.
  V& Add(uint64_t key) {
    if ((size_ + 1) * 4 > (mask_ + 1) * 3) Resize((mask_ + 1) * 2);
    ++size_;
    Cell& cell = cells_[FreeCell(key)];
    cell.key = key;
    cell.value = V();
    return cell.value;
  }

  // Backward-shift deletion: no tombstones, so long runs do not slow down.
  void Erase(uint64_t key) {
    uint32_t hole = Home(key);
    while (cells_[hole].key != key) {
      if (cells_[hole].key == kEmpty) return;
      hole = (hole + 1) & mask_;
    }
    --size_;
    for (uint32_t i = (hole + 1) & mask_; cells_[i].key != kEmpty; i = (i + 1) & mask_) {
      const uint32_t home = Home(cells_[i].key);
      if (((i - home) & mask_) >= ((i - hole) & mask_)) {
        cells_[hole] = cells_[i];
        hole = i;
      }
    }
    cells_[hole].key = kEmpty;
  }

 private:
  static constexpr uint64_t kEmpty = ~uint64_t{0};
  struct Cell {
    uint64_t key = kEmpty;
    V value{};
  };

  uint32_t Home(uint64_t key) const { return static_cast<uint32_t>(Mix64(key)) & mask_; }
  uint32_t FreeCell(uint64_t key) const {
    uint32_t i = Home(key);
    while (cells_[i].key != kEmpty) i = (i + 1) & mask_;
    return i;
  }
  void Resize(uint32_t capacity) {
    Cell* old = cells_;
    const uint32_t old_count = old ? mask_ + 1 : 0;
    uint32_t rounded = 16;
    while (rounded < capacity) rounded *= 2;
    cells_ = arena_.NewArray<Cell>(rounded);
    mask_ = rounded - 1;
    for (uint32_t i = 0; i < old_count; ++i) {
      if (old[i].key != kEmpty) cells_[FreeCell(old[i].key)] = old[i];
    }
  }

  Arena& arena_;
  Cell* cells_ = nullptr;
  uint32_t mask_ = 0;
  uint32_t size_ = 0;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_BASE_FLAT_MAP_H_
