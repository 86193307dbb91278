// The Stasis-like system's description of itself. Its common parts with ARIES have the labels and
// structures of central/story.h; the texts are in action_log_story.cc.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_STASIS_ACTION_LOG_STORY_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_STASIS_ACTION_LOG_STORY_H_

#include "scheme/shared/central_log/story.h"

namespace afterimage::nested {

// Lines that ARIES does not have.
enum Line : uint16_t {
  kEntryLog = aries::kLineCount,
  kEntryEnd,
  kSplitLog,
  kSplitEnd,
  kAbortInverse,
  kRecoverOpen,
  kRecoverInverse,
};

// The numbers in the order of its mutations.
enum Mutation : uint32_t {
  kPageBeforeLog,
  kAcknowledgeFirst,
  kNoClr,
  kSplitLeftOpen,
  kEntryLeftOpen,
  kOpenActionsStay,
  kUndoInPlace,
};

extern const Listing kListings[];
extern const uint32_t kListingCount;
extern const MutationInfo kMutations[];
extern const uint32_t kMutationCount;

}  // namespace afterimage::nested

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_STASIS_ACTION_LOG_STORY_H_
