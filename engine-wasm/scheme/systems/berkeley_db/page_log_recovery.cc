// Restart: analysis finds out who has committed, undo takes back what the others left on pages at
// home, redo puts the committed changes on, one link of a page's chain after the other. Nothing is
// logged meanwhile, and each page is in a state that its chain has; so restart may be cut off
// anywhere and start again.
#include <algorithm>

#include "scheme/page_engine/transaction_table.h"
#include "scheme/systems/berkeley_db/page_log.h"

namespace afterimage::berkeley {

// The findings of analysis.
struct PageLog::Survey {
  Survey(Arena& arena, PageParts& engine) : transactions(arena, engine) {}
  TransactionTable transactions;
  Lsn from = 0;
  Lsn end = 0;
  uint64_t records = 0;
  uint64_t record_bytes = 0;
};

// --- Analysis ------------------------------------------------------------------------------------

// Reads from the first record that is needed. A transaction without a commit record there has lost,
// whether it was under way or had been rolled back: the log does not mention rollbacks.
Task<bool> PageLog::Analysis(Thread& thread, Survey& survey) {
  LogMaster master;
  const bool known = co_await log_.ReadMaster(thread, &master);
  if (!known) co_return false;
  survey.from = survey.end = master.first_lsn;
  uint8_t* images = images_.Take();
  uint32_t epoch = 0;
  for (RecordHeader header;;) {
    const Lsn lsn = survey.end;
    thread.At({aries::kRecoverAnalysis, kLogFile, static_cast<uint32_t>(lsn)});
    const bool valid = co_await log_.ScanToEnd(thread, lsn, master, epoch, &header, images);
    thread.At({aries::kRecoverAnalysis, kLogFile, static_cast<uint32_t>(lsn)});
    thread.set_txn(valid ? header.label : 0);
    co_await Note(thread, EventKind::kCheck,
                  {.tier = log_.file().tier(),
                   .address = log_.file().address(log_.FileOffset(lsn)),
                   .size = sizeof header,
                   .a = valid ? 1u : 0u});
    if (!valid) break;
    // Each change belongs to a transaction, including splits.
    if (header.kind == RecordKind::kUpdate && header.txn == 0) co_return false;
    epoch = header.epoch;
    ++survey.records;
    survey.record_bytes += header.size();
    if (header.txn != 0) {
      TransactionTable::NoteRecord(survey.transactions.Entry(header.txn, header.label, false), lsn,
                                   header.kind == RecordKind::kCommit);
    }
    survey.end = log_.Behind(lsn, header.size(), header.kind == RecordKind::kPad);
  }
  thread.set_txn(0);
  images_.Give(images);
  for (Transaction* txn : survey.transactions.entries()) {
    if (!TransactionTable::Lost(*txn)) continue;
    txn->undo_next_lsn = txn->last_lsn;
    losers_.push_back(txn);
  }
  co_await log_.Continue(thread, master, survey.end);
  last_checkpoint_ = master.checkpoint_lsn;
  co_return true;
}

// --- Undo ----------------------------------------------------------------------------------------

// Changes before the first record that is needed were undone before the checkpoint wrote their page
// home.
Task<bool> PageLog::UndoLosers(Thread& thread, Survey& survey) {
  while (Transaction* latest = survey.transactions.LatestToUndo(false)) {
    thread.set_txn(latest->label);
    const bool whole = co_await UndoNext(thread, *latest);
    if (!whole) co_return false;
    if (latest->undo_next_lsn < survey.from) latest->undo_next_lsn = kNoLsn;
  }
  thread.set_txn(0);
  losers_.clear();
  co_return true;
}

// --- Redo ----------------------------------------------------------------------------------------

Task<bool> PageLog::RedoWinners(Thread& thread, Survey& survey) {
  uint8_t* images = images_.Take();
  bool whole = true;
  for (Lsn lsn = survey.from; whole && lsn < survey.end;) {
    RecordHeader header;
    thread.At({aries::kRecoverRedo, kLogFile, static_cast<uint32_t>(lsn)});
    const bool read = co_await log_.Scan(thread, lsn, &header, images);
    if (!read) co_return false;
    if (header.kind == RecordKind::kUpdate && thread.Holds(!survey.transactions.Lost(header.txn))) {
      thread.set_txn(header.label);
      whole = co_await RedoNext(thread, header, images);
    }
    lsn = log_.Behind(lsn, header.size(), header.kind == RecordKind::kPad);
  }
  thread.set_txn(0);
  images_.Give(images);
  co_return whole;
}

// A page that is filled from scratch has no chain before that.
Task<bool> PageLog::RedoNext(Thread& thread, const RecordHeader& header, const uint8_t* images) {
  const Change change = ChangeOf(header, images);
  if (header.page >= engine_->page_limit()) co_return false;
  Frame* frame = co_await engine_->recovery().LatchForRedo(thread, change);
  if (!frame) co_return false;
  const Lsn page_lsn = engine_->pool().View(frame).page_lsn();
  const Where line = {aries::kRecoverRedo, kLogFile, static_cast<uint32_t>(header.lsn)};
  thread.At(line);
  const bool fills = change.kind == ChangeKind::kBytes && change.before.size == 0;
  const bool linked = fills || page_lsn >= header.lsn || page_lsn == header.undo_next_lsn;
  if (!thread.Holds(linked)) {
    co_await engine_->pages().Unlatch(thread, frame);
    co_return false;
  }
  const auto redone =
      co_await engine_->recovery().RedoLatched(thread, line, frame, change, header.lsn);
  co_return redone;
}

// --- The passes ----------------------------------------------------------------------------------

Task<void> PageLog::OnRecover(Thread& thread, Restart& restart) {
  auto& survey = *arena_.New<Survey>(arena_, *engine_);
  co_await restart.Pass(thread, RecoveryPass::kAnalysis, aries::kRecoverMaster,
                        [&] { return Analysis(thread, survey); });
  restart.CountRead(survey.records, survey.record_bytes);
  co_await restart.Pass(thread, RecoveryPass::kUndo, aries::kRecoverUndo,
                        [&] { return UndoLosers(thread, survey); });
  co_await restart.Pass(thread, RecoveryPass::kRedo, aries::kRecoverRedo,
                        [&] { return RedoWinners(thread, survey); });
  co_await restart.Pass(thread, RecoveryPass::kFinish, aries::kRecoverCheckpoint,
                        [&] { return OnCheckpoint(thread); });
}

}  // namespace afterimage::berkeley
