#include "scheme/systems/base/base.h"

#include "base/build.h"
#include "scheme/page_engine/page_engine.h"
#include "scheme/shared/log_file/open_file.h"
#include "scheme/systems/base/hooks.h"
#include "scheme/systems/base/story.h"

namespace afterimage {
namespace {

using base::LogParams;

constexpr ChoiceInfo kOrders[] = {
    {"buckets", {"page by page", "逐页"}},
    {"serial", {"in the order of LSNs, by one thread", "按 LSN 次序，由一个线程"}},
};

constexpr ChoiceInfo kDurables[] = {
    {"append", {"each as it is made", "逐条，写入时"}},
    {"commit", {"all at the commit", "全部，提交时"}},
};

struct Params : PageParams {
  uint32_t transactions = 0;
  uint32_t redo_buckets = 0;
  uint32_t heap_kb = 0;
  uint32_t checkpoint_kb = 0;
  uint32_t lsn_step = 0;
  bool at_commit = false;
  bool serial_redo = false;
  uint32_t recovery_threads = 0;
};

constexpr auto kOwnParams = TableOf<Params>(
    Param<&Params::transactions>(
        {.id = "transactions",
         .title = {"transactions at once", "同时进行的事务"},
         .help = {"Headers of the undo table; the next prime counts. One is kept for structure "
                  "changes.",
                  "撤销表的表头数，取不小于它的素数。其中一个留给结构修改。"},
         .standard = 5,
         .min = 1,
         .max = 100000}),
    Param<&Params::redo_buckets>(
        {.id = "redo_buckets",
         .title = {"redo buckets", "重做桶数"},
         .help = {"Buckets of the redo table, over page numbers; the next prime counts.",
                  "重做表按页号散列的桶数，取不小于它的素数。"},
         .standard = 7,
         .min = 1,
         .max = 1 << 20}),
    Param<&Params::heap_kb>(
        {.id = "heap_kb",
         .title = {"room for records", "记录空间"},
         .help = {"NVM for undo and redo records. Where it is full, pages go home first.",
                  "NVM 中用于撤销与重做记录的空间。满时先让页写回。"},
         .standard = 8,
         .min = 1,
         .max = 1 << 21,
         .unit = "KB"}),
    Param<&Params::checkpoint_kb>(
        {.id = "checkpoint_kb",
         .title = {"checkpoint threshold", "检查点阈值"},
         .help = {"Records made since the last checkpoint, after which another one comes.",
                  "自上次检查点以来写入的记录达到此量时，进行下一次检查点。"},
         .standard = 4,
         .min = 1,
         .max = 1 << 21,
         .unit = "KB"}),
    Param<&Params::lsn_step>({.id = "lsn_step",
                              .title = {"LSN bound, step", "LSN 上界的步长"},
                              .help = {"How far the durable bound of LSNs goes up at a time.",
                                       "持久的 LSN 上界每次提高多少。"},
                              .standard = 16,
                              .min = 1,
                              .max = 1 << 20}),
    Param<&Params::at_commit>(
        {.id = "durable",
         .title = {"records become durable", "记录何时持久"},
         .help = {"Each before its page changes; or all of a transaction as it commits.",
                  "每条先于其页的修改持久；或一个事务的全部记录在提交时持久。"},
         .choices = kDurables}),
    Param<&Params::serial_redo>(
        {.id = "recovery",
         .title = {"redo goes", "重做的次序"},
         .help = {"Page by page, as the chains are; or as if there were one log.",
                  "按链的结构逐页进行；或如同只有一个日志那样。"},
         .choices = kOrders}),
    Param<&Params::recovery_threads>(
        {.id = "recovery_threads",
         .title = {"recovery threads", "恢复线程数"},
         .help = {"They share out the buckets of redo, and the losers to undo. Redo in the order "
                  "of LSNs is done by one of them.",
                  "它们分担重做的各桶以及要撤销的失败事务。按 LSN 次序的重做由其中一个完成。"},
         .standard = 1,
         .min = 1,
         .max = RecoveryLanes::kMost}),
    kIoCapacityParam, kMutexesParam, kBatchParam);
constexpr JoinedTables<Params, kOwnParams, kPageParams> kParams;

// A segment has room for the longest record, which with B+-trees is that of a complete page.
uint32_t SegmentBytes(const PageParams& p) {
  const uint32_t image = p.placement == Placement::kHash ? p.value_bytes : p.page_bytes;
  return base::WholeLines(static_cast<uint32_t>(sizeof(base::Record) + image));
}

// Returns the segments that the structure changes of a thread may need before it asks for room
// again: a few splits.
uint32_t SpareSegments(const PageParams& pages) {
  return pages.placement == Placement::kHash ? 0 : 48;
}

// The tables and records from the start of NVM, then the pages.
struct Places {
  LogParams log;
  FileLayout::Place data;
  DeviceSizes sizes;
};

Places PlacesOf(const Params& p, const MachineProfile& machine, uint32_t page_limit) {
  Places places;
  LogParams& log = places.log;
  log.layout.transactions = base::NextPrime(p.transactions);
  log.layout.buckets = base::NextPrime(p.redo_buckets);
  log.layout.pages = page_limit;
  log.layout.segment_bytes = SegmentBytes(p);
  log.layout.segments =
      static_cast<uint32_t>(uint64_t{p.heap_kb} * 1024 / log.layout.segment_bytes);
  log.checkpoint_bytes = uint64_t{p.checkpoint_kb} * 1024;
  log.lsn_step = p.lsn_step;
  log.spare_segments = SpareSegments(p);
  log.at_commit = p.at_commit;
  log.recovery_threads = p.recovery_threads;
  log.serial_redo = p.serial_redo;
  FileLayout layout(machine);
  layout.TakeNvm(log.layout.bytes());
  places.data = layout.TakePages(p, page_limit);
  places.sizes = layout.sizes();
  return places;
}

DeviceSizes Sizes(const Params& p, const MachineProfile& machine, const InitialRows& rows) {
  return PlacesOf(p, machine, PageEngine::PageLimit(p, rows)).sizes;
}

const Mismatch* Check(const Params& p, const MachineProfile& machine) {
  static constexpr Mismatch kRecords = {"heap_kb",
                                        {"the room is too small for the records of a few changes",
                                         "空间太小，容不下少数几次修改的记录"}};
  static constexpr Mismatch kSplits = {
      "heap_kb", {"the room is too small for B+-tree splits", "空间太小，容不下 B+ 树分裂"}};
  static constexpr Mismatch kThreshold = {
      "checkpoint_kb",
      {"the checkpoint threshold must not exceed the room for records",
       "检查点阈值不能超过记录空间"}};
  if (const Mismatch* mismatch = CheckPageParamsWithoutImages(p, machine)) return mismatch;
  if (p.checkpoint_kb > p.heap_kb) return &kThreshold;
  const int64_t segments = int64_t{p.heap_kb} * 1024 / SegmentBytes(p);
  // A few changes, of three records each.
  if (segments < 12) return &kRecords;
  return segments < 2 * int64_t{SpareSegments(p)} ? &kSplits : nullptr;
}

StorageEngine* Create(const EngineContext& context) {
  const Params p = kParams.Read(context.params);
  const Places places = PlacesOf(p, context.machine, context.database_pages);
  PageLabels labels;
  labels.lock = base::kUpdateLock;
  labels.fix = base::kUpdateFix;
  labels.change_page = base::kUpdateChange;
  labels.commit_acknowledge = base::kCommitAcknowledge;
  labels.abort_acknowledge = base::kAbortAcknowledge;
  labels.release_locks = base::kCommitRelease;
  labels.write_page = base::kGatePage;
  labels.undo_in_place = base::kUndoInPlace;
  auto* dram = context.arena.New<Dram>(context.arena);
  auto* hooks = context.arena.New<base::Hooks>(context, p, places.log);
  return context.arena.New<PageEngine>(context, p, labels, *hooks, *dram,
                                       *OpenFile(context, places.data));
}

constexpr ParamSetting kForTables[] = {{"placement", static_cast<int64_t>(Placement::kIndexed)},
                                       {"spare_pages", 256},
                                       {"frames", 64},
                                       {"transactions", 2000},
                                       {"redo_buckets", 1000},
                                       {"heap_kb", 1024},
                                       {"checkpoint_kb", 256},
                                       {"lsn_step", 4096}};

// Settings in XtraDB's place, with its surroundings; records become durable with their commit, as
// published (section 3).
struct InItsPlace {
  ParamSetting settings[5];
  constexpr explicit InItsPlace(FileKind data)
      : settings{{"durable", 1},
                 {"torn_pages", static_cast<int64_t>(TornPages::kDoubleWrite)},
                 {"io_capacity", 200},
                 {"mutexes", 1},
                 {"data_on", static_cast<int64_t>(data)}} {}
};
constexpr InItsPlace kBtm(FileKind::kHdd), kBtmToday(FileKind::kSsd);
constexpr PresetInfo kPresets[] = {
    {"btm", {"in MariaDB, on a hard disk", "用于 MariaDB，机械硬盘"}, kBtm.settings},
    {"btm-today",
     {"in MariaDB, on a present SSD", "用于 MariaDB，当代固态硬盘"},
     kBtmToday.settings},
};

}  // namespace

const SchemeInfo kBase = {
    .id = "base",
    .family = "base",
    .title = {"BaSE", "BaSE"},
    .summary =
        {"Two hash tables in NVM take the place of the log: redo hangs at its page, undo at its "
         "transaction. Both are durable before the page changes, and one word commits. There is no "
         "log buffer, no group commit and no thread that flushes; a checkpoint is one LSN, and "
         "recovery brings back page by page.",
         "NVM "
         "中的两张散列表取代了日志：重做挂在页上，撤销挂在事务上。两者都先于页的修改持久，一个字即"
         "可提交。没有日志缓冲区，没有组提交，也没有刷写线程；检查点只是一个 LSN，恢复逐页进行。"},
    .paper =
        "Manamohan, Shastry, Mathew, Sarveswara, Bresniker, Graefe: BaSE (Byte addressable Storage "
        "Engine) Transaction Manager, COMAD 2016",
    .path = &kBasePath,
    .params = kParams,
    .mutations = kWhole ? base::kStory.mutations : std::span<const MutationInfo>(),
    .listings = kWhole ? base::kStory.listings : std::span<const Listing>(),
    .structures = kWhole ? base::kStory.structures : std::span<const StructureInfo>(),
    .sizes = WholeOnly(kParams.On<Sizes>()),
    .check = WholeOnly(kParams.On<Check>()),
    .create = kWhole ? Create : nullptr,
    .for_tables = kForTables,
    .presets = kPresets,
};

}  // namespace afterimage
