#include "workload/ycsb/zipfian.h"

#include <algorithm>

#include "base/powers.h"

namespace afterimage::ycsb {
namespace {

// So many terms are added one by one.
constexpr uint64_t kTerms = 64;

// A double from [0, 1), of the 53 bits that it has.
double Fraction(Random& random) { return static_cast<double>(random.Next() >> 11) * 0x1p-53; }

}  // namespace

// The rest of the sum is Euler's and Maclaurin's: the integral, half of both ends, and two
// corrections, behind which less than 1e-14 is left.
double Zeta(uint64_t n, double theta) {
  double sum = 0;
  for (uint64_t i = std::min(n, kTerms); i >= 1; --i) sum += Power(static_cast<double>(i), -theta);
  if (n <= kTerms) return sum;
  const auto from = static_cast<double>(kTerms), to = static_cast<double>(n);
  const double at_from = Power(from, -theta), at_to = Power(to, -theta);
  const double integral = (to * at_to - from * at_from) / (1 - theta);
  const double slopes = theta * (at_from / from - at_to / to) / 12;
  const auto third = [](double at, double x) { return at / (x * x * x); };
  const double bends =
      theta * (theta + 1) * (theta + 2) * (third(at_from, from) - third(at_to, to)) / 720;
  return sum + integral + (at_to - at_from) / 2 + slopes - bends;
}

Zipfian::Zipfian(uint64_t items, double theta)
    : items_(items),
      alpha_(1 / (1 - theta)),
      zeta_(Zeta(items, theta)),
      second_(1 + Power(0.5, theta)),
      eta_((1 - Power(2 / static_cast<double>(items), 1 - theta)) / (1 - second_ / zeta_)) {}

// Of the first two ranks exactly, of the others by the integral that stands for their sum.
uint64_t Zipfian::Draw(Random& random) const {
  const double u = Fraction(random);
  const double in_firsts = u * zeta_;
  if (in_firsts < 1 || items_ < 2) return 0;
  if (in_firsts < second_ || items_ < 3) return 1;
  const double rank = static_cast<double>(items_) * Power(eta_ * u - eta_ + 1, alpha_);
  return std::min(static_cast<uint64_t>(rank), items_ - 1);
}

uint64_t FnvHash(uint64_t number) {
  uint64_t hash = 0xcbf29ce484222325;
  for (int i = 0; i < 8; ++i) {
    hash ^= number >> 8 * i & 0xff;
    hash *= 1099511628211;
  }
  // YCSB takes the absolute value of a signed number.
  return hash >> 63 ? ~hash + 1 : hash;
}

}  // namespace afterimage::ycsb
