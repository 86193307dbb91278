// The devices of a machine: all that recovery is given, and all that a power cut leaves.
#ifndef AFTERIMAGE_TIER_DEVICE_SET_H_
#define AFTERIMAGE_TIER_DEVICE_SET_H_

#include "tier/block_device.h"
#include "tier/nvm.h"

namespace afterimage {

struct DeviceSizes {
  uint32_t nvm_bytes = 0;
  uint32_t disk_bytes = 0;
  uint32_t dram_bytes = 0;  // no device, but memory of the session all the same
};

class DeviceSet {
 public:
  DeviceSet(Arena& arena, const MachineProfile& machine, DeviceSizes sizes)
      : nvm(arena, machine, sizes.nvm_bytes), disk(arena, machine, sizes.disk_bytes) {}
  // The devices as a power cut leaves them. `choice` sees lines numbered from 0 and sectors from
  // kDiskUnits, both in the order of CollectUnits.
  DeviceSet(Arena& arena, const MachineProfile& machine, const DeviceSet& crashed, PersistChoice& choice)
      : nvm(arena, machine, crashed.nvm, choice), disk(arena, machine, crashed.disk, choice, kDiskUnits) {}

  // Numbers of disk units start here, so that lines need not know how many sectors are in flight.
  static constexpr uint32_t kDiskUnits = uint32_t{1} << 24;

  // Lines first, then sectors.
  void CollectUnits(ArenaVector<PersistUnit>& units) const {
    nvm.CollectUnits(units);
    disk.CollectUnits(units);
  }

  Nvm nvm;
  BlockDevice disk;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_TIER_DEVICE_SET_H_
