// A disk: whole sectors, one request at a time in the order of arrival. A write is durable when it
// completes; at a power cut each sector in flight holds its old or its new bytes.
#ifndef AFTERIMAGE_TIER_BLOCK_DEVICE_H_
#define AFTERIMAGE_TIER_BLOCK_DEVICE_H_

#include <cstdint>

#include "base/arena.h"
#include "sim/kernel.h"
#include "tier/machine_profile.h"
#include "tier/paged_bytes.h"
#include "tier/persist_unit.h"

namespace afterimage {

struct DiskCounters {
  uint64_t reads = 0;
  uint64_t writes = 0;
  uint64_t bytes_read = 0;
  uint64_t bytes_written = 0;
};

class BlockDevice {
 public:
  // `size` is a multiple of the sector.
  BlockDevice(Arena& arena, const MachineProfile& machine, uint64_t size);
  // What a power cut leaves of `crashed`: see Nvm. Sectors in flight are decided at once.
  BlockDevice(Arena& arena, const MachineProfile& machine, const BlockDevice& crashed, PersistChoice& choice,
              uint32_t first_unit);

  uint32_t sector_bytes() const { return sector_bytes_; }
  uint64_t size() const { return bytes_.size(); }
  const DiskCounters& counters() const { return counters_; }

  class ReadOp;
  class WriteOp;
  // `address` and `size` are in bytes and multiples of the sector; `data` must stay until done. The
  // thread blocks and gives up its core.
  ReadOp Read(Thread& thread, Category category, uint32_t address, void* out, uint32_t size);
  WriteOp Write(Thread& thread, Category category, uint32_t address, const void* data, uint32_t size);

  // Before the run begins, and for the interface.
  void Format(uint32_t address, const void* data, uint32_t size) { bytes_.Write(address, data, size); }
  void LoadDurable(uint32_t address, void* out, uint32_t size) const { bytes_.Read(address, out, size); }
  bool InFlight(uint32_t address, uint32_t size) const;
  void CollectUnits(ArenaVector<PersistUnit>& units) const;
  void AddTo(Digest& digest) const { bytes_.AddTo(digest); }

 private:
  struct InFlightWrite {
    uint32_t address = 0;
    uint32_t size = 0;
    const uint8_t* data = nullptr;
    TxnLabel txn = 0;
    Where where;
    InFlightWrite* next = nullptr;
  };
  // Queues a request and gives the time it completes.
  Time Serve(Time now, Time cost);

  PagedBytes bytes_;
  uint32_t sector_bytes_;
  Time read_ns_;
  Time write_ns_;
  Time busy_until_ = 0;
  InFlightWrite* in_flight_ = nullptr;
  DiskCounters counters_;
};

class BlockDevice::ReadOp final : public OrderedOperation<BlockDevice::ReadOp> {
 public:
  ReadOp(Thread& thread, BlockDevice& disk, Category category, uint32_t address, void* out, uint32_t size)
      : OrderedOperation(thread), disk_(disk), out_(out), address_(address), size_(size), category_(category) {}
  Progress Step(Thread& thread) override;

 private:
  BlockDevice& disk_;
  void* out_;
  uint32_t address_;
  uint32_t size_;
  Category category_;
  bool started_ = false;
};

class BlockDevice::WriteOp final : public OrderedOperation<BlockDevice::WriteOp> {
 public:
  WriteOp(Thread& thread, BlockDevice& disk, Category category, uint32_t address, const void* data, uint32_t size)
      : OrderedOperation(thread), disk_(disk), category_(category) {
    write_.address = address;
    write_.size = size;
    write_.data = static_cast<const uint8_t*>(data);
  }
  Progress Step(Thread& thread) override;

 private:
  BlockDevice& disk_;
  InFlightWrite write_;
  Category category_;
  bool started_ = false;
};

inline BlockDevice::ReadOp BlockDevice::Read(Thread& thread, Category category, uint32_t address, void* out, uint32_t size) {
  return ReadOp(thread, *this, category, address, out, size);
}
inline BlockDevice::WriteOp BlockDevice::Write(Thread& thread, Category category, uint32_t address, const void* data,
                                               uint32_t size) {
  return WriteOp(thread, *this, category, address, data, size);
}

}  // namespace afterimage

#endif  // AFTERIMAGE_TIER_BLOCK_DEVICE_H_
