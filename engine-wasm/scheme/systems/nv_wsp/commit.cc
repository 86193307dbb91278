// The end of transactions: pages go home, then one store.
#include <cstring>

#include "scheme/systems/nv_wsp/undo_log.h"

namespace afterimage::nvwsp {

// Other transactions' changes of these pages go home with them: their undo records are durable.
Task<void> UndoLog::Force(Thread& thread, const TxnUndo& undo, uint16_t label) {
  for (size_t i = 0; i < undo.pages.size(); ++i) {
    const PageId page = undo.pages[i];
    co_await Step(thread, {label, kBufferStructure, page});
    co_await engine_->pool().Settle(thread, page);
  }
}

Nvm::StoreAndFlushOp UndoLog::SetMark(Thread& thread, uint32_t mark, const uint64_t& number,
                                      MarkLabels labels) {
  thread.At({labels.store, kMarks, mark});
  return nvm_.StoreAndFlush(thread, Category::kLogWork, layout_.Mark(mark), &number, sizeof number,
                            Access::kPrivate, {labels.back, kMarks, mark});
}

// A transaction without a record needs no end.
Task<void> UndoLog::End(Thread& thread, const TxnUndo& undo, MarkLabels labels) {
  if (undo.newest == TxnUndo::kNone) co_return;
  co_await SetMark(thread, undo.mark, undo.number, labels);
  co_await Ordered(thread);
  ended_[undo.mark] = undo.number;
}

// A commit may become durable only after those it rests on: recovery would put their before images
// over its values.
Task<void> UndoLog::AwaitCommits(Thread& thread, Lsn lsn) {
  if (lsn == kNoLsn || !thread.Does(kCommitAwait)) co_return;
  co_await Step(thread, {kCommitAwait, kMarks, 0});
  co_await early_commits_.Await(thread, lsn);
}

Task<void> UndoLog::OnCommit(Thread& thread, Transaction& txn) {
  if (!txn.log || UndoOf(txn).newest == TxnUndo::kNone) {  // it has changed nothing
    co_await AwaitCommits(thread, txn.depends_on);
    co_return;
  }
  const TxnUndo& undo = UndoOf(txn);
  Lsn commit = kNoLsn;
  if (params_.early_release) {
    co_await Step(thread, {kCommitEarly, kMarks, undo.mark});
    co_await Ordered(thread);
    commit = next_lsn_++;
    early_commits_.Add(commit);
    co_await engine_->locks().ReleaseEarly(thread, txn, commit);
  }
  const bool mark_first = Mutated(kMarkBeforePages);
  if (mark_first) {
    thread.set_broken(true);
    co_await End(thread, undo, {kCommitMark, kCommitMarkBack});
    thread.set_broken(false);
  }
  co_await Force(thread, undo, kCommitForce);
  co_await AwaitCommits(thread, txn.depends_on);
  if (!mark_first) co_await End(thread, undo, {kCommitMark, kCommitMarkBack});
  if (commit == kNoLsn) co_return;
  co_await Ordered(thread);
  early_commits_.Durable(thread, commit);
  engine_->locks().ForgetTagsUpTo(early_commits_.OldestOr(next_lsn_) - 1);
}

Change UndoLog::ReadChange(Thread& thread, uint32_t i, UndoRecord* record, uint8_t* image) {
  nvm_.ChargeLoad(thread, Category::kLogWork, layout_.Record(i), sizeof *record);
  nvm_.Load(layout_.Record(i), record, sizeof *record);
  if (record->inlined()) {
    std::memcpy(image, record->image, record->bytes);
  } else {
    nvm_.ChargeLoad(thread, Category::kLogWork, layout_.Image(i), record->bytes);
    nvm_.Load(layout_.Image(i), image, record->bytes);
  }
  Change change;
  change.kind = static_cast<ChangeKind>(record->change);
  change.table = record->table;
  change.index = record->index;
  change.page = record->page;
  change.slot = record->slot;
  change.offset = record->offset;
  change.key = record->key;
  change.before = {image, record->bytes};
  return change;
}

// Then its pages go home like a commit's: an aborted transaction, too, ends with nothing left to
// undo.
Task<void> UndoLog::OnAbort(Thread& thread, Transaction& txn) {
  if (!txn.log) co_return;
  TxnUndo& undo = UndoOf(txn);
  auto* image = static_cast<uint8_t*>(arena_.AllocatePooled(layout_.image_bytes));
  for (uint32_t i = undo.newest; i != TxnUndo::kNone; i = older_[i]) {
    UndoRecord record;
    const Change change = ReadChange(thread, i, &record, image);
    co_await nvm_.AwaitReads(thread);
    co_await Step(thread, {kAbortRead, kUndoLog, static_cast<uint32_t>(record.lsn)});
    const bool whole = co_await engine_->recovery().Undo(thread, txn, change, record.lsn);
    AI_CHECK(whole);
  }
  arena_.Recycle(image, layout_.image_bytes);
  co_await Force(thread, undo, kAbortForce);
  co_await End(thread, undo, {kAbortMark, kAbortMarkBack});
}

// Sends home the pages that a structure change has made and changed: no other transaction can use
// them before this returns.
Task<void> UndoLog::OnSystemApplied(Thread& thread, Transaction& txn) {
  const TxnUndo& undo = UndoOf(txn);
  BufferPool& pool = engine_->pool();
  for (size_t i = 0; i < undo.pages.size(); ++i) {
    co_await Step(thread, {kSystemForce, kBufferStructure, undo.pages[i]});
    co_await pool.WriteLatched(thread, pool.Lookup(undo.pages[i]));
  }
  co_await End(thread, undo, {kSystemMark, kSystemMarkBack});
  co_await Ordered(thread);
}

void UndoLog::OnEnd(Transaction& txn) {
  if (!txn.log) return;
  TxnUndo& undo = UndoOf(txn);
  for (uint32_t i = undo.newest; i != TxnUndo::kNone; i = older_[i]) records_.GiveBack(i);
  if (undo.mark != TxnUndo::kNone) MarksFor(txn.system).GiveBack(undo.mark);
  reserved_ -= undo.reserved;
  undo.mark = undo.newest = TxnUndo::kNone;
  undo.reserved = 0;
  undo.pages.clear();
  undo.next_free = free_undos_;
  free_undos_ = &undo;
  txn.log = nullptr;
}

// Nothing to truncate, and nothing to redo: it makes recovery no shorter.
// It sends dirty pages home, so that commits find less to do.
Task<void> UndoLog::OnCheckpoint(Thread& thread) {
  const Time start = thread.now();
  thread.At({kCheckpointPages, kBufferStructure, 0});
  co_await Note(thread, EventKind::kCheckpointBegin);
  co_await SendAllHome(thread, kCheckpointPages);
  co_await Note(thread, EventKind::kCheckpointEnd);
  ++counters_.checkpoints;
  counters_.checkpoint_ns += thread.now() - start;
}

Task<void> UndoLog::SendAllHome(Thread& thread, uint16_t label) {
  co_await Step(thread, {label, kBufferStructure, 0});
  co_await Ordered(thread);
  co_await engine_->pool().WriteOlderThan(thread, next_lsn_ + 1);
}

}  // namespace afterimage::nvwsp
