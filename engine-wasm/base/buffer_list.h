// Buffers of one size that are reused.
#ifndef AFTERIMAGE_BASE_BUFFER_LIST_H_
#define AFTERIMAGE_BASE_BUFFER_LIST_H_

#include "base/arena.h"

namespace afterimage {

class BufferList {
 public:
  // Makes a list of buffers of `bytes` bytes. Each is made when it is first needed.
  BufferList(Arena& arena, size_t bytes)
      : arena_(arena), bytes_(bytes), free_(ArenaAllocator<uint8_t*>(arena)) {}

  // Returns a buffer, whose contents mean nothing.
  uint8_t* Take() {
    if (free_.empty()) return static_cast<uint8_t*>(arena_.Allocate(bytes_));
    uint8_t* buffer = free_.back();
    free_.pop_back();
    return buffer;
  }
  void Give(uint8_t* buffer) { free_.push_back(buffer); }

 private:
  Arena& arena_;
  size_t bytes_;
  ArenaVector<uint8_t*> free_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_BASE_BUFFER_LIST_H_
