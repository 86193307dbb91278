#include "scheme/shared/central_log/setup.h"

#include <algorithm>

#include "scheme/shared/log_file/log_partitions.h"

namespace afterimage::aries {

uint32_t StructureBytes(const PageParams& pages) {
  return pages.placement == Placement::kIndexed ? pages.page_bytes + 1024 : 0;
}

Places PlacesOf(const SharedParams& p, const MachineProfile& machine, uint32_t structure_bytes,
                uint32_t page_limit) {
  Places places;
  AriesParams& aries = places.aries;
  aries.commit = p.commit;
  aries.group_size = p.group_size;
  aries.flush_ns = Time{p.flush_us} * 1000;
  aries.checkpoint_bytes =
      static_cast<uint32_t>(std::min<int64_t>(int64_t{p.checkpoint_kb} * 1024, 0xffffffff));
  aries.checkpoint_ns = p.checkpoint_ns();
  aries.checkpoint_at_commit = p.checkpoint_at_commit;
  aries.full_aborts = p.full_aborts;
  aries.structure_bytes = structure_bytes;
  aries.cleaners = p.cleaners();
  aries.early_release = p.early_release;
  aries.page_images = p.torn == TornPages::kFullPageImages;
  aries.log.partitions = p.partitions;
  aries.log.partition_bytes = p.partition_kb * 1024;
  aries.log.buffer_bytes = p.buffer_kb * 1024;
  aries.log.writing = p;
  aries.log.insert = p.log_insert;
  aries.log.flush_holds_latch = p.flush_latch;
  const auto block = OnNvm(p.log_on) ? 64 : static_cast<uint32_t>(machine[Price::kDiskSector]);
  FileLayout layout(machine);
  places.log = layout.Take(p.log_on, true, CentralLog::FileBytes(aries.log, block));
  places.data = layout.TakePages(p, page_limit);
  layout.sizes().dram_bytes += aries.log.buffer_bytes;
  places.sizes = layout.sizes();
  return places;
}

const Mismatch* CheckLog(const SharedParams& p, const MachineProfile& machine,
                         uint32_t structure_bytes) {
  static constexpr Mismatch kBuffer = {
      "buffer_kb",
      {"the log buffer must be a multiple of the disk's sector and hold two pages",
       "日志缓冲区须为磁盘扇区的整数倍且能容纳两页"}};
  const int64_t buffer = int64_t{p.buffer_kb} * 1024;
  if (buffer % static_cast<int64_t>(machine[Price::kDiskSector]) != 0 ||
      buffer < 2 * int64_t{p.page_bytes} + 1024)
    return &kBuffer;
  const int64_t partition = int64_t{p.partition_kb} * 1024;
  if (const Mismatch* mismatch = CheckLogWriting(p, partition, buffer, machine)) return mismatch;
  return CheckLogPartitions(
      {.on = p.log_on,
       .count = p.partitions,
       .bytes = partition,
       .checkpoint_bytes = int64_t{p.checkpoint_kb} * 1024,
       .structure_bytes = 2 * AriesLog::kStructureChanges * int64_t{structure_bytes}},
      p, machine);
}

Promise PromiseOf(const SharedParams& p) {
  return p.commit == CommitMode::kAsynchronous ? Promise::kPrefixConsistent : Promise::kDurable;
}

PageLabels LabelsOfPages() {
  PageLabels labels;
  labels.lock = kUpdateLock;
  labels.fix = kUpdateFix;
  labels.change_page = kUpdateChange;
  labels.commit_acknowledge = kCommitAcknowledge;
  labels.abort_acknowledge = kAbortAcknowledge;
  labels.release_locks = kCommitRelease;
  labels.write_page = kGatePage;
  return labels;
}

}  // namespace afterimage::aries
