#include "scheme/shore_mt.h"

#include "scheme/distributed/distributed.h"

namespace afterimage {

const SchemeInfo kShoreMt = UndoBuffersInfo();

}  // namespace afterimage
