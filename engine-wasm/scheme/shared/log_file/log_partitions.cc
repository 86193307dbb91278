#include "scheme/shared/log_file/log_partitions.h"

namespace afterimage {

const Mismatch* CheckLogPartitions(const LogPartitions& log, const PageParams& pages,
                                   const MachineProfile& machine) {
  static constexpr Mismatch kPartition = {
      "partition_kb",
      {"a log partition must be a multiple of the disk's sector and hold a few pages",
       "日志分区须为磁盘扇区的整数倍且能容纳若干页"}};
  static constexpr Mismatch kThreshold = {
      "checkpoint_kb",
      {"the checkpoint threshold must be below half of the log", "检查点阈值须小于日志的一半"}};
  static constexpr Mismatch kStructure = {
      "partition_kb", {"the log is too small for B+-tree splits", "日志太小，无法容纳 B+ 树分裂"}};
  static constexpr Mismatch kNvm = {"partition_kb",
                                    {"the log does not fit 4 GB of NVM", "日志超出 4 GB NVM"}};
  const int64_t total = log.count * log.bytes;
  if (log.bytes % static_cast<int64_t>(machine[Price::kDiskSector]) != 0 ||
      log.bytes < 4 * int64_t{pages.page_bytes})
    return &kPartition;
  if (2 * log.checkpoint_bytes > total) return &kThreshold;
  if (log.structure_bytes > total) return &kStructure;
  if (OnNvm(log.on) && total >= int64_t{7} << 29) return &kNvm;
  return nullptr;
}

}  // namespace afterimage
