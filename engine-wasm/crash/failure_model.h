// A failure model says what the hardware does with its caches when the power fails, and so which of
// a unit's outcomes are possible.
#ifndef AFTERIMAGE_CRASH_FAILURE_MODEL_H_
#define AFTERIMAGE_CRASH_FAILURE_MODEL_H_

#include <cstdint>

#include "tier/persist_unit.h"

namespace afterimage {

enum class FailureModel : uint8_t {
  kAdr,   // caches are lost: of each line some prefix of its stores had been evicted
  kEadr,  // caches are flushed; what waits in write-combining buffers may be lost
  kWsp,   // whole-system persistence whose energy runs out: each line is saved whole or not at all
  kCount
};
inline constexpr const char* kFailureModelNames[] = {"adr", "eadr", "wsp"};

// True where `option` of `unit` can happen. Sectors do not depend on the model: the machine's
// prices say whether they tear, and whether the disk has a volatile cache. REQUIRES: option is
// below unit.options().
inline bool Allows(FailureModel model, const PersistUnit& unit, uint32_t option) {
  if (unit.tier == Tier::kDisk || model == FailureModel::kAdr) return true;
  if (model == FailureModel::kEadr) return unit.PrefixOf(option) == unit.ordinary;
  return option == 0 || option + 1 == unit.options();
}

}  // namespace afterimage

#endif  // AFTERIMAGE_CRASH_FAILURE_MODEL_H_
