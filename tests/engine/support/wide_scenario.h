// Random scenarios over far more parameters than RandomScenario: small rings, objects of several
// entries, few frames, few cores, odd prices. Every one of them must come to its end.
#ifndef AFTERIMAGE_TESTS_SUPPORT_WIDE_SCENARIO_H_
#define AFTERIMAGE_TESTS_SUPPORT_WIDE_SCENARIO_H_

#include <cstdint>
#include <string>

namespace afterimage::testing_support {

std::string WideScenario(uint32_t seed);

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_SUPPORT_WIDE_SCENARIO_H_
