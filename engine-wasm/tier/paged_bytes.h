// The bytes of a device: sparse, zero where never written, and forked copy-on-write.
#ifndef AFTERIMAGE_TIER_PAGED_BYTES_H_
#define AFTERIMAGE_TIER_PAGED_BYTES_H_

#include <cstdint>
#include <cstring>

#include "base/arena.h"
#include "base/digest.h"

namespace afterimage {

class ByteSource {
 public:
  virtual void Generate(uint64_t address, uint32_t size, uint8_t* out) const = 0;

 protected:
  ~ByteSource() = default;
};

class PagedBytes {
 public:
  static constexpr uint32_t kChunkBytes = 64;

  PagedBytes(Arena& arena, uint64_t size, const ByteSource* source = nullptr);
  void SetSource(const ByteSource* source) { source_ = source; }
  void Discard(uint64_t address, uint64_t size);
  // A fork: borrows every chunk and copies one when it is first written. The parent must outlive
  // the fork and stay as it is meanwhile.
  PagedBytes(Arena& arena, const PagedBytes& parent);

  uint64_t size() const { return size_; }
  // [address, address + size) must lie within the device.
  void Read(uint64_t address, void* out, uint32_t size) const {
    const uint32_t offset = static_cast<uint32_t>(address % kChunkBytes);
    if (offset + size > kChunkBytes || address + size > size_) return ReadSlowly(address, out, size);
    const uint8_t* from = chunk_[address / kChunkBytes].bytes;
    if (from) {
      std::memcpy(out, from + offset, size);
    } else {
      Pristine(address, size, static_cast<uint8_t*>(out));
    }
  }
  void Write(uint64_t address, const void* data, uint32_t size) {
    const uint32_t offset = static_cast<uint32_t>(address % kChunkBytes);
    if (offset + size > kChunkBytes || address + size > size_) return WriteSlowly(address, data, size);
    std::memcpy(Writable(address / kChunkBytes) + offset, data, size);
  }
  // The bytes at `address` up to the end of its chunk, to change in place.
  uint8_t* InPlace(uint64_t address) {
    return Writable(address / kChunkBytes) + address % kChunkBytes;
  }
  // Order of chunks, zero chunks like absent ones: depends on the bytes alone.
  void AddTo(Digest& digest) const;

 private:
  struct Chunk {
    uint8_t* bytes = nullptr;
    bool owned = false;
  };
  // Across chunks; also checks the range.
  void ReadSlowly(uint64_t address, void* out, uint32_t size) const;
  void WriteSlowly(uint64_t address, const void* data, uint32_t size);
  uint8_t* Writable(uint64_t chunk) {
    return chunk_[chunk].owned ? chunk_[chunk].bytes : Own(chunk);
  }
  uint8_t* Own(uint64_t chunk);
  void Pristine(uint64_t address, uint32_t size, uint8_t* out) const {
    source_ ? source_->Generate(address, size, out) : (void)std::memset(out, 0, size);
  }

  Arena& arena_;
  uint64_t size_;
  uint64_t chunks_;
  Chunk* chunk_;
  const ByteSource* source_ = nullptr;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_TIER_PAGED_BYTES_H_
