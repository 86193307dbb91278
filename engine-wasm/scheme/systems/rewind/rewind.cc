#include "scheme/systems/rewind/rewind.h"

#include "scheme/shared/heap/engine.h"
#include "scheme/systems/rewind/logs.h"
#include "scheme/systems/rewind/story.h"

namespace afterimage {
namespace {

using rewind::BucketList;
using rewind::Clearing;
using rewind::LogParams;
using rewind::Policy;
using rewind::Redo;
using rewind::Version;

constexpr ChoiceInfo kVersions[] = {
    {"simple", {"Simple: a node for each record", "Simple：每条记录一个结点"}},
    {"optimized", {"Optimized: buckets of pointers", "Optimized：指针桶"}},
    {"batch", {"Batch: pointers stored in groups", "Batch：指针成组存储"}},
};
constexpr ChoiceInfo kPolicies[] = {
    {"force", {"force: words are durable at commit", "强制：提交时字已持久"}},
    {"no-force", {"no-force: a commit is its END alone", "非强制：提交只需 END"}},
};
constexpr ChoiceInfo kClearing[] = {
    {"commit", {"when their transaction ends", "事务结束时"}},
    {"checkpoint", {"at checkpoints", "在检查点"}},
};
constexpr ChoiceInfo kRedoChoices[] = {
    {"checkpoint",
     {"behind the last flushed checkpoint; clear in any order",
      "从最后一个已刷出的检查点之后；清除不分次序"}},
    {"all", {"all of the log; clear in its order", "整个日志；按次序清除"}},
};

struct Params : LogParams, heap::Params {};

constexpr auto kOwnParams = TableOf<Params>(
    Param<&Params::layers>(
        {.id = "layers",
         .title = {"layers", "层数"},
         .help = {"1: records are found by walks over the list. 2: by their LSN in an AVL tree, "
                  "which logs its own changes on the Optimized list (section 3.4).",
                  "1：遍历链表查找记录。2：按 LSN 在 AVL 树中查找，树自身的修改记在 Optimized "
                  "链表上（3.4 节）。"},
         .standard = 1,
         .min = 1,
         .max = 2}),
    Param<&Params::version>({.id = "version",
                             .title = {"version of the log", "日志版本"},
                             .help = {"How the log keeps its records (sections 3.2 and 3.3).",
                                      "日志如何保存记录（3.2 与 3.3 节）。"},
                             .choices = kVersions}),
    Param<&Params::records>({.id = "log_slots",
                             .title = {"log slots", "日志槽数"},
                             .help = {"Records that the log can hold; with buckets a whole number "
                                      "of them, two at least. An update needs two, one for undoing "
                                      "it; a transaction that finds no room rolls back.",
                                      "日志可容纳的记录数；用桶时取整桶数，至少两桶。每次更新占两条"
                                      "（一条留给撤销）；找不到空间的事务会回滚。"},
                             .standard = 256,
                             .min = 16,
                             .max = 10'500'000}),
    Param<&Params::bucket_records>(
        {.id = "bucket_records",
         .title = {"records of a bucket", "每桶记录数"},
         .help =
             {"Cells of a bucket, each a pointer to a record. The paper has 1,000 (section 5); a "
              "lecture can show 4.",
              "桶的单元数，每个单元是指向一条记录的指针。论文为 1000（第 5 节）；课堂上可用 4。"},
         .standard = 1000,
         .min = 2,
         .max = BucketList::kMostCells}),
    Param<&Params::group>(
        {.id = "group",
         .title = {"records of a group", "每组记录数"},
         .help = {"Batch: pointers that are stored together. A line has room for 8 (section 5); 16 "
                  "take two lines, 32 four.",
                  "Batch：一起存储的指针数。一行可放 8 个（第 5 节）；16 个占两行，32 个占四行。"},
         .standard = 8,
         .min = 2,
         .max = BucketList::kMostGroup}),
    Param<&Params::compact_percent>(
        {.id = "compact_percent",
         .title = {"compact below", "低于此占用率则压缩"},
         .help = {"Share of the cells in use below which pointers move to a new, dense log "
                  "(section 3.3); 0: never.",
                  "已用单元低于此比例时，指针移到新的紧凑日志（3.3 节）；0 表示从不。"},
         .max = 100,
         .unit = "%"}),
    Param<&Params::policy>(
        {.id = "policy",
         .title = {"policy", "策略"},
         .help = {"Whether a transaction's words are durable when it commits (sections 2 and 4.3).",
                  "事务提交时其字是否已持久（第 2 节与 4.3 节）。"},
         .choices = kPolicies}),
    Param<&Params::clearing>(
        {.id = "clear",
         .title = {"records leave the log", "记录何时离开日志"},
         .help = {"Force allows both; no-force needs checkpoints, which make the words durable "
                  "first (section 4.6).",
                  "强制策略两者皆可；非强制需要检查点，先使字持久（4.6 节）。"},
         .choices = kClearing}),
    Param<&Params::checkpoint_records>(
        {.id = "checkpoint_records",
         .title = {"records between checkpoints", "检查点之间的记录数"},
         .help = {"A thread of its own takes a checkpoint after so many records; 0: only when the "
                  "log is short of room.",
                  "每追加这么多记录，由专门的线程做一次检查点；0 表示仅在日志空间不足时。"},
         .max = 100'000'000}),
    Param<&Params::redo>({.id = "redo",
                          .title = {"redo begins", "重做起点"},
                          .help = {"No-force: how redo is kept from bringing back a value that is "
                                   "older than one whose record has been cleared.",
                                   "非强制：如何避免重做把比已清除记录更旧的值带回来。"},
                          .choices = kRedoChoices}),
    Param<&Params::logs>(
        {.id = "logs",
         .title = {"logs", "日志数"},
         .help = {"A log for each thread: threads share one where there are fewer logs than "
                  "threads (section 5.3). Each has the slots above. Several need force.",
                  "每个线程一个日志；日志比线程少时共用（5.3 "
                  "节）。每个日志都有上面的槽数。多个日志需要强制策略。"},
         .standard = 1,
         .min = 1,
         .max = 64}));
constexpr JoinedTables<Params, kOwnParams, heap::kHeapParams> kParams;

DeviceSizes Sizes(const Params& p, const MachineProfile&, const InitialRows& rows) {
  return heap::SizesOf(p.AllBytes(), p, rows);
}

const Mismatch* Check(const Params& p, const MachineProfile&) {
  static constexpr Mismatch kTooLong = {
      "log_slots",
      {"the log is too short for an update of such a value", "日志太短，容不下对这样一个值的更新"}};
  static constexpr Mismatch kGroupTooLarge = {"group",
                                              {"a group is larger than a bucket", "组比桶大"}};
  static constexpr Mismatch kNothingToCompact = {
      "compact_percent",
      {"compaction is for buckets: the Simple version has none", "压缩针对桶：Simple 版本没有桶"}};
  static constexpr Mismatch kClearsTooEarly = {
      "clear",
      {"clearing at commit needs force: without it the words of a committed transaction may be in "
       "the log only",
       "提交时清除需要强制策略：否则已提交事务的字可能只在日志中"}};
  static constexpr Mismatch kTreeOnOptimized = {
      "layers",
      {"two layers stand on the Optimized list: Simple has no cells, and the index of Batch would "
       "hold back the tree's own records",
       "两层日志建立在 Optimized 链表上：Simple 没有单元，而 Batch 的索引会延迟树自身的记录"}};
  static constexpr Mismatch kTreeNotCompacted = {
      "compact_percent",
      {"compaction is for one layer: under the tree the list holds one operation only",
       "压缩只用于单层：树之下的链表只保存一次操作"}};
  static constexpr Mismatch kNoOrder = {
      "logs",
      {"several logs need force: without it redo would need one order over all of them",
       "多个日志需要强制策略：否则重做需要跨所有日志的统一次序"}};
  const LogParams& log = p;
  if (log.logs > 1 && log.policy == Policy::kNoForce) return &kNoOrder;
  if (log.layers == 2 && log.version != Version::kOptimized) return &kTreeOnOptimized;
  if (log.layers == 2 && log.compact_percent > 0) return &kTreeNotCompacted;
  if (log.version == Version::kBatch && log.group > log.bucket_records) return &kGroupTooLarge;
  if (log.version == Version::kSimple && log.compact_percent > 0) return &kNothingToCompact;
  if (log.policy == Policy::kNoForce && log.clearing == Clearing::kAtCommit)
    return &kClearsTooEarly;
  if (const Mismatch* mismatch = heap::CheckParams(log.AllBytes(), p)) return mismatch;
  const uint64_t checkpoint = log.clearing == Clearing::kAtCheckpoint ? 1 : 0;
  const uint64_t words = p.value_words();
  if (2 * words + log.places_kept() + checkpoint > log.Capacity()) return &kTooLong;
  return nullptr;
}

StorageEngine* Create(const EngineContext& context) {
  const Params params = kParams.Read(context.params);
  heap::PersistentHeap& heap = *params.MakeHeap(context, true);
  const LogParams& log = params;
  rewind::HeldStores& held = *context.arena.New<rewind::HeldStores>(context.arena);
  heap::Library* library = nullptr;
  if (log.logs == 1) {
    library = context.arena.New<rewind::Log>(context, heap, held, log, 0);
  } else {
    library = context.arena.New<rewind::Logs>(context, heap, held, log);
  }
  return context.arena.New<heap::Engine>(context, heap, *library, params);
}

constexpr ParamSetting kForTables[] = {{"log_slots", 8192}, {"spare_kb", 1024}};

}  // namespace

const SchemeInfo kRewind = {
    .id = "rewind",
    .family = "rewind",
    .title = {"REWIND", "REWIND"},
    .summary = {"No pages, no disk: records are words of a persistent heap, changed in place. The "
                "log is a doubly-linked list in NVM that can itself recover from a crash at any "
                "store: of records (Simple), or of buckets of pointers to them (Optimized, Batch). "
                "One layer; force or no-force.",
                "没有页，也没有磁盘：记录是持久堆中的字，就地修改。日志是 NVM "
                "中的双向链表，在任何一次存储处崩溃都能自行恢复：链表中是记录（Simple），或是指向记"
                "录的指针桶（Optimized、Batch）。强制或非强制策略；两层时用 AVL 树查找记录。"},
    .paper =
        "Chatzistergiou, Cintra, Viglas: REWIND: Recovery Write-Ahead System for In-Memory "
        "Non-Volatile Data-Structures, VLDB 2015, sections 2 to 4",
    .path = &kRewindPath,
    .params = kParams,
    .mutations = kWhole ? std::span(rewind::kMutations, rewind::kMutationCount)
                        : std::span<const MutationInfo>(),
    .listings =
        kWhole ? std::span(rewind::kListings, rewind::kListingCount) : std::span<const Listing>(),
    .structures = kWhole ? std::span(rewind::kStructures, rewind::kStructureCount)
                         : std::span<const StructureInfo>(),
    .sizes = kParams.On<Sizes>(),
    .check = WholeOnly(kParams.On<Check>()),
    .create = kWhole ? Create : nullptr,
    .for_tables = kForTables,
};

}  // namespace afterimage
