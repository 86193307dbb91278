// NV-Disk with decentralized logging (NV-Logging, table 3): a log buffer a transaction, one log
// file.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_NV_DISK_DECENTRALIZED_NV_DISK_DECENTRALIZED_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_NV_DISK_DECENTRALIZED_NV_DISK_DECENTRALIZED_H_

#include "scheme/contract/scheme.h"

namespace afterimage {
extern const SchemeInfo kNvDiskDecentralized;
}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_NV_DISK_DECENTRALIZED_NV_DISK_DECENTRALIZED_H_
