// Recovery (section 4.5): the list itself, analysis, redo under no-force, undo in one backward scan
// (Algorithm 2), a new log. Force: no redo but that of each unfinished rollback's last CLR. All it
// knows comes from NVM.
#include "scheme/contract/restart.h"
#include "scheme/systems/rewind/log.h"
#include "scheme/systems/rewind/story.h"

namespace afterimage::rewind {

// Returns whether the log may hold the record: its action can be done, whatever else it is.
bool Log::Plausible(const LogRecord& record) const {
  if (record.lsn == kNoLsn || record.lsn >= EventQueue::kTimeLimit) return false;
  if (record.type == RecordType::kNone || record.type >= RecordType::kCount) return false;
  if (record.type == RecordType::kDelete) return heap_.IsBlock(record.address);
  if (record.type == RecordType::kRollback || record.type == RecordType::kEnd) return true;
  if (record.type == RecordType::kCheckpoint) return record.txn == 0;
  return record.address >= data_ && record.address < nvm_.size() && record.address % kWord == 0;
}

// A CHECKPOINT whose flush is complete: what had ended before it was in the caches, or durable.
void Log::Analyse(const LogRecord& record, uint64_t flushed) {
  if (record.type == RecordType::kCheckpoint) {
    for (Entry& entry : table_)
      entry.flushed |= record.lsn == flushed && entry.state == State::kFinished;
    return;
  }
  if (!index_->Find(record.txn)) {
    (*index_)[record.txn] = static_cast<uint32_t>(table_.size());
    table_.push_back({record.txn, record.label});
  }
  Entry& entry = EntryOf(record);
  entry.last = record.lsn;
  if (record.type == RecordType::kRollback && entry.state == State::kRunning)
    entry.state = State::kAborted;
  if (record.type == RecordType::kEnd) {
    entry.state = State::kFinished;
    entry.committed = record.committed != 0;
  }
}

Task<bool> Log::Analysis(Thread& thread, RecoveryReport* report) {
  const uint64_t flushed = nvm_.LoadWord(list_.FlushedWord());
  for (Found at = list_.First(); at.place != 0; at = list_.Next(at.place)) {
    const LogRecord record = list_.Read(thread, at);
    co_await nvm_.AwaitReads(thread);
    const bool plausible = Plausible(record);
    ++report->records;
    report->record_bytes += at.lines * kLineBytes;
    thread.set_txn(record.label);
    thread.At({kRecoverAnalysis, kRecords, static_cast<uint32_t>(record.lsn)});
    co_await Note(thread, EventKind::kCheck,
                  {.tier = Tier::kNvm,
                   .address = list_.RecordAt(at.place),
                   .size = sizeof record,
                   .a = plausible ? 1u : 0u});
    if (!plausible) co_return false;
    Analyse(record, flushed);
    next_ = std::max(next_, space_.CountOf(record.lsn) + 1);
  }
  thread.set_txn(0);
  co_return true;
}

// Redoes, without force, every word in the log, in the log's order, so that the newest is last.
Task<void> Log::RedoAll(Thread& thread) {
  for (Found at = list_.First(); at.place != 0; at = list_.Next(at.place)) {
    const LogRecord record = list_.Read(thread, at);
    co_await nvm_.AwaitReads(thread);
    if (record.type != RecordType::kUpdate && record.type != RecordType::kClr) continue;
    thread.set_txn(record.label);
    thread.At({kRecoverRedo, kRecords, static_cast<uint32_t>(record.lsn)});
    const auto address = static_cast<Address>(record.address);
    if (!thread.Holds(!EntryOf(record).flushed)) {
      co_await Note(thread, EventKind::kRedoSkip, {.tier = Tier::kNvm, .address = address});
      continue;
    }
    co_await Note(thread, EventKind::kRedo, {.tier = Tier::kNvm, .address = address});
    co_await Store(thread, heap_.PlaceOf(kRecoverRedoStore, address), address, record.new_word);
  }
  thread.set_txn(0);
}

Task<bool> Log::AppendFor(Thread& thread, const Entry& entry, RecordType type, uint16_t label) {
  LogRecord record;
  record.txn = entry.id;
  record.label = entry.label;
  record.type = type;
  thread.set_txn(entry.label);
  co_await Step(thread, {label, 0, 0});
  recovering_.last = entry.last;
  const Logged logged = co_await Append(thread, record, recovering_, false, Urgency::kAtOnce);
  co_return logged.lsn != kNoLsn;
}

Task<void> Log::RedoClr(Thread& thread, const LogRecord& clr) {
  const auto address = static_cast<Address>(clr.address);
  co_await Note(thread, EventKind::kRedo, {.tier = Tier::kNvm, .address = address});
  co_await Store(thread, heap_.PlaceOf(kRecoverLastClrStore, address), address, clr.new_word);
}

// The first CLR met of a transaction is its last: under force its store may be missing, so it is
// done again; and the updates from the one that it undid on are undone already.
Task<bool> Log::UndoRecord(Thread& thread, const LogRecord& record, Entry& entry) {
  const auto name = static_cast<uint32_t>(record.lsn);
  bool room = true;
  thread.set_txn(record.label);
  if (entry.state == State::kRunning) {
    entry.state = State::kAborted;
    room = co_await AppendFor(thread, entry, RecordType::kRollback, kRecoverRollback);
    if (!room) co_return false;
    entry.last = recovering_.last;
  }
  thread.At({kRecoverLastClr, kRecords, name});
  if (record.type == RecordType::kClr && thread.Holds(entry.undone == kNoLsn)) {
    entry.undone = record.undoes;
    if (force()) co_await RedoClr(thread, record);
  }
  if (record.type != RecordType::kUpdate) co_return true;
  thread.At({kRecoverRestore, kRecords, name});
  if (!thread.Holds(entry.undone == kNoLsn || record.lsn < entry.undone)) co_return true;
  recovering_.last = entry.last;
  room = co_await Undo(thread, record, recovering_, false, kRecoverRestore);
  entry.last = recovering_.last;
  co_return room;
}

// Algorithm 2: all losers in one backward scan.
Task<bool> Log::UndoScanned(Thread& thread) {
  for (Found at = list_.Last(); at.place != 0; at = list_.Prior(at.place)) {
    const LogRecord record = list_.Read(thread, at);
    co_await nvm_.AwaitReads(thread);
    if (record.type == RecordType::kCheckpoint) continue;
    Entry& entry = EntryOf(record);
    thread.At({kRecoverUndo, kRecords, static_cast<uint32_t>(record.lsn)});
    if (!thread.Holds(entry.state != State::kFinished)) continue;
    const bool room = co_await UndoRecord(thread, record, entry);
    if (!room) co_return false;
  }
  co_return true;
}

// Undoes from its last record back; a CLR leads to the record before the update that it undid. The
// chain leads to ever smaller LSNs, or the log is damaged.
Task<bool> Log::UndoChain(Thread& thread, Entry& entry) {
  Lsn lsn = entry.last;
  while (lsn != kNoLsn) {
    const Found at = list_.Find(lsn);
    if (at.place == 0) co_return false;
    const LogRecord record = list_.Read(thread, at);
    co_await nvm_.AwaitReads(thread);
    const bool clr = record.type == RecordType::kClr;
    const bool skips = clr && entry.undone == kNoLsn;
    if (record.txn != entry.id) co_return false;
    const bool room = co_await UndoRecord(thread, record, entry);
    if (!room) co_return false;
    Lsn next = record.prior;
    if (skips) {
      const Found undone = list_.Find(record.undoes);
      if (undone.place == 0) co_return false;
      next = list_.Read(thread, undone).prior;
      co_await nvm_.AwaitReads(thread);
    }
    if (next >= lsn) co_return false;
    lsn = next;
  }
  co_return true;
}

Task<bool> Log::UndoAll(Thread& thread) {
  if (list_.indexed()) {
    for (size_t i = 0; i < table_.size(); ++i) {
      thread.At({kRecoverUndo, kTransactions, table_[i].id});
      if (!thread.Holds(table_[i].state != State::kFinished)) continue;
      const bool room = co_await UndoChain(thread, table_[i]);
      if (!room) co_return false;
    }
  } else {
    const bool room = co_await UndoScanned(thread);
    if (!room) co_return false;
  }
  if (!recovering_.held.empty()) {
    co_await list_.Persist(thread);
    co_await MakeHeldStores(thread, recovering_);
  }
  co_return true;
}

Task<bool> Log::EndAll(Thread& thread) {
  thread.At({kRecoverFence, 0, 0});
  co_await nvm_.Fence(thread, Category::kDataIo);
  for (size_t i = 0; i < table_.size(); ++i) {
    if (table_[i].state == State::kFinished) continue;
    const bool room = co_await AppendFor(thread, table_[i], RecordType::kEnd, kRecoverEnd);
    if (!room) co_return false;
    table_[i].state = State::kFinished;
  }
  co_return true;
}

// A crash between END and the de-allocation: only of those that committed.
Task<void> Log::DeleteAgain(Thread& thread) {
  for (Found at = list_.First(); at.place != 0; at = list_.Next(at.place)) {
    const LogRecord record = list_.Read(thread, at);
    co_await nvm_.AwaitReads(thread);
    if (record.type != RecordType::kDelete) continue;
    thread.set_txn(record.label);
    thread.At({kRecoverFree, kRecords, static_cast<uint32_t>(record.lsn)});
    if (!thread.Holds(EntryOf(record).committed)) continue;
    // Undo may have written anything where the log is damaged.
    if (heap_.IsBlock(record.address))
      co_await MarkFree(thread, static_cast<Address>(record.address), kRecoverFree);
  }
}

Task<void> Log::NewLog(Thread& thread) {
  thread.set_txn(0);
  if (!list_.Untouched()) co_await list_.Renew(thread);
  table_.clear();
  ResetRoom();
}

Task<bool> Log::Recover(Thread& thread, RecoveryReport* report) {
  PassMeter meter(thread);
  thread.At({kRecoverList, kListHeader, space_.HeaderItem(kToAppendAt)});
  co_await Note(thread, EventKind::kPhase, {.a = 0});
  const uint64_t header = nvm_.LoadWord(space_.in_use);
  co_await nvm_.Read(thread, Category::kLogWork, space_.in_use, kLineBytes);
  if (!space_.IsHeader(header)) co_return false;
  bool whole = co_await list_.Recover(thread, static_cast<Address>(header));
  if (whole) whole = co_await Analysis(thread, report);
  if (!whole) co_return false;
  meter.End(RecoveryPass::kAnalysis, report);
  if (!force()) {
    thread.At({kRecoverRedo, 0, 0});
    co_await Note(thread, EventKind::kPhase, {.a = 1});
    if (thread.Does(kRecoverRedo)) co_await RedoAll(thread);
    meter.End(RecoveryPass::kRedo, report);
  }
  thread.At({kRecoverUndo, 0, 0});
  co_await Note(thread, EventKind::kPhase, {.a = 2});
  bool undone = co_await UndoAll(thread);
  if (undone) undone = co_await EndAll(thread);
  if (!undone) co_return false;
  meter.End(RecoveryPass::kUndo, report);
  if (!force()) {
    thread.At({kRecoverFlush, 0, 0});
    if (thread.Does(kRecoverFlush)) co_await nvm_.FlushCaches(thread, Category::kDataIo);
    meter.End(RecoveryPass::kFinish, report);
  }
  co_await DeleteAgain(thread);
  co_await NewLog(thread);
  meter.End(RecoveryPass::kClear, report);
  co_return true;
}

}  // namespace afterimage::rewind
