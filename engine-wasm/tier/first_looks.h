// Reports to a PersistChoice every line or sector that is looked at for the first time after a
// power cut: recovery can know exactly that of the devices.
#ifndef AFTERIMAGE_TIER_FIRST_LOOKS_H_
#define AFTERIMAGE_TIER_FIRST_LOOKS_H_

#include <bit>

#include "base/flat_map.h"
#include "tier/persist_unit.h"

namespace afterimage {

class FirstLooks {
 public:
  // Units of `unit_bytes`, a power of two, shown with addresses from `base` on.
  FirstLooks(Arena& arena, Tier tier, uint32_t unit_bytes, uint64_t base)
      : arena_(arena),
        base_(base),
        shift_(static_cast<uint32_t>(std::countr_zero(unit_bytes))),
        tier_(tier) {}

  void Watch(PersistChoice& choice) {
    if (!choice.watches()) return;
    choice_ = &choice;
    looked_ = arena_.New<FlatMap<uint64_t>>(arena_);
  }
  bool watching() const { return choice_ != nullptr; }
  // Returns true at the first look at the unit there. REQUIRES: watching().
  bool IsFirst(uint64_t address) {
    const uint64_t number = address >> shift_;
    if (number / kGroup != group_) {
      group_ = number / kGroup;
      looked_in_group_ = &(*looked_)[group_];
    }
    const uint64_t bit = uint64_t{1} << number % kGroup;
    const bool first = (*looked_in_group_ & bit) == 0;
    *looked_in_group_ |= bit;
    return first;
  }
  // Reports a first look to the choice. REQUIRES: the unit has been decided.
  void Look(uint64_t address) { choice_->Looked(tier_, base_ + (address >> shift_ << shift_)); }

 private:
  Arena& arena_;
  PersistChoice* choice_ = nullptr;
  static constexpr uint32_t kGroup = 64;
  FlatMap<uint64_t>* looked_ = nullptr;  // by groups of units: a bit each
  uint64_t group_ = ~uint64_t{0};        // that was looked at last
  uint64_t* looked_in_group_ = nullptr;
  uint64_t base_;
  uint32_t shift_;
  Tier tier_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_TIER_FIRST_LOOKS_H_
