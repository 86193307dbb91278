// A record of a slotted page, or an entry of a node, as the header and the bytes of a version in
// PCM.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_PCMLOGGING_RECORD_IMAGE_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_PCMLOGGING_RECORD_IMAGE_H_

#include <algorithm>

#include "db/pages/slotted_page.h"
#include "scheme/systems/pcmlogging/tables.h"

namespace afterimage::pcm {

struct RecordImage {
  SlotHeader header;
  uint8_t value[kMaxValueBytes];
};

// Reads the record in a slot of a page, present or deleted, through `read(at, out, size)`. A record
// that is not there keeps its key and its size, since its place on the page has them.
template <class Read>
void ReadRecordImage(Read&& read, const Item& item, RecordImage* image) {
  SlottedPage::Slot at;
  read(SlottedPage::SlotAt(item.slot), &at, sizeof at);
  SlotHeader header;
  read(at.offset, &header.key, sizeof header.key);
  header.bytes = std::min<uint16_t>(at.value_bytes, sizeof image->value);
  header.deleted = at.present ? 0 : 1;
  header.table = item.table;
  read(at.offset + SlottedPage::kKeyBytes, image->value, header.bytes);
  image->header = header;
}

// An entry as its owner has left it; it keeps what it led to where it is erased.
inline void ReadEntryImage(const Item& item, RecordImage* image) {
  SlotHeader header;
  header.key = item.key;
  header.bytes = sizeof item.value;
  header.deleted = item.erased ? 1 : 0;
  header.table = item.table;
  header.index = item.index;
  std::memcpy(image->value, item.erased ? &item.value_before : &item.value, sizeof item.value);
  image->header = header;
}

// The change that makes a page hold the record or the entry, or not hold it.
inline Change ChangeTo(const SlotHeader& header, const uint8_t* value) {
  const bool entry = header.slot == kIndexEntry;
  Change change;
  if (entry)
    change.kind = header.deleted ? ChangeKind::kEntryErase : ChangeKind::kEntryInsert;
  else
    change.kind = header.deleted ? ChangeKind::kErase : ChangeKind::kInsert;
  change.table = header.table;
  change.index = header.index;
  change.page = header.page;
  change.slot = header.slot;
  change.key = header.key;
  (header.deleted ? change.before : change.after) = {value, header.bytes};
  return change;
}

// The change that gives an entry back the state from before its owner.
inline Change ChangeBack(const Item& item) {
  Change change;
  change.kind = item.was_there ? ChangeKind::kEntryInsert : ChangeKind::kEntryErase;
  change.table = item.table;
  change.index = item.index;
  change.page = item.page->id;
  change.key = item.key;
  const Bytes value{reinterpret_cast<const uint8_t*>(&item.value_before), sizeof item.value_before};
  (item.was_there ? change.after : change.before) = value;
  return change;
}

}  // namespace afterimage::pcm

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_PCMLOGGING_RECORD_IMAGE_H_
