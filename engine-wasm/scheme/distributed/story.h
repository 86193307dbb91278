// What the schemes of this folder say of themselves. The texts are in story_rings.cc (Distributed
// Logging), story_buffers.cc (Shore-MT, which adds to that) and story_chunks.cc (NV-Disk with
// decentralized logging).
#ifndef AFTERIMAGE_SCHEME_DISTRIBUTED_STORY_H_
#define AFTERIMAGE_SCHEME_DISTRIBUTED_STORY_H_

#include "scheme/wal/record.h"
#include "scheme/wal/story.h"

namespace afterimage::distributed {

// Labels, records and stores have the names of wal/ here.
using namespace wal;      // NOLINT(google-build-using-namespace)
using wal::RecordHeader;  // not that of the central log

// Shore-MT's.
enum BufferMutation : uint32_t {
  kUndoOldestFirst = kSharedMutations,
  kRedoLogByLog,
  kTrustsCaches
};

extern const Story kRingStory;
extern const Story kChunkStory;
// Distributed Logging's and more.
const Story& BufferStory();

}  // namespace afterimage::distributed

#endif  // AFTERIMAGE_SCHEME_DISTRIBUTED_STORY_H_
