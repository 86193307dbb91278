#include "tier/block_device.h"

#include <algorithm>

namespace afterimage {

BlockDevice::BlockDevice(Arena& arena, const MachineProfile& machine, uint64_t size)
    : bytes_(arena, size),
      sector_bytes_(static_cast<uint32_t>(machine[Price::kDiskSector])),
      read_ns_(machine[Price::kDiskRead]),
      write_ns_(machine[Price::kDiskWrite]) {
  AI_CHECK(size % sector_bytes_ == 0);
}

BlockDevice::BlockDevice(Arena& arena, const MachineProfile& machine, const BlockDevice& crashed,
                         PersistChoice& choice, uint32_t first_unit)
    : bytes_(arena, crashed.bytes_),
      sector_bytes_(crashed.sector_bytes_),
      read_ns_(machine[Price::kDiskRead]),
      write_ns_(machine[Price::kDiskWrite]) {
  ArenaVector<PersistUnit> units{ArenaAllocator<PersistUnit>(arena)};
  crashed.CollectUnits(units);
  for (uint32_t i = 0; i < units.size(); ++i) {
    if (choice.Choose(first_unit + i, units[i]) == 1) bytes_.Write(units[i].address, units[i].sector, units[i].size);
  }
}

Time BlockDevice::Serve(Time now, Time cost) {
  busy_until_ = std::max(now, busy_until_) + cost;
  return busy_until_;
}

bool BlockDevice::InFlight(uint32_t address, uint32_t size) const {
  for (const InFlightWrite* write = in_flight_; write; write = write->next) {
    if (write->address < address + size && address < write->address + write->size) return true;
  }
  return false;
}

void BlockDevice::CollectUnits(ArenaVector<PersistUnit>& units) const {
  for (const InFlightWrite* write = in_flight_; write; write = write->next) {
    for (uint32_t offset = 0; offset < write->size; offset += sector_bytes_) {
      PersistUnit unit;
      unit.tier = Tier::kDisk;
      unit.address = write->address + offset;
      unit.size = sector_bytes_;
      unit.in_flight = true;
      unit.sector = write->data + offset;
      unit.txn = write->txn;
      unit.structure = write->where.structure;
      unit.key = write->where.key;
      units.push_back(unit);
    }
  }
}

Progress BlockDevice::ReadOp::Step(Thread& thread) {
  const EventData data{.tier = Tier::kDisk, .address = address_, .size = size_};
  if (!started_) {
    started_ = true;
    EventData start = data;
    start.flags = kFlagWait;
    thread.Emit(EventKind::kPageReadStart, start);
    thread.set_wake_at(disk_.Serve(thread.now(), disk_.read_ns_));
    thread.WillBlock(WaitFor::kDevice, 0, 0, category_, true);
    return Progress::kSleep;
  }
  disk_.bytes_.Read(address_, out_, size_);
  ++disk_.counters_.reads;
  disk_.counters_.bytes_read += size_;
  thread.Emit(EventKind::kPageRead, data);
  return Progress::kDone;
}

Progress BlockDevice::WriteOp::Step(Thread& thread) {
  const EventData data{.tier = Tier::kDisk, .flags = kFlagDevice, .address = write_.address, .size = write_.size};
  if (!started_) {
    started_ = true;
    write_.txn = thread.txn();
    write_.where = thread.where();
    // At the end: units keep the order of issue.
    InFlightWrite** link = &disk_.in_flight_;
    while (*link) link = &(*link)->next;
    *link = &write_;
    EventData start = data;
    start.flags |= kFlagWait;
    thread.Emit(EventKind::kPageWriteStart, start);
    thread.set_wake_at(disk_.Serve(thread.now(), disk_.write_ns_));
    thread.WillBlock(WaitFor::kDevice, 0, 0, category_, true);
    return Progress::kSleep;
  }
  disk_.bytes_.Write(write_.address, write_.data, write_.size);
  ++disk_.counters_.writes;
  disk_.counters_.bytes_written += write_.size;
  InFlightWrite** link = &disk_.in_flight_;
  while (*link != &write_) link = &(*link)->next;
  *link = write_.next;
  thread.Emit(EventKind::kPageWrite, data);
  return Progress::kDone;
}

}  // namespace afterimage
