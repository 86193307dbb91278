#include "run/explore/verify_schedules.h"

namespace afterimage {

SchedulesVerdict VerifySchedules(const Scenario& scenario, const VerifyOptions& options,
                                 uint32_t bound,
                                 const std::function<bool(const Delays&, const Verification&)>& f) {
  SchedulesVerdict verdict;
  verdict.set = SchedulesOf(scenario, bound);
  for (const Delays& delays : verdict.set.schedules) {
    Verification verification(WithDelays(scenario, delays), options);
    while (!verification.Advance(10000)) continue;
    ++verdict.tried;
    verdict.pairs += verification.pairs();
    verdict.runs += verification.explorer().counters().runs;
    verdict.exact = verdict.exact && verification.exact();
    const bool fails =
        !verification.failures().empty() || !verification.structure_failures().empty();
    verdict.failing += fails ? 1 : 0;
    if (!f(delays, verification)) break;
  }
  return verdict;
}

}  // namespace afterimage
