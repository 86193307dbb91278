// The description of systems over rings. The texts are in story_rings.cc.
#ifndef AFTERIMAGE_SCHEME_SHARED_LOG_RINGS_STORY_H_
#define AFTERIMAGE_SCHEME_SHARED_LOG_RINGS_STORY_H_

#include "scheme/shared/record_logs/record.h"
#include "scheme/shared/record_logs/story.h"

namespace afterimage::distributed {

// Labels, records and stores have the names of record_logs/ here.
using namespace wal;      // NOLINT(google-build-using-namespace)
using wal::RecordHeader;  // not that of the central log

// Those of systems whose rings keep undo in buffers.
enum BufferMutation : uint32_t { kRedoLogByLog = kSharedMutations, kTrustsCaches };

extern const Story kRingStory;

}  // namespace afterimage::distributed

#endif  // AFTERIMAGE_SCHEME_SHARED_LOG_RINGS_STORY_H_
