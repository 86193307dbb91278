#include "log/log_record.h"

#include "base/digest.h"

namespace afterimage {

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
