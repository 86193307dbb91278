// Statistics of how unevenly the units of a device are worn.
#ifndef AFTERIMAGE_RUN_MEASURE_WEAR_H_
#define AFTERIMAGE_RUN_MEASURE_WEAR_H_

#include <cstdint>
#include <vector>

#include "base/types.h"

namespace afterimage {

// Is given the number of writes of every unit, in any order, and then describes all of them.
class WearStatistics {
 public:
  void Add(uint32_t writes);
  // Adds units that were never written.
  void AddUnworn(uint32_t units) {
    units_ += units;
    small_[0] += units;
  }

  uint64_t units() const { return units_; }
  uint32_t max() const { return max_; }
  double mean() const;
  double variance() const;
  // Returns the number of writes that each of the most worn `per_mille` of the units has at least.
  // It is about at least one unit.
  uint32_t Worst(uint32_t per_mille) const;
  // Return the seconds until the most worn unit has had `endurance` writes, if it goes on as in
  // `elapsed` ns; with wear levelling every unit has the mean. 0 where nothing was written.
  double Lifetime(double endurance, Time elapsed) const;
  double LifetimeLevelled(double endurance, Time elapsed) const;

 private:
  static constexpr uint32_t kSmall = 4096;
  std::vector<uint32_t> small_ = std::vector<uint32_t>(kSmall);  // units by their writes
  std::vector<uint32_t> large_;                                  // writes of the others
  uint64_t units_ = 0;
  uint64_t sum_ = 0;
  double squares_ = 0;  // their sum, exact below 2^53
  uint32_t max_ = 0;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_MEASURE_WEAR_H_
