#include "run/world.h"

namespace afterimage {
namespace {


CoreParams Cores(const MachineProfile& machine) {
  return {static_cast<uint32_t>(machine[Price::kCores]), machine[Price::kContextSwitch], machine[Price::kQuantum]};
}

}  // namespace

World::World(BlockPool& pool, const Scenario& scenario, Oracle& oracle)
    : arena_(pool),
      scenario_(scenario),
      machine_(scenario.Profile()),
      kernel_(arena_, recorder_, MaxThreads(scenario), Cores(machine_)),
      devices_(arena_, machine_, scenario.scheme->sizes(scenario.params, machine_)),
      recovering_(false) {
  AddThreads(scenario);
  std::vector<InitialRecord> records;
  for (const ScriptRecord& record : scenario.script.records) {
    if (record.present) records.push_back({KeyFromName(record.name), record.number});
  }
  formatted_ = engine_->Format(records.data(), static_cast<uint32_t>(records.size()));
  feed_ = arena_.New<OracleFeed>(oracle);
  script_run_ = arena_.New<ScriptRun>(arena_, scenario.script, *engine_, machine_, scenario.deadlock, *feed_);
  for (uint32_t i = 0; i < scenario.script.threads.size(); ++i) {
    auto* client = arena_.New<ScriptClient>(*script_run_, i);
    kernel_.Spawn(kernel_.thread(i), client->Run(kernel_.thread(i)));
  }
  engine_->Start();
}

World::World(BlockPool& pool, const Scenario& scenario, const World& crashed, PersistChoice& choice)
    : arena_(pool),
      scenario_(scenario),
      machine_(scenario.Profile()),
      kernel_(arena_, recorder_, MaxThreads(scenario), Cores(machine_)),
      devices_(arena_, machine_, crashed.devices_, choice),
      recovering_(true) {
  AddThreads(scenario);
  Thread& thread = kernel_.thread(recovery_actor_);
  kernel_.Spawn(thread, RecoverAndRead(thread));
}

void World::AddThreads(const Scenario& scenario) {
  for (size_t i = 0; i < scenario.script.threads.size(); ++i) kernel_.AddThread(ThreadKind::kClient, {"", ""});
  EngineContext context{kernel_, arena_, devices_, machine_, scenario.params, scenario.mutations, scenario.deadlock};
  engine_ = scenario.scheme->create(context);
  recovery_actor_ = kernel_.AddThread(ThreadKind::kRecovery, {"recovery", "恢复"}).id();
}

bool World::Run(uint32_t stop_at) {
  if (ended_) return true;
  if (!kernel_.Run(stop_at)) return false;
  ended_ = true;
  for (uint32_t i = 0; i < kernel_.thread_count(); ++i) kernel_.thread(i).FlushSpan();
  return true;
}

Task<void> World::RecoverAndRead(Thread& thread) {
  report_ = co_await engine_->Recover(thread);
  thread.At({});
  thread.set_txn(0);
  observed_.assign(scenario_.script.records.size(), Observed());
  if (report_.status == Status::kOk) {
    // The oracle reads as a client would. Its reads are no part of the story.
    recorder_.Mute(true);
    const Thread::Watch watch = thread.TakeWatch();
    Transaction txn;
    txn.id = ~TxnId{0};
    co_await engine_->Begin(thread, txn);
    for (size_t i = 0; i < observed_.size(); ++i) {
      Value value;
      const Key key = KeyFromName(scenario_.script.records[i].name);
      const Status status = co_await engine_->Read(thread, txn, key, LockMode::kShared, &value);
      observed_[i] = {status == Status::kOk, value.whole(), value.number()};
      if (status == Status::kDamaged) report_.status = Status::kDamaged;
    }
    co_await engine_->Finish(thread, txn);
    thread.Rewind(watch);
    thread.At({});
    recorder_.Mute(false);
  }
  co_await Note(thread, EventKind::kRecovered, {.a = report_.status == Status::kOk ? 1u : 0u});
}

}  // namespace afterimage
