#include "scheme/nv_logging/log.h"

#include <algorithm>

#include "scheme/nv_logging/fresh_ring.h"
#include "tier/file.h"

namespace afterimage::nvlog {

Log::Log(const EngineContext& context, const LogParams& params, Dram& dram, uint32_t image_bytes)
    : kernel_(context.kernel),
      arena_(context.arena),
      nvm_(context.devices.nvm),
      disk_(context.devices.disk),
      dram_(dram),
      machine_(context.machine),
      params_(params),
      layout_(params.layout),
      image_bytes_(image_bytes),
      schema_(context.schema),
      mutations_(kTraced ? context.mutations : 0),
      record_ns_(context.machine.instructions_ns(Price::kPathLogRecord)),
      early_commits_(context.arena, Category::kLogWork, WhileBlocked::kSpins),
      live_(ArenaAllocator<LogObject*>(context.arena)),
      persister_(params.policy == Policy::kFlushOnCommit
                     ? &kernel_.AddThread(ThreadKind::kDaemon, {"persister", "持久化线程"})
                     : nullptr),
      checkpointer_(context.kernel, *this),
      backup_(params.backup ? &kernel_.AddThread(ThreadKind::kDaemon, {"log backup", "日志备份"})
                            : nullptr),
      cleaners_(context.kernel, context.arena, params.cleaners) {}

void Log::Format() {
  const uint64_t super[2] = {kMagic, uint64_t{layout_.object_bytes} << 32 | layout_.entries};
  const uint64_t first = kFirstLsn;
  nvm_.Format(Layout::kSuper, super, sizeof super);
  nvm_.Format(Layout::kHead, &first, sizeof first);
  nvm_.Format(Layout::kTail, &first, sizeof first);
  const auto* ring = arena_.New<FreshRing>(layout_);
  nvm_.set_source(arena_.New<RegionSource>(*ring, Layout::kEntries, uint64_t{layout_.entries} * 8,
                                           nvm_.source()));
}

void Log::Start() {
  if (persister_) kernel_.Spawn(*persister_, Persister(*persister_));
  checkpointer_.Start();
  if (backup_) kernel_.Spawn(*backup_, Backup(*backup_));
  cleaners_.Start(engine_->pool(), engine_->params().cleaner_ns);
}

void Log::Stop(Thread& thread) {
  stopping_ = true;
  checkpointer_.Stop(thread);
  cleaners_.Stop(thread);
  for (WaitQueue* queue : {&persister_work_, &backup_work_}) queue->WakeAll(kernel_, thread.now());
}

// --- Objects -------------------------------------------------------------------------------------

LogObject* Log::TakeObject(uint32_t bytes) {
  uint32_t size_class = 0;
  while ((kLineBytes << size_class) < bytes) ++size_class;
  LogObject* object = free_objects_[size_class];
  if (object) {
    free_objects_[size_class] = object->older;
    const Address dram = object->dram;
    *object = LogObject();
    object->dram = dram;
  } else {
    object = arena_.New<LogObject>();
    object->dram = dram_.Allocate(kLineBytes << size_class);
  }
  object->bytes = bytes;
  object->room = size_class;
  if constexpr (kTraced) live_.push_back(object);
  return object;
}

void Log::FreeObject(LogObject* object) {
  object->lsn = kNoLsn;
  object->older = free_objects_[object->room];
  free_objects_[object->room] = object;
  if constexpr (kTraced) live_.erase(std::find(live_.begin(), live_.end(), object));
}

TxnLog* Log::TakeTxnLog() {
  if (!free_txn_logs_) return arena_.New<TxnLog>();
  TxnLog* log = free_txn_logs_;
  free_txn_logs_ = log->next_free;
  *log = TxnLog();
  return log;
}

void Log::Enqueue(LogObject* object) {
  LogObject* before = queue_last_;
  while (before && before->lsn > object->lsn) before = before->before_in_queue;
  LogObject* after = before ? before->after_in_queue : queue_first_;
  object->before_in_queue = before;
  object->after_in_queue = after;
  (before ? before->after_in_queue : queue_first_) = object;
  (after ? after->before_in_queue : queue_last_) = object;
}

void Log::Dequeue(LogObject* object) {
  LogObject* before = object->before_in_queue;
  LogObject* after = object->after_in_queue;
  (before ? before->after_in_queue : queue_first_) = after;
  (after ? after->before_in_queue : queue_last_) = before;
}

// --- Inserting (sections 4.2, 5.1) ---------------------------------------------------------------

void Log::Populate(LogObject* object, Transaction& txn, const Change* change, Lsn compensates) {
  ObjectHeader header;
  header.lsn = object->lsn;
  header.txn = txn.id;
  header.label = txn.label;
  header.system = txn.system ? 1 : 0;
  header.kind = object->kind;
  header.span = static_cast<uint8_t>(layout_.Span(object->bytes));
  // In recovery the loser's last object is in NVM only.
  header.prev = txn.last_lsn != kNoLsn ? static_cast<uint32_t>(layout_.Object(txn.last_lsn)) : 0;
  header.compensates = compensates;
  uint8_t* bytes = Bytes(*object);
  if (change) {
    SetChange(header, *change);
    if (change->before.size > 0)
      std::memcpy(bytes + kLineBytes, change->before.data, change->before.size);
    if (change->after.size > 0)
      std::memcpy(bytes + kLineBytes + change->before.size, change->after.data, change->after.size);
  }
  std::memcpy(bytes, &header, sizeof header);
}

Task<Lsn> Log::Insert(Thread& thread, Where step, Transaction& txn, Kind kind, const Change* change,
                      Lsn compensates, When when) {
  if (step.label != 0) {
    co_await Step(thread, step);
  }
  co_await Ordered(thread);
  // Before the LSN exists: a checkpoint in between must not pass it.
  if (txn.first_lsn == kNoLsn) txn.first_lsn = tail_;
  if (!txn.log) txn.log = TakeTxnLog();
  TxnLog& log = LogOf(txn);
  const Time start = thread.now();
  LogObject* object = TakeObject(ObjectBytes(change));
  object->kind = kind;
  object->label = txn.label;
  object->page = change ? change->page : ~PageId{0};
  const uint32_t span = layout_.Span(object->bytes);
  Lsn lsn;
  do {  // an object does not wrap around the ring's end: the entries before it stay unused
    thread.At({kInsertLsn, kAnchors, 1});
    lsn = co_await nvm_.FetchAdd(thread, Category::kLogContention, Layout::kTail, span);
    tail_ = lsn + span;
    AI_CHECK(tail_ - reclaimed_ <= layout_.entries);
  } while (lsn % layout_.entries + span > layout_.entries);
  object->lsn = lsn;
  const uint32_t used = std::min(log.reserved, 2 * span - 1);
  log.reserved -= used;
  reserved_ -= used;

  thread.At({kInsertPopulate, kVolatileObjects, static_cast<uint32_t>(object->lsn)});
  thread.Execute(Category::kLogWork, record_ns_ + machine_.copy_ns(object->bytes));
  co_await Ordered(thread);
  co_await Note(thread, EventKind::kLogInsert,
                {.tier = Tier::kDram,
                 .address = object->dram,
                 .size = object->bytes,
                 .a = static_cast<uint32_t>(kind)});
  Populate(object, txn, change, compensates);
  object->older = log.newest;
  (log.newest ? log.newest->newer : log.oldest) = object;
  log.newest = object;
  txn.last_lsn = object->lsn;
  ++records_;
  record_bytes_ += object->bytes;
  Enqueue(object);
  if (tail_ - head_ >= params_.checkpoint_after) checkpointer_.Want(thread);
  cleaners_.Wake(thread);

  if (when == When::kLater) {
    // The caller persists it.
  } else if (when == When::kNow || params_.policy == Policy::kFlushOnInsert) {
    co_await Step(thread, {kInsertPersist, kObjects, static_cast<uint32_t>(object->lsn)});
    co_await EnsurePersistent(thread, object);
  } else {
    co_await Step(thread, {kInsertHandOver, kVolatileObjects, static_cast<uint32_t>(object->lsn)});
    persister_work_.WakeAll(kernel_, thread.now());
  }
  insert_ns_ += thread.now() - start;
  co_return lsn;
}

// --- Persisting (sections 4.3, 5.2) --------------------------------------------------------------

Task<void> Log::EnsurePersistent(Thread& thread, LogObject* object) {
  co_await Ordered(thread);
  const Lsn lsn = object->lsn;
  // Spins: it is soon over, and whoever holds a latch (the write gate) must not lose its core to a
  // thread that spins on that latch.
  while (object->lsn == lsn && object->state == LogObject::State::kPersisting) {
    co_await Sleep(thread, object->waiters, WaitFor::kPersister, static_cast<uint32_t>(lsn), 0,
                   Category::kLogWork, WhileBlocked::kSpins);
  }
  if (object->lsn != lsn || object->state == LogObject::State::kPersistent) co_return;
  object->state = LogObject::State::kPersisting;
  if (Mutated(kStateBitFirst)) {
    co_await PersistStateFirst(thread, object);
  } else {
    const uint64_t word = layout_.EntryWord(lsn, true);
    co_await CopyObject(thread, *object);
    co_await SetObjectState(thread, *object);
    co_await SetEntryState(thread, *object, word);
  }
  co_await Note(thread, EventKind::kLogDurable,
                {.tier = Tier::kNvm, .address = layout_.Object(lsn)});
  object->state = LogObject::State::kPersistent;
  Bytes(*object)[kStateOffset] = 1;
  Dequeue(object);
  object->waiters.WakeAll(kernel_, thread.now());
  if (object->newer) persister_work_.WakeAll(kernel_, thread.now());  // it comes next now
  if (object->orphan) FreeObject(object);
}

Nvm::StoreAndFlushOp Log::CopyObject(Thread& thread, const LogObject& object) {
  const auto key = static_cast<uint32_t>(object.lsn);
  thread.At({kPersistCopy, kObjects, key});
  return nvm_.StoreAndFlush(thread, Category::kLogWork, layout_.Object(object.lsn), Bytes(object),
                            object.bytes, Access::kPrivate, {kPersistWriteBack, kObjects, key});
}

Nvm::StoreAndFlushOp Log::SetObjectState(Thread& thread, const LogObject& object) {
  static constexpr uint64_t kSet = 1;
  const auto key = static_cast<uint32_t>(object.lsn);
  thread.At({kPersistState, kObjects, key});
  return nvm_.StoreAndFlush(thread, Category::kLogWork, layout_.Object(object.lsn) + kStateOffset,
                            &kSet, sizeof kSet, Access::kPrivate,
                            {kPersistStateBack, kObjects, key});
}

// Other threads set their bits in the same line.
Nvm::StoreAndFlushOp Log::SetEntryState(Thread& thread, const LogObject& object,
                                        const uint64_t& word) {
  const auto key = static_cast<uint32_t>(object.lsn);
  thread.At({kPersistEntry, kRing, key});
  return nvm_.StoreAndFlush(thread, Category::kLogWork, layout_.Entry(object.lsn), &word,
                            sizeof word, Access::kShared, {kPersistEntryBack, kRing, key});
}

// The mutation: the copy comes last, and must not clear a bit again.
Task<void> Log::PersistStateFirst(Thread& thread, LogObject* object) {
  const uint64_t word = layout_.EntryWord(object->lsn, true);
  const Address to = layout_.Object(object->lsn);
  const auto key = static_cast<uint32_t>(object->lsn);
  thread.set_broken(true);
  co_await SetObjectState(thread, *object);
  co_await SetEntryState(thread, *object, word);
  thread.At({kPersistCopy, kObjects, key});
  co_await nvm_.Store(thread, Category::kLogWork, to, Bytes(*object), kStateOffset,
                      Access::kPrivate);
  if (object->bytes > kLineBytes) {
    co_await nvm_.Store(thread, Category::kLogWork, to + kLineBytes, Bytes(*object) + kLineBytes,
                        object->bytes - kLineBytes, Access::kPrivate);
  }
  thread.At({kPersistWriteBack, kObjects, key});
  co_await nvm_.Clflush(thread, Category::kLogWork, to, object->bytes, Access::kPrivate);
  thread.set_broken(false);
}

Task<void> Log::WriteBackTail(Thread& thread, uint16_t label) {
  thread.At({label, kAnchors, 1});
  if (Mutated(kNoTailWriteBack)) {
    thread.set_broken(true);
    co_await Note(thread, EventKind::kStep);
    thread.set_broken(false);
    co_return;
  }
  co_await nvm_.Clflush(thread, Category::kLogWork, Layout::kTail, 8, Access::kShared);
}

// The daemon of flush-on-commit. While another thread persists an object of a transaction, its
// later ones wait: the order is not to be damaged (section 4.3). Undo of the later one restores
// what the earlier one wrote.
Task<void> Log::Persister(Thread& thread) {
  for (;;) {
    co_await Ordered(thread);
    LogObject* object = queue_first_;
    while (object && !ComesNext(*object)) object = object->after_in_queue;
    if (!object) {
      if (stopping_) co_return;
      thread.set_txn(0);
      co_await Sleep(thread, persister_work_, WaitFor::kWork);
      continue;
    }
    thread.set_txn(object->label);
    co_await Step(thread, {kPersisterTake, kVolatileObjects, static_cast<uint32_t>(object->lsn)});
    co_await EnsurePersistent(thread, object);
  }
}

// --- Hooks ---------------------------------------------------------------------------------------

Task<void> Log::OnBegin(Thread&, Transaction& txn) {
  txn.log = nullptr;
  co_return;
}

Task<Lsn> Log::OnUpdate(Thread& thread, Transaction& txn, const Change& change) {
  return Insert(thread, {kUpdateInsert, kBufferStructure, change.page}, txn, Kind::kUpdate, &change,
                kNoLsn, When::kByPolicy);
}

void Log::OnEnd(Transaction& txn) {
  if (!txn.log) return;
  TxnLog& log = LogOf(txn);
  for (LogObject* object = log.oldest; object;) {
    LogObject* newer = object->newer;
    if (object->state == LogObject::State::kPersistent) {
      FreeObject(object);
    } else {
      object->orphan = true;
      object->older = nullptr;  // free, or soon
    }
    object = newer;
  }
  reserved_ -= log.reserved;
  log.next_free = free_txn_logs_;
  free_txn_logs_ = &log;
  txn.log = nullptr;
}

Task<void> Log::PersistPage(Thread& thread, PageId page) {
  for (LogObject* object = queue_first_; object;) {
    if (object->page != page) {
      object = object->after_in_queue;
      continue;
    }
    co_await Step(thread, {kGatePersist, kVolatileObjects, static_cast<uint32_t>(object->lsn)});
    co_await EnsurePersistent(thread, object);
    object = queue_first_;  // the queue has changed meanwhile
  }
  co_await WriteBackTail(thread, kGateTail);
}

Task<void> Log::BeforeWritePage(Thread& thread, PageId page, Lsn) {
  thread.At({kGatePage, kBufferStructure, page});
  co_await Ordered(thread);
  co_await Note(thread, EventKind::kStep);
  if (!Mutated(kPageBeforeLog)) co_await PersistPage(thread, page);
  thread.set_broken(Mutated(kPageBeforeLog));
  co_await Step(thread, {kGateWrite, kDiskStructure, page});
  thread.set_broken(false);
}

// The new page would carry what unfinished transactions did to the old one.
Task<void> Log::BeforeSplit(Thread& thread, PageId page) {
  thread.At({kGatePage, kBufferStructure, page});
  co_await Ordered(thread);
  co_await Note(thread, EventKind::kStep);
  co_await PersistPage(thread, page);
}

void Log::AddTo(EngineCounters& counters) const {
  counters.log_records += records_;
  counters.log_bytes += record_bytes_;
  counters.log_insert_ns += insert_ns_;
  checkpointer_.AddTo(counters);
}

}  // namespace afterimage::nvlog
