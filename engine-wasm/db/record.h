// Records as the client sees them, and changes to them as the log sees them.
#ifndef AFTERIMAGE_DB_RECORD_H_
#define AFTERIMAGE_DB_RECORD_H_

#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/random.h"
#include "base/types.h"

namespace afterimage {

// A key of 8 bytes; script records carry their name in it, padded with zeros.
using Key = uint64_t;

inline constexpr uint32_t kMaxNameBytes = 8;
inline constexpr uint32_t kMaxValueBytes = 256;

inline Key KeyFromName(std::string_view name) {
  Key key = 0;
  std::memcpy(&key, name.data(), name.size() < kMaxNameBytes ? name.size() : kMaxNameBytes);
  return key;
}

// The bytes of a value. A script's number stands in the first 8; the rest is a function of it, so
// that a value torn between two writes can be told from both.
struct Value {
  uint32_t size = 0;
  uint8_t bytes[kMaxValueBytes] = {};

  static Value FromNumber(int64_t number, uint32_t size) {
    Value value;
    value.size = size;
    std::memcpy(value.bytes, &number, sizeof number);
    for (uint32_t at = sizeof number; at < size; at += 8) {
      const uint64_t filler = Mix64(static_cast<uint64_t>(number) + at);
      std::memcpy(value.bytes + at, &filler, size - at < 8 ? size - at : 8);
    }
    return value;
  }
  int64_t number() const {
    int64_t number = 0;
    std::memcpy(&number, bytes, sizeof number);
    return number;
  }
  // False for bytes that no client can have written.
  bool whole() const { return operator==(FromNumber(number(), size)); }
  bool operator==(const Value& other) const {
    return size == other.size && std::memcmp(bytes, other.bytes, size) == 0;
  }
};

// A record before or after a change: present with its value, or absent.
struct Image {
  bool present = false;
  Value value;
};

// One change to one record: what a log record must say.
struct Change {
  PageId page = 0;
  SlotId slot = 0;
  Key key = 0;
  Image before;
  Image after;

  Change Inverse() const { return {page, slot, key, after, before}; }
};

}  // namespace afterimage

#endif  // AFTERIMAGE_DB_RECORD_H_
