#include "workload/script_client.h"

#include <algorithm>

namespace afterimage {
namespace {

constexpr TableId kRecords = 0;

bool UsesRecords(Verb verb) {
  return verb == Verb::kAssign || verb == Verb::kRead || verb == Verb::kInsert ||
         verb == Verb::kDelete || verb == Verb::kScan;
}

}  // namespace

uint32_t ScriptClient::PlacesOf(const std::vector<Statement>& statements) {
  uint32_t count = 1;
  for (const Statement& statement : statements) count = std::max(count, statement.place + 1u);
  return count;
}

uint32_t ScriptClient::FirstOfLife() const {
  uint32_t at = 0;
  while (kExplorer && at < statements_.size() && statements_[at].life < shared_.script.life) ++at;
  return at;
}

Task<void> ScriptClient::Run(Thread& thread) {
  co_await Ordered(thread);
  places_ = thread.arena().NewArray<Place>(place_count_);
  for (uint32_t at = FirstOfLife(); OfThisLife(at);) {
    const Statement& statement = statements_[at];
    Place& place = places_[statement.place];
    if (statement.txn != 0 && place.given_up == statement.txn) {
      ++at;
      continue;
    }
    if (statement.txn != 0) TurnTo(thread, place);
    thread.set_txn(statement.txn);
    thread.set_statement(static_cast<uint16_t>(at));
    thread.At({});
    if (statement.verb == Verb::kBegin) place.begin_at = at;
    co_await Timeslice(thread);
    const Time sql_ns = UsesRecords(statement.verb) ? sql_ns_ : 0;
    Time message_ns = 0;
    if (sql_ns > 0 && thread.kernel().idle_cores_sleep()) {
      co_await Ordered(thread);
      message_ns = thread.kernel().TakeMessages();
    }
    co_await Note(thread, EventKind::kStatement, {.a = static_cast<uint32_t>(statement.verb)});
    thread.Charge(Category::kCoreWait, message_ns);
    thread.Execute(Category::kLogic, statement_ns_ + sql_ns);
    if (co_await Execute(thread, statement) == Outcome::kNext) {
      thread.At({});
      co_await Note(thread, EventKind::kStatementEnd);
      ++at;
      continue;
    }
    co_await RollBack(thread);
    if (TriesAgain()) {
      at = place.begin_at;
      co_await BackOff(thread);
    } else {
      place.given_up = statement.txn;
      Forget();
      ++at;
    }
  }
  co_await End(thread);
}

Task<ScriptClient::Outcome> ScriptClient::Execute(Thread& thread, const Statement& statement) {
  switch (statement.verb) {
    case Verb::kBegin: co_await Begin(thread, statement.txn); break;
    case Verb::kCommit: {
      const Status status = co_await Commit(thread);
      if (status != Status::kOk) co_return Failed(status);
      break;
    }
    case Verb::kAbort:
      co_await RollBack(thread);
      Forget();
      break;
    case Verb::kAssign:
    case Verb::kInsert:
    case Verb::kDelete: co_return co_await Modify(thread, statement);
    case Verb::kRead: {
      Value value;
      const Status status =
          co_await Read(thread, kRecords, KeyOf(statement.record), LockMode::kShared, &value);
      if (status == Status::kMustAbort || status == Status::kDamaged) co_return Failed(status);
      NoteRead(KeyOf(statement.record), LockMode::kShared,
               status == Status::kOk ? &value : nullptr);
      co_await Note(
          thread, EventKind::kRead,
          {.a = status == Status::kOk ? 1u : 0u, .b = static_cast<uint32_t>(value.number())});
      break;
    }
    case Verb::kScan: co_return co_await Scan(thread, statement);
    case Verb::kSignal:
      co_await Ordered(thread);
      co_await Note(thread, EventKind::kSignal, {.a = statement.signal});
      shared_.signalled[statement.signal] = true;
      shared_.awaiting[statement.signal].WakeAll(thread.kernel(), thread.now());
      break;
    case Verb::kAwait:
      co_await Ordered(thread);
      co_await Note(thread, EventKind::kAwait, {.a = statement.signal});
      while (!shared_.signalled[statement.signal]) {
        co_await Sleep(thread, shared_.awaiting[statement.signal], WaitFor::kSignal,
                       statement.signal);
      }
      break;
    case Verb::kWait:
      co_await Delay(thread, statement.wait_ns, WaitFor::kWork, Category::kWait);
      break;
    case Verb::kCheckpoint: co_await run_.engine.Checkpoint(thread); break;
    case Verb::kCrash:
      if constexpr (kExplorer) {
        co_await Ordered(thread);
        thread.kernel().End();
        co_await Ordered(thread);  // nothing happens any more
      }
      break;
    case Verb::kSteal: co_await run_.engine.Steal(thread, KeyOf(statement.record)); break;
  }
  co_return Outcome::kNext;
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
      const LockMode mode = changes ? LockMode::kExclusive : LockMode::kShared;
      const Status status = co_await Read(thread, kRecords, KeyOf(term.record), mode, &value);
      if (status != Status::kOk) co_return status;
      NoteRead(KeyOf(term.record), mode, &value);
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

// A reader of uncommitted values does not depend on their writer: it was not promised that they
// would stay.
void ScriptClient::NoteRead(Key key, LockMode mode, const Value* value) {
  if (mode == LockMode::kShared && !run_.engine.locks_reads()) return;
  run_.observer.OnRead(txn_->label, kRecords, key, value);
}

Task<ScriptClient::Outcome> ScriptClient::Scan(Thread& thread, const Statement& statement) {
  const Key to = KeyOf(statement.last);
  for (Key from = KeyOf(statement.record); from <= to;) {
    Key key = 0;
    Value value;
    const Status status =
        co_await Seek(thread, {kRecords, 0, from, to}, LockMode::kShared, &key, &value);
    if (status != Status::kOk && status != Status::kNotFound) co_return Failed(status);
    const bool found = status == Status::kOk;
    if (kWatchesReads && run_.engine.locks_reads())
      run_.observer.OnPass(txn_->label, kRecords, from, found ? key : to + 1);
    if (!found) break;
    NoteRead(key, LockMode::kShared, &value);
    co_await Note(thread, EventKind::kRead, {.a = 1, .b = static_cast<uint32_t>(value.number())});
    from = key + 1;
  }
  co_return Outcome::kNext;
}

Task<ScriptClient::Outcome> ScriptClient::Modify(Thread& thread, const Statement& statement) {
  int64_t number = 0;
  Status status = Status::kOk;
  if (statement.verb != Verb::kDelete) status = co_await Evaluate(thread, statement, &number);
  if (status != Status::kOk) co_return Failed(status);
  const Key key = KeyOf(statement.record);
  if (statement.verb == Verb::kDelete) {
    status = co_await Erase(thread, kRecords, key);
  } else {
    const Value value = Value::FromNumber(number, shared_.value_bytes);
    if (statement.verb == Verb::kAssign) {
      status = co_await Update(thread, kRecords, key, value);
    } else {
      status = co_await Insert(thread, kRecords, key, value);
    }
  }
  co_return status == Status::kOk ? Outcome::kNext : Failed(status);
}

bool ScriptClient::TriesAgain() const {
  const bool alone =
      std::none_of(places_, places_ + place_count_, [](const Place& place) { return place.open; });
  return restart_ && alone && MayTryAgain();
}

}  // namespace afterimage
