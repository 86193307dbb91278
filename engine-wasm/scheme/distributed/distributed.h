// Two schemes that distribute the log, as compared in NV-Logging (VLDB 2014), table 3: Distributed
// Logging (Wang and Johnson, VLDB 2014), whose logs are rings in NVM; and NV-Disk with
// decentralized logging, where each transaction has a buffer of its own and all of them one file.
#ifndef AFTERIMAGE_SCHEME_DISTRIBUTED_DISTRIBUTED_H_
#define AFTERIMAGE_SCHEME_DISTRIBUTED_DISTRIBUTED_H_

#include "scheme/scheme.h"

namespace afterimage {
extern const SchemeInfo kDistributedLogging;
// What the second one says of itself.
SchemeInfo DecentralizedInfo();
// And the first one with undo buffers and durable caches: Shore-MT.
SchemeInfo UndoBuffersInfo();
}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_DISTRIBUTED_DISTRIBUTED_H_
