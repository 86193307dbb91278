// NURand (clause 2.1.6): the non-uniform choice of customers, names and items.
#ifndef AFTERIMAGE_WORKLOAD_TPCC_NURAND_H_
#define AFTERIMAGE_WORKLOAD_TPCC_NURAND_H_

#include "base/random.h"
#include "workload/tpcc/scale.h"

namespace afterimage::tpcc {

class NuRand {
 public:
  // `full` is the standard's range for which A is `a`; a smaller range gets a smaller A, so that it
  // is skewed about as much.
  NuRand(uint32_t a, uint32_t full, uint32_t range, uint32_t c) : a_(a), range_(range), c_(c) {
    while (a_ > 1 && uint64_t{a_ + 1} * full > uint64_t{a + 1} * range) a_ /= 2;
  }

  // Draws a number from [0, range).
  uint32_t Draw(Random& random) const {
    const uint32_t few = random.Below(a_ + 1);
    return ((few | random.Below(range_)) + c_) % range_;
  }

  uint32_t a() const { return a_; }

 private:
  uint32_t a_;
  uint32_t range_;
  uint32_t c_;
};

// The three distributions with their constants C. Names are drawn with one C before the run and
// with another in it, whose distance the standard prescribes (clause 2.1.6.1).
struct Distributions {
  Distributions(const Scale& scale, uint64_t seed);

  NuRand initial_name;
  NuRand name;      // from 0
  NuRand customer;  // from 0: the number less one
  NuRand item;      // from 0: the number less one
};

}  // namespace afterimage::tpcc

#endif  // AFTERIMAGE_WORKLOAD_TPCC_NURAND_H_
