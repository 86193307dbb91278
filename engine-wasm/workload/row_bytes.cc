#include "workload/row_bytes.h"

#include <algorithm>

namespace afterimage {

void PutLetters(uint64_t seed, uint32_t offset, uint32_t size, uint8_t* out) {
  const uint32_t end = offset + size;
  const auto letters = [&](uint32_t at) { return Letters(Mix64(seed + 0x100 + at / 8)); };
  const auto put_part = [&](uint32_t from, uint32_t to) {  // of eight
    const uint64_t eight = letters(from);
    std::memcpy(out + (from - offset), reinterpret_cast<const char*>(&eight) + from % 8, to - from);
  };
  uint32_t at = std::min(end, (offset + 7) / 8 * 8);
  if (offset < at) put_part(offset, at);
  for (; at + 8 <= end; at += 8) {
    const uint64_t eight = letters(at);
    std::memcpy(out + (at - offset), &eight, sizeof eight);
  }
  if (at < end) put_part(at, end);
}

void PutRow(const void* head, uint32_t head_bytes, uint64_t seed, uint32_t offset, uint32_t size,
            uint8_t* out) {
  if (offset < head_bytes) {
    const uint32_t part = std::min(size, head_bytes - offset);
    std::memcpy(out, static_cast<const uint8_t*>(head) + offset, part);
    offset += part;
    out += part;
    size -= part;
  }
  PutLetters(seed, offset, size, out);
}

}  // namespace afterimage
