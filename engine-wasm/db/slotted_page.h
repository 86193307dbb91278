// A page of records.
//
//   0         8          12         14         16         20        24
//   +---------+----------+----------+----------+----------+---------+------------+----------------+
//   | page    | page id  | slots    | free end | checksum | unused  | slot 0, 1, | ...    records,|
//   | LSN  8  | 4        | 2        | 2        | 4        | 4       | ... 8 each | last one first |
//   +---------+----------+----------+----------+----------+---------+------------+----------------+
//
//   slot: offset 2 | value bytes 2 | present 1 | unused 3      record: key 8 | value
//
// A deleted record leaves its slot and its space (a ghost), so that undo finds room. The checksum
// is set when the page goes to disk and tells a torn page from a whole one.
#ifndef AFTERIMAGE_DB_SLOTTED_PAGE_H_
#define AFTERIMAGE_DB_SLOTTED_PAGE_H_

#include <cstdint>

#include "db/record.h"

namespace afterimage {

class SlottedPage {
 public:
  static constexpr uint32_t kHeaderBytes = 24;
  static constexpr uint32_t kSlotBytes = 8;
  static constexpr SlotId kNoSlot = 0xffff;

  // A view on `size` bytes; does not own them.
  SlottedPage(uint8_t* bytes, uint32_t size) : bytes_(bytes), size_(size) {}

  void Format(PageId id);
  Lsn page_lsn() const { return Get<uint64_t>(0); }
  void set_page_lsn(Lsn lsn) { Put<uint64_t>(0, lsn); }
  PageId id() const { return Get<uint32_t>(8); }
  uint16_t slots() const { return Get<uint16_t>(12); }

  // The slot of a present record, or kNoSlot.
  SlotId Find(Key key) const;
  // A slot for a new record: the key's own ghost, a ghost for which `reusable(key)` holds, or a
  // fresh one; kNoSlot where the page is full.
  template <class Reusable>
  SlotId FindRoom(Key key, uint32_t value_bytes, Reusable&& reusable) const;

  bool present(SlotId slot) const { return Get<uint8_t>(SlotAt(slot) + 4) != 0; }
  Key key(SlotId slot) const { return Get<uint64_t>(Offset(slot)); }
  uint32_t value_bytes(SlotId slot) const { return Get<uint16_t>(SlotAt(slot) + 2); }
  uint32_t value_at(SlotId slot) const { return Offset(slot) + 8; }
  Image image(SlotId slot) const;
  // Makes the slot hold `image` of `key`: the physical effect of a redo or an undo. Idempotent.
  // False where the slot does not fit: the page is damaged.
  bool Apply(SlotId slot, Key key, const Image& image);

  void SetChecksum() { Put<uint32_t>(16, ComputeChecksum()); }
  // A page of zeros has never been written and counts as whole.
  bool ChecksumHolds() const;
  // False where header, slots or records do not lie within the page.
  bool WellFormed() const;

 private:
  template <class T>
  T Get(uint32_t at) const {
    T value;
    std::memcpy(&value, bytes_ + at, sizeof value);
    return value;
  }
  template <class T>
  void Put(uint32_t at, T value) {
    std::memcpy(bytes_ + at, &value, sizeof value);
  }
  uint32_t SlotAt(SlotId slot) const { return kHeaderBytes + slot * kSlotBytes; }
  uint32_t Offset(SlotId slot) const { return Get<uint16_t>(SlotAt(slot)); }
  uint32_t free_end() const { return Get<uint16_t>(14); }
  bool HasRoom(uint32_t value_bytes) const {
    return SlotAt(static_cast<SlotId>(slots() + 1)) + 8 + value_bytes <= free_end();
  }
  uint32_t ComputeChecksum() const;

  uint8_t* bytes_;
  uint32_t size_;
};

template <class Reusable>
SlotId SlottedPage::FindRoom(Key key, uint32_t value_bytes, Reusable&& reusable) const {
  for (SlotId slot = 0; slot < slots(); ++slot) {
    if (!present(slot) && this->key(slot) == key && this->value_bytes(slot) == value_bytes) return slot;
  }
  for (SlotId slot = 0; slot < slots(); ++slot) {
    if (!present(slot) && this->value_bytes(slot) == value_bytes && reusable(this->key(slot))) return slot;
  }
  return HasRoom(value_bytes) ? slots() : kNoSlot;
}

}  // namespace afterimage

#endif  // AFTERIMAGE_DB_SLOTTED_PAGE_H_
