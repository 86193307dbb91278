// A storage manager in the manner of Berkeley DB, as REWIND (VLDB 2015, section 5) compares itself
// with it: logs, locks and undo page by page, log and pages in files on PMFS.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_BERKELEY_DB_BERKELEY_DB_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_BERKELEY_DB_BERKELEY_DB_H_

#include "scheme/contract/scheme.h"

namespace afterimage {
extern const SchemeInfo kBerkeleyDb;
}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_BERKELEY_DB_BERKELEY_DB_H_
