// The description of NV-Disk with decentralized logging. The texts are in story_chunks.cc.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_NV_DISK_DECENTRALIZED_STORY_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_NV_DISK_DECENTRALIZED_STORY_H_

#include "scheme/shared/record_logs/record.h"
#include "scheme/shared/record_logs/story.h"

namespace afterimage::distributed {

// Labels, records and stores have the names of record_logs/ here.
using namespace wal;      // NOLINT(google-build-using-namespace)
using wal::RecordHeader;  // not that of the central log

extern const Story kChunkStory;

}  // namespace afterimage::distributed

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_NV_DISK_DECENTRALIZED_STORY_H_
