// A benchmark over an engine in memory: a database, clients, and a check at the end.
#ifndef AFTERIMAGE_TESTS_SUPPORT_BENCHMARK_RUN_H_
#define AFTERIMAGE_TESTS_SUPPORT_BENCHMARK_RUN_H_

#include <map>
#include <string>

#include "support/memory_engine.h"
#include "support/sim.h"
#include "workload/workload.h"

namespace afterimage::testing_support {

// Counts, and holds the clients to their order: intend, done, commit, acknowledge or abort.
class CountingObserver final : public ClientObserver {
 public:
  void OnBegin(TxnLabel txn, Time) override {
    open[txn] = true;
    ++begun[txn];
  }
  void OnIntend(TxnLabel txn, TableId table, Key key, const Value* value) override {
    last_key[txn] = key;
    if (!open[txn] || intended[txn]) ++disorder;
    intended[txn] = true;
    ++(value ? written : erased)[table];
  }
  void OnDone(TxnLabel txn, bool) override {
    if (!open[txn] || !intended[txn]) ++disorder;
    intended[txn] = false;
  }
  void OnCommit(TxnLabel txn) override { disorder += !open[txn]; }
  void OnAcknowledge(TxnLabel txn, Time) override {
    disorder += !open[txn];
    open[txn] = false;
    acknowledged.push_back(txn);
  }
  void OnAbort(TxnLabel txn, Time) override {
    disorder += !open[txn];
    open[txn] = false;
    ++aborts;
  }

  void OnCheckpoint(Time) override { ++checkpoints; }

  uint64_t checkpoints = 0;
  std::map<TxnLabel, bool> open;
  std::map<TxnLabel, uint32_t> begun;  // attempts
  std::map<TxnLabel, Key> last_key;    // that it changed
  std::map<TableId, uint64_t> written;
  std::map<TableId, uint64_t> erased;
  std::vector<TxnLabel> acknowledged;
  uint64_t aborts = 0;
  uint64_t disorder = 0;
  std::map<TxnLabel, bool> intended;
};

template <class Benchmark>
class BenchmarkRun {
 public:
  template <class Settings>
  explicit BenchmarkRun(const Settings& settings, uint64_t seed = 1)
      : workload(settings), run{engine, observer, machine, DeadlockPolicy::kWaitDie, seed} {
    sim.recorder.SetBuffer(nullptr);
    engine.Format(workload);
  }

  void Transactions(uint64_t count) {
    run.transactions = count;
    run.running = workload.clients();
    for (uint32_t i = 0; i < workload.clients(); ++i) {
      Thread& thread = sim.kernel.AddThread(ThreadKind::kClient, {});
      sim.kernel.Spawn(thread, workload.RunClient(thread, run, i), sim.kernel.now());
    }
    sim.kernel.Run();
  }

  Consistency Check() {
    Consistency result;
    Thread& thread = sim.kernel.AddThread(ThreadKind::kRecovery, {});
    sim.kernel.Spawn(thread, workload.Check(thread, engine, &result), sim.kernel.now());
    sim.kernel.Run();
    return result;
  }

  // "" or the condition that does not hold.
  std::string Broken() {
    const Consistency result = Check();
    return result.holds ? "" : result.broken.en;
  }

  Sim sim;
  MemoryEngine engine;
  Benchmark workload;
  CountingObserver observer;
  MachineProfile machine{kMachines[0]};
  ClientRun run;
};

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_SUPPORT_BENCHMARK_RUN_H_
