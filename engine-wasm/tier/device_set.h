// The devices of a machine: all that recovery is given, and all that a power cut leaves.
#ifndef AFTERIMAGE_TIER_DEVICE_SET_H_
#define AFTERIMAGE_TIER_DEVICE_SET_H_

#include "tier/disk/block_device.h"
#include "tier/nvm/nvm.h"

namespace afterimage {

struct DeviceSizes {
  uint64_t nvm_bytes = 0;   // traced: below 4 GB
  uint64_t disk_bytes = 0;  // of the data disk
  uint64_t log_disk_bytes = 0;
  uint64_t dram_bytes = 0;      // no device, but memory of the session all the same
  uint32_t database_pages = 0;  // the length of the database's file, as a file system would know it
  DiskKind disk_kind = DiskKind::kFlat;
  DiskKind log_disk_kind = DiskKind::kFlat;
  Address own_nvm = 0;  // where the part of NVM begins that no system uses
};

class DeviceSet {
 public:
  DeviceSet(Arena& arena, const MachineProfile& machine, const DeviceSizes& sizes)
      : nvm(arena, machine, NvmBytes(sizes)),
        disk(arena, machine, sizes.disk_bytes, sizes.disk_kind),
        log_disk(arena, machine, sizes.log_disk_bytes, sizes.log_disk_kind, kLogDiskBase) {}
  // The devices as a power cut leaves them. `choice` sees lines numbered from 0, sectors from
  // kDiskUnits and kLogDiskUnits, each in the order of CollectUnits.
  DeviceSet(Arena& arena, const MachineProfile& machine, const DeviceSet& crashed,
            PersistChoice& choice)
      : nvm(arena, machine, crashed.nvm, choice),
        disk(arena, machine, crashed.disk, choice, kDiskUnits),
        log_disk(arena, machine, crashed.log_disk, choice, kLogDiskUnits) {}

  // Assumes no further crash; see Nvm.
  void AssumeNoCrash() {
    nvm.AssumeNoCrash();
    disk.AssumeNoCrash();
    log_disk.AssumeNoCrash();
  }

  // Numbers of sectors start here, so that lines need not know how many of them are open.
  static constexpr uint32_t kDiskUnits = uint32_t{1} << 24;
  static constexpr uint32_t kLogDiskUnits = uint32_t{1} << 25;
  // The address at which the log disk begins, since both disks have Tier::kDisk.
  static constexpr uint64_t kLogDiskBase = uint64_t{1} << 31;

  // Appends what is open: lines first, then sectors of the data disk, then those of the log disk.
  void CollectUnits(ArenaVector<PersistUnit>& units) const {
    nvm.CollectUnits(units);
    disk.CollectUnits(units);
    log_disk.CollectUnits(units);
  }
  // Copies what is durable of the unit at `address` of the tier.
  void ReadDurable(Tier tier, uint64_t address, uint8_t* out, uint32_t size) const {
    if (tier == Tier::kNvm) return nvm.LoadDurable(static_cast<Address>(address), out, size);
    const BlockDevice& device = address < kLogDiskBase ? disk : log_disk;
    device.LoadMedium(address - device.base(), out, size);
  }
  // Counts how often bytes that will not be read again were dropped.
  uint32_t discards() const { return nvm.discards() + disk.discards() + log_disk.discards(); }
  // Decides, in a power-cut fork, everything that has not been looked at yet.
  void DecideAll() {
    nvm.crash_image().DecideAll();
    disk.DecideAll();
    log_disk.DecideAll();
  }

  // Returns the disk that holds [address, address + size) of Tier::kDisk, or null. Its own
  // addresses start at its base().
  const BlockDevice* DiskAt(uint64_t address, uint32_t size) const {
    for (const BlockDevice* device : {&log_disk, &disk}) {
      if (address >= device->base() && address - device->base() + size <= device->size())
        return device;
    }
    return nullptr;
  }

  Nvm nvm;
  BlockDevice disk;
  BlockDevice log_disk;

 private:
  static uint64_t NvmBytes(const DeviceSizes& sizes) {
    AI_CHECK(!kTraced || sizes.nvm_bytes < uint64_t{1} << 32);
    return sizes.nvm_bytes;
  }
};

}  // namespace afterimage

#endif  // AFTERIMAGE_TIER_DEVICE_SET_H_
