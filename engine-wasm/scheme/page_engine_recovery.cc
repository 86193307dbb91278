#include <algorithm>

#include "db/apply_change.h"
#include "log/change_header.h"
#include "scheme/page_engine.h"

namespace afterimage {

// --- Recovery ------------------------------------------------------------------------------------

Task<bool> PageEngine::ReadCatalog(Thread& thread) {
  Frame* frame = co_await pool_.Fix(thread, kCatalogPage);
  if (!frame) co_return false;
  const SlottedPage page(pool_.View(frame));
  bool whole = true;
  Value value;
  if (hashed()) {
    whole = page.ReadValue(page.Find(kCatalogKey), &value) && value.number() == params_.heap_pages;
  }
  for (uint32_t table = 0; whole && !hashed() && table < schema_.table_count(); ++table) {
    CatalogEntry entry;
    whole = page.ReadValue(page.Find(table), &value) && value.size == sizeof entry;
    if (!whole) break;
    std::memcpy(&entry, value.bytes, sizeof entry);
    const TableInfo& info = schema_.table(static_cast<TableId>(table));
    whole = entry.value_bytes == info.value_bytes && entry.indexes == info.indexes();
    for (uint32_t index = 0; whole && index < entry.indexes; ++index) {
      OpenTree(table, index, entry.root[index]);
    }
  }
  pool_.Unfix(thread, frame);
  co_return whole;
}

Task<RecoveryReport> PageEngine::Recover(Thread& thread) {
  Restart restart(thread);
  recovering_ = true;
  co_await restart.Prepare(thread, RecoveryPass::kRepair, [&] { return home_.Repair(thread); });
  co_await restart.Prepare(thread, RecoveryPass::kOpen, [&] { return ReadCatalog(thread); });
  co_await hooks_.OnRecover(thread, restart);
  recovering_ = !restart.whole();
  co_return restart.Report();
}

// --- For hooks ---------------------------------------------------------------------------------

Task<Frame*> PageEngine::Latch(Thread& thread, PageId page) {
  thread.Execute(Category::kBufferPool, pool_.fix_ns());
  co_await Ordered(thread);
  Frame* frame = pool_.TryFix(page);
  if (!frame) frame = co_await pool_.Bring(thread, page);
  if (frame) co_await Latch::Acquire(thread, frame->latch, Category::kBufferPool);
  co_return frame;
}

bool PageEngine::Apply(Frame* frame, const Change& change, Lsn lsn) {
  PageView view = pool_.View(frame);
  if (!ApplyChange(view, change)) return false;
  view.set_page_lsn(lsn);
  pool_.MarkDirty(frame, lsn);
  pool_.CountChange(frame);
  if constexpr (kTraced) NoteChanged(frame->page);
  return true;
}

void PageEngine::NoteChanged(PageId page) {
  changed_.erase(std::remove(changed_.begin(), changed_.end(), page), changed_.end());
  if (page > kAllocatorPage || hashed()) changed_.push_back(page);
}

Task<bool> PageEngine::Undo(Thread& thread, Transaction& txn, const Change& change, Lsn lsn) {
  const bool entry =
      change.kind == ChangeKind::kEntryInsert || change.kind == ChangeKind::kEntryErase;
  Frame* frame = nullptr;
  if (entry && !txn.system) {
    if (!HasTree(change.table, change.index)) co_return false;
    // The entry may have moved: undo goes to where it belongs now.
    undoing_ |= uint64_t{1} << (thread.id() % 64);
    frame = co_await Tree(change.table, change.index)
                .LatchLeaf(thread, change.key, change.kind == ChangeKind::kEntryErase);
    undoing_ &= ~(uint64_t{1} << (thread.id() % 64));
  } else {
    frame = co_await Latch(thread, change.page);
  }
  if (!frame) co_return false;
  Change inverse = change.Inverse();
  inverse.page = frame->page;
  pool_.MarkDirty(frame, hooks_.NextLsn());
  const Lsn clr = co_await hooks_.OnCompensate(thread, txn, inverse, lsn, *frame);
  const bool applied = Apply(frame, inverse, clr);
  ++counters_.clrs;
  co_await Unlatch(thread, frame);
  co_return applied;
}

Task<bool> PageEngine::UndoStep(Thread& thread, Where step, Transaction& txn, const Change& change,
                                Lsn lsn) {
  if (!NeedsUndo(change)) co_return true;
  co_await Step(thread, step, {.a = static_cast<uint32_t>(lsn)});
  const auto outcome = co_await Undo(thread, txn, change, lsn);
  co_return outcome;
}

Task<Frame*> PageEngine::LatchForRedo(Thread& thread, const Change& change) {
  Frame* frame = co_await Latch(thread, change.page);
  if (frame || change.kind != ChangeKind::kBytes || change.before.size > 0) co_return frame;
  frame = co_await pool_.Create(thread, change.page);
  co_await Latch::Acquire(thread, frame->latch, Category::kBufferPool);
  pool_.View(frame).Clear(0, PageKind::kSlotted);
  co_return frame;
}

Task<bool> PageEngine::RedoLatched(Thread& thread, Where step, Frame* frame, const Change& change,
                                   Lsn lsn) {
  thread.At(step);
  const Lsn page_lsn = pool_.View(frame).page_lsn();
  const bool needed = thread.Holds(page_lsn < lsn);
  co_await Note(thread, needed ? EventKind::kRedo : EventKind::kRedoSkip,
                {.tier = Tier::kDram,
                 .address = frame->address,
                 .a = frame->page,
                 .b = static_cast<uint32_t>(page_lsn)});
  const bool applied = !needed || Apply(frame, change, lsn);
  co_await Unlatch(thread, frame);
  co_return applied;
}

Task<bool> PageEngine::RedoStep(Thread& thread, Where step, const Change& change, Lsn lsn) {
  thread.At(step);
  Frame* frame = co_await LatchForRedo(thread, change);
  if (!frame) co_return false;
  const auto redone = co_await RedoLatched(thread, step, frame, change, lsn);
  co_return redone;
}

Task<bool> PageEngine::Restore(Thread& thread, PageId page, const uint8_t* bytes, Lsn lsn) {
  Frame* frame = co_await pool_.Create(thread, page);
  co_await Latch::Acquire(thread, frame->latch, Category::kBufferPool);
  PageView view = pool_.View(frame);
  view.Write(0, bytes, params_.page_bytes);
  const bool whole = view.id() == page && PageWellFormed(view);
  view.set_page_lsn(lsn);
  pool_.MarkDirty(frame, lsn);
  pool_.CountChange(frame);
  co_await Unlatch(thread, frame);
  co_return whole;
}

Lsn PageEngine::OldestFirstLsn(Lsn otherwise) const {
  Lsn oldest = otherwise;
  for (const Transaction* txn = active_.first(); txn; txn = txn->next) {
    if (txn->first_lsn != kNoLsn && txn->first_lsn < oldest) oldest = txn->first_lsn;
  }
  return oldest;
}

void PageEngine::SawTransaction(TxnId txn) {
  if (txn >= next_system_) next_system_ = txn + 1;
}

}  // namespace afterimage
