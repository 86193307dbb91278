#include "workload/client.h"

#include <algorithm>

namespace afterimage {

void Client::TurnTo(Thread& thread, ClientTransaction& own) {
  if (own_ == &own) return;
  if (txn_) run_.observer.OnPause(txn_->label, thread.now());
  own_ = &own;
  txn_ = own.open ? &own.attempt : nullptr;
  if (txn_) run_.observer.OnResume(txn_->label, thread.now());
}

void Client::Close() {
  own_->open = false;
  txn_ = nullptr;
}

Task<void> Client::LetYoungerBegin(Thread& thread) {
  co_await Ordered(thread);
  run_.open.Remove(own_);
  own_->until_end.WakeAll(thread.kernel(), thread.now());
}

Task<void> Client::BackOff(Thread& thread) {
  const TxnId died_for = own_->attempt.died_for;
  if (run_.victims_wait() && died_for != 0) {
    co_await Ordered(thread);
    ClientTransaction* older = run_.open.oldest();
    while (older && older->attempt.id != died_for) older = older->newer;
    if (older) {
      co_await Sleep(thread, older->until_end, WaitFor::kTransaction, 0, older->attempt.label);
    }
    co_return;
  }
  co_await Delay(thread, Time{1000} << std::min(own_->attempts, 20u), WaitFor::kWork,
                 Category::kWait);
}

Task<void> Client::Begin(Thread& thread, TxnLabel label) {
  co_await Ordered(thread);
  own_->attempt = Transaction();
  own_->open = true;
  txn_ = &own_->attempt;
  txn_->id = run_.next_id++;
  txn_->label = label;
  // Wait-die: a restarted transaction keeps its age, so it cannot starve.
  if (own_->attempts++ == 0) own_->timestamp = txn_->id;
  txn_->timestamp = own_->timestamp;
  run_.observer.OnBegin(label, thread.now());
  co_await Note(thread, EventKind::kBegin, {.a = txn_->id, .b = own_->attempts});
  if (run_.victims_wait()) run_.open.Append(own_);
  co_await run_.engine.Begin(thread, *txn_);
}

Modification Client::Insert(Thread& thread, TableId table, Key key, const Value& value) {
  thread.Execute(Category::kLogic, insert_ns_);
  run_.observer.OnIntend(txn_->label, table, key, &value);
  return Modification(run_.observer, txn_->label,
                      run_.engine.Insert(thread, *txn_, table, key, value));
}

Modification Client::Update(Thread& thread, TableId table, Key key, const Value& value) {
  thread.Execute(Category::kLogic, update_ns_);
  run_.observer.OnIntend(txn_->label, table, key, &value);
  return Modification(run_.observer, txn_->label,
                      run_.engine.Update(thread, *txn_, table, key, value));
}

Modification Client::Erase(Thread& thread, TableId table, Key key) {
  thread.Execute(Category::kLogic, erase_ns_);
  run_.observer.OnIntend(txn_->label, table, key, nullptr);
  return Modification(run_.observer, txn_->label, run_.engine.Erase(thread, *txn_, table, key));
}

Task<Status> Client::Commit(Thread& thread) {
  co_await Ordered(thread);
  run_.observer.OnCommit(txn_->label);
  const Status status = co_await run_.engine.Commit(thread, *txn_);
  if (status != Status::kOk) co_return status;
  thread.At({run_.engine.acknowledge_label(), 0, 0});
  co_await Ordered(thread, SharedKind::kAcknowledge);
  run_.observer.OnAcknowledge(txn_->label, thread.now());
  co_await Note(thread, EventKind::kAcknowledge, {.flags = kFlagAck, .a = txn_->id});
  co_await run_.engine.Finish(thread, *txn_);
  Close();
  if (run_.victims_wait()) co_await LetYoungerBegin(thread);
  Forget();
  co_return Status::kOk;
}

Task<void> Client::RollBack(Thread& thread) {
  run_.observer.OnRollBack(txn_->label, thread.now());
  co_await run_.engine.Abort(thread, *txn_);
  thread.At({run_.engine.abort_label(), 0, 0});
  co_await Ordered(thread, SharedKind::kAcknowledge);
  run_.observer.OnAbort(txn_->label, thread.now());
  co_await Note(thread, EventKind::kAbort, {.flags = kFlagAck, .a = txn_->id});
  co_await run_.engine.Finish(thread, *txn_);
  Close();
  if (run_.victims_wait()) co_await LetYoungerBegin(thread);
}

Task<void> Client::Leave(Thread& thread) {
  co_await Ordered(thread);
  run_.observer.OnLeave(txn_->label, thread.now());
}

Task<void> Client::Checkpoint(Thread& thread) {
  co_await Ordered(thread);
  const Time since = thread.now();
  co_await run_.engine.Checkpoint(thread);
  co_await Ordered(thread);
  run_.observer.OnCheckpoint(thread.now() - since);
}

Task<void> Client::End(Thread& thread) {
  co_await Ordered(thread);
  thread.At({});
  thread.set_txn(0);
  co_await Note(thread, EventKind::kEnd);
  if (--run_.running > 0) co_return;
  run_.engine.Stop(thread);
  if (run_.page_cache) run_.page_cache->Stop(thread);
}

}  // namespace afterimage
