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

// In the order of the list below; the page parameters follow.
enum ChunkParam : uint32_t {
  kChunkLogOn,
  kChunkPartitions,
  kChunkPartitionKb,
  kChunkLogBlock,
  kChunkLogWrite,
  kChunkCheckpointKb,
  kChunkOwnParams
};

const ParamInfo kChunkOwn[kChunkOwnParams] = {
    ChoiceParam(
        "log_on", {"log on", "日志所在"},
        {"The device of the log file and how it is reached.", "日志文件所在的设备及访问方式。"},
        static_cast<int64_t>(FileKind::kTmpfs), kFileKinds),
    NumberParam("partitions", {"log partitions", "日志分区数"},
                {"Truncation frees whole partitions.", "截断以整个分区为单位释放。"}, 4, 3, 64, ""),
    NumberParam("partition_kb", {"partition size", "分区大小"},
                {"The size of each log partition.", "每个日志分区的大小。"}, 8, 1, 1 << 20, "KB"),
    kLogBlockParam,
    kLogWriteParam,
    NumberParam("checkpoint_kb", {"checkpoint threshold", "检查点阈值"},
                {"Log since the last checkpoint that wakes the checkpointer.",
                 "自上次检查点以来的日志达到此量时唤醒检查点线程。"},
                8, 1, 1 << 22, "KB"),
};
const auto kChunkParams = WithPageParams(kChunkOwn);

PageParams ChunkPagesOf(const ParamValues& p) { return PageParamsOf(p, kChunkOwnParams); }

// What the structure changes of a few threads may log before they ask for room again.
uint32_t SplitBytes(const PageParams& pages) {
  return pages.placement == Placement::kHash ? 0 : 8 * (4 * pages.page_bytes + 2048);
}

struct ChunkPlaces {
  ChunkParams chunks;
  FileLayout::Place log;
  FileLayout::Place data;
  DeviceSizes sizes;
};

ChunkPlaces ChunkPlacesOf(const ParamValues& p, const MachineProfile& machine,
                          uint32_t page_limit) {
  ChunkPlaces places;
  const PageParams pages = ChunkPagesOf(p);
  ChunkParams& chunks = places.chunks;
  chunks.partitions = static_cast<uint32_t>(p.value[kChunkPartitions]);
  chunks.partition_bytes = static_cast<uint32_t>(p.value[kChunkPartitionKb] * 1024);
  chunks.writing = LogWritingOf(p, kChunkLogBlock);
  chunks.checkpoint_bytes =
      static_cast<uint32_t>(std::min<int64_t>(p.value[kChunkCheckpointKb] * 1024, 0xffffffff));
  chunks.structure_slack = SplitBytes(pages);
  const auto log_on = static_cast<FileKind>(p.value[kChunkLogOn]);
  const auto block =
      OnNvm(log_on) ? kLineBytes : static_cast<uint32_t>(machine[Price::kDiskSector]);
  FileLayout layout(machine);
  places.log = layout.Take(log_on, true, Chunks::FileBytes(chunks, block));
  places.data = layout.TakePages(pages, page_limit);
  places.sizes = layout.sizes();
  return places;
}

DeviceSizes ChunkSizes(const ParamValues& p, const MachineProfile& machine,
                       const InitialRows& rows) {
  return ChunkPlacesOf(p, machine, PageEngine::PageLimit(ChunkPagesOf(p), rows)).sizes;
}

const Mismatch* CheckChunks(const ParamValues& p, const MachineProfile& machine) {
  const PageParams pages = ChunkPagesOf(p);
  if (const Mismatch* mismatch = CheckPageParamsWithoutImages(pages, machine)) return mismatch;
  if (const Mismatch* mismatch = CheckLogWriting(LogWritingOf(p, kChunkLogBlock),
                                                 p.value[kChunkPartitionKb] * 1024, 0, machine))
    return mismatch;
  return CheckLogPartitions({.on = static_cast<FileKind>(p.value[kChunkLogOn]),
                             .count = p.value[kChunkPartitions],
                             .bytes = p.value[kChunkPartitionKb] * 1024,
                             .checkpoint_bytes = p.value[kChunkCheckpointKb] * 1024,
                             .structure_bytes = 4 * int64_t{SplitBytes(pages)}},
                            pages, machine);
}

StorageEngine* CreateChunks(const EngineContext& context) {
  const PageParams pages = ChunkPagesOf(context.params);
  ChunkPlaces places = ChunkPlacesOf(context.params, context.machine, context.database_pages);
  places.chunks.image_bytes = LongestValue(context.schema);
  auto* dram = context.arena.New<Dram>(context.arena);
  auto* store =
      context.arena.New<Chunks>(context, places.chunks, *dram, *OpenFile(context, places.log));
  auto* hooks = context.arena.New<distributed::Hooks>(context, pages, *store);
  return context.arena.New<PageEngine>(context, pages, distributed::LabelsOfPages(), *hooks, *dram,
                                       *OpenFile(context, places.data));
}

Promise ChunkPromise(const ParamValues&) { return Promise::kDurable; }

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
         "No "
         "central buffer to contend for, but each commit is a write and a sync of its own: nothing "
         "is grouped.",
         "每个事务填写私有日志缓冲区；日志本身仍在 NVRAM "
         "的一个文件中。没有需要争用的中央缓冲区，但每次提交都是独立的一次写和同步：无法成组。"},
    .paper =
        "Huang, Schwan, Qureshi: NVRAM-aware Logging in Transaction Systems, VLDB 2014, section 6 "
        "and table 3",
    .path = &kShoreMtPath,
    .promise = ChunkPromise,
    .params = kChunkParams,
    .mutations = distributed::kChunkStory.mutations,
    .listings = distributed::kChunkStory.listings,
    .structures = distributed::kChunkStory.structures,
    .sizes = ChunkSizes,
    .check = CheckChunks,
    .create = kWhole ? CreateChunks : nullptr,
    .for_tables = kChunksForTables,
};

}  // namespace afterimage
