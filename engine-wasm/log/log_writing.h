// The ways in which a log's blocks go to their file in parts (see LogWriting).
#ifndef AFTERIMAGE_LOG_LOG_WRITING_H_
#define AFTERIMAGE_LOG_LOG_WRITING_H_

#include <algorithm>

#include "log/log_record.h"
#include "tier/files/file.h"

namespace afterimage {

// `size` bytes of a log: records up to `data`, which lie in a buffer that wraps behind `to_wrap` of
// them, and zeros, which begin with the place of a skip record. Restart needs none: it knows the
// end of a log by the numbers of its records. REQUIRES: to_wrap <= data <= size.
class LogParts {
 public:
  LogParts(uint32_t to_wrap, uint32_t data, uint32_t size) {
    const uint32_t skip = std::min<uint32_t>(size - data, sizeof(RecordHeader));
    sizes_[0] = to_wrap;
    sizes_[1] = data - to_wrap;
    sizes_[2] = skip;
    sizes_[3] = size - data - skip;
  }
  // Writes them at `offset`. The file is open O_SYNC, so the caller's Sync is what the write waits
  // for; the fsync() after it finds nothing left. REQUIRES: this and `bytes` stay until it is done.
  Task<void> Write(Thread& thread, File& file, uint64_t offset, const uint8_t* bytes) const {
    file.NullCall(thread, Category::kLogIo);  // lseek()
    file.NullCall(thread, Category::kLogIo);  // fsync()
    return file.WriteParts(thread, Category::kLogIo, offset, bytes, sizes_, 4);
  }

 private:
  uint32_t sizes_[4];
};

}  // namespace afterimage

#endif  // AFTERIMAGE_LOG_LOG_WRITING_H_
