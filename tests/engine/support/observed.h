// The values that were read of a record, as oracle tests write them.
#ifndef AFTERIMAGE_TESTS_SUPPORT_OBSERVED_H_
#define AFTERIMAGE_TESTS_SUPPORT_OBSERVED_H_

#include "crash/oracle.h"

namespace afterimage::testing_support {

inline constexpr Observed kAbsent{false, true, 0};
inline Observed Is(int64_t number) { return {true, true, number}; }

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_SUPPORT_OBSERVED_H_
