// What PCMLogging keeps in NVM (PCMLogging, TKDE 2015, figures 2 and 4).
//
//   0       64               + 8 T           + 8 words          a whole unit
//   +-------+----------------+---------------+------------------+----------------------
//   | super | ActiveTxList   | free-slot     |                  | slot 0, 1, ... S-1
//   | block | of T words     | bitmap        |                  | slot_bytes each
//   +-------+----------------+---------------+------------------+----------------------
//
// A version of a record, or of a page, is a header and its bytes, in one slot or in several side by
// side. It counts when the bit of its first slot is set, and that is set when all of it is durable.
// A word of the list is the number of a transaction that has versions here and has not committed,
// or 0. So one store of 8 bytes commits: the one that takes the number off the list.
#ifndef AFTERIMAGE_SCHEME_PCMLOGGING_LAYOUT_H_
#define AFTERIMAGE_SCHEME_PCMLOGGING_LAYOUT_H_

#include <cstddef>
#include <cstdint>

#include "base/types.h"
#include "tier/persist_unit.h"

namespace afterimage::pcm {

inline constexpr uint64_t kMagic = 0x31474f4c4d4350;  // "PCMLOG1"
// The slot number of a version that is a whole page.
inline constexpr SlotId kWholePage = 0xffff;
// No place in PCM, or no entry of the list.
inline constexpr uint32_t kNowhere = ~0u;

struct SlotHeader {
  uint64_t xid = 0;  // of the transaction that has written it
  uint64_t key = 0;  // of a record
  uint32_t page = 0;
  SlotId slot = 0;
  uint16_t bytes = 0;   // that follow the header
  uint8_t version = 0;  // modulo 4
  uint8_t deleted = 0;  // the record is not there
  uint8_t table = 0;
  uint8_t unused = 0;
  uint16_t label = 0;  // of the transaction, for the interface
  uint16_t unused_too = 0;
};
static_assert(sizeof(SlotHeader) == 32);
inline constexpr uint32_t kKeyOffset = offsetof(SlotHeader, key);
inline constexpr uint32_t kPageOffset = offsetof(SlotHeader, page);
inline constexpr uint32_t kSlotOffset = offsetof(SlotHeader, slot);
inline constexpr uint32_t kVersionOffset = offsetof(SlotHeader, version);

// Of two versions of one record, both committed: the one that was given its number later. There are
// never more than two, with numbers one after the other.
inline bool IsNewer(uint8_t version, uint8_t than) { return ((version - than) & 3) == 1; }

struct Layout {
  uint32_t transactions = 1;
  uint32_t slots = 8;
  uint32_t slot_bytes = 64;
  uint32_t unit_bytes = 64;  // slots begin at a whole unit

  static constexpr Address kSuper = 0;
  static constexpr Address kActive = kLineBytes;

  Address Active(uint32_t entry) const { return kActive + entry * kAtomBytes; }
  Address Bitmap() const { return Lines(Active(transactions)); }
  // The word with the slot's bit.
  Address Word(uint32_t slot) const { return Bitmap() + slot / 64 * kAtomBytes; }
  static uint64_t Bit(uint32_t slot) { return uint64_t{1} << slot % 64; }
  Address Slot(uint32_t slot) const {
    const Address end = Word(slots + 63);
    return (end + unit_bytes - 1) / unit_bytes * unit_bytes + slot * slot_bytes;
  }
  uint64_t Bytes() const { return Slot(0) + uint64_t{slots} * slot_bytes; }
  // Slots that a version with so many bytes takes.
  uint32_t SlotsFor(uint32_t bytes) const {
    return (static_cast<uint32_t>(sizeof(SlotHeader)) + bytes + slot_bytes - 1) / slot_bytes;
  }

 private:
  static Address Lines(Address end) { return (end + kLineBytes - 1) / kLineBytes * kLineBytes; }
};

}  // namespace afterimage::pcm

#endif  // AFTERIMAGE_SCHEME_PCMLOGGING_LAYOUT_H_
