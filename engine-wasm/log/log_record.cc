#include "log/log_record.h"

#include "base/digest.h"

namespace afterimage {

RecordHeader HeaderOf(const Change& change) {
  RecordHeader header;
  header.change = static_cast<uint8_t>(change.kind);
  header.table = change.table;
  header.index = change.index;
  header.page = change.page;
  header.slot = change.slot;
  header.offset = change.offset;
  header.key = change.key;
  header.before_bytes = static_cast<uint16_t>(change.before.size);
  header.after_bytes = static_cast<uint16_t>(change.after.size);
  return header;
}

Change ChangeOf(const RecordHeader& header, const uint8_t* images) {
  Change change;
  change.kind = static_cast<ChangeKind>(header.change);
  change.table = header.table;
  change.index = header.index;
  change.page = header.page;
  change.slot = header.slot;
  change.offset = header.offset;
  change.key = header.key;
  change.before = {images, header.before_bytes};
  change.after = {images + header.before_bytes, header.after_bytes};
  return change;
}

uint32_t RecordChecksum(const RecordHeader& header, Bytes before, Bytes after) {
  RecordHeader without = header;
  without.checksum = 0;
  Digest digest;
  digest.Bytes(&without, sizeof without);
  if (before.size > 0) digest.Bytes(before.data, before.size);
  if (after.size > 0) digest.Bytes(after.data, after.size);
  return static_cast<uint32_t>(digest.Value());
}

}  // namespace afterimage
