#include "scheme/systems/nv_logging/log.h"

#include <algorithm>

#include "scheme/contract/record_fields.h"

namespace afterimage::nvlog {

Log::Log(const EngineContext& context, const LogParams& params, Dram& dram, uint32_t image_bytes)
    : arena_(context.arena),
      nvm_(context.devices.nvm),
      machine_(context.machine),
      schema_(context.schema),
      params_(params),
      layout_(params.layout),
      image_bytes_(image_bytes),
      acknowledge_first_(kTraced && (context.mutations >> kAckBeforeCommitRecord & 1)),
      one_dependent_waits_(kTraced && (context.mutations >> kOneDependentWaits & 1)),
      record_ns_(context.machine.instructions_ns(Price::kPathLogRecord)),
      ring_(context, params.layout),
      pool_(context.arena, dram),
      early_commits_(context.arena, Category::kLogWork, WhileBlocked::kSpins),
      persister_(context, params.layout, ring_, pool_, params.persisters),
      checkpointer_(context.kernel, *this),
      archive_(context, params.layout, params.archive, checkpointer_),
      cleaners_(context.kernel, context.arena, params.cleaners) {}

void Log::Start() {
  persister_.Start();
  checkpointer_.Start();
  archive_.Start();
  cleaners_.Start(engine_->pool(), engine_->params());
}

void Log::Stop(Thread& thread) {
  checkpointer_.Stop(thread);
  cleaners_.Stop(thread);
  persister_.Stop(thread);
  archive_.Stop(thread);
}

// --- Inserting (sections 4.2, 5.1) ---------------------------------------------------------------

Task<void> Log::Populate(Thread& thread, LogObject* object, Transaction& txn, const Change* change,
                         Lsn compensates) {
  thread.At({kInsertPopulate, kVolatileObjects, static_cast<uint32_t>(object->lsn)});
  thread.Execute(Category::kLogWork, record_ns_ + machine_.copy_ns(object->bytes));
  co_await Ordered(thread);
  co_await Note(thread, EventKind::kLogInsert,
                {.tier = Tier::kDram,
                 .address = object->dram,
                 .size = object->bytes,
                 .a = static_cast<uint32_t>(object->kind)});
  ObjectHeader header;
  header.lsn = object->lsn;
  header.txn = txn.id;
  header.label = txn.label;
  header.system = txn.system ? 1 : 0;
  header.kind = object->kind;
  header.span = static_cast<uint8_t>(layout_.Span(object->bytes));
  // The loser's last object is in NVM only during recovery.
  header.prev = txn.last_lsn != kNoLsn ? static_cast<uint32_t>(layout_.Object(txn.last_lsn)) : 0;
  header.compensates = compensates;
  if (change) SetChange(header, *change);
  pool_.Fill(*object, header, change);
}

LogObject* Log::NewObject(const Transaction& txn, Kind kind, const Change* change) {
  LogObject* object =
      pool_.Take(kLineBytes + (change ? change->before.size + change->after.size : 0));
  object->kind = kind;
  object->label = txn.label;
  object->owner = OwnerOf(txn);
  object->page = change ? change->page : ~PageId{0};
  return object;
}

Task<Lsn> Log::Insert(Thread& thread, Where step, Transaction& txn, Kind kind, const Change* change,
                      Lsn compensates, When when) {
  if (step.label != 0) {
    co_await Step(thread, step);
  }
  co_await Ordered(thread);
  // Before the LSN exists: a checkpoint in between must not pass it.
  if (txn.first_lsn == kNoLsn) txn.first_lsn = ring_.tail();
  TxnLog& log = LogOf(txn);
  const Time start = thread.now();
  LogObject* object = NewObject(txn, kind, change);
  const uint32_t span = layout_.Span(object->bytes);
  object->lsn = co_await ring_.Take(thread, span);
  Unreserve(log, std::min(log.reserved, 2 * span - 1));
  co_await Populate(thread, object, txn, change, compensates);
  log.Add(object);
  txn.last_lsn = object->lsn;
  const Lsn lsn = object->lsn;
  ++records_;
  record_bytes_ += object->bytes;
  persister_.Add(object);
  if (ring_.tail() - ring_.head() >= params_.checkpoint_after) checkpointer_.Want(thread);
  cleaners_.Wake(thread);

  if (when == When::kLater) {
    // The caller persists it.
  } else if (when == When::kNow || params_.policy == Policy::kFlushOnInsert) {
    co_await Step(thread, {kInsertPersist, kObjects, static_cast<uint32_t>(lsn)});
    co_await persister_.Persist(thread, object, lsn);
  } else {
    co_await Step(thread, {kInsertHandOver, kVolatileObjects, static_cast<uint32_t>(lsn)});
    persister_.HandOver(thread, *object);
  }
  insert_ns_ += thread.now() - start;
  co_return lsn;
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
    pool_.Leave(object);
    object = newer;
  }
  Unreserve(log, log.reserved);
  pool_.FreeLog(&log);
  txn.log = nullptr;
}

Task<void> Log::BeforeWritePage(Thread& thread, PageId page, Lsn) {
  thread.At({kGatePage, kBufferStructure, page});
  co_await Ordered(thread);
  co_await Note(thread, EventKind::kStep);
  if (thread.Does(kGatePersist)) co_await persister_.PersistPage(thread, page);
  co_await Step(thread, {kGateWrite, kDiskStructure, page});
}

// The new page would carry what unfinished transactions did to the old one.
Task<void> Log::BeforeSplit(Thread& thread, PageId page) {
  thread.At({kGatePage, kBufferStructure, page});
  co_await Ordered(thread);
  co_await Note(thread, EventKind::kStep);
  co_await persister_.PersistPage(thread, page);
}

void Log::AddTo(EngineCounters& counters) const {
  counters.log_records += records_;
  counters.log_bytes += record_bytes_;
  counters.log_insert_ns += insert_ns_;
  checkpointer_.AddTo(counters);
}

}  // namespace afterimage::nvlog
