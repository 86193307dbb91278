#include "scheme/systems/nv_disk_decentralized/nv_disk_decentralized.h"

#include <algorithm>

#include "db/pages/page_store.h"
#include "scheme/page_engine/page_engine.h"
#include "scheme/shared/log_file/log_partitions.h"
#include "scheme/shared/log_file/log_writing_params.h"
#include "scheme/shared/log_file/open_file.h"
#include "scheme/shared/record_logs/hooks.h"
#include "scheme/shared/record_logs/labels.h"
#include "scheme/systems/nv_disk_decentralized/chunks.h"

namespace afterimage {
namespace {

using distributed::ChunkParams;
using distributed::Chunks;

struct PartitionedParams : PageParams, LogWriting, PartitionParams {
  FileKind log_on = FileKind::kDisk;
};

constexpr auto kOwnParams = TableOf<PartitionedParams>(
    Param<&PartitionedParams::log_on>({.id = "log_on",
                                       .title = {"log on", "日志所在"},
                                       .help = {"The device of the log file and how it is reached.",
                                                "日志文件所在的设备及访问方式。"},
                                       .standard = FileKind::kTmpfs,
                                       .choices = kFileKinds}),
    kPartitionParams, kLogWritingParams, kCheckpointThreshold);
constexpr JoinedTables<PartitionedParams, kOwnParams, kPageParams> kPartitionedParams;

// Returns the bytes that the structure changes of a few threads may log before they ask for room
// again.
uint32_t SplitBytes(const PageParams& pages) {
  return pages.placement == Placement::kHash ? 0 : 8 * (4 * pages.page_bytes + 2048);
}

struct ChunkPlaces {
  ChunkParams chunks;
  FileLayout::Place log;
  FileLayout::Place data;
  DeviceSizes sizes;
};

ChunkPlaces ChunkPlacesOf(const PartitionedParams& p, const MachineProfile& machine,
                          uint32_t page_limit) {
  ChunkPlaces places;
  ChunkParams& chunks = places.chunks;
  chunks.partitions = p.partitions;
  chunks.partition_bytes = p.partition_kb * 1024;
  chunks.writing = p;
  chunks.checkpoint_bytes =
      static_cast<uint32_t>(std::min<int64_t>(int64_t{p.checkpoint_kb} * 1024, 0xffffffff));
  chunks.structure_slack = SplitBytes(p);
  const auto block =
      OnNvm(p.log_on) ? kLineBytes : static_cast<uint32_t>(machine[Price::kDiskSector]);
  FileLayout layout(machine);
  places.log = layout.Take(p.log_on, true, Chunks::FileBytes(chunks, block));
  places.data = layout.TakePages(p, page_limit);
  places.sizes = layout.sizes();
  return places;
}

DeviceSizes ChunkSizes(const PartitionedParams& p, const MachineProfile& machine,
                       const InitialRows& rows) {
  return ChunkPlacesOf(p, machine, PageEngine::PageLimit(p, rows)).sizes;
}

const Mismatch* CheckChunks(const PartitionedParams& p, const MachineProfile& machine) {
  if (const Mismatch* mismatch = CheckPageParamsWithoutImages(p, machine)) return mismatch;
  const int64_t partition = int64_t{p.partition_kb} * 1024;
  if (const Mismatch* mismatch = CheckLogWriting(p, partition, 0, machine)) return mismatch;
  return CheckLogPartitions({.on = p.log_on,
                             .count = p.partitions,
                             .bytes = partition,
                             .checkpoint_bytes = int64_t{p.checkpoint_kb} * 1024,
                             .structure_bytes = 4 * int64_t{SplitBytes(p)}},
                            p, machine);
}

StorageEngine* CreateChunks(const EngineContext& context) {
  const PartitionedParams p = kPartitionedParams.Read(context.params);
  ChunkPlaces places = ChunkPlacesOf(p, context.machine, context.database_pages);
  places.chunks.image_bytes = LongestValue(context.schema);
  auto* dram = context.arena.New<Dram>(context.arena);
  auto* store =
      context.arena.New<Chunks>(context, places.chunks, *dram, *OpenFile(context, places.log));
  auto* hooks = context.arena.New<distributed::Hooks>(context, p, *store);
  return context.arena.New<PageEngine>(context, p, distributed::LabelsOfPages(), *hooks, *dram,
                                       *OpenFile(context, places.data));
}

constexpr ParamSetting kChunksForTables[] = {
    {"placement", static_cast<int64_t>(Placement::kIndexed)},
    {"spare_pages", 256},
    {"frames", 64},
    {"partition_kb", 64},
    {"checkpoint_kb", 96}};

}  // namespace

const SchemeInfo kNvDiskDecentralized = {
    .id = "nv-disk-decentralized",
    .family = "disk-wal",
    .title = {"NV-Disk, decentralized logging", "NV-Disk + 去中心化日志"},
    .summary =
        {"Each transaction fills a private log buffer; the log itself stays in one file in NVRAM. "
         "No central buffer to contend for, but each commit is a write and a sync of its own: "
         "nothing is grouped.",
         "每个事务填写私有日志缓冲区；日志本身仍在 NVRAM "
         "的一个文件中。没有需要争用的中央缓冲区，但每次提交都是独立的一次写和同步：无法成组。"},
    .paper =
        "Huang, Schwan, Qureshi: NVRAM-aware Logging in Transaction Systems, VLDB 2014, section 6 "
        "and table 3",
    .path = &kShoreMtPath,
    .params = kPartitionedParams,
    .mutations = distributed::kChunkStory.mutations,
    .listings = distributed::kChunkStory.listings,
    .structures = distributed::kChunkStory.structures,
    .sizes = kPartitionedParams.On<ChunkSizes>(),
    .check = WholeOnly(kPartitionedParams.On<CheckChunks>()),
    .create = kWhole ? CreateChunks : nullptr,
    .for_tables = kChunksForTables,
};

}  // namespace afterimage
