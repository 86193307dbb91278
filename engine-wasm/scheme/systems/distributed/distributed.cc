#include "scheme/systems/distributed/distributed.h"

#include "base/build.h"
#include "scheme/page_engine/page_engine.h"
#include "scheme/shared/log_rings/ring_setup.h"

namespace afterimage {
namespace {

using distributed::SharedParams;

constexpr JoinedTables<SharedParams, distributed::kRingParams, kPageParams> kDistributedParams;

DeviceSizes DistributedSizes(const SharedParams& p, const MachineProfile& machine,
                             const InitialRows& rows) {
  return distributed::RingPlacesOf(p, machine, PageEngine::PageLimit(p, rows)).sizes;
}

StorageEngine* DistributedCreate(const EngineContext& context) {
  const SharedParams p = kDistributedParams.Read(context.params);
  return distributed::CreateRings(
      context, p, distributed::RingPlacesOf(p, context.machine, context.database_pages));
}

}  // namespace

const SchemeInfo kDistributedLogging = {
    .id = "distributed",
    .family = "nv-logging",
    .title = {"Distributed Logging", "分布式日志"},
    .summary = {"Several logs, each a ring in NVM with its own latch; a transaction logs to the "
                "log of its thread. Global sequence numbers order records across logs; a commit "
                "waits until all logs are durable that far.",
                "多个日志，每个都是 NVM "
                "中带独立闩锁的环；事务写入其线程的日志。全局序列号给出跨日志的次序；提交要等待所有"
                "日志都持久到该处。"},
    .paper =
        "Wang, Johnson: Scalable Logging through Emerging Non-Volatile Memory, VLDB 2014, as "
        "compared in NV-Logging (VLDB 2014), section 6 and table 3",
    .path = &kShoreMtPath,
    .params = kDistributedParams,
    .mutations = distributed::kRingStory.mutations,
    .listings = distributed::kRingStory.listings,
    .structures = distributed::kRingStory.structures,
    .sizes = WholeOnly(kDistributedParams.On<DistributedSizes>()),
    .check = WholeOnly(kDistributedParams.On<distributed::CheckRings>()),
    .create = kWhole ? DistributedCreate : nullptr,
    .for_tables = distributed::kRingsForTables,
};

}  // namespace afterimage
