// The shared prefix of a way through a trie and that of the next point: it reaches from the start
// to the first look at a unit that has changed meanwhile. So far the way need not be walked again.
#ifndef AFTERIMAGE_CRASH_SHARED_PREFIX_H_
#define AFTERIMAGE_CRASH_SHARED_PREFIX_H_

#include <cstdint>
#include <vector>

#include "crash/recovery_trie.h"

namespace afterimage {

class SharedPrefix {
 public:
  // The node where it ends.
  RecoveryTrie::Node end() const { return steps_.empty() ? RecoveryTrie::kRoot : steps_.back().to; }
  // Appends a step: the way looks at `unit` next, and goes on at `to`.
  void Append(UnitNumber unit, RecoveryTrie::Node to) {
    if (unit >= place_.size()) place_.resize(unit + 32);
    // A run that looks at a unit twice depends on it from the first time on.
    if (place_[unit] == 0) place_[unit] = static_cast<uint32_t>(steps_.size()) + 1;
    steps_.push_back({unit, to});
  }
  // Ends the prefix before the first look at `unit`, whose possible contents have changed.
  void EndBefore(UnitNumber unit) {
    const uint32_t place = unit < place_.size() ? place_[unit] : 0;
    if (place > 0) Shorten(place - 1);
  }
  void Clear() { Shorten(0); }
  struct Step {
    UnitNumber unit;
    RecoveryTrie::Node to;
  };
  const std::vector<Step>& steps() const { return steps_; }

 private:
  void Shorten(size_t length) {
    for (size_t i = length; i < steps_.size(); ++i) {
      uint32_t& place = place_[steps_[i].unit];
      if (place > length) place = 0;
    }
    steps_.resize(length);
  }
  std::vector<Step> steps_;
  std::vector<uint32_t> place_;  // by unit: 1 + its first step, 0 none
};

}  // namespace afterimage

#endif  // AFTERIMAGE_CRASH_SHARED_PREFIX_H_
