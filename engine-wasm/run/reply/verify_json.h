// What the crash explorer found, as JSON.
#ifndef AFTERIMAGE_RUN_REPLY_VERIFY_JSON_H_
#define AFTERIMAGE_RUN_REPLY_VERIFY_JSON_H_

#include <string>

#include "run/explore/verify.h"

namespace afterimage {

// VerifyProgress of web/engine/verify_protocol.ts; `from`: the first of the points to tell of.
void WriteVerifyProgress(const Verification& verification, uint32_t from, std::string* out);
// VerifyReport of the same.
void WriteVerifyReport(const Verification& verification, std::string* out);
// VerifyWay[] of the same, of point `index`.
void WriteVerifyWays(const Verification& verification, uint32_t index, std::string* out);

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_REPLY_VERIFY_JSON_H_
