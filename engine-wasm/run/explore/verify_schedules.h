// Verification of a scenario under many schedules, each a run of its own.
#ifndef AFTERIMAGE_RUN_EXPLORE_VERIFY_SCHEDULES_H_
#define AFTERIMAGE_RUN_EXPLORE_VERIFY_SCHEDULES_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "run/explore/schedules.h"
#include "run/explore/verify.h"

namespace afterimage {

struct SchedulesVerdict {
  ScheduleSet set;
  uint32_t tried = 0;    // of the set
  uint32_t failing = 0;  // of those
  double pairs = 0;
  uint64_t runs = 0;
  bool exact = true;
};

// Verifies each schedule with up to `bound` delays and passes every finished verification to f, the
// one without delays first. It ends early if f returns false.
SchedulesVerdict VerifySchedules(const Scenario& scenario, const VerifyOptions& options,
                                 uint32_t bound,
                                 const std::function<bool(const Delays&, const Verification&)>& f);

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_EXPLORE_VERIFY_SCHEDULES_H_
