// Main memory: lost at a power cut. Allocated once, at fixed addresses, so that the stage can show
// its bytes.
#ifndef AFTERIMAGE_TIER_DRAM_H_
#define AFTERIMAGE_TIER_DRAM_H_

#include <cstring>

#include "base/arena.h"
#include "base/types.h"

namespace afterimage {

class Dram {
 public:
  Dram(Arena& arena, uint32_t size) : bytes_(arena.NewArray<uint8_t>(size)), size_(size) {}

  // `size` zeroed bytes, aligned to 64; checks that they fit.
  Address Allocate(uint32_t size) {
    const Address address = used_;
    used_ += (size + 63) & ~63u;
    AI_CHECK(used_ <= size_);
    return address;
  }
  uint8_t* At(Address address) { return bytes_ + address; }
  const uint8_t* At(Address address) const { return bytes_ + address; }
  uint32_t size() const { return size_; }

 private:
  uint8_t* bytes_;
  uint32_t size_;
  uint32_t used_ = 64;  // address 0 stays a null pointer
};

}  // namespace afterimage

#endif  // AFTERIMAGE_TIER_DRAM_H_
