// Disk-based write-ahead logging as in ARIES, and with its log or its pages in NVRAM behind a file
// interface the NV-Disk baselines of the NV-Logging paper (sections 2.3 and 3).
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_ARIES_ARIES_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_ARIES_ARIES_H_

#include "scheme/contract/scheme.h"

namespace afterimage {

extern const SchemeInfo kAries;
// What it says of itself, also before kAries is there: for systems that are ARIES with other
// settings.
SchemeInfo AriesInfo();

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_ARIES_ARIES_H_
