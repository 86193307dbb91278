// Restart in three passes: analysis finds out who lost and what was dirty, redo repeats history,
// undo rolls the losers back. All it knows comes from the devices, and it may be cut off anywhere
// and start again.
#include <algorithm>

#include "scheme/shared/central_log/aries_log.h"
#include "scheme/shared/central_log/checkpoint_tables.h"

namespace afterimage::aries {

// The findings of analysis.
struct AriesLog::Tables {
  Tables(Arena& arena, PageParts& engine)
      : transactions(arena, engine),
        dirty(arena),
        pages(ArenaAllocator<PageId>(arena)),
        torn(arena) {}
  TransactionTable transactions;
  FlatMap<Lsn> dirty;         // rec_lsn by page
  ArenaVector<PageId> pages;  // the dirty ones, in the order they were found
  FlatMap<bool> torn;         // cannot be read, and no image has come yet
  uint32_t torn_pages = 0;
  Lsn redo_from = ~Lsn{0};
  Lsn end = 0;
  uint64_t records = 0;
  uint64_t record_bytes = 0;

  void Dirty(PageId page, Lsn rec_lsn) {
    Lsn& known = dirty[page];
    if (known == kNoLsn) pages.push_back(page);
    if (known == kNoLsn || rec_lsn < known) known = rec_lsn;
    redo_from = std::min(redo_from, rec_lsn);
  }
};

// --- Analysis ------------------------------------------------------------------------------------

void AriesLog::LoadTable(const RecordHeader& header, const uint8_t* images, Tables& tables) {
  for (uint32_t at = 0; at + 16 <= header.after_bytes; at += 16) {
    if (header.table == kDirtyPageTable) {
      DirtyPageEntry entry;
      std::memcpy(&entry, images + at, sizeof entry);
      if (entry.page < engine_->page_limit()) tables.Dirty(entry.page, entry.rec_lsn);
      continue;
    }
    TransactionEntry entry;
    std::memcpy(&entry, images + at, sizeof entry);
    // The scan's entry for it is newer.
    if (tables.transactions.Find(entry.txn)) continue;
    tables.transactions.Entry(entry.txn, entry.label, entry.system != 0).last_lsn = entry.last_lsn;
  }
}

void AriesLog::Analyse(const RecordHeader& header, const uint8_t* images, Tables& tables) {
  if (header.kind == RecordKind::kCheckpointTable) return LoadTable(header, images, tables);
  if (header.txn == 0) return;
  const bool ends = header.kind == RecordKind::kCommit || header.kind == RecordKind::kAbort;
  TransactionTable::NoteRecord(
      tables.transactions.Entry(header.txn, header.label, header.system != 0), header.lsn, ends);
  const bool page = header.changes_page() || header.kind == RecordKind::kPageImage;
  if (page && header.page < engine_->page_limit() && !tables.dirty.Find(header.page))
    tables.Dirty(header.page, header.lsn);
}

Task<bool> AriesLog::Analysis(Thread& thread, Tables& tables) {
  LogMaster master;
  if (!co_await log_.ReadMaster(thread, &master)) co_return false;
  if (!co_await ScanLog(thread, master, tables)) co_return false;
  TakeTables(tables);
  co_await log_.Continue(thread, master, tables.end);
  last_checkpoint_ = master.checkpoint_lsn;
  co_return true;
}

// Scans from the last checkpoint on, or from the first record if there is none.
Task<bool> AriesLog::ScanLog(Thread& thread, const LogMaster& master, Tables& tables) {
  uint8_t* images = images_.Take();
  Lsn lsn = master.checkpoint_lsn != kNoLsn ? master.checkpoint_lsn : master.first_lsn;
  uint32_t epoch = 0;
  for (RecordHeader header;;) {
    thread.At({kRecoverAnalysis, kLogFile, static_cast<uint32_t>(lsn)});
    const bool valid = co_await log_.ScanToEnd(thread, lsn, master, epoch, &header, images);
    thread.At({kRecoverAnalysis, kLogFile, static_cast<uint32_t>(lsn)});
    thread.set_txn(valid ? header.label : 0);
    const DevicePlace place = log_.file().PlaceOf(log_.FileOffset(lsn));
    co_await Note(thread, EventKind::kCheck,
                  {.tier = place.tier,
                   .address = place.address,
                   .size = sizeof header,
                   .a = valid ? 1u : 0u});
    if (!valid) break;
    epoch = header.epoch;
    ++tables.records;
    tables.record_bytes += header.size();
    Analyse(header, images, tables);
    lsn = log_.Behind(lsn, header.size(), header.kind == RecordKind::kPad);
  }
  thread.set_txn(0);
  tables.end = lsn;
  images_.Give(images);
  // A checkpoint that restart relies on must be there.
  co_return master.checkpoint_lsn == kNoLsn || tables.records > 0;
}

// Undo of a loser begins at its last record. The interface shows what was found until redo and undo
// are done with it.
void AriesLog::TakeTables(const Tables& tables) {
  for (Transaction* txn : tables.transactions.entries()) {
    if (!TransactionTable::Lost(*txn)) continue;
    txn->undo_next_lsn = txn->last_lsn;
    losers_.push_back(txn);
  }
  for (const PageId page : tables.pages)
    awaiting_redo_.push_back({page, 0, *tables.dirty.Find(page)});
}

// --- Redo ----------------------------------------------------------------------------------------

Task<bool> AriesLog::Redo(Thread& thread, Tables& tables) {
  uint8_t* images = images_.Take();
  bool whole = true;
  for (Lsn lsn = tables.redo_from; whole && lsn < tables.end;) {
    RecordHeader header;
    thread.At({kRecoverRedo, kLogFile, static_cast<uint32_t>(lsn)});
    if (!co_await log_.Scan(thread, lsn, &header, images)) co_return false;
    const bool image = header.kind == RecordKind::kPageImage;
    const Lsn* rec_lsn = tables.dirty.Find(header.page);
    if ((header.changes_page() || image) && rec_lsn && thread.Holds(lsn >= *rec_lsn)) {
      thread.set_txn(header.label);
      if (image) {
        whole = co_await RedoImage(thread, header, images, tables);
      } else {
        whole = co_await RedoRecord(thread, header, images, tables);
      }
    }
    lsn = log_.Behind(lsn, header.size(), header.kind == RecordKind::kPad);
  }
  thread.set_txn(0);
  images_.Give(images);
  whole = whole && tables.torn_pages == 0;
  if (whole) awaiting_redo_.clear();
  co_return whole;
}

Task<bool> AriesLog::RedoRecord(Thread& thread, const RecordHeader& header, const uint8_t* images,
                                Tables& tables) {
  // An image that comes later in the log has this change in it.
  const bool* torn = tables.torn.Find(header.page);
  if (torn && *torn) co_return true;
  const Change change = ChangeOf(header, images);
  Frame* frame = co_await engine_->recovery().LatchForRedo(thread, change);
  if (!frame) {
    tables.torn[header.page] = true;
    ++tables.torn_pages;
    co_return true;
  }
  const auto redone = co_await engine_->recovery().RedoLatched(
      thread, {kRecoverRedo, kLogFile, static_cast<uint32_t>(header.lsn)}, frame, change,
      header.lsn);
  co_return redone;
}

// The image replaces whatever a power cut made of the page at home.
Task<bool> AriesLog::RedoImage(Thread& thread, const RecordHeader& header, const uint8_t* images,
                               Tables& tables) {
  if (header.before_bytes != 0 || header.after_bytes != engine_->params().page_bytes)
    co_return false;
  bool* torn = tables.torn.Find(header.page);
  if (torn && *torn) {
    *torn = false;
    --tables.torn_pages;
  }
  Frame* frame = co_await engine_->pages().Latch(thread, header.page);
  Lsn page_lsn = 0;
  if (frame) {
    page_lsn = engine_->pool().View(frame).page_lsn();
    co_await engine_->pages().Unlatch(thread, frame);
  }
  thread.At({kRecoverRedo, kLogFile, static_cast<uint32_t>(header.lsn)});
  const bool needed = !frame || thread.Holds(page_lsn < header.lsn);
  co_await Note(thread, needed ? EventKind::kRedo : EventKind::kRedoSkip,
                {.tier = Tier::kDram,
                 .size = header.after_bytes,
                 .a = header.page,
                 .b = static_cast<uint32_t>(page_lsn)});
  if (!needed) co_return true;
  const auto restored =
      co_await engine_->recovery().Restore(thread, header.page, images, header.lsn);
  co_return restored;
}

// --- Undo ----------------------------------------------------------------------------------------

// Structure changes first: the undo of index entries walks the trees.
Task<bool> AriesLog::Undo(Thread& thread, Tables& tables) {
  bool whole = co_await UndoLosers(thread, tables, true);
  if (whole) whole = co_await UndoLosers(thread, tables, false);
  co_return whole;
}

Task<bool> AriesLog::UndoLosers(Thread& thread, Tables& tables, bool system) {
  if (!co_await UndoAll(thread, nullptr, &tables.transactions, system)) co_return false;
  for (Transaction* txn : tables.transactions.entries()) {
    if (txn->system != system || !TransactionTable::Lost(*txn)) continue;
    thread.set_txn(txn->label);
    co_await Step(thread, {kRecoverEnd, kLogBuffer, 0});
    co_await AppendEnd(thread, *txn, RecordKind::kAbort);
    losers_.erase(std::find(losers_.begin(), losers_.end(), txn));
  }
  thread.set_txn(0);
  co_return true;
}

// --- The passes ----------------------------------------------------------------------------------

Task<void> AriesLog::OnRecover(Thread& thread, Restart& restart) {
  auto& tables = *arena_.New<Tables>(arena_, *engine_);
  co_await restart.Pass(thread, RecoveryPass::kAnalysis, kRecoverMaster,
                        [&] { return Analysis(thread, tables); });
  restart.CountRead(tables.records, tables.record_bytes);
  co_await restart.Pass(thread, RecoveryPass::kRedo, kRecoverRedo,
                        [&] { return Redo(thread, tables); });
  co_await restart.Pass(thread, RecoveryPass::kUndo, kRecoverUndo,
                        [&] { return Undo(thread, tables); });
  co_await restart.Pass(thread, RecoveryPass::kFinish, kRecoverCheckpoint,
                        [&] { return OnCheckpoint(thread); });
}

}  // namespace afterimage::aries
