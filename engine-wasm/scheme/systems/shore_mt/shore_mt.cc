// The system in the manner of Shore-MT as REWIND compares itself with it: its parameters, and what
// it is built of.
#include "scheme/systems/shore_mt/shore_mt.h"

#include "base/build.h"
#include "scheme/page_engine/page_engine.h"
#include "scheme/shared/log_rings/ring_setup.h"
#include "scheme/systems/shore_mt/story.h"

namespace afterimage {
namespace {

struct BufferParams : distributed::SharedParams {
  uint32_t undo_kb = 0;
  bool durable_cache = false;
};

constexpr auto kBufferOwnParams = TableOf<BufferParams>(
    Param<&BufferParams::undo_kb>(
        {.id = "undo_kb",
         .title = {"undo buffer", "撤销缓冲区"},
         .help = {"How much of its updates a transaction keeps in DRAM for its rollback, which "
                  "reads the log for the rest; 0: all from the log.",
                  "事务为回滚在 DRAM 中保留多少更新，其余从日志读取；0 表示全部从日志读取。"},
         .standard = 4,
         .max = 1 << 18,
         .unit = "KB"}),
    Param<&BufferParams::durable_cache>(
        {.id = "durable_cache",
         .title = {"durable cache", "持久缓存"},
         .help = {"Where the machine keeps its caches when the power fails, log is not written "
                  "back: what is in a cache is durable. On any other machine it is written back.",
                  "若机器断电时保留缓存内容，则日志不写回：缓存中的内容就是持久的。在其他机器上仍写"
                  "回。"},
         .standard = true}),
    kLockUnitParam, kReadLocksParam);
// Other standard values than those of Distributed Logging, and than those of pages: a log for each
// of four cores; partitions and database are files on PMFS, whose writes a power cut may tear.
constexpr ChangedTable<distributed::kRingParams, Standard<&BufferParams::logs, 4>,
                       Standard<&BufferParams::archive, true>,
                       Standard<&BufferParams::log_on, FileKind::kPmfs>>
    kPmfsRingParams;
constexpr ChangedTable<kPageParams, Standard<&BufferParams::data_on, FileKind::kPmfs>,
                       Standard<&BufferParams::torn, TornPages::kDoubleWrite>>
    kPmfsPageParams;
constexpr JoinedTables<BufferParams, kPmfsRingParams, kBufferOwnParams, kPmfsPageParams>
    kBufferParams;

distributed::RingPlaces BufferPlacesOf(const BufferParams& p, const MachineProfile& machine,
                                       uint32_t page_limit) {
  distributed::RingPlaces places = distributed::RingPlacesOf(p, machine, page_limit);
  places.rings.undo_bytes = p.undo_kb * 1024;
  places.rings.durable_cache = p.durable_cache && machine[Price::kCachesKept] != 0;
  places.sizes.dram_bytes += uint64_t{places.rings.logs} * places.rings.undo_bytes;
  return places;
}

DeviceSizes BufferSizes(const BufferParams& p, const MachineProfile& machine,
                        const InitialRows& rows) {
  return BufferPlacesOf(p, machine, PageEngine::PageLimit(p, rows)).sizes;
}

const Mismatch* BufferCheck(const BufferParams& p, const MachineProfile& machine) {
  static constexpr Mismatch kNoneToRelease = {
      "elr",
      {"with one lock on the database there are none on records to release early",
       "整个数据库只有一把锁时，没有可提前释放的记录锁"}};
  static constexpr Mismatch kNoneToAnnounce = {
      "table_locks",
      {"with one lock on the database there are none on tables to announce or to inherit",
       "整个数据库只有一把锁时，没有可加意向或可继承的表锁"}};
  static constexpr Mismatch kUnknowing = {"elr",
                                          {"where locks are released early, a look-up without "
                                           "locks does not know whose commit it must wait for",
                                           "提前释放锁时，不加锁的查找不知道该等待谁的提交"}};
  if (!p.read_locks && p.early_release) return &kUnknowing;
  if (p.lock_unit == LockUnit::kDatabase && p.early_release) return &kNoneToRelease;
  if (p.lock_unit == LockUnit::kDatabase && p.locks_tables()) return &kNoneToAnnounce;
  return distributed::CheckRings(p, machine);
}

StorageEngine* BufferCreate(const EngineContext& context) {
  const BufferParams p = kBufferParams.Read(context.params);
  distributed::RingPlaces places = BufferPlacesOf(p, context.machine, context.database_pages);
  if (kTraced && (context.mutations >> distributed::kTrustsCaches & 1))
    places.rings.durable_cache = true;
  return distributed::CreateRings(context, p, places);
}

// A module that only describes the system need not put its story together.
const SchemeStory kStory = kWhole ? distributed::BufferStory() : SchemeStory();
}  // namespace

const SchemeInfo kShoreMt = {
    .id = "shore-mt",
    .family = "rewind-peers",
    .title = {"Shore-MT", "Shore-MT"},
    .summary = {"A storage manager in the manner of Shore-MT with Distributed Logging: a log in "
                "NVM for each core, archived to files on PMFS; durable caches, if the machine has "
                "them; rollbacks from undo buffers in DRAM.",
                "仿带分布式日志的 Shore-MT 的存储管理器：每核一个 NVM 日志，归档到 PMFS "
                "上的文件；若机器具备，则使用持久缓存；回滚使用 DRAM 中的撤销缓冲区。"},
    .paper =
        "Chatzistergiou, Cintra, Viglas: REWIND, PVLDB 8(5), 2015, section 5; Wang, Johnson: "
        "Scalable Logging through Emerging Non-Volatile Memory, VLDB 2014",
    .path = &kShoreMtPath,
    .params = kBufferParams,
    .mutations = kStory.mutations,
    .listings = kStory.listings,
    .structures = kStory.structures,
    .sizes = WholeOnly(kBufferParams.On<BufferSizes>()),
    .check = WholeOnly(kBufferParams.On<BufferCheck>()),
    .create = kWhole ? BufferCreate : nullptr,
    .for_tables = distributed::kRingsForTables,
};

}  // namespace afterimage
