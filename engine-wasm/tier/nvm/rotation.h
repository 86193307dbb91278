// Rotation of the units that a system itself names as its hottest, over places kept in reserve:
// what Start-Gap does for a whole device, with as many gaps as there are places in reserve.
//
//   places    0    1    2    3    4        Three units, two places in reserve. Each move takes one
//   at first  A    B    C    -    -        unit over the gaps, the last one first; then all have
//   moved     A    B    -    -    C        gone on by as many places as are in reserve. The number
//   ...       -    -    A    B    C        of moves says where any of them is.
#ifndef AFTERIMAGE_TIER_NVM_ROTATION_H_
#define AFTERIMAGE_TIER_NVM_ROTATION_H_

#include <cstdint>

namespace afterimage {

class Rotation {
 public:
  // A unit moves at every `every`th write of a named one; 0, or nothing in reserve: none does.
  Rotation(uint64_t every, uint32_t reserve) : every_(every), reserve_(reserve) {}

  bool on() const { return every_ > 0 && reserve_ > 0; }
  // Places in reserve.
  uint32_t reserve() const { return on() ? reserve_ : 0; }
  uint64_t moves() const { return moves_; }

  // Names units from `first` on; those that have a name already keep it. REQUIRES: none has moved.
  void Name(uint32_t first, uint32_t count);
  uint32_t named() const { return named_; }
  static constexpr uint32_t kNoNumber = ~0u;
  // The number of a named unit, in the order of naming, or kNoNumber.
  uint32_t NumberOf(uint32_t unit) const;
  // The unit with this number. REQUIRES: it is below named().
  uint32_t Unit(uint32_t number) const;

  // The place of the unit with this number: of the named unit with that number, or beyond named()
  // one in reserve.
  uint32_t PlaceOf(uint32_t number) const { return PlaceAfter(number, moves_); }

  // Counts a write of a named unit; true where one is to move now.
  bool CountWrite() { return on() && ++writes_ % every_ == 0; }
  struct Move {
    uint32_t from, to;  // places
  };
  // Moves a unit: what that copies.
  Move MoveOne();

 private:
  static constexpr uint32_t kMostRanges = 64;
  struct Range {
    uint32_t first = 0;
    uint32_t count = 0;
  };
  uint32_t PlaceAfter(uint32_t number, uint64_t moves) const;

  uint64_t every_;
  uint32_t reserve_;
  // The device's registers, which it keeps without power.
  Range ranges_[kMostRanges];
  uint32_t range_count_ = 0;
  uint32_t named_ = 0;
  uint64_t writes_ = 0;
  uint64_t moves_ = 0;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_TIER_NVM_ROTATION_H_
