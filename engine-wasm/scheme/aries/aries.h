// Disk-based write-ahead logging as in ARIES, and with its log or its pages in NVRAM behind a file
// interface the NV-Disk baselines of the NV-Logging paper (sections 2.3 and 3).
#ifndef AFTERIMAGE_SCHEME_ARIES_ARIES_H_
#define AFTERIMAGE_SCHEME_ARIES_ARIES_H_

#include "scheme/scheme.h"

namespace afterimage {

extern const SchemeInfo kAries;
// What it says of itself, also before kAries is there: for systems that are ARIES with other
// settings.
SchemeInfo AriesInfo();
// What the system says of itself that logs and commits in the same way, and undoes page by page:
// Berkeley DB.
SchemeInfo PageLoggingInfo();
// And that wraps changes of indexes into nested top actions: Stasis.
SchemeInfo ActionLoggingInfo();

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_ARIES_ARIES_H_
