// The description of the unlogged systems.
#ifndef AFTERIMAGE_SCHEME_SHARED_UNLOGGED_HEAP_STORY_H_
#define AFTERIMAGE_SCHEME_SHARED_UNLOGGED_HEAP_STORY_H_

#include "scheme/contract/scheme.h"
#include "scheme/shared/heap/story.h"

namespace afterimage::unlogged {

// A line of a listing, behind those of every heap engine.
enum Line : uint16_t { kEndFree = heap::kSharedLineCount, kEndFence, kAbortKeeps, kLineCount };

inline constexpr uint32_t kListings = 10;
extern const Listing kNvmListings[kListings], kDramListings[kListings];
inline constexpr uint32_t kStructureCount = 6;
extern const StructureInfo kStructures[kStructureCount];

}  // namespace afterimage::unlogged

#endif  // AFTERIMAGE_SCHEME_SHARED_UNLOGGED_HEAP_STORY_H_
