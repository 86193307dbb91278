// Writers of the crash explorer's findings, as JSON for web/engine/protocol.
#ifndef AFTERIMAGE_RUN_REPLY_VERIFY_JSON_H_
#define AFTERIMAGE_RUN_REPLY_VERIFY_JSON_H_

#include <string>

#include "run/explore/verify_schedules.h"

namespace afterimage {

// Writes a VerifyProgress, with the points from number `from` on.
void WriteVerifyProgress(const Verification& verification, uint32_t from, std::string* out);
// Writes a VerifyReport. REQUIRES: the verification has ended.
void WriteVerifyReport(const Verification& verification, std::string* out);
// Writes a ScheduleSet.
void WriteScheduleSet(const ScheduleSet& set, std::string* out);
// Writes a VerifySchedulesReport; `failures` are VerifyFailure[] with their delays.
void WriteSchedulesVerdict(const SchedulesVerdict& verdict, const std::string& failures,
                           std::string* out);
// Writes the failures of a verification as members of an array, each with `delays`; true where
// there are any. REQUIRES: it has ended.
bool WriteDelayedFailures(const Verification& verification, const Delays& delays, std::string* out);
// Writes the VerifyWay[] of point `index`.
void WriteVerifyWays(const Verification& verification, uint32_t index, std::string* out);

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_REPLY_VERIFY_JSON_H_
