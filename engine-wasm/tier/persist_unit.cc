#include "tier/persist_unit.h"

#include <cstring>

#include "base/random.h"

namespace afterimage {

void ApplyOption(const PersistUnit& unit, uint32_t option, uint8_t* bytes) {
  if (unit.tier == Tier::kDisk) {
    if (const SectorVersion* version = unit.VersionOf(option))
      std::memcpy(bytes, version->bytes, unit.size);
    if (!unit.IsGarbage(option)) return;
    for (uint32_t offset = 0; offset < unit.size; offset += 8) {
      const uint64_t word = Mix64(unit.address + offset + 1);
      std::memcpy(bytes + offset, &word, sizeof word);
    }
    return;
  }
  SurvivingStores surviving(unit, option);
  for (const PendingStore* store = unit.stores; store; store = store->next) {
    if (surviving.Survives(*store))
      std::memcpy(bytes + (store->address - unit.address), store->data, store->size);
  }
}

}  // namespace afterimage
