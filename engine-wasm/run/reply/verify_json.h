// Writers of the crash explorer's findings, as JSON for web/engine/protocol.
#ifndef AFTERIMAGE_RUN_REPLY_VERIFY_JSON_H_
#define AFTERIMAGE_RUN_REPLY_VERIFY_JSON_H_

#include <string>

#include "run/explore/verify.h"

namespace afterimage {

// Writes a VerifyProgress, with the points from number `from` on.
void WriteVerifyProgress(const Verification& verification, uint32_t from, std::string* out);
// Writes a VerifyReport. REQUIRES: the verification has ended.
void WriteVerifyReport(const Verification& verification, std::string* out);
// Writes the VerifyWay[] of point `index`.
void WriteVerifyWays(const Verification& verification, uint32_t index, std::string* out);

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_REPLY_VERIFY_JSON_H_
