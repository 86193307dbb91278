// Small numbers for lines and sectors, in the order of first use, so that facts about them can be
// kept in arrays.
#ifndef AFTERIMAGE_CRASH_UNIT_NUMBERS_H_
#define AFTERIMAGE_CRASH_UNIT_NUMBERS_H_

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "crash/crashable.h"

namespace afterimage {

using UnitNumber = uint32_t;

class UnitNumbers {
 public:
  UnitNumber Of(UnitId unit) {
    const auto [found, fresh] =
        numbers_.try_emplace(unit.address * 2 + (unit.tier == Tier::kDisk), size());
    if (fresh) units_.push_back(unit);
    return found->second;
  }
  UnitId operator[](UnitNumber number) const { return units_[number]; }
  uint32_t size() const { return static_cast<uint32_t>(units_.size()); }

 private:
  std::vector<UnitId> units_;
  std::unordered_map<uint64_t, UnitNumber> numbers_;  // never iterated
};

class UnitSet {
 public:
  bool Has(UnitNumber unit) const { return unit < has_.size() && has_[unit] != 0; }
  void Add(UnitNumber unit) {
    if (unit >= has_.size()) has_.resize(unit + 32);
    has_[unit] = 1;
  }

 private:
  std::vector<uint8_t> has_;
};

// Units in the order in which each was first added.
class UnitList {
 public:
  void Clear() {
    units_.clear();
    if (++list_ > 0) return;
    added_.clear();
    list_ = 1;
  }
  // False where it is there already.
  bool Add(UnitNumber unit) {
    if (unit >= added_.size()) added_.resize(unit + 32);
    if (added_[unit] == list_) return false;
    added_[unit] = list_;
    units_.push_back(unit);
    return true;
  }
  const std::vector<UnitNumber>& units() const { return units_; }

 private:
  std::vector<UnitNumber> units_;
  std::vector<uint32_t> added_;  // by unit: to which list last
  uint32_t list_ = 1;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_CRASH_UNIT_NUMBERS_H_
