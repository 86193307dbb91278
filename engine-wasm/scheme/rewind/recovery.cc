// Recovery (section 4.5): the list itself, analysis, undo in one backward scan (Algorithm 2), a new
// log. Force: no redo but that of each unfinished rollback's last CLR. All it knows comes from NVM.
#include "scheme/restart.h"
#include "scheme/rewind/log.h"
#include "scheme/rewind/story.h"

namespace afterimage::rewind {

// A record that the log may hold: what it says can be done, whatever else it is.
bool Log::Plausible(const LogRecord& record) const {
  if (record.lsn == kNoLsn || record.lsn >= EventQueue::kTimeLimit) return false;
  if (record.type == RecordType::kNone || record.type >= RecordType::kCount) return false;
  if (record.type == RecordType::kDelete) return heap_.IsBlock(record.address);
  if (record.type == RecordType::kRollback || record.type == RecordType::kEnd) return true;
  return record.address >= data_ && record.address < nvm_.size() && record.address % kWord == 0;
}

void Log::Analyse(const LogRecord& record) {
  if (!index_->Find(record.txn)) {
    (*index_)[record.txn] = static_cast<uint32_t>(table_.size());
    table_.push_back({record.txn, record.label});
  }
  Entry& entry = EntryOf(record);
  if (record.type == RecordType::kRollback && entry.state == State::kRunning)
    entry.state = State::kAborted;
  if (record.type == RecordType::kEnd) {
    entry.state = State::kFinished;
    entry.committed = record.committed != 0;
  }
}

Task<bool> Log::Analysis(Thread& thread, uint64_t* records) {
  ArenaVector<uint8_t> used(slots_, 0, ArenaAllocator<uint8_t>(arena_));
  for (Address node = list_.head(); node != 0; node = list_.Next(node)) {
    nvm_.ChargeLoad(thread, Category::kLogWork, kSlotBytes);
    const LogRecord record = Read(node);
    const bool plausible = Plausible(record);
    ++*records;
    thread.set_txn(record.label);
    thread.At({kRecoverAnalysis, kRecords, static_cast<uint32_t>(record.lsn)});
    co_await Note(thread, EventKind::kCheck,
                  {.tier = Tier::kNvm,
                   .address = AtomicList::ElementOf(node),
                   .size = sizeof record,
                   .a = plausible ? 1u : 0u});
    if (!plausible) co_return false;
    Analyse(record);
    used[(node - kSlots) / kSlotBytes] = 1;
    if (record.lsn >= next_lsn_) next_lsn_ = record.lsn + 1;
  }
  thread.set_txn(0);
  free_.clear();
  for (uint32_t i = slots_; i-- > 0;) {
    if (!used[i]) free_.push_back(kSlots + i * kSlotBytes);
  }
  co_return true;
}

Task<bool> Log::AppendFor(Thread& thread, const Entry& entry, RecordType type, uint16_t label) {
  LogRecord record;
  record.txn = entry.id;
  record.label = entry.label;
  record.type = type;
  thread.set_txn(entry.label);
  co_await Step(thread, {label, 0, 0});
  const Lsn lsn = co_await Append(thread, record, nullptr);
  co_return lsn != kNoLsn;
}

Task<void> Log::RedoClr(Thread& thread, const LogRecord& clr) {
  const auto address = static_cast<Address>(clr.address);
  co_await Note(thread, EventKind::kRedo, {.tier = Tier::kNvm, .address = address});
  thread.At(PlaceOf(kRecoverLastClr, address));
  co_await StoreWord(thread, nvm_, Category::kDataIo, address, clr.new_word);
}

// Algorithm 2. The first CLR met of a transaction is its last: its store may be missing, so it is
// done again, and the updates from the one that it undid on are undone already.
Task<bool> Log::UndoAll(Thread& thread) {
  for (Address node = list_.tail(); node != 0; node = list_.Prior(node)) {
    nvm_.ChargeLoad(thread, Category::kLogWork, kSlotBytes);
    const LogRecord record = Read(node);
    const auto name = static_cast<uint32_t>(record.lsn);
    Entry& entry = EntryOf(record);
    bool room = true;
    thread.At({kRecoverUndo, kRecords, name});
    if (!thread.Holds(entry.state != State::kFinished)) continue;
    thread.set_txn(record.label);
    if (entry.state == State::kRunning) {
      entry.state = State::kAborted;
      room = co_await AppendFor(thread, entry, RecordType::kRollback, kRecoverRollback);
      if (!room) co_return false;
    }
    thread.At({kRecoverLastClr, kRecords, name});
    if (record.type == RecordType::kClr && thread.Holds(entry.undone == kNoLsn)) {
      entry.undone = record.undoes;
      co_await RedoClr(thread, record);
    }
    if (record.type != RecordType::kUpdate) continue;
    thread.At({kRecoverRestore, kRecords, name});
    if (!thread.Holds(entry.undone == kNoLsn || record.lsn < entry.undone)) continue;
    room = co_await Undo(thread, record, nullptr, kRecoverRestore);
    if (!room) co_return false;
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
  for (Address node = list_.head(); node != 0; node = list_.Next(node)) {
    nvm_.ChargeLoad(thread, Category::kLogWork, kSlotBytes);
    const LogRecord record = Read(node);
    if (record.type != RecordType::kDelete) continue;
    thread.set_txn(record.label);
    thread.At({kRecoverFree, kRecords, static_cast<uint32_t>(record.lsn)});
    if (!thread.Holds(EntryOf(record).committed)) continue;
    // Undo may have written anything where the log is damaged.
    if (heap_.IsBlock(record.address))
      co_await Free(thread, static_cast<Address>(record.address), kRecoverFree);
  }
}

// All at once: the super line turns to the other, empty list.
Task<void> Log::NewLog(Thread& thread) {
  thread.set_txn(0);
  if (list_.head() != 0) {
    const Address fresh = list_.header() == kHeaders[0] ? kHeaders[1] : kHeaders[0];
    co_await list_.Clear(thread, fresh);
    thread.At({kRecoverSwitch, kHeapRoot, 0});
    co_await StoreWord(thread, nvm_, Category::kLogWork, kLogAt, fresh);
    co_await nvm_.Fence(thread, Category::kLogWork);
    list_.Open(fresh);
  }
  table_.clear();
  Open(data_);
}

Task<bool> Log::Recover(Thread& thread, RecoveryReport* report) {
  PassMeter meter(thread);
  thread.At({kRecoverList, kListHeader, 0});
  co_await Note(thread, EventKind::kPhase, {.a = 0});
  const uint64_t header = nvm_.LoadWord(kLogAt);
  nvm_.ChargeLoad(thread, Category::kLogWork, kLineBytes);
  if (header != kHeaders[0] && header != kHeaders[1]) co_return false;
  list_.Open(static_cast<Address>(header));
  bool whole = co_await list_.Recover(thread);
  if (whole) whole = co_await Analysis(thread, &report->records);
  if (!whole) co_return false;
  report->record_bytes = report->records * kSlotBytes;
  meter.End(RecoveryPass::kAnalysis, report);
  thread.At({kRecoverUndo, 0, 0});
  co_await Note(thread, EventKind::kPhase, {.a = 2});
  bool undone = co_await UndoAll(thread);
  if (undone) undone = co_await EndAll(thread);
  if (!undone) co_return false;
  meter.End(RecoveryPass::kUndo, report);
  co_await DeleteAgain(thread);
  co_await NewLog(thread);
  meter.End(RecoveryPass::kFinish, report);
  co_return true;
}

}  // namespace afterimage::rewind
