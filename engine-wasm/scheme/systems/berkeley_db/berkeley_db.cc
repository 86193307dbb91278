// The system in the manner of Berkeley DB: its parameters, and what it is built of.
#include "scheme/systems/berkeley_db/berkeley_db.h"

#include "base/build.h"
#include "scheme/page_engine/page_engine.h"
#include "scheme/shared/central_log/peer_setup.h"
#include "scheme/systems/berkeley_db/page_log.h"

namespace afterimage {
namespace {

struct BerkeleyParams : aries::peer::PeerParams {
  BerkeleyParams() { lsns_fall = true; }
};
constexpr auto kBerkeleyOwnParams = TableOf<BerkeleyParams>(kReadLocksParam);
constexpr JoinedTables<BerkeleyParams, aries::peer::kPmfsLogParams, aries::peer::kFsyncParams,
                       kBerkeleyOwnParams, aries::peer::kPmfsPageParams>
    kBerkeleyParams;

// Log that one split takes at most: the node as it was, two halves of it, and what allocates and
// links them.
uint32_t SplitBytes(const PageParams& pages) {
  return pages.placement == Placement::kIndexed ? 2 * pages.page_bytes + 1024 : 0;
}

aries::Places BerkeleyPlaces(const BerkeleyParams& p, const MachineProfile& machine,
                             uint32_t page_limit) {
  return aries::peer::PeerPlacesOf(p, machine, SplitBytes(p), page_limit);
}

DeviceSizes BerkeleySizes(const BerkeleyParams& p, const MachineProfile& machine,
                          const InitialRows& rows) {
  return BerkeleyPlaces(p, machine, PageEngine::PageLimit(p, rows)).sizes;
}

const Mismatch* CheckBerkeley(const BerkeleyParams& p, const MachineProfile& machine) {
  return aries::peer::CheckPeer(p, machine, SplitBytes(p));
}

StorageEngine* CreateBerkeley(const EngineContext& context) {
  BerkeleyParams p = kBerkeleyParams.Read(context.params);
  p.lock_unit = PagesToLock(p);
  // A mutation. Splits have an owner who has locked the database, so it is about hash files only.
  if (kTraced && (context.mutations >> berkeley::kRecordLocks & 1) &&
      p.lock_unit == LockUnit::kPage)
    p.lock_unit = LockUnit::kRecord;
  aries::Places places = BerkeleyPlaces(p, context.machine, context.database_pages);
  places.aries.image_bytes = LongestValue(context.schema);
  auto* dram = context.arena.New<Dram>(context.arena);
  auto* hooks =
      context.arena.New<berkeley::PageLog>(context, places.aries, *OpenFile(context, places.log));
  return context.arena.New<PageEngine>(context, p, aries::LabelsOfPages(), *hooks, *dram,
                                       *OpenFile(context, places.data));
}

}  // namespace

const SchemeInfo kBerkeleyDb = {
    .id = "berkeley-db",
    .family = "rewind-peers",
    .title = {"Berkeley DB", "Berkeley DB"},
    .summary = {"A storage manager in the manner of Berkeley DB, with log and pages in files on "
                "PMFS: locks on pages, a page LSN chain instead of compensation records, undo "
                "before redo at restart.",
                "仿 Berkeley DB 的存储管理器，日志与页都是 PMFS 上的文件：页锁；用页 LSN "
                "链代替补偿日志记录；重启时先撤销后重做。"},
    .paper =
        "Chatzistergiou, Cintra, Viglas: REWIND, PVLDB 8(5), 2015, section 5; Olson, Bostic, "
        "Seltzer: Berkeley DB, USENIX ATC 1999",
    .path = &kBerkeleyDbPath,
    .promise = kBerkeleyParams.On<aries::PromiseOf>(),
    .params = kBerkeleyParams,
    .mutations = kWhole ? std::span(berkeley::kMutations, berkeley::kMutationCount)
                        : std::span<const MutationInfo>(),
    .listings = kWhole ? std::span(berkeley::kListings, berkeley::kListingCount)
                       : std::span<const Listing>(),
    .structures = {aries::kStructures, aries::kStructureCount},
    .sizes = WholeOnly(kBerkeleyParams.On<BerkeleySizes>()),
    .check = WholeOnly(kBerkeleyParams.On<CheckBerkeley>()),
    .create = kWhole ? CreateBerkeley : nullptr,
    .for_tables = aries::peer::kForTables,
};

}  // namespace afterimage
