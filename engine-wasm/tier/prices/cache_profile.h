// The caches of processors, as published: whether reads of memory meet them, and whose, is for the
// machine's price `cache.processor` to say.
#ifndef AFTERIMAGE_TIER_PRICES_CACHE_PROFILE_H_
#define AFTERIMAGE_TIER_PRICES_CACHE_PROFILE_H_

#include <cstdint>
#include <span>

#include "base/types.h"

namespace afterimage {

struct CacheLevel {
  uint32_t kb;
  uint32_t ways;
  uint32_t cores;  // that share one
  uint32_t latency_ps;
  const char* shape_source;
  const char* latency_source;
};

// A processor's caches for data, from the nearest one on.
struct CacheProfile {
  const char* id;
  Text title;
  std::span<const CacheLevel> levels;
};

inline constexpr uint32_t kMostCacheLevels = 3;
// Empty where the module has no caches (kWhole). The order of CacheId.
extern const std::span<const CacheProfile> kCacheProfiles;
enum class CacheId : uint8_t { kX5550, kE5420, kXeonEp, kI7_2600, kIceLake };

// The values of `cache.processor`: no caches, and each read costs the memory; those of the machine
// itself; or those of one of the list above, its first with 2.
inline constexpr int64_t kNoCaches = 0;
inline constexpr int64_t kOwnCaches = 1;
inline constexpr int64_t kFirstCaches = 2;

}  // namespace afterimage

#endif  // AFTERIMAGE_TIER_PRICES_CACHE_PROFILE_H_
