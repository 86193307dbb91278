// A storage manager in the manner of Shore-MT, as REWIND (VLDB 2015, section 5) compares itself
// with it: logs by transaction in NVM, durable caches, rollback from undo buffers in memory.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_SHORE_MT_SHORE_MT_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_SHORE_MT_SHORE_MT_H_

#include "scheme/contract/scheme.h"

namespace afterimage {
extern const SchemeInfo kShoreMt;
}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_SHORE_MT_SHORE_MT_H_
