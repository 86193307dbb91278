// The system in the manner of Berkeley DB: its parameters, and what it is built of.
#include "scheme/systems/berkeley_db/berkeley_db.h"

#include "base/build.h"
#include "scheme/page_engine/page_engine.h"
#include "scheme/shared/central_log/peer_setup.h"
#include "scheme/systems/berkeley_db/page_log.h"

namespace afterimage {
namespace {

constexpr uint32_t kLookUpLocks = aries::peer::kParams;
constexpr uint32_t kBerkeleyOwn = kLookUpLocks + 1;

const auto& BerkeleyParams() {
  static const auto params = aries::peer::WithPeerParams(std::array<ParamInfo, 1>{kReadLocksParam});
  return params;
}

PageParams BerkeleyPagesOf(const ParamValues& p) {
  PageParams pages = LockedPageParamsOf(p, kBerkeleyOwn);
  pages.lsns_fall = true;
  pages.read_locks = p.value[kLookUpLocks] != 0;
  return pages;
}

// Log that one split takes at most: the node as it was, two halves of it, and what allocates and
// links them.
uint32_t SplitBytes(const PageParams& pages) {
  return pages.placement == Placement::kIndexed ? 2 * pages.page_bytes + 1024 : 0;
}

aries::Places BerkeleyPlaces(const ParamValues& p, const MachineProfile& machine,
                             uint32_t page_limit) {
  const PageParams pages = BerkeleyPagesOf(p);
  return aries::peer::PeerPlacesOf(p, machine, pages, SplitBytes(pages), page_limit);
}

DeviceSizes BerkeleySizes(const ParamValues& p, const MachineProfile& machine,
                          const InitialRows& rows) {
  return BerkeleyPlaces(p, machine, PageEngine::PageLimit(BerkeleyPagesOf(p), rows)).sizes;
}

const Mismatch* CheckBerkeley(const ParamValues& p, const MachineProfile& machine) {
  const PageParams pages = BerkeleyPagesOf(p);
  return aries::peer::CheckPeer(p, machine, pages, SplitBytes(pages));
}

StorageEngine* CreateBerkeley(const EngineContext& context) {
  PageParams pages = BerkeleyPagesOf(context.params);
  // A mutation. Splits have an owner who has locked the database, so it is about hash files only.
  if (kTraced && (context.mutations >> berkeley::kRecordLocks & 1) &&
      pages.lock_unit == LockUnit::kPage)
    pages.lock_unit = LockUnit::kRecord;
  aries::Places places = BerkeleyPlaces(context.params, context.machine, context.database_pages);
  places.aries.image_bytes = LongestValue(context.schema);
  auto* dram = context.arena.New<Dram>(context.arena);
  auto* hooks =
      context.arena.New<berkeley::PageLog>(context, places.aries, *OpenFile(context, places.log));
  return context.arena.New<PageEngine>(context, pages, aries::LabelsOfPages(), *hooks, *dram,
                                       *OpenFile(context, places.data));
}

}  // namespace

const SchemeInfo kBerkeleyDb = {
    .id = "berkeley-db",
    .family = "rewind-peers",
    .title = {"Berkeley DB", "Berkeley DB"},
    .summary =
        {"A storage manager in the manner of Berkeley DB, with log and pages in files on PMFS: "
         "locks "
         "on "
         "pages, a page LSN chain instead of compensation records, undo before redo at restart.",
         "仿 Berkeley DB 的存储管理器，日志与页都是 PMFS 上的文件：页锁；用页 LSN "
         "链代替补偿日志记录；重启时"
         "先撤销后重做。"},
    .paper =
        "Chatzistergiou, Cintra, Viglas: REWIND, PVLDB 8(5), 2015, section 5; Olson, Bostic, "
        "Seltzer: "
        "Berkeley DB, USENIX ATC 1999",
    .path = &kBerkeleyDbPath,
    .promise = aries::PromiseOf,
    .params = BerkeleyParams(),
    .mutations = kWhole ? std::span(berkeley::kMutations, berkeley::kMutationCount)
                        : std::span<const MutationInfo>(),
    .listings = kWhole ? std::span(berkeley::kListings, berkeley::kListingCount)
                       : std::span<const Listing>(),
    .structures = {aries::kStructures, aries::kStructureCount},
    .sizes = kWhole ? BerkeleySizes : nullptr,
    .check = CheckBerkeley,
    .create = kWhole ? CreateBerkeley : nullptr,
    .for_tables = {aries::peer::kForTables, aries::peer::kForTableCount},
};

}  // namespace afterimage
