// Logging, and the user's words: section 4.2.
#include "scheme/systems/rewind/log.h"

#include <algorithm>

#include "scheme/systems/rewind/story.h"

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
    return context.arena.New<TreeList>(context, space_, params_.records, params_.bucket_records,
                                       marks_flush());
  }
  if (params_.version == Version::kSimple)
    return context.arena.New<SimpleList>(context, space_, params_.records, marks_flush());
  return context.arena.New<BucketList>(context, space_, params_.buckets(), marks_flush());
}

Log::Log(const EngineContext& context, PersistentHeap& heap, HeldStores& held,
         const LogParams& params, uint32_t number)
    : Library(heap),
      arena_(context.arena),
      nvm_(context.devices.nvm),
      params_(params),
      space_(params.Space(number)),
      record_ns_(context.machine.instructions_ns(Price::kPathLogRecord)),
      mutations_(kTraced ? context.mutations : 0),
      list_(*MakeList(context)),
      shares_(ArenaAllocator<Share*>(context.arena)),
      recovering_(context.arena),
      checkpointing_(context.arena),
      held_(held),
      retired_(ArenaAllocator<Retired>(context.arena)),
      table_(ArenaAllocator<Entry>(context.arena)),
      index_(context.arena.New<FlatMap<uint32_t>>(context.arena)) {
  nvm_.NameHot(space_.headers[0], 2 * kLineBytes);
  if (!clears_at_commit()) checkpointer_ = context.arena.New<Checkpointer>(context.kernel, *this);
}

void Log::Format() {
  const uint64_t header = space_.headers[0];
  nvm_.Format(space_.in_use, &header, sizeof header);
}

void Log::Open(Address data) {
  data_ = data;
  list_.OpenEmpty(space_.headers[0]);
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
    Share& share = *static_cast<Share*>(txn.log);
    share.txn = txn.id;
    share.label = txn.label;
  }
  return *static_cast<Share*>(txn.log);
}

void Log::EndShare(Transaction& txn) {
  Share& share = ShareOf(txn);
  reserved_ -= share.reserved;
  share.reserved = 0;
  share.logged = false;
  share.last = kNoLsn;
  share.updates.clear();
  share.deleted.clear();
  share.taken.clear();
  share.held.clear();
  share.next_free = free_shares_;
  free_shares_ = &share;
  txn.log = nullptr;
}

bool Log::TryReserve(Transaction& txn, uint32_t places) {
  const uint32_t need = places + (txn.log ? 0 : params_.places_kept());
  if (list_.FreePlaces() < uint64_t{reserved_} + need) return false;
  reserved_ += need;
  ShareOf(txn).reserved += need;
  return true;
}

// Reserves places for an update and its CLR; and once those of LogParams::places_kept. So rolling
// back never lacks room, nor does recovery: everything that it appends, however often it is
// interrupted, was reserved here.
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
  record.lsn = space_.Lsn(next_++);
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
  if (!kTraced && record.type == RecordType::kUpdate)
    ShareOf(txn).updates.push_back(logged.at.record);
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

void Log::Return(Transaction& txn, Address block) {
  ArenaVector<Address>& taken = ShareOf(txn).taken;
  taken.erase(std::find(taken.begin(), taken.end(), block));
  GiveBack(block);
}

void Log::GiveBack(Address block) {
  AI_NATIVE_CHECK(mutations_ != 0 || !Names(block));
  heap_.GiveBack(block);
}

// A list that is being changed is not walked.
bool Log::Names(Address block) const {
  if (list_.latch().held()) return false;
  uint32_t steps = list_.capacity();
  for (Found at = list_.Last(); at.place != 0 && steps-- > 0; at = list_.Prior(at.place)) {
    if (list_.PlainRecord(list_.RecordAt(at.place)).address == block) return true;
  }
  return false;
}

Task<void> Log::Fill(Thread& thread, Address address, const void* bytes, uint32_t size,
                     Where where) {
  thread.At(where);
  co_await nvm_.NtStore(thread, Category::kDataIo, address, bytes, size, Access::kShared);
}

Task<void> Log::Free(Thread& thread, Transaction& txn, Address block) {
  LogRecord record;
  record.type = RecordType::kDelete;
  record.address = block;
  co_await AppendOwn(thread, txn, record, Urgency::kGrouped);
  ShareOf(txn).deleted.push_back(block);
  if (Mutated(kFreeBeforeCommit)) {
    thread.set_broken(true);
    co_await MarkFree(thread, block, kCommitFree);
    thread.set_broken(false);
  }
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
