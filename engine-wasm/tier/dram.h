// Main memory, which is lost at a power cut. An allocation keeps its address, so that the stage can
// show its bytes; unallocated memory costs nothing.
#ifndef AFTERIMAGE_TIER_DRAM_H_
#define AFTERIMAGE_TIER_DRAM_H_

#include <cstring>

#include "base/arena.h"
#include "base/types.h"

namespace afterimage {

class Dram {
 public:
  explicit Dram(Arena& arena) : arena_(arena), segments_(ArenaAllocator<uint8_t*>(arena)) {}

  // Returns the address of `size` zeroed bytes in one piece, aligned to 64.
  Address Allocate(uint32_t size) {
    size = (size + 63) & ~63u;
    if (segments_.empty() || used_ + size > segments_.size() * uint64_t{kSegment}) {
      used_ = segments_.empty()
                  ? 64
                  : static_cast<uint32_t>(segments_.size()) * kSegment;  // 0 stays a null pointer
      Grow(used_ % kSegment + size);
    }
    const Address address = used_;
    used_ += size;
    return address;
  }
  // The bytes at `address`, up to the end of its allocation.
  uint8_t* At(Address address) { return segments_[address / kSegment] + address % kSegment; }
  // Copies bytes; false where nothing is allocated.
  bool Read(Address address, uint32_t size, uint8_t* out) const {
    if (uint64_t{address} + size > used_) return false;
    for (uint32_t i = 0; i < size; ++i)
      out[i] = segments_[(address + i) / kSegment][(address + i) % kSegment];
    return true;
  }

 private:
  static constexpr uint32_t kSegment = 2 * 1024;

  void Grow(uint32_t bytes) {
    const uint32_t count = (bytes + kSegment - 1) / kSegment;
    auto* memory = arena_.NewArray<uint8_t>(uint64_t{count} * kSegment);
    for (uint32_t i = 0; i < count; ++i) segments_.push_back(memory + uint64_t{i} * kSegment);
  }

  Arena& arena_;
  ArenaVector<uint8_t*> segments_;
  uint32_t used_ = 0;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_TIER_DRAM_H_
