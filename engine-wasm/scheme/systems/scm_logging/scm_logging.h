// SCMLogging, as PCMLogging (TKDE 2015) compares itself with it in section 6.1: write-ahead logging
// whose records are made in PCM, after Fang, Hsiao, He, Mohan and Wang (ICDE 2011).
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_SCM_LOGGING_SCM_LOGGING_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_SCM_LOGGING_SCM_LOGGING_H_

#include "scheme/contract/scheme.h"

namespace afterimage {
extern const SchemeInfo kScmLogging;
}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_SCM_LOGGING_SCM_LOGGING_H_
