// Restart: the records of all logs, merged by GSN; analysis, redo that repeats history, undo of the
// losers. All it knows comes from the devices, and it may be cut off anywhere and start again.
#include <algorithm>

#include "scheme/page_engine/transaction_table.h"
#include "scheme/shared/record_logs/hooks.h"

namespace afterimage::wal {

namespace {

uint64_t BytesOf(const ArenaVector<Found>& records) {
  uint64_t bytes = 0;
  for (const Found& found : records) bytes += found.header.bytes();
  return bytes;
}

}  // namespace

// The findings of analysis: the records in the order of their GSNs, the losers, and the updates
// that a CLR has undone.
struct Hooks::Survey {
  Survey(Arena& arena, PageParts& engine)
      : records(ArenaAllocator<Found>(arena)), transactions(arena, engine), compensated(arena) {}
  ArenaVector<Found> records;
  TransactionTable transactions;
  FlatMap<bool> compensated;
};

void Hooks::Analyse(const RecordHeader& header, Survey& survey) {
  Transaction& txn = survey.transactions.Entry(header.txn, header.label, header.system != 0);
  if (txn.first_lsn == kNoLsn) store_.Reopen(txn, header);
  const bool ends = header.kind == Kind::kCommit || header.kind == Kind::kAbort;
  TransactionTable::NoteRecord(txn, header.gsn, ends);
  if (header.kind == Kind::kClr) survey.compensated[header.compensates] = true;
}

// A GSN is given out once: two records that bear the same are damage.
Task<bool> Hooks::Analysis(Thread& thread, Survey& survey) {
  if (!co_await store_.Collect(thread, survey.records)) co_return false;
  const auto earlier = [](const Found& a, const Found& b) { return a.header.gsn < b.header.gsn; };
  if (!redoes_log_by_log_) std::stable_sort(survey.records.begin(), survey.records.end(), earlier);
  Lsn previous = kNoLsn;
  for (const Found& found : survey.records) {
    const RecordHeader& header = found.header;
    thread.At({kRecoverMerge, store_.found_in(), static_cast<uint32_t>(header.gsn)});
    thread.set_txn(header.label);
    co_await Note(thread, EventKind::kStep);
    if (header.gsn == previous) co_return false;
    previous = header.gsn;
    Analyse(header, survey);
  }
  thread.set_txn(0);
  co_return true;
}

Task<bool> Hooks::Redo(Thread& thread, Survey& survey) {
  for (const Found& found : survey.records) {
    const RecordHeader& header = found.header;
    if (!header.changes_page()) continue;
    thread.set_txn(header.label);
    const Where step{kRecoverRedo, store_.found_in(), static_cast<uint32_t>(header.gsn)};
    const Change change = ChangeOf(header, found.images);
    if (!co_await engine_->recovery().RedoStep(thread, step, change, header.gsn)) co_return false;
  }
  thread.set_txn(0);
  co_return true;
}

// Structure changes first: the undo of index entries walks the trees.
Task<bool> Hooks::Undo(Thread& thread, Survey& survey) {
  bool whole = co_await UndoLosers(thread, survey, true);
  if (whole) whole = co_await UndoLosers(thread, survey, false);
  co_return whole;
}

Task<bool> Hooks::UndoLosers(Thread& thread, Survey& survey, bool system) {
  const size_t count = survey.records.size();
  for (size_t n = 0; n < count; ++n) {
    const Found& found = survey.records[undoes_oldest_first_ ? n : count - 1 - n];
    const RecordHeader& header = found.header;
    if (header.kind != Kind::kUpdate || (header.system != 0) != system) continue;
    thread.At({kRecoverClr, store_.found_in(), static_cast<uint32_t>(header.gsn)});
    if (!thread.Holds(survey.transactions.Lost(header.txn)) ||
        !thread.Holds(!survey.compensated.Find(header.gsn)))
      continue;
    Transaction& txn = *survey.transactions.Find(header.txn);
    if (!store_.HasRoom(txn, uint32_t{header.before_bytes} + header.after_bytes)) co_return false;
    thread.set_txn(header.label);
    const Change change = ChangeOf(header, found.images);
    thread.set_broken(undoes_oldest_first_);
    const bool whole = co_await engine_->recovery().UndoStep(
        thread, {kRecoverClr, kBufferStructure, change.page}, txn, change, header.gsn);
    thread.set_broken(false);
    if (!whole) co_return false;
  }
  for (Transaction* txn : survey.transactions.entries()) {
    if (!TransactionTable::Lost(*txn) || txn->system != system) continue;
    if (!store_.HasRoom(*txn, 0)) co_return false;
    thread.set_txn(txn->label);
    co_await Step(thread, {kRecoverEnd, 0, 0});
    co_await AppendEnd(thread, *txn, Kind::kAbort);
  }
  thread.set_txn(0);
  co_return true;
}

// All pages go home; then the logs are not needed any more.
Task<void> Hooks::EmptyLogs(Thread& thread) {
  co_await engine_->pool().WriteOlderThan(thread, ~Lsn{0});
  co_await store_.Empty(thread);
}

Task<void> Hooks::OnRecover(Thread& thread, Restart& restart) {
  auto& survey = *arena_.New<Survey>(arena_, *engine_);
  co_await restart.Pass(thread, RecoveryPass::kAnalysis, kRecoverAnchors,
                        [&] { return Analysis(thread, survey); });
  restart.CountRead(survey.records.size(), BytesOf(survey.records));
  co_await restart.Pass(thread, RecoveryPass::kRedo, kRecoverRedo,
                        [&] { return Redo(thread, survey); });
  co_await restart.Pass(thread, RecoveryPass::kUndo, kRecoverClr,
                        [&] { return Undo(thread, survey); });
  co_await restart.Pass(thread, RecoveryPass::kFinish, kRecoverPages,
                        [&] { return EmptyLogs(thread); });
}

}  // namespace afterimage::wal
