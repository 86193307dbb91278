// The bytes that devices have, as walkers read them (page_walk.h, slot_walk.h, word_log_walk.h,
// heap_walk.h, undo_walk.h).
#ifndef AFTERIMAGE_RUN_WALK_DEVICE_BYTES_H_
#define AFTERIMAGE_RUN_WALK_DEVICE_BYTES_H_

#include <algorithm>
#include <cstring>
#include <vector>

#include "base/digest.h"
#include "trace/event.h"

namespace afterimage {

class DeviceBytes {
 public:
  virtual bool Read(Tier tier, Address address, uint32_t size, uint8_t* out) const = 0;

  // Returns a word of NVM; 0 beyond its end.
  uint64_t Word(uint64_t address) const {
    uint64_t word = 0;
    const bool inside = address <= ~Address{0} - sizeof word;
    if (!inside || !Read(Tier::kNvm, static_cast<Address>(address), sizeof word,
                         reinterpret_cast<uint8_t*>(&word)))
      return 0;
    return word;
  }

 protected:
  ~DeviceBytes() = default;
};

// The number of `size` bytes that stands at `at`, or 0 behind the end.
inline uint64_t NumberIn(const std::vector<uint8_t>& bytes, uint64_t at, uint32_t size) {
  uint64_t number = 0;
  if (at + size <= bytes.size()) std::memcpy(&number, bytes.data() + at, size);
  return number;
}

// A page's checksum is right, as page_view.h says: of the bytes before it and those behind it; 0
// says that it is not set, so a sum of 0 is written as 1.
inline bool PageSumHolds(const std::vector<uint8_t>& page) {
  constexpr uint32_t kSumAt = 16, kSumEnd = 20;
  const auto sum = static_cast<uint32_t>(NumberIn(page, kSumAt, 4));
  if (sum == 0 || page.size() < kSumEnd) return true;
  Digest digest;
  digest.Bytes(page.data(), kSumAt);
  digest.Bytes(page.data() + kSumEnd, page.size() - kSumEnd);
  return sum == std::max(static_cast<uint32_t>(digest.Value()), 1u);
}

inline bool AllZeros(const std::vector<uint8_t>& bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](uint8_t byte) { return byte == 0; });
}

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_WALK_DEVICE_BYTES_H_
