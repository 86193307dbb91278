// REWIND's data structures as in DRAM, without a log (VLDB 2015, section 5).
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_UNLOGGED_DRAM_UNLOGGED_DRAM_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_UNLOGGED_DRAM_UNLOGGED_DRAM_H_

#include "scheme/contract/scheme.h"

namespace afterimage {

extern const SchemeInfo kUnloggedDram;

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_UNLOGGED_DRAM_UNLOGGED_DRAM_H_
