// The system in the manner of Stasis: its parameters, and what it is built of.
#include "scheme/systems/stasis/stasis.h"

#include "base/build.h"
#include "scheme/page_engine/page_engine.h"
#include "scheme/shared/central_log/peer_setup.h"
#include "scheme/systems/stasis/action_log.h"

namespace afterimage {
namespace {

enum OwnParam : uint32_t { kLocks = aries::peer::kParams, kReadLocks, kOwnParams };

const auto& StasisParams() {
  static const auto params =
      aries::peer::WithPeerParams(std::array<ParamInfo, 2>{kLockUnitParam, kReadLocksParam});
  return params;
}

PageParams StasisPagesOf(const ParamValues& p) {
  PageParams pages = LockedPageParamsOf(p, kOwnParams);
  pages.lock_unit = LockUnitOf(p.value[kLocks]);
  pages.read_locks = p.value[kReadLocks] != 0;
  return pages;
}

aries::Places StasisPlaces(const ParamValues& p, const MachineProfile& machine,
                           uint32_t page_limit) {
  const PageParams pages = StasisPagesOf(p);
  aries::Places places =
      aries::peer::PeerPlacesOf(p, machine, pages, aries::StructureBytes(pages), page_limit);
  // The change of an entry, the end of its action, and a compensation.
  if (pages.placement == Placement::kIndexed) places.aries.change_records = 3;
  return places;
}

DeviceSizes StasisSizes(const ParamValues& p, const MachineProfile& machine,
                        const InitialRows& rows) {
  return StasisPlaces(p, machine, PageEngine::PageLimit(StasisPagesOf(p), rows)).sizes;
}

const Mismatch* CheckStasis(const ParamValues& p, const MachineProfile& machine) {
  const PageParams pages = StasisPagesOf(p);
  return aries::peer::CheckPeer(p, machine, pages, aries::StructureBytes(pages));
}

StorageEngine* CreateStasis(const EngineContext& context) {
  aries::Places places = StasisPlaces(context.params, context.machine, context.database_pages);
  places.aries.image_bytes = LongestValue(context.schema);
  auto* dram = context.arena.New<Dram>(context.arena);
  const bool stay = kTraced && (context.mutations >> nested::kOpenActionsStay & 1);
  auto* hooks = context.arena.New<nested::ActionLog>(context, places.aries,
                                                     *OpenFile(context, places.log), stay);
  PageLabels labels = aries::LabelsOfPages();
  labels.undo_in_place = nested::kUndoInPlace;
  return context.arena.New<PageEngine>(context, StasisPagesOf(context.params), labels, *hooks,
                                       *dram, *OpenFile(context, places.data));
}

}  // namespace

const SchemeInfo kStasis = {
    .id = "stasis",
    .family = "rewind-peers",
    .title = {"Stasis", "Stasis"},
    .summary =
        {"A storage manager in the manner of Stasis, with log and pages in files on PMFS: "
         "write-ahead logging as in ARIES, where each change of an index is a nested top action "
         "that is undone by a logical operation.",
         "仿 Stasis 的存储管理器，日志与页都是 PMFS 上的文件：与 ARIES "
         "一样的预写日志，其中索引的每次修改都是一个嵌套顶层动作，由逻辑操作撤销。"},
    .paper =
        "Chatzistergiou, Cintra, Viglas: REWIND, PVLDB 8(5), 2015, section 5; Sears, Brewer: "
        "Stasis, OSDI 2006",
    .path = &kStasisPath,
    .promise = aries::PromiseOf,
    .params = StasisParams(),
    .mutations = kWhole ? std::span(nested::kMutations, nested::kMutationCount)
                        : std::span<const MutationInfo>(),
    .listings =
        kWhole ? std::span(nested::kListings, nested::kListingCount) : std::span<const Listing>(),
    .structures = {aries::kStructures, aries::kStructureCount},
    .sizes = kWhole ? StasisSizes : nullptr,
    .check = CheckStasis,
    .create = kWhole ? CreateStasis : nullptr,
    .for_tables = {aries::peer::kForTables, aries::peer::kForTableCount},
};

}  // namespace afterimage
