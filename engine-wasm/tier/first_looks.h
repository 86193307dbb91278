// Tells a PersistChoice of every line or sector that is looked at for the first time after a power cut:
// what recovery can know of the devices is exactly that.
#ifndef AFTERIMAGE_TIER_FIRST_LOOKS_H_
#define AFTERIMAGE_TIER_FIRST_LOOKS_H_

#include "base/flat_map.h"
#include "tier/paged_bytes.h"
#include "tier/persist_unit.h"

namespace afterimage {

class FirstLooks {
 public:
  // Units of `unit_bytes`, shown with addresses from `base` on.
  FirstLooks(Arena& arena, Tier tier, uint32_t unit_bytes, uint64_t base)
      : arena_(arena), base_(base), unit_bytes_(unit_bytes), tier_(tier) {}

  void Watch(PersistChoice& choice) {
    if (!choice.watches()) return;
    choice_ = &choice;
    looked_ = arena_.New<FlatMap<bool>>(arena_);
  }
  bool watching() const { return choice_ != nullptr; }
  // Somebody looks at the unit there; `bytes` holds what survived of it.
  void Look(uint64_t address, const PagedBytes& bytes) {
    const uint64_t number = address / unit_bytes_;
    if (number == last_) return;
    last_ = number;
    bool& looked = (*looked_)[number];
    if (looked) return;
    looked = true;
    uint8_t unit[kMaxUnitBytes];
    const uint64_t start = address / unit_bytes_ * unit_bytes_;
    bytes.Read(start, unit, unit_bytes_);
    choice_->Looked(tier_, base_ + start, unit, unit_bytes_);
  }
  static constexpr uint32_t kMaxUnitBytes = 4096;

 private:
  Arena& arena_;
  PersistChoice* choice_ = nullptr;
  FlatMap<bool>* looked_ = nullptr;
  uint64_t last_ = ~uint64_t{0};  // the unit that was looked at last: mostly it is the same again
  uint64_t base_;
  uint32_t unit_bytes_;
  Tier tier_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_TIER_FIRST_LOOKS_H_
