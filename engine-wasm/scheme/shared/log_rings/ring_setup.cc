#include "scheme/shared/log_rings/ring_setup.h"

#include <algorithm>

#include "db/pages/page_store.h"
#include "scheme/page_engine/page_engine.h"
#include "scheme/shared/record_logs/hooks.h"
#include "scheme/shared/record_logs/labels.h"

namespace afterimage::distributed {

constinit const ParamInfo kRingOwn[kRingOwnParams] = {
    NumberParam("logs", {"logs", "日志数"},
                {"A transaction logs to the log of its thread.", "事务写入其所在线程的日志。"}, 2,
                2, kMostLogs, ""),
    NumberParam("ring_kb", {"log size", "日志大小"},
                {"The size of each ring in NVM.", "NVM 中每个环的大小。"}, 4, 1, 1 << 20, "KB"),
    NumberParam("group_us", {"group commit pause", "组提交间隔"},
                {"A log that a commit waits for is made durable by the daemon after this pause, "
                 "unless somebody commits there first.",
                 "提交所等待的日志若在此间隔内无人提交，则由后台线程使其持久。"},
                5, 0, 1000000, "µs"),
    NumberParam("checkpoint_kb", {"checkpoint threshold", "检查点阈值"},
                {"Log in one ring that wakes the checkpointer.",
                 "某个环中的日志达到此量时唤醒检查点线程。"},
                3, 1, 1 << 20, "KB"),
    SwitchParam("archive", {"archive cold log", "归档冷日志"},
                {"Cold log is copied to a partition of a file before it is overwritten.",
                 "冷日志在被覆盖前复制到文件的分区。"},
                0),
    NumberParam("archive_kb", {"archive threshold", "归档阈值"},
                {"Log in one ring, not archived yet, that wakes the archiver.",
                 "某个环中未归档的日志达到此量时唤醒归档线程。"},
                2, 1, 1 << 20, "KB"),
    ChoiceParam(
        "log_on", {"partitions on", "分区所在"},
        {"The device of the partitions and how it is reached.", "分区所在的设备及访问方式。"},
        static_cast<int64_t>(FileKind::kTmpfs), kFileKinds),
};

RingPlaces RingPlacesOf(const ParamValues& p, const MachineProfile& machine,
                        const PageParams& pages, uint32_t page_limit) {
  RingPlaces places;
  RingParams& rings = places.rings;
  rings.logs = static_cast<uint32_t>(p.value[kLogs]);
  rings.ring_bytes = static_cast<uint32_t>(p.value[kRingKb] * 1024);
  rings.pause_ns = static_cast<Time>(p.value[kGroupUs]) * 1000;
  rings.checkpoint_bytes = static_cast<uint32_t>(p.value[kRingCheckpointKb] * 1024);
  rings.archive.on = p.value[kArchive] != 0;
  rings.archive.after = static_cast<uint32_t>(p.value[kArchiveKb] * 1024);
  rings.structure_slack = StructureBytes(pages);
  FileLayout layout(machine);
  layout.TakeNvm(Rings::NvmBytes(rings));
  if (rings.archive.on) {
    const auto log_on = static_cast<FileKind>(p.value[kRingLogOn]);
    rings.archive.bytes = PartitionBytes(rings.ring_bytes, log_on, machine);
    places.partitions = layout.Take(log_on, true, uint64_t{rings.logs} * rings.archive.bytes);
  }
  places.data = layout.TakePages(pages, page_limit);
  places.sizes = layout.sizes();
  return places;
}

const Mismatch* CheckRings(const ParamValues& p, const MachineProfile& machine,
                           const PageParams& pages, int64_t value_bytes) {
  static constexpr Mismatch kTooLarge = {"ring_kb",
                                         {"the logs do not fit 4 GB of NVM", "日志超出 4 GB NVM"}};
  if (const Mismatch* mismatch = CheckPageParamsWithoutImages(pages, machine)) return mismatch;
  if (const Mismatch* mismatch =
          wal::CheckThresholds(p.value[kRingCheckpointKb], p.value[kArchiveKb], p.value[kRingKb]))
    return mismatch;
  const int64_t ring = p.value[kRingKb] * 1024;
  if (ring * p.value[kLogs] * (p.value[kArchive] ? 2 : 1) >= int64_t{7} << 29) return &kTooLarge;
  return CheckLogBytes(ring, pages, value_bytes);
}

StorageEngine* CreateRings(const EngineContext& context, const PageParams& pages,
                           RingPlaces places) {
  places.rings.image_bytes = LongestValue(context.schema);
  auto* dram = context.arena.New<Dram>(context.arena);
  File* partitions = places.rings.archive.on ? OpenFile(context, places.partitions) : nullptr;
  auto* store = context.arena.New<Rings>(context, places.rings, partitions, *dram);
  const bool log_by_log = kTraced && (context.mutations >> kRedoLogByLog & 1);
  auto* hooks = context.arena.New<Hooks>(context, pages, *store, log_by_log);
  return context.arena.New<PageEngine>(context, pages, LabelsOfPages(), *hooks, *dram,
                                       *OpenFile(context, places.data));
}

Promise RingPromise(const ParamValues&) { return Promise::kDurable; }

const ParamSetting kRingsForTables[] = {{"placement", static_cast<int64_t>(Placement::kIndexed)},
                                        {"spare_pages", 256},
                                        {"frames", 64},
                                        {"ring_kb", 128},
                                        {"checkpoint_kb", 64}};

const uint32_t kRingsForTableCount = sizeof kRingsForTables / sizeof *kRingsForTables;

}  // namespace afterimage::distributed
