// What the engine replies beside plans and results of experiments (run/measure/result_format.h) and
// answers to litmus programs (run/litmus/litmus_format.h).
#ifndef AFTERIMAGE_RUN_REPLY_FORMAT_REPLIES_H_
#define AFTERIMAGE_RUN_REPLY_FORMAT_REPLIES_H_

#include "run/measure/input_format.h"
#include "run/reply/format/describe_format.h"
#include "run/reply/format/frame_format.h"
#include "run/reply/format/outlook_format.h"
#include "run/reply/format/session_format.h"
#include "run/reply/format/verify_format.h"

namespace afterimage::format {

inline constexpr const Format* kReplies[] = {
    &reply::kDescription, &reply::kProblem,     &reply::kSession,        &reply::kInputSummary,
    &reply::kExtent,      &reply::kFrame,       &reply::kBytes,          &reply::kOutlook,
    &reply::kVerdict,     &reply::kRefusal,     &reply::kVerifyProgress, &reply::kReport,
    &reply::kWay,         &reply::kScheduleSet, &reply::kAllSchedules};

}  // namespace afterimage::format

#endif  // AFTERIMAGE_RUN_REPLY_FORMAT_REPLIES_H_
