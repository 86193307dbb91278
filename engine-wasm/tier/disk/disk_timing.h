// The service times of a disk. Integers only, and no state but the position of its mechanics.
//
//   kFlat  every request costs one price, whatever its address or size; one after the other. A
//          write may cost another while several clients are at work (price disk.loaded_write_ns)
//   kHdd   seek by distance, rotation by the virtual time, transfer by size. A request that goes on
//          where the last one ended costs its transfer alone: writes if they were waiting by then,
//          reads always (the disk reads ahead)
//   kSsd   flash pages on parallel channels, each with a read or a program and its transfer
//   kSd    as kSsd, one channel
#ifndef AFTERIMAGE_TIER_DISK_DISK_TIMING_H_
#define AFTERIMAGE_TIER_DISK_DISK_TIMING_H_

#include <cstdint>

#include "base/arena.h"
#include "tier/prices/machine_profile.h"

namespace afterimage {

enum class DiskKind : uint8_t { kFlat, kHdd, kSsd, kSd };

struct DiskRequest {
  uint64_t address = 0;
  uint32_t size = 0;
  bool write = false;
};

class DiskTiming {
 public:
  DiskTiming(Arena& arena, const MachineProfile& machine, DiskKind kind);

  // Puts a request that arrives at `now` behind those before it, and returns the time at which it
  // completes; `clients` are at work.
  Time Serve(Time now, const DiskRequest& request, uint32_t clients = 1);
  // The time at which the last request served begins.
  Time last_start() const { return last_start_; }
  // Returns the same, or `now` if it arrived then and did not wait.
  Time Turn(Time now) const { return last_start_ > now + command_ns_ ? last_start_ : now; }
  // Returns what a transfer between the host and the disk's own memory takes.
  Time TransferNs(uint32_t size) const { return uint64_t{size} * bus_kb_ns_ / 1024; }

  // True if waiting requests are served by Distance and not in the order of arrival.
  bool nearest_first() const { return nearest_first_; }
  // Returns how far the head has to move, in bytes.
  uint64_t Distance(uint64_t address) const;

 private:
  // Returns the time of a write of a flat disk while this many clients are at work.
  Time WriteNs(uint32_t clients) const;
  Time ServeHdd(Time now, const DiskRequest& request);
  Time ServeFlash(Time now, const DiskRequest& request);

  DiskKind kind_;
  bool nearest_first_ = false;
  Time bus_kb_ns_ = 0;
  Time command_ns_ = 0;
  Time read_ns_ = 0;  // of a request, or of a flash page
  Time write_ns_ = 0;
  Time loaded_write_ns_ = 0;  // 0: as with one client
  uint32_t load_ = 0;         // clients with which it takes that
  Time busy_until_ = 0;
  Time last_start_ = 0;
  // A hard disk's.
  Time turn_ns_ = 0;
  Time seek_ns_ = 0;
  Time seek_root_ns_ = 0;
  uint64_t track_bytes_ = 1;
  uint64_t head_ = 0;  // address behind the last request
  bool wrote_ = false;
  // A flash disk's.
  Time flash_kb_ns_ = 0;
  uint64_t page_bytes_ = 1;
  uint32_t channels_ = 0;
  Time* channel_until_ = nullptr;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_TIER_DISK_DISK_TIMING_H_
