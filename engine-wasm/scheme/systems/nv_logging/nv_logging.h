// NV-Logging (Huang, Schwan, Qureshi, VLDB 2014): the log alone is in NVM, as a ring of entries
// that point at log objects; no central log buffer.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_NV_LOGGING_NV_LOGGING_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_NV_LOGGING_NV_LOGGING_H_

#include "scheme/contract/scheme.h"

namespace afterimage {
extern const SchemeInfo kNvLogging;
}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_NV_LOGGING_NV_LOGGING_H_
