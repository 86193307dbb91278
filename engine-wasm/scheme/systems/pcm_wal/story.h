// The description of WAL with PCM, in addition to ARIES's: listing labels, structures, mutations.
// The texts are in story.cc.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_PCM_WAL_STORY_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_PCM_WAL_STORY_H_

#include "scheme/shared/central_log/story.h"

namespace afterimage::pcm_wal {

// Lines that ARIES does not have.
enum Line : uint16_t {
  // the log zone
  kZonePlace = aries::kLineCount,
  kArchiveWrite,
  kArchiveFree,
  // a page leaves DRAM
  kCacheRoom,
  kCacheEvict,
  kCacheEvictBack,
  kCacheWrite,
  kCacheWriteBack,
  kCacheBit,
  kCacheBitBack,
  kCacheFormer,
  kCacheFormerBack,
  // writing back
  kBackChoose,
  kBackWrite,
  // recovery
  kRecoverSlot,
  kRecoverOlder,
  kRecoverOlderBack,
};

enum Structure : uint16_t {
  kZoneStructure = aries::kTransactions + 1,
  kZoneRecords,
  kCacheStructure,
  kCacheTable,
};

// Mutations behind those of ARIES.
inline constexpr uint32_t kAriesMutations = aries::kReleaseOutOfOrder;
enum Mutation : uint32_t {
  kLogReused = kAriesMutations,
  kBitBeforePage,
  kFormerLeft,
  kCleanBeforeDisk,
  kMutationEnd
};

// The complete lists, including those of ARIES.
using Story = SchemeStory;
const Story& WholeStory();

}  // namespace afterimage::pcm_wal

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_PCM_WAL_STORY_H_
