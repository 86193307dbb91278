// Records as the client sees them, and changes to pages as the log sees them.
#ifndef AFTERIMAGE_DB_RECORD_H_
#define AFTERIMAGE_DB_RECORD_H_

#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/digest.h"
#include "base/random.h"
#include "base/types.h"

namespace afterimage {

// A key of 8 bytes, unique within its table and ordered as a number; script records carry their
// name in it, padded with zeros.
using Key = uint64_t;

inline constexpr uint32_t kMaxNameBytes = 8;
// The log record of an update, with both images, so has up to 4 KB.
inline constexpr uint32_t kMaxValueBytes = 2016;

inline Key KeyFromName(std::string_view name) {
  Key key = 0;
  std::memcpy(&key, name.data(), name.size() < kMaxNameBytes ? name.size() : kMaxNameBytes);
  return key;
}

// The bytes of a value; those behind `size` are not set. A script's number is in the first 8; the
// rest is a function of it, so that a value torn between two writes differs from both.
struct Value {
  uint32_t size = 0;
  uint8_t bytes[kMaxValueBytes];

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
  // Returns the first 8 bytes; 0 if there are none.
  int64_t number() const {
    int64_t number = 0;
    if (size >= sizeof number) std::memcpy(&number, bytes, sizeof number);
    return number;
  }
  // False for bytes that no script can have written.
  bool whole() const { return operator==(FromNumber(number(), size)); }
  bool operator==(const Value& other) const {
    return size == other.size && std::memcmp(bytes, other.bytes, size) == 0;
  }
};

// Returns a number that tells values apart that are no numbers; JSON can hold it.
inline int64_t ValueVersion(const uint8_t* bytes, uint32_t size) {
  Digest digest;
  digest.Bytes(bytes, size);
  return static_cast<int64_t>(digest.Value() >> 12);
}

// Bytes that another object owns.
struct Bytes {
  const uint8_t* data = nullptr;
  uint32_t size = 0;
};

enum class ChangeKind : uint8_t {
  kUpdate,       // bytes of a record's value, from `offset`
  kInsert,       // a record appears in a slot; `after` is its value
  kErase,        // a record goes; `before` is its value
  kEntryInsert,  // an index entry appears; `after` is what it points at
  kEntryErase,   // an index entry goes
  kBytes,        // bytes of the page, from `offset`: structure changes
  kCount
};

// One change to one page: what a log record must say. Redo is physical: it concerns this page. Undo
// of an index entry is logical: the entry may have moved to another page meanwhile.
struct Change {
  ChangeKind kind = ChangeKind::kUpdate;
  TableId table = 0;
  uint8_t index = 0;  // of the table, for entries: 0 its primary index
  PageId page = 0;
  SlotId slot = 0;
  uint16_t offset = 0;
  Key key = 0;
  Bytes before;  // a kBytes without it is redone and never undone
  Bytes after;

  // The change that undoes this one.
  Change Inverse() const {
    static constexpr ChangeKind kInverse[] = {ChangeKind::kUpdate,      ChangeKind::kErase,
                                              ChangeKind::kInsert,      ChangeKind::kEntryErase,
                                              ChangeKind::kEntryInsert, ChangeKind::kBytes};
    Change inverse = *this;
    inverse.kind = kInverse[static_cast<int>(kind)];
    inverse.before = after;
    inverse.after = before;
    return inverse;
  }
};

}  // namespace afterimage

#endif  // AFTERIMAGE_DB_RECORD_H_
