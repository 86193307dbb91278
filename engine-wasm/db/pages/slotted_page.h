// A page of records (page_view.h has the first 24 bytes; the kind's two numbers are slots and free
// end).
//
//   24                                                                  free end
//   +------------+------------+-----+---------------------------------+-------------------------+
//   | slot 0   8 | slot 1   8 | ... |  free                           | ... record 1 | record 0 |
//   +------------+------------+-----+---------------------------------+-------------------------+
//
//   slot: offset 2 | value bytes 2 | present 1 | unused 3      record: key 8 | value
//
// A deleted record leaves its slot and its space (a ghost), so that undo finds room. Values keep
// their size.
#ifndef AFTERIMAGE_DB_PAGES_SLOTTED_PAGE_H_
#define AFTERIMAGE_DB_PAGES_SLOTTED_PAGE_H_

#include "db/pages/page_view.h"
#include "db/record.h"

namespace afterimage {

class SlottedPage : public PageView {
 public:
  static constexpr uint32_t kHeaderBytes = 24;
  static constexpr uint32_t kSlotBytes = 8;
  static constexpr uint32_t kKeyBytes = 8;
  static constexpr SlotId kNoSlot = 0xffff;
  // The place of the number of slots, 2 bytes.
  static constexpr uint32_t kCountsAt = 12;

  explicit SlottedPage(const PageView& view) : PageView(view) {}

  struct Slot {
    uint16_t offset = 0;  // of the record
    uint16_t value_bytes = 0;
    uint8_t present = 0;
    uint8_t unused[3] = {};
  };
  static_assert(sizeof(Slot) == kSlotBytes);

  // Records of this size that fit a page.
  static constexpr uint32_t Capacity(uint32_t page_bytes, uint32_t value_bytes) {
    return (page_bytes - kHeaderBytes) / (kSlotBytes + kKeyBytes + value_bytes);
  }

  void Format(PageId id);
  static uint32_t SlotAt(uint32_t i) { return kHeaderBytes + i * kSlotBytes; }
  // Returns 0 for a page of another kind, since a damaged index may point at one.
  uint16_t slots() const { return counts().slots; }
  Slot slot(SlotId i) const { return Get<Slot>(SlotAt(i)); }
  Key key(SlotId i) const { return Get<uint64_t>(slot(i).offset); }
  bool present(SlotId i) const { return i < slots() && slot(i).present; }
  // Returns the place of the value of slot `i` in the page.
  uint32_t value_at(SlotId i) const { return slot(i).offset + kKeyBytes; }

  // The slot of a present record, or kNoSlot; looks at every slot.
  SlotId Find(Key key) const;
  // False where there is no such record.
  bool ReadValue(SlotId i, Value* value) const;
  // A slot for a new record: the key's own ghost, a ghost for which `reusable(key)` holds, or a
  // fresh one; kNoSlot where the page is full.
  template <class Reusable>
  SlotId FindRoom(Key key, uint32_t value_bytes, Reusable&& reusable) const;
  bool HasRoom(uint32_t value_bytes) const { return counts().HasRoom(value_bytes); }

  // The physical effect of a redo or an undo (kUpdate, kInsert or kErase). Idempotent. False where
  // it does not fit: the page is damaged.
  bool Apply(const Change& change);

  // Returns the end of the slots of a page whose header is in one piece.
  static uint32_t SlotsEnd(const uint8_t* bytes, uint32_t page_bytes);

  // False where header, slots or records do not lie within the page.
  bool WellFormed() const;

 private:
  // The header's numbers, which are in one line.
  struct Counts {
    uint16_t slots = 0;
    uint16_t free_end = 0;
    bool HasRoom(uint32_t value_bytes) const {
      return SlotAt(static_cast<SlotId>(slots + 1)) + kKeyBytes + value_bytes <= free_end;
    }
  };
  Counts counts() const {
    struct {
      Counts counts;
      uint32_t checksum;
      PageKind kind;
    } header = {};
    Read(kCountsAt, &header, kKindAt + 1 - kCountsAt);
    if (header.kind != PageKind::kSlotted) header.counts.slots = 0;
    return header.counts;
  }
  // `counts` of the page, before and after.
  bool MakeSlots(SlotId upto, uint32_t value_bytes, Counts* counts);
};

// Returns how many records differ between two states of a page of records, each `page_bytes` in one
// piece; 0 where `after` is a page of another kind or damaged. With `lines`, only headers, slots
// and lines of 64 bytes that have a bit there are looked at, 64 lines a word: the rest is equal.
uint32_t ChangedRecords(const uint8_t* before, const uint8_t* after, uint32_t page_bytes,
                        const uint64_t* lines = nullptr);

template <class Reusable>
SlotId SlottedPage::FindRoom(Key key, uint32_t value_bytes, Reusable&& reusable) const {
  const SlotId count = slots();
  SlotId other = kNoSlot;
  for (SlotId i = 0; i < count; ++i) {
    const Slot at = slot(i);
    if (at.present || at.value_bytes != value_bytes) continue;
    const Key ghost = Get<uint64_t>(at.offset);
    if (ghost == key) return i;
    if (other == kNoSlot && reusable(ghost)) other = i;
  }
  if (other != kNoSlot) return other;
  return HasRoom(value_bytes) ? count : kNoSlot;
}

}  // namespace afterimage

#endif  // AFTERIMAGE_DB_PAGES_SLOTTED_PAGE_H_
