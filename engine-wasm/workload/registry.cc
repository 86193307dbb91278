// Every workload, once. Explicit, as the list of systems is.
#include "base/digest.h"
#include "workload/btree_mix/btree_mix.h"
#include "workload/inserts/inserts.h"
#include "workload/object_writes/object_writes.h"
#include "workload/pg_trace/pg_trace.h"
#include "workload/skip_records/skip_records.h"
#include "workload/tatp/tatp.h"
#include "workload/tpcb/tpcb.h"
#include "workload/tpcc/tpcc.h"
#include "workload/updates/updates.h"

namespace afterimage {

const WorkloadInfo* const kWorkloads[] = {
    &kTpcc,        &kTpcb,     &kTatp,         &kInserts, &kUpdates,
    &kSkipRecords, &kBtreeMix, &kObjectWrites, &kPgTrace,
};
const uint32_t kWorkloadCount = sizeof kWorkloads / sizeof *kWorkloads;

std::shared_ptr<const WorkloadInput> ReadInput(std::string_view text, InputProblem* problem) {
  for (const WorkloadInfo* workload : kWorkloads) {
    std::shared_ptr<WorkloadInput> input = workload->read ? workload->read(text, problem) : nullptr;
    if (!input) continue;
    input->reader = workload;
    Digest digest;
    digest.Bytes(text.data(), text.size());
    input->digest = digest.Value();
    return input;
  }
  return nullptr;
}

const WorkloadInfo* FindWorkload(std::string_view id) {
  for (const WorkloadInfo* workload : kWorkloads) {
    if (id == workload->id) return workload;
  }
  return nullptr;
}

}  // namespace afterimage
