// The outcomes that power cuts have reached.
#ifndef AFTERIMAGE_CRASH_REACHED_H_
#define AFTERIMAGE_CRASH_REACHED_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "crash/crashable.h"

namespace afterimage {

// A unit that recovery looked at, and the option that it found.
struct Survivor {
  UnitId unit;
  uint32_t option = 0;
  bool inherited = false;  // open since an earlier power cut, which this decides
  bool operator==(const Survivor& other) const {
    return unit == other.unit && option == other.option;
  }
};

// A power cut after `at` events of the machine's life, and the open units that recovery then looked
// at. Others do not matter.
struct PowerCut {
  uint32_t at = 0;
  std::vector<Survivor> survivors;
};

// An outcome, and the power cuts by which it is reached.
struct Reached {
  OutcomeId outcome = 0;
  double pairs = 0;            // (point, image) pairs that it stands for; exact below 2^53
  std::vector<PowerCut> cuts;  // the simplest: the first in the run, the next in its recovery, ...
  bool in_recovery() const { return cuts.size() > 1; }
  uint32_t surviving = 0;  // units of which something survives these cuts
};
// True where `a` is simpler than `b`: its cuts are earlier, or fewer units survive them. REQUIRES:
// both have equally many cuts.
bool Simpler(const Reached& a, const Reached& b);

// All that has been reached: an entry for each outcome and number of power cuts.
struct AllReached {
  std::vector<Reached> reached;
  double pairs = 0;
  // Returns the entry of this outcome and this number of cuts, or null.
  Reached* Find(OutcomeId outcome, size_t cuts) {
    for (Reached& known : reached) {
      if (known.outcome == outcome && known.cuts.size() == cuts) return &known;
    }
    return nullptr;
  }
  // About how many bytes of memory it takes.
  uint64_t bytes() const {
    uint64_t sum = 0;
    for (const Reached& known : reached) {
      sum += sizeof(Reached);
      for (const PowerCut& cut : known.cuts)
        sum += sizeof(PowerCut) + cut.survivors.size() * sizeof(Survivor);
    }
    return sum;
  }
};

}  // namespace afterimage

#endif  // AFTERIMAGE_CRASH_REACHED_H_
