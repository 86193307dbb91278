// The layout of NV-Logging in NVM (sections 4.2 and 5.1), pre-allocated at start-up.
//
//   0           64          128         192                 192 + 8 N, rounded up to 64
//   +-----------+-----------+-----------+---------------------+----------------------------------+
//   | super     | log_head  | log_tail  | entry 0, 1, .. N-1  | object 0, object 1, .. N-1       |
//   | block     | LSN       | LSN       | 8 bytes each        | object_bytes each                |
//   +-----------+-----------+-----------+---------------------+----------------------------------+
//
//   entry: pointer to its object 4 | state bit 1 | unused 3        LSN l uses entry l mod N
//   super block: magic 8 | entries 4 | object bytes 4
//
// log_head and log_tail have a line each, so that one's write-back does not wear the other.
// log_tail is the global LSN: the next one to give out.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_NV_LOGGING_LAYOUT_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_NV_LOGGING_LAYOUT_H_

#include <cstdint>

#include "base/build.h"
#include "base/types.h"
#include "tier/persist_unit.h"

namespace afterimage::nvlog {

inline constexpr uint64_t kMagic = 0x31474f4c564e;  // "NVLOG1"
inline constexpr Lsn kFirstLsn = 1;
inline constexpr uint64_t kEntryStateBit = uint64_t{1} << 32;

enum class Kind : uint8_t { kUpdate, kCommit, kAbort, kClr, kCount };

// A log object's first line; the before and the after image follow.
//
// The state word is the last of the line: with the content it persists in program order, and it is
// set and written back on its own once the other lines are durable (section 5.2). Where the entry
// alone has a bit it stays 0 in NVM.
struct ObjectHeader {
  uint64_t lsn = 0;
  uint32_t txn = 0;
  uint16_t label = 0;
  Kind kind = Kind::kUpdate;
  uint8_t span = 1;   // entries that the object takes
  uint32_t prev = 0;  // NVM address of the transaction's previous object, 0 none
  uint32_t page = 0;
  uint16_t slot = 0;
  uint8_t change = 0;  // ChangeKind
  uint8_t table = 0;
  uint16_t before_bytes = 0;
  uint16_t after_bytes = 0;
  uint64_t key = 0;
  uint64_t compensates = 0;  // of a CLR: the LSN it undoes
  uint16_t offset = 0;
  uint8_t index = 0;
  uint8_t system = 0;  // 1: of a structure change
  uint32_t unused = 0;
  uint64_t state = 0;  // 1: everything above and behind is durable

  bool changes_page() const { return kind == Kind::kUpdate || kind == Kind::kClr; }
  uint32_t bytes() const {
    return kLineBytes + (changes_page() ? uint32_t{before_bytes} + after_bytes : 0);
  }
};
static_assert(sizeof(ObjectHeader) == kLineBytes);
inline constexpr uint32_t kStateOffset = 56;

struct Layout {
  uint32_t entries;
  uint32_t object_bytes;
  bool bits_in_objects = true;  // and in entries, which always have one

  static constexpr Address kSuper = 0;
  static constexpr Address kHead = 64;
  static constexpr Address kTail = 128;
  static constexpr Address kEntries = 192;

  Address Entry(Lsn lsn) const { return kEntries + static_cast<uint32_t>(lsn % entries) * 8; }
  Address Objects() const {
    return (kEntries + entries * 8 + kLineBytes - 1) / kLineBytes * kLineBytes;
  }
  Address Object(Lsn lsn) const {
    return Objects() + static_cast<uint32_t>(lsn % entries) * object_bytes;
  }
  uint64_t Bytes() const { return Objects() + uint64_t{entries} * object_bytes; }
  uint64_t EntryWord(Lsn lsn, bool state) const {
    return Object(lsn) | (state ? kEntryStateBit : 0);
  }
  // Returns whether an object in NVM has a bit of its own that says that it is durable.
  bool object_has_bit() const { return !kWhole || bits_in_objects; }
  // Entries that an object of this many bytes takes.
  uint32_t Span(uint32_t bytes) const { return (bytes + object_bytes - 1) / object_bytes; }
};

}  // namespace afterimage::nvlog

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_NV_LOGGING_LAYOUT_H_
