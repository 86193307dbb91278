#include "scheme/systems/aries/aries.h"

#include <algorithm>

#include "scheme/page_engine/page_engine.h"
#include "scheme/shared/central_log/setup.h"

namespace afterimage {
namespace {

using aries::AriesLog;
using Params = AriesParams;

aries::Places AriesPlaces(const Params& p, const MachineProfile& machine, uint32_t page_limit) {
  return aries::PlacesOf(p, machine, aries::StructureBytes(p), page_limit);
}

DeviceSizes Sizes(const Params& p, const MachineProfile& machine, const InitialRows& rows) {
  return AriesPlaces(p, machine, PageEngine::PageLimit(p, rows)).sizes;
}

const Mismatch* Check(const Params& p, const MachineProfile& machine) {
  if (const Mismatch* mismatch = CheckPageParams(p, machine)) return mismatch;
  return aries::CheckLog(p, machine, aries::StructureBytes(p));
}

StorageEngine* Create(const EngineContext& context) {
  const Params p = kAriesParams.Read(context.params);
  aries::Places places = AriesPlaces(p, context.machine, context.database_pages);
  places.aries.commit_delay_ns = Time{p.commit_delay_us} * 1000;
  places.aries.commit_siblings = p.commit_siblings;
  places.aries.flush_after = p.flush_after_kb * 1024;
  places.aries.log.write_bytes = p.log_write_kb * 1024;
  places.aries.image_bytes = LongestValue(context.schema);
  places.aries.undoes_oldest_first = kTraced && (context.mutations >> aries::kUndoOldestFirst & 1);
  auto* dram = context.arena.New<Dram>(context.arena);
  auto* hooks = context.arena.New<AriesLog>(context, places.aries, *OpenFile(context, places.log));
  PageLabels labels = aries::LabelsOfPages();
  labels.undo_in_place = aries::kUndoInPlace;
  return context.arena.New<PageEngine>(context, p, labels, *hooks, *dram,
                                       *OpenFile(context, places.data));
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
    {"all-in-hdd", {"all on HDD", "全在 HDD"}, kAllHdd.settings},
    {"all-in-ssd", {"all on SSD", "全在 SSD"}, kAllSsd.settings},
    {"db-in-hdd-log-in-nvram",
     {"database on HDD, log in NVRAM", "数据库在 HDD，日志在 NVRAM"},
     kHddNvram.settings},
    {"db-in-ssd-log-in-nvram",
     {"database on SSD, log in NVRAM", "数据库在 SSD，日志在 NVRAM"},
     kSsdNvram.settings},
    {"db-in-nvram-log-in-hdd",
     {"database in NVRAM, log on HDD", "数据库在 NVRAM，日志在 HDD"},
     kNvramHdd.settings},
    {"db-in-nvram-log-in-ssd",
     {"database in NVRAM, log on SSD", "数据库在 NVRAM，日志在 SSD"},
     kNvramSsd.settings},
    {"all-in-nvram", {"all in NVRAM", "全在 NVRAM"}, kAllNvram.settings},
};

}  // namespace

SchemeInfo AriesInfo() {
  return {
      .id = "aries",
      .family = "disk-wal",
      .title = {"ARIES", "ARIES"},
      .summary = {"Write-ahead logging with a central log buffer and a partitioned log: steal, "
                  "no-force, fuzzy checkpoints; analysis, redo and undo at restart. Log and "
                  "database each on a disk, or in NVRAM behind a file interface.",
                  "带中央日志缓冲区和分区日志的预写日志：偷取、不强制、模糊检查点；重启时分析、重做"
                  "、撤销。日志与数据库各自可放在磁盘，或经文件接口放在 NVRAM。"},
      .paper =
          "Mohan, Haderle, Lindsay, Pirahesh, Schwarz: ARIES, ACM TODS 17(1), 1992; NV-Disk: "
          "NV-Logging (VLDB 2014), sections 2.3 and 3",
      .path = &kShoreMtPath,
      .promise = kAriesParams.On<aries::PromiseOf>(),
      .params = kAriesParams,
      .mutations = {aries::kMutations, aries::kMutationCount},
      .listings = {aries::kListings, aries::kListingCount},
      .structures = {aries::kStructures, aries::kStructureCount},
      .sizes = kAriesParams.On<Sizes>(),
      .check = kAriesParams.On<Check>(),
      .create = Create,
      .for_tables = kForTables,
      .presets = kPresets,
  };
}

const SchemeInfo kAries = AriesInfo();

}  // namespace afterimage
