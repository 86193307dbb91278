// Distributed Logging (Wang and Johnson, VLDB 2014), as compared in NV-Logging (VLDB 2014), table
// 3: its logs are rings in NVM.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_DISTRIBUTED_DISTRIBUTED_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_DISTRIBUTED_DISTRIBUTED_H_

#include "scheme/contract/scheme.h"

namespace afterimage {
extern const SchemeInfo kDistributedLogging;
}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_DISTRIBUTED_DISTRIBUTED_H_
