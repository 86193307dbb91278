// A disk: complete sectors, priced by its kind (disk_timing.h), with a queue.
//
// Without a volatile cache (price disk.write_cache 0) a write is durable when it completes. With
// one it completes when the disk's memory has it, reaches the medium in the background, and Flush
// waits for that. At a power cut each sector on its way holds its old bytes or those of any write
// that was on its way; on a disk without power-safe overwrite (disk.power_safe 0) it may be
// garbage.
#ifndef AFTERIMAGE_TIER_DISK_BLOCK_DEVICE_H_
#define AFTERIMAGE_TIER_DISK_BLOCK_DEVICE_H_

#include <algorithm>
#include <cstdint>

#include "base/arena.h"
#include "base/build.h"
#include "sim/ordered_operation.h"
#include "tier/arrivals.h"
#include "tier/disk/disk_cache.h"
#include "tier/disk/disk_timing.h"
#include "tier/disk/open_sectors.h"
#include "tier/moving.h"

namespace afterimage {

struct DiskCounters {
  uint64_t reads = 0;
  uint64_t writes = 0;
  uint64_t bytes_read = 0;
  uint64_t bytes_written = 0;
  Time busy_ns = 0;  // with at least one request under way or waiting
};

class BlockDevice {
 public:
  // A disk of zeros. REQUIRES: `size` is a multiple of the sector. Events and units show addresses
  // from `base` on.
  BlockDevice(Arena& arena, const MachineProfile& machine, uint64_t size,
              DiskKind kind = DiskKind::kFlat, uint64_t base = 0);
  // The disk as a power cut leaves `crashed`; see the same constructor of Nvm.
  BlockDevice(Arena& arena, const MachineProfile& machine, const BlockDevice& crashed,
              PersistChoice& choice, uint32_t first_unit);

  // Assumes no further crash, as Nvm does: from now on a request takes no time, and what is written
  // is durable at once.
  void AssumeNoCrash() { no_crash_ = true; }

  uint32_t sector_bytes() const { return sector_bytes_; }
  uint64_t size() const { return bytes_.size(); }
  uint64_t base() const { return base_; }
  DiskKind kind() const { return kind_; }
  const DiskCounters& counters() const { return counters_; }
  // True if a write is durable on return, without a Flush.
  bool durable_on_write() const { return !cache_.Takes(1); }

  class ReadOp;
  class WriteOp;
  class FlushOp;
  // Requests, to be awaited. The thread blocks and gives up its core. REQUIRES: `address` and
  // `size` are in bytes and multiples of the sector; `data` stays until the request is over. A Read
  // to null copies nothing: the caller Peeks later.
  ReadOp Read(Thread& thread, Category category, uint64_t address, void* out, uint32_t size);
  WriteOp Write(Thread& thread, Category category, uint64_t address, const void* data,
                uint32_t size);
  // The same of a range of which only those lines of 64 bytes are there that have a bit in `lines`,
  // 64 lines a word; null: all. The others are as LoadNewest gives them. REQUIRES: where it is not
  // null, it stays until the request is over, and this is the untraced build.
  WriteOp WriteLines(Thread& thread, Category category, uint64_t address, const void* data,
                     uint32_t size, const uint64_t* lines);
  // Waits until every completed write is durable; without barriers, for nothing.
  FlushOp Flush(Thread& thread, Category category);

  // Sets the content of unwritten sectors (see PagedBytes). REQUIRES: nothing has happened to the
  // disk yet.
  void set_source(const ByteSource* source) { bytes_.set_source(source); }
  const ByteSource* source() const { return bytes_.source(); }
  // Puts bytes there before the run begins; durable, no cost.
  void Format(uint64_t address, const void* data, uint32_t size) {
    bytes_.Write(address, data, size);
  }
  // Drops bytes that will not be read again. No cost.
  void Discard(uint64_t address, uint64_t size) {
    bytes_.Discard(address, size);
    ++discards_;
  }
  // Counts how often Discard did so.
  uint32_t discards() const { return discards_; }
  // Copies what a Read would give now. No cost, no event.
  void Peek(uint64_t address, void* out, uint32_t size) const {
    undecided_.Decide(address, size, bytes_);
    bytes_.Read(address, out, size);
  }
  // Copies what the medium holds.
  void LoadDurable(uint64_t address, void* out, uint32_t size) const {
    Peek(address, out, size);
    open_.OverlayDurable(address, size, static_cast<uint8_t*>(out));
  }
  // Does the same, but undecided sectors stay so: it gives their bytes before they were written.
  void LoadMedium(uint64_t address, void* out, uint32_t size) const {
    bytes_.Read(address, out, size);
    open_.OverlayDurable(address, size, static_cast<uint8_t*>(out));
  }
  // Copies what a Read would give once all that is on its way has arrived.
  void LoadNewest(uint64_t address, void* out, uint32_t size) const;
  bool InFlight(uint64_t address, uint64_t size) const;
  // Calls f(MovingSectors) for everything that is on its way; and returns what arrived with an
  // event of this world. For the interface.
  template <class F>
  void ForEachMoving(F&& f) const;
  std::span<const MovingSectors> Arrived(uint32_t event) const { return arrived_.With(event); }
  // Returns the bytes that fit into the volatile cache; 0 if there is none.
  uint64_t cache_bytes() const { return cache_.capacity(); }
  // True if the volatile cache holds some of it.
  bool Cached(uint64_t address, uint32_t size) const { return cache_.HoldsSome(address, size); }
  // True if every power cut leaves what a Read would give now: a block that is written again with
  // the same bytes is as safe as before, unless its sectors may tear.
  bool Certain(uint64_t address, uint32_t size) const;
  void CollectUnits(ArenaVector<PersistUnit>& units) const;
#if AFTERIMAGE_WATCHES_READS
  // True where the cache counts what it holds, whenever it is asked.
  bool CacheAgrees() const { return cache_.Agrees(); }
#endif
  // Decides, in a power-cut fork, all sectors that have not been looked at yet.
  void DecideAll() { undecided_.DecideAll(bytes_); }
  void AddTo(Digest& digest) const { bytes_.AddTo(digest); }

 private:
  // Returns when a request that comes at `now` is done; the disk is busy until then.
  Time Served(const Kernel& kernel, Time now, const DiskRequest& request) {
    const Time done = timing_.Serve(now, request, kernel.clients());
    if (done > busy_until_) {
      counters_.busy_ns += done - std::max(now, busy_until_);
      busy_until_ = done;
    }
    return done;
  }
  // A request of a thread that waits until it is the nearest.
  struct Waiting {
    DiskRequest request;
    Thread* thread = nullptr;
    Waiting* next = nullptr;
  };

  // A read under way, for the interface.
  struct Reading {
    MovingSectors sectors;
    Reading* next = nullptr;
  };

  static uint32_t SectorBytes(const MachineProfile& machine) {
    return static_cast<uint32_t>(machine[Price::kDiskSector]);
  }
  static uint64_t CacheBytes(const MachineProfile& machine) {
    return machine[Price::kDiskWriteCache] != 0 ? machine[Price::kDiskCacheKb] * 1024 : 0;
  }
  BlockDevice(Arena& arena, const MachineProfile& machine, const PagedBytes& bytes, DiskKind kind,
              uint64_t base);

  bool AssumesNoCrash() const { return kTraced && no_crash_; }
  // Brings the requests into the disk, and says how the thread waits for them.
  Progress Submit(Thread& thread, Category category, Waiting* waiting);
  Progress SleepUntil(Thread& thread, Category category, Time time);
  // Starts what the disk would have started by `now`.
  void Dispatch(Kernel& kernel, Time now);
  enum class Drained : uint8_t { kWithThisEvent, kWithTheNext };
  void Drain(Thread& thread, Drained with);
  static MovingSectors Moving(const DiskWrite& write, bool cached);
  static MovingSectors Moving(const DiskCache::Entry& entry);
  uint32_t Shown(uint64_t address) const { return static_cast<uint32_t>(base_ + address); }

  // The first look at a sector decides it, which has no visible effect.
  mutable PagedBytes bytes_;
  mutable UndecidedSectors undecided_;
  uint32_t discards_ = 0;
  OpenSectors open_;  // traced build only
  DiskTiming timing_;
  Time busy_until_ = 0;
  DiskCache cache_;
  uint64_t base_;
  DiskKind kind_;
  uint32_t sector_bytes_;
  bool tearable_;
  bool barriers_;
  bool no_crash_ = false;
  DiskWrite* in_flight_ = nullptr;
  uint32_t writes_issued_ = 0;
  Reading* reading_ = nullptr;
  uint32_t reads_issued_ = 0;
  Arrivals<MovingSectors> arrived_;  // traced build only
  Waiting* waiting_ = nullptr;       // in the order of arrival
  Time started_until_ = 0;           // when the last request taken from there ends
  DiskCounters counters_;

  // The address among those of all disks, in this run.
  uint64_t NameOf(uint64_t address) const { return reinterpret_cast<uintptr_t>(this) + address; }
};

class BlockDevice::ReadOp final : public OrderedOperation<BlockDevice::ReadOp> {
 public:
  ReadOp(Thread& thread, BlockDevice& disk, Category category, uint64_t address, void* out,
         uint32_t size)
      : OrderedOperation(thread), disk_(disk), out_(out), category_(category) {
    waiting_.request = {address, size, false};
    waiting_.thread = &thread;
  }
  Progress Step(Thread& thread) override;
  SharedUse Uses() const override {
    return {SharedKind::kPage, false, disk_.NameOf(waiting_.request.address)};
  }

 private:
  Progress Start(Thread& thread, EventData data);
  BlockDevice& disk_;
  void* out_;
  Waiting waiting_;
  Reading reading_;
  Category category_;
  bool started_ = false;
};

template <class F>
void BlockDevice::ForEachMoving(F&& f) const {
  for (const Reading* read = reading_; read; read = read->next) f(read->sectors);
  for (const DiskWrite* write = in_flight_; write; write = write->next)
    f(Moving(*write, cache_.Takes(write->size)));
  cache_.ForEach([&](const DiskCache::Entry& entry) {
    if (entry.holds) f(Moving(entry));
  });
}

class BlockDevice::WriteOp final : public OrderedOperation<BlockDevice::WriteOp> {
 public:
  WriteOp(Thread& thread, BlockDevice& disk, Category category, uint64_t address, const void* data,
          uint32_t size, const uint64_t* lines)
      : OrderedOperation(thread), disk_(disk), category_(category) {
    write_.address = address;
    write_.size = size;
    write_.data = static_cast<const uint8_t*>(data);
    if constexpr (!kTraced) write_.lines = lines;
    waiting_.request = {address, size, true};
    waiting_.thread = &thread;
  }
  bool await_ready() {
    left_out_ = thread_.Reach(SiteKind::kPageWrite) == SiteAction::kLeaveOut;
    return thread_.Drive(*this);
  }
  Progress Step(Thread& thread) override;
  SharedUse Uses() const override {
    return {SharedKind::kPage, true, disk_.NameOf(waiting_.request.address)};
  }

 private:
  Progress Start(Thread& thread, EventData data);
  Progress StartCached(Thread& thread);
  BlockDevice& disk_;
  DiskWrite write_;
  Waiting waiting_;
  DiskCache::Entry* entry_ = nullptr;  // where the volatile cache takes it
  Category category_;
  bool started_ = false;
  bool left_out_ = false;
};

class BlockDevice::FlushOp final : public OrderedOperation<BlockDevice::FlushOp> {
 public:
  FlushOp(Thread& thread, BlockDevice& disk, Category category)
      : OrderedOperation(thread), disk_(disk), category_(category) {}
  bool await_ready() {
    left_out_ = thread_.Reach(SiteKind::kSync) == SiteAction::kLeaveOut;
    return thread_.Drive(*this);
  }
  Progress Step(Thread& thread) override;
  SharedUse Uses() const override { return {SharedKind::kFence, true, 0}; }

 private:
  BlockDevice& disk_;
  Category category_;
  bool waited_ = false;
  bool left_out_ = false;
};

inline BlockDevice::ReadOp BlockDevice::Read(Thread& thread, Category category, uint64_t address,
                                             void* out, uint32_t size) {
  return ReadOp(thread, *this, category, address, out, size);
}
inline BlockDevice::WriteOp BlockDevice::Write(Thread& thread, Category category, uint64_t address,
                                               const void* data, uint32_t size) {
  return WriteOp(thread, *this, category, address, data, size, nullptr);
}
inline BlockDevice::WriteOp BlockDevice::WriteLines(Thread& thread, Category category,
                                                    uint64_t address, const void* data,
                                                    uint32_t size, const uint64_t* lines) {
  return WriteOp(thread, *this, category, address, data, size, lines);
}
inline BlockDevice::FlushOp BlockDevice::Flush(Thread& thread, Category category) {
  return FlushOp(thread, *this, category);
}

}  // namespace afterimage

#endif  // AFTERIMAGE_TIER_DISK_BLOCK_DEVICE_H_
