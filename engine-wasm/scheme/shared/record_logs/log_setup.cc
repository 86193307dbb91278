#include "scheme/shared/record_logs/log_setup.h"

#include "scheme/shared/record_logs/record.h"
#include "tier/persist_unit.h"

namespace afterimage::wal {

uint32_t StructureBytes(const PageParams& pages) {
  return pages.placement == Placement::kHash ? 0 : 8 * (4 * pages.page_bytes + 512);
}

uint32_t PartitionBytes(uint32_t log_bytes, FileKind log_on, const MachineProfile& machine) {
  const auto block =
      OnNvm(log_on) ? kLineBytes : static_cast<uint32_t>(machine[Price::kDiskSector]);
  return (log_bytes + block - 1) / block * block + block;
}

const Mismatch* CheckThresholds(int64_t checkpoint_kb, int64_t archive_kb, int64_t log_kb) {
  static constexpr Mismatch kCheckpoint = {
      "checkpoint_kb",
      {"the checkpoint threshold must not exceed the log size", "检查点阈值不能超过日志大小"}};
  static constexpr Mismatch kArchive = {
      "archive_kb",
      {"the archive threshold must not exceed the log size", "归档阈值不能超过日志大小"}};
  if (checkpoint_kb > log_kb) return &kCheckpoint;
  return archive_kb > log_kb ? &kArchive : nullptr;
}

const Mismatch* CheckLogBytes(int64_t bytes, const PageParams& pages) {
  static constexpr Mismatch kRecord = {
      "ring_kb",
      {"an update takes more than an eighth of a log", "一次更新占用的空间超过日志的八分之一"}};
  static constexpr Mismatch kStructure = {
      "ring_kb", {"a log is too small for B+-tree splits", "日志太小，无法容纳 B+ 树分裂"}};
  const int64_t lines = (static_cast<int64_t>(sizeof(RecordHeader)) +
                         2 * int64_t{pages.value_bytes} + kLineBytes - 1) /
                        kLineBytes;
  if (8 * lines * kLineBytes > bytes) return &kRecord;
  if (2 * int64_t{StructureBytes(pages)} > bytes) return &kStructure;
  return nullptr;
}

}  // namespace afterimage::wal
