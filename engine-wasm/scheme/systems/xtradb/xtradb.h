// XtraDB, with which BaSE compares itself: see hooks.h.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_XTRADB_XTRADB_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_XTRADB_XTRADB_H_

#include "scheme/contract/scheme.h"

namespace afterimage {

extern const SchemeInfo kXtraDb;

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_XTRADB_XTRADB_H_
