#include "db/slotted_page.h"

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

// With decentralized logs a slot before this one may belong to a record whose log never became
// durable: its place is kept as a ghost of the same size.
bool SlottedPage::MakeSlots(SlotId upto, uint32_t value_bytes) {
  while (upto >= slots()) {
    if (!HasRoom(value_bytes)) return false;
    Slot fresh;
    fresh.offset = static_cast<uint16_t>(free_end() - kKeyBytes - value_bytes);
    fresh.value_bytes = static_cast<uint16_t>(value_bytes);
    const SlotId at = slots();
    Put(SlotAt(at), fresh);
    Put<uint64_t>(fresh.offset, 0);
    Put<uint16_t>(12, static_cast<uint16_t>(at + 1));
    Put<uint16_t>(14, fresh.offset);
  }
  return true;
}

bool SlottedPage::Apply(const Change& change) {
  if (change.before.size > kMaxValueBytes || change.after.size > kMaxValueBytes) return false;
  if (change.kind == ChangeKind::kInsert && !MakeSlots(change.slot, change.after.size)) return false;
  if (change.kind == ChangeKind::kErase && !MakeSlots(change.slot, change.before.size)) return false;
  if (change.slot >= slots()) return false;
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
  if (free_end() > size() || SlotAt(slots()) > free_end()) return false;
  for (SlotId i = 0; i < slots(); ++i) {
    const Slot at = slot(i);
    if (at.offset < free_end() || at.offset + kKeyBytes + at.value_bytes > size() || at.value_bytes > kMaxValueBytes) return false;
  }
  return true;
}

}  // namespace afterimage
