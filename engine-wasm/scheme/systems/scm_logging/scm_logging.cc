#include "scheme/systems/scm_logging/scm_logging.h"

#include <algorithm>

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

enum Param : uint32_t {
  kRingKb,
  kCheckpointKb,
  kArchive,
  kArchiveKb,
  kLogOn,
  kPcmPercent,
  kCheckpointSeconds,
  kOwnParams
};

constexpr ParamInfo kOwn[kOwnParams] = {
    NumberParam("ring_kb", {"log size", "日志大小"},
                {"The size of the log in PCM; nothing else is there.",
                 "PCM 中日志的大小；PCM 中别无他物。"},
                8, 1, 1 << 20, "KB"),
    NumberParam("checkpoint_kb", {"checkpoint threshold", "检查点阈值"},
                {"Log that wakes the checkpointer.", "日志达到此量时唤醒检查点线程。"}, 6, 1,
                1 << 20, "KB"),
    SwitchParam("archive", {"archive the log", "归档日志"},
                {"Log is copied to a file before it is overwritten.", "日志在被覆盖前复制到文件。"},
                1),
    NumberParam("archive_kb", {"archive threshold", "归档阈值"},
                {"Log that is not archived yet, which wakes the archiver.",
                 "未归档的日志达到此量时唤醒归档线程。"},
                4, 1, 1 << 20, "KB"),
    ChoiceParam(
        "log_on", {"log file on", "日志文件所在"},
        {"The device of the log file and how it is reached.", "日志文件所在的设备及访问方式。"},
        static_cast<int64_t>(FileKind::kDisk), kFileKinds),
    pcm::kPcmPercentParam,
    kCheckpointSecondsParam,
};

const auto kParams = WithPageParams(kOwn);

PageParams PagesOf(const ParamValues& p) {
  PageParams pages = PageParamsOf(p, kOwnParams);
  pages.checkpoint_ns = static_cast<Time>(p.value[kCheckpointSeconds]) * 1000000000;
  return pages;
}

int64_t RingKb(const ParamValues& p) {
  const int64_t percent = p.value[kPcmPercent];
  return percent != 0 ? pcm::PcmBytes(percent, PagesOf(p)) / 1024 : p.value[kRingKb];
}

// The log from the start of NVM, then the log file and the pages.
struct Places {
  LogParams log;
  FileLayout::Place archive;
  FileLayout::Place data;
  DeviceSizes sizes;
};

Places PlacesOf(const ParamValues& p, const MachineProfile& machine, uint32_t page_limit) {
  const PageParams pages = PagesOf(p);
  Places places;
  LogParams& log = places.log;
  log.log_bytes = static_cast<uint32_t>(RingKb(p) * 1024);
  log.checkpoint_bytes = static_cast<uint32_t>(p.value[kCheckpointKb] * 1024);
  log.archive.on = p.value[kArchive] != 0;
  log.archive.after = static_cast<uint32_t>(p.value[kArchiveKb] * 1024);
  log.structure_slack = wal::StructureBytes(pages);
  FileLayout layout(machine);
  layout.TakeNvm(ScmLog::NvmBytes(log));
  if (log.archive.on) {
    // What the head has passed last, and what has been archived since.
    const auto log_on = static_cast<FileKind>(p.value[kLogOn]);
    log.archive.bytes = wal::PartitionBytes(2 * log.log_bytes, log_on, machine);
    places.archive = layout.Take(log_on, true, log.archive.bytes);
  }
  places.data = layout.TakePages(pages, page_limit);
  places.sizes = layout.sizes();
  return places;
}

DeviceSizes Sizes(const ParamValues& p, const MachineProfile& machine, const InitialRows& rows) {
  return PlacesOf(p, machine, PageEngine::PageLimit(PagesOf(p), rows)).sizes;
}

Promise PromiseOf(const ParamValues&) { return Promise::kDurable; }

const Mismatch* Check(const ParamValues& p, const MachineProfile& machine) {
  const PageParams pages = PagesOf(p);
  if (const Mismatch* mismatch = CheckPageParamsWithoutImages(pages, machine)) return mismatch;
  if (RingKb(p) * 1024 >= pcm::kMostPcmBytes) return &pcm::kBeyondNvm;
  if (const Mismatch* mismatch =
          wal::CheckThresholds(p.value[kCheckpointKb], p.value[kArchiveKb], RingKb(p)))
    return mismatch;
  return wal::CheckLogBytes(RingKb(p) * 1024, pages, p.value[kOwnParams + kPageParamCount - 1]);
}

StorageEngine* Create(const EngineContext& context) {
  const PageParams pages = PagesOf(context.params);
  Places places = PlacesOf(context.params, context.machine, context.database_pages);
  places.log.image_bytes = LongestValue(context.schema);
  auto* dram = context.arena.New<Dram>(context.arena);
  File* archive = places.log.archive.on ? OpenFile(context, places.archive) : nullptr;
  auto* store = context.arena.New<ScmLog>(context, places.log, archive);
  auto* hooks = context.arena.New<wal::Hooks>(context, pages, *store);
  return context.arena.New<PageEngine>(context, pages, wal::LabelsOfPages(), *hooks, *dram,
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
    .summary =
        {"Write-ahead logging whose records are made in PCM: a short latch for the room and the "
         "header, "
         "then many threads copy at once, and one store of 8 bytes marks a record whole. All of "
         "the "
         "PCM "
         "is the log, which is archived to the disk; pages go from DRAM to the disk. Recovery "
         "passes "
         "over holes.",
         "直接在 PCM "
         "中写日志记录的预写日志：短暂的闩锁只用于占用空间和写记录头，随后许多线程同时复制，"
         "一次 8 字节存储把记录标为完整。PCM 全部用作日志并归档到磁盘；页从 DRAM 直接写到磁盘。"
         "恢复时越过空洞。"},
    .paper =
        "Fang, Hsiao, He, Mohan, Wang: High Performance Database Logging using Storage Class "
        "Memory, "
        "ICDE 2011, as compared in Gao, Xu, Härder, He, Choi, Hu: PCMLogging, TKDE 27(12), 2015, "
        "section 6.1",
    .path = &kShoreMtPath,
    .promise = PromiseOf,
    .params = kParams,
    .mutations = kWhole ? scm_logging::kStory.mutations : std::span<const MutationInfo>(),
    .listings = kWhole ? scm_logging::kStory.listings : std::span<const Listing>(),
    .structures = kWhole ? scm_logging::kStory.structures : std::span<const StructureInfo>(),
    .sizes = kWhole ? Sizes : nullptr,
    .check = Check,
    .create = kWhole ? Create : nullptr,
    .for_tables = kForTables,
};

}  // namespace afterimage
