// The wear of the NVM: the number of writes to each unit, how the device levels them, and what
// happens when a unit has had all the writes that it survives.
//
//   places    units, the gap of wear levelling (start_gap.h), spares, reserve (rotation.h)
//
// Without switches a unit is at its own place and takes any number of writes. With `nvm.start_gap`
// units move; with `nvm.rotate_writes` the units that the system has named move over places in
// reserve.
// With `nvm.worn_out` a unit takes no more than `nvm.endurance` writes: the device reads back what
// it writes, and a write that does not stick goes to a spare, for good, with the rest of its unit.
// If no spare is left the device is worn out.
#ifndef AFTERIMAGE_TIER_NVM_NVM_WEAR_H_
#define AFTERIMAGE_TIER_NVM_NVM_WEAR_H_

#include <cstdint>
#include <cstring>

#include "base/arena.h"
#include "base/types.h"
#include "tier/nvm/rotation.h"
#include "tier/nvm/start_gap.h"
#include "tier/paged_bytes.h"
#include "tier/prices/machine_profile.h"

namespace afterimage {

class NvmWear {
 public:
  // No unit of a device of `device_bytes` has been written. A unit has `nvm.wear_unit_bytes`, which
  // is a power of two and at least a line.
  NvmWear(Arena& arena, const MachineProfile& machine, uint64_t device_bytes);
  // Goes on from `crashed`, with its registers and spares; `crashed` must outlive this and stay as
  // it is.
  NvmWear(Arena& arena, const NvmWear& crashed);

  // Places that can wear: all units, and what levelling and spares add.
  uint32_t units() const { return places_ + spares_ + rotation_.reserve(); }
  uint32_t unit_bytes() const { return unit_bytes_; }
  uint32_t unit_lines() const { return 1u << shift_; }
  // Line writes since this was made that threads requested, of any unit.
  uint64_t lines_written() const { return lines_written_; }
  // The device's own line writes: for a gap that moves, a named unit, and the rest of a unit that
  // goes to a spare.
  uint64_t own_lines_written() const { return own_lines_written_; }
  uint64_t gap_moves() const { return gap_moves_; }
  uint64_t rotations() const { return rotation_.moves(); }
  // Units that are at a spare, ever since the device was new.
  uint32_t spares_used() const { return spares_used_; }
  uint32_t spares() const { return spares_; }
  // A write has found no place: the device can go on no more.
  bool worn_out() const { return worn_out_; }
  // The order of writes matters to where they go and what comes after them.
  bool ordered() const { return moves_; }
  // Units are not where their addresses are.
  bool moves_units() const { return moves_; }

  // Names the units of this range as those that rotate, where the device does that. REQUIRES: a
  // range that has been named before, or nothing has been written.
  void Name(Address address, uint64_t bytes);
  // Counts one write of each line from `first` to `last`, which are numbers of lines, at `now`.
  // False where the device is worn out: the last one has not been taken, or not been levelled.
  bool Count(uint32_t first, uint32_t last, Time now);
  // One more write of the line would find a place. (A copy that levelling makes after it may not.)
  bool Takes(uint32_t line) const {
    return endurance_ == kEndless || spares_used_ < spares_ ||
           Of(PlaceOf(HomeOf(line >> shift_))) < endurance_;
  }
  // The place of the line, as a number of a line of the medium.
  uint32_t LineAtMedium(uint32_t line) const {
    if (!moves_units()) return line;
    return PlaceOf(HomeOf(line >> shift_)) << shift_ | (line & (unit_lines() - 1));
  }
  // Units that have addresses, and the place of one: its own, or where levelling and spares have
  // put it. REQUIRES: it is below that number.
  uint32_t addressed() const { return places_ - (gap_.on() ? 1 : 0); }
  uint32_t PlaceOfUnit(uint32_t unit) const { return PlaceOf(HomeOf(unit)); }
  // True if the place is the gap: a copy into it goes to its spare if its own place is worn.
  bool IsGap(uint32_t place) const { return gap_.on() && place == PlaceOf(gap_.gap()); }
  bool IsSpare(uint32_t place) const { return place >= places_ && place < places_ + spares_; }
  // It takes no more writes.
  bool IsWorn(uint32_t place) const { return Of(place) >= endurance_; }
  // The number of writes to a line of this place.
  uint32_t Of(uint32_t unit) const;
  // Calls f(unit, writes) for every place that has ever been written, in their order.
  template <class F>
  void ForEach(F&& f) const {
    writes_.ForEachKeptLine([&](uint64_t address, const uint8_t* line) {
      uint32_t writes[PagedBytes::kLineBytes / sizeof(uint32_t)];
      std::memcpy(writes, line, sizeof writes);
      uint32_t unit = static_cast<uint32_t>(address / sizeof(uint32_t));
      for (const uint32_t n : writes) {
        if (n > 0) f(unit, n);
        ++unit;
      }
    });
  }

  // A copy of the device's own that its banks have still to serve, where there is a limit of them.
  struct Copy {
    Time at;
    uint32_t from, to;       // places
    uint32_t reads, writes;  // lines
  };
  // Calls f(copy) for each, in their order, and forgets them.
  template <class F>
  void TakeCopies(F&& f) {
    if (copies_.empty()) return;
    for (const Copy& copy : copies_) f(copy);
    copies_.clear();
  }

 private:
  static constexpr uint64_t kEndless = ~uint64_t{0};
  // The place that levelling gives the unit.
  uint32_t HomeOf(uint32_t unit) const;
  uint32_t RotatedPlace(uint32_t place) const {
    return place < rotation_.named() ? gap_.PlaceOf(rotation_.Unit(place))
                                     : places_ + spares_ + place - rotation_.named();
  }
  // Writes an entire unit of the device's own to a place; false if none takes it.
  bool MoveUnit(uint32_t from, uint32_t to, Time now);
  // The place of the unit that belongs here: here, or at a spare.
  uint32_t PlaceOf(uint32_t place) const;
  // Writes lines of what belongs to this place; false where none takes them.
  bool Put(uint32_t place, uint32_t lines, Time now);
  bool CountOne(uint32_t line, Time now);
  void Add(uint32_t place, uint32_t writes);
  void AddCopy(const Copy& copy) {
    if (keeps_copies_) copies_.push_back(copy);
  }

  PagedBytes writes_;    // a counter of 4 bytes for each place
  PagedBytes spare_of_;  // for each place 1 + the place of its spare, or 0
  StartGap gap_;
  Rotation rotation_;
  uint32_t places_;
  uint32_t spares_;
  uint32_t unit_bytes_;
  uint32_t shift_;  // from the number of a line to that of its unit
  uint64_t endurance_;
  uint32_t spares_used_ = 0;
  bool worn_out_ = false;
  bool moves_;
  bool keeps_copies_;
  uint64_t lines_written_ = 0;
  uint64_t own_lines_written_ = 0;
  uint64_t gap_moves_ = 0;
  ArenaVector<Copy> copies_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_TIER_NVM_NVM_WEAR_H_
