// The bytes of a device: sparse, zero where never written, and forked copy-on-write.
#ifndef AFTERIMAGE_TIER_PAGED_BYTES_H_
#define AFTERIMAGE_TIER_PAGED_BYTES_H_

#include <cstdint>

#include "base/arena.h"
#include "base/digest.h"

namespace afterimage {

class PagedBytes {
 public:
  static constexpr uint32_t kChunkBytes = 512;

  PagedBytes(Arena& arena, uint64_t size);
  // A fork: borrows every chunk and copies one when it is first written. The parent must outlive
  // the fork and stay as it is meanwhile.
  PagedBytes(Arena& arena, const PagedBytes& parent);

  uint64_t size() const { return size_; }
  // [address, address + size) must lie within the device.
  void Read(uint64_t address, void* out, uint32_t size) const;
  void Write(uint64_t address, const void* data, uint32_t size);
  // Order of chunks, zero chunks like absent ones: depends on the bytes alone.
  void AddTo(Digest& digest) const;

 private:
  struct Chunk {
    uint8_t* bytes = nullptr;
    bool owned = false;
  };
  uint8_t* Writable(uint64_t chunk);

  Arena& arena_;
  uint64_t size_;
  uint64_t chunks_;
  Chunk* chunk_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_TIER_PAGED_BYTES_H_
