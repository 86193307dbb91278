// A running 64-bit digest (FNV-1a over words, mixed at the end): equal streams of bytes give equal
// digests natively and in WebAssembly.
#ifndef AFTERIMAGE_BASE_DIGEST_H_
#define AFTERIMAGE_BASE_DIGEST_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/random.h"

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "words are read as they stand");

namespace afterimage {

class Digest {
 public:
  void Word(uint64_t word) { state_ = (state_ ^ word) * 0x100000001b3ull + (state_ >> 29); }

  void Bytes(const void* data, size_t size) {
    const auto* p = static_cast<const uint8_t*>(data);
    size_t left = size;
    uint64_t word = 0;
    for (; left >= 8; left -= 8, p += 8) {
      std::memcpy(&word, p, 8);
      Word(word);
    }
    word = 0;
    std::memcpy(&word, p, left);
    Word(word ^ (static_cast<uint64_t>(size) << 56));
  }

  uint64_t Value() const { return Mix64(state_); }

 private:
  uint64_t state_ = 0xcbf29ce484222325ull;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_BASE_DIGEST_H_
