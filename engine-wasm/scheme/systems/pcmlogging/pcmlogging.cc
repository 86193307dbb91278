#include "scheme/systems/pcmlogging/pcmlogging.h"

#include <algorithm>

#include "scheme/page_engine/page_engine.h"
#include "scheme/shared/log_file/open_file.h"
#include "scheme/shared/pcm_slots/size.h"
#include "scheme/systems/pcmlogging/pcm_log.h"
#include "scheme/systems/pcmlogging/story.h"

namespace afterimage {
namespace {

using pcm::Home;
using pcm::Layout;
using pcm::PaceParams;
using pcm::PcmLog;
using pcm::StagingArea;
using pcm::StagingParams;

constexpr ChoiceInfo kGranularities[] = {{"record", {"records", "记录"}},
                                         {"page", {"whole pages", "整页"}}};

constexpr ChoiceInfo kDestages[] = {{"watermark", {"between two watermarks", "在两个水位之间"}},
                                    {"adaptive", {"at the planned rate", "按计划速率"}}};
constexpr ChoiceInfo kShapes[] = {{"constant", {"the same", "相同"}},
                                  {"linear", {"growing evenly", "线性增长"}}};
constexpr ChoiceInfo kVictims[] = {
    {"lru", {"the latest commit is longest ago", "最近一次提交距今最久"}},
    {"most", {"most records in PCM", "在 PCM 中的记录最多"}}};

struct Params : PageParams, pcm::PcmSize {
  Params() { lsns_fall = true; }

  bool by_page = false;
  uint32_t slots = 0;
  uint32_t page_slots = 0;
  uint32_t transactions = 0;
  uint32_t destage_high = 0;
  uint32_t destage_low = 0;
  bool tables_in_pool = false;
  bool adaptive = false;
  uint32_t destage_free = 0;
  uint32_t segment_bytes = 0;
  uint32_t rate_window_us = 0;
  uint32_t warm_up_windows = 0;
  bool linear = false;
  bool destage_when_idle = false;
  bool most_first = false;
  uint32_t swap_delta = 0;
  uint32_t relocate_stores = 0;
  uint32_t relocate_places = 0;
};

constexpr auto kOwnParams = TableOf<Params>(
    Param<&Params::by_page>(
        {.id = "granularity",
         .title = {"what PCM holds", "PCM 存放的单位"},
         .help = {"Versions of records, or of whole pages. With pages a transaction locks pages, "
                  "and with B+-trees the whole database.",
                  "存放记录的版本，或整页的版本。以页为单位时事务锁页；使用 B+ 树时锁整个数据库。"},
         .choices = kGranularities}),
    Param<&Params::slots>(
        {.id = "slots",
         .title = {"slots for records", "记录槽位数"},
         .help =
             {"Units of PCM for versions of records and index entries, side by side where one is "
              "longer. Not used where PCM holds whole pages.",
              "存放记录与索引项版本的 PCM 单元数，较长的占用相邻的几个。PCM 存放整页时不使用。"},
         .standard = 256,
         .min = 8,
         .max = 1 << 22}),
    Param<&Params::page_slots>(
        {.id = "page_slots",
         .title = {"slots for pages", "页槽位数"},
         .help = {"Room in PCM for whole pages: those that structure changes make, or all.",
                  "PCM 中存放整页的空间：结构修改产生的页，或全部页。"},
         .standard = 16,
         .max = 1 << 20}),
    Param<&Params::transactions>({.id = "transactions",
                                  .title = {"transactions at once", "并发事务数"},
                                  .help = {"Words of the ActiveTxList.", "ActiveTxList 的字数。"},
                                  .standard = 16,
                                  .min = 1,
                                  .max = 4096}),
    Param<&Params::destage_high>(
        {.id = "destage_high",
         .title = {"destaging begins above", "开始降级写回的占用率"},
         .help = {"How full PCM is, in thousandths, when destaging begins.",
                  "PCM 占用达到此千分比时开始降级写回。"},
         .standard = 990,
         .min = 1,
         .max = 1000,
         .unit = "‰"}),
    Param<&Params::destage_low>({.id = "destage_low",
                                 .title = {"destaging ends at", "停止降级写回的占用率"},
                                 .help = {"How full PCM is, in thousandths, when destaging ends.",
                                          "PCM 占用降到此千分比时停止降级写回。"},
                                 .standard = 975,
                                 .max = 1000,
                                 .unit = "‰"}),
    Param<&Params::tables_in_pool>(
        {.id = "tables_in_pool",
         .title = {"tables take frames", "各表占用缓冲池"},
         .help = {"The tables that find versions in PCM take their bytes from the buffer pool.",
                  "用于查找 PCM 中各版本的表占用缓冲池的空间。"}}),
    pcm::kPcmPercentParam,
    Param<&Params::adaptive>(
        {.id = "destage",
         .title = {"destaging goes on", "降级写回的方式"},
         .help = {"At full speed between two watermarks, or at the rate of least cost for the "
                  "rates that are measured (section 5).",
                  "在两个水位之间全速进行，或按测得的速率取代价最小的速率（第 5 节）。"},
         .choices = kDestages}),
    Param<&Params::destage_free>(
        {.id = "destage_free",
         .title = {"adaptive: begins below", "自适应：空闲低于此时开始"},
         .help = {"How much of PCM is free, in thousandths, when adaptive destaging begins.",
                  "PCM 空闲低于此千分比时开始自适应降级写回。"},
         .standard = 25,
         .min = 1,
         .max = 999,
         .unit = "‰"}),
    Param<&Params::segment_bytes>(
        {.id = "segment_bytes",
         .title = {"adaptive: segment", "自适应：段大小"},
         .help = {"The steps by which adaptive destaging counts what is free: whole slots, at "
                  "least one. The paper's are 640 KB.",
                  "自适应降级写回以此为单位计算空闲空间：整数个槽位，至少一个。论文取 640 KB。"},
         .standard = 128,
         .min = 64,
         .max = 1 << 26,
         .unit = "B"}),
    Param<&Params::rate_window_us>({.id = "rate_window_us",
                                    .title = {"adaptive: window", "自适应：测量窗口"},
                                    .help = {"How long rates are measured before the next plan.",
                                             "每次重新计划之前测量速率的时间。"},
                                    .standard = 100000,
                                    .min = 1,
                                    .max = 1000000000,
                                    .unit = "µs"}),
    Param<&Params::warm_up_windows>(
        {.id = "warm_up_windows",
         .title = {"adaptive: warm-up", "自适应：预热窗口数"},
         .help =
             {"Windows after which it is known how births depend on the state, f(k). Before, and "
              "with 0, they do not.",
              "经过这么多窗口后，才知道填入速率如何随状态变化，即 f(k)。此前或取 0 时视为不变。"},
         .standard = 10,
         .max = 1000000}),
    Param<&Params::linear>(
        {.id = "rate_shape",
         .title = {"adaptive: rate by state", "自适应：各状态的速率"},
         .help = {"g(k): the same rate in each state, or k + 1 times that of state 0.",
                  "g(k)：各状态速率相同，或为状态 0 的 k + 1 倍。"},
         .choices = kShapes}),
    Param<&Params::destage_when_idle>(
        {.id = "destage_when_idle",
         .title = {"destage while the disk is idle", "磁盘空闲时降级写回"},
         .help = {"Destaging goes on, too, while nobody reads from the disk.",
                  "无人读磁盘时也进行降级写回。"}}),
    Param<&Params::most_first>(
        {.id = "victim",
         .title = {"destaged first", "先写回的页"},
         .help = {"The page whose latest commit is longest ago, or the one of which PCM has most.",
                  "最近一次提交距今最久的页，或在 PCM 中内容最多的页。"},
         .choices = kVictims}),
    Param<&Params::swap_delta>(
        {.id = "swap_delta",
         .title = {"swapping threshold", "交换阈值"},
         .help = {"Transactions after which a version that nobody has changed is sure to leave its "
                  "place to one that is written now; younger ones do by chance. 0: none does. The "
                  "paper's are 10,000 and 100,000.",
                  "版本经过这么多事务未被修改，就必定把位置让给正在写入的版本；较新的按概率让出。0 "
                  "表示不交换。论文取 10,000 与 100,000。"},
         .max = 1000000000}),
    Param<&Params::relocate_stores>(
        {.id = "relocate_stores",
         .title = {"list and bitmap move after", "列表与位图移位间隔"},
         .help = {"Stores into ActiveTxList and bitmap after which both go to their next place, so "
                  "that the same units do not take them all. 0: they stay.",
                  "ActiveTxList 与位图写入这么多次后，二者移到下一个位置，避免总磨损同样的单元。0 "
                  "表示不移动。"},
         .max = 1000000000}),
    Param<&Params::relocate_places>(
        {.id = "relocate_places",
         .title = {"places for list and bitmap", "列表与位图的位置数"},
         .help = {"Places between which they move.", "可供其轮换的位置数。"},
         .standard = 4,
         .min = 2,
         .max = 1024}));
// Another standard value than that of pages: what is destaged is in no log, so a torn page would
// be lost with all that was on it.
constexpr ChangedTable<kLockedPageParams, Standard<&Params::torn, TornPages::kDoubleWrite>>
    kCopiedPageParams;
constexpr JoinedTables<Params, kOwnParams, kCopiedPageParams> kParams;

// The frames that are left where each slot for a record has one of a page of its own: the tables
// take no more than that.
uint32_t FewestFrames(const Params& p, const Layout& layout) {
  if (!p.tables_in_pool) return p.frames;
  const uint64_t bytes =
      uint64_t{layout.slots()} * (pcm::Tables::kItemBytes + pcm::Tables::kPageBytes);
  const uint64_t taken = (bytes + p.page_bytes - 1) / p.page_bytes;
  return p.frames > taken ? static_cast<uint32_t>(p.frames - taken) : 0;
}

// A split has versions of a node, its parent, two new pages and the allocator; while one is written
// there are three of it.
constexpr uint32_t kStructurePages = 5;

Layout LayoutOf(const Params& p, const MachineProfile& machine) {
  Layout layout;
  layout.unit_bytes = static_cast<uint32_t>(machine[Price::kNvmWearUnit]);
  layout.page_bytes = p.page_bytes;
  layout.small = p.by_page ? 0 : p.slots;
  layout.pages = p.page_slots;
  layout.transactions = p.transactions;
  if (p.relocate_stores > 0) layout.places = p.relocate_places;
  if (p.pcm_percent == 0) return layout;
  (p.by_page ? layout.pages : layout.small) = 0;
  const int64_t bytes = pcm::PcmBytes(p.pcm_percent, p);
  if (p.by_page)
    layout.pages = layout.PagesWithin(bytes);
  else
    layout.small = layout.SmallWithin(bytes);
  return layout;
}

// M segments fill what is free when adaptive destaging begins: here `segments` is not clamped yet.
PaceParams PaceOf(const Params& p, const Layout& layout) {
  PaceParams pace;
  const uint32_t slot = p.by_page ? layout.PageSlotBytes() : layout.unit_bytes;
  const uint64_t slots = p.by_page ? layout.pages : layout.small;
  pace.segment_slots = std::max<uint32_t>(1, p.segment_bytes / slot);
  pace.segments = static_cast<uint32_t>(slots * p.destage_free / 1000 / pace.segment_slots);
  pace.linear = p.linear;
  pace.window_ns = Time{p.rate_window_us} * 1000;
  pace.warm_up = p.warm_up_windows;
  return pace;
}

StagingParams StagingOf(const Params& p, const MachineProfile& machine, const Schema& schema) {
  StagingParams staging;
  staging.by_page = p.by_page;
  staging.version_bytes = std::max<uint32_t>(LongestValue(schema), sizeof(uint64_t));
  staging.layout = LayoutOf(p, machine);
  staging.high = p.destage_high;
  staging.low = p.destage_low;
  if (p.placement == Placement::kIndexed) staging.structure_slack = kStructurePages;
  staging.adaptive = p.adaptive;
  staging.pace = PaceOf(p, staging.layout);
  // Without adaptive destaging their combination is not checked.
  staging.pace.segments = std::clamp<uint32_t>(staging.pace.segments, 1, pcm::kMostSegments);
  staging.swap_delta = p.swap_delta;
  staging.relocate_every = p.relocate_stores;
  staging.when_idle = p.destage_when_idle;
  staging.most_first = p.most_first;
  staging.tables_in_pool = p.tables_in_pool;
  staging.room_param = p.pcm_percent > 0 ? "pcm_percent" : p.by_page ? "page_slots" : "slots";
  return staging;
}

struct Places {
  FileLayout::Place data;
  DeviceSizes sizes;
};
Places PlacesOf(const Params& p, const MachineProfile& machine, uint64_t pcm_bytes,
                uint32_t page_limit) {
  FileLayout layout(machine);
  layout.TakeNvm(pcm_bytes);
  Places places;
  places.data = layout.TakePages(p, page_limit);
  places.sizes = layout.sizes();
  return places;
}

DeviceSizes Sizes(const Params& p, const MachineProfile& machine, const InitialRows& rows) {
  return PlacesOf(p, machine, StagingOf(p, machine, rows).layout.Bytes(),
                  PageEngine::PageLimit(p, rows))
      .sizes;
}

const Mismatch* Check(const Params& p, const MachineProfile& machine) {
  static constexpr Mismatch kPages = {
      "page_slots", {"the room for whole pages in PCM is too small", "PCM 中存放整页的空间太小"}};
  static constexpr Mismatch kVersion = {
      "slots",
      {"a version of the longest value and the one before it do not fit into PCM",
       "PCM 容不下最长值的一个版本及其前一版本"}};
  static constexpr Mismatch kMarks = {"destage_low",
                                      {"destaging must end at less than where it begins",
                                       "停止降级写回的占用率须低于开始的占用率"}};
  static constexpr Mismatch kTables = {
      "frames",
      {"the buffer pool is too small: the tables of PCM take their bytes from it",
       "缓冲池太小：PCM 的各表占用其中的空间"}};
  static constexpr Mismatch kSmall = {"pcm_percent",
                                      {"PCM is too small for its slots for pages and a few records",
                                       "PCM 太小，容不下页槽位和若干记录"}};
  static constexpr Mismatch kSegment = {
      "segment_bytes",
      {"a segment is larger than what is free when adaptive destaging begins",
       "段大于自适应降级写回开始时的空闲空间"}};
  static constexpr Mismatch kSegments = {
      "segment_bytes",
      {"what is free when adaptive destaging begins is more than 64 segments",
       "自适应降级写回开始时的空闲空间超过 64 段"}};
  if (const Mismatch* mismatch = CheckPageParamsWithoutImages(p, machine)) return mismatch;
  const bool trees = p.placement == Placement::kIndexed;
  const int64_t fewest = (trees ? 2 * kStructurePages : 0) + (p.by_page ? 3 : 0) + (trees ? 1 : 0);
  const Layout layout = LayoutOf(p, machine);
  if (static_cast<int64_t>(layout.Bytes()) >= pcm::kMostPcmBytes) return &pcm::kBeyondNvm;
  if (layout.pages < fewest) return &kPages;
  if (!p.by_page && layout.small < 8) return &kSmall;
  // A change needs room for its version and the one before it, and for one that is being moved.
  if (!p.by_page && p.pcm_percent == 0 && 3 * layout.SlotsFor(p.value_bytes) > layout.small)
    return &kVersion;
  if (p.destage_low >= p.destage_high) return &kMarks;
  if (FewestFrames(p, layout) < (trees ? 4u : 2u)) return &kTables;
  if (machine[Price::kNvmWearUnit] % kLineBytes != 0) return &pcm::kUnitOfLines;
  const uint32_t segments = PaceOf(p, layout).segments;
  if (!p.adaptive) return nullptr;
  return segments == 0 ? &kSegment : segments > pcm::kMostSegments ? &kSegments : nullptr;
}

StorageEngine* Create(const EngineContext& context) {
  Params p = kParams.Read(context.params);
  if (p.by_page) p.lock_unit = PagesToLock(p);
  const StagingParams staging = StagingOf(p, context.machine, context.schema);
  const Places places =
      PlacesOf(p, context.machine, staging.layout.Bytes(), context.database_pages);
  File* file = OpenFile(context, places.data);
  const bool twice = p.torn == TornPages::kDoubleWrite &&
                     !(kTraced && (context.mutations >> pcm::kWithoutCopy & 1));
  auto* disk = context.arena.New<PageStore>(
      context.arena, *file,
      PageStoreParams{p.page_bytes, context.database_pages, twice, p.lsns_fall});
  auto* area = context.arena.New<StagingArea>(context, staging);
  auto* home = context.arena.New<Home>(context, *area, *disk);
  auto* hooks = context.arena.New<PcmLog>(context, *area, *home);
  PageLabels labels;
  labels.lock = pcm::kUpdateLock;
  labels.fix = pcm::kUpdateFix;
  labels.change_page = pcm::kUpdateChange;
  labels.commit_acknowledge = pcm::kCommitAcknowledge;
  labels.abort_acknowledge = pcm::kAbortAcknowledge;
  labels.release_locks = pcm::kCommitRelease;
  labels.write_page = pcm::kEvictPage;
  auto* dram = context.arena.New<Dram>(context.arena);
  return context.arena.New<PageEngine>(context, p, labels, *hooks, *dram, *home);
}

constexpr ParamSetting kForTables[] = {{"placement", static_cast<int64_t>(Placement::kIndexed)},
                                       {"spare_pages", 256},
                                       {"slots", 2048},
                                       {"page_slots", 64},
                                       {"transactions", 64},
                                       {"frames", 200}};

}  // namespace

const SchemeInfo kPcmLogging = {
    .id = "pcmlogging",
    .family = "pcmlogging",
    .title = {"PCMLogging", "PCMLogging"},
    .summary = {"No log: a commit writes its records, or pages, out of place to PCM between DRAM "
                "and the disk, and one store of 8 bytes makes them count. What has committed moves "
                "to the disk when PCM is nearly full.",
                "没有日志：提交把记录或页异地写入 DRAM 与磁盘之间的 PCM，再用一次 8 "
                "字节存储使其生效。PCM 将满时，已提交的内容移到磁盘。"},
    .paper =
        "Gao, Xu, Härder, He, Choi, Hu: PCMLogging: Optimizing Transaction Logging and Recovery "
        "Performance with PCM, TKDE 27(12), 2015",
    .path = &kPcmLoggingPath,
    .params = kParams,
    .mutations =
        kWhole ? std::span(pcm::kMutations, pcm::kMutationCount) : std::span<const MutationInfo>(),
    .listings = kWhole ? std::span(pcm::kListings, pcm::kListingCount) : std::span<const Listing>(),
    .structures = kWhole ? std::span(pcm::kStructures, pcm::kStructureCount)
                         : std::span<const StructureInfo>(),
    .sizes = WholeOnly(kParams.On<Sizes>()),
    .check = WholeOnly(kParams.On<Check>()),
    .create = kWhole ? Create : nullptr,
    .for_tables = kForTables,
};

}  // namespace afterimage
