// The layout of PCMLogging in NVM (PCMLogging, TKDE 2015, figures 2 and 4).
//
//   0       64               + 8 T           + 8 words          whole units
//   +-------+----------------+---------------+----------------------+---------------------------+
//   | super | ActiveTxList   | free-slot     | slots 0 to S-1       | slots S to S+P-1          |
//   | block | of T words     | bitmap        | of a unit each       | of a page and its header  |
//   +-------+----------------+---------------+----------------------+---------------------------+
//
// List and bitmap are written far more often than any slot. If they move, there are several places
// for the two, one behind the other, and a word of the super block selects one.
//
// A version of a record, of an index entry, or of a page is a header and its bytes: in one slot of
// a unit or in several side by side, or in a slot for pages. It counts when the bit of its first
// slot is set, and that is set when all of it is durable. A word of the list is the number of a
// transaction that has versions here and has not committed, or 0. So one store of 8 bytes commits:
// the one that takes the number off the list. The second half of the list is for structure changes.
#ifndef AFTERIMAGE_SCHEME_SHARED_PCM_SLOTS_LAYOUT_H_
#define AFTERIMAGE_SCHEME_SHARED_PCM_SLOTS_LAYOUT_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/types.h"
#include "tier/persist_unit.h"

namespace afterimage::pcm {

inline constexpr uint64_t kMagic = 0x31474f4c4d4350;  // "PCMLOG1"
// The slot numbers of a version that is a complete page, and of one that is an index entry.
inline constexpr SlotId kWholePage = 0xffff;
inline constexpr SlotId kIndexEntry = 0xfffe;
// No place in PCM, or no entry of the list.
inline constexpr uint32_t kNowhere = ~0u;

struct SlotHeader {
  uint64_t xid = 0;  // of the transaction that has written it
  uint64_t seq = 0;  // larger than that of whatever was written before
  uint64_t key = 0;  // of a record or an entry
  uint32_t page = 0;
  SlotId slot = 0;
  uint16_t bytes = 0;   // that follow the header
  uint8_t version = 0;  // modulo 4
  uint8_t deleted = 0;  // the record is not there
  uint8_t table = 0;
  uint8_t index = 0;   // of an entry
  uint16_t label = 0;  // of the transaction, for the interface
  uint16_t unused = 0;
};
static_assert(sizeof(SlotHeader) == 40);
inline constexpr uint32_t kSeqOffset = offsetof(SlotHeader, seq);
inline constexpr uint32_t kKeyOffset = offsetof(SlotHeader, key);
inline constexpr uint32_t kPageOffset = offsetof(SlotHeader, page);
inline constexpr uint32_t kSlotOffset = offsetof(SlotHeader, slot);
inline constexpr uint32_t kVersionOffset = offsetof(SlotHeader, version);

// Returns which of two committed versions of one record got its number later. There are never more
// than two, with consecutive numbers.
inline bool IsNewer(uint8_t version, uint8_t than) { return ((version - than) & 3) == 1; }

struct Layout {
  uint32_t transactions = 1;
  uint32_t small = 8;  // slots of a unit each; there may be none
  uint32_t pages = 0;  // slots for pages
  uint32_t unit_bytes = 64;
  uint32_t page_bytes = 512;
  uint32_t places = 1;  // for list and bitmap

  static constexpr Address kSuper = 0;
  static constexpr Address kPlace = 24;  // the word with the number of the place

  uint32_t slots() const { return small + pages; }
  // Half of the list's words are for structure changes.
  uint32_t entries() const { return 2 * transactions; }
  // An entry of the list, and the word with the slot's bit, in one of the places.
  Address Active(uint32_t place, uint32_t entry) const { return List(place) + entry * kAtomBytes; }
  Address Word(uint32_t place, uint32_t slot) const {
    return List(place) + Lines(entries() * kAtomBytes) + slot / 64 * kAtomBytes;
  }
  Address List(uint32_t place) const { return kLineBytes + place * PlaceBytes(); }
  // Returns the bytes of list and bitmap together.
  uint32_t HotBytes() const {
    return Lines(entries() * kAtomBytes) + (slots() + 63) / 64 * kAtomBytes;
  }
  static uint64_t Bit(uint32_t slot) { return uint64_t{1} << slot % 64; }
  Address Slot(uint32_t slot) const {
    const Address first = Units(List(places - 1) + HotBytes()) * unit_bytes;
    if (slot < small) return first + slot * unit_bytes;
    return first + small * unit_bytes + (slot - small) * PageSlotBytes();
  }
  // Returns the bytes of a place: no two places lie in one unit of wear.
  uint32_t PlaceBytes() const { return Units(HotBytes()) * unit_bytes; }
  uint64_t Bytes() const {
    return Slot(0) + uint64_t{small} * unit_bytes + uint64_t{pages} * PageSlotBytes();
  }
  // Return the number of slots of pages, or of a unit, that fit into this many bytes beside the
  // rest of the layout.
  uint32_t PagesWithin(int64_t bytes) const {
    return Fitting(bytes, PageSlotBytes(), &Layout::pages);
  }
  uint32_t SmallWithin(int64_t bytes) const { return Fitting(bytes, unit_bytes, &Layout::small); }
  uint32_t PageSlotBytes() const { return Units(sizeof(SlotHeader) + page_bytes) * unit_bytes; }
  // Returns the number of slots of a unit that a version with this many bytes takes.
  uint32_t SlotsFor(uint32_t bytes) const { return Units(sizeof(SlotHeader) + bytes); }
  // Slots that a version takes, and the bytes that they have.
  uint32_t SlotsOf(const SlotHeader& header) const {
    return header.slot == kWholePage ? 1 : SlotsFor(header.bytes);
  }
  uint32_t BytesAt(uint32_t first, uint32_t slots) const {
    return first < small ? slots * unit_bytes : PageSlotBytes();
  }

 private:
  uint32_t Fitting(int64_t bytes, uint32_t each, uint32_t Layout::* count) const {
    Layout layout = *this;
    const int64_t most = std::clamp<int64_t>(bytes / each, 0, 1 << 24);
    layout.*count = static_cast<uint32_t>(most);
    // The bitmap takes a little, and what else there is may take more.
    while (layout.*count > 0 && static_cast<int64_t>(layout.Bytes()) > bytes) {
      const int64_t over = static_cast<int64_t>(layout.Bytes()) - bytes;
      const int64_t fewer = std::min<int64_t>((over + each - 1) / each, layout.*count);
      layout.*count -= static_cast<uint32_t>(fewer);
    }
    return layout.*count;
  }
  static uint32_t Lines(uint32_t bytes) {
    return (bytes + kLineBytes - 1) / kLineBytes * kLineBytes;
  }
  uint32_t Units(uint64_t bytes) const {
    return static_cast<uint32_t>((bytes + unit_bytes - 1) / unit_bytes);
  }
};

}  // namespace afterimage::pcm

#endif  // AFTERIMAGE_SCHEME_SHARED_PCM_SLOTS_LAYOUT_H_
