// The parameters of WAL with PCM, and what it is built of.
#include "scheme/systems/pcm_wal/pcm_wal.h"

#include <algorithm>

#include "base/build.h"
#include "scheme/page_engine/page_engine.h"
#include "scheme/shared/central_log/setup.h"
#include "scheme/shared/pcm_slots/size.h"
#include "scheme/systems/pcm_wal/pcm_wal_log.h"
#include "scheme/systems/pcm_wal/story.h"

namespace afterimage {
namespace {

using pcm_wal::CacheParams;
using pcm_wal::LogZone;
using pcm_wal::PageCache;
using pcm_wal::PcmWalLog;
using pcm_wal::ZoneParams;

// Behind those of any system over a central log.
enum OwnParam : uint32_t {
  kCache = aries::param::kCount,
  kPageSlots,
  kHigh,
  kLow,
  kLogKb,
  kTransferKb,
  kPcmPercent,
  kCheckpointSeconds,
  kOwnParams
};

constexpr ChoiceInfo kCaches[] = {
    {"dirty", {"changed pages", "改过的页"}},
    {"evicted", {"all that leave DRAM", "离开 DRAM 的所有页"}},
};

auto MakeParams() {
  ParamInfo own[kOwnParams];
  std::copy_n(aries::kOwn, aries::param::kCount, own);
  own[kCache] =
      ChoiceParam("cache", {"PCM takes", "PCM 接收的页"},
                  {"Pages go to PCM when they leave DRAM: those that were changed, or all.",
                   "页离开 DRAM 时进入 PCM：只有改过的页，或全部。"},
                  0, kCaches);
  own[kPageSlots] =
      NumberParam("cache_pages", {"pages in PCM", "PCM 中的页数"},
                  {"Pages that PCM has room for.", "PCM 能容纳的页数。"}, 16, 2, 1 << 20, "");
  own[kHigh] = NumberParam(
      "destage_high", {"writing back begins above", "开始写回的占用率"},
      {"The share of slots with pages that the disk lacks, in thousandths, when writing back "
       "begins.",
       "磁盘没有的页所占槽位达到此千分比时开始写回。"},
      990, 1, 1000, "‰");
  own[kLow] =
      NumberParam("destage_low", {"writing back ends at", "停止写回的占用率"},
                  {"The same share when writing back ends.", "上述比例降到此值时停止写回。"}, 975,
                  0, 1000, "‰");
  own[kLogKb] = NumberParam("log_kb", {"log zone", "日志区"},
                            {"The size of the log zone in PCM.", "PCM 中日志区的大小。"}, 8, 1,
                            1 << 18, "KB");
  own[kTransferKb] = NumberParam("transfer_kb", {"log goes to the disk in", "日志写盘单位"},
                                 {"Log goes from the zone to the disk in stretches of this size.",
                                  "日志以此大小的段从日志区写入磁盘。"},
                                 4, 1, 1 << 16, "KB");
  own[kPcmPercent] = pcm::kPcmPercentParam;
  own[kCheckpointSeconds] = kCheckpointSecondsParam;
  auto all = WithPageParams(own);
  // Log and database are on disks behind PCM. The log's zone is written line by line.
  all[aries::param::kLogBlock].max = all[aries::param::kLogBlock].min;
  for (ParamInfo& param : all) {
    if (param.choices != kFileKinds) continue;
    param.choice_count = static_cast<uint32_t>(FileKind::kTmpfs);
    param.max = param.choice_count - 1;
  }
  return all;
}
const auto& Params() {
  static const auto params = MakeParams();
  return params;
}

PageParams PagesOf(const ParamValues& p) {
  PageParams pages = PageParamsOf(p, kOwnParams);
  pages.checkpoint_ns = static_cast<Time>(p.value[kCheckpointSeconds]) * 1000000000;
  return pages;
}

// Pages that PCM has room for, beside the log zone.
uint32_t SlotsOf(const ParamValues& p, const MachineProfile& machine) {
  if (p.value[kPcmPercent] == 0) return static_cast<uint32_t>(p.value[kPageSlots]);
  CacheParams one;
  one.slots = 1;
  one.unit_bytes = static_cast<uint32_t>(machine[Price::kNvmWearUnit]);
  return PageCache::LayoutOf(one, PagesOf(p).page_bytes)
      .PagesWithin(pcm::PcmBytes(p.value[kPcmPercent], PagesOf(p)) - p.value[kLogKb] * 1024);
}

struct Places {
  aries::Places files;
  ZoneParams zone;
  CacheParams cache;
};

// The cache from the start of NVM, then the log zone; log and pages each on a disk.
Places PlacesOf(const ParamValues& p, const MachineProfile& machine, uint32_t page_limit) {
  const PageParams pages = PagesOf(p);
  Places places;
  places.files = aries::PlacesOf(p, machine, pages, aries::StructureBytes(pages), page_limit);
  CacheParams& cache = places.cache;
  cache.slots = SlotsOf(p, machine);
  cache.unit_bytes = static_cast<uint32_t>(machine[Price::kNvmWearUnit]);
  cache.unchanged = p.value[kCache] != 0;
  cache.high = static_cast<uint32_t>(p.value[kHigh]);
  cache.low = static_cast<uint32_t>(p.value[kLow]);
  const uint64_t cache_bytes = PageCache::LayoutOf(cache, pages.page_bytes).Bytes();
  ZoneParams& zone = places.zone;
  zone.base = static_cast<Address>((cache_bytes + kLineBytes - 1) / kLineBytes * kLineBytes);
  zone.stretch_bytes = static_cast<uint32_t>(p.value[kTransferKb] * 1024);
  zone.places = static_cast<uint32_t>(p.value[kLogKb] / p.value[kTransferKb]);
  zone.log_bytes =
      uint64_t{places.files.aries.log.partition_bytes} * places.files.aries.log.partitions;
  places.files.sizes.nvm_bytes += zone.base + LogZone::NvmBytes(zone);
  return places;
}

DeviceSizes Sizes(const ParamValues& p, const MachineProfile& machine, const InitialRows& rows) {
  return PlacesOf(p, machine, PageEngine::PageLimit(PagesOf(p), rows)).files.sizes;
}

const Mismatch* Check(const ParamValues& p, const MachineProfile& machine) {
  static constexpr Mismatch kMarks = {
      "destage_low",
      {"writing back must end at less than where it begins", "停止写回的占用率须低于开始的占用率"}};
  static constexpr Mismatch kZone = {
      "log_kb",
      {"the log zone must be a multiple of what goes to the disk at a time",
       "日志区须为日志写盘单位的整数倍"}};
  static constexpr Mismatch kStretch = {
      "transfer_kb",
      {"the log must be a multiple of what goes to the disk at a time, and that of the sector",
       "日志须为日志写盘单位的整数倍，该单位又须为磁盘扇区的整数倍"}};
  static constexpr Mismatch kSmall = {
      "pcm_percent",
      {"PCM is too small for its log zone and two pages", "PCM 太小，容不下日志区和两页"}};
  const PageParams pages = PagesOf(p);
  if (const Mismatch* mismatch = CheckPageParams(pages, machine)) return mismatch;
  if (const Mismatch* mismatch = aries::CheckLog(p, machine, pages, aries::StructureBytes(pages)))
    return mismatch;
  if (p.value[kLow] >= p.value[kHigh]) return &kMarks;
  if (p.value[kLogKb] % p.value[kTransferKb] != 0) return &kZone;
  const int64_t log = p.value[aries::param::kPartitionKb] * p.value[aries::param::kPartitions];
  if (log % p.value[kTransferKb] != 0 ||
      p.value[kTransferKb] * 1024 % machine[Price::kDiskSector] != 0)
    return &kStretch;
  if (machine[Price::kNvmWearUnit] % kLineBytes != 0) return &pcm::kUnitOfLines;
  if (p.value[kPcmPercent] > 0 && SlotsOf(p, machine) < 2) return &kSmall;
  const int64_t cache_bytes = SlotsOf(p, machine) * (int64_t{pages.page_bytes} + 256);
  return cache_bytes + p.value[kLogKb] * 1024 >= pcm::kMostPcmBytes ? &pcm::kBeyondNvm : nullptr;
}

StorageEngine* Create(const EngineContext& context) {
  const PageParams pages = PagesOf(context.params);
  Places places = PlacesOf(context.params, context.machine, context.database_pages);
  places.files.aries.image_bytes = LongestValue(context.schema);
  places.files.aries.undoes_oldest_first =
      kTraced && (context.mutations >> aries::kUndoOldestFirst & 1);
  Arena& arena = context.arena;
  auto* dram = arena.New<Dram>(arena);
  const bool twice = pages.torn == TornPages::kDoubleWrite;
  auto* disk = arena.New<PageStore>(
      arena, *OpenFile(context, places.files.data),
      PageStoreParams{pages.page_bytes, context.database_pages, twice, pages.lsns_fall});
  auto* cache = arena.New<PageCache>(context, places.cache, *disk);
  auto* zone = arena.New<LogZone>(context, places.zone, *OpenFile(context, places.files.log));
  auto* hooks = arena.New<PcmWalLog>(context, places.files.aries, *zone, *cache);
  PageLabels labels = aries::LabelsOfPages();
  labels.undo_in_place = aries::kUndoInPlace;
  return arena.New<PageEngine>(context, pages, labels, *hooks, *dram, *cache);
}

constexpr ParamSetting kForTables[] = {{"placement", static_cast<int64_t>(Placement::kIndexed)},
                                       {"spare_pages", 256},
                                       {"frames", 64},
                                       {"cache_pages", 64},
                                       {"partition_kb", 64},
                                       {"buffer_kb", 32},
                                       {"log_kb", 16},
                                       {"transfer_kb", 8},
                                       {"checkpoint_kb", 96}};

SchemeInfo Info() {
  const pcm_wal::Story& story = pcm_wal::WholeStory();
  return {
      .id = "pcm-wal",
      .family = "pcmlogging",
      .title = {"WAL with PCM", "带 PCM 的 WAL"},
      .summary =
          {"Write-ahead logging with PCM in two zones: the end of the log, from where it goes on "
           "to a "
           "disk, and a cache for pages that leave DRAM.",
           "预写日志，PCM 分为两个区：日志末尾（之后再写入磁盘），以及离开 DRAM 的页的缓存。"},
      .paper =
          "Gao, Xu, Härder, He, Choi, Hu: PCMLogging, TKDE 27(12), 2015, section 1, figure 1 and "
          "section 6.1",
      .path = &kShoreMtPath,
      .promise = aries::PromiseOf,
      .params = Params(),
      .mutations = story.mutations,
      .listings = story.listings,
      .structures = story.structures,
      .sizes = kWhole ? Sizes : nullptr,
      .check = Check,
      .create = kWhole ? Create : nullptr,
      .for_tables = kForTables,
  };
}

}  // namespace

const SchemeInfo kPcmWal = Info();

}  // namespace afterimage
