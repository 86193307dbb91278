// WAL with a log zone and a cache of pages in PCM: what PCMLogging compares itself with.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_PCM_WAL_PCM_WAL_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_PCM_WAL_PCM_WAL_H_

#include "scheme/contract/scheme.h"

namespace afterimage {

extern const SchemeInfo kPcmWal;

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_PCM_WAL_PCM_WAL_H_
