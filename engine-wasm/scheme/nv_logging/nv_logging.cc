#include "scheme/nv_logging/nv_logging.h"

#include "scheme/nv_logging/log.h"

namespace afterimage {
namespace {

using nvlog::Log;
using nvlog::LogParams;

constexpr ChoiceInfo kPolicies[] = {
    {"flush-on-insert", {"flush-on-insert", "插入时刷写"}},
    {"flush-on-commit", {"flush-on-commit", "提交时刷写"}},
};

// In the order of the list below.
enum Param : uint32_t { kPersist, kEntries, kObjectBytes, kCheckpointAfter, kBackup, kCleaner, kPageBytes, kHeapPages, kFrames, kValueBytes };

constexpr ParamInfo kParams[] = {
    {"persist", {"persistence policy", "持久化策略"},
     {"When a log object is written back to NVM: as it is inserted, or by a daemon and at the latest at commit.",
      "日志对象何时写回 NVM:插入时,或由后台线程、最迟在提交时。"},
     ParamType::kChoice, 1, 0, 1, "", kPolicies, 2},
    {"entries", {"log entries", "日志条目数"}, {"Slots of the ring.", "环中的槽数。"},
     ParamType::kInteger, 64, 8, 1 << 20, "", nullptr, 0},
    {"object_bytes", {"log object space", "日志对象空间"},
     {"Pre-allocated NVM an entry; larger objects take several entries.", "每个条目预分配的 NVM;更大的对象占用多个条目。"},
     ParamType::kInteger, 128, 64, 1024, "B", nullptr, 0},
    {"checkpoint_after", {"checkpoint threshold", "检查点阈值"},
     {"Consumed entries that wake the checkpointer.", "已用条目达到此数时唤醒检查点线程。"},
     ParamType::kInteger, 48, 1, 1 << 20, "entries", nullptr, 0},
    {"backup", {"back up cold log", "备份冷日志"},
     {"Copies entries to disk before they are truncated.", "条目截断前复制到磁盘。"},
     ParamType::kBoolean, 0, 0, 1, "", nullptr, 0},
    {"cleaner_us", {"page cleaner pause", "页面清理间隔"},
     {"Pause between two pages of the page cleaner; 0: no cleaner.", "页面清理线程写出两页之间的间隔;0 表示没有清理线程。"},
     ParamType::kInteger, 0, 0, 1000000, "µs", nullptr, 0},
    {"page_bytes", {"page size", "页大小"}, {"Of database pages.", "数据库页的大小。"},
     ParamType::kInteger, 512, 256, 8192, "B", nullptr, 0},
    {"heap_pages", {"database pages", "数据库页数"}, {"Pages of records, besides the catalog.", "除目录页外的记录页数。"},
     ParamType::kInteger, 1, 1, 4096, "", nullptr, 0},
    {"frames", {"buffer pool frames", "缓冲池帧数"}, {"Pages that DRAM holds.", "DRAM 可容纳的页数。"},
     ParamType::kInteger, 4, 2, 4096, "", nullptr, 0},
    {"value_bytes", {"value size", "值大小"}, {"Of every record.", "每条记录值的大小。"},
     ParamType::kInteger, 8, 8, 256, "B", nullptr, 0},
};

PageParams PagesOf(const ParamValues& p) {
  return {static_cast<uint32_t>(p.value[kPageBytes]), static_cast<uint32_t>(p.value[kHeapPages]),
          static_cast<uint32_t>(p.value[kFrames]), static_cast<uint32_t>(p.value[kValueBytes])};
}

LogParams LogOf(const ParamValues& p, const MachineProfile& machine) {
  LogParams log;
  log.policy = static_cast<nvlog::Policy>(p.value[kPersist]);
  log.layout = {static_cast<uint32_t>(p.value[kEntries]), static_cast<uint32_t>(p.value[kObjectBytes])};
  log.checkpoint_after = static_cast<uint32_t>(p.value[kCheckpointAfter]);
  log.backup = p.value[kBackup] != 0;
  log.cleaner_ns = static_cast<Time>(p.value[kCleaner]) * 1000;
  const auto sector = static_cast<uint32_t>(machine[Price::kDiskSector]);
  log.archive_base = (PageEngine::DiskBytes(PagesOf(p)) + sector - 1) / sector * sector;
  log.archive_bytes = log.backup ? 2 * ((log.layout.entries * log.layout.object_bytes + sector - 1) / sector + 8) * sector : 0;
  return log;
}

// Every object that is not reused yet keeps its entry, plus one a thread that has none yet.
uint32_t DramBytes(const PageParams& pages, const LogParams& log) {
  const uint32_t object_bytes = (kLineBytes + 2 * pages.value_bytes + 63) / 64 * 64;
  const uint32_t frame_bytes = 2 * ((pages.page_bytes + 63) / 64 * 64);
  return 128 + pages.frames * frame_bytes + (log.layout.entries + 256) * object_bytes;
}

DeviceSizes Sizes(const ParamValues& p, const MachineProfile& machine) {
  const LogParams log = LogOf(p, machine);
  DeviceSizes sizes;
  sizes.nvm_bytes = log.layout.Bytes();
  sizes.disk_bytes = log.archive_base + log.archive_bytes;
  sizes.dram_bytes = DramBytes(PagesOf(p), log);
  return sizes;
}

const Text* Check(const ParamValues& p, const MachineProfile& machine) {
  static constexpr Text kPage = {"the page size must be a multiple of the disk's sector", "页大小必须是磁盘扇区的整数倍"};
  static constexpr Text kObject = {"the log object space must be a multiple of 64", "日志对象空间必须是 64 的整数倍"};
  static constexpr Text kValue = {"the value size must be a multiple of 8", "值大小必须是 8 的整数倍"};
  static constexpr Text kThreshold = {"the checkpoint threshold must not exceed the log entries", "检查点阈值不能超过日志条目数"};
  static constexpr Text kSpan = {"an update takes more entries than an eighth of the ring", "一次更新占用的条目超过环的八分之一"};
  if (p.value[kPageBytes] % static_cast<int64_t>(machine[Price::kDiskSector]) != 0) return &kPage;
  if (p.value[kObjectBytes] % kLineBytes != 0) return &kObject;
  if (p.value[kValueBytes] % 8 != 0) return &kValue;
  if (p.value[kCheckpointAfter] > p.value[kEntries]) return &kThreshold;
  const int64_t span = (kLineBytes + 2 * p.value[kValueBytes] + p.value[kObjectBytes] - 1) / p.value[kObjectBytes];
  if (span * 8 > p.value[kEntries]) return &kSpan;
  return nullptr;
}

StorageEngine* Create(const EngineContext& context) {
  const PageParams pages = PagesOf(context.params);
  const LogParams log = LogOf(context.params, context.machine);
  auto* dram = context.arena.New<Dram>(context.arena, DramBytes(pages, log));
  auto* hooks = context.arena.New<Log>(context, log, *dram, pages.value_bytes);
  PageLabels labels;
  labels.lock = nvlog::kUpdateLock;
  labels.fix = nvlog::kUpdateFix;
  labels.change_page = nvlog::kUpdateChange;
  labels.commit_acknowledge = nvlog::kCommitAcknowledge;
  labels.abort_acknowledge = nvlog::kAbortAcknowledge;
  labels.release_locks = nvlog::kCommitRelease;
  labels.write_page = nvlog::kGatePage;
  return context.arena.New<PageEngine>(context, pages, labels, *hooks, *dram, 0);
}

}  // namespace

const SchemeInfo kNvLogging = {
    "nv-logging",
    "nv-logging",
    {"NV-Logging", "NV-Logging"},
    {"Only the log is in NVM: a ring of entries with state bits that point at log objects, written by each transaction on its own. Pages are cached in DRAM and live on disk.",
     "只有日志放在 NVM:一个带状态位的条目环指向日志对象,由各事务自行写入;页缓存在 DRAM,存放在磁盘。"},
    "Huang, Schwan, Qureshi: NVRAM-aware Logging in Transaction Systems, VLDB 2014, sections 4 and 5",
    Promise::kDurable,
    kParams,
    sizeof kParams / sizeof *kParams,
    nvlog::kMutations,
    nvlog::kMutationCount,
    nvlog::kListings,
    nvlog::kListingCount,
    nvlog::kStructures,
    nvlog::kStructureCount,
    Sizes,
    Check,
    Create,
};

}  // namespace afterimage
