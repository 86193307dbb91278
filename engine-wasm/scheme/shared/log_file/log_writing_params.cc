#include "scheme/shared/log_file/log_writing_params.h"

namespace afterimage {

const Mismatch* CheckLogWriting(const LogWriting& writing, int64_t partition_bytes,
                                int64_t buffer_bytes, const MachineProfile& machine) {
  static constexpr Mismatch kBlock = {
      "log_block_bytes",
      {"a log block must be a power of two, and log partitions and buffer multiples of it",
       "日志块须为 2 的幂，且日志分区与缓冲区须为其整数倍"}};
  const int64_t block = writing.block_bytes;
  const auto sector = static_cast<int64_t>(machine[Price::kDiskSector]);
  const bool whole = (block & (block - 1)) == 0 && (block % sector == 0 || sector % block == 0);
  return whole && partition_bytes % block == 0 && buffer_bytes % block == 0 ? nullptr : &kBlock;
}

}  // namespace afterimage
