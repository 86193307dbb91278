#include "tier/disk/block_device.h"

#include <algorithm>
#include <cstring>

namespace afterimage {

BlockDevice::BlockDevice(Arena& arena, const MachineProfile& machine, const PagedBytes& bytes,
                         DiskKind kind, uint64_t base)
    : bytes_(bytes),
      undecided_(arena, SectorBytes(machine), base),
      open_(arena, SectorBytes(machine)),
      timing_(arena, machine, kind),
      cache_(arena, CacheBytes(machine), SectorBytes(machine)),
      base_(base),
      kind_(kind),
      sector_bytes_(SectorBytes(machine)),
      tearable_(machine[Price::kDiskPowerSafe] == 0),
      barriers_(machine[Price::kDiskBarriers] != 0),
      arrived_(arena) {
  AI_CHECK(size() % sector_bytes_ == 0);
}

BlockDevice::BlockDevice(Arena& arena, const MachineProfile& machine, uint64_t size, DiskKind kind,
                         uint64_t base)
    : BlockDevice(arena, machine, PagedBytes(arena, size), kind, base) {}

BlockDevice::BlockDevice(Arena& arena, const MachineProfile& machine, const BlockDevice& crashed,
                         PersistChoice& choice, uint32_t first_unit)
    : BlockDevice(arena, machine, PagedBytes(arena, crashed.bytes_), crashed.kind_, crashed.base_) {
  crashed.open_.RestoreDurable(bytes_);
  ArenaVector<PersistUnit> units{ArenaAllocator<PersistUnit>(arena)};
  crashed.CollectUnits(units);
  undecided_.Reset(arena, units, choice, first_unit);
}

bool BlockDevice::InFlight(uint64_t address, uint64_t size) const {
  for (const DiskWrite* write = in_flight_; write; write = write->next) {
    if (write->address < address + size && address < write->address + write->size) return true;
  }
  return false;
}

void BlockDevice::LoadNewest(uint64_t address, void* out, uint32_t size) const {
  Peek(address, out, size);
  if (!InFlight(address, size)) return;
  // The writes are done in the order of issue.
  for (uint32_t done = 0;;) {
    const DiskWrite* write = nullptr;
    for (const DiskWrite* each = in_flight_; each; each = each->next) {
      if (each->number > done && (!write || each->number < write->number)) write = each;
    }
    if (!write) return;
    done = write->number;
    const uint64_t from = std::max(address, write->address),
                   to = std::min(address + size, write->address + write->size);
    const auto copy = [&](uint64_t first, uint64_t last) {
      std::memcpy(static_cast<uint8_t*>(out) + (first - address),
                  write->data + (first - write->address), static_cast<size_t>(last - first));
    };
    if (from >= to) continue;
    if (kTraced || !write->lines) {
      copy(from, to);
      continue;
    }
    for (uint64_t at = from; at < to;) {
      const uint64_t line = (at - write->address) / 64;
      const uint64_t end = std::min(to, write->address + (line + 1) * 64);
      if (write->lines[line / 64] >> line % 64 & 1) copy(at, end);
      at = end;
    }
  }
}

MovingSectors BlockDevice::Moving(const DiskWrite& write, bool cached) {
  MovingSectors moving;
  moving.way = MovingSectors::Way::kWrite;
  moving.cached = cached;
  moving.txn = write.txn;
  moving.number = write.number;
  moving.size = write.size;
  moving.address = write.address;
  moving.where = write.where;
  return moving;
}

MovingSectors BlockDevice::Moving(const DiskCache::Entry& entry) {
  MovingSectors moving;
  moving.way = MovingSectors::Way::kDrain;
  moving.txn = entry.txn;
  moving.number = entry.first;
  moving.size = entry.size;
  moving.address = entry.address;
  moving.where = entry.where;
  return moving;
}

bool BlockDevice::Certain(uint64_t address, uint32_t size) const {
  if (!InFlight(address, size) && !Cached(address, size)) return true;
  if (tearable_) return false;
  uint8_t shown[64];
  for (uint32_t done = 0; done < size; done += sizeof shown) {
    const auto part = std::min<uint32_t>(size - done, sizeof shown);
    Peek(address + done, shown, part);
    if (!open_.Certain(address + done, part, shown)) return false;
  }
  return true;
}

void BlockDevice::CollectUnits(ArenaVector<PersistUnit>& units) const {
  open_.CollectUnits(base_, tearable_, units);
  undecided_.CollectUnits(units);
}

// --- The queue and the cache -------------------------------------------------------------------

Progress BlockDevice::SleepUntil(Thread& thread, Category category, Time time) {
  thread.set_wake_at(time);
  // Whoever finds its request served at once has not slept.
  const bool at_once = kWhole && time <= thread.now() && thread.kernel().has_slices();
  thread.WillBlock(WaitFor::kDevice, 0, 0, category,
                   at_once ? WhileBlocked::kSpinsOn : WhileBlocked::kGivesUpCore);
  return Progress::kSleep;
}

Progress BlockDevice::Submit(Thread& thread, Category category, Waiting* waiting) {
  if (!timing_.nearest_first()) {
    const Progress progress =
        SleepUntil(thread, category, Served(thread.kernel(), thread.now(), waiting->request));
    thread.set_served_from(timing_.Turn(thread.now()));
    return progress;
  }
  Dispatch(thread.kernel(), thread.now());
  if (!waiting_ && started_until_ <= thread.now()) {
    started_until_ = Served(thread.kernel(), thread.now(), waiting->request);
    return SleepUntil(thread, category, started_until_);
  }
  Waiting** link = &waiting_;
  while (*link) link = &(*link)->next;
  *link = waiting;
  thread.WillBlock(WaitFor::kDevice, 0, 0, category, WhileBlocked::kGivesUpCore);
  return Progress::kBlocked;
}

// The disk goes on when a request ends, whether or not its thread has a core to hear of it.
void BlockDevice::Dispatch(Kernel& kernel, Time now) {
  while (waiting_ && started_until_ <= now) {
    Waiting** nearest = &waiting_;
    for (Waiting** link = &waiting_; *link; link = &(*link)->next) {
      if (timing_.Distance((*link)->request.address) <
          timing_.Distance((*nearest)->request.address))
        nearest = link;
    }
    Waiting* next = *nearest;
    *nearest = next->next;
    started_until_ = Served(kernel, started_until_, next->request);
    next->thread->set_served_from(timing_.last_start());
    kernel.Wake(*next->thread, started_until_);
  }
}

// The moment when the medium has it is not reported: it counts from the event on with which the
// disk is used next.
void BlockDevice::Drain(Thread& thread, Drained with) {
  cache_.Advance(thread.now(), [&](const DiskCache::Entry& entry) {
    if constexpr (!kTraced) return;
    open_.Drain(entry.address, entry.size, entry.number);
    if (with == Drained::kWithThisEvent)
      arrived_.Add(thread.kernel(), Moving(entry));
    else
      arrived_.AddToNext(thread.kernel(), Moving(entry));
  });
}

// --- Operations --------------------------------------------------------------------------------

Progress BlockDevice::ReadOp::Start(Thread& thread, EventData data) {
  started_ = true;
  data.flags |= kFlagWait;
  thread.Emit(EventKind::kPageReadStart, data);
  disk_.Drain(thread, Drained::kWithThisEvent);
  const DiskRequest& request = waiting_.request;
  if constexpr (kTraced) {
    MovingSectors& moving = reading_.sectors;
    moving.number = ++disk_.reads_issued_;
    moving.txn = thread.txn();
    moving.where = thread.where();
    moving.address = request.address;
    moving.size = request.size;
    reading_.next = disk_.reading_;
    disk_.reading_ = &reading_;
  }
  if (request.size > 0 && disk_.cache_.HoldsAll(request.address, request.size)) {
    return disk_.SleepUntil(thread, category_,
                            thread.now() + disk_.timing_.TransferNs(request.size));
  }
  return disk_.Submit(thread, category_, &waiting_);
}

Progress BlockDevice::ReadOp::Step(Thread& thread) {
  const uint64_t address = waiting_.request.address;
  const uint32_t size = waiting_.request.size;
  const EventData data{.tier = Tier::kDisk, .address = disk_.Shown(address), .size = size};
  if (!started_ && !disk_.AssumesNoCrash()) return Start(thread, data);
  disk_.Dispatch(thread.kernel(), thread.now());
  if (out_) disk_.Peek(address, out_, size);
  ++disk_.counters_.reads;
  disk_.counters_.bytes_read += size;
  thread.Emit(EventKind::kPageRead, data);
  if (kTraced && started_) {
    Reading** link = &disk_.reading_;
    while (*link != &reading_) link = &(*link)->next;
    *link = reading_.next;
    disk_.arrived_.Add(thread.kernel(), reading_.sectors);
  }
  return Progress::kDone;
}

Progress BlockDevice::WriteOp::Start(Thread& thread, EventData data) {
  started_ = true;
  write_.txn = thread.txn();
  write_.where = thread.where();
  write_.number = ++disk_.writes_issued_;
  disk_.undecided_.Decide(write_.address, write_.size, disk_.bytes_);
  write_.next = disk_.in_flight_;
  disk_.in_flight_ = &write_;
  disk_.Drain(thread, Drained::kWithTheNext);
  if constexpr (kTraced) disk_.open_.Issue(write_);
  data.flags |= kFlagWait;
  thread.Emit(EventKind::kPageWriteStart, data);
  return disk_.cache_.Takes(write_.size) ? StartCached(thread)
                                         : disk_.Submit(thread, category_, &waiting_);
}

Progress BlockDevice::WriteOp::StartCached(Thread& thread) {
  DiskCache& cache = disk_.cache_;
  const Time arrival = thread.now() + disk_.timing_.TransferNs(write_.size);
  entry_ = cache.Joined(write_.address, write_.size, arrival);
  if (entry_) {
    const uint32_t more = DiskCache::Beyond(*entry_, write_.address, write_.size);
    if (more > 0)
      cache.Extend(more,
                   disk_.Served(thread.kernel(), arrival, {DiskCache::End(*entry_), more, true}));
    entry_->number = write_.number;
    entry_->txn = write_.txn;
    entry_->where = write_.where;
    ++entry_->arriving;
    return disk_.SleepUntil(thread, category_, arrival);
  }
  const Time here = cache.RoomAt(thread.now(), write_.size) + disk_.timing_.TransferNs(write_.size);
  const Time end = disk_.Served(thread.kernel(), here, waiting_.request);
  entry_ = cache.Add(write_.address, write_.size, disk_.timing_.last_start(), end);
  entry_->number = entry_->first = write_.number;
  entry_->txn = write_.txn;
  entry_->where = write_.where;
  entry_->arriving = 1;
  return disk_.SleepUntil(thread, category_, here);
}

Progress BlockDevice::WriteOp::Step(Thread& thread) {
  const EventData data{.tier = Tier::kDisk,
                       .flags = kFlagDevice,
                       .address = disk_.Shown(write_.address),
                       .size = write_.size};
  if (kTraced && left_out_) {
    thread.EmitMissing({.tier = data.tier, .address = data.address, .size = data.size});
    return Progress::kDone;
  }
  if (disk_.AssumesNoCrash()) {
    disk_.undecided_.Decide(write_.address, write_.size, disk_.bytes_);
    disk_.bytes_.Write(write_.address, write_.data, write_.size);
    thread.Emit(EventKind::kPageWrite, data);
    return Progress::kDone;
  }
  if (!started_) return Start(thread, data);
  disk_.Dispatch(thread.kernel(), thread.now());
  if constexpr (kTraced)
    entry_ ? disk_.open_.Cache(write_, disk_.bytes_) : disk_.open_.Complete(write_);
  if (kTraced || !write_.lines)
    disk_.bytes_.Write(write_.address, write_.data, write_.size);
  else
    disk_.bytes_.WriteLines(write_.address, write_.data, write_.size, write_.lines);
  ++disk_.counters_.writes;
  disk_.counters_.bytes_written += write_.size;
  DiskWrite** link = &disk_.in_flight_;
  while (*link != &write_) link = &(*link)->next;
  *link = write_.next;
  thread.Emit(EventKind::kPageWrite, data);
  if constexpr (kTraced) disk_.arrived_.Add(thread.kernel(), Moving(write_, entry_ != nullptr));
  if (entry_) {
    --entry_->arriving;
    entry_->holds = true;
    disk_.Drain(thread, Drained::kWithThisEvent);
  }
  return Progress::kDone;
}

Progress BlockDevice::FlushOp::Step(Thread& thread) {
  if (kTraced && left_out_) {
    thread.EmitMissing({.tier = Tier::kDisk, .address = disk_.Shown(0)});
    return Progress::kDone;
  }
  if (!disk_.barriers_) {
    if (kTraced) thread.SiteIdle();
    return Progress::kDone;
  }
  disk_.Drain(thread, Drained::kWithTheNext);
  if (kTraced && !waited_ && disk_.cache_.EmptyAt() <= thread.now()) thread.SiteIdle();
  if (disk_.cache_.EmptyAt() > thread.now() && !waited_) {
    waited_ = true;
    disk_.cache_.Close();
    return disk_.SleepUntil(thread, category_, disk_.cache_.EmptyAt());
  }
  thread.Emit(EventKind::kSync,
              {.tier = Tier::kDisk, .flags = kFlagDevice, .address = disk_.Shown(0)});
  disk_.Drain(thread, Drained::kWithThisEvent);
  return Progress::kDone;
}

}  // namespace afterimage
