#include "base/powers.h"

#include <cstdint>
#include <cstring>

namespace afterimage {
namespace {

constexpr double kHalfRoot = 0.70710678118654752;
// ln 2, and its first 32 bits, whose product with a small whole number is exact.
constexpr double kLn2 = 0.69314718055994531;
constexpr double kLn2High = 6.93147180369123816490e-01;
constexpr double kLn2Low = 1.90821492927058770002e-10;
constexpr int kBias = 1023;
constexpr int kFractionBits = 52;

uint64_t BitsOf(double x) {
  uint64_t bits = 0;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}

double DoubleOf(uint64_t bits) {
  double x = 0;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

}  // namespace

// x = m * 2^e with m near 1; then ln m = 2 artanh((m - 1) / (m + 1)), a series that loses a factor
// of 34 with each term.
double NaturalLogarithm(double x) {
  const uint64_t bits = BitsOf(x);
  int exponent = static_cast<int>(bits >> kFractionBits) - kBias;
  double m =
      DoubleOf((bits & ((uint64_t{1} << kFractionBits) - 1)) | uint64_t{kBias} << kFractionBits);
  if (m > 2 * kHalfRoot) {
    m /= 2;
    ++exponent;
  }
  const double s = (m - 1) / (m + 1);
  const double square = s * s;
  double sum = 0;
  for (int n = 23; n >= 3; n -= 2) sum = (sum + 1.0 / n) * square;
  return exponent * kLn2High + (exponent * kLn2Low + 2 * (s + s * sum));
}

// x = k ln 2 + r with |r| at most ln 2 / 2, where Taylor's series is short.
double Exponential(double x) {
  const double halves = x / kLn2;
  const int k = static_cast<int>(halves < 0 ? halves - 0.5 : halves + 0.5);
  const double r = (x - k * kLn2High) - k * kLn2Low;
  double sum = 1;
  for (int n = 15; n >= 1; --n) sum = 1 + sum * r / n;
  return sum * DoubleOf(static_cast<uint64_t>(k + kBias) << kFractionBits);
}

double Power(double x, double y) { return x == 0 ? 0 : Exponential(y * NaturalLogarithm(x)); }

}  // namespace afterimage
