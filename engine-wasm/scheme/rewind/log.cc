// Logging, committing and rolling back: sections 4.2 to 4.4.
#include "scheme/rewind/log.h"

#include "scheme/rewind/story.h"

namespace afterimage::rewind {

uint64_t LogParams::Capacity() const {
  if (layers == 2 || version == Version::kSimple) return records;
  return uint64_t{BucketList::BucketsOf(buckets())} * bucket_records;
}

uint64_t LogParams::Bytes() const {
  if (layers == 2) return TreeList::BytesOf(records, bucket_records);
  return version == Version::kSimple ? SimpleList::BytesOf(records)
                                     : BucketList::BytesOf(buckets());
}

LogList* Log::MakeList(const EngineContext& context) {
  if (params_.layers == 2) {
    return context.arena.New<TreeList>(context, params_.records, params_.bucket_records,
                                       marks_flush());
  }
  if (params_.version == Version::kSimple)
    return context.arena.New<SimpleList>(context, params_.records, marks_flush());
  return context.arena.New<BucketList>(context, kLogArea, params_.buckets(), marks_flush());
}

Log::Log(const EngineContext& context, PersistentHeap& heap, const LogParams& params)
    : arena_(context.arena),
      nvm_(context.devices.nvm),
      heap_(heap),
      params_(params),
      record_ns_(context.machine.instructions_ns(Price::kPathLogRecord)),
      mutations_(kTraced ? context.mutations : 0),
      list_(*MakeList(context)),
      shares_(ArenaAllocator<Share*>(context.arena)),
      recovering_(context.arena),
      checkpointing_(context.arena),
      held_(context.arena),
      retired_(ArenaAllocator<Retired>(context.arena)),
      table_(ArenaAllocator<Entry>(context.arena)),
      index_(context.arena.New<FlatMap<uint32_t>>(context.arena)) {
  if (!clears_at_commit()) checkpointer_ = context.arena.New<Checkpointer>(context.kernel, *this);
}

void Log::Open(Address data) {
  data_ = data;
  list_.OpenEmpty(kHeaders[0]);
  ResetRoom();
}

void Log::ResetRoom() {
  reserved_ = checkpointing_.reserved = 0;
  if (!clears_at_commit()) ReserveCheckpoint();
  next_checkpoint_ = params_.checkpoint_records;
}

void Log::Start() {
  if (checkpointer_) checkpointer_->Start();
}

void Log::Stop(Thread& thread) {
  if (checkpointer_) checkpointer_->Stop(thread);
}

// --- Room ----------------------------------------------------------------------------------------

Log::Share& Log::ShareOf(Transaction& txn) {
  if (!txn.log) {
    if (!free_shares_) {
      free_shares_ = arena_.New<Share>(arena_);
      shares_.push_back(free_shares_);
    }
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
  share.last = kNoLsn;
  share.deleted.clear();
  share.taken.clear();
  share.held.clear();
  share.next_free = free_shares_;
  free_shares_ = &share;
  txn.log = nullptr;
}

bool Log::TryReserve(Transaction& txn, uint32_t places) {
  const uint32_t need = places + (txn.log ? 0 : 2);
  if (list_.FreePlaces() < uint64_t{reserved_} + need) return false;
  reserved_ += need;
  ShareOf(txn).reserved += need;
  return true;
}

// An update and its CLR; and once ROLLBACK and END. So rolling back never lacks room, recovery's
// neither: what it appends, however often it is cut short, is what was set aside here.
Task<bool> Log::Reserve(Thread& thread, Transaction& txn, uint32_t updates, uint32_t deletes) {
  const uint32_t places = 2 * updates + deletes;
  if (TryReserve(txn, places)) co_return true;
  if (!checkpointer_) co_return false;
  const bool room =
      co_await checkpointer_->AwaitRoom(thread, [&] { return TryReserve(txn, places); });
  co_return room;
}

// --- Records -------------------------------------------------------------------------------------

Task<Log::Logged> Log::Append(Thread& thread, LogRecord record, Share& share, bool reserved,
                              Urgency urgency) {
  const Time start = thread.now();
  thread.Execute(Category::kLogWork, record_ns_);
  co_await Ordered(thread);
  if (reserved) {
    AI_CHECK(share.reserved > 0);
    --share.reserved;
    --reserved_;
  }
  share.logged = true;
  record.lsn = next_lsn_++;
  if (list_.indexed()) {
    record.prior = share.last;
    share.last = record.lsn;
  }
  const Appended at = co_await list_.Append(thread, record, urgency);
  if (at.place == 0) co_return Logged{};
  ++records_;
  insert_ns_ += thread.now() - start;
  if (checkpointer_ && params_.checkpoint_records > 0 && records_ >= next_checkpoint_) {
    next_checkpoint_ = records_ + params_.checkpoint_records;
    checkpointer_->Want(thread);
  }
  co_return Logged{record.lsn, at};
}

Task<Log::Logged> Log::AppendOwn(Thread& thread, Transaction& txn, LogRecord record,
                                 Urgency urgency) {
  record.txn = txn.id;
  record.label = txn.label;
  const Logged logged = co_await Append(thread, record, ShareOf(txn), true, urgency);
  AI_CHECK(logged.lsn != kNoLsn);
  co_return logged;
}

// --- The user's words ----------------------------------------------------------------------------

Task<void> Log::Store(Thread& thread, const Where& where, Address address, uint64_t word) {
  thread.At(where);
  if (force()) {
    co_await StoreWord(thread, nvm_, Category::kDataIo, address, word);
  } else {
    co_await nvm_.Store(thread, Category::kDataIo, address, &word, kWord, Access::kShared);
  }
}

Task<void> Log::MakeHeldStores(Thread& thread, Share& share) {
  while (!share.held.empty() && share.held.front().number <= list_.durable()) {
    const HeldStore store = share.held.front();
    share.held.erase(share.held.begin());
    co_await Store(thread, store.where, store.address, store.word);
    held_.Release(store);
  }
}

Task<void> Log::StoreBehind(Thread& thread, Share& share, const HeldStore& store) {
  // Those that waited are older, so they come first.
  if (!share.held.empty() && store.number <= list_.durable())
    co_await MakeHeldStores(thread, share);
  if (share.held.empty() && (store.number <= list_.durable() || Mutated(kStoreBeforeGroup))) {
    thread.set_broken(store.number > list_.durable());
    co_await Store(thread, store.where, store.address, store.word);
    thread.set_broken(false);
    co_return;
  }
  share.held.push_back(store);
  held_.Hold(store);
  co_await Step(thread, {kLogHold, kHeld, static_cast<uint32_t>(store.lsn)});
}

Task<void> Log::Set(Thread& thread, Transaction& txn, Address address, uint64_t word, Where where) {
  LogRecord record;
  record.type = RecordType::kUpdate;
  record.address = address;
  record.old_word = LoadWord(address);
  record.new_word = word;
  const bool late = Mutated(kStoreBeforeLog), broken = late || Mutated(kNoLogRecord);
  Logged logged;
  if (!broken) logged = co_await AppendOwn(thread, txn, record, Urgency::kGrouped);
  thread.set_broken(broken);
  co_await StoreBehind(thread, ShareOf(txn),
                       {address, word, logged.at.number, logged.lsn, txn.label, where});
  thread.set_broken(false);
  if (late) co_await AppendOwn(thread, txn, record, Urgency::kGrouped);
}

Task<void> Log::Delete(Thread& thread, Transaction& txn, Address block) {
  LogRecord record;
  record.type = RecordType::kDelete;
  record.address = block;
  co_await AppendOwn(thread, txn, record, Urgency::kGrouped);
  ShareOf(txn).deleted.push_back(block);
  if (Mutated(kFreeBeforeCommit)) {
    thread.set_broken(true);
    co_await Free(thread, block, kCommitFree);
    thread.set_broken(false);
  }
}

// --- The end of a transaction --------------------------------------------------------------------

Task<void> Log::Free(Thread& thread, Address block, uint16_t label) {
  thread.At({label, kHeapStructure, block});
  co_await StoreWord(thread, nvm_, Category::kDataIo, block, heap_.HeaderOf(block, false));
  co_await nvm_.Fence(thread, Category::kDataIo);
}

// Force: END says that nothing need be done again. No-force: it says what must be; but a
// checkpoint takes a transaction with an END for one whose stores are all in the caches, so those
// that waited for the group come before anybody can append a CHECKPOINT.
Task<void> Log::End(Thread& thread, Transaction& txn, bool committed, uint16_t fence_label,
                    uint16_t end_label) {
  Share& share = ShareOf(txn);
  LogRecord end;
  end.type = RecordType::kEnd;
  end.committed = committed ? 1 : 0;
  if (force()) {
    if (!share.held.empty()) {
      co_await list_.Persist(thread);
      co_await MakeHeldStores(thread, share);
    }
    thread.At({fence_label, 0, 0});
    co_await nvm_.Fence(thread, Category::kDataIo);
    co_await Step(thread, {end_label, 0, 0});
    co_await AppendOwn(thread, txn, end, Urgency::kAtOnce);
  } else {
    co_await Step(thread, {end_label, 0, 0});
    const bool holds = params_.version == Version::kBatch;
    co_await AppendOwn(thread, txn, end, holds ? Urgency::kKeepLatch : Urgency::kAtOnce);
    co_await MakeHeldStores(thread, share);
    if (holds) co_await Latch::Release(thread, list_.latch());
  }
}

// Blocks go to others only when no DELETE speaks of them any more: recovery frees them again.
Task<void> Log::Commit(Thread& thread, Transaction& txn) {
  if (!txn.log) co_return;
  Share& share = ShareOf(txn);
  if (share.logged && clears_at_commit()) {
    co_await End(thread, txn, true, kCommitFence, kCommitEnd);
    for (const Address block : share.deleted) co_await Free(thread, block, kCommitFree);
    co_await Clear(thread, txn);
    for (const Address block : share.deleted) heap_.GiveBack(block);
  } else if (share.logged) {
    for (const Address block : share.deleted) retired_.push_back({txn.id, block});
    co_await End(thread, txn, true, kCommitFence, kCommitEnd);
  }
  EndShare(txn);
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

Task<void> Log::CollectUpdates(Thread& thread, TxnId txn, ArenaVector<LogRecord>* updates) {
  thread.At({kAbortScan, kList, 0});
  co_await Latch::Acquire(thread, list_.latch(), Category::kLogContention);
  co_await Note(thread, EventKind::kStep);
  OwnRecords own{txn, list_.capacity()};
  for (Found at = list_.Last(); at.place != 0 && own.GoesOn(); at = list_.Prior(at.place)) {
    const LogRecord record = list_.Read(thread, at);
    if (own.Takes(record) && record.type == RecordType::kUpdate) updates->push_back(record);
  }
  co_await Latch::Release(thread, list_.latch());
}

Task<void> Log::ClearScanned(Thread& thread, TxnId txn) {
  Place end = 0;
  OwnRecords own{txn, list_.capacity()};
  for (Found at = list_.Last(); at.place != 0 && own.GoesOn();) {
    const Found prior = list_.Prior(at.place);
    const LogRecord record = list_.Read(thread, at);
    if (own.Takes(record)) {
      if (record.type == RecordType::kEnd) {
        end = at.place;
        if (Mutated(kEndFirst)) co_await list_.Remove(thread, end, true);
      } else {
        co_await list_.Remove(thread, at.place, true);
      }
    }
    at = prior;
  }
  co_await list_.Settle(thread, true);
  co_await Step(thread, {kClearEnd, kList, 0});
  if (end != 0 && !Mutated(kEndFirst)) co_await list_.Remove(thread, end, true);
  co_await list_.Settle(thread, true);
}

// Its END is the last record of the chain.
Task<void> Log::ClearChain(Thread& thread, const Share& share) {
  if (Mutated(kEndFirst)) co_await list_.Remove(thread, static_cast<Place>(share.last), true);
  Found at = list_.Find(share.last);
  uint32_t steps = list_.capacity();
  for (Lsn lsn = share.last; lsn != kNoLsn && at.place != 0 && steps-- > 0;) {
    const LogRecord record = list_.Read(thread, at);
    if (lsn != share.last) co_await list_.Remove(thread, at.place, true);
    lsn = record.prior;
    at = list_.Find(lsn);
  }
  co_await Step(thread, {kClearEnd, kList, 0});
  if (!Mutated(kEndFirst)) co_await list_.Remove(thread, static_cast<Place>(share.last), true);
}

Task<void> Log::Clear(Thread& thread, const Transaction& txn) {
  thread.At({kClearScan, kList, 0});
  co_await Latch::Acquire(thread, list_.latch(), Category::kLogContention);
  co_await Note(thread, EventKind::kStep);
  if (list_.indexed()) {
    co_await ClearChain(thread, *static_cast<const Share*>(txn.log));
  } else {
    co_await ClearScanned(thread, txn.id);
  }
  co_await list_.Compact(thread, true);
  co_await Latch::Release(thread, list_.latch());
}

Task<void> Log::CollectChain(Thread& thread, const Share& share, ArenaVector<LogRecord>* updates) {
  co_await Step(thread, {kAbortScan, kList, 0});
  uint32_t steps = list_.capacity();
  for (Lsn lsn = share.last; lsn != kNoLsn && steps-- > 0;) {
    const Found at = list_.Find(lsn);
    if (at.place == 0) break;
    const LogRecord record = list_.Read(thread, at);
    if (record.type == RecordType::kUpdate) updates->push_back(record);
    lsn = record.prior;
  }
}

// --- Rollback ------------------------------------------------------------------------------------

// Header and links of a block are in its first line.
Where Log::PlaceOf(uint16_t label, Address word) const {
  if (word < heap_.begin()) return {label, kRecordLists, word / kBucketBytes * kBucketBytes};
  const Address line = word / kLineBytes * kLineBytes;
  return {label, static_cast<uint16_t>(word == line ? kHeapStructure : kRecordLists), line};
}

// Under force each CLR is durable by itself: recovery does the last one's store again, and no
// other.
Task<bool> Log::Undo(Thread& thread, const LogRecord& update, Share& share, bool reserved,
                     uint16_t label) {
  LogRecord clr = update;
  clr.type = RecordType::kClr;
  clr.old_word = update.new_word;
  clr.new_word = update.old_word;
  clr.undoes = update.lsn;
  Logged logged;
  if (!Mutated(kNoClr)) {
    logged = co_await Append(thread, clr, share, reserved,
                             force() ? Urgency::kAtOnce : Urgency::kGrouped);
    if (logged.lsn == kNoLsn) co_return false;
    ++clrs_;
  }
  const auto address = static_cast<Address>(update.address);
  thread.At({label, kRecords, static_cast<uint32_t>(update.lsn)});
  thread.set_broken(Mutated(kNoClr));
  co_await Note(thread, EventKind::kUndo,
                {.tier = Tier::kNvm,
                 .address = address,
                 .size = kWord,
                 .b = static_cast<uint32_t>(logged.lsn)});
  thread.set_broken(false);
  co_await StoreBehind(thread, share,
                       {address, update.old_word, logged.at.number, logged.lsn, update.label,
                        PlaceOf(label, address)});
  co_return true;
}

Task<void> Log::RollBack(Thread& thread, Transaction& txn) {
  if (!txn.log) co_return;
  Share& share = ShareOf(txn);
  if (share.logged) {
    co_await Step(thread, {kAbortBegin, 0, 0});
    LogRecord record;
    record.type = RecordType::kRollback;
    // With it all that the transaction has logged, which is to be read.
    co_await AppendOwn(thread, txn, record, Urgency::kAtOnce);
    ArenaVector<LogRecord> updates{ArenaAllocator<LogRecord>(arena_)};
    if (list_.indexed()) {
      co_await CollectChain(thread, share, &updates);
    } else {
      co_await CollectUpdates(thread, txn.id, &updates);
    }
    for (const LogRecord& update : updates) {
      const bool undone = co_await Undo(thread, update, share, true, kAbortRestore);
      AI_CHECK(undone);
    }
    if (!clears_at_commit()) {
      for (size_t i = share.taken.size(); i-- > 0;) retired_.push_back({txn.id, share.taken[i]});
    }
    co_await End(thread, txn, false, kAbortFence, kAbortEnd);
    if (clears_at_commit()) {
      co_await Clear(thread, txn);
      for (size_t i = share.taken.size(); i-- > 0;) heap_.GiveBack(share.taken[i]);
    }
  }
  EndShare(txn);
}

void Log::AddTo(EngineCounters* counters) const {
  counters->log_records += records_;
  counters->log_bytes += records_ * sizeof(LogRecord);
  counters->log_insert_ns += insert_ns_;
  counters->clrs += clrs_;
  counters->checkpoints += idle_checkpoints_;
  if (checkpointer_) checkpointer_->AddTo(*counters);
}

}  // namespace afterimage::rewind
