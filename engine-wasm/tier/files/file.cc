#include "tier/files/file.h"

#include <algorithm>
#include <cstring>

namespace afterimage {

void RegionSource::Generate(uint64_t address, uint32_t size, uint8_t* out) const {
  const uint64_t from = std::clamp(address, first_, first_ + size_);
  const uint64_t to = std::clamp(address + size, first_, first_ + size_);
  if (to - from < size)
    rest_ ? rest_->Generate(address, size, out) : (void)std::memset(out, 0, size);
  if (from < to)
    inner_.Generate(from - first_, static_cast<uint32_t>(to - from), out + (from - address));
}

Task<void> File::WriteParts(Thread& thread, Category category, uint64_t offset, const void* data,
                            const uint32_t* sizes, uint32_t parts) {
  uint32_t size = 0;
  for (uint32_t i = 0; i < parts; ++i) size += sizes[i];
  return Write(thread, category, offset, data, size);
}

}  // namespace afterimage
