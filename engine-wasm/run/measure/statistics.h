// Statistics of what clients did and how long it took, seen from outside, and readings of what a
// part of a run cost.
#ifndef AFTERIMAGE_RUN_MEASURE_STATISTICS_H_
#define AFTERIMAGE_RUN_MEASURE_STATISTICS_H_

#include <vector>

#include "run/measure/histogram.h"
#include "tier/device_set.h"
#include "workload/workload.h"

namespace afterimage {

// Counts and times the answers that clients get. It ends Kernel::Run at a given transaction.
class Statistics final : public ClientObserver {
 public:
  Statistics(Kernel& kernel, const Workload& workload)
      : kernel_(kernel), workload_(workload), running_(kLabels), kinds_(workload.kinds()) {}

  struct Kind {
    uint64_t commits = 0;
    uint64_t aborts = 0;   // all, those that were begun again included
    uint64_t retries = 0;  // roll-backs for a conflict, begun again
    uint64_t left = 0;     // open for good
    Histogram latency;     // from the first begin to the acknowledgement, ns
    Time own_ns = 0;       // the same, all together, without what its client did for others
    Histogram rollback;    // from where a roll-back begins to its answer, ns
  };

  // Forgets all counts, because the measured part begins. Transactions on their way keep their
  // begin.
  void Clear();
  // Makes Kernel::Run end once this many transactions have been acknowledged, or left open for
  // good, since the start of the run.
  void StopAt(uint64_t transactions) { stop_at_ = transactions; }
  bool reached() const { return done_ >= stop_at_; }
  uint64_t done() const { return done_; }
  // The time of the last of them.
  Time last() const { return last_; }
  // Ends the first half of the measured part, which begins now, after this many transactions...
  void HalveAfter(uint64_t transactions) { half_ = {done_, done_ + transactions, 0}; }
  // ...or at a time.
  void HalveAt(Time time) { half_ = {done_, done_, time}; }
  // The throughput of the second half over that of the first, where the part has lasted from
  // `begin` to `end`; 0 where one of them is empty.
  double HalvesRatio(Time begin, Time end) const;
  const std::vector<Kind>& kinds() const { return kinds_; }

  void OnBegin(TxnLabel txn, Time now) override;
  void OnIntend(TxnLabel, TableId, Key, const Value*) override {}
  void OnDone(TxnLabel, bool) override {}
  void OnCommit(TxnLabel) override {}
  void OnAcknowledge(TxnLabel txn, Time now) override;
  void OnRollBack(TxnLabel txn, Time now) override { running_[txn].roll_back = now; }
  void OnAbort(TxnLabel txn, Time now) override;
  void OnPause(TxnLabel txn, Time now) override { running_[txn].own += now - running_[txn].since; }
  void OnResume(TxnLabel txn, Time now) override { running_[txn].since = now; }
  void OnLeave(TxnLabel txn, Time now) override;
  void OnCheckpoint(Time took) override { checkpoint_ns_ += took; }
  // Returns the clients' time in checkpoints of their own.
  Time checkpoint_ns() const { return checkpoint_ns_; }

 private:
  static constexpr uint32_t kLabels = uint32_t{1} << 16;
  // A transaction by its label. An attempt that begins under the label of one just rolled back is
  // its next.
  struct Running {
    Time begin = 0;
    Time own = 0;              // that its client has spent on it until it turned to another one,
    Time since = 0;            // and since when it has been at it again
    Time roll_back = 0;        // since when
    uint32_t rolled_back = 0;  // 1 + begins so far, 0: it was not
    bool counted = false;      // that roll-back was in the measured part
  };
  Kernel& kernel_;
  const Workload& workload_;
  std::vector<Running> running_;
  std::vector<Kind> kinds_;
  void Count(Time now);

  // The first half, in transactions done: its time is 0 until these are known, or they grow until
  // the time has come.
  struct Half {
    uint64_t begin = 0;
    uint64_t end = 0;
    Time time = 0;
  };
  Half half_;
  uint64_t done_ = 0;
  Time checkpoint_ns_ = 0;
  uint32_t begins_ = 0;
  uint64_t stop_at_ = ~uint64_t{0};
  Time last_ = 0;
};

// A reading of all counters of a run at one time. The difference of two readings is the cost of the
// part between them.
struct Reading {
  Time time = 0;
  Time clients[kCategories] = {};  // ledgers, all client threads together
  Time on_core[kCategories] = {};  // of that, on a core
  Time daemons[kCategories] = {};
  Time cores = 0;  // for which threads have had a core, all together
  uint64_t switches = 0;
  uint64_t idle_wakes = 0;
  EngineCounters engine;
  NvmCounters nvm;
  DiskCounters disk;
  DiskCounters log_disk;
};
Reading Read(Kernel& kernel, const StorageEngine& engine, const DeviceSet& devices, Time time);

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_MEASURE_STATISTICS_H_
