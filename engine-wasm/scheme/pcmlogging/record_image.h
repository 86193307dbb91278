// A record of a slotted page, as the header and the bytes of a version in PCM.
#ifndef AFTERIMAGE_SCHEME_PCMLOGGING_RECORD_IMAGE_H_
#define AFTERIMAGE_SCHEME_PCMLOGGING_RECORD_IMAGE_H_

#include "db/slotted_page.h"
#include "scheme/pcmlogging/layout.h"

namespace afterimage::pcm {

struct RecordImage {
  SlotHeader header;
  uint8_t value[kMaxValueBytes];
};

// Reads the record in a slot of a page, present or deleted, through `read(at, out, size)`. A record
// that is not there keeps its key and its size, since its place on the page has them.
template <class Read>
void ReadRecordImage(Read&& read, SlotId slot, TableId table, RecordImage* image) {
  SlottedPage::Slot at;
  read(SlottedPage::SlotAt(slot), &at, sizeof at);
  SlotHeader header;
  read(at.offset, &header.key, sizeof header.key);
  header.bytes = at.value_bytes;
  header.deleted = at.present ? 0 : 1;
  header.table = table;
  read(at.offset + SlottedPage::kKeyBytes, image->value, at.value_bytes);
  image->header = header;
}

// The change that makes a page hold the record, or not hold it.
inline Change ChangeTo(const SlotHeader& header, const uint8_t* value) {
  Change change;
  change.kind = header.deleted ? ChangeKind::kErase : ChangeKind::kInsert;
  change.table = header.table;
  change.page = header.page;
  change.slot = header.slot;
  change.key = header.key;
  (header.deleted ? change.before : change.after) = {value, header.bytes};
  return change;
}

}  // namespace afterimage::pcm

#endif  // AFTERIMAGE_SCHEME_PCMLOGGING_RECORD_IMAGE_H_
