#include "scheme/page_engine/page_recovery.h"

#include "db/pages/apply_change.h"
#include "log/change_header.h"

namespace afterimage {
namespace {

// The record that is updated has no slot on the page.
bool LacksRecord(const PageView& view, const Change& change) {
  return change.kind == ChangeKind::kUpdate && view.kind() == PageKind::kSlotted &&
         change.slot >= SlottedPage(view).slots();
}

}  // namespace

Task<Frame*> PageRecovery::LatchForRedo(Thread& thread, const Change& change) {
  Frame* frame = co_await pages_.Latch(thread, change.page);
  if (frame || change.kind != ChangeKind::kBytes || change.before.size > 0) co_return frame;
  frame = co_await pages_.pool().Create(thread, change.page);
  co_await Latch::Acquire(thread, frame->latch, Category::kBufferPool);
  pages_.pool().View(frame).Clear(0, PageKind::kSlotted);
  co_return frame;
}

Task<bool> PageRecovery::RedoLatched(Thread& thread, Where step, Frame* frame, const Change& change,
                                     Lsn lsn) {
  thread.At(step);
  const Lsn page_lsn = pages_.pool().View(frame).page_lsn();
  const bool needed = thread.Holds(page_lsn < lsn);
  co_await Note(thread, needed ? EventKind::kRedo : EventKind::kRedoSkip,
                {.tier = Tier::kDram,
                 .address = frame->address,
                 .a = frame->page,
                 .b = static_cast<uint32_t>(page_lsn)});
  const bool applied = !needed || pages_.Apply(frame, change, lsn);
  co_await pages_.Unlatch(thread, frame);
  co_return applied;
}

Task<bool> PageRecovery::RedoStep(Thread& thread, Where step, const Change& change, Lsn lsn) {
  thread.At(step);
  Frame* frame = co_await LatchForRedo(thread, change);
  if (!frame) co_return false;
  const auto redone = co_await RedoLatched(thread, step, frame, change, lsn);
  co_return redone;
}

Task<bool> PageRecovery::Restore(Thread& thread, PageId page, const uint8_t* bytes, Lsn lsn) {
  BufferPool& pool = pages_.pool();
  Frame* frame = co_await pool.Create(thread, page);
  co_await Latch::Acquire(thread, frame->latch, Category::kBufferPool);
  PageView view = pool.View(frame);
  view.Write(0, bytes, view.size());
  const bool whole = view.id() == page && PageWellFormed(view);
  view.set_page_lsn(lsn);
  pool.MarkDirty(frame, lsn);
  pool.CountChange(frame);
  co_await pages_.Unlatch(thread, frame);
  co_return whole;
}

Task<bool> PageRecovery::Undo(Thread& thread, Transaction& txn, const Change& change, Lsn lsn,
                              bool physical) {
  const bool entry =
      change.kind == ChangeKind::kEntryInsert || change.kind == ChangeKind::kEntryErase;
  const bool logical = entry && !txn.system && !physical;
  const bool in_place = in_place_ && logical;
  Frame* frame = nullptr;
  if (logical && !in_place)
    frame = co_await records_.LatchLeafOf(thread, change);
  else
    frame = co_await pages_.Latch(thread, change.page);
  if (!frame) co_return false;
  if (LacksRecord(pages_.pool().View(frame), change)) {
    co_await pages_.Unlatch(thread, frame);
    const auto known = co_await hooks_.OnNeverMade(thread, txn);
    co_return known;
  }
  Change inverse = change.Inverse();
  inverse.page = frame->page;
  co_await Ordered(thread);
  pages_.pool().MarkDirty(frame, hooks_.NextLsn());
  thread.set_broken(in_place);
  const Lsn clr = co_await hooks_.OnCompensate(thread, txn, inverse, lsn, *frame);
  thread.set_broken(false);
  co_await InTurn(thread);
  // There may be no room in place: then the entry is lost, too.
  const bool applied = pages_.Apply(frame, inverse, clr) || in_place;
  ++clrs_;
  co_await pages_.Unlatch(thread, frame);
  co_return applied;
}

Task<bool> PageRecovery::UndoStep(Thread& thread, Where step, Transaction& txn,
                                  const Change& change, Lsn lsn) {
  if (!NeedsUndo(change)) co_return true;
  co_await Step(thread, step, {.a = static_cast<uint32_t>(lsn)});
  const auto outcome = co_await Undo(thread, txn, change, lsn);
  co_return outcome;
}

}  // namespace afterimage
