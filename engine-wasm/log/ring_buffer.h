// A log buffer in DRAM that goes round: of an endless sequence of bytes it holds the latest.
#ifndef AFTERIMAGE_LOG_RING_BUFFER_H_
#define AFTERIMAGE_LOG_RING_BUFFER_H_

#include <algorithm>

#include "base/types.h"
#include "tier/paged_bytes.h"

namespace afterimage {

class RingBuffer {
 public:
  // The DRAM address of its first byte.
  static constexpr Address kBase = Address{1} << 29;

  RingBuffer(Arena& arena, uint32_t size) : size_(size), bytes_(arena, size) {}

  // Writes or reads at a position of the sequence. REQUIRES: the bytes are no longer than the
  // buffer.
  void Write(uint64_t position, const void* data, uint32_t size) {
    const uint32_t at = PlaceOf(position), part = std::min(size, size_ - at);
    bytes_.Write(at, data, part);
    if (part < size) bytes_.Write(0, static_cast<const uint8_t*>(data) + part, size - part);
  }
  void Read(uint64_t position, void* out, uint32_t size) const {
    const uint32_t at = PlaceOf(position), part = std::min(size, size_ - at);
    bytes_.Read(at, out, part);
    if (part < size) bytes_.Read(0, static_cast<uint8_t*>(out) + part, size - part);
  }
  Address AddressOf(uint64_t position) const { return kBase + PlaceOf(position); }
  // Copies bytes by DRAM address, for the interface; returns false if there are none.
  bool ReadAt(Address address, uint32_t size, uint8_t* out) const {
    if (address < kBase || uint64_t{address} - kBase + size > size_) return false;
    bytes_.Read(address - kBase, out, size);
    return true;
  }
  // Frees the memory of [from, to), which will not be read again.
  void Discard(uint64_t from, uint64_t to) {
    while (from < to) {
      const uint32_t at = PlaceOf(from);
      const auto part = std::min<uint64_t>(to - from, size_ - at);
      bytes_.Discard(at, part);
      from += part;
    }
  }

 private:
  uint32_t PlaceOf(uint64_t position) const { return static_cast<uint32_t>(position % size_); }

  uint32_t size_;
  PagedBytes bytes_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_LOG_RING_BUFFER_H_
