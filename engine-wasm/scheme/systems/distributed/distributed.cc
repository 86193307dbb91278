#include "scheme/systems/distributed/distributed.h"

#include "base/build.h"
#include "scheme/page_engine/page_engine.h"
#include "scheme/shared/log_rings/ring_setup.h"

namespace afterimage {
namespace {

using distributed::kRingOwnParams;

const auto kRingParams = WithPageParams(distributed::kRingOwn);

PageParams DistributedPagesOf(const ParamValues& p) { return PageParamsOf(p, kRingOwnParams); }

distributed::RingPlaces DistributedPlacesOf(const ParamValues& p, const MachineProfile& machine,
                                            uint32_t page_limit) {
  return distributed::RingPlacesOf(p, machine, DistributedPagesOf(p), page_limit);
}

DeviceSizes DistributedSizes(const ParamValues& p, const MachineProfile& machine,
                             const InitialRows& rows) {
  return DistributedPlacesOf(p, machine, PageEngine::PageLimit(DistributedPagesOf(p), rows)).sizes;
}

const Mismatch* DistributedCheck(const ParamValues& p, const MachineProfile& machine) {
  return distributed::CheckRings(p, machine, DistributedPagesOf(p),
                                 p.value[kRingOwnParams + kPageParamCount - 1]);
}

StorageEngine* DistributedCreate(const EngineContext& context) {
  return distributed::CreateRings(
      context, DistributedPagesOf(context.params),
      DistributedPlacesOf(context.params, context.machine, context.database_pages));
}

}  // namespace

const SchemeInfo kDistributedLogging = {
    .id = "distributed",
    .family = "nv-logging",
    .title = {"Distributed Logging", "分布式日志"},
    .summary = {"Several logs, each a ring in NVM with its own latch; a transaction logs to the "
                "log of its "
                "thread. Global sequence numbers order records across logs; a commit waits until "
                "all logs are "
                "durable that far.",
                "多个日志，每个都是 NVM "
                "中带独立闩锁的环；事务写入其线程的日志。全局序列号给出跨日志的次序；提交要等待所有"
                "日志都持久"
                "到该处。"},
    .paper =
        "Wang, Johnson: Scalable Logging through Emerging Non-Volatile Memory, VLDB 2014, as "
        "compared "
        "in NV-Logging (VLDB 2014), section 6 and table 3",
    .path = &kShoreMtPath,
    .promise = distributed::RingPromise,
    .params = kRingParams,
    .mutations = distributed::kRingStory.mutations,
    .listings = distributed::kRingStory.listings,
    .structures = distributed::kRingStory.structures,
    .sizes = kWhole ? DistributedSizes : nullptr,
    .check = DistributedCheck,
    .create = kWhole ? DistributedCreate : nullptr,
    .for_tables = {distributed::kRingsForTables, distributed::kRingsForTableCount},
};

}  // namespace afterimage
