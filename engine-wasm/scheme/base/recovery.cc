// Restart (section 3.4): what transactions were up to is in the undo table, so there is no pass over
// records for it. Pages are brought back bucket by bucket, each read once; then structure changes
// that had not ended are taken back, byte by byte, and then clients' transactions, whose undo walks
// the trees. It may be cut off anywhere and start again.
#include "scheme/base/hooks.h"
#include "scheme/base/story.h"
#include "scheme/base/words.h"

namespace afterimage::base {

// What the tables say of the losers, and which of their changes a CLR has taken back.
struct Hooks::Survey {
  explicit Survey(Arena& arena)
      : losers(ArenaAllocator<Transaction*>(arena)), compensated(arena) {}
  ArenaVector<Transaction*> losers;
  FlatMap<bool> compensated;
  Lsn flushed = 0;
  uint64_t records = 0;
  uint64_t bytes = 0;
};

bool Hooks::Sane(const Record& record, uint64_t at, Kind kind) const {
  const bool right = kind == Kind::kUndo ? record.kind == Kind::kUndo
                                         : record.kind == Kind::kRedo || record.kind == Kind::kClr;
  return right && params_.layout.IsRecord(at, record.bytes()) &&
         record.page < params_.layout.pages &&
         record.change < static_cast<uint8_t>(ChangeKind::kCount) && record.lsn != kNoLsn &&
         record.lsn < lsns_.next();
}

// --- The undo table ------------------------------------------------------------------------------

Task<bool> Hooks::Analysis(Thread& thread, Survey& survey) {
  const Layout& layout = params_.layout;
  uint64_t super[6];
  nvm_.Load(0, super, sizeof super);
  nvm_.ChargeLoad(thread, Category::kLogWork, 0, kLineBytes);
  const bool mine = super[0] == Layout::kMagic && super[1] == layout.transactions &&
                    super[2] == layout.buckets && super[3] == layout.pages &&
                    super[4] == layout.segments && super[5] == layout.segment_bytes;
  const bool sane = lsns_.Open(thread) && mine;
  survey.flushed = nvm_.LoadWord(Layout::kFlushed);
  co_await nvm_.AwaitReads(thread);
  thread.At({kRecoverAnchors, kAnchors, 0});
  co_await Note(
      thread, EventKind::kCheck,
      {.tier = Tier::kNvm, .address = Layout::kBound, .size = 16, .a = sane ? 1u : 0u});
  if (!thread.Holds(sane)) co_return false;
  heap_.Forget();
  for (uint32_t i = 0; i < layout.transactions; ++i) {
    thread.At({kRecoverHeader, kUndoRecords, HeaderKey(i)});
    co_await nvm_.Read(thread, Category::kLogWork, layout.TxnAt(i), sizeof(TxnHeader));
    const TxnHeader header = undo_.Load(i);
    if (header.phase == 0) continue;
    const bool running = header.phase == static_cast<uint64_t>(TxnPhase::kRunning);
    thread.set_txn(header.label);
    co_await Note(thread, EventKind::kCheck,
                  {.tier = Tier::kNvm,
                   .address = layout.TxnAt(i),
                   .size = sizeof header,
                   .a = running ? 1u : 0u});
    engine_->structure().SawTransaction(header.txn);
    if (header.phase > static_cast<uint64_t>(TxnPhase::kRolledBack)) co_return false;
    if (!thread.Holds(running)) continue;
    const bool whole = co_await FindUndo(thread, survey, i, header);
    if (!whole) co_return false;
  }
  thread.set_txn(0);
  co_return true;
}

Task<bool> Hooks::FindUndo(Thread& thread, Survey& survey, uint32_t i, const TxnHeader& header) {
  Transaction* txn = arena_.New<Transaction>();
  txn->id = header.txn;
  txn->label = header.label;
  txn->system = header.system != 0;
  txn->thread = &thread;
  undo_.Reenter(*txn, i);
  survey.losers.push_back(txn);
  ArenaVector<Undone>& undo = LogOf(*txn).undo;
  Lsn later = ~Lsn{0};
  for (uint64_t at = header.newest; at != 0;) {
    if (!params_.layout.IsRecord(at, sizeof(Record))) co_return false;
    co_await nvm_.Read(thread, Category::kLogWork, at, sizeof(Record));
    const Record record = redo_.LoadRecord(at);
    const bool whole = Sane(record, at, Kind::kUndo) && record.txn == header.txn &&
                       record.lsn < later;
    thread.At({kRecoverUndo, kUndoRecords, static_cast<uint32_t>(record.lsn)});
    co_await Note(thread, EventKind::kCheck,
                  {.tier = Tier::kNvm,
                   .address = at,
                   .size = sizeof record,
                   .a = whole ? 1u : 0u});
    if (!thread.Holds(whole)) co_return false;
    heap_.Found(at, record.bytes());
    ++survey.records;
    survey.bytes += record.bytes();
    undo.insert(undo.begin(), {at, record.bytes(), record.lsn});
    later = record.lsn;
    at = record.link;
  }
  co_return true;
}

// --- Redo, page by page --------------------------------------------------------------------------

Task<bool> Hooks::Redo(Thread& thread, Survey& survey) {
  const Layout& layout = params_.layout;
  for (uint32_t bucket = 0; bucket < layout.buckets; ++bucket) {
    thread.At({kRecoverPage, kRedoRecords, 0});
    if (bucket % (kLineBytes / 8) == 0)
      co_await nvm_.Read(thread, Category::kLogWork, layout.BucketAt(bucket), kLineBytes);
    uint64_t later = layout.heap();
    for (uint64_t at = redo_.Bucket(bucket); at != 0;) {
      // A bucket's headers lead to ever earlier ones, so this ends whatever the bytes are.
      if (!layout.IsPage(at) || at >= later) co_return false;
      co_await nvm_.Read(thread, Category::kLogWork, at, sizeof(PageHeader));
      const PageHeader header = redo_.LoadPage(at);
      if (header.page >= layout.pages || layout.BucketOf(header.page) != bucket) co_return false;
      redo_.Found(at);
      const bool whole = co_await RedoPage(thread, survey, at);
      if (!whole) co_return false;
      later = at;
      at = header.next;
    }
  }
  heap_.EndSearch();
  thread.set_txn(0);
  co_return true;
}

Task<bool> Hooks::RedoPage(Thread& thread, Survey& survey, Address at) {
  const PageHeader header = redo_.LoadPage(at);
  co_await Step(thread, {kRecoverPage, kRedoRecords, HeaderKey(header.page)});
  uint8_t* image = TakeImages();
  uint64_t last = 0;
  Lsn end_lsn = kNoLsn;
  for (uint64_t record_at = header.first; record_at != 0;) {
    if (!params_.layout.IsRecord(record_at, sizeof(Record))) co_return false;
    co_await nvm_.Read(thread, Category::kLogWork, record_at, sizeof(Record));
    const Record record = redo_.LoadRecord(record_at);
    const bool whole = Sane(record, record_at, Kind::kRedo) && record.page == header.page &&
                       record.lsn > end_lsn;
    if (!thread.Holds(whole)) co_return false;
    heap_.Found(record_at, record.bytes());
    ++survey.records;
    survey.bytes += record.bytes();
    if (record.kind == Kind::kClr) survey.compensated[record.compensates] = true;
    last = record_at;
    end_lsn = record.lsn;
    record_at = record.link;
    if (record.lsn < survey.flushed) continue;  // it is at home, so the page need not be read
    co_await nvm_.Read(thread, Category::kLogWork, last + sizeof record, record.image_bytes());
    nvm_.Load(last + sizeof record, image, record.image_bytes());
    thread.set_txn(record.label);
    const bool redone = co_await engine_->recovery().RedoStep(
        thread, {kRecoverRedo, kRedoRecords, static_cast<uint32_t>(record.lsn)},
        ChangeOf(record, image), record.lsn);
    if (!redone) co_return false;
  }
  free_images_.push_back(image);
  co_await redo_.Repair(thread, at, header, last, last != 0 ? end_lsn : header.end_lsn);
  co_return true;
}

// --- Undo ----------------------------------------------------------------------------------------

Task<bool> Hooks::Undo(Thread& thread, Survey& survey) {
  const bool first = !clients_undo_first_;
  bool whole = co_await UndoLosers(thread, survey, first);
  if (whole) whole = co_await UndoLosers(thread, survey, !first);
  thread.set_txn(0);
  co_return whole;
}

Task<bool> Hooks::UndoLosers(Thread& thread, Survey& survey, bool system) {
  for (Transaction* txn : survey.losers) {
    if (txn->system != system) continue;
    thread.set_txn(txn->label);
    thread.set_broken(clients_undo_first_ && !system);
    const bool whole = co_await UndoLoser(thread, survey, *txn);
    thread.set_broken(false);
    if (!whole) co_return false;
  }
  co_return true;
}

Task<bool> Hooks::UndoLoser(Thread& thread, Survey& survey, Transaction& txn) {
  TxnLog& log = LogOf(txn);
  while (!log.undo.empty()) {
    const Undone newest = log.undo.back();
    if (heap_.free_segments() <= params_.spare_segments / 2) co_return false;
    thread.At({kRecoverClr, kUndoRecords, static_cast<uint32_t>(newest.lsn)});
    // The power failed between the CLR and the header's word: it is done, but for that word.
    if (!thread.Holds(!survey.compensated.Find(newest.lsn))) {
      co_await TakeBack(thread, log);
      continue;
    }
    const bool whole = co_await UndoNewest(thread, txn, kRecoverClr);
    if (!whole) co_return false;
  }
  co_await undo_.SetPhase(thread, log, TxnPhase::kRolledBack, kRecoverEnd);
  heap_.Release(&log.reserved);
  undo_.Leave(txn);
  co_return true;
}

// Once every page is at home one word says so; then nobody needs the chains, and a power cut among
// the buckets changes nothing.
Task<void> Hooks::EmptyTables(Thread& thread) {
  co_await engine_->pool().WriteOlderThan(thread, ~Lsn{0});
  co_await PersistWord(thread, nvm_, Layout::kFlushed, lsns_.next(), {kRecoverFlushed, kAnchors, 1},
                       kRecoverFence);
  co_await redo_.Empty(thread);
  co_await Ordered(thread);
  heap_.Forget();
  heap_.EndSearch();
}

Task<void> Hooks::OnRecover(Thread& thread, Restart& restart) {
  auto& survey = *arena_.New<Survey>(arena_);
  co_await restart.Pass(thread, RecoveryPass::kAnalysis, kRecoverAnchors,
                        [&] { return Analysis(thread, survey); });
  co_await restart.Pass(thread, RecoveryPass::kRedo, kRecoverRedo,
                        [&] { return Redo(thread, survey); });
  restart.CountRead(survey.records, survey.bytes);
  co_await restart.Pass(thread, RecoveryPass::kUndo, kRecoverClr,
                        [&] { return Undo(thread, survey); });
  co_await restart.Pass(thread, RecoveryPass::kFinish, kRecoverPages,
                        [&] { return EmptyTables(thread); });
}

}  // namespace afterimage::base
