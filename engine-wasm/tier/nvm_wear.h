// How often each unit of the NVM has been written: what its endurance is measured against.
#ifndef AFTERIMAGE_TIER_NVM_WEAR_H_
#define AFTERIMAGE_TIER_NVM_WEAR_H_

#include <cstdint>
#include <cstring>

#include "base/arena.h"
#include "tier/machine_profile.h"
#include "tier/paged_bytes.h"

namespace afterimage {

class NvmWear {
 public:
  // No unit of a device of `device_bytes` has been written. A unit has `nvm.wear_unit_bytes`, which
  // is a power of two and at least a line.
  NvmWear(Arena& arena, const MachineProfile& machine, uint64_t device_bytes);
  // Goes on from `crashed`, which must outlive this and stay as it is.
  NvmWear(Arena& arena, const NvmWear& crashed);

  uint32_t units() const { return units_; }
  uint32_t unit_bytes() const { return unit_bytes_; }
  // Line writes since this was made, whatever their units.
  uint64_t lines_written() const { return lines_written_; }

  // Counts one write of each line from `first` to `last`, which are numbers of lines.
  void Count(uint32_t first, uint32_t last);
  // How often a line of this unit has been written.
  uint32_t Of(uint32_t unit) const;
  // Calls f(unit, writes) for every unit that has ever been written, in their order.
  template <class F>
  void ForEach(F&& f) const {
    writes_.ForEachKeptLine([&](uint64_t address, const uint8_t* line) {
      uint32_t writes[PagedBytes::kLineBytes / sizeof(uint32_t)];
      std::memcpy(writes, line, sizeof writes);
      uint32_t unit = static_cast<uint32_t>(address / sizeof(uint32_t));
      for (const uint32_t n : writes) {
        if (n > 0) f(unit, n);
        ++unit;
      }
    });
  }

 private:
  PagedBytes writes_;  // a counter of 4 bytes for each unit
  uint32_t units_;
  uint32_t unit_bytes_;
  uint32_t shift_;  // from the number of a line to that of its unit
  uint64_t lines_written_ = 0;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_TIER_NVM_WEAR_H_
