// A script as a workload: the same clients and records, through the same contract as any other.
#include "workload/script_workload.h"

#include <gtest/gtest.h>

#include "support/tpcc_run.h"

namespace afterimage::testing_support {
namespace {

afterimage::Script TwoThreads() {
  afterimage::Script script;
  script.records = {{"B", true, 20}, {"A", true, 100}, {"C", false, 0}, {"D", true, 7}};
  for (const std::vector<const char*>& statements :
       {std::vector<const char*>{"begin T1", "A := A + B", "signal go", "insert C := 5", "commit"},
        std::vector<const char*>{"await go", "begin T2", "B := A * 2", "delete D", "commit",
                                 "begin T3", "A := 1", "abort"}}) {
    script.threads.emplace_back();
    OpenTransactions open;
    for (const char* statement : statements)
      EXPECT_EQ(CompileStatement(statement, script, &open), nullptr) << statement;
  }
  return script;
}

int64_t NumberAt(const InitialRows& rows, uint64_t row) {
  int64_t number;
  rows.ValueAt(0, row, 0, sizeof number, reinterpret_cast<uint8_t*>(&number));
  return number;
}

TEST(ScriptWorkload, RowsAreThePresentRecordsInKeyOrder) {
  const afterimage::Script script = TwoThreads();
  const ScriptWorkload workload(script, 24);
  ASSERT_EQ(workload.RowCount(0), 3u);
  const char* names[] = {"A", "B", "D"};
  const int64_t numbers[] = {100, 20, 7};
  for (uint64_t row = 0; row < 3; ++row) {
    EXPECT_EQ(workload.KeyAt(0, row), KeyFromName(names[row]));
    EXPECT_EQ(NumberAt(workload, row), numbers[row]);
    const Value whole = Value::FromNumber(numbers[row], 24);
    for (uint32_t offset = 0; offset < 24; ++offset) {
      uint8_t piece[24];
      workload.ValueAt(0, row, offset, 24 - offset, piece);
      EXPECT_EQ(std::memcmp(piece, whole.bytes + offset, 24 - offset), 0) << offset;
    }
  }
}

TEST(ScriptWorkload, ClientsRunTheirThreadsAndTheLastOneStopsTheEngine) {
  const afterimage::Script script = TwoThreads();
  ScriptWorkload workload(script, 16);
  Sim sim;
  MemoryEngine engine;
  engine.Format(workload);
  CountingObserver observer;
  const MachineProfile machine(kMachines[0]);
  ClientRun run{engine, observer, machine, DeadlockPolicy::kWaitDie};
  run.running = workload.clients();
  for (uint32_t i = 0; i < workload.clients(); ++i) {
    Thread& thread = sim.kernel.AddThread(ThreadKind::kClient, {});
    sim.kernel.Spawn(thread, workload.RunClient(thread, run, i));
  }
  sim.Run();
  EXPECT_TRUE(engine.stopped);
  EXPECT_EQ(observer.disorder, 0u);
  EXPECT_EQ(observer.acknowledged, (std::vector<TxnLabel>{1, 2}));
  EXPECT_EQ(observer.aborts, observer.begun[1] + observer.begun[2] + observer.begun[3] - 2);

  std::string found;
  const auto look = [&](Thread& thread) -> Task<> {
    Transaction txn;
    co_await engine.Begin(thread, txn);
    for (const char* name : {"A", "B", "C", "D"}) {
      Value value;
      const Status status =
          co_await engine.Read(thread, txn, 0, KeyFromName(name), LockMode::kShared, &value);
      found += std::string(name) + "=" +
               (status == Status::kOk ? std::to_string(value.number()) : "-") + " ";
      EXPECT_TRUE(status != Status::kOk || value.whole());
    }
    co_await engine.Finish(thread, txn);
  };
  sim.Spawn(look, sim.kernel.now());
  sim.Run();
  EXPECT_EQ(found, "A=120 B=240 C=5 D=- ");
}

}  // namespace
}  // namespace afterimage::testing_support
