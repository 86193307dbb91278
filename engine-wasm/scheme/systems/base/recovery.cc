// Restart (section 3.4): what transactions were up to is in the undo table, so there is no pass
// over records for it. Pages are brought back bucket by bucket, each read once; then structure
// changes that had not ended are taken back, byte by byte, and then clients' transactions, whose
// undo walks the trees. Any number of threads do so together: each takes the next bucket, or the
// next loser, and between the three all wait for each other. It may be cut off anywhere and start
// again.
#include <algorithm>

#include "scheme/systems/base/hooks.h"
#include "scheme/systems/base/story.h"
#include "scheme/systems/base/words.h"

namespace afterimage::base {

// The losers according to the tables, and those of their changes that a CLR has undone.
struct Hooks::Survey {
  struct Found {
    Lsn lsn;
    Address at;
  };
  explicit Survey(Arena& arena)
      : losers(ArenaAllocator<Transaction*>(arena)),
        all(ArenaAllocator<Found>(arena)),
        compensated(arena) {}
  ArenaVector<Transaction*> losers;
  ArenaVector<Found> all;  // redo that is not at home, where it is to be in the order of its LSNs
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
         record.lsn < lsns_.bound();
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
  co_await Note(thread, EventKind::kCheck,
                {.tier = Tier::kNvm, .address = Layout::kBound, .size = 16, .a = sane ? 1u : 0u});
  if (!thread.Holds(sane)) co_return false;
  heap_.Forget();
  for (uint32_t i = 0; i < layout.transactions; ++i) {
    thread.At({kRecoverHeader, kUndoRecords, HeaderKey(i)});
    co_await nvm_.Read(thread, Category::kLogWork, layout.TxnAt(i), sizeof(TxnHeader));
    const TxnHeader header = undo_.Load(i);
    if (header.phase == 0) continue;
    const bool running = header.phase == static_cast<uint64_t>(TxnPhase::kRunning);
    const bool known = header.phase <= static_cast<uint64_t>(TxnPhase::kRolledBack);
    thread.set_txn(header.label);
    co_await Note(thread, EventKind::kCheck,
                  {.tier = Tier::kNvm,
                   .address = layout.TxnAt(i),
                   .size = sizeof header,
                   .a = known ? 1u : 0u});
    engine_->structure().SawTransaction(header.txn);
    if (!known) co_return false;
    if (!thread.Holds(running)) continue;
    const bool whole = co_await FindUndo(thread, survey, i, header);
    if (!whole) co_return false;
  }
  thread.set_txn(0);
  // One header is kept for structure changes, which undo may need, too.
  const auto client = [](const Transaction* txn) { return !txn->system; };
  const auto clients = std::count_if(survey.losers.begin(), survey.losers.end(), client);
  co_return static_cast<uint64_t>(clients) < layout.transactions;
}

Task<bool> Hooks::FindUndo(Thread& thread, Survey& survey, uint32_t i, const TxnHeader& header) {
  Transaction* txn = arena_.New<Transaction>();
  txn->id = header.txn;
  txn->label = header.label;
  txn->system = header.system != 0;
  txn->thread = &thread;
  undo_.Reenter(*txn, i);
  if (header.newest == 0) {
    // It was rolled back, but for this word.
    co_await undo_.SetPhase(thread, LogOf(*txn), TxnPhase::kRolledBack, kRecoverEnded);
    undo_.Leave(*txn);
    co_return true;
  }
  survey.losers.push_back(txn);
  ArenaVector<Made>& undo = LogOf(*txn).undo;
  Lsn later = ~Lsn{0};
  for (uint64_t at = header.newest; at != 0;) {
    if (!params_.layout.IsRecord(at, sizeof(Record))) co_return false;
    co_await nvm_.Read(thread, Category::kLogWork, at, sizeof(Record));
    const Record record = redo_.LoadRecord(at);
    const bool whole =
        Sane(record, at, Kind::kUndo) && record.txn == header.txn && record.lsn < later;
    thread.At({kRecoverUndo, kUndoRecords, static_cast<uint32_t>(record.lsn)});
    co_await Note(thread, EventKind::kCheck,
                  {.tier = Tier::kNvm, .address = at, .size = sizeof record, .a = whole ? 1u : 0u});
    if (!thread.Holds(whole)) co_return false;
    heap_.Found(at, record.bytes());
    ++survey.records;
    survey.bytes += record.bytes();
    undo.push_back({at, record.bytes(), record.lsn});
    later = record.lsn;
    at = record.link;
  }
  std::reverse(undo.begin(), undo.end());
  co_return true;
}

// --- Redo, page by page --------------------------------------------------------------------------

// A bucket's headers lead to ever earlier ones, so this ends whatever the bytes are.
template <class Visit>
Task<bool> Hooks::ForEachPage(Thread& thread, uint32_t bucket, Visit visit) {
  const Layout& layout = params_.layout;
  thread.At({kRecoverPage, kRedoRecords, 0});
  co_await nvm_.Read(thread, Category::kLogWork, layout.BucketAt(bucket), 8);
  uint64_t later = layout.heap();
  for (uint64_t at = redo_.Bucket(bucket); at != 0;) {
    if (!layout.IsPage(at) || at >= later) co_return false;
    co_await nvm_.Read(thread, Category::kLogWork, at, sizeof(PageHeader));
    const PageHeader header = redo_.LoadPage(at);
    if (header.page >= layout.pages || layout.BucketOf(header.page) != bucket) co_return false;
    redo_.Found(at);
    co_await Step(thread, {kRecoverPage, kRedoRecords, HeaderKey(header.page)});
    const bool whole = co_await visit(thread, static_cast<Address>(at));
    if (!whole) co_return false;
    later = at;
    at = header.next;
  }
  co_return true;
}

template <class Visit>
Task<bool> Hooks::ForEachRecord(Thread& thread, Survey& survey, Address at, Visit visit) {
  const PageHeader header = redo_.LoadPage(at);
  uint64_t last = 0;
  Lsn end_lsn = kNoLsn;
  for (uint64_t next = header.first; next != 0;) {
    if (!params_.layout.IsRecord(next, sizeof(Record))) co_return false;
    thread.At({kRecoverPage, kRedoRecords, HeaderKey(header.page)});
    co_await nvm_.Read(thread, Category::kLogWork, next, sizeof(Record));
    const Record record = redo_.LoadRecord(next);
    const bool whole =
        Sane(record, next, Kind::kRedo) && record.page == header.page && record.lsn > end_lsn;
    if (!thread.Holds(whole)) co_return false;
    heap_.Found(next, record.bytes());
    ++survey.records;
    survey.bytes += record.bytes();
    if (record.kind == Kind::kClr) survey.compensated[record.compensates] = true;
    last = next;
    end_lsn = record.lsn;
    next = record.link;
    // A record older than the flushed LSN is at home: its page need not be read.
    if (record.lsn < survey.flushed) continue;
    const bool visited = co_await visit(thread, static_cast<Address>(last), record);
    if (!visited) co_return false;
  }
  co_await redo_.Repair(thread, at, header, last, last != 0 ? end_lsn : header.end_lsn);
  co_return true;
}

Task<bool> Hooks::RedoRecord(Thread& thread, Address at, const Record& record, uint16_t line) {
  const Where step{line, kRedoRecords, static_cast<uint32_t>(record.lsn)};
  uint8_t* image = images_.Take();
  thread.At(step);
  co_await nvm_.Read(thread, Category::kLogWork, at + sizeof record, record.image_bytes());
  nvm_.Load(at + sizeof record, image, record.image_bytes());
  thread.set_txn(record.label);
  const bool redone =
      co_await engine_->recovery().RedoStep(thread, step, ChangeOf(record, image), record.lsn);
  images_.Give(image);
  co_return redone;
}

// Each lane takes the next bucket. Their chains have no page in common.
struct Hooks::RedoWork final : LaneWork {
  RedoWork(Hooks& owner, Survey& found) : hooks(owner), survey(found) {}
  Task<bool> OnLane(Thread& thread) override {
    const uint32_t buckets = hooks.params_.layout.buckets;
    while (next < buckets) {
      const uint32_t bucket = next++;
      thread.Charge(Category::kLogWork, hooks.atomic_ns_);
      co_await Ordered(thread);
      const bool whole = co_await hooks.RedoBucket(thread, survey, bucket);
      if (!whole) co_return false;
    }
    thread.set_txn(0);
    co_return true;
  }
  Hooks& hooks;
  Survey& survey;
  uint32_t next = 0;
};

Task<bool> Hooks::RedoBucket(Thread& thread, Survey& survey, uint32_t bucket) {
  const auto redo = [this](Thread& lane, Address at, const Record& record) {
    return RedoRecord(lane, at, record, kRecoverRedo);
  };
  return ForEachPage(thread, bucket, [this, redo, &survey](Thread& lane, Address page) {
    return ForEachRecord(lane, survey, page, redo);
  });
}

Task<bool> Hooks::Redo(Thread& thread, Survey& survey) {
  RedoWork work(*this, survey);
  const bool whole = co_await lanes_.Run(thread, work);
  if (whole) heap_.EndSearch();
  co_return whole;
}

// --- Redo as one log would have it ---------------------------------------------------------------

// Sorting what is apart by pages: the same records, read once more.
Task<bool> Hooks::FindAll(Thread& thread, Survey& survey) {
  for (uint32_t bucket = 0; bucket < params_.layout.buckets; ++bucket) {
    const auto note = [&survey](Thread&, Address at, const Record& record) -> Task<bool> {
      survey.all.push_back({record.lsn, at});
      co_return true;
    };
    const bool whole = co_await ForEachPage(thread, bucket, [&](Thread& lane, Address page) {
      return ForEachRecord(lane, survey, page, note);
    });
    if (!whole) co_return false;
  }
  std::sort(survey.all.begin(), survey.all.end(),
            [](const Survey::Found& a, const Survey::Found& b) { return a.lsn < b.lsn; });
  heap_.EndSearch();
  co_return true;
}

Task<bool> Hooks::RedoInOrder(Thread& thread, Survey& survey) {
  for (const Survey::Found& found : survey.all) {
    co_await nvm_.Read(thread, Category::kLogWork, found.at, sizeof(Record));
    const bool whole =
        co_await RedoRecord(thread, found.at, redo_.LoadRecord(found.at), kSerialRedo);
    if (!whole) co_return false;
  }
  thread.set_txn(0);
  co_return true;
}

// --- Undo ----------------------------------------------------------------------------------------

// Each lane takes the next loser: records of two that were not committed are never the same.
struct Hooks::UndoWork final : LaneWork {
  UndoWork(Hooks& owner, Survey& found, bool structure)
      : hooks(owner), survey(found), system(structure) {}
  Task<bool> OnLane(Thread& thread) override {
    while (next < survey.losers.size()) {
      Transaction& txn = *survey.losers[next++];
      if (txn.system != system) continue;
      thread.Charge(Category::kLogWork, hooks.atomic_ns_);
      co_await Ordered(thread);
      txn.thread = &thread;
      thread.set_txn(txn.label);
      thread.set_broken(hooks.clients_undo_first_ && !system);
      const bool whole = co_await hooks.UndoLoser(thread, survey, txn);
      thread.set_broken(false);
      if (!whole) co_return false;
    }
    thread.set_txn(0);
    co_return true;
  }
  Hooks& hooks;
  Survey& survey;
  bool system;
  size_t next = 0;
};

// The listing of the first of the two parts of undo that has anything to do.
uint16_t Hooks::UndoLine(const Survey& survey) {
  const auto system = [](const Transaction* txn) { return txn->system; };
  const bool any = std::any_of(survey.losers.begin(), survey.losers.end(), system);
  return any ? kTakeBackRead : kLoserRead;
}

// System transactions, then clients' ones.
Task<bool> Hooks::Undo(Thread& thread, Survey& survey) {
  const bool first = !clients_undo_first_;
  UndoWork structure(*this, survey, first);
  bool whole = co_await lanes_.Run(thread, structure);
  UndoWork clients(*this, survey, !first);
  if (whole) whole = co_await lanes_.Run(thread, clients);
  co_return whole;
}

Task<bool> Hooks::UndoLoser(Thread& thread, Survey& survey, Transaction& txn) {
  TxnLog& log = LogOf(txn);
  const UndoLines& lines = LinesOf(txn);
  BeginUndo(log);
  while (!log.undo.empty()) {
    const Made newest = log.undo.back();
    if (heap_.free_segments() <= params_.spare_segments / 2) co_return false;
    thread.At({lines.read, kUndoRecords, static_cast<uint32_t>(newest.lsn)});
    // The power failed between the CLR and the header's word: it is done, but for that word.
    if (!thread.Holds(!survey.compensated.Find(newest.lsn))) {
      co_await TakeBack(thread, txn);
      continue;
    }
    const bool whole = co_await UndoNewest(thread, txn);
    if (!whole) co_return false;
  }
  co_await undo_.SetPhase(thread, log, TxnPhase::kRolledBack, lines.phase);
  heap_.Release(&log.reserved);
  undo_.Leave(txn);
  co_return true;
}

// Once every page is at home one word says so; then the chains are not needed, and a power cut
// among the buckets changes nothing.
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
  const bool in_order = params_.serial_redo || undo_before_redo_;
  if (in_order) {
    co_await restart.Pass(thread, RecoveryPass::kAnalysis, kSerialFind,
                          [&] { return FindAll(thread, survey); });
  }
  if (undo_before_redo_) {
    thread.set_broken(true);
    co_await restart.Pass(thread, RecoveryPass::kUndo, UndoLine(survey),
                          [&] { return Undo(thread, survey); });
    thread.set_broken(false);
  }
  restart.CountRead(survey.records, survey.bytes);
  co_await restart.Pass(thread, RecoveryPass::kRedo, in_order ? kSerialRedo : kRecoverPage, [&] {
    return in_order ? RedoInOrder(thread, survey) : Redo(thread, survey);
  });
  restart.CountRead(survey.records, survey.bytes);
  if (!undo_before_redo_) {
    co_await restart.Pass(thread, RecoveryPass::kUndo, UndoLine(survey),
                          [&] { return Undo(thread, survey); });
  }
  lanes_.End(thread);
  co_await restart.Pass(thread, RecoveryPass::kFinish, kRecoverPages,
                        [&] { return EmptyTables(thread); });
}

}  // namespace afterimage::base
