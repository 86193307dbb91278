// The system in the manner of Stasis: its parameters, and what it is built of.
#include "scheme/systems/stasis/stasis.h"

#include "base/build.h"
#include "scheme/page_engine/page_engine.h"
#include "scheme/shared/central_log/peer_setup.h"
#include "scheme/systems/stasis/action_log.h"

namespace afterimage {
namespace {

using StasisParams = aries::peer::PeerParams;

constexpr auto kStasisOwnParams = TableOf<StasisParams>(kLockUnitParam, kReadLocksParam);
constexpr JoinedTables<StasisParams, aries::peer::kPmfsLogParams, aries::peer::kFsyncParams,
                       kStasisOwnParams, aries::peer::kPmfsPageParams>
    kStasisParams;

aries::Places StasisPlaces(const StasisParams& p, const MachineProfile& machine,
                           uint32_t page_limit) {
  aries::Places places =
      aries::peer::PeerPlacesOf(p, machine, aries::StructureBytes(p), page_limit);
  // The change of an entry, the end of its action, and a compensation.
  if (p.placement == Placement::kIndexed) places.aries.change_records = 3;
  return places;
}

DeviceSizes StasisSizes(const StasisParams& p, const MachineProfile& machine,
                        const InitialRows& rows) {
  return StasisPlaces(p, machine, PageEngine::PageLimit(p, rows)).sizes;
}

const Mismatch* CheckStasis(const StasisParams& p, const MachineProfile& machine) {
  return aries::peer::CheckPeer(p, machine, aries::StructureBytes(p));
}

StorageEngine* CreateStasis(const EngineContext& context) {
  const StasisParams p = kStasisParams.Read(context.params);
  aries::Places places = StasisPlaces(p, context.machine, context.database_pages);
  places.aries.image_bytes = LongestValue(context.schema);
  auto* dram = context.arena.New<Dram>(context.arena);
  const bool stay = kTraced && (context.mutations >> nested::kOpenActionsStay & 1);
  auto* hooks = context.arena.New<nested::ActionLog>(context, places.aries,
                                                     *OpenFile(context, places.log), stay);
  PageLabels labels = aries::LabelsOfPages();
  labels.undo_in_place = nested::kUndoInPlace;
  return context.arena.New<PageEngine>(context, p, labels, *hooks, *dram,
                                       *OpenFile(context, places.data));
}

}  // namespace

const SchemeInfo kStasis = {
    .id = "stasis",
    .family = "rewind-peers",
    .title = {"Stasis", "Stasis"},
    .summary = {"A storage manager in the manner of Stasis, with log and pages in files on PMFS: "
                "write-ahead logging as in ARIES, where each change of an index is a nested top "
                "action that is undone by a logical operation.",
                "仿 Stasis 的存储管理器，日志与页都是 PMFS 上的文件：与 ARIES "
                "一样的预写日志，其中索引的每次修改都是一个嵌套顶层动作，由逻辑操作撤销。"},
    .paper =
        "Chatzistergiou, Cintra, Viglas: REWIND, PVLDB 8(5), 2015, section 5; Sears, Brewer: "
        "Stasis, OSDI 2006",
    .path = &kStasisPath,
    .promise = kStasisParams.On<aries::PromiseOf>(),
    .params = kStasisParams,
    .mutations = kWhole ? std::span(nested::kMutations, nested::kMutationCount)
                        : std::span<const MutationInfo>(),
    .listings =
        kWhole ? std::span(nested::kListings, nested::kListingCount) : std::span<const Listing>(),
    .structures = {aries::kStructures, aries::kStructureCount},
    .sizes = WholeOnly(kStasisParams.On<StasisSizes>()),
    .check = WholeOnly(kStasisParams.On<CheckStasis>()),
    .create = kWhole ? CreateStasis : nullptr,
    .for_tables = aries::peer::kForTables,
};

}  // namespace afterimage
