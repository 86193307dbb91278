#include "scheme/nv_disk_decentralized.h"

#include "scheme/distributed/distributed.h"

namespace afterimage {

const SchemeInfo kNvDiskDecentralized = DecentralizedInfo();

}  // namespace afterimage
