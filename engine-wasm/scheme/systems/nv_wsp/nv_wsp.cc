#include "scheme/systems/nv_wsp/nv_wsp.h"

#include "scheme/page_engine/page_engine.h"
#include "scheme/systems/nv_wsp/undo_log.h"

namespace afterimage {
namespace {

using nvwsp::Home;
using nvwsp::Layout;
using nvwsp::UndoLog;
using nvwsp::UndoParams;

enum OwnParam : uint32_t { kRecords, kTransactions, kInstalls, kOwnParams };

constexpr ParamInfo kOwn[kOwnParams] = {
    NumberParam(
        "entries", {"undo records", "撤销记录数"},
        {"Slots for undo records in NVM; a slot is free again when its transaction has ended.",
         "NVM 中撤销记录的槽数；事务结束后即可重用。"},
        256, 8, 1 << 20, "entries"),
    NumberParam("marks", {"transactions at once", "并发事务数"},
                {"How many transactions can have made changes without having ended.",
                 "已做修改而尚未结束的事务最多有多少。"},
                64, 1, 4096, ""),
    NumberParam("installs", {"installs at once", "并发写回数"},
                {"Slots of the install journal: pages that can be on their way home at once.",
                 "写回日志的槽数：可同时写回的页数。"},
                8, 1, 64, ""),
};
const auto kParams = WithFilelessPageParams(kOwn);

PageParams PagesOf(const ParamValues& p) { return FilelessPageParamsOf(p, kOwnParams); }

Layout LayoutOf(const ParamValues& p, const Schema& schema) {
  Layout layout;
  layout.clients = static_cast<uint32_t>(p.value[kTransactions]);
  layout.records = static_cast<uint32_t>(p.value[kRecords]);
  layout.installs = static_cast<uint32_t>(p.value[kInstalls]);
  layout.image_bytes = Layout::ImageBytes(schema);
  layout.page_bytes = PagesOf(p).page_bytes;
  return layout;
}

DeviceSizes Sizes(const ParamValues& p, const MachineProfile&, const InitialRows& rows) {
  const PageParams pages = PagesOf(p);
  DeviceSizes sizes;
  sizes.database_pages = PageEngine::PageLimit(pages, rows);
  sizes.nvm_bytes = LayoutOf(p, rows).Bytes(sizes.database_pages);
  sizes.dram_bytes = uint64_t{pages.frames} * pages.page_bytes;
  return sizes;
}

const Mismatch* Check(const ParamValues& p, const MachineProfile&) {
  return CheckFilelessPageParams(PagesOf(p));
}

StorageEngine* Create(const EngineContext& context) {
  const PageParams pages = PagesOf(context.params);
  UndoParams undo;
  undo.layout = LayoutOf(context.params, context.schema);
  undo.cleaners = pages.cleaners;
  undo.early_release = pages.early_release;
  undo.indexed = pages.placement == Placement::kIndexed;
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
  return context.arena.New<PageEngine>(context, pages, labels, *hooks, *dram, *home);
}

Promise PromiseOf(const ParamValues&) { return Promise::kDurable; }

constexpr ParamSetting kForTables[] = {{"placement", static_cast<int64_t>(Placement::kIndexed)},
                                       {"spare_pages", 256},
                                       {"frames", 64},
                                       {"entries", 2048}};

}  // namespace

const SchemeInfo kNvWsp = {
    .id = "nv-wsp",
    .family = "nv-wsp",
    .title = {"NV-WSP", "NV-WSP"},
    .summary =
        {"The whole database is in NVM, with DRAM as its cache. Undo records only: a commit sends "
         "its "
         "pages home, and one store of 8 bytes makes it count.",
         "整个数据库都在 NVM 中，DRAM 作为缓存。只有撤销记录：提交时把修改过的页写回，再用一次 8 "
         "字节存储使其生效。"},
    .paper =
        "Huang, Schwan, Qureshi: NVRAM-aware Logging in Transaction Systems, VLDB 2014, section "
        "3.1 "
        "and figure 5(d)",
    .path = &kShoreMtPath,
    .promise = PromiseOf,
    .params = kParams,
    .mutations = kWhole ? std::span(nvwsp::kMutations, nvwsp::kMutationCount)
                        : std::span<const MutationInfo>(),
    .listings =
        kWhole ? std::span(nvwsp::kListings, nvwsp::kListingCount) : std::span<const Listing>(),
    .structures = kWhole ? std::span(nvwsp::kStructures, nvwsp::kStructureCount)
                         : std::span<const StructureInfo>(),
    .sizes = kWhole ? Sizes : nullptr,
    .check = Check,
    .create = kWhole ? Create : nullptr,
    .for_tables = kForTables,
};

}  // namespace afterimage
