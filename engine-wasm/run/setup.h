// What scenarios and experiments say of the machine alike.
#ifndef AFTERIMAGE_RUN_SETUP_H_
#define AFTERIMAGE_RUN_SETUP_H_

#include <utility>
#include <vector>

#include "tier/machine_profile.h"

namespace afterimage {

using PriceOverrides = std::vector<std::pair<Price, int64_t>>;

inline MachineProfile ProfileOf(const Machine& machine, const PriceOverrides& overrides) {
  MachineProfile profile(machine);
  for (const auto& [price, value] : overrides) profile.Set(price, value);
  return profile;
}

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_SETUP_H_
