#include "scheme/systems/xtradb/undo_log.h"

#include <algorithm>

#include "scheme/systems/xtradb/story.h"

namespace afterimage::xtradb {
namespace {

Change BytesOf(PageId page, uint32_t offset, const void* bytes, uint32_t size) {
  Change change;
  change.kind = ChangeKind::kBytes;
  change.page = page;
  change.offset = static_cast<uint16_t>(offset);
  change.after = {static_cast<const uint8_t*>(bytes), size};
  change.before.size = size;  // the page has been there before
  return change;
}

UndoHead HeadOf(const PageView& view) { return view.Get<UndoHead>(kUndoHeadAt); }

}  // namespace

UndoLog::UndoLog(Arena& arena, RedoLog& log, const UndoParams& params)
    : arena_(arena), log_(log), params_(params), free_(ArenaAllocator<PageId>(arena)) {
  for (PageId page = params.first + params.pages; page-- > params.first;) free_.push_back(page);
}

TxnLog* UndoLog::New() {
  TxnLog* log = free_logs_;
  if (!log) return arena_.New<TxnLog>(arena_);
  free_logs_ = log->next_free;
  return log;
}

void UndoLog::Recycle(TxnLog* log) {
  log->begun = 0;
  log->records.clear();
  log->next = kUndoFrom;
  log->next_free = free_logs_;
  free_logs_ = log;
}

bool UndoLog::TryReserve(TxnLog& log, uint32_t records) {
  uint32_t room = static_cast<uint32_t>(log.pages.size() - log.begun) * RecordsOfAPage();
  if (log.begun > 0) room += (params_.page_bytes - kUndoEndBytes - log.next) / RecordBytes();
  for (; room < records; room += RecordsOfAPage()) {
    if (free_.empty()) return false;
    log.pages.push_back(free_.back());
    free_.pop_back();
  }
  return true;
}

void UndoLog::GiveBack(TxnLog& log) {
  free_.insert(free_.end(), log.pages.rbegin(), log.pages.rend());
  log.pages.clear();
}

// --- Writing -------------------------------------------------------------------------------------

Task<void> UndoLog::Append(Thread& thread, Transaction& txn, const Change& change) {
  TxnLog& log = LogOf(txn);
  UndoRecord record;
  SetChange(record, change);
  record.number = static_cast<uint32_t>(log.records.size()) + 1;
  const uint32_t bytes = UndoRecord::BytesFor(change.before.size);
  record.bytes = static_cast<uint16_t>(bytes);
  const bool begins = log.begun == 0 || log.next + bytes + kUndoEndBytes > params_.page_bytes;
  if (begins) {
    AI_CHECK(log.begun < log.pages.size());
    ++log.begun;
    log.next = kUndoFrom;
  }
  const PageId page = log.pages[log.begun - 1];
  const uint32_t size = bytes + kUndoEndBytes;
  auto* image = static_cast<uint8_t*>(arena_.AllocatePooled(size));
  std::memset(image, 0, size);
  std::memcpy(image, &record, sizeof record);
  if (change.before.size > 0)
    std::memcpy(image + sizeof record, change.before.data, change.before.size);
  UndoPageStart start;
  start.page = page;
  start.head.txn = txn.id;
  start.head.label = txn.label;
  start.head.phase = static_cast<uint32_t>(UndoPhase::kRunning);
  start.head.previous = log.begun > 1 ? log.pages[log.begun - 2] : 0;
  Change of_start = BytesOf(page, kUndoStartAt, &start, sizeof start);
  of_start.before.size = 0;  // whatever the page was
  const Change of_record = BytesOf(page, log.next, image, size);

  co_await Step(thread, {kUndoWrite, kBufferStructure, page});
  Frame* frame = co_await LatchFor(thread, page, begins);
  co_await Ordered(thread);
  engine_->pool().MarkDirty(frame, log_.next_lsn());
  const bool logs = thread.Does(kUndoRedo);
  co_await Step(thread, {kUndoRedo, kBufferStructure, page});
  Lsn lsn = engine_->pool().View(frame).page_lsn();
  if (logs) {
    co_await log_.Open(thread, static_cast<uint32_t>(2 * sizeof(LogRecord) + sizeof start) + size);
    if (begins) co_await log_.Put(thread, RecordOf(of_start, txn.label), of_start.after);
    lsn = co_await log_.Put(thread, RecordOf(of_record, txn.label), of_record.after);
    co_await log_.Close(thread);
  }
  co_await engine_->pages().NoteChange(thread, frame, lsn);
  co_await InTurn(thread);
  if (begins) AI_CHECK(engine_->pages().Apply(frame, of_start, lsn));
  AI_CHECK(engine_->pages().Apply(frame, of_record, lsn));
  co_await engine_->pages().Unlatch(thread, frame);
  log.records.push_back({page, log.next});
  log.next += bytes;
  arena_.Recycle(image, size);
}

// A page that a transaction begins is not read.
Task<Frame*> UndoLog::LatchFor(Thread& thread, PageId page, bool begins) {
  if (!begins) {
    Frame* frame = co_await engine_->pages().Latch(thread, page);
    AI_CHECK(frame);
    co_return frame;
  }
  BufferPool& pool = engine_->pool();
  Frame* frame = co_await pool.Create(thread, page);
  co_await Latch::Acquire(thread, frame->latch, Category::kBufferPool);
  pool.View(frame).Clear(page, PageKind::kUndo);
  co_return frame;
}

Task<Lsn> UndoLog::SetPhase(Thread& thread, const Transaction& txn, UndoPhase phase,
                            uint16_t line) {
  const TxnLog& log = LogOf(txn);
  const auto word = static_cast<uint32_t>(phase);
  const Change change = BytesOf(log.pages[0], kUndoPhaseAt, &word, sizeof word);
  co_await Step(thread, {line, kBufferStructure, change.page});
  Frame* frame = co_await engine_->pages().Latch(thread, change.page);
  AI_CHECK(frame);
  co_await Ordered(thread);
  engine_->pool().MarkDirty(frame, log_.next_lsn());
  thread.At({line, kBufferStructure, change.page});
  co_await log_.Open(thread, sizeof(LogRecord) + sizeof word);
  const Lsn lsn = co_await log_.Put(thread, RecordOf(change, txn.label), change.after);
  co_await log_.Close(thread);
  co_await InTurn(thread);
  AI_CHECK(engine_->pages().Apply(frame, change, lsn));
  co_await engine_->pages().Unlatch(thread, frame);
  co_return lsn;
}

// --- Taking back ---------------------------------------------------------------------------------

Task<bool> UndoLog::ReadNewest(Thread& thread, const TxnLog& log, UndoRecord* record,
                               uint8_t* image) {
  const TxnLog::Place place = log.records.back();
  Frame* frame = co_await engine_->pages().Latch(thread, place.page);
  if (!frame) co_return false;
  const PageView view = engine_->pool().View(frame);
  *record = view.Get<UndoRecord>(place.offset);
  view.Read(place.offset + static_cast<uint32_t>(sizeof *record), image, record->before_bytes);
  co_await engine_->pages().Unlatch(thread, frame);
  co_return true;
}

// --- Restart -------------------------------------------------------------------------------------

// Redo has brought the pages back. A transaction's first page says that it has not ended; the
// others count while that one is its own.
Task<bool> UndoLog::FindLosers(Thread& thread, ArenaVector<Transaction*>& losers) {
  struct Found {
    PageId page;
    UndoHead head;
  };
  ArenaVector<Found> found{ArenaAllocator<Found>(arena_)};
  for (PageId page = params_.first; page < params_.first + params_.pages; ++page) {
    thread.At({kRecoverUndoPage, kBufferStructure, page});
    Frame* frame = co_await engine_->pages().Latch(thread, page);
    if (!frame) co_return false;
    const PageView view = engine_->pool().View(frame);
    const UndoHead head = HeadOf(view);
    const bool running = head.phase == static_cast<uint32_t>(UndoPhase::kRunning);
    thread.At({kRecoverUndoPage, kBufferStructure, page});
    thread.set_txn(running ? head.label : TxnLabel{0});
    co_await Note(thread, EventKind::kCheck,
                  {.tier = Tier::kDram,
                   .address = static_cast<Address>(frame->address + kUndoHeadAt),
                   .size = sizeof head,
                   .a = running ? 1u : 0u});
    bool whole = head.phase <= static_cast<uint32_t>(UndoPhase::kRolledBack);
    whole = ForEach(view, [&](uint32_t, const UndoRecord&) {}) && whole;
    co_await engine_->pages().Unlatch(thread, frame);
    engine_->structure().SawTransaction(head.txn);
    if (!whole) co_return false;
    if (running) found.push_back({page, head});
  }
  thread.set_txn(0);
  for (const Found& first : found) {
    if (first.head.previous != 0) continue;
    Transaction* txn = arena_.New<Transaction>();
    txn->id = first.head.txn;
    txn->label = first.head.label;
    txn->thread = &thread;
    TxnLog* log = New();
    txn->log = log;
    // Each page leads to the one that names it as its predecessor.
    for (PageId page = first.page; page != 0;) {
      log->pages.push_back(page);
      free_.erase(std::find(free_.begin(), free_.end(), page));
      PageId next = 0;
      for (const Found& each : found) {
        const bool follows = each.head.txn == txn->id && each.head.previous == page;
        const bool known =
            std::find(log->pages.begin(), log->pages.end(), each.page) != log->pages.end();
        if (follows && !known) next = each.page;
      }
      Frame* frame = co_await engine_->pages().Latch(thread, page);
      if (!frame) co_return false;
      ForEach(engine_->pool().View(frame), [&](uint32_t at, const UndoRecord& record) {
        if (record.number == log->records.size() + 1) log->records.push_back({page, at});
      });
      co_await engine_->pages().Unlatch(thread, frame);
      page = next;
    }
    log->begun = log->pages.size();
    losers.push_back(txn);
  }
  co_return true;
}

}  // namespace afterimage::xtradb
