// NV-Disk (Huang, Schwan, Qureshi, VLDB 2014, sections 2.3 and 3): a disk-based system as it is,
// with its log in NVRAM behind a file interface.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_NV_DISK_NV_DISK_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_NV_DISK_NV_DISK_H_

#include "scheme/contract/scheme.h"

namespace afterimage {
extern const SchemeInfo kNvDisk;
}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_NV_DISK_NV_DISK_H_
