#include "workload/tpcc/nurand.h"

namespace afterimage::tpcc {
namespace {

constexpr uint32_t kNameA = 255;
constexpr uint32_t kCustomerA = 1023;
constexpr uint32_t kItemA = 8191;

// A constant of its own for each distribution.
uint32_t Constant(uint64_t seed, uint32_t which, uint32_t bound) {
  return static_cast<uint32_t>(Mix64(seed ^ uint64_t{which} << 32) % bound);
}

// Returns a number from 65 to 119, but neither 96 nor 112.
uint32_t NameDistance(uint64_t seed) {
  const uint32_t distance = 65 + Constant(seed, 1, 53);
  if (distance < 96) return distance;
  return distance + 1 < 112 ? distance + 1 : distance + 2;
}

uint32_t InitialNameConstant(uint64_t seed) { return Constant(seed, 2, kNameA + 1 - 119); }

}  // namespace

Distributions::Distributions(const Scale& scale, uint64_t seed)
    : initial_name(kNameA, Scale::kNames, scale.names(), InitialNameConstant(seed)),
      name(kNameA, Scale::kNames, scale.names(), InitialNameConstant(seed) + NameDistance(seed)),
      customer(kCustomerA, Scale::kCustomers, scale.customers, Constant(seed, 3, kCustomerA + 1)),
      item(kItemA, Scale::kItems, scale.items, Constant(seed, 4, kItemA + 1)) {}

}  // namespace afterimage::tpcc
