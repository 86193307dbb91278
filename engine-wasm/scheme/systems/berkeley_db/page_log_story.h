// The Berkeley-DB-like system's description of itself. Its common parts with ARIES have the labels
// and structures of central/story.h; the texts are in story.cc.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_BERKELEY_DB_PAGE_LOG_STORY_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_BERKELEY_DB_PAGE_LOG_STORY_H_

#include "scheme/shared/central_log/story.h"

namespace afterimage::berkeley {

using aries::kLogBuffer;
using aries::kLogFile;

// Lines that ARIES does not have.
enum Line : uint16_t {
  kSplitImage = aries::kLineCount,
  kSplitLog,
  kAbortLsn,
};

// The numbers in the order of its mutations.
enum Mutation : uint32_t {
  kPageBeforeLog,
  kAcknowledgeFirst,
  kPageLsnStays,
  kSplitWithoutImage,
  kCheckpointWithoutPages,
  kRecordLocks,
};

extern const Listing kListings[];
extern const uint32_t kListingCount;
extern const MutationInfo kMutations[];
extern const uint32_t kMutationCount;

}  // namespace afterimage::berkeley

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_BERKELEY_DB_PAGE_LOG_STORY_H_
