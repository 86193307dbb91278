#include "tier/nvm_wear.h"

#include <algorithm>
#include <bit>

#include "tier/persist_unit.h"

namespace afterimage {

NvmWear::NvmWear(Arena& arena, const MachineProfile& machine, uint64_t device_bytes)
    : writes_(arena,
              device_bytes / machine[Price::kNvmWearUnit] * sizeof(uint32_t) + sizeof(uint32_t)),
      units_(static_cast<uint32_t>(device_bytes / machine[Price::kNvmWearUnit])),
      unit_bytes_(static_cast<uint32_t>(machine[Price::kNvmWearUnit])),
      shift_(static_cast<uint32_t>(std::countr_zero(unit_bytes_ / kLineBytes))) {}

NvmWear::NvmWear(Arena& arena, const NvmWear& crashed)
    : writes_(arena, crashed.writes_),
      units_(crashed.units_),
      unit_bytes_(crashed.unit_bytes_),
      shift_(crashed.shift_) {}

uint32_t NvmWear::Of(uint32_t unit) const {
  uint32_t writes = 0;
  writes_.Read(uint64_t{unit} * sizeof writes, &writes, sizeof writes);
  return writes;
}

void NvmWear::Count(uint32_t first, uint32_t last) {
  constexpr uint32_t kTogether =
      PagedBytes::kLineBytes / sizeof(uint32_t);  // counters side by side
  for (uint32_t line = first; line <= last;) {
    const uint32_t unit = line >> shift_;
    uint8_t* at = writes_.InPlace(uint64_t{unit} * sizeof(uint32_t));
    const uint32_t end = std::min(last + 1, (unit / kTogether + 1) * kTogether << shift_);
    for (; line < end; ++line) {
      uint8_t* counter = at + ((line >> shift_) - unit) * sizeof(uint32_t);
      uint32_t writes;
      std::memcpy(&writes, counter, sizeof writes);
      ++writes;
      std::memcpy(counter, &writes, sizeof writes);
    }
  }
  lines_written_ += last - first + 1;
}

}  // namespace afterimage
