// The size rules for systems whose log is a few partitions of a file, used in turn.
#ifndef AFTERIMAGE_SCHEME_SHARED_LOG_FILE_LOG_PARTITIONS_H_
#define AFTERIMAGE_SCHEME_SHARED_LOG_FILE_LOG_PARTITIONS_H_

#include "scheme/page_engine/page_params.h"

namespace afterimage {

// The description of such a system's log.
struct PartitionParams {
  uint32_t partitions = 0;
  uint32_t partition_kb = 0;
  uint32_t checkpoint_kb = 0;
};

inline constexpr auto kPartitionParams = TableOf<PartitionParams>(
    Param<&PartitionParams::partitions>(
        {.id = "partitions",
         .title = {"log partitions", "日志分区数"},
         .help = {"Truncation frees whole partitions.", "截断以整个分区为单位释放。"},
         .standard = 4,
         .min = 3,
         .max = 64}),
    Param<&PartitionParams::partition_kb>(
        {.id = "partition_kb",
         .title = {"partition size", "分区大小"},
         .help = {"The size of each log partition.", "每个日志分区的大小。"},
         .standard = 8,
         .min = 1,
         .max = 1 << 20,
         .unit = "KB"}));

inline constexpr auto kCheckpointThreshold = Param<&PartitionParams::checkpoint_kb>(
    {.id = "checkpoint_kb",
     .title = {"checkpoint threshold", "检查点阈值"},
     .help = {"Log since the last checkpoint that wakes the checkpointer.",
              "自上次检查点以来的日志达到此量时唤醒检查点线程。"},
     .standard = 8,
     .min = 1,
     .max = 1 << 22,
     .unit = "KB"});

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
