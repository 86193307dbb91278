// The schedules of a scenario by delay bounding: the run as virtual time orders it, and the same
// with one or two delays. A delay matters if it reverses two operations that depend on each other:
// both on a line, a page, a latch or a lock, or one that makes something durable before a client
// learns the end of its transaction. Others commute. One schedule is kept of those in which all
// such pairs come in the same order.
#ifndef AFTERIMAGE_RUN_EXPLORE_SCHEDULES_H_
#define AFTERIMAGE_RUN_EXPLORE_SCHEDULES_H_

#include <cstdint>
#include <vector>

#include "run/file/scenario/scenario.h"

namespace afterimage {

using Delays = std::vector<ThreadDelay>;

struct ScheduleSet {
  // Each beside the scenario's own delays; the first has none.
  std::vector<Delays> schedules;
  uint32_t operations = 0;  // shared ones of the run without a delay
  uint32_t bound = 0;       // how many delays were tried: fewer than asked for in a long story
  uint64_t equal = 0;       // that came to the order of another one, or to no other order
  bool all = true;          // false: there are more than kMostSchedules
};

inline constexpr uint32_t kMostBound = 2;
// The most shared operations of a story for which two delays are tried, and not only one.
inline constexpr uint32_t kMostOperationsForTwo = 40;
inline constexpr size_t kMostSchedules = 4096;

// The scenario with a schedule's delays behind its own.
Scenario WithDelays(const Scenario& scenario, const Delays& delays);

// Runs the scenario once for each delay that may matter. REQUIRES: it was parsed without problems
// and fits its devices; `bound` is at most kMostBound.
ScheduleSet SchedulesOf(const Scenario& scenario, uint32_t bound);

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_EXPLORE_SCHEDULES_H_
