// REWIND (VLDB 2015): recoverable words in NVM.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_REWIND_REWIND_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_REWIND_REWIND_H_

#include "scheme/contract/scheme.h"

namespace afterimage {

extern const SchemeInfo kRewind;

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_REWIND_REWIND_H_
