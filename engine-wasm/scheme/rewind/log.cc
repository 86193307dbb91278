// Logging, committing and rolling back: sections 4.2 to 4.4.
#include "scheme/rewind/log.h"

#include "scheme/rewind/story.h"

namespace afterimage::rewind {

Log::Log(const EngineContext& context, PersistentHeap& heap, uint32_t slots)
    : arena_(context.arena),
      nvm_(context.devices.nvm),
      heap_(heap),
      slots_(slots),
      record_ns_(context.machine.instructions_ns(Price::kPathLogRecord)),
      mutations_(kTraced ? context.mutations : 0),
      list_(nvm_, kSlots, slots),
      latch_(LatchCosts{context.machine[Price::kAtomic], context.machine[Price::kLineTransfer]}),
      free_(ArenaAllocator<Address>(context.arena)),
      table_(ArenaAllocator<Entry>(context.arena)),
      index_(context.arena.New<FlatMap<uint32_t>>(context.arena)) {}

void Log::Open(Address data) {
  data_ = data;
  free_.clear();
  for (uint32_t i = slots_; i-- > 0;) free_.push_back(kSlots + i * kSlotBytes);
}

// --- Room ----------------------------------------------------------------------------------------

Log::Share& Log::ShareOf(Transaction& txn) {
  if (!txn.log) {
    if (!free_shares_) free_shares_ = arena_.New<Share>(arena_);
    txn.log = free_shares_;
    free_shares_ = free_shares_->next_free;
  }
  return *static_cast<Share*>(txn.log);
}

void Log::EndShare(Transaction& txn) {
  Share& share = ShareOf(txn);
  reserved_ -= share.reserved;
  share.reserved = 0;
  share.logged = false;
  share.deleted.clear();
  share.next_free = free_shares_;
  free_shares_ = &share;
  txn.log = nullptr;
}

// An update and its CLR; and once ROLLBACK and END. So rolling back never lacks room, recovery's
// neither: what it appends, however often it is cut short, is what was set aside here.
bool Log::Reserve(Transaction& txn, uint32_t updates, uint32_t deletes) {
  const uint32_t need = 2 * updates + deletes + (txn.log ? 0 : 2);
  if (free_.size() < uint64_t{reserved_} + need) return false;
  reserved_ += need;
  ShareOf(txn).reserved += need;
  return true;
}

// --- Records -------------------------------------------------------------------------------------

LogRecord Log::Read(Address node) const {
  LogRecord record;
  nvm_.Load(AtomicList::ElementOf(node), &record, sizeof record);
  return record;
}

Task<Lsn> Log::Append(Thread& thread, LogRecord record, Share* share) {
  const Time start = thread.now();
  thread.Execute(Category::kLogWork, record_ns_);
  co_await Ordered(thread);
  if (free_.empty()) co_return kNoLsn;
  const Address node = free_.back();
  free_.pop_back();
  if (share) {
    AI_CHECK(share->reserved > 0);
    --share->reserved;
    --reserved_;
    share->logged = true;
  }
  record.lsn = next_lsn_++;
  const auto name = static_cast<uint32_t>(record.lsn);
  thread.At({kLogCreate, kRecords, name});
  co_await nvm_.NtStore(thread, Category::kLogWork, AtomicList::ElementOf(node), &record,
                        sizeof record, Access::kShared);
  thread.At({kLogFence, kRecords, name});
  co_await nvm_.Fence(thread, Category::kLogWork);
  thread.At({kLogAppend, kRecords, name});
  co_await Latch::Acquire(thread, latch_, Category::kLogContention);
  co_await list_.Append(thread, node);
  thread.At({kLogAppend, kRecords, name});
  co_await Note(thread, EventKind::kLogDurable, {.tier = Tier::kNvm, .address = node, .a = name});
  co_await Latch::Release(thread, latch_);
  ++records_;
  insert_ns_ += thread.now() - start;
  co_return record.lsn;
}

Task<void> Log::AppendOwn(Thread& thread, Transaction& txn, LogRecord record) {
  record.txn = txn.id;
  record.label = txn.label;
  const Lsn lsn = co_await Append(thread, record, &ShareOf(txn));
  AI_CHECK(lsn != kNoLsn);
}

Task<void> Log::Set(Thread& thread, Transaction& txn, Address address, uint64_t word, Where where) {
  LogRecord record;
  record.type = RecordType::kUpdate;
  record.address = address;
  record.old_word = nvm_.LoadWord(address);
  record.new_word = word;
  const bool late = Mutated(kStoreBeforeLog);
  if (!late && !Mutated(kNoLogRecord)) co_await AppendOwn(thread, txn, record);
  thread.At(where);
  thread.set_broken(late || Mutated(kNoLogRecord));
  co_await StoreWord(thread, nvm_, Category::kDataIo, address, word);
  thread.set_broken(false);
  if (late) co_await AppendOwn(thread, txn, record);
}

Task<void> Log::Delete(Thread& thread, Transaction& txn, Address block) {
  LogRecord record;
  record.type = RecordType::kDelete;
  record.address = block;
  co_await AppendOwn(thread, txn, record);
  ShareOf(txn).deleted.push_back(block);
}

namespace {
// A transaction's records on a walk from the tail. Where a mutation has bent a link the list may go
// round: the walk ends all the same, and has each record but once.
struct OwnRecords {
  TxnId txn;
  uint32_t steps_left;
  Lsn newer = ~Lsn{0};  // the last one's

  bool GoesOn() { return steps_left-- > 0; }
  bool Takes(const LogRecord& record) {
    if (record.txn != txn || record.lsn >= newer) return false;
    newer = record.lsn;
    return true;
  }
};
}  // namespace

// --- Commit --------------------------------------------------------------------------------------

Task<void> Log::Free(Thread& thread, Address block, uint16_t label) {
  thread.At({label, kHeapStructure, block});
  co_await StoreWord(thread, nvm_, Category::kDataIo, block, heap_.HeaderOf(block, false));
  co_await nvm_.Fence(thread, Category::kDataIo);
}

// Blocks go to others only when no DELETE speaks of them any more: recovery frees them again.
Task<void> Log::Commit(Thread& thread, Transaction& txn) {
  if (!txn.log) co_return;
  Share& share = ShareOf(txn);
  if (share.logged) {
    thread.At({kCommitFence, 0, 0});
    co_await nvm_.Fence(thread, Category::kDataIo);
    co_await Step(thread, {kCommitEnd, 0, 0});
    LogRecord end;
    end.type = RecordType::kEnd;
    end.committed = 1;
    co_await AppendOwn(thread, txn, end);
    for (const Address block : share.deleted) co_await Free(thread, block, kCommitFree);
    co_await Clear(thread, txn.id);
    for (const Address block : share.deleted) heap_.GiveBack(block);
  }
  EndShare(txn);
}

Task<void> Log::Clear(Thread& thread, TxnId txn) {
  ArenaVector<Address> cleared{ArenaAllocator<Address>(arena_)};
  thread.At({kClearScan, kList, 0});
  co_await Latch::Acquire(thread, latch_, Category::kLogContention);
  co_await Note(thread, EventKind::kStep);
  Address end = 0;
  OwnRecords own{txn, slots_};
  for (Address node = list_.tail(); node != 0 && own.GoesOn();) {
    const Address prior = list_.Prior(node);
    nvm_.ChargeLoad(thread, Category::kLogWork, kSlotBytes);
    const LogRecord record = Read(node);
    if (own.Takes(record)) {
      if (record.type == RecordType::kEnd) {
        end = node;
      } else {
        co_await list_.Remove(thread, node);
        cleared.push_back(node);
      }
    }
    node = prior;
  }
  co_await Step(thread, {kClearEnd, kList, 0});
  if (end != 0) {
    co_await list_.Remove(thread, end);
    cleared.push_back(end);
  }
  co_await Latch::Release(thread, latch_);
  for (const Address node : cleared) free_.push_back(node);
}

// --- Rollback ------------------------------------------------------------------------------------

Task<void> Log::CollectUpdates(Thread& thread, TxnId txn, ArenaVector<LogRecord>* updates) {
  thread.At({kAbortScan, kList, 0});
  co_await Latch::Acquire(thread, latch_, Category::kLogContention);
  co_await Note(thread, EventKind::kStep);
  OwnRecords own{txn, slots_};
  for (Address node = list_.tail(); node != 0 && own.GoesOn(); node = list_.Prior(node)) {
    nvm_.ChargeLoad(thread, Category::kLogWork, kSlotBytes);
    const LogRecord record = Read(node);
    if (own.Takes(record) && record.type == RecordType::kUpdate) updates->push_back(record);
  }
  co_await Latch::Release(thread, latch_);
}

// Header and links of a block are in its first line.
Where Log::PlaceOf(uint16_t label, Address word) const {
  if (word < heap_.begin()) return {label, kRecordLists, word / kBucketBytes * kBucketBytes};
  const Address line = word / kLineBytes * kLineBytes;
  return {label, static_cast<uint16_t>(word == line ? kHeapStructure : kRecordLists), line};
}

Task<bool> Log::Undo(Thread& thread, const LogRecord& update, Share* share, uint16_t label) {
  LogRecord clr = update;
  clr.type = RecordType::kClr;
  clr.old_word = update.new_word;
  clr.new_word = update.old_word;
  clr.undoes = update.lsn;
  Lsn lsn = 0;
  if (!Mutated(kNoClr)) {
    lsn = co_await Append(thread, clr, share);
    if (lsn == kNoLsn) co_return false;
    ++clrs_;
  }
  const auto address = static_cast<Address>(update.address);
  thread.At({label, kRecords, static_cast<uint32_t>(update.lsn)});
  thread.set_broken(Mutated(kNoClr));
  co_await Note(
      thread, EventKind::kUndo,
      {.tier = Tier::kNvm, .address = address, .size = kWord, .b = static_cast<uint32_t>(lsn)});
  thread.set_broken(false);
  thread.At(PlaceOf(label, address));
  co_await StoreWord(thread, nvm_, Category::kDataIo, address, update.old_word);
  co_return true;
}

Task<void> Log::RollBack(Thread& thread, Transaction& txn) {
  if (!txn.log) co_return;
  Share& share = ShareOf(txn);
  if (share.logged) {
    co_await Step(thread, {kAbortBegin, 0, 0});
    LogRecord record;
    record.type = RecordType::kRollback;
    co_await AppendOwn(thread, txn, record);
    ArenaVector<LogRecord> updates{ArenaAllocator<LogRecord>(arena_)};
    co_await CollectUpdates(thread, txn.id, &updates);
    for (const LogRecord& update : updates) {
      const bool undone = co_await Undo(thread, update, &share, kAbortRestore);
      AI_CHECK(undone);
    }
    thread.At({kAbortFence, 0, 0});
    co_await nvm_.Fence(thread, Category::kDataIo);
    co_await Step(thread, {kAbortEnd, 0, 0});
    record.type = RecordType::kEnd;
    co_await AppendOwn(thread, txn, record);
    co_await Clear(thread, txn.id);
  }
  EndShare(txn);
}

void Log::AddTo(EngineCounters* counters) const {
  counters->log_records += records_;
  counters->log_bytes += records_ * sizeof(LogRecord);
  counters->log_insert_ns += insert_ns_;
  counters->clrs += clrs_;
}

}  // namespace afterimage::rewind
