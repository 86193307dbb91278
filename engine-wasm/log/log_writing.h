// How a log's blocks go to their file in parts (see LogWriting).
#ifndef AFTERIMAGE_LOG_LOG_WRITING_H_
#define AFTERIMAGE_LOG_LOG_WRITING_H_

#include <algorithm>

#include "log/log_record.h"
#include "tier/file.h"

namespace afterimage {

// Writes `size` bytes at `offset`: records up to `data`, which lie in a buffer that wraps behind
// `to_wrap` of them, and zeros, which begin with the place of a skip record. Restart needs none: it
// knows the end of a log by the numbers of its records. The file is open O_SYNC, so the caller's
// Sync is what the write waits for; the fsync() after it finds nothing left. REQUIRES: to_wrap <=
// data <= size.
inline Task<void> WriteLogParts(Thread& thread, File& file, uint64_t offset, const uint8_t* bytes,
                                uint32_t to_wrap, uint32_t data, uint32_t size) {
  const uint32_t skip = std::min<uint32_t>(size - data, sizeof(RecordHeader));
  const uint32_t sizes[] = {to_wrap, data - to_wrap, skip, size - data - skip};
  file.NullCall(thread, Category::kLogIo);  // lseek()
  co_await file.WriteParts(thread, Category::kLogIo, offset, bytes, sizes, 4);
  file.NullCall(thread, Category::kLogIo);  // fsync()
}

}  // namespace afterimage

#endif  // AFTERIMAGE_LOG_LOG_WRITING_H_
