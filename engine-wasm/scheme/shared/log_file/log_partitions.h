// What systems whose log is a few partitions of a file, used in turn, ask of its size.
#ifndef AFTERIMAGE_SCHEME_SHARED_LOG_FILE_LOG_PARTITIONS_H_
#define AFTERIMAGE_SCHEME_SHARED_LOG_FILE_LOG_PARTITIONS_H_

#include "scheme/page_engine/page_params.h"

namespace afterimage {

struct LogPartitions {
  FileKind on = FileKind::kHdd;
  int64_t count = 0;
  int64_t bytes = 0;             // of each
  int64_t checkpoint_bytes = 0;  // after so many a checkpoint begins
  int64_t structure_bytes = 0;   // for which there must be room, whatever else is logged
};

// Returns null, or which of the parameters partition_kb and checkpoint_kb does not go with the
// others.
const Mismatch* CheckLogPartitions(const LogPartitions& log, const PageParams& pages,
                                   const MachineProfile& machine);

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_SHARED_LOG_FILE_LOG_PARTITIONS_H_
