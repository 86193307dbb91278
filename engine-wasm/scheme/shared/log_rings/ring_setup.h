// The common setup of systems over rings, beside the rings: their own parameters, and the places of
// logs and pages.
#ifndef AFTERIMAGE_SCHEME_SHARED_LOG_RINGS_RING_SETUP_H_
#define AFTERIMAGE_SCHEME_SHARED_LOG_RINGS_RING_SETUP_H_

#include "scheme/page_engine/page_params.h"
#include "scheme/shared/log_file/open_file.h"
#include "scheme/shared/log_rings/rings.h"
#include "scheme/shared/record_logs/log_setup.h"

namespace afterimage::distributed {

// The parameters of any system over rings.
struct SharedParams : PageParams {
  uint32_t logs = 0;
  uint32_t ring_kb = 0;
  uint32_t group_us = 0;
  uint32_t checkpoint_kb = 0;
  bool archive = false;
  uint32_t archive_kb = 0;
  FileKind log_on = FileKind::kDisk;
};

// Those of the rings; a system's own may follow, and those of pages come last.
inline constexpr auto kRingParams = TableOf<SharedParams>(
    Param<&SharedParams::logs>(
        {.id = "logs",
         .title = {"logs", "日志数"},
         .help = {"A transaction logs to the log of its thread.", "事务写入其所在线程的日志。"},
         .standard = 2,
         .min = 2,
         .max = kMostLogs}),
    Param<&SharedParams::ring_kb>(
        {.id = "ring_kb",
         .title = {"log size", "日志大小"},
         .help = {"The size of each ring in NVM.", "NVM 中每个环的大小。"},
         .standard = 4,
         .min = 1,
         .max = 1 << 20,
         .unit = "KB"}),
    Param<&SharedParams::group_us>(
        {.id = "group_us",
         .title = {"group commit pause", "组提交间隔"},
         .help = {"A log that a commit waits for is made durable by the daemon after this pause, "
                  "unless somebody commits there first.",
                  "提交所等待的日志若在此间隔内无人提交，则由后台线程使其持久。"},
         .standard = 5,
         .max = 1000000,
         .unit = "µs"}),
    Param<&SharedParams::checkpoint_kb>({.id = "checkpoint_kb",
                                         .title = {"checkpoint threshold", "检查点阈值"},
                                         .help = {"Log in one ring that wakes the checkpointer.",
                                                  "某个环中的日志达到此量时唤醒检查点线程。"},
                                         .standard = 3,
                                         .min = 1,
                                         .max = 1 << 20,
                                         .unit = "KB"}),
    Param<&SharedParams::archive>(
        {.id = "archive",
         .title = {"archive cold log", "归档冷日志"},
         .help = {"Cold log is copied to a partition of a file before it is overwritten.",
                  "冷日志在被覆盖前复制到文件的分区。"}}),
    Param<&SharedParams::archive_kb>(
        {.id = "archive_kb",
         .title = {"archive threshold", "归档阈值"},
         .help = {"Log in one ring, not archived yet, that wakes the archiver.",
                  "某个环中未归档的日志达到此量时唤醒归档线程。"},
         .standard = 2,
         .min = 1,
         .max = 1 << 20,
         .unit = "KB"}),
    Param<&SharedParams::log_on>({.id = "log_on",
                                  .title = {"partitions on", "分区所在"},
                                  .help = {"The device of the partitions and how it is reached.",
                                           "分区所在的设备及访问方式。"},
                                  .standard = FileKind::kTmpfs,
                                  .choices = kFileKinds}));

// The rings from the start of NVM, then the partitions and the pages.
struct RingPlaces {
  RingParams rings;
  FileLayout::Place partitions;
  FileLayout::Place data;
  DeviceSizes sizes;
};
RingPlaces RingPlacesOf(const SharedParams& p, const MachineProfile& machine, uint32_t page_limit);
// Returns null, or why the parameters do not go together on this machine.
const Mismatch* CheckRings(const SharedParams& p, const MachineProfile& machine);
// Builds the engine. REQUIRES: `places` are those of the context's parameters.
StorageEngine* CreateRings(const EngineContext& context, const PageParams& pages,
                           RingPlaces places);

inline constexpr ParamSetting kRingsForTables[] = {
    {"placement", static_cast<int64_t>(Placement::kIndexed)},
    {"spare_pages", 256},
    {"frames", 64},
    {"ring_kb", 128},
    {"checkpoint_kb", 64}};

}  // namespace afterimage::distributed

#endif  // AFTERIMAGE_SCHEME_SHARED_LOG_RINGS_RING_SETUP_H_
