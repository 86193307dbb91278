// REWIND's data structures over NVM, without a log (VLDB 2015, section 5).
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_UNLOGGED_NVM_UNLOGGED_NVM_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_UNLOGGED_NVM_UNLOGGED_NVM_H_

#include "scheme/contract/scheme.h"

namespace afterimage {

extern const SchemeInfo kUnloggedNvm;

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_UNLOGGED_NVM_UNLOGGED_NVM_H_
