// Restart: redo from the checkpoint on, mini-transaction by mini-transaction. Then the undo pages
// say who has not ended, and each is rolled back as it would have been before. It may be cut off
// anywhere and start again.
#include "scheme/systems/xtradb/hooks.h"
#include "scheme/systems/xtradb/story.h"

namespace afterimage::xtradb {

struct Hooks::Survey {
  uint64_t records = 0;
  uint64_t bytes = 0;
};

Task<bool> Hooks::Redo(Thread& thread, Survey& survey) {
  auto& group = *arena_.New<Group>(arena_);
  for (;;) {
    const bool more = co_await log_.Next(thread, &group);
    if (!more) break;
    for (const Group::Found& found : group.records) {
      ++survey.records;
      survey.bytes += found.record.bytes();
      thread.set_txn(found.record.label);
      const bool redone = co_await engine_->recovery().RedoStep(
          thread, {kRecoverRedo, kLogFile, static_cast<uint32_t>(found.lsn)},
          ChangeOf(found.record, group.images.data() + found.image), found.lsn);
      if (!redone) co_return false;
    }
  }
  thread.set_txn(0);
  co_await log_.Continue(thread);
  co_return true;
}

Task<bool> Hooks::Undo(Thread& thread) {
  const bool whole = co_await undo_.FindLosers(thread, losers_);
  if (!whole) co_return false;
  for (Transaction* txn : losers_) {
    TxnLog& log = LogOf(*txn);
    thread.set_txn(txn->label);
    while (!log.records.empty()) {
      const bool room = co_await AwaitLog(thread, log, 1);
      if (!room) co_return false;
      const bool undone = co_await UndoNewest(thread, *txn, kRecoverUndo);
      if (!undone) co_return false;
    }
    co_await undo_.SetPhase(thread, *txn, UndoPhase::kRolledBack, kRecoverEnd);
    OnEnd(*txn);
  }
  thread.set_txn(0);
  losers_.clear();
  co_return true;
}

Task<void> Hooks::OnRecover(Thread& thread, Restart& restart) {
  auto& survey = *arena_.New<Survey>();
  co_await restart.Pass(thread, RecoveryPass::kAnalysis, kRecoverCheckpoint,
                        [&] { return log_.ReadCheckpoint(thread); });
  co_await restart.Pass(thread, RecoveryPass::kRedo, kRecoverRedo,
                        [&] { return Redo(thread, survey); });
  restart.CountRead(survey.records, survey.bytes);
  co_await restart.Pass(thread, RecoveryPass::kUndo, kRecoverUndo, [&] { return Undo(thread); });
  co_await restart.Pass(thread, RecoveryPass::kFinish, kRecoverPages,
                        [&] { return OnCheckpoint(thread); });
}

}  // namespace afterimage::xtradb
