#include "scheme/systems/nv_logging/nv_logging.h"

#include <algorithm>

#include "db/pages/page_store.h"
#include "scheme/page_engine/page_engine.h"
#include "scheme/shared/log_file/open_file.h"
#include "scheme/systems/nv_logging/log.h"

namespace afterimage {
namespace {

using nvlog::Log;
using nvlog::LogParams;

constexpr ChoiceInfo kPolicies[] = {
    {"flush-on-insert", {"flush-on-insert", "插入时刷写"}},
    {"flush-on-commit", {"flush-on-commit", "提交时刷写"}},
};

constexpr ChoiceInfo kStateBitPlaces[] = {
    {"object-and-entry", {"object and entry", "对象与条目"}},
    {"entry", {"entry alone", "仅条目"}, kWhole},
};

// In the order of the list below; the page parameters follow.
enum Param : uint32_t {
  kPersist,
  kEntries,
  kObjectBytes,
  kCheckpointAfter,
  kBackup,
  kStateBits,
  kOwnParams
};

constexpr ParamInfo kOwn[kOwnParams] = {
    ChoiceParam(
        "persist", {"persistence policy", "持久化策略"},
        {"When a log object is written back to NVM: as it is inserted, or by a daemon and at the "
         "latest at commit.",
         "日志对象何时写回 NVM：插入时，或由后台线程、最迟在提交时。"},
        1, kPolicies),
    NumberParam("entries", {"log entries", "日志条目数"}, {"Slots of the ring.", "环中的槽数。"},
                64, 8, 1 << 25, ""),
    NumberParam("object_bytes", {"log object space", "日志对象空间"},
                {"Pre-allocated NVM per entry; larger objects take several entries.",
                 "每个条目预分配的 NVM；更大的对象占用多个条目。"},
                128, 64, 1024, "B"),
    NumberParam(
        "checkpoint_after", {"checkpoint threshold", "检查点阈值"},
        {"Consumed entries that wake the checkpointer.", "已用条目达到此数时唤醒检查点线程。"}, 48,
        1, 1 << 25, "entries"),
    SwitchParam("backup", {"back up cold log", "备份冷日志"},
                {"Copies entries to disk before they are truncated.", "条目截断前复制到磁盘。"}, 0),
    ChoiceParam("state_bits", {"state bits", "状态位"},
                {"Where a bit says that an object is durable. In the entry alone it takes one "
                 "write-back less an object.",
                 "用状态位表明对象已持久的位置；仅放在条目中时，每个对象少一次写回。"},
                0, kStateBitPlaces),
};
const auto kParams = WithPageParams(kOwn);

PageParams PagesOf(const ParamValues& p) { return PageParamsOf(p, kOwnParams); }

nvlog::Layout LayoutOf(const ParamValues& p) {
  return {static_cast<uint32_t>(p.value[kEntries]), static_cast<uint32_t>(p.value[kObjectBytes]),
          p.value[kStateBits] == 0};
}

// A few structure changes may be under way at once: each logs up to two pages.
uint32_t StructureSlack(const PageParams& pages, const nvlog::Layout& layout) {
  if (pages.placement == Placement::kHash) return 0;
  return std::min(layout.entries / 4, 32 * (layout.Span(kLineBytes + pages.page_bytes) + 4));
}

// Where everything is: the log from the start of NVM, the pages and then the archive on the
// disk.
struct Places {
  LogParams log;
  FileLayout::Place data;
  DeviceSizes sizes;
};

Places PlacesOf(const ParamValues& p, const MachineProfile& machine, uint32_t page_limit) {
  Places places;
  const PageParams pages = PagesOf(p);
  LogParams& log = places.log;
  log.policy = static_cast<nvlog::Policy>(p.value[kPersist]);
  log.layout = LayoutOf(p);
  log.checkpoint_after = static_cast<uint32_t>(p.value[kCheckpointAfter]);
  log.archive.on = p.value[kBackup] != 0;
  log.cleaners = pages.cleaners;
  log.early_release = pages.early_release;
  log.structure_slack = StructureSlack(pages, log.layout);
  FileLayout layout(machine);
  layout.TakeNvm(log.layout.Bytes());
  places.data = layout.TakePages(pages, page_limit);
  const uint64_t sector = machine[Price::kDiskSector];
  log.archive.base = layout.sizes().disk_bytes;
  log.archive.bytes =
      log.archive.on
          ? 2 *
                ((uint64_t{log.layout.entries} * log.layout.object_bytes + sector - 1) / sector +
                 8) *
                sector
          : 0;
  layout.sizes().disk_bytes += log.archive.bytes;
  places.sizes = layout.sizes();
  return places;
}

DeviceSizes Sizes(const ParamValues& p, const MachineProfile& machine, const InitialRows& rows) {
  return PlacesOf(p, machine, PageEngine::PageLimit(PagesOf(p), rows)).sizes;
}

const Mismatch* Check(const ParamValues& p, const MachineProfile& machine) {
  static constexpr Mismatch kObject = {
      "object_bytes",
      {"the log object space must be a multiple of 64", "日志对象空间必须是 64 的整数倍"}};
  static constexpr Mismatch kThreshold = {
      "checkpoint_after",
      {"the checkpoint threshold must not exceed the log entries", "检查点阈值不能超过日志条目数"}};
  static constexpr Mismatch kSpan = {"entries",
                                     {"an update takes more entries than an eighth of the ring",
                                      "一次更新占用的条目超过环的八分之一"}};
  static constexpr Mismatch kTooLarge = {"entries",
                                         {"the log does not fit 4 GB of NVM", "日志超出 4 GB NVM"}};
  static constexpr Mismatch kStructure = {
      "entries", {"the ring is too small for B+-tree splits", "环太小，无法容纳 B+ 树分裂"}};
  const PageParams pages = PagesOf(p);
  if (const Mismatch* mismatch = CheckPageParamsWithoutImages(pages, machine)) return mismatch;
  if (p.value[kObjectBytes] % kLineBytes != 0) return &kObject;
  if (p.value[kCheckpointAfter] > p.value[kEntries]) return &kThreshold;
  const nvlog::Layout layout = LayoutOf(p);
  if (uint64_t{layout.entries} * (layout.object_bytes + 8) >= uint64_t{7} << 29) return &kTooLarge;
  const int64_t value_bytes = p.value[kOwnParams + kPageParamCount - 1];
  if (layout.Span(kLineBytes + 2 * static_cast<uint32_t>(value_bytes)) * 8 > layout.entries)
    return &kSpan;
  if (pages.placement == Placement::kIndexed &&
      layout.Span(kLineBytes + pages.page_bytes) * 16 > layout.entries)
    return &kStructure;
  return nullptr;
}

StorageEngine* Create(const EngineContext& context) {
  const PageParams pages = PagesOf(context.params);
  const Places places = PlacesOf(context.params, context.machine, context.database_pages);
  auto* dram = context.arena.New<Dram>(context.arena);
  auto* hooks = context.arena.New<Log>(context, places.log, *dram, LongestValue(context.schema));
  PageLabels labels;
  labels.lock = nvlog::kUpdateLock;
  labels.fix = nvlog::kUpdateFix;
  labels.change_page = nvlog::kUpdateChange;
  labels.commit_acknowledge = nvlog::kCommitAcknowledge;
  labels.abort_acknowledge = nvlog::kAbortAcknowledge;
  labels.release_locks = nvlog::kCommitRelease;
  labels.write_page = nvlog::kGatePage;
  labels.undo_in_place = nvlog::kUndoInPlace;
  return context.arena.New<PageEngine>(context, pages, labels, *hooks, *dram,
                                       *OpenFile(context, places.data));
}

Promise PromiseOf(const ParamValues&) { return Promise::kDurable; }

constexpr ParamSetting kForTables[] = {{"placement", static_cast<int64_t>(Placement::kIndexed)},
                                       {"spare_pages", 256},
                                       {"frames", 64},
                                       {"entries", 2048},
                                       {"checkpoint_after", 1024}};

}  // namespace

const SchemeInfo kNvLogging = {
    .id = "nv-logging",
    .family = "nv-logging",
    .title = {"NV-Logging", "NV-Logging"},
    .summary = {"Only the log is in NVM: a ring of entries with state bits that point at log "
                "objects, written "
                "by each transaction on its own. Pages are cached in DRAM and live on disk.",
                "只有日志放在 NVM：一个带状态位的条目环指向日志对象，由各事务自行写入；页缓存在 "
                "DRAM，存放在磁盘。"},
    .paper =
        "Huang, Schwan, Qureshi: NVRAM-aware Logging in Transaction Systems, VLDB 2014, sections 4 "
        "and "
        "5",
    .path = &kNvLoggingPath,
    .promise = PromiseOf,
    .params = kParams,
    .mutations = {nvlog::kMutations, nvlog::kMutationCount},
    .listings = {nvlog::kListings, nvlog::kListingCount},
    .structures = {nvlog::kStructures, nvlog::kStructureCount},
    .sizes = Sizes,
    .check = Check,
    .create = Create,
    .for_tables = kForTables,
};

}  // namespace afterimage
