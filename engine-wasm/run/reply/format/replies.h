// All that the engine replies to the page beside plans and results of experiments
// (run/measure/result_format.h).
#ifndef AFTERIMAGE_RUN_REPLY_FORMAT_REPLIES_H_
#define AFTERIMAGE_RUN_REPLY_FORMAT_REPLIES_H_

#include "run/measure/input_format.h"
#include "run/reply/format/describe_format.h"
#include "run/reply/format/frame_format.h"
#include "run/reply/format/outlook_format.h"
#include "run/reply/format/session_format.h"

namespace afterimage::format {

inline constexpr const Format* kReplies[] = {
    &reply::kDescription, &reply::kProblem, &reply::kSession, &reply::kInputSummary,
    &reply::kExtent,      &reply::kFrame,   &reply::kBytes,   &reply::kOutlook,
    &reply::kVerdict,     &reply::kRefusal};

}  // namespace afterimage::format

#endif  // AFTERIMAGE_RUN_REPLY_FORMAT_REPLIES_H_
