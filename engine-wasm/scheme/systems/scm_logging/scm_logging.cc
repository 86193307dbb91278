#include "scheme/systems/scm_logging/scm_logging.h"

#include "base/build.h"
#include "scheme/page_engine/page_engine.h"
#include "scheme/shared/log_file/open_file.h"
#include "scheme/shared/pcm_slots/size.h"
#include "scheme/shared/record_logs/hooks.h"
#include "scheme/shared/record_logs/labels.h"
#include "scheme/shared/record_logs/log_setup.h"
#include "scheme/systems/scm_logging/log.h"

namespace afterimage {
namespace {

using scm_logging::LogParams;
using scm_logging::ScmLog;

struct Params : PageParams, pcm::PcmSize {
  uint32_t ring_kb = 0;
  uint32_t checkpoint_kb = 0;
  bool archive = false;
  uint32_t archive_kb = 0;
  FileKind log_on = FileKind::kDisk;
};

constexpr auto kOwnParams = TableOf<Params>(
    Param<&Params::ring_kb>({.id = "ring_kb",
                             .title = {"log size", "日志大小"},
                             .help = {"The size of the log in PCM; nothing else is there.",
                                      "PCM 中日志的大小；PCM 中别无他物。"},
                             .standard = 8,
                             .min = 1,
                             .max = 1 << 20,
                             .unit = "KB"}),
    Param<&Params::checkpoint_kb>(
        {.id = "checkpoint_kb",
         .title = {"checkpoint threshold", "检查点阈值"},
         .help = {"Log that wakes the checkpointer.", "日志达到此量时唤醒检查点线程。"},
         .standard = 6,
         .min = 1,
         .max = 1 << 20,
         .unit = "KB"}),
    Param<&Params::archive>({.id = "archive",
                             .title = {"archive the log", "归档日志"},
                             .help = {"Log is copied to a file before it is overwritten.",
                                      "日志在被覆盖前复制到文件。"},
                             .standard = true}),
    Param<&Params::archive_kb>({.id = "archive_kb",
                                .title = {"archive threshold", "归档阈值"},
                                .help = {"Log that is not archived yet, which wakes the archiver.",
                                         "未归档的日志达到此量时唤醒归档线程。"},
                                .standard = 4,
                                .min = 1,
                                .max = 1 << 20,
                                .unit = "KB"}),
    Param<&Params::log_on>({.id = "log_on",
                            .title = {"log file on", "日志文件所在"},
                            .help = {"The device of the log file and how it is reached.",
                                     "日志文件所在的设备及访问方式。"},
                            .standard = FileKind::kDisk,
                            .choices = kFileKinds}),
    pcm::kPcmPercentParam, kCheckpointSecondsParam);
constexpr JoinedTables<Params, kOwnParams, kPageParams> kParams;

int64_t RingKb(const Params& p) {
  return p.pcm_percent != 0 ? pcm::PcmBytes(p.pcm_percent, p) / 1024 : p.ring_kb;
}

// The log from the start of NVM, then the log file and the pages.
struct Places {
  LogParams log;
  FileLayout::Place archive;
  FileLayout::Place data;
  DeviceSizes sizes;
};

Places PlacesOf(const Params& p, const MachineProfile& machine, uint32_t page_limit) {
  Places places;
  LogParams& log = places.log;
  log.log_bytes = static_cast<uint32_t>(RingKb(p) * 1024);
  log.checkpoint_bytes = p.checkpoint_kb * 1024;
  log.archive.on = p.archive;
  log.archive.after = p.archive_kb * 1024;
  log.structure_slack = wal::StructureBytes(p);
  FileLayout layout(machine);
  layout.TakeNvm(ScmLog::NvmBytes(log));
  if (log.archive.on) {
    // The archive has room for the records that the head has passed last, and for those archived
    // since.
    log.archive.bytes = wal::PartitionBytes(2 * log.log_bytes, p.log_on, machine);
    places.archive = layout.Take(p.log_on, true, log.archive.bytes);
  }
  places.data = layout.TakePages(p, page_limit);
  places.sizes = layout.sizes();
  return places;
}

DeviceSizes Sizes(const Params& p, const MachineProfile& machine, const InitialRows& rows) {
  return PlacesOf(p, machine, PageEngine::PageLimit(p, rows)).sizes;
}

const Mismatch* Check(const Params& p, const MachineProfile& machine) {
  if (const Mismatch* mismatch = CheckPageParamsWithoutImages(p, machine)) return mismatch;
  if (RingKb(p) * 1024 >= pcm::kMostPcmBytes) return &pcm::kBeyondNvm;
  if (const Mismatch* mismatch = wal::CheckThresholds(p.checkpoint_kb, p.archive_kb, RingKb(p)))
    return mismatch;
  return wal::CheckLogBytes(RingKb(p) * 1024, p);
}

StorageEngine* Create(const EngineContext& context) {
  const Params p = kParams.Read(context.params);
  Places places = PlacesOf(p, context.machine, context.database_pages);
  places.log.image_bytes = LongestValue(context.schema);
  auto* dram = context.arena.New<Dram>(context.arena);
  File* archive = places.log.archive.on ? OpenFile(context, places.archive) : nullptr;
  auto* store = context.arena.New<ScmLog>(context, places.log, archive);
  auto* hooks = context.arena.New<wal::Hooks>(context, p, *store);
  return context.arena.New<PageEngine>(context, p, wal::LabelsOfPages(), *hooks, *dram,
                                       *OpenFile(context, places.data));
}

constexpr ParamSetting kForTables[] = {{"placement", static_cast<int64_t>(Placement::kIndexed)},
                                       {"spare_pages", 256},
                                       {"frames", 64},
                                       {"ring_kb", 1024},
                                       {"checkpoint_kb", 512},
                                       {"archive_kb", 64}};

}  // namespace

const SchemeInfo kScmLogging = {
    .id = "scm-logging",
    .family = "pcmlogging",
    .title = {"SCMLogging", "SCMLogging"},
    .summary = {"Write-ahead logging whose records are made in PCM: a short latch for the room and "
                "the header, then many threads copy at once, and one store of 8 bytes marks a "
                "record whole. All of the PCM is the log, which is archived to the disk; pages go "
                "from DRAM to the disk. Recovery passes over holes.",
                "直接在 PCM "
                "中写日志记录的预写日志：短暂的闩锁只用于占用空间和写记录头，随后许多线程同时复制，"
                "一次 8 字节存储把记录标为完整。PCM 全部用作日志并归档到磁盘；页从 DRAM "
                "直接写到磁盘。恢复时越过空洞。"},
    .paper =
        "Fang, Hsiao, He, Mohan, Wang: High Performance Database Logging using Storage Class "
        "Memory, ICDE 2011, as compared in Gao, Xu, Härder, He, Choi, Hu: PCMLogging, TKDE 27(12), "
        "2015, section 6.1",
    .path = &kShoreMtPath,
    .params = kParams,
    .mutations = kWhole ? scm_logging::kStory.mutations : std::span<const MutationInfo>(),
    .listings = kWhole ? scm_logging::kStory.listings : std::span<const Listing>(),
    .structures = kWhole ? scm_logging::kStory.structures : std::span<const StructureInfo>(),
    .sizes = WholeOnly(kParams.On<Sizes>()),
    .check = WholeOnly(kParams.On<Check>()),
    .create = kWhole ? Create : nullptr,
    .for_tables = kForTables,
};

}  // namespace afterimage
