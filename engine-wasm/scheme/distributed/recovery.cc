// Restart: the records of all logs, merged by GSN; analysis, redo that repeats history, undo of the
// losers. All it knows comes from the devices, and it may be cut off anywhere and start again.
#include <algorithm>

#include "scheme/distributed/hooks.h"

namespace afterimage::distributed {

// What analysis finds: the records in the order of their GSNs, who lost, and which updates a CLR
// has undone.
struct Hooks::Survey {
  explicit Survey(Arena& arena)
      : records(ArenaAllocator<Found>(arena)),
        transactions(ArenaAllocator<Transaction*>(arena)),
        index(arena),
        ended(arena),
        compensated(arena) {}
  ArenaVector<Found> records;
  ArenaVector<Transaction*> transactions;  // in the order of their first record
  FlatMap<Transaction*> index;
  FlatMap<bool> ended;
  FlatMap<bool> compensated;

  bool Lost(TxnId txn) const {
    const bool* found = ended.Find(txn);
    return !(found && *found);
  }
};

void Hooks::Analyse(const RecordHeader& header, Survey& survey) {
  Transaction*& txn = survey.index[header.txn];
  if (!txn) {
    txn = arena_.New<Transaction>();
    txn->id = header.txn;
    txn->label = header.label;
    txn->first_lsn = header.gsn;
    txn->system = header.system != 0;
    store_.Reopen(*txn, header);
    engine_->SawTransaction(header.txn);
    survey.transactions.push_back(txn);
  }
  txn->last_lsn = header.gsn;
  if (header.kind == Kind::kCommit || header.kind == Kind::kAbort) survey.ended[header.txn] = true;
  if (header.kind == Kind::kClr) survey.compensated[header.compensates] = true;
}

// A GSN is given out once. False where two records bear the same.
Task<bool> Hooks::Analysis(Thread& thread, Survey& survey) {
  const auto earlier = [](const Found& a, const Found& b) { return a.header.gsn < b.header.gsn; };
  std::stable_sort(survey.records.begin(), survey.records.end(), earlier);
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
    thread.At({kRecoverRedo, store_.found_in(), static_cast<uint32_t>(header.gsn)});
    const Change change = ChangeOf(header, found.images);
    Frame* frame = co_await engine_->LatchForRedo(thread, change);
    if (!frame) co_return false;
    thread.At({kRecoverRedo, store_.found_in(), static_cast<uint32_t>(header.gsn)});
    const Lsn page_lsn = engine_->pool().View(frame).page_lsn();
    const bool needed = thread.Holds(page_lsn < header.gsn);
    co_await Note(thread, needed ? EventKind::kRedo : EventKind::kRedoSkip,
                  {.tier = Tier::kDram,
                   .address = frame->address,
                   .a = header.page,
                   .b = static_cast<uint32_t>(page_lsn)});
    const bool applied = !needed || engine_->Apply(frame, change, header.gsn);
    co_await engine_->Unlatch(thread, frame);
    if (!applied) co_return false;
  }
  thread.set_txn(0);
  co_return true;
}

Task<bool> Hooks::UndoLosers(Thread& thread, Survey& survey, bool system) {
  for (size_t i = survey.records.size(); i-- > 0;) {
    const Found& found = survey.records[i];
    const RecordHeader& header = found.header;
    if (header.kind != Kind::kUpdate || (header.system != 0) != system) continue;
    thread.At({kRecoverClr, store_.found_in(), static_cast<uint32_t>(header.gsn)});
    if (!thread.Holds(survey.Lost(header.txn)) ||
        !thread.Holds(!survey.compensated.Find(header.gsn)))
      continue;
    Transaction& txn = **survey.index.Find(header.txn);
    if (!store_.HasRoom(txn, uint32_t{header.before_bytes} + header.after_bytes)) co_return false;
    thread.set_txn(header.label);
    const Change change = ChangeOf(header, found.images);
    if (!co_await engine_->UndoStep(thread, {kRecoverClr, kBufferStructure, change.page}, txn,
                                    change, header.gsn))
      co_return false;
  }
  for (Transaction* txn : survey.transactions) {
    if (!survey.Lost(txn->id) || txn->system != system) continue;
    if (!store_.HasRoom(*txn, 0)) co_return false;
    thread.set_txn(txn->label);
    co_await Step(thread, {kRecoverEnd, 0, 0});
    co_await AppendEnd(thread, *txn, Kind::kAbort);
  }
  thread.set_txn(0);
  co_return true;
}

Task<RecoveryReport> Hooks::OnRecover(Thread& thread) {
  RecoveryReport report;
  report.status = Status::kDamaged;
  const auto pass = [&](uint16_t label, uint32_t which) {
    thread.At({label, 0, 0});
    return Note(thread, EventKind::kPhase, {.a = which});
  };
  recovering_ = true;
  PassMeter meter(thread);
  co_await pass(kRecoverAnchors, 0);
  auto* survey = arena_.New<Survey>(arena_);
  if (!co_await store_.Collect(thread, survey->records)) co_return report;
  if (!co_await Analysis(thread, *survey)) co_return report;
  report.records = survey->records.size();
  for (const Found& found : survey->records) report.record_bytes += found.header.bytes();
  meter.End(RecoveryPass::kAnalysis, &report);
  co_await pass(kRecoverRedo, 1);
  if (!co_await Redo(thread, *survey)) co_return report;
  meter.End(RecoveryPass::kRedo, &report);
  co_await pass(kRecoverClr, 2);
  // Structure changes first: the undo of index entries walks the trees.
  if (!co_await UndoLosers(thread, *survey, true)) co_return report;
  if (!co_await UndoLosers(thread, *survey, false)) co_return report;
  meter.End(RecoveryPass::kUndo, &report);
  co_await pass(kRecoverPages, 3);
  co_await engine_->pool().WriteOlderThan(thread, ~Lsn{0});
  co_await store_.Empty(thread);
  recovering_ = false;
  meter.End(RecoveryPass::kFinish, &report);
  report.status = Status::kOk;
  co_return report;
}

}  // namespace afterimage::distributed
