#include "run/measure/statistics.h"

namespace afterimage {
namespace {

// The next attempt follows a rollback before this many others begin; a label that comes back later
// belongs to a new transaction.
constexpr uint32_t kForgotten = 1 << 15;

}  // namespace

void Statistics::Clear() {
  for (Kind& kind : kinds_) kind = Kind();
  for (Running& running : running_) running.counted = false;
  checkpoint_ns_ = 0;
}

void Statistics::OnBegin(TxnLabel txn, Time now) {
  Running& running = running_[txn];
  ++begins_;
  if (running.rolled_back != 0 && begins_ - running.rolled_back < kForgotten) {
    if (running.counted) ++kinds_[workload_.KindOf(txn)].retries;
  } else {
    running.begin = running.since = now;
    running.own = 0;
  }
  running.rolled_back = 0;
  running.counted = false;
}

void Statistics::OnAcknowledge(TxnLabel txn, Time now) {
  Kind& kind = kinds_[workload_.KindOf(txn)];
  ++kind.commits;
  const Running& running = running_[txn];
  kind.latency.Add(now - running.begin);
  kind.own_ns += running.own + (now - running.since);
  Count(now);
}

void Statistics::OnLeave(TxnLabel txn, Time now) {
  ++kinds_[workload_.KindOf(txn)].left;
  Count(now);
}

void Statistics::Count(Time now) {
  ++done_;
  last_ = now;
  if (half_.time == 0) {
    if (done_ == half_.end) half_.time = now;
  } else if (now <= half_.time) {
    half_.end = std::max(half_.end, done_);
  }
  if (reached()) kernel_.Halt();
}

double Statistics::HalvesRatio(Time begin, Time end) const {
  const uint64_t first = half_.end - half_.begin, second = done_ - half_.end;
  if (first == 0 || second == 0 || half_.time <= begin || end <= half_.time) return 0;
  return static_cast<double>(second) / static_cast<double>(end - half_.time) /
         (static_cast<double>(first) / static_cast<double>(half_.time - begin));
}

void Statistics::OnAbort(TxnLabel txn, Time now) {
  Running& running = running_[txn];
  Kind& kind = kinds_[workload_.KindOf(txn)];
  ++kind.aborts;
  kind.rollback.Add(now - running.roll_back);
  running.rolled_back = begins_;
  running.counted = true;
}

Reading Read(Kernel& kernel, const StorageEngine& engine, const DeviceSet& devices, Time time) {
  Reading reading;
  reading.time = time;
  for (uint32_t i = 0; i < kernel.thread_count(); ++i) {
    const Thread& thread = kernel.thread(i);
    if (thread.kind() == ThreadKind::kClient) {
      thread.AddLedgerAt(time, reading.clients);
      thread.AddOnCoreAt(time, reading.on_core);
    }
    if (thread.kind() == ThreadKind::kDaemon) thread.AddLedgerAt(time, reading.daemons);
    reading.cores += thread.CoreTimeAt(time);
  }
  reading.switches = kernel.switches();
  reading.idle_wakes = kernel.idle_wakes();
  reading.engine = engine.counters();
  reading.nvm = devices.nvm.counters();
  reading.disk = devices.disk.counters();
  reading.log_disk = devices.log_disk.counters();
  return reading;
}

}  // namespace afterimage
