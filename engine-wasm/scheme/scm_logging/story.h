// What SCMLogging says of itself: listings, structures and mutations. Labels, structures and the
// first mutations are those of the schemes that distribute the log.
#ifndef AFTERIMAGE_SCHEME_SCM_LOGGING_STORY_H_
#define AFTERIMAGE_SCHEME_SCM_LOGGING_STORY_H_

#include "scheme/distributed/story.h"

namespace afterimage::scm_logging {

// The rules that its mutations break, by the number of their bit; up to kUndoInPlace those of
// distributed::Mutation.
enum Mutation : uint32_t {
  kMarkFirst = distributed::kOwnMutation,
  kHeaderAfterLatch = distributed::kUndoInPlace + 1,
  kCommitBeforeWhole,
  kReusedBeforeArchived,
  kHoleEndsLog,
  kLapUnchecked,
};

extern const distributed::Story kStory;

}  // namespace afterimage::scm_logging

#endif  // AFTERIMAGE_SCHEME_SCM_LOGGING_STORY_H_
