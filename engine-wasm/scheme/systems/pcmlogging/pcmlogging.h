// PCMLogging: no log, but versions of records or pages in phase-change memory between DRAM and a
// disk (PCMLogging, TKDE 2015).
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_PCMLOGGING_PCMLOGGING_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_PCMLOGGING_PCMLOGGING_H_

#include "scheme/contract/scheme.h"

namespace afterimage {

extern const SchemeInfo kPcmLogging;

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_PCMLOGGING_PCMLOGGING_H_
