#include "workload/script_client.h"

namespace afterimage {

ScriptRun::ScriptRun(Arena& arena, const Script& script_in, StorageEngine& engine_in, const MachineProfile& machine,
                     DeadlockPolicy policy_in, ClientObserver& observer_in)
    : script(script_in),
      engine(engine_in),
      observer(observer_in),
      policy(policy_in),
      statement_ns(machine.instructions_ns(Price::kPathStatement)),
      running(static_cast<uint32_t>(script_in.threads.size())),
      signalled(arena.NewArray<bool>(script_in.signals.size() + 1)),
      awaiting(arena.NewArray<WaitQueue>(script_in.signals.size() + 1)) {}

Task<void> ScriptClient::Run(Thread& thread) {
  co_await Ordered(thread);
  for (uint32_t at = 0; at < statements_.size();) {
    const Statement& statement = statements_[at];
    thread.set_txn(statement.txn);
    thread.set_statement(static_cast<uint16_t>(at));
    thread.At({});
    if (statement.verb == Verb::kBegin) begin_at_ = at;
    co_await Timeslice(thread);
    co_await Note(thread, EventKind::kStatement, {.a = static_cast<uint32_t>(statement.verb)});
    thread.Charge(Category::kLogic, run_.statement_ns);
    if (co_await Execute(thread, statement) == Outcome::kNext) {
      thread.At({});
      co_await Note(thread, EventKind::kStatementEnd);
      ++at;
      continue;
    }
    co_await RollBack(thread);
    at = Resume(at);
    if (at == begin_at_) co_await Delay(thread, Backoff(), WaitFor::kWork, Category::kWait);
  }
  co_await Ordered(thread);
  thread.At({});
  thread.set_txn(0);
  co_await Note(thread, EventKind::kEnd);
  if (--run_.running == 0) run_.engine.Stop(thread);
}

Task<ScriptClient::Outcome> ScriptClient::Execute(Thread& thread, const Statement& statement) {
  switch (statement.verb) {
    case Verb::kBegin:
      co_await BeginTxn(thread, statement);
      break;
    case Verb::kCommit:
      co_return co_await Commit(thread);
    case Verb::kAbort:
      co_await RollBack(thread);
      attempts_ = 0;
      break;
    case Verb::kAssign:
    case Verb::kInsert:
    case Verb::kDelete:
      co_return co_await Modify(thread, statement);
    case Verb::kRead: {
      Value value;
      const Key key = KeyFromName(run_.script.records[statement.record].name);
      const Status status = co_await run_.engine.Read(thread, *txn_, key, LockMode::kShared, &value);
      if (status == Status::kMustAbort || status == Status::kDamaged) co_return Failed(status);
      co_await Note(thread, EventKind::kRead,
                    {.a = status == Status::kOk ? 1u : 0u, .b = static_cast<uint32_t>(value.number())});
      break;
    }
    case Verb::kSignal:
      co_await Ordered(thread);
      co_await Note(thread, EventKind::kSignal, {.a = statement.signal});
      run_.signalled[statement.signal] = true;
      run_.awaiting[statement.signal].WakeAll(thread.kernel(), thread.now());
      break;
    case Verb::kAwait:
      co_await Ordered(thread);
      co_await Note(thread, EventKind::kAwait, {.a = statement.signal});
      while (!run_.signalled[statement.signal]) {
        co_await Sleep(thread, run_.awaiting[statement.signal], WaitFor::kSignal, statement.signal);
      }
      break;
    case Verb::kWait:
      co_await Delay(thread, statement.wait_ns, WaitFor::kWork, Category::kWait);
      break;
    case Verb::kCheckpoint:
      co_await run_.engine.Checkpoint(thread);
      break;
    case Verb::kSteal:
      co_await run_.engine.Steal(thread, KeyFromName(run_.script.records[statement.record].name));
      break;
  }
  co_return Outcome::kNext;
}

Task<void> ScriptClient::BeginTxn(Thread& thread, const Statement& statement) {
  co_await Ordered(thread);
  storage_ = Transaction();
  txn_ = &storage_;
  txn_->id = run_.next_id++;
  txn_->label = statement.txn;
  // Wait-die: a restarted transaction keeps its age, so it cannot starve.
  if (attempts_++ == 0) timestamp_ = txn_->id;
  txn_->timestamp = timestamp_;
  run_.observer.OnBegin(txn_->label);
  co_await Note(thread, EventKind::kBegin, {.a = txn_->id, .b = attempts_});
  co_await run_.engine.Begin(thread, *txn_);
}

Task<Status> ScriptClient::Evaluate(Thread& thread, const Statement& statement, int64_t* result) {
  int64_t stack[Script::kMaxTerms];
  uint32_t depth = 0;
  for (const Term& term : statement.value) {
    if (term.op == Term::Op::kNumber) {
      stack[depth++] = term.number;
    } else if (term.op == Term::Op::kRecord) {
      Value value;
      // A record that this statement will change is locked for that at once.
      const bool changes = statement.verb == Verb::kAssign && term.record == statement.record;
      const Key key = KeyFromName(run_.script.records[term.record].name);
      const Status status =
          co_await run_.engine.Read(thread, *txn_, key, changes ? LockMode::kExclusive : LockMode::kShared, &value);
      if (status != Status::kOk) co_return status;
      stack[depth++] = value.number();
    } else if (term.op == Term::Op::kNegate) {
      stack[depth - 1] = static_cast<int64_t>(0 - static_cast<uint64_t>(stack[depth - 1]));
    } else {
      // Wraps around at 64 bits.
      const auto right = static_cast<uint64_t>(stack[--depth]);
      const auto left = static_cast<uint64_t>(stack[depth - 1]);
      stack[depth - 1] = static_cast<int64_t>(term.op == Term::Op::kAdd        ? left + right
                                              : term.op == Term::Op::kSubtract ? left - right
                                                                               : left * right);
    }
  }
  *result = stack[0];
  co_return Status::kOk;
}

Task<ScriptClient::Outcome> ScriptClient::Modify(Thread& thread, const Statement& statement) {
  int64_t number = 0;
  Status status = Status::kOk;
  if (statement.verb != Verb::kDelete) status = co_await Evaluate(thread, statement, &number);
  if (status != Status::kOk) co_return Failed(status);
  const Key key = KeyFromName(run_.script.records[statement.record].name);
  const Value value = Value::FromNumber(number, run_.engine.value_bytes());
  run_.observer.OnIntend(txn_->label, statement.record, statement.verb != Verb::kDelete, number);
  if (statement.verb == Verb::kAssign) {
    status = co_await run_.engine.Update(thread, *txn_, key, value);
  } else if (statement.verb == Verb::kInsert) {
    status = co_await run_.engine.Insert(thread, *txn_, key, value);
  } else {
    status = co_await run_.engine.Erase(thread, *txn_, key);
  }
  run_.observer.OnDone(txn_->label, status == Status::kOk);
  co_return status == Status::kOk ? Outcome::kNext : Failed(status);
}

Task<ScriptClient::Outcome> ScriptClient::Commit(Thread& thread) {
  co_await Ordered(thread);
  run_.observer.OnCommit(txn_->label);
  const Status status = co_await run_.engine.Commit(thread, *txn_);
  if (status != Status::kOk) co_return Failed(status);
  thread.At({run_.engine.acknowledge_label(), 0, 0});
  co_await Ordered(thread);
  run_.observer.OnAcknowledge(txn_->label, thread.now());
  co_await Note(thread, EventKind::kAcknowledge, {.flags = kFlagAck, .a = txn_->id});
  co_await run_.engine.Finish(thread, *txn_);
  txn_ = nullptr;
  attempts_ = 0;
  co_return Outcome::kNext;
}

Task<void> ScriptClient::RollBack(Thread& thread) {
  co_await run_.engine.Abort(thread, *txn_);
  thread.At({run_.engine.abort_label(), 0, 0});
  co_await Ordered(thread);
  run_.observer.OnAbort(txn_->label);
  co_await Note(thread, EventKind::kAbort, {.flags = kFlagAck, .a = txn_->id});
  co_await run_.engine.Finish(thread, *txn_);
  txn_ = nullptr;
}

uint32_t ScriptClient::Resume(uint32_t at) {
  if (restart_ && attempts_ < kMaxAttempts) return begin_at_;
  attempts_ = 0;
  while (statements_[at].txn == statements_[begin_at_].txn && statements_[at].verb != Verb::kCommit &&
         statements_[at].verb != Verb::kAbort && at + 1 < statements_.size()) {
    ++at;
  }
  return at + 1;
}

}  // namespace afterimage
