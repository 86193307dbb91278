// The layout of NV-WSP's data in NVM, which holds everything.
//
//   0       64      128           + 64 M          + 64 N         + image N
//   +-------+-------+-------------+---------------+--------------+----------------
//   | super | epoch | ended[0..M) | record 0..N-1 | image 0..N-1 | ...
//   | block | 8     | a line each | a line each   | `image` each |
//   +-------+-------+-------------+---------------+--------------+----------------
//
//     + (64 + page) J
//   --+----------------+-----------------+
//     | journal 0..J-1 | page 0, 1, ...  |
//     | 64 + a page    | page_bytes each |
//   --+----------------+-----------------+
//
// Transactions that change something take one of M marks, and number themselves one after the other
// at it. ended[m] is the number of the last one there that has ended: an undo record counts as long
// as its transaction's number is larger. So one store of 8 bytes ends a transaction and makes
// garbage of all its records. Half of the marks are for structure changes.
//
// Marks have a line each, so that transactions that end at the same time do not wait for each
// other's write-backs.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_NV_WSP_LAYOUT_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_NV_WSP_LAYOUT_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "db/schema.h"
#include "tier/persist_unit.h"

namespace afterimage::nvwsp {

inline constexpr uint64_t kMagic = 0x31505357564e;  // "NVWSP1"
// LSNs of the n-th start begin at n times this, so that none is given out twice.
inline constexpr uint32_t kEpochShift = 32;

// An undo record. A before image that is not longer than `inline_image` is in it, another in
// the record's place among the images.
//
// `owner` is the last word of the line: ordinary stores of a line persist in order, so where it is
// durable the line is, and what it needs from other lines was written back before.
struct UndoRecord {
  static constexpr uint32_t kInlineBytes = 16;
  uint64_t lsn = 0;
  uint64_t key = 0;
  uint32_t page = 0;
  uint16_t slot = 0;
  uint16_t offset = 0;
  uint16_t label = 0;
  uint16_t bytes = 0;  // of the before image
  uint8_t change = 0;  // ChangeKind
  uint8_t table = 0;
  uint8_t index = 0;
  uint8_t unused[9] = {};
  uint8_t image[kInlineBytes] = {};
  uint64_t owner = 0;  // mark 16 | number of its transaction there 48

  bool inlined() const { return bytes <= kInlineBytes; }
  uint32_t mark() const { return static_cast<uint32_t>(owner & 0xffff); }
  uint64_t number() const { return owner >> 16; }
};
static_assert(sizeof(UndoRecord) == kLineBytes);
inline constexpr uint32_t kKeyOffset = 8;
inline constexpr uint32_t kPageOffset = 16;
inline constexpr uint32_t kImageOffset = 40;
inline constexpr uint32_t kOwnerOffset = 56;
static_assert(offsetof(UndoRecord, key) == kKeyOffset &&
              offsetof(UndoRecord, page) == kPageOffset &&
              offsetof(UndoRecord, image) == kImageOffset &&
              offsetof(UndoRecord, owner) == kOwnerOffset);

// The first line of a place in the install journal; the lines' before images follow, in the order
// of the bits.
struct JournalHeader {
  uint64_t lines[2] = {};  // a bit for each line of the page that is saved
  uint64_t unused[5] = {};
  uint64_t page_plus_1 = 0;  // 0: no install is under way
};
static_assert(sizeof(JournalHeader) == kLineBytes);
inline constexpr uint32_t kJournalMarkOffset = 56;

struct Layout {
  uint32_t clients = 1;  // marks for clients' transactions; as many more for structure changes
  uint32_t records = 16;
  uint32_t image_bytes = 64;  // whole lines
  uint32_t installs = 1;
  uint32_t page_bytes = 512;

  static constexpr Address kSuper = 0;
  static constexpr Address kEpoch = 64;
  static constexpr Address kMarks = 128;

  uint32_t marks() const { return 2 * clients; }
  bool OfSystem(uint32_t mark) const { return mark >= clients; }
  Address Mark(uint32_t mark) const { return kMarks + Address{mark} * kLineBytes; }
  Address Record(uint32_t i) const { return Mark(marks()) + Address{i} * kLineBytes; }
  Address Image(uint32_t i) const { return Record(records) + Address{i} * image_bytes; }
  Address Journal(uint32_t i) const {
    return Image(records) + Address{i} * (kLineBytes + page_bytes);
  }
  Address Page(uint32_t page) const { return Journal(installs) + Address{page} * page_bytes; }
  uint64_t Bytes(uint64_t pages) const { return Journal(installs) + pages * page_bytes; }

  // Room for any before image of this schema: a record's value, or what a split changes in a node.
  static uint32_t ImageBytes(const Schema& schema) {
    const uint32_t longest = std::max(LongestValue(schema), kLineBytes);
    return (longest + kLineBytes - 1) / kLineBytes * kLineBytes;
  }
};

}  // namespace afterimage::nvwsp

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_NV_WSP_LAYOUT_H_
