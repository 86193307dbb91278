// Recovery (section 4.6): from log_head to log_tail, across entries whose bit is not set. All it
// knows comes from the devices.
#include <algorithm>

#include "scheme/page_engine/transaction_table.h"
#include "scheme/systems/nv_logging/log.h"

namespace afterimage::nvlog {

struct Log::Found {
  ObjectHeader header;
  const uint8_t* images;
};

// The findings of analysis: the valid objects in LSN order, the losers, and the updates that a CLR
// has undone.
struct Log::Survey {
  Survey(Arena& arena, PageParts& engine)
      : objects(ArenaAllocator<Found>(arena)), transactions(arena, engine), compensated(arena) {}
  ArenaVector<Found> objects;
  TransactionTable transactions;
  FlatMap<bool> compensated;
  uint64_t bytes = 0;  // of the objects

  // Returns the LSN behind the last of them, or `head` if there is none.
  Lsn end(Lsn head) const {
    return objects.empty() ? head : objects.back().header.lsn + objects.back().header.span;
  }
};

// --- Analysis ------------------------------------------------------------------------------------

// Returns true if the entry marks an object as valid and the object is as it should be.
bool Log::ReadObject(Thread& thread, Lsn lsn, Found* found) {
  if (!ring_.HasStateBit(thread, lsn)) return false;
  ObjectHeader& header = found->header;
  nvm_.ChargeLoad(thread, Category::kLogWork, layout_.Object(lsn), kLineBytes);
  nvm_.Load(layout_.Object(lsn), &header, sizeof header);
  if (layout_.object_has_bit() && !thread.Holds(header.state == 1)) return false;
  if (!thread.Holds(header.lsn == lsn) || header.kind >= Kind::kCount) return false;
  if (header.kind == Kind::kClr && header.compensates >= lsn) return false;
  const bool change = header.kind == Kind::kUpdate || header.kind == Kind::kClr;
  const uint32_t images_bytes = change ? uint32_t{header.before_bytes} + header.after_bytes : 0;
  const uint32_t span = layout_.Span(kLineBytes + images_bytes);
  if (header.span != span || lsn % layout_.entries + span > layout_.entries ||
      lsn + span > ring_.tail())
    return false;
  found->images = nullptr;
  if (!change) return true;
  if (header.change >= static_cast<uint8_t>(ChangeKind::kCount) ||
      header.page >= engine_->page_limit())
    return false;
  auto* images = static_cast<uint8_t*>(arena_.Allocate(images_bytes));
  nvm_.ChargeLoad(thread, Category::kLogWork, layout_.Object(lsn) + kLineBytes, images_bytes);
  nvm_.Load(layout_.Object(lsn) + kLineBytes, images, images_bytes);
  found->images = images;
  return true;
}

Task<bool> Log::Analysis(Thread& thread, Survey& survey) {
  const bool sane = co_await ring_.Open(thread);
  if (!sane) co_return false;
  archive_.Open(ring_.head());
  co_await ring_.ClearOutside(thread);
  co_await ScanRing(thread, survey);
  // Entries behind the last valid object were used up by what a crash caught unpersisted. Giving
  // them back keeps a crash in undo from eating the room for undo. No page on disk can bear their
  // LSNs: the write gate had made those objects valid.
  co_await ring_.TrimTail(thread, survey.end(ring_.head()));
  co_return true;
}

Task<void> Log::ScanRing(Thread& thread, Survey& survey) {
  for (Lsn lsn = ring_.head(); lsn < ring_.tail(); ++lsn) {
    Found found;
    thread.At({kRecoverScan, kRing, static_cast<uint32_t>(lsn)});
    const bool valid = ReadObject(thread, lsn, &found);
    co_await nvm_.AwaitReads(thread);
    thread.At({kRecoverScan, kRing, static_cast<uint32_t>(lsn)});
    thread.set_txn(valid ? found.header.label : 0);
    co_await Note(
        thread, EventKind::kCheck,
        {.tier = Tier::kNvm, .address = layout_.Entry(lsn), .size = 8, .a = valid ? 1u : 0u});
    if (!valid) continue;
    const ObjectHeader& header = found.header;
    survey.objects.push_back(found);
    survey.bytes += header.bytes();
    const bool ends = header.kind == Kind::kCommit || header.kind == Kind::kAbort;
    TransactionTable::NoteRecord(
        survey.transactions.Entry(header.txn, header.label, header.system != 0), lsn, ends);
    if (header.kind == Kind::kClr) survey.compensated[header.compensates] = true;
  }
  thread.set_txn(0);
}

// --- Redo and undo -------------------------------------------------------------------------------

Task<bool> Log::Redo(Thread& thread, Survey& survey) {
  for (const Found& found : survey.objects) {
    if (!found.images) continue;
    const ObjectHeader& header = found.header;
    thread.set_txn(header.label);
    const Where step{kRecoverRedo, kObjects, static_cast<uint32_t>(header.lsn)};
    const Change change = ChangeOf(header, found.images);
    if (!co_await engine_->recovery().RedoStep(thread, step, change, header.lsn)) co_return false;
  }
  thread.set_txn(0);
  co_return true;
}

// Structure changes first: the undo of index entries walks the trees.
Task<bool> Log::Undo(Thread& thread, Survey& survey) {
  bool done = co_await UndoLosers(thread, survey, true);
  if (done) done = co_await UndoLosers(thread, survey, false);
  co_return done;
}

Task<bool> Log::UndoLosers(Thread& thread, Survey& survey, bool system) {
  for (size_t i = survey.objects.size(); i-- > 0;) {
    const Found& found = survey.objects[i];
    const ObjectHeader& header = found.header;
    if (header.kind != Kind::kUpdate || (header.system != 0) != system) continue;
    thread.At({kRecoverClr, kObjects, static_cast<uint32_t>(header.lsn)});
    if (!thread.Holds(survey.transactions.Lost(header.txn)) ||
        !thread.Holds(!survey.compensated.Find(header.lsn)))
      continue;
    if (FreeEntries() < std::max(WorstEntries(), 2 * uint32_t{header.span} - 1)) co_return false;
    Transaction& txn = *survey.transactions.Find(header.txn);
    thread.set_txn(header.label);
    const Change change = ChangeOf(header, found.images);
    if (!co_await engine_->recovery().UndoStep(thread, {kRecoverClr, kBufferStructure, change.page},
                                               txn, change, header.lsn))
      co_return false;
  }
  for (Transaction* txn : survey.transactions.entries()) {
    if (!TransactionTable::Lost(*txn) || txn->system != system) continue;
    if (FreeEntries() < 1) co_return false;
    thread.set_txn(txn->label);
    co_await InsertEnd(thread, {kRecoverEnd, 0, 0}, *txn, Kind::kAbort);
    OnEnd(*txn);
  }
  thread.set_txn(0);
  co_return true;
}

// --- The passes ----------------------------------------------------------------------------------

Task<void> Log::EmptyRing(Thread& thread) {
  const Lsn end = ring_.tail();
  co_await engine_->pool().WriteOlderThan(thread, end);
  co_await archive_.CopyUpTo(thread, end);
  if (ring_.head() == end) co_return;
  co_await ring_.MoveHead(
      thread, end, {kRecoverTail, kRecoverHead, kRecoverHeadBack, kRecoverClear, kRecoverClear});
}

Task<void> Log::OnRecover(Thread& thread, Restart& restart) {
  auto& survey = *arena_.New<Survey>(arena_, *engine_);
  co_await restart.Pass(thread, RecoveryPass::kAnalysis, kRecoverAnchors,
                        [&] { return Analysis(thread, survey); });
  restart.CountRead(survey.objects.size(), survey.bytes);
  co_await restart.Pass(thread, RecoveryPass::kRedo, kRecoverRedo,
                        [&] { return Redo(thread, survey); });
  co_await restart.Pass(thread, RecoveryPass::kUndo, kRecoverClr,
                        [&] { return Undo(thread, survey); });
  co_await restart.Pass(thread, RecoveryPass::kFinish, kRecoverPages,
                        [&] { return EmptyRing(thread); });
}

}  // namespace afterimage::nvlog
