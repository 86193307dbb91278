// Undo, page by page: the before image goes back, and with it the LSN that the page had before.
#include "scheme/systems/berkeley_db/page_log.h"

namespace afterimage::berkeley {

Task<void> PageLog::OnAbort(Thread& thread, Transaction& txn) {
  txn.undo_next_lsn = txn.last_lsn;
  while (txn.undo_next_lsn != kNoLsn) {
    const bool whole = co_await UndoNext(thread, txn);
    AI_CHECK(whole || image_left_out_);
    if (!whole) co_return;
  }
}

Task<bool> PageLog::UndoNext(Thread& thread, Transaction& txn) {
  Undoing undoing[StructureChange::kMostRecords];
  uint32_t count = 0;
  bool whole = true, more = true;
  while (whole && more && count < StructureChange::kMostRecords) {
    Undoing& next = undoing[count++];
    next.images = images_.Take();
    whole = co_await ReadBack(thread, txn, &next);
    // The first record of a structure change takes the pages.
    more = next.header.system != 0 && next.header.page != kAllocatorPage &&
           txn.undo_next_lsn != kNoLsn && !engine_->recovery().under_way();
  }
  if (whole) whole = co_await LatchPages(thread, undoing, count);
  if (whole) whole = co_await TakeBack(thread, undoing, count);
  for (uint32_t i = 0; i < count; ++i) {
    if (undoing[i].latched_here) co_await engine_->pages().Unlatch(thread, undoing[i].frame);
    images_.Give(undoing[i].images);
  }
  co_return whole;
}

Task<bool> PageLog::ReadBack(Thread& thread, Transaction& txn, Undoing* undoing) {
  const Lsn lsn = txn.undo_next_lsn;
  const bool recovery = engine_->recovery().under_way();
  co_await Step(
      thread,
      {recovery ? aries::kRecoverUndo : aries::kAbortRead, kLogFile, static_cast<uint32_t>(lsn)},
      {.a = static_cast<uint32_t>(lsn)});
  RecordHeader& header = undoing->header;
  const bool read = co_await log_.ReadRecord(thread, lsn, &header, undoing->images);
  if (!read || header.txn != txn.id || header.kind != RecordKind::kUpdate) co_return false;
  txn.undo_next_lsn = header.prev_lsn;
  co_return header.prev_lsn < lsn&& header.undo_next_lsn < lsn&& header.page <
      engine_->page_limit();
}

Task<bool> PageLog::LatchPages(Thread& thread, Undoing* undoing, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    Undoing& each = undoing[i];
    if (!NeedsUndo(ChangeOf(each.header, each.images))) continue;
    for (uint32_t j = 0; j < i && !each.frame; ++j) {
      if (undoing[j].frame && undoing[j].header.page == each.header.page)
        each.frame = undoing[j].frame;
    }
    if (each.frame) continue;
    each.frame = co_await engine_->pages().Latch(thread, each.header.page);
    if (!each.frame) co_return false;
    each.latched_here = true;
  }
  co_return true;
}

// Outside of recovery the pages hold all of it, and the last thing that happened to each of them
// was this. In recovery a page has the change if it has its LSN.
Task<bool> PageLog::TakeBack(Thread& thread, Undoing* undoing, uint32_t count) {
  BufferPool& pool = engine_->pool();
  const bool recovery = engine_->recovery().under_way();
  bool lsn_back = true;
  for (uint32_t i = 0; i < count; ++i) {
    Undoing& each = undoing[i];
    if (!each.frame) continue;
    const auto lsn = static_cast<uint32_t>(each.header.lsn);
    if (recovery) {
      thread.At({aries::kRecoverRestore, kLogFile, lsn});
      const Lsn page_lsn = pool.View(each.frame).page_lsn();
      if (!thread.Holds(page_lsn == each.header.lsn)) {
        co_await Note(thread, EventKind::kRedoSkip,
                      {.tier = Tier::kDram,
                       .address = each.frame->address,
                       .a = each.frame->page,
                       .b = static_cast<uint32_t>(page_lsn)});
        co_return true;
      }
    }
    co_await PageRecovery::NoteUndo(
        thread, {recovery ? aries::kRecoverRestore : aries::kAbortRestore, kLogFile, lsn},
        *each.frame, each.header.undo_next_lsn);
    if (recovery) continue;
    lsn_back = thread.Does(kAbortLsn);
    co_await Step(thread, {kAbortLsn, kBufferStructure, each.frame->page});
  }
  co_await Ordered(thread);
  bool applied = true;
  for (uint32_t i = 0; i < count; ++i) {
    const Undoing& each = undoing[i];
    if (!each.frame) continue;
    const Change inverse = ChangeOf(each.header, each.images).Inverse();
    const Lsn before = lsn_back ? each.header.undo_next_lsn : pool.View(each.frame).page_lsn();
    pool.MarkDirty(each.frame, log_.next_lsn());
    applied = engine_->pages().Apply(each.frame, inverse, before) && applied;
  }
  if (count > 1) engine_->records().ForgetPlaces();
  co_return applied;
}

}  // namespace afterimage::berkeley
