// Start-Gap wear levelling (Qureshi et al., MICRO 2009): a device with one unit more than it shows.
//
//   places   0   1   2   3  gap      Each move copies the unit before the gap into it, so the gap
//   units    A   B   C   D   -       goes down by one; from place 0 it goes back to the end, and
//   moved    A   B   C   -   D       all units have moved up by one. Two registers say where any
//   ...      D   A   B   C   -       unit is.
//
// With randomization a fixed mapping comes first (a Feistel network), so that neighbours, which
// are often written together, do not follow each other round.
#ifndef AFTERIMAGE_TIER_NVM_START_GAP_H_
#define AFTERIMAGE_TIER_NVM_START_GAP_H_

#include <cstdint>

namespace afterimage {

class StartGap {
 public:
  // A gap for `units`, at least one, that moves at every `every`th write; 0 means never, and each
  // unit is at its own place.
  StartGap(uint32_t units, uint64_t every, bool randomize);

  bool on() const { return every_ > 0; }
  // The number of places: those of the units, and the gap's.
  uint32_t places() const { return units_ + (on() ? 1 : 0); }
  // The present place of the unit. REQUIRES: it is below the number of units.
  uint32_t PlaceOf(uint32_t unit) const;
  // The randomized number of the unit: a bijection on the units.
  uint32_t Randomized(uint32_t unit) const;

  // Counts a write; true where the gap is to move now.
  bool CountWrite() { return on() && ++writes_ % every_ == 0; }
  // The place of the gap. REQUIRES: there is one.
  uint32_t gap() const { return gap_; }
  struct Move {
    uint32_t from, to;  // places
  };
  // Moves the gap: what it copies.
  Move MoveGap();

 private:
  uint32_t units_;
  uint64_t every_;
  uint32_t half_bits_ = 0;  // of a number in the network; 0: no randomization
  // The device's registers, which it keeps without power.
  uint64_t writes_ = 0;
  uint32_t start_ = 0;
  uint32_t gap_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_TIER_NVM_START_GAP_H_
