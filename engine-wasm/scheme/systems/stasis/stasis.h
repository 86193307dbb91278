// A storage manager in the manner of Stasis, as REWIND (VLDB 2015, section 5) compares itself with
// it: logical undo with nested top actions, log and pages in files on PMFS.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_STASIS_STASIS_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_STASIS_STASIS_H_

#include "scheme/contract/scheme.h"

namespace afterimage {
extern const SchemeInfo kStasis;
}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_STASIS_STASIS_H_
