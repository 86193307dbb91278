#include "tier/block_device.h"

#include <algorithm>

namespace afterimage {

BlockDevice::BlockDevice(Arena& arena, const MachineProfile& machine, uint64_t size, DiskKind kind, uint64_t base)
    : bytes_(arena, size),
      undecided_(arena, static_cast<uint32_t>(machine[Price::kDiskSector])),
      open_(arena, static_cast<uint32_t>(machine[Price::kDiskSector])),
      base_(base),
      kind_(kind),
      sector_bytes_(static_cast<uint32_t>(machine[Price::kDiskSector])),
      read_ns_(machine[Price::kDiskRead]),
      write_ns_(machine[Price::kDiskWrite]) {
  AI_CHECK(size % sector_bytes_ == 0);
}

BlockDevice::BlockDevice(Arena& arena, const MachineProfile& machine, const BlockDevice& crashed,
                         PersistChoice& choice, uint32_t first_unit)
    : bytes_(arena, crashed.bytes_),
      undecided_(arena, crashed.sector_bytes_),
      open_(arena, crashed.sector_bytes_),
      base_(crashed.base_),
      kind_(crashed.kind_),
      sector_bytes_(crashed.sector_bytes_),
      read_ns_(machine[Price::kDiskRead]),
      write_ns_(machine[Price::kDiskWrite]) {
  crashed.open_.RestoreDurable(bytes_);
  ArenaVector<PersistUnit> units{ArenaAllocator<PersistUnit>(arena)};
  crashed.CollectUnits(units);
  undecided_.Reset(arena, units, base_, choice, first_unit);
}

Time BlockDevice::Serve(Time now, Time cost) {
  busy_until_ = std::max(now, busy_until_) + cost;
  return busy_until_;
}

bool BlockDevice::InFlight(uint64_t address, uint64_t size) const {
  for (const DiskWrite* write = in_flight_; write; write = write->next) {
    if (write->address < address + size && address < write->address + write->size) return true;
  }
  return false;
}

void BlockDevice::CollectUnits(ArenaVector<PersistUnit>& units) const {
  open_.CollectUnits(base_, false, units);
  undecided_.CollectUnits(units);
}

Progress BlockDevice::ReadOp::Step(Thread& thread) {
  const EventData data{.tier = Tier::kDisk, .address = disk_.Shown(address_), .size = size_};
  if (!started_) {
    started_ = true;
    EventData start = data;
    start.flags = kFlagWait;
    thread.Emit(EventKind::kPageReadStart, start);
    thread.set_wake_at(disk_.Serve(thread.now(), disk_.read_ns_));
    thread.WillBlock(WaitFor::kDevice, 0, 0, category_, true);
    return Progress::kSleep;
  }
  if (out_) disk_.Peek(address_, out_, size_);
  ++disk_.counters_.reads;
  disk_.counters_.bytes_read += size_;
  thread.Emit(EventKind::kPageRead, data);
  return Progress::kDone;
}

Progress BlockDevice::WriteOp::Step(Thread& thread) {
  const EventData data{.tier = Tier::kDisk, .flags = kFlagDevice, .address = disk_.Shown(write_.address), .size = write_.size};
  if (!started_) {
    started_ = true;
    write_.txn = thread.txn();
    write_.where = thread.where();
    write_.number = ++disk_.writes_issued_;
    disk_.undecided_.Decide(write_.address, write_.size, disk_.bytes_);
    write_.next = disk_.in_flight_;
    disk_.in_flight_ = &write_;
    if constexpr (kTraced) disk_.open_.Issue(write_);
    EventData start = data;
    start.flags |= kFlagWait;
    thread.Emit(EventKind::kPageWriteStart, start);
    thread.set_wake_at(disk_.Serve(thread.now(), disk_.write_ns_));
    thread.WillBlock(WaitFor::kDevice, 0, 0, category_, true);
    return Progress::kSleep;
  }
  if constexpr (kTraced) disk_.open_.Complete(write_);
  disk_.bytes_.Write(write_.address, write_.data, write_.size);
  ++disk_.counters_.writes;
  disk_.counters_.bytes_written += write_.size;
  DiskWrite** link = &disk_.in_flight_;
  while (*link != &write_) link = &(*link)->next;
  *link = write_.next;
  thread.Emit(EventKind::kPageWrite, data);
  return Progress::kDone;
}

Progress BlockDevice::FlushOp::Step(Thread& thread) {
  thread.Emit(EventKind::kSync, {.tier = Tier::kDisk, .flags = kFlagDevice, .address = disk_.Shown(0)});
  return Progress::kDone;
}

}  // namespace afterimage
