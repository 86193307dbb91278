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

struct Params : PageParams {
  nvlog::Policy persist{};
  uint32_t persisters = 0;
  uint32_t entries = 0;
  uint32_t object_bytes = 0;
  uint32_t checkpoint_after = 0;
  bool backup = false;
  bool bits_in_entry = false;  // alone
};

constexpr auto kOwnParams = TableOf<Params>(
    Param<&Params::persist>({.id = "persist",
                             .title = {"persistence policy", "持久化策略"},
                             .help = {"When a log object is written back to NVM: as it is "
                                      "inserted, or by a daemon and at the latest at commit.",
                                      "日志对象何时写回 NVM：插入时，或由后台线程、最迟在提交时。"},
                             .standard = nvlog::Policy::kFlushOnCommit,
                             .choices = kPolicies}),
    Param<&Params::entries>({.id = "entries",
                             .title = {"log entries", "日志条目数"},
                             .help = {"Slots of the ring.", "环中的槽数。"},
                             .standard = 64,
                             .min = 8,
                             .max = 1 << 25}),
    Param<&Params::object_bytes>(
        {.id = "object_bytes",
         .title = {"log object space", "日志对象空间"},
         .help = {"Pre-allocated NVM per entry; larger objects take several entries.",
                  "每个条目预分配的 NVM；更大的对象占用多个条目。"},
         .standard = 128,
         .min = 64,
         .max = 1024,
         .unit = "B"}),
    Param<&Params::checkpoint_after>({.id = "checkpoint_after",
                                      .title = {"checkpoint threshold", "检查点阈值"},
                                      .help = {"Consumed entries that wake the checkpointer.",
                                               "已用条目达到此数时唤醒检查点线程。"},
                                      .standard = 48,
                                      .min = 1,
                                      .max = 1 << 25,
                                      .unit = "entries"}),
    Param<&Params::backup>(
        {.id = "backup",
         .title = {"back up cold log", "备份冷日志"},
         .help = {"Copies entries to disk before they are truncated.", "条目截断前复制到磁盘。"}}),
    Param<&Params::bits_in_entry>(
        {.id = "state_bits",
         .title = {"state bits", "状态位"},
         .help = {"Where a bit says that an object is durable. In the entry alone it takes one "
                  "write-back less an object.",
                  "用状态位表明对象已持久的位置；仅放在条目中时，每个对象少一次写回。"},
         .choices = kStateBitPlaces}),
    Param<&Params::persisters>(
        {.id = "persisters",
         .title = {"persisters", "持久化线程数"},
         .help = {"Daemons that persist log objects. Used only with flush-on-commit.",
                  "持久化日志对象的后台线程数。仅用于提交时刷写。"},
         .standard = 1,
         .min = 1,
         .max = 16}));
constexpr JoinedTables<Params, kOwnParams, kPageParams> kParams;

nvlog::Layout LayoutOf(const Params& p) { return {p.entries, p.object_bytes, !p.bits_in_entry}; }

// A few structure changes may be under way at once: each logs up to two pages.
uint32_t StructureSlack(const PageParams& pages, const nvlog::Layout& layout) {
  if (pages.placement == Placement::kHash) return 0;
  return std::min(layout.entries / 4, 32 * (layout.Span(kLineBytes + pages.page_bytes) + 4));
}

// The places of everything: the log from the start of NVM, the pages and then the archive on the
// disk.
struct Places {
  LogParams log;
  FileLayout::Place data;
  DeviceSizes sizes;
};

Places PlacesOf(const Params& p, const MachineProfile& machine, uint32_t page_limit) {
  Places places;
  LogParams& log = places.log;
  log.policy = p.persist;
  log.layout = LayoutOf(p);
  if (log.policy == nvlog::Policy::kFlushOnCommit) log.persisters = p.persisters;
  log.checkpoint_after = p.checkpoint_after;
  log.archive.on = p.backup;
  log.cleaners = p.cleaners();
  log.early_release = p.early_release;
  log.structure_slack = StructureSlack(p, log.layout);
  FileLayout layout(machine);
  layout.TakeNvm(log.layout.Bytes());
  places.data = layout.TakePages(p, page_limit);
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

DeviceSizes Sizes(const Params& p, const MachineProfile& machine, const InitialRows& rows) {
  return PlacesOf(p, machine, PageEngine::PageLimit(p, rows)).sizes;
}

const Mismatch* Check(const Params& p, const MachineProfile& machine) {
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
  if (const Mismatch* mismatch = CheckPageParamsWithoutImages(p, machine)) return mismatch;
  if (p.object_bytes % kLineBytes != 0) return &kObject;
  if (p.checkpoint_after > p.entries) return &kThreshold;
  const nvlog::Layout layout = LayoutOf(p);
  if (uint64_t{layout.entries} * (layout.object_bytes + 8) >= uint64_t{7} << 29) return &kTooLarge;
  if (layout.Span(kLineBytes + 2 * p.value_bytes) * 8 > layout.entries) return &kSpan;
  if (p.placement == Placement::kIndexed &&
      layout.Span(kLineBytes + p.page_bytes) * 16 > layout.entries)
    return &kStructure;
  return nullptr;
}

StorageEngine* Create(const EngineContext& context) {
  const Params p = kParams.Read(context.params);
  const Places places = PlacesOf(p, context.machine, context.database_pages);
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
  return context.arena.New<PageEngine>(context, p, labels, *hooks, *dram,
                                       *OpenFile(context, places.data));
}

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
    .summary =
        {"Only the log is in NVM: a ring of entries with state bits that point at log objects, "
         "written by each transaction on its own. Pages are cached in DRAM and live on disk.",
         "只有日志放在 NVM：一个带状态位的条目环指向日志对象，由各事务自行写入；页缓存在 "
         "DRAM，存放在磁盘。"},
    .paper =
        "Huang, Schwan, Qureshi: NVRAM-aware Logging in Transaction Systems, VLDB 2014, sections 4 "
        "and 5",
    .path = &kNvLoggingPath,
    .params = kParams,
    .mutations = {nvlog::kMutations, nvlog::kMutationCount},
    .listings = {nvlog::kListings, nvlog::kListingCount},
    .structures = {nvlog::kStructures, nvlog::kStructureCount},
    .sizes = kParams.On<Sizes>(),
    .check = kParams.On<Check>(),
    .create = Create,
    .for_tables = kForTables,
};

}  // namespace afterimage
