#include "db/pages/slotted_page.h"

#include <algorithm>

namespace afterimage {

void SlottedPage::Format(PageId id) {
  Clear(id, PageKind::kSlotted);
  Put<uint16_t>(14, static_cast<uint16_t>(size()));
}

SlotId SlottedPage::Find(Key key) const {
  const SlotId count = slots();
  for (SlotId i = 0; i < count; ++i) {
    const Slot at = slot(i);
    if (at.present && Get<uint64_t>(at.offset) == key) return i;
  }
  return kNoSlot;
}

bool SlottedPage::ReadValue(SlotId i, Value* value) const {
  if (i >= slots()) return false;
  const Slot at = slot(i);
  if (!at.present) return false;
  value->size = at.value_bytes;
  Read(at.offset + kKeyBytes, value->bytes, at.value_bytes);
  return true;
}

// A slot before this one may belong to a record whose log never became durable, with decentralized
// logs: its place is kept as a ghost of the same size.
bool SlottedPage::MakeSlots(SlotId upto, uint32_t value_bytes, Counts* counts) {
  if (upto < counts->slots) return true;
  if (kind() != PageKind::kSlotted) return false;
  while (upto >= counts->slots) {
    if (!counts->HasRoom(value_bytes)) return false;
    Slot fresh;
    fresh.offset = static_cast<uint16_t>(counts->free_end - kKeyBytes - value_bytes);
    fresh.value_bytes = static_cast<uint16_t>(value_bytes);
    Put(SlotAt(counts->slots), fresh);
    Put<uint64_t>(fresh.offset, 0);
    *counts = {static_cast<uint16_t>(counts->slots + 1), fresh.offset};
    Put(kCountsAt, *counts);
  }
  return true;
}

bool SlottedPage::Apply(const Change& change) {
  if (change.before.size > kMaxValueBytes || change.after.size > kMaxValueBytes) return false;
  Counts counts = this->counts();
  if (change.kind == ChangeKind::kInsert && !MakeSlots(change.slot, change.after.size, &counts))
    return false;
  if (change.kind == ChangeKind::kErase && !MakeSlots(change.slot, change.before.size, &counts))
    return false;
  if (change.slot >= counts.slots) return false;
  Slot at = slot(change.slot);
  if (change.kind == ChangeKind::kUpdate) {
    if (uint32_t{change.offset} + change.after.size > at.value_bytes) return false;
    Write(at.offset + kKeyBytes + change.offset, change.after.data, change.after.size);
    return true;
  }
  const bool present = change.kind == ChangeKind::kInsert;
  if (present) {
    if (change.after.size != at.value_bytes) return false;
    Write(at.offset + kKeyBytes, change.after.data, change.after.size);
  }
  Put<uint64_t>(at.offset, change.key);
  at.present = present ? 1 : 0;
  Put(SlotAt(change.slot), at);
  return true;
}

bool SlottedPage::WellFormed() const {
  const Counts counts = this->counts();
  if (counts.free_end > size() || SlotAt(counts.slots) > counts.free_end) return false;
  for (SlotId i = 0; i < counts.slots; ++i) {
    const Slot at = slot(i);
    if (at.offset < counts.free_end || at.offset + kKeyBytes + at.value_bytes > size() ||
        at.value_bytes > kMaxValueBytes)
      return false;
  }
  return true;
}

namespace {

uint16_t SlotsOf(const uint8_t* page, uint32_t page_bytes) {
  uint16_t slots = 0;
  std::memcpy(&slots, page + SlottedPage::kCountsAt, sizeof slots);
  const bool kind = page[PageView::kKindAt] == static_cast<uint8_t>(PageKind::kSlotted);
  return kind && SlottedPage::SlotAt(slots) <= page_bytes ? slots : uint16_t{0};
}

// True where [from, to) is equal in both, in so far as it is in these lines; null: in all.
bool Equal(const uint8_t* a, const uint8_t* b, uint32_t from, uint32_t to, const uint64_t* lines) {
  if (kTraced || !lines) return std::memcmp(a + from, b + from, to - from) == 0;
  for (uint32_t line = from / 64; line * 64 < to; ++line) {
    if ((lines[line / 64] >> line % 64 & 1) == 0) continue;
    const uint32_t first = std::max(from, line * 64), last = std::min(to, line * 64 + 64);
    if (std::memcmp(a + first, b + first, last - first) != 0) return false;
  }
  return true;
}

}  // namespace

uint32_t SlottedPage::SlotsEnd(const uint8_t* bytes, uint32_t page_bytes) {
  return SlotAt(SlotsOf(bytes, page_bytes));
}

uint32_t ChangedRecords(const uint8_t* before, const uint8_t* after, uint32_t page_bytes,
                        const uint64_t* lines) {
  const uint32_t slots_before = SlotsOf(before, page_bytes);
  uint32_t changed = 0;
  for (uint32_t i = 0, slots = SlotsOf(after, page_bytes); i < slots; ++i) {
    const uint32_t at = SlottedPage::SlotAt(i);
    SlottedPage::Slot slot;
    std::memcpy(&slot, after + at, sizeof slot);
    const uint32_t bytes = SlottedPage::kKeyBytes + slot.value_bytes;
    if (slot.offset + bytes > page_bytes) return 0;
    const bool same = i < slots_before && std::memcmp(before + at, after + at, sizeof slot) == 0 &&
                      Equal(before, after, slot.offset, slot.offset + bytes, lines);
    changed += same ? 0 : 1;
  }
  return changed;
}

}  // namespace afterimage
