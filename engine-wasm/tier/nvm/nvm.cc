#include "tier/nvm/nvm.h"

#include <algorithm>

namespace afterimage {

Nvm::Nvm(Arena& arena, const MachineProfile& machine, uint64_t size)
    : durable_(arena, size),
      wear_(arena, machine, size),
      image_(arena, durable_),
      cache_(arena, durable_, wear_, static_cast<uint32_t>(machine[Price::kCacheLines]),
             machine[Price::kCachesKept] != 0),
      timing_(arena, machine, wear_),
      read_caches_(arena, machine) {
  AI_CHECK(size % kLineBytes == 0);
}

Nvm::Nvm(Arena& arena, const MachineProfile& machine, const Nvm& crashed, PersistChoice& choice)
    : durable_(arena, crashed.durable_),
      wear_(arena, crashed.wear_),
      image_(arena, durable_),
      cache_(arena, durable_, wear_, static_cast<uint32_t>(machine[Price::kCacheLines]),
             machine[Price::kCachesKept] != 0),
      timing_(arena, machine, wear_),
      read_caches_(arena, machine) {
  ArenaVector<PersistUnit> units{ArenaAllocator<PersistUnit>(arena)};
  // The untraced build knows no single stores: there just what is durable survives, and what caches
  // keep.
  if constexpr (kTraced)
    crashed.CollectUnits(units);
  else
    crashed.cache_.KeepIn(durable_);
  image_.Open(arena, units, choice);
}

NvmCounters Nvm::counters() const {
  NvmCounters counters = counters_;
  counters.evictions = cache_.evictions();
  counters.lines_written = wear_.lines_written();
  counters.own_lines_written = wear_.own_lines_written();
  counters.spares_used = wear_.spares_used();
  return counters;
}

void Nvm::Load(Address address, void* out, uint32_t size) {
  if (size == 0) return;
  image_.DecideRange(address, size);
  durable_.Read(address, out, size);
  cache_.Overlay(address, static_cast<uint8_t*>(out), size);
}

void Nvm::ChargeCached(Thread& thread, Category category, uint32_t line, uint64_t lines) {
  Time near_ps = 0;
  uint64_t far = 0;  // lines side by side that no cache has
  const auto read_far = [&](uint32_t end) {
    if (far == 0) return;
    if (timing_.shared())
      timing_.NoteRead(thread.id(), category, static_cast<uint32_t>(end - far), far);
    else
      thread.Charge(category, timing_.ReadNs(far));
    far = 0;
  };
  const auto end = static_cast<uint32_t>(line + lines);
  for (; line < end; ++line) {
    const uint32_t ps = read_caches_.Read(thread, line);
    if (ps == ReadCaches::kMissed) {
      ++far;
    } else {
      near_ps += ps;
      read_far(line);
    }
  }
  read_far(end);
  thread.Charge(category, near_ps / 1000);
}

Time Nvm::StartCached(Thread& thread, uint32_t line, uint64_t size, Time after) {
  Time near_ps = 0;
  bool adjoins = false;  // the line before is read from the device, too
  for (uint64_t lines = (size + kLineBytes - 1) / kLineBytes; lines > 0; --lines, ++line) {
    const uint32_t ps = read_caches_.Read(thread, line);
    const bool far = ps == ReadCaches::kMissed;
    if (!far)
      near_ps += ps;
    else if (adjoins && !timing_.shared())
      after += timing_.next_read_ns();
    else
      after = timing_.StartRead(line, 1, thread.now(), after);
    adjoins = far;
  }
  return after + near_ps / 1000;
}

void Nvm::Discard(Address address, uint64_t size) {
  constexpr uint32_t kExtent = PagedBytes::kExtentBytes;
  const uint64_t end = address + size;
  ++discards_;
  for (uint64_t at = (address + kExtent - 1) / kExtent * kExtent; at + kExtent <= end;
       at += kExtent) {
    bool dirty = false;
    for (uint64_t line = at / kLineBytes;
         line < (at + kExtent) / kLineBytes && cache_.dirty_count() > 0; ++line) {
      dirty |= cache_.IsDirty(static_cast<uint32_t>(line));
    }
    if (!dirty) durable_.Discard(at, kExtent);
  }
}

// Stores that no unit can take any more cannot arrive either.
void Nvm::CollectUnits(ArenaVector<PersistUnit>& units) const {
  const auto before = static_cast<ptrdiff_t>(units.size());
  cache_.CollectUnits(units);
  image_.CollectUnits(units);
  units.erase(
      std::remove_if(units.begin() + before, units.end(),
                     [&](const PersistUnit& unit) { return !wear_.Takes(LineOf(unit.address)); }),
      units.end());
}

void Nvm::AddTo(Digest& digest) const { durable_.AddTo(digest); }

}  // namespace afterimage
