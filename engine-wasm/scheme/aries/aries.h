// Disk-based write-ahead logging as in ARIES, and with its log or its pages in NVRAM behind a file
// interface the NV-Disk baselines of the NV-Logging paper (sections 2.3 and 3).
#ifndef AFTERIMAGE_SCHEME_ARIES_ARIES_H_
#define AFTERIMAGE_SCHEME_ARIES_ARIES_H_

#include "scheme/scheme.h"

namespace afterimage {

extern const SchemeInfo kAries;
// The same with the log in NVRAM behind a file interface, as the paper's figures compare it.
extern const SchemeInfo kNvDisk;

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_ARIES_ARIES_H_
