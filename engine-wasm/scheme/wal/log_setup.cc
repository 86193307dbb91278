#include "scheme/wal/log_setup.h"

#include "scheme/wal/record.h"
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

const Text* CheckLogBytes(int64_t bytes, const PageParams& pages, int64_t value_bytes) {
  static constexpr Text kRecord = {"an update takes more than an eighth of a log",
                                   "一次更新占用的空间超过日志的八分之一"};
  static constexpr Text kStructure = {"a log is too small for B+-tree splits",
                                      "日志太小，无法容纳 B+ 树分裂"};
  const int64_t lines =
      (static_cast<int64_t>(sizeof(RecordHeader)) + 2 * value_bytes + kLineBytes - 1) / kLineBytes;
  if (8 * lines * kLineBytes > bytes) return &kRecord;
  if (2 * int64_t{StructureBytes(pages)} > bytes) return &kStructure;
  return nullptr;
}

}  // namespace afterimage::wal
