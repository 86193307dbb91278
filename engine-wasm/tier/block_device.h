// A disk: whole sectors, one request at a time in the order of arrival. A write is durable when it
// completes; at a power cut each sector in flight holds its old or its new bytes.
#ifndef AFTERIMAGE_TIER_BLOCK_DEVICE_H_
#define AFTERIMAGE_TIER_BLOCK_DEVICE_H_

#include <cstdint>

#include "base/arena.h"
#include "sim/kernel.h"
#include "tier/machine_profile.h"
#include "tier/open_sectors.h"

namespace afterimage {

struct DiskCounters {
  uint64_t reads = 0;
  uint64_t writes = 0;
  uint64_t bytes_read = 0;
  uint64_t bytes_written = 0;
};

// What a disk's requests cost.
enum class DiskKind : uint8_t { kFlat, kHdd, kSsd, kSd };

class BlockDevice {
 public:
  // `size` is a multiple of the sector. Events and units show addresses from `base` on.
  BlockDevice(Arena& arena, const MachineProfile& machine, uint64_t size, DiskKind kind = DiskKind::kFlat,
              uint64_t base = 0);
  // What a power cut leaves of `crashed`: see Nvm.
  BlockDevice(Arena& arena, const MachineProfile& machine, const BlockDevice& crashed, PersistChoice& choice,
              uint32_t first_unit);

  uint32_t sector_bytes() const { return sector_bytes_; }
  uint64_t size() const { return bytes_.size(); }
  uint64_t base() const { return base_; }
  DiskKind kind() const { return kind_; }
  const DiskCounters& counters() const { return counters_; }

  class ReadOp;
  class WriteOp;
  class FlushOp;
  // `address` and `size` are in bytes and multiples of the sector; `data` must stay until done. The
  // thread blocks and gives up its core. A Read to null copies nothing: the caller Peeks later.
  ReadOp Read(Thread& thread, Category category, uint64_t address, void* out, uint32_t size);
  WriteOp Write(Thread& thread, Category category, uint64_t address, const void* data, uint32_t size);
  // On return every completed write is durable.
  FlushOp Flush(Thread& thread, Category category);

  // What sectors hold that nobody has written; before anything else. See PagedBytes.
  void set_source(const ByteSource* source) { bytes_.set_source(source); }
  // Before the run begins.
  void Format(uint64_t address, const void* data, uint32_t size) { bytes_.Write(address, data, size); }
  // Forgets bytes that nobody will read again. No cost.
  void Discard(uint64_t address, uint64_t size) { bytes_.Discard(address, size); }
  // What a Read would give now. No cost, no event.
  void Peek(uint64_t address, void* out, uint32_t size) const {
    undecided_.Decide(address, size, bytes_);
    bytes_.Read(address, out, size);
  }
  // What the medium holds.
  void LoadDurable(uint64_t address, void* out, uint32_t size) const { Peek(address, out, size); }
  bool InFlight(uint64_t address, uint64_t size) const;
  void CollectUnits(ArenaVector<PersistUnit>& units) const;
  // Of a power-cut fork: decides all sectors that nobody has looked at yet.
  void DecideAll() { undecided_.DecideAll(bytes_); }
  void AddTo(Digest& digest) const { bytes_.AddTo(digest); }

 private:
  // Queues a request and gives the time it completes.
  Time Serve(Time now, Time cost);
  uint32_t Shown(uint64_t address) const { return static_cast<uint32_t>(base_ + address); }

  // Looking at a sector decides it; nobody can tell that it was not decided before.
  mutable PagedBytes bytes_;
  mutable UndecidedSectors undecided_;
  OpenSectors open_;  // traced build only
  uint64_t base_;
  DiskKind kind_;
  uint32_t sector_bytes_;
  Time read_ns_;
  Time write_ns_;
  Time busy_until_ = 0;
  DiskWrite* in_flight_ = nullptr;
  uint32_t writes_issued_ = 0;
  DiskCounters counters_;
};

class BlockDevice::ReadOp final : public OrderedOperation<BlockDevice::ReadOp> {
 public:
  ReadOp(Thread& thread, BlockDevice& disk, Category category, uint64_t address, void* out, uint32_t size)
      : OrderedOperation(thread), disk_(disk), out_(out), address_(address), size_(size), category_(category) {}
  Progress Step(Thread& thread) override;

 private:
  BlockDevice& disk_;
  void* out_;
  uint64_t address_;
  uint32_t size_;
  Category category_;
  bool started_ = false;
};

class BlockDevice::WriteOp final : public OrderedOperation<BlockDevice::WriteOp> {
 public:
  WriteOp(Thread& thread, BlockDevice& disk, Category category, uint64_t address, const void* data, uint32_t size)
      : OrderedOperation(thread), disk_(disk), category_(category) {
    write_.address = address;
    write_.size = size;
    write_.data = static_cast<const uint8_t*>(data);
  }
  Progress Step(Thread& thread) override;

 private:
  BlockDevice& disk_;
  DiskWrite write_;
  Category category_;
  bool started_ = false;
};

class BlockDevice::FlushOp final : public OrderedOperation<BlockDevice::FlushOp> {
 public:
  FlushOp(Thread& thread, BlockDevice& disk, Category category)
      : OrderedOperation(thread), disk_(disk), category_(category) {}
  Progress Step(Thread& thread) override;

 private:
  BlockDevice& disk_;
  Category category_;
  bool waited_ = false;
};

inline BlockDevice::ReadOp BlockDevice::Read(Thread& thread, Category category, uint64_t address, void* out, uint32_t size) {
  return ReadOp(thread, *this, category, address, out, size);
}
inline BlockDevice::WriteOp BlockDevice::Write(Thread& thread, Category category, uint64_t address, const void* data,
                                               uint32_t size) {
  return WriteOp(thread, *this, category, address, data, size);
}
inline BlockDevice::FlushOp BlockDevice::Flush(Thread& thread, Category category) {
  return FlushOp(thread, *this, category);
}

}  // namespace afterimage

#endif  // AFTERIMAGE_TIER_BLOCK_DEVICE_H_
