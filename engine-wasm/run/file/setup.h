// The machine's part of a file, which scenarios and experiments have in common.
#ifndef AFTERIMAGE_RUN_FILE_SETUP_H_
#define AFTERIMAGE_RUN_FILE_SETUP_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tier/files/os_page_cache.h"
#include "workload/workload.h"

namespace afterimage {

// The program of a system that takes one; without a text it is the system's standard one.
struct ProgramChoice {
  std::string text;
  std::shared_ptr<const own::Program> compiled;
};

using PriceOverrides = std::vector<std::pair<Price, int64_t>>;

// Returns the machine's prices with these in their place. What the paths of a system cost is not
// in it yet (TakePaths).
inline MachineProfile ProfileOf(const Machine& machine, const PriceOverrides& overrides) {
  MachineProfile profile(machine);
  for (const auto& [price, value] : overrides) profile.Set(price, value);
  return profile;
}

// Returns the sizes of the devices: the scheme's, and behind its NVM the workload's own.
inline DeviceSizes SizesOf(const SchemeInfo& scheme, const ParamValues& params,
                           const MachineProfile& machine, const Workload& workload) {
  DeviceSizes sizes = scheme.sizes(params, machine, workload);
  const uint64_t own = workload.own_nvm_bytes(machine);
  if (own == 0) return sizes;
  sizes.own_nvm = (sizes.nvm_bytes + kLineBytes - 1) / kLineBytes * kLineBytes;
  sizes.nvm_bytes = sizes.own_nvm + own;
  return sizes;
}

// Returns what the machine's memory has for the operating system's page cache: all but what the
// database takes, and NVM, where that is memory. 0 where nothing is left.
inline uint64_t PageCacheRoom(const MachineProfile& machine, const DeviceSizes& sizes) {
  if (machine[Price::kOsMemory] == 0) return OsPageCache::kAnyRoom;
  const uint64_t memory = machine[Price::kOsMemory] << 20;
  const uint64_t nvm = machine[Price::kNvmInMemory] != 0 ? sizes.nvm_bytes : 0;
  return memory > sizes.dram_bytes + nvm ? memory - sizes.dram_bytes - nvm : 0;
}

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_FILE_SETUP_H_
