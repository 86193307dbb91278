#include "scheme/systems/nv_wsp/nv_wsp.h"

#include "scheme/page_engine/page_engine.h"
#include "scheme/systems/nv_wsp/undo_log.h"

namespace afterimage {
namespace {

using nvwsp::Home;
using nvwsp::Layout;
using nvwsp::UndoLog;
using nvwsp::UndoParams;

struct Params : PageParams {
  uint32_t entries = 0;
  uint32_t marks = 0;
  uint32_t installs = 0;
};

constexpr auto kOwnParams = TableOf<Params>(
    Param<&Params::entries>(
        {.id = "entries",
         .title = {"undo records", "撤销记录数"},
         .help =
             {"Slots for undo records in NVM; a slot is free again when its transaction has ended.",
              "NVM 中撤销记录的槽数；事务结束后即可重用。"},
         .standard = 256,
         .min = 8,
         .max = 1 << 20,
         .unit = "entries"}),
    Param<&Params::marks>(
        {.id = "marks",
         .title = {"transactions at once", "并发事务数"},
         .help = {"How many transactions can have made changes without having ended.",
                  "已做修改而尚未结束的事务最多有多少。"},
         .standard = 64,
         .min = 1,
         .max = 4096}),
    Param<&Params::installs>(
        {.id = "installs",
         .title = {"installs at once", "并发写回数"},
         .help = {"Slots of the install journal: pages that can be on their way home at once.",
                  "写回日志的槽数：可同时写回的页数。"},
         .standard = 8,
         .min = 1,
         .max = 64}));
constexpr JoinedTables<Params, kOwnParams, kFilelessPageParams> kParams;

Layout LayoutOf(const Params& p, const Schema& schema) {
  Layout layout;
  layout.clients = p.marks;
  layout.records = p.entries;
  layout.installs = p.installs;
  layout.image_bytes = Layout::ImageBytes(schema);
  layout.page_bytes = p.page_bytes;
  return layout;
}

DeviceSizes Sizes(const Params& p, const MachineProfile&, const InitialRows& rows) {
  DeviceSizes sizes;
  sizes.database_pages = PageEngine::PageLimit(p, rows);
  sizes.nvm_bytes = LayoutOf(p, rows).Bytes(sizes.database_pages);
  sizes.dram_bytes = uint64_t{p.frames} * p.page_bytes;
  return sizes;
}

const Mismatch* Check(const Params& p, const MachineProfile&) { return CheckFilelessPageParams(p); }

StorageEngine* Create(const EngineContext& context) {
  const Params p = kParams.Read(context.params);
  UndoParams undo;
  undo.layout = LayoutOf(p, context.schema);
  undo.cleaners = p.cleaners();
  undo.early_release = p.early_release;
  undo.indexed = p.placement == Placement::kIndexed;
  auto* home = context.arena.New<Home>(context, undo.layout);
  auto* hooks = context.arena.New<UndoLog>(context, undo, *home);
  PageLabels labels;
  labels.lock = nvwsp::kUpdateLock;
  labels.fix = nvwsp::kUpdateFix;
  labels.change_page = nvwsp::kUpdateChange;
  labels.commit_acknowledge = nvwsp::kCommitAcknowledge;
  labels.abort_acknowledge = nvwsp::kAbortAcknowledge;
  labels.release_locks = nvwsp::kCommitRelease;
  labels.write_page = nvwsp::kHomeGate;
  labels.undo_in_place = nvwsp::kUndoInPlace;
  auto* dram = context.arena.New<Dram>(context.arena);
  return context.arena.New<PageEngine>(context, p, labels, *hooks, *dram, *home);
}

constexpr ParamSetting kForTables[] = {{"placement", static_cast<int64_t>(Placement::kIndexed)},
                                       {"spare_pages", 256},
                                       {"frames", 64},
                                       {"entries", 2048}};

}  // namespace

const SchemeInfo kNvWsp = {
    .id = "nv-wsp",
    .family = "nv-wsp",
    .title = {"NV-WSP", "NV-WSP"},
    .summary = {"The whole database is in NVM, with DRAM as its cache. Undo records only: a commit "
                "sends its pages home, and one store of 8 bytes makes it count.",
                "整个数据库都在 NVM 中，DRAM "
                "作为缓存。只有撤销记录：提交时把修改过的页写回，再用一次 8 字节存储使其生效。"},
    .paper =
        "Huang, Schwan, Qureshi: NVRAM-aware Logging in Transaction Systems, VLDB 2014, section "
        "3.1 and figure 5(d)",
    .path = &kShoreMtPath,
    .params = kParams,
    .mutations = kWhole ? std::span(nvwsp::kMutations, nvwsp::kMutationCount)
                        : std::span<const MutationInfo>(),
    .listings =
        kWhole ? std::span(nvwsp::kListings, nvwsp::kListingCount) : std::span<const Listing>(),
    .structures = kWhole ? std::span(nvwsp::kStructures, nvwsp::kStructureCount)
                         : std::span<const StructureInfo>(),
    .sizes = WholeOnly(kParams.On<Sizes>()),
    .check = WholeOnly(kParams.On<Check>()),
    .create = kWhole ? Create : nullptr,
    .for_tables = kForTables,
};

}  // namespace afterimage
