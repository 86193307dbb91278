// Every workload, once. Explicit, as the list of systems is.
#include "base/digest.h"
#include "workload/btree_mix/btree_mix.h"
#include "workload/inserts/inserts.h"
#include "workload/object_writes/object_writes.h"
#include "workload/replay/replayed_log.h"
#include "workload/skip_records/skip_records.h"
#include "workload/tatp/tatp.h"
#include "workload/tpcb/tpcb.h"
#include "workload/tpcc/tpcc.h"
#include "workload/updates/updates.h"
#include "workload/ycsb/ycsb.h"

namespace afterimage {

const WorkloadInfo* const kWorkloads[] = {
    &kTpcc,        &kTpcb,     &kTatp, &kInserts,      &kUpdates,
    &kSkipRecords, &kBtreeMix, &kYcsb, &kObjectWrites, &kReplayedLog,
};
const uint32_t kWorkloadCount = sizeof kWorkloads / sizeof *kWorkloads;

namespace {

// Notes what the text is, for the keys of points.
class NotingReader final : public InputReader {
 public:
  explicit NotingReader(const WorkloadInfo& workload)
      : workload_(workload), reader_(workload.reader()) {}
  void Feed(std::string_view piece) override {
    digest_.Add(piece.data(), piece.size());
    reader_->Feed(piece);
  }
  std::shared_ptr<WorkloadInput> Finish(InputProblem* problem) override {
    std::shared_ptr<WorkloadInput> input = reader_->Finish(problem);
    if (!input) return nullptr;
    input->reader = &workload_;
    input->digest = digest_.Value();
    return input;
  }

 private:
  const WorkloadInfo& workload_;
  std::unique_ptr<InputReader> reader_;
  PieceDigest digest_;
};

}  // namespace

std::unique_ptr<InputReader> NewInputReader() {
  for (const WorkloadInfo* workload : kWorkloads) {
    if (workload->reader) return std::make_unique<NotingReader>(*workload);
  }
  return nullptr;
}

std::shared_ptr<const WorkloadInput> ReadInput(std::string_view text, InputProblem* problem) {
  const std::unique_ptr<InputReader> reader = NewInputReader();
  if (!reader) return nullptr;
  reader->Feed(text);
  return reader->Finish(problem);
}

const WorkloadInfo* FindWorkload(std::string_view id) {
  for (const WorkloadInfo* workload : kWorkloads) {
    if (id == workload->id) return workload;
  }
  return nullptr;
}

}  // namespace afterimage
