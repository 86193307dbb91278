// The request distributions of YCSB (Cooper et al., SoCC 2010, section 4.1), as its own generators
// draw them: ZipfianGenerator, by Gray et al., Quickly Generating Billion-Record Synthetic
// Databases, SIGMOD 1994; ScrambledZipfianGenerator; SkewedLatestGenerator.
#ifndef AFTERIMAGE_WORKLOAD_YCSB_ZIPFIAN_H_
#define AFTERIMAGE_WORKLOAD_YCSB_ZIPFIAN_H_

#include <cstdint>

#include "base/random.h"

namespace afterimage::ycsb {

// Returns the sum of 1 / i^theta for i from 1 to n, for any n in a time that hardly depends on it.
// REQUIRES: n is at least 1, and theta between 0 and 1.
double Zeta(uint64_t n, double theta);

// Draws ranks from 0, of which rank i is as likely as 1 / (i + 1)^theta.
class Zipfian {
 public:
  // REQUIRES: `items` is at least 1, and theta between 0 and 1.
  Zipfian(uint64_t items, double theta);

  uint64_t Draw(Random& random) const;

  uint64_t items() const { return items_; }
  double zeta() const { return zeta_; }
  double eta() const { return eta_; }
  double alpha() const { return alpha_; }

 private:
  uint64_t items_;
  double alpha_;
  double zeta_;
  double second_;  // below this, in units of the first rank's share, comes rank 1
  double eta_;
};

// The hash by which ranks are scattered: FNV-1a over the eight bytes of a number, as YCSB has it.
uint64_t FnvHash(uint64_t number);

// Draws numbers below a bound. A rank of ten thousand million is drawn and hashed, whatever the
// bound is: so the popular numbers are everywhere, and two ranks may be one number.
class ScrambledZipfian {
 public:
  static constexpr uint64_t kRanks = 10'000'000'000;

  explicit ScrambledZipfian(double theta) : ranks_(kRanks, theta) {}

  uint64_t Draw(Random& random, uint64_t bound) const {
    return FnvHash(ranks_.Draw(random)) % bound;
  }

 private:
  Zipfian ranks_;
};

}  // namespace afterimage::ycsb

#endif  // AFTERIMAGE_WORKLOAD_YCSB_ZIPFIAN_H_
