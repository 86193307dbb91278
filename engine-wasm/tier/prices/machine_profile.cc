#include "tier/prices/machine_profile.h"

namespace afterimage {

const PriceInfo kPriceInfo[kPrices] = {
#define AFTERIMAGE_PRICE(id, name, unit, min, max, en, zh) {name, unit, min, max, {en, zh}},
    AFTERIMAGE_PRICES(AFTERIMAGE_PRICE)
#undef AFTERIMAGE_PRICE
};

const SourcedPrice& Machine::At(Price price) const {
  for (uint32_t i = 0; i < own_count; ++i) {
    if (own[i].price == price) return own[i];
  }
  return kBasePrices[static_cast<int>(price)];
}

const Machine* FindMachine(std::string_view id) {
  for (int i = 0; i < kMachineCount; ++i) {
    if (id == kMachines[i].id) return &kMachines[i];
  }
  return nullptr;
}

Price FindPrice(std::string_view name) {
  for (int i = 0; i < kPrices; ++i) {
    if (name == kPriceInfo[i].name) return static_cast<Price>(i);
  }
  return Price::kCount;
}

MachineProfile::MachineProfile(const Machine& machine) : own_caches_(machine.caches) {
  for (int i = 0; i < kPrices; ++i) value_[i] = machine.At(static_cast<Price>(i)).value;
}

CoreParams CoresOf(const MachineProfile& machine) {
  return {static_cast<uint32_t>(machine[Price::kCores]),
          machine[Price::kContextSwitch],
          machine[Price::kQuantum],
          static_cast<uint32_t>(machine[Price::kThreadsPerCore]),
          static_cast<uint32_t>(machine[Price::kSharedCore]),
          machine[Price::kSleeperCredit],
          machine[Price::kWakeupGranularity],
          machine[Price::kIdleWake]};
}

}  // namespace afterimage
