// SCMLogging's description of itself: listings, structures and mutations. Labels, structures and
// the first mutations are those of all schemes over a store of records.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_SCM_LOGGING_STORY_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_SCM_LOGGING_STORY_H_

#include "scheme/shared/record_logs/story.h"

namespace afterimage::scm_logging {

// The rules that its mutations break, by the number of their bit, behind those of wal::Mutation.
enum Mutation : uint32_t {
  kMarkFirst = wal::kOwnMutation,
  kHeaderAfterLatch = wal::kSharedMutations,
  kCommitBeforeWhole,
  kReusedBeforeArchived,
  kHoleEndsLog,
  kLapUnchecked,
};

extern const wal::Story kStory;

}  // namespace afterimage::scm_logging

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_SCM_LOGGING_STORY_H_
