// Recovery: undo, and nothing else. All it knows comes from NVM; the home's own repair has come
// before.
//
// Undo can be repeated: it puts before images back, newest first, and pages keep their LSNs, so a
// recovery of a recovery finds the same records to undo and comes to the same bytes. No CLRs are
// needed.
#include <algorithm>

#include "base/flat_map.h"
#include "scheme/systems/nv_wsp/undo_log.h"

namespace afterimage::nvwsp {

// A transaction that has records and has not ended.
struct UndoLog::Loser {
  Transaction txn;
  uint32_t mark = 0;
  uint64_t number = 0;
  Lsn newest = 0;
};

struct UndoLog::Found {
  Lsn lsn = 0;
  uint32_t record = 0;
  Loser* loser = nullptr;
  bool applied = false;  // the page at home has the change
};

struct UndoLog::Survey {
  explicit Survey(Arena& arena)
      : found(ArenaAllocator<Found>(arena)),
        losers(ArenaAllocator<Loser*>(arena)),
        by_mark(arena) {}
  ArenaVector<Found> found;  // by LSN
  ArenaVector<Loser*> losers;
  uint64_t bytes = 0;  // of the records and their images
  FlatMap<Loser*> by_mark;
};

// --- Analysis ------------------------------------------------------------------------------------

// LSNs of the life that the power cut ended may be on pages without any record: new ones begin
// beyond them.
Task<bool> UndoLog::ReadAnchors(Thread& thread) {
  thread.At({kRecoverAnchors, kMarks, 0});
  uint64_t super[3];
  nvm_.Load(Layout::kSuper, super, sizeof super);
  co_await nvm_.Read(thread, Category::kLogWork, Layout::kSuper,
                     (2 + layout_.marks()) * kLineBytes);
  const bool known = super[0] == kMagic &&
                     super[1] == (uint64_t{layout_.records} << 32 | layout_.clients) &&
                     super[2] == (uint64_t{layout_.image_bytes} << 32 | layout_.installs);
  for (uint32_t i = 0; i < layout_.marks(); ++i) ended_[i] = nvm_.LoadWord(layout_.Mark(i));
  const uint64_t epoch = nvm_.LoadWord(Layout::kEpoch) + 1;
  const bool sane = thread.Holds(known) && epoch > 0 && epoch >> (63 - kEpochShift) == 0;
  co_await Note(thread, EventKind::kCheck,
                {.tier = Tier::kNvm, .address = Layout::kSuper, .a = sane ? 1u : 0u});
  if (!sane) co_return false;
  thread.At({kRecoverEpoch, kMarks, 0});
  co_await nvm_.StoreAndFlush(thread, Category::kLogWork, Layout::kEpoch, &epoch, sizeof epoch,
                              Access::kPrivate, {kRecoverEpochBack, kMarks, 0});
  next_lsn_ = (epoch << kEpochShift) + 1;
  co_return true;
}

// False for bytes that no transaction can have written.
bool UndoLog::Plausible(const UndoRecord& record) const {
  return record.change < static_cast<uint8_t>(ChangeKind::kCount) &&
         record.page < engine_->page_limit() && record.bytes <= layout_.image_bytes &&
         record.lsn != kNoLsn && record.lsn < next_lsn_;
}

void UndoLog::NoteRecord(Survey& survey, uint32_t i, const UndoRecord& record) {
  Loser*& loser = survey.by_mark[record.mark()];
  if (!loser) {
    loser = arena_.New<Loser>();
    loser->mark = record.mark();
    loser->number = record.number();
    loser->txn.label = record.label;
    loser->txn.system = layout_.OfSystem(loser->mark);
    survey.losers.push_back(loser);
  }
  loser->newest = std::max(loser->newest, record.lsn);
  survey.bytes += sizeof record + (record.inlined() ? 0 : record.bytes);
  Found found;
  found.lsn = record.lsn;
  found.record = i;
  found.loser = loser;
  survey.found.push_back(found);
}

// Every record, in no order: which of them count is for the marks to say.
Task<bool> UndoLog::Scan(Thread& thread, Survey& survey) {
  for (uint32_t i = 0; i < layout_.records; ++i) {
    UndoRecord record;
    thread.At({kRecoverScan, kUndoLog, i});
    co_await nvm_.Read(thread, Category::kLogWork, layout_.Record(i), sizeof record);
    nvm_.Load(layout_.Record(i), &record, sizeof record);
    const bool live = record.mark() < layout_.marks() &&
                      thread.Holds(record.number() == ended_[record.mark()] + 1);
    if (!live) {
      records_.GiveBack(i);
      continue;
    }
    thread.At({kRecoverScan, kUndoLog, static_cast<uint32_t>(record.lsn)});
    thread.set_txn(record.label);
    co_await Note(thread, EventKind::kCheck,
                  {.tier = Tier::kNvm, .address = layout_.Record(i), .size = kLineBytes, .a = 1});
    if (!Plausible(record)) co_return false;
    NoteRecord(survey, i, record);
    thread.At({kRecoverHas, kDiskStructure, record.page});
    const Lsn home = home_.PageLsn(thread, record.page);
    co_await nvm_.AwaitReads(thread);
    const bool applied = thread.Holds(home >= record.lsn);
    survey.found.back().applied = applied;
    co_await Note(thread, EventKind::kCheck,
                  {.tier = Tier::kNvm,
                   .address = home_.address(record.page),
                   .size = 8,
                   .a = applied ? 1u : 0u});
  }
  thread.set_txn(0);
  for (uint32_t i = 0; i < layout_.marks(); ++i) {
    if (!survey.by_mark.Find(i)) MarksFor(layout_.OfSystem(i)).GiveBack(i);
  }
  std::sort(survey.found.begin(), survey.found.end(), [](const Found& a, const Found& b) {
    return a.lsn != b.lsn ? a.lsn < b.lsn : a.record < b.record;
  });
  co_return true;
}

Task<bool> UndoLog::Analysis(Thread& thread, Survey& survey) {
  if (!co_await ReadAnchors(thread)) co_return false;
  const bool whole = co_await Scan(thread, survey);
  co_return whole;
}

// --- Undo ----------------------------------------------------------------------------------------

Task<bool> UndoLog::UndoFound(Thread& thread, const Found& found) {
  auto* image = static_cast<uint8_t*>(arena_.AllocatePooled(layout_.image_bytes));
  UndoRecord record;
  const Change change = ReadChange(thread, found.record, &record, image);
  co_await nvm_.AwaitReads(thread);
  thread.set_txn(record.label);
  co_await Step(thread, {kRecoverUndo, kUndoLog, static_cast<uint32_t>(record.lsn)});
  const bool whole =
      co_await engine_->recovery().Undo(thread, found.loser->txn, change, record.lsn);
  arena_.Recycle(image, layout_.image_bytes);
  thread.set_txn(0);
  co_return whole;
}

// Structure changes are undone, and have ended, before anything else is undone: what comes then
// walks the trees and may split nodes again.
Task<bool> UndoLog::Undo(Thread& thread, Survey& survey) {
  bool whole = co_await UndoLosers(thread, survey, true);
  if (whole) whole = co_await UndoLosers(thread, survey, false);
  co_return whole;
}

Task<bool> UndoLog::UndoLosers(Thread& thread, Survey& survey, bool system) {
  for (size_t i = survey.found.size(); i-- > 0;) {
    const Found& found = survey.found[i];
    if (found.loser->txn.system != system || !found.applied) continue;
    if (!system && (records_.free() < structure_slack_ || system_marks_.free() == 0))
      co_return false;
    const bool whole = co_await UndoFound(thread, found);
    if (!whole) co_return false;
  }
  if (Mutated(kMarkBeforeUndo)) {
    thread.set_broken(true);
    co_await EndLosers(thread, survey, system);
    thread.set_broken(false);
    co_await SendAllHome(thread, kRecoverForce);
    co_return true;
  }
  co_await SendAllHome(thread, kRecoverForce);
  co_await EndLosers(thread, survey, system);
  co_return true;
}

// The latest first: a transaction that rests on another's early release must not be left to be
// undone alone.
Task<void> UndoLog::EndLosers(Thread& thread, Survey& survey, bool system) {
  std::sort(survey.losers.begin(), survey.losers.end(), [](const Loser* a, const Loser* b) {
    return a->newest != b->newest ? a->newest > b->newest : a->mark < b->mark;
  });
  for (const Loser* loser : survey.losers) {
    if (loser->txn.system != system) continue;
    thread.set_txn(loser->txn.label);
    co_await SetMark(thread, loser->mark, loser->number, {kRecoverMark, kRecoverMarkBack});
    ended_[loser->mark] = loser->number;
    MarksFor(system).GiveBack(loser->mark);
  }
  for (const Found& found : survey.found) {
    if (found.loser->txn.system == system) records_.GiveBack(found.record);
  }
  thread.set_txn(0);
}

// --- The passes ----------------------------------------------------------------------------------

Task<void> UndoLog::OnRecover(Thread& thread, Restart& restart) {
  auto& survey = *arena_.New<Survey>(arena_);
  co_await restart.Pass(thread, RecoveryPass::kAnalysis, kRecoverAnchors,
                        [&] { return Analysis(thread, survey); });
  restart.CountRead(survey.found.size(), survey.bytes);
  co_await restart.Pass(thread, RecoveryPass::kUndo, kRecoverUndo,
                        [&] { return Undo(thread, survey); });
}

}  // namespace afterimage::nvwsp
