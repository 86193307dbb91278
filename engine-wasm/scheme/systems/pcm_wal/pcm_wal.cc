// The parameters of WAL with PCM, and what it is built of.
#include "scheme/systems/pcm_wal/pcm_wal.h"

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

constexpr ChoiceInfo kCaches[] = {
    {"dirty", {"changed pages", "改过的页"}},
    {"evicted", {"all that leave DRAM", "离开 DRAM 的所有页"}},
};

struct Params : aries::SharedParams, pcm::PcmSize {
  bool takes_unchanged = false;
  uint32_t cache_pages = 0;
  uint32_t destage_high = 0;
  uint32_t destage_low = 0;
  uint32_t log_kb = 0;
  uint32_t transfer_kb = 0;
};

constexpr auto kOwnParams = TableOf<Params>(
    Param<&Params::takes_unchanged>(
        {.id = "cache",
         .title = {"PCM takes", "PCM 接收的页"},
         .help = {"Pages go to PCM when they leave DRAM: those that were changed, or all.",
                  "页离开 DRAM 时进入 PCM：只有改过的页，或全部。"},
         .choices = kCaches}),
    Param<&Params::cache_pages>({.id = "cache_pages",
                                 .title = {"pages in PCM", "PCM 中的页数"},
                                 .help = {"Pages that PCM has room for.", "PCM 能容纳的页数。"},
                                 .standard = 16,
                                 .min = 2,
                                 .max = 1 << 20}),
    Param<&Params::destage_high>({.id = "destage_high",
                                  .title = {"writing back begins above", "开始写回的占用率"},
                                  .help = {"The share of slots with pages that the disk lacks, in "
                                           "thousandths, when writing back begins.",
                                           "磁盘没有的页所占槽位达到此千分比时开始写回。"},
                                  .standard = 990,
                                  .min = 1,
                                  .max = 1000,
                                  .unit = "‰"}),
    Param<&Params::destage_low>(
        {.id = "destage_low",
         .title = {"writing back ends at", "停止写回的占用率"},
         .help = {"The same share when writing back ends.", "上述比例降到此值时停止写回。"},
         .standard = 975,
         .max = 1000,
         .unit = "‰"}),
    Param<&Params::log_kb>({.id = "log_kb",
                            .title = {"log zone", "日志区"},
                            .help = {"The size of the log zone in PCM.", "PCM 中日志区的大小。"},
                            .standard = 8,
                            .min = 1,
                            .max = 1 << 18,
                            .unit = "KB"}),
    Param<&Params::transfer_kb>(
        {.id = "transfer_kb",
         .title = {"log goes to the disk in", "日志写盘单位"},
         .help = {"Log goes from the zone to the disk in stretches of this size.",
                  "日志以此大小的段从日志区写入磁盘。"},
         .standard = 4,
         .min = 1,
         .max = 1 << 16,
         .unit = "KB"}),
    pcm::kPcmPercentParam, kCheckpointSecondsParam);
// Log and database are on disks behind PCM. The log's zone is written line by line.
constexpr uint32_t kDisks = static_cast<uint32_t>(FileKind::kTmpfs);
constexpr ChangedTable<aries::kLogParams, FirstChoices<&Params::log_on, kDisks>,
                       AtMost<&Params::block_bytes, kLineBytes>>
    kZoneParams;
constexpr ChangedTable<kPageParams, FirstChoices<&Params::data_on, kDisks>> kOnDiskParams;
constexpr JoinedTables<Params, kZoneParams, kOwnParams, kOnDiskParams> kParams;

// Pages that PCM has room for, beside the log zone.
uint32_t SlotsOf(const Params& p, const MachineProfile& machine) {
  if (p.pcm_percent == 0) return p.cache_pages;
  CacheParams one;
  one.slots = 1;
  one.unit_bytes = static_cast<uint32_t>(machine[Price::kNvmWearUnit]);
  return PageCache::LayoutOf(one, p.page_bytes)
      .PagesWithin(pcm::PcmBytes(p.pcm_percent, p) - int64_t{p.log_kb} * 1024);
}

struct Places {
  aries::Places files;
  ZoneParams zone;
  CacheParams cache;
};

// The cache from the start of NVM, then the log zone; log and pages each on a disk.
Places PlacesOf(const Params& p, const MachineProfile& machine, uint32_t page_limit) {
  Places places;
  places.files = aries::PlacesOf(p, machine, aries::StructureBytes(p), page_limit);
  CacheParams& cache = places.cache;
  cache.slots = SlotsOf(p, machine);
  cache.unit_bytes = static_cast<uint32_t>(machine[Price::kNvmWearUnit]);
  cache.unchanged = p.takes_unchanged;
  cache.high = p.destage_high;
  cache.low = p.destage_low;
  const uint64_t cache_bytes = PageCache::LayoutOf(cache, p.page_bytes).Bytes();
  ZoneParams& zone = places.zone;
  zone.base = static_cast<Address>((cache_bytes + kLineBytes - 1) / kLineBytes * kLineBytes);
  zone.stretch_bytes = p.transfer_kb * 1024;
  zone.places = p.log_kb / p.transfer_kb;
  zone.log_bytes =
      uint64_t{places.files.aries.log.partition_bytes} * places.files.aries.log.partitions;
  places.files.sizes.nvm_bytes += zone.base + LogZone::NvmBytes(zone);
  return places;
}

DeviceSizes Sizes(const Params& p, const MachineProfile& machine, const InitialRows& rows) {
  return PlacesOf(p, machine, PageEngine::PageLimit(p, rows)).files.sizes;
}

const Mismatch* Check(const Params& p, const MachineProfile& machine) {
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
  if (const Mismatch* mismatch = CheckPageParams(p, machine)) return mismatch;
  if (const Mismatch* mismatch = aries::CheckLog(p, machine, aries::StructureBytes(p)))
    return mismatch;
  if (p.destage_low >= p.destage_high) return &kMarks;
  if (p.log_kb % p.transfer_kb != 0) return &kZone;
  const uint64_t log = uint64_t{p.partition_kb} * p.partitions;
  if (log % p.transfer_kb != 0 || uint64_t{p.transfer_kb} * 1024 % machine[Price::kDiskSector] != 0)
    return &kStretch;
  if (machine[Price::kNvmWearUnit] % kLineBytes != 0) return &pcm::kUnitOfLines;
  if (p.pcm_percent > 0 && SlotsOf(p, machine) < 2) return &kSmall;
  const int64_t cache_bytes = SlotsOf(p, machine) * (int64_t{p.page_bytes} + 256);
  return cache_bytes + int64_t{p.log_kb} * 1024 >= pcm::kMostPcmBytes ? &pcm::kBeyondNvm : nullptr;
}

StorageEngine* Create(const EngineContext& context) {
  const Params p = kParams.Read(context.params);
  Places places = PlacesOf(p, context.machine, context.database_pages);
  places.files.aries.image_bytes = LongestValue(context.schema);
  places.files.aries.undoes_oldest_first =
      kTraced && (context.mutations >> aries::kUndoOldestFirst & 1);
  Arena& arena = context.arena;
  auto* dram = arena.New<Dram>(arena);
  const bool twice = p.torn == TornPages::kDoubleWrite;
  auto* disk = arena.New<PageStore>(
      arena, *OpenFile(context, places.files.data),
      PageStoreParams{p.page_bytes, context.database_pages, twice, p.lsns_fall});
  auto* cache = arena.New<PageCache>(context, places.cache, *disk);
  auto* zone = arena.New<LogZone>(context, places.zone, *OpenFile(context, places.files.log));
  auto* hooks = arena.New<PcmWalLog>(context, places.files.aries, *zone, *cache);
  PageLabels labels = aries::LabelsOfPages();
  labels.undo_in_place = aries::kUndoInPlace;
  return arena.New<PageEngine>(context, p, labels, *hooks, *dram, *cache);
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
  const SchemeStory story = kWhole ? pcm_wal::WholeStory() : SchemeStory();
  return {
      .id = "pcm-wal",
      .family = "pcmlogging",
      .title = {"WAL with PCM", "带 PCM 的 WAL"},
      .summary =
          {"Write-ahead logging with PCM in two zones: the end of the log, from where it goes on "
           "to a disk, and a cache for pages that leave DRAM.",
           "预写日志，PCM 分为两个区：日志末尾（之后再写入磁盘），以及离开 DRAM 的页的缓存。"},
      .paper =
          "Gao, Xu, Härder, He, Choi, Hu: PCMLogging, TKDE 27(12), 2015, section 1, figure 1 and "
          "section 6.1",
      .path = &kShoreMtPath,
      .promise = kParams.On<aries::PromiseOf>(),
      .params = kParams,
      .mutations = story.mutations,
      .listings = story.listings,
      .structures = story.structures,
      .sizes = WholeOnly(kParams.On<Sizes>()),
      .check = WholeOnly(kParams.On<Check>()),
      .create = kWhole ? Create : nullptr,
      .for_tables = kForTables,
  };
}

}  // namespace

const SchemeInfo kPcmWal = Info();

}  // namespace afterimage
