#include "tier/disk/disk_timing.h"

#include <algorithm>

#include "base/square_root.h"

namespace afterimage {

DiskTiming::DiskTiming(Arena& arena, const MachineProfile& machine, DiskKind kind)
    : kind_(kind), bus_kb_ns_(machine[Price::kDiskBus]) {
  if (kind == DiskKind::kFlat) {
    read_ns_ = machine[Price::kDiskRead];
    write_ns_ = machine[Price::kDiskWrite];
    loaded_write_ns_ = machine[Price::kDiskLoadedWrite];
    load_ = static_cast<uint32_t>(machine[Price::kDiskLoad]);
  } else if (kind == DiskKind::kHdd) {
    nearest_first_ = machine[Price::kHddScheduler] != 0;
    command_ns_ = machine[Price::kHddCommand];
    turn_ns_ = uint64_t{60} * 1000000000 / machine[Price::kHddRpm];
    seek_ns_ = machine[Price::kHddSeek];
    seek_root_ns_ = machine[Price::kHddSeekRoot];
    track_bytes_ = machine[Price::kHddTrack];
  } else {
    const bool ssd = kind == DiskKind::kSsd;
    command_ns_ = machine[ssd ? Price::kSsdCommand : Price::kSdCommand];
    flash_kb_ns_ = machine[ssd ? Price::kSsdBus : Price::kSdBus];
    read_ns_ = machine[ssd ? Price::kSsdRead : Price::kSdRead];
    write_ns_ = machine[ssd ? Price::kSsdProgram : Price::kSdProgram];
    page_bytes_ = machine[ssd ? Price::kSsdPage : Price::kSdPage];
    channels_ = ssd ? static_cast<uint32_t>(machine[Price::kSsdChannels]) : 1;
    channel_until_ = arena.NewArray<Time>(channels_);
  }
}

uint64_t DiskTiming::Distance(uint64_t address) const {
  const uint64_t from = head_ / track_bytes_, to = address / track_bytes_;
  return from < to ? to - from : from - to;
}

// Between one client and `load_` the time is linear in one over the clients, as where each of them
// makes a completion noticed.
Time DiskTiming::WriteNs(uint32_t clients) const {
  if (loaded_write_ns_ == 0 || clients <= 1) return write_ns_;
  if (clients >= load_) return loaded_write_ns_;
  const uint64_t loaded = uint64_t{load_} * (clients - 1), alone = load_ - clients;
  return (loaded_write_ns_ * loaded + write_ns_ * alone) / (loaded + alone);
}

Time DiskTiming::Serve(Time now, const DiskRequest& request, uint32_t clients) {
  if (kind_ == DiskKind::kHdd) return ServeHdd(now, request);
  if (kind_ != DiskKind::kFlat) return ServeFlash(now, request);
  last_start_ = std::max(now, busy_until_);
  busy_until_ = last_start_ + (request.write ? WriteNs(clients) : read_ns_);
  return busy_until_;
}

Time DiskTiming::ServeHdd(Time now, const DiskRequest& request) {
  const bool goes_on = request.address == head_ && request.write == wrote_ && busy_until_ > 0;
  const bool waiting = now <= busy_until_;
  last_start_ = std::max(now, busy_until_);
  Time at = last_start_;
  if (!goes_on || (request.write && !waiting)) {
    at += command_ns_;
    const uint64_t tracks = Distance(request.address);
    if (tracks > 0) at += seek_ns_ + seek_root_ns_ * SquareRoot(tracks);
    const Time angle = request.address % track_bytes_ * turn_ns_ / track_bytes_;
    at += (angle + turn_ns_ - at % turn_ns_) % turn_ns_;
  }
  busy_until_ = at + uint64_t{request.size} * turn_ns_ / track_bytes_;
  head_ = request.address + request.size;
  wrote_ = request.write;
  return busy_until_;
}

Time DiskTiming::ServeFlash(Time now, const DiskRequest& request) {
  const uint64_t end = request.address + request.size;
  Time done = now;
  last_start_ = ~Time{0};
  for (uint64_t page = request.address / page_bytes_; page * page_bytes_ < end; ++page) {
    const uint64_t from = std::max(request.address, page * page_bytes_);
    const uint64_t to = std::min(end, (page + 1) * page_bytes_);
    Time cost = (to - from) * flash_kb_ns_ / 1024 + (request.write ? write_ns_ : read_ns_);
    if (request.write && to - from < page_bytes_)
      cost += read_ns_;  // the rest of the page moves along
    Time& until = channel_until_[page % channels_];
    const Time start = std::max(now + command_ns_, until);
    until = start + cost;
    last_start_ = std::min(last_start_, start);
    done = std::max(done, until);
  }
  return done;
}

}  // namespace afterimage
