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

// The digest of bytes that come in pieces: that of all of them at once.
class PieceDigest {
 public:
  void Add(const void* data, size_t size) {
    const auto* p = static_cast<const uint8_t*>(data);
    size_ += size;
    for (; size > 0; --size, ++p) {
      if (carried_ == 0 && size >= 8) {
        const size_t words = size / 8;
        for (size_t i = 0; i < words; ++i) Take(p + 8 * i);
        size -= 8 * words;
        p += 8 * words;
        if (size == 0) return;
      }
      carry_[carried_++] = *p;
      if (carried_ < 8) continue;
      Take(carry_);
      carried_ = 0;
    }
  }
  uint64_t Value() const {
    Digest digest = digest_;
    uint64_t word = 0;
    std::memcpy(&word, carry_, carried_);
    digest.Word(word ^ (static_cast<uint64_t>(size_) << 56));
    return digest.Value();
  }

 private:
  void Take(const uint8_t* bytes) {
    uint64_t word = 0;
    std::memcpy(&word, bytes, 8);
    digest_.Word(word);
  }

  Digest digest_;
  uint8_t carry_[8] = {};
  size_t carried_ = 0;
  size_t size_ = 0;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_BASE_DIGEST_H_
