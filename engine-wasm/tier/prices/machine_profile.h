// The prices of operations on a machine. Every price belongs to an operation, has a source, and can
// be overridden or swept by its name; none may mention a scheme, a workload or a figure.
#ifndef AFTERIMAGE_TIER_PRICES_MACHINE_PROFILE_H_
#define AFTERIMAGE_TIER_PRICES_MACHINE_PROFILE_H_

#include <cstdint>
#include <string_view>

#include "base/build.h"
#include "base/types.h"
#include "sim/kernel.h"
#include "sim/latch.h"
#include "tier/prices/cache_profile.h"
#include "tier/prices/price_list.h"

namespace afterimage {

enum class Price : uint8_t {
#define AFTERIMAGE_PRICE(id, name, unit, min, max, en, zh) id,
  AFTERIMAGE_PRICES(AFTERIMAGE_PRICE)
#undef AFTERIMAGE_PRICE
      kCount
};
inline constexpr int kPrices = static_cast<int>(Price::kCount);

struct PriceInfo {
  const char* name;
  const char* unit;
  int64_t min;
  int64_t max;
  Text title;
};
extern const PriceInfo kPriceInfo[kPrices];

struct SourcedPrice {
  Price price;
  int64_t value;
  const char* source;
};

// A published set-up: its own prices, and those of the base set-up for the rest.
struct Machine {
  const char* id;
  Text title;
  const SourcedPrice* own;
  uint32_t own_count;
  CacheId caches = CacheId::kX5550;  // of its processor

  const SourcedPrice& At(Price price) const;
};
// Setup-A's prices, in the order of Price.
extern const SourcedPrice kBasePrices[kPrices];
extern const Machine kMachines[];
extern const int kMachineCount;
// Returns the machine of this id, or null.
const Machine* FindMachine(std::string_view id);
// Returns the price of this name, or kCount.
Price FindPrice(std::string_view name);

// The prices of one run.
class MachineProfile {
 public:
  explicit MachineProfile(const Machine& machine);
  void Set(Price price, int64_t value) {
    // A run has the name of its caches from here on.
    if (price == Price::kCacheProcessor && value == kOwnCaches)
      value = kFirstCaches + static_cast<int64_t>(own_caches_);
    value_[static_cast<int>(price)] = value;
    set_[static_cast<int>(price)] = true;
  }
  // Gives a price a value, unless it was set.
  void SetUnlessSet(Price price, int64_t value) {
    if (!set_[static_cast<int>(price)]) value_[static_cast<int>(price)] = value;
  }
  uint64_t operator[](Price price) const {
    return static_cast<uint64_t>(value_[static_cast<int>(price)]);
  }

  Time instructions_ns(Price path) const {
    return (*this)[path] * (*this)[Price::kInstructionPs] / 1000;
  }
  // The caches that reads of memory meet, or null.
  const CacheProfile* caches() const {
    const auto whose = static_cast<int64_t>((*this)[Price::kCacheProcessor]);
    return kWhole && whose != kNoCaches ? &kCacheProfiles[whose - kFirstCaches] : nullptr;
  }
  Time nvm_write_ns() const { return (*this)[Price::kNvmWrite] * (*this)[Price::kNvmSlowdown]; }
  // Returns what it takes to copy `bytes` within the cache.
  Time copy_ns(uint32_t bytes) const { return (bytes + 63) / 64 * (*this)[Price::kCopyLine]; }

 private:
  CacheId own_caches_;
  int64_t value_[kPrices];
  bool set_[kPrices] = {};
};

CoreParams CoresOf(const MachineProfile& machine);
inline LatchCosts LatchCostsOf(const MachineProfile& machine) {
  return {machine[Price::kAtomic], machine[Price::kLineTransfer]};
}

}  // namespace afterimage

#endif  // AFTERIMAGE_TIER_PRICES_MACHINE_PROFILE_H_
