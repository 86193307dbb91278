// Stores and requests on their way to a device or from it, as the interface shows them.
#ifndef AFTERIMAGE_TIER_MOVING_H_
#define AFTERIMAGE_TIER_MOVING_H_

#include <cstdint>

#include "base/types.h"
#include "sim/thread.h"
#include "tier/persist_unit.h"

namespace afterimage {

// A store of at most 8 bytes on its way from the cache, or past it, to the NVM.
struct MovingStore {
  enum class Way : uint8_t { kWriteBack, kEvict, kNonTemporal };
  Way way = Way::kWriteBack;
  ActorId actor = 0;  // that stored
  TxnLabel txn = 0;
  uint16_t structure = 0;
  uint32_t key = 0;
  uint32_t number = 0;  // of the write-back or the eviction; of a non-temporal store its order
  uint32_t size = 0;
  Address address = 0;
  uint8_t data[kAtomBytes] = {};
};

// A request to a disk, or what leaves its volatile cache.
struct MovingSectors {
  enum class Way : uint8_t { kRead, kWrite, kDrain };
  Way way = Way::kRead;
  bool cached = false;  // of a write: the volatile cache takes it
  TxnLabel txn = 0;
  uint32_t number = 0;  // among those of its way
  uint32_t size = 0;
  uint64_t address = 0;  // within the disk
  Where where;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_TIER_MOVING_H_
