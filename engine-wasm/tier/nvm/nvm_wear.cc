#include "tier/nvm/nvm_wear.h"

#include <algorithm>
#include <bit>

#include "tier/persist_unit.h"

namespace afterimage {

namespace {
constexpr uint32_t kCounter = sizeof(uint32_t);

// Levelling needs all of the last unit, of which the device may have a part.
uint32_t UnitsOf(const MachineProfile& machine, uint64_t device_bytes) {
  const uint64_t unit = machine[Price::kNvmWearUnit];
  const bool moves = machine[Price::kNvmStartGap] != 0 || machine[Price::kNvmWornOut] != 0 ||
                     machine[Price::kNvmRotate] != 0;
  return static_cast<uint32_t>((device_bytes + (moves ? unit - 1 : 0)) / unit);
}
uint32_t ReserveOf(const MachineProfile& machine) {
  return machine[Price::kNvmRotate] != 0 ? static_cast<uint32_t>(machine[Price::kNvmReserve]) : 0;
}
uint32_t SparesOf(const MachineProfile& machine) {
  return machine[Price::kNvmWornOut] != 0 ? static_cast<uint32_t>(machine[Price::kNvmSpareUnits])
                                          : 0;
}
}  // namespace

NvmWear::NvmWear(Arena& arena, const MachineProfile& machine, uint64_t device_bytes)
    : writes_(arena, (uint64_t{UnitsOf(machine, device_bytes)} + SparesOf(machine) +
                      ReserveOf(machine) + 2) *
                         kCounter),
      spare_of_(arena, writes_.size()),
      gap_(std::max(UnitsOf(machine, device_bytes), 1u), machine[Price::kNvmStartGap],
           machine[Price::kNvmRandomize] != 0),
      rotation_(machine[Price::kNvmRotate], ReserveOf(machine)),
      places_(UnitsOf(machine, device_bytes) + (gap_.on() ? 1 : 0)),
      spares_(SparesOf(machine)),
      unit_bytes_(static_cast<uint32_t>(machine[Price::kNvmWearUnit])),
      shift_(static_cast<uint32_t>(std::countr_zero(unit_bytes_ / kLineBytes))),
      endurance_(machine[Price::kNvmWornOut] != 0 ? machine[Price::kNvmEndurance] : kEndless),
      moves_(gap_.on() || rotation_.on() || endurance_ != kEndless),
      keeps_copies_(machine[Price::kNvmBanks] != 0),
      copies_(ArenaAllocator<Copy>(arena)) {}

NvmWear::NvmWear(Arena& arena, const NvmWear& crashed)
    : writes_(arena, crashed.writes_),
      spare_of_(arena, crashed.spare_of_),
      gap_(crashed.gap_),
      rotation_(crashed.rotation_),
      places_(crashed.places_),
      spares_(crashed.spares_),
      unit_bytes_(crashed.unit_bytes_),
      shift_(crashed.shift_),
      endurance_(crashed.endurance_),
      spares_used_(crashed.spares_used_),
      moves_(crashed.moves_),
      keeps_copies_(crashed.keeps_copies_),
      copies_(ArenaAllocator<Copy>(arena)) {}

uint32_t NvmWear::Of(uint32_t unit) const {
  uint32_t writes = 0;
  writes_.Read(uint64_t{unit} * sizeof writes, &writes, sizeof writes);
  return writes;
}

uint32_t NvmWear::PlaceOf(uint32_t place) const {
  while (spares_used_ > 0) {
    uint32_t spare = 0;
    spare_of_.Read(uint64_t{place} * kCounter, &spare, sizeof spare);
    if (spare == 0) break;
    place = spare - 1;
  }
  return place;
}

void NvmWear::Add(uint32_t place, uint32_t writes) {
  const uint32_t sum = Of(place) + writes;
  writes_.Write(uint64_t{place} * kCounter, &sum, sizeof sum);
}

bool NvmWear::Put(uint32_t place, uint32_t lines, Time now) {
  place = PlaceOf(place);
  while (Of(place) + uint64_t{lines} > endurance_) {
    if (spares_used_ == spares_) {
      worn_out_ = true;
      return false;
    }
    const uint32_t spare = places_ + spares_used_++, name = spare + 1;
    spare_of_.Write(uint64_t{place} * kCounter, &name, sizeof name);
    const uint32_t rest = unit_lines() - lines;
    AddCopy({now, place, spare, rest, unit_lines()});
    own_lines_written_ += rest;
    lines = unit_lines();
    place = spare;
  }
  Add(place, lines);
  return true;
}

void NvmWear::Name(Address address, uint64_t bytes) {
  const auto first = static_cast<uint32_t>(address / unit_bytes_);
  const auto last = static_cast<uint32_t>((address + bytes - 1) / unit_bytes_);
  rotation_.Name(first, last - first + 1);
}

uint32_t NvmWear::HomeOf(uint32_t unit) const {
  const uint32_t number = rotation_.on() ? rotation_.NumberOf(unit) : Rotation::kNoNumber;
  return number == Rotation::kNoNumber ? gap_.PlaceOf(unit)
                                       : RotatedPlace(rotation_.PlaceOf(number));
}

bool NvmWear::MoveUnit(uint32_t from, uint32_t to, Time now) {
  own_lines_written_ += unit_lines();
  AddCopy({now, PlaceOf(from), PlaceOf(to), unit_lines(), unit_lines()});
  return Put(to, unit_lines(), now);
}

bool NvmWear::CountOne(uint32_t line, Time now) {
  const uint32_t unit = line >> shift_;
  if (!Put(HomeOf(unit), 1, now)) return false;
  ++lines_written_;
  if (rotation_.on() && rotation_.NumberOf(unit) != Rotation::kNoNumber && rotation_.CountWrite()) {
    const Rotation::Move move = rotation_.MoveOne();
    if (!MoveUnit(RotatedPlace(move.from), RotatedPlace(move.to), now)) return false;
  }
  if (!gap_.CountWrite()) return true;
  const StartGap::Move move = gap_.MoveGap();
  ++gap_moves_;
  return MoveUnit(move.from, move.to, now);
}

bool NvmWear::Count(uint32_t first, uint32_t last, Time now) {
  if (ordered()) {
    for (uint32_t line = first; line <= last && !worn_out_; ++line) CountOne(line, now);
    return !worn_out_;
  }
  constexpr uint32_t kTogether =
      PagedBytes::kLineBytes / sizeof(uint32_t);  // counters side by side
  const uint32_t in_unit = unit_lines() - 1;
  for (uint32_t line = first; line <= last;) {
    const uint32_t unit = line >> shift_;
    uint8_t* counter = writes_.InPlace(uint64_t{unit} * sizeof(uint32_t));
    for (uint32_t left = kTogether - unit % kTogether; left > 0 && line <= last; --left) {
      const uint32_t end = std::min(last, line | in_unit) + 1;
      uint32_t writes;
      std::memcpy(&writes, counter, sizeof writes);
      writes += end - line;
      std::memcpy(counter, &writes, sizeof writes);
      counter += sizeof writes;
      line = end;
    }
  }
  lines_written_ += last - first + 1;
  return true;
}

}  // namespace afterimage
