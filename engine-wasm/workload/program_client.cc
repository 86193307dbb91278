#include "workload/program_client.h"

namespace afterimage {

Task<void> ProgramClient::Run(Thread& thread) {
  for (;;) {
    co_await Ordered(thread);
    if (!More(thread) || run_.transactions == 0) break;
    --run_.transactions;
    const TxnLabel label = run_.NextLabel();
    const uint32_t kind = workload_.KindOf(label);
    Draw(kind);
    if (!run_.engine.undoes() && EndsInRollBack()) continue;
    thread.set_txn(label);
    co_await Transact(thread, label, kind);
  }
  thread.set_statement(kNoStatement);
  co_await End(thread);
}

Task<void> ProgramClient::Transact(Thread& thread, TxnLabel label, uint32_t kind) {
  const auto commit = static_cast<uint16_t>(workload_.statement_count(kind) - 1);
  for (;;) {
    unwanted_ = false;
    co_await Next(thread, 0, statement_ns_);
    co_await Begin(thread, label);
    Status status = co_await Program(thread, kind);
    if (status == Status::kOk || unwanted_) co_await Next(thread, commit, statement_ns_);
    if (status == Status::kOk) status = co_await Commit(thread);
    in_statement_ = false;
    if (status == Status::kOk) {
      run_.fruitless = 0;
      OnCommitted();
      break;
    }
    co_await RollBack(thread);
    if (status != Status::kMustAbort || !MayTryAgain()) {
      if (!unwanted_) run_.Abandon();
      Forget();
      break;
    }
    co_await BackOff(thread);
  }
  thread.At({});
  co_await Note(thread, EventKind::kStatementEnd);
}

}  // namespace afterimage
