#include "scheme/aries/aries.h"

#include <algorithm>

#include "db/page_store.h"
#include "scheme/aries/aries_log.h"
#include "scheme/open_file.h"
#include "scheme/page_engine.h"

namespace afterimage {
namespace {

using aries::AriesLog;
using aries::AriesParams;
using aries::CommitMode;

constexpr ChoiceInfo kCommitModes[] = {
    {"synchronous", {"synchronous", "同步"}},
    {"group", {"group", "组提交"}},
    {"pipelined", {"pipelined", "流水线"}},
    {"asynchronous", {"asynchronous", "异步"}},
};

// In the order of the list below; the page parameters follow.
enum Param : uint32_t {
  kCommit,
  kGroupSize,
  kFlushPause,
  kLogOn,
  kPartitions,
  kPartitionKb,
  kBufferKb,
  kFlushLatch,
  kCheckpointKb,
  kOwnParams
};

const ParamInfo kOwn[kOwnParams] = {
    ChoiceParam(
        "commit", {"commit", "提交方式"},
        {"What a commit waits for: its own flush, a flush for a group, the same without a context "
         "switch, or nothing.",
         "提交等待什么：自己的刷写、整组的刷写、同上但不切换上下文，或不等待。"},
        0, kCommitModes),
    NumberParam("group_size", {"group size", "组大小"},
                {"Commits that make a group flush at once.", "达到此数的提交立即成组刷写。"}, 4, 1,
                1024, ""),
    NumberParam("flush_us", {"flush pause", "刷写间隔"},
                {"How long the flusher waits for more records before it writes; with asynchronous "
                 "commit, also how much a power cut may take back.",
                 "刷写线程写出前等待更多记录的时间；异步提交时，也是断电可能撤回的范围。"},
                100, 0, 10000000, "µs"),
    ChoiceParam("log_on", {"log on", "日志所在"},
                {"The device of the log and how it is reached.", "日志所在的设备及访问方式。"}, 0,
                kFileKinds),
    NumberParam("partitions", {"log partitions", "日志分区数"},
                {"Truncation frees whole partitions.", "截断以整个分区为单位释放。"}, 4, 3, 64, ""),
    NumberParam("partition_kb", {"partition size", "分区大小"},
                {"The size of each log partition.", "每个日志分区的大小。"}, 8, 1, 1 << 20, "KB"),
    NumberParam("buffer_kb", {"log buffer", "日志缓冲区"},
                {"Inserting stalls while it is full.", "已满时插入会停顿。"}, 8, 1, 1 << 18, "KB"),
    SwitchParam("flush_latch", {"flush closes the buffer", "刷写时关闭缓冲区"},
                {"Nobody inserts while a flush is under way.", "刷写进行时不能插入。"}, 1),
    NumberParam("checkpoint_kb", {"checkpoint threshold", "检查点阈值"},
                {"Log since the last checkpoint that wakes the checkpointer.",
                 "自上次检查点以来的日志达到此量时唤醒检查点线程。"},
                8, 1, 1 << 22, "KB"),
};
const auto& Params() {
  static const auto params = WithPageParams(kOwn);
  return params;
}

PageParams PagesOf(const ParamValues& p) { return PageParamsOf(p, kOwnParams); }

// Log that one structure change takes at most: two halves of a node, and what allocates and links
// them.
uint32_t StructureBytes(const PageParams& pages) {
  return pages.placement == Placement::kIndexed ? pages.page_bytes + 1024 : 0;
}

struct Places {
  AriesParams aries;
  FileLayout::Place log;
  FileLayout::Place data;
  DeviceSizes sizes;
};

Places PlacesOf(const ParamValues& p, const MachineProfile& machine, uint32_t page_limit) {
  Places places;
  const PageParams pages = PagesOf(p);
  AriesParams& aries = places.aries;
  aries.commit = static_cast<CommitMode>(p.value[kCommit]);
  aries.group_size = static_cast<uint32_t>(p.value[kGroupSize]);
  aries.flush_ns = static_cast<Time>(p.value[kFlushPause]) * 1000;
  aries.checkpoint_bytes =
      static_cast<uint32_t>(std::min<int64_t>(p.value[kCheckpointKb] * 1024, 0xffffffff));
  aries.structure_bytes = StructureBytes(pages);
  aries.cleaners = pages.cleaners;
  aries.early_release = pages.early_release;
  aries.page_images = pages.torn == TornPages::kFullPageImages;
  aries.log.partitions = static_cast<uint32_t>(p.value[kPartitions]);
  aries.log.partition_bytes = static_cast<uint32_t>(p.value[kPartitionKb] * 1024);
  aries.log.buffer_bytes = static_cast<uint32_t>(p.value[kBufferKb] * 1024);
  aries.log.flush_holds_latch = p.value[kFlushLatch] != 0;
  const auto log_on = static_cast<FileKind>(p.value[kLogOn]);
  const auto block = OnNvm(log_on) ? 64 : static_cast<uint32_t>(machine[Price::kDiskSector]);
  FileLayout layout(machine);
  places.log = layout.Take(log_on, true, CentralLog::FileBytes(aries.log, block));
  places.data = layout.TakePages(pages, page_limit);
  layout.sizes().dram_bytes += aries.log.buffer_bytes;
  places.sizes = layout.sizes();
  return places;
}

DeviceSizes Sizes(const ParamValues& p, const MachineProfile& machine, const InitialRows& rows) {
  return PlacesOf(p, machine, PageEngine::PageLimit(PagesOf(p), rows)).sizes;
}

const Text* Check(const ParamValues& p, const MachineProfile& machine) {
  static constexpr Text kPartition = {
      "a log partition must be a multiple of the disk's sector and hold a few pages",
      "日志分区须为磁盘扇区的整数倍且能容纳若干页"};
  static constexpr Text kBuffer = {
      "the log buffer must be a multiple of the disk's sector and hold two pages",
      "日志缓冲区须为磁盘扇区的整数倍且能容纳两页"};
  static constexpr Text kThreshold = {"the checkpoint threshold must be below half of the log",
                                      "检查点阈值须小于日志的一半"};
  static constexpr Text kStructure = {"the log is too small for B+-tree splits",
                                      "日志太小，无法容纳 B+ 树分裂"};
  static constexpr Text kNvm = {"the log does not fit 4 GB of NVM", "日志超出 4 GB NVM"};
  const PageParams pages = PagesOf(p);
  if (const Text* reason = CheckPageParams(pages, machine)) return reason;
  const int64_t sector = static_cast<int64_t>(machine[Price::kDiskSector]);
  const int64_t partition = p.value[kPartitionKb] * 1024, buffer = p.value[kBufferKb] * 1024;
  if (partition % sector != 0 || partition < 4 * int64_t{pages.page_bytes}) return &kPartition;
  if (buffer % sector != 0 || buffer < 2 * int64_t{pages.page_bytes} + 1024) return &kBuffer;
  if (p.value[kCheckpointKb] * 1024 * 2 > partition * p.value[kPartitions]) return &kThreshold;
  if (2 * AriesLog::kStructureChanges * int64_t{StructureBytes(pages)} >
      partition * p.value[kPartitions])
    return &kStructure;
  if (OnNvm(static_cast<FileKind>(p.value[kLogOn])) &&
      partition * p.value[kPartitions] >= int64_t{7} << 29)
    return &kNvm;
  return nullptr;
}

StorageEngine* Create(const EngineContext& context) {
  const PageParams pages = PagesOf(context.params);
  Places places = PlacesOf(context.params, context.machine, context.database_pages);
  places.aries.image_bytes = LongestValue(context.schema);
  auto* dram = context.arena.New<Dram>(context.arena);
  auto* hooks = context.arena.New<AriesLog>(context, places.aries, *OpenFile(context, places.log));
  PageLabels labels;
  labels.lock = aries::kUpdateLock;
  labels.fix = aries::kUpdateFix;
  labels.change_page = aries::kUpdateChange;
  labels.commit_acknowledge = aries::kCommitAcknowledge;
  labels.abort_acknowledge = aries::kAbortAcknowledge;
  labels.release_locks = aries::kCommitRelease;
  labels.write_page = aries::kGatePage;
  labels.undo_in_place = aries::kMutationCount - 1;  // the last of its list
  return context.arena.New<PageEngine>(context, pages, labels, *hooks, *dram,
                                       *OpenFile(context, places.data));
}

Promise PromiseOf(const ParamValues& p) {
  return static_cast<CommitMode>(p.value[kCommit]) == CommitMode::kAsynchronous
             ? Promise::kPrefixConsistent
             : Promise::kDurable;
}

constexpr ParamSetting kForTables[] = {{"placement", static_cast<int64_t>(Placement::kIndexed)},
                                       {"spare_pages", 256},
                                       {"frames", 64},
                                       {"partition_kb", 64},
                                       {"buffer_kb", 32},
                                       {"checkpoint_kb", 96}};

// The configurations of figure 6 of the NV-Logging paper.
struct Placements {
  ParamSetting settings[2];
  constexpr Placements(FileKind data, FileKind log)
      : settings{{"data_on", static_cast<int64_t>(data)}, {"log_on", static_cast<int64_t>(log)}} {}
};
constexpr Placements kAllHdd(FileKind::kHdd, FileKind::kHdd),
    kAllSsd(FileKind::kSsd, FileKind::kSsd);
constexpr Placements kHddNvram(FileKind::kHdd, FileKind::kTmpfs),
    kSsdNvram(FileKind::kSsd, FileKind::kTmpfs);
constexpr Placements kNvramHdd(FileKind::kTmpfs, FileKind::kHdd),
    kNvramSsd(FileKind::kTmpfs, FileKind::kSsd);
constexpr Placements kAllNvram(FileKind::kTmpfs, FileKind::kTmpfs);
constexpr PresetInfo kPresets[] = {
    {"all-in-hdd", {"all on HDD", "全在 HDD"}, kAllHdd.settings, 2},
    {"all-in-ssd", {"all on SSD", "全在 SSD"}, kAllSsd.settings, 2},
    {"db-in-hdd-log-in-nvram",
     {"database on HDD, log in NVRAM", "数据库在 HDD，日志在 NVRAM"},
     kHddNvram.settings,
     2},
    {"db-in-ssd-log-in-nvram",
     {"database on SSD, log in NVRAM", "数据库在 SSD，日志在 NVRAM"},
     kSsdNvram.settings,
     2},
    {"db-in-nvram-log-in-hdd",
     {"database in NVRAM, log on HDD", "数据库在 NVRAM，日志在 HDD"},
     kNvramHdd.settings,
     2},
    {"db-in-nvram-log-in-ssd",
     {"database in NVRAM, log on SSD", "数据库在 NVRAM，日志在 SSD"},
     kNvramSsd.settings,
     2},
    {"all-in-nvram", {"all in NVRAM", "全在 NVRAM"}, kAllNvram.settings, 2},
};

}  // namespace

SchemeInfo AriesInfo() {
  return {
      "aries",
      "disk-wal",
      {"ARIES", "ARIES"},
      {"Write-ahead logging with a central log buffer and a partitioned log: steal, no-force, "
       "fuzzy checkpoints; analysis, redo and undo at restart. Log and database each on a disk, or "
       "in NVRAM behind a file interface.",
       "带中央日志缓冲区和分区日志的预写日志：偷取、不强制、模糊检查点；重启时分析、重做、撤销。日"
       "志与数据库各自可放在磁盘，或经文件接口放在 NVRAM。"},
      "Mohan, Haderle, Lindsay, Pirahesh, Schwarz: ARIES, ACM TODS 17(1), 1992; NV-Disk: "
      "NV-Logging (VLDB 2014), sections 2.3 and 3",
      PromiseOf,
      Params().data(),
      static_cast<uint32_t>(Params().size()),
      aries::kMutations,
      aries::kMutationCount,
      aries::kListings,
      aries::kListingCount,
      aries::kStructures,
      aries::kStructureCount,
      Sizes,
      Check,
      Create,
      kForTables,
      sizeof kForTables / sizeof *kForTables,
      kPresets,
      sizeof kPresets / sizeof *kPresets,
  };
}

const SchemeInfo kAries = AriesInfo();

}  // namespace afterimage
