// Every workload, once. Explicit, as the list of systems is.
#include "workload/inserts/inserts.h"
#include "workload/tatp/tatp.h"
#include "workload/tpcb/tpcb.h"
#include "workload/tpcc/tpcc.h"

namespace afterimage {

const WorkloadInfo* const kWorkloads[] = {
    &kTpcc,
    &kTpcb,
    &kTatp,
    &kInserts,
};
const uint32_t kWorkloadCount = sizeof kWorkloads / sizeof *kWorkloads;

const WorkloadInfo* FindWorkload(std::string_view id) {
  for (const WorkloadInfo* workload : kWorkloads) {
    if (id == workload->id) return workload;
  }
  return nullptr;
}

}  // namespace afterimage
