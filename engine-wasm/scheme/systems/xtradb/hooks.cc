#include "scheme/systems/xtradb/hooks.h"

#include <algorithm>

#include "base/build.h"
#include "scheme/systems/xtradb/story.h"

namespace afterimage::xtradb {
namespace {

// Log that the word takes which ends a transaction, heads of blocks included.
constexpr uint64_t kEndBytes = 64;

bool Broken(const EngineContext& context, Mutation mutation) {
  return kTraced && (context.mutations >> mutation & 1);
}

RedoLogParams LogOf(const EngineContext& context, RedoLogParams params) {
  params.laps_itself = Broken(context, kLapsItself);
  params.keeps_halves = Broken(context, kHalfGroup);
  return params;
}

}  // namespace

Hooks::Hooks(const EngineContext& context, const PageParams& pages, const LogParams& params,
             File& file)
    : kernel_(context.kernel),
      arena_(context.arena),
      params_(params),
      schema_(context.schema),
      early_release_(pages.early_release),
      checkpoint_too_far_(Broken(context, kCheckpointTooFar)),
      log_(context.arena, context.machine, file, LogOf(context, params.log)),
      undo_(context.arena, log_, params.undo),
      images_(context.arena, params_.undo.image_bytes),
      losers_(ArenaAllocator<Transaction*>(context.arena)),
      flusher_(params.flush_at_commit
                   ? nullptr
                   : &kernel_.AddThread(ThreadKind::kDaemon, {"log flusher", "日志刷写线程"})),
      checkpointer_(context.kernel, *this),
      cleaners_(context.kernel, context.arena, pages.cleaners()),
      adaptive_(context.kernel, context.arena, pages.io_capacity, *this) {}

void Hooks::Attach(PageParts& engine) {
  engine_ = &engine;
  undo_.Attach(engine);
}

void Hooks::Start() {
  if (flusher_) kernel_.Spawn(*flusher_, Flusher(*flusher_));
  checkpointer_.Start();
  cleaners_.Start(engine_->pool(), engine_->params());
  adaptive_.Start(engine_->pool());
}

void Hooks::Stop(Thread& thread) {
  stopping_ = true;
  flush_work_.WakeAll(kernel_, thread.now());
  checkpointer_.Stop(thread);
  cleaners_.Stop(thread);
  adaptive_.Stop(thread);
}

Task<void> Hooks::OnBegin(Thread&, Transaction& txn) {
  txn.log = txn.system ? nullptr : undo_.New();
  co_return;
}

// --- Room ----------------------------------------------------------------------------------------

Task<bool> Hooks::Reserve(Thread& thread, Transaction& txn, uint32_t changes) {
  co_await Step(thread, {kUpdateReserve, 0, 0});
  co_await Ordered(thread);
  TxnLog& log = LogOf(txn);
  if (!undo_.TryReserve(log, changes)) co_return false;
  const bool room = co_await AwaitLog(thread, log, changes);
  co_return room;
}

// The earlier reservation has been used, or is not needed any more.
Task<bool> Hooks::AwaitLog(Thread& thread, TxnLog& log, uint32_t changes) {
  co_await Ordered(thread);
  reserved_ -= log.reserved;
  log.reserved = 0;
  const auto enough = [this, &log, changes] {
    const uint64_t needed = changes * params_.change_bytes + kEndBytes;
    if (log_.Room() < reserved_ + needed) return false;
    reserved_ += needed;
    log.reserved = needed;
    return true;
  };
  if (enough()) co_return true;
  if (engine_->recovery().under_way()) {
    co_await OnCheckpoint(thread);
    co_return enough();
  }
  const bool room = co_await checkpointer_.AwaitRoom(thread, enough);
  co_return room;
}

// A change has been logged: what was kept for it is not needed any more.
void Hooks::Used(TxnLog& log) {
  const uint64_t used = std::min(params_.change_bytes, log.reserved);
  log.reserved -= used;
  reserved_ -= used;
}

// --- Logging -------------------------------------------------------------------------------------

// A system transaction's records are one group, which OnSystemEnd ends.
Task<Lsn> Hooks::OnUpdate(Thread& thread, Transaction& txn, const Change& change) {
  const uint32_t bytes = static_cast<uint32_t>(sizeof(LogRecord)) + change.after.size;
  if (txn.system) {
    const bool first = open_ != &txn;
    co_await Step(thread, {kSplitLog, kBufferStructure, change.page});
    if (first) {
      co_await log_.Open(thread, params_.log.buffer_bytes / 2);
      open_ = &txn;
    }
    const Lsn lsn = co_await log_.Put(thread, RecordOf(change, txn.label), change.after);
    co_return lsn;
  }
  if (NeedsUndo(change)) co_await undo_.Append(thread, txn, change);
  co_await Step(thread, {kUpdateLog, kBufferStructure, change.page});
  co_await log_.Open(thread, bytes);
  const Lsn lsn = co_await log_.Put(thread, RecordOf(change, txn.label), change.after);
  co_await log_.Close(thread);
  Used(LogOf(txn));
  if (lsn - log_.checkpoint_lsn() >= params_.checkpoint_bytes) checkpointer_.Want(thread);
  if (cleaners_.sweeps()) co_await Ordered(thread);
  cleaners_.Wake(thread);
  adaptive_.Wake(thread);
  co_return lsn;
}

Task<void> Hooks::OnSystemEnd(Thread& thread, Transaction&) {
  co_await Step(thread, {kSplitEnd, kLogBuffer, 0});
  open_ = nullptr;
  co_await log_.Close(thread);
}

Task<void> Hooks::BeforeWritePage(Thread& thread, PageId page, Lsn page_lsn) {
  thread.At({kGatePage, kBufferStructure, page});
  co_await Ordered(thread);
  co_await Note(thread, EventKind::kStep);
  if (thread.Does(kGateForce) && log_.durable_lsn() <= page_lsn) {
    co_await Step(thread, {kGateForce, kLogBuffer, static_cast<uint32_t>(page_lsn)});
    co_await log_.Force(thread, page_lsn);
  }
  co_await Step(thread, {kGateWrite, kDiskStructure, page});
}

// --- Committing ----------------------------------------------------------------------------------

Task<void> Hooks::OnCommit(Thread& thread, Transaction& txn) {
  TxnLog& log = LogOf(txn);
  if (log.begun == 0) {
    // It has changed nothing, but what it has read must stay true.
    if (txn.depends_on == kNoLsn) co_return;
    const bool waits = thread.Does(kCommitDepends);
    co_await Step(thread, {kCommitDepends, kLogBuffer, static_cast<uint32_t>(txn.depends_on)});
    if (waits) co_await MakeDurable(thread, txn.depends_on);
    co_return;
  }
  const Lsn lsn = co_await undo_.SetPhase(thread, txn, UndoPhase::kCommitted, kCommitPhase);
  if (early_release_) {
    co_await Step(thread, {kCommitEarly, kLockStructure, 0});
    co_await engine_->locks().ReleaseEarly(thread, txn, lsn);
  }
  if (!thread.Does(kCommitFlush)) {
    co_await Note(thread, EventKind::kStep);
    co_return;
  }
  co_await MakeDurable(thread, lsn);
}

Task<void> Hooks::MakeDurable(Thread& thread, Lsn lsn) {
  co_await Ordered(thread);
  if (!params_.flush_at_commit) {
    co_await Step(thread, {kCommitSecond, kLogBuffer, static_cast<uint32_t>(lsn)});
    flush_work_.WakeAll(kernel_, thread.now());
    co_return;
  }
  co_await Step(thread, {kCommitFlush, kLogBuffer, static_cast<uint32_t>(lsn)});
  co_await log_.Force(thread, lsn);
  co_await Ordered(thread);
  engine_->locks().ForgetTagsUpTo(log_.durable_lsn() - 1);
}

Task<void> Hooks::Flusher(Thread& thread) {
  for (;;) {
    co_await Ordered(thread);
    if (log_.durable_lsn() >= log_.next_lsn()) {
      if (stopping_) co_return;
      co_await Sleep(thread, flush_work_, WaitFor::kWork);
      continue;
    }
    if (!stopping_) co_await Delay(thread, params_.flush_ns, WaitFor::kWork, Category::kWait);
    co_await log_.Flush(thread);
    co_await Ordered(thread);
    engine_->locks().ForgetTagsUpTo(log_.durable_lsn() - 1);
  }
}

// Its pages may belong to another transaction: their next writer logs that later than this commit.
void Hooks::OnEnd(Transaction& txn) {
  if (!txn.log) return;
  TxnLog& log = LogOf(txn);
  undo_.GiveBack(log);
  reserved_ -= log.reserved;
  log.reserved = 0;
  undo_.Recycle(&log);
  txn.log = nullptr;
}

// --- Rolling back --------------------------------------------------------------------------------

Task<bool> Hooks::UndoNewest(Thread& thread, Transaction& txn, uint16_t line) {
  const TxnLog& log = LogOf(txn);
  uint8_t* image = images_.Take();
  UndoRecord record;
  thread.At({line, kBufferStructure, log.records.back().page});
  bool whole = co_await undo_.ReadNewest(thread, log, &record, image);
  if (whole) {
    whole = co_await engine_->recovery().UndoStep(
        thread, {line, kUndoStructure, UndoKey(log.records.back().page, record.number)}, txn,
        ChangeOf(record, image), record.number);
    UndoLog::Forget(LogOf(txn));
  }
  images_.Give(image);
  co_return whole;
}

Task<void> Hooks::OnAbort(Thread& thread, Transaction& txn) {
  TxnLog& log = LogOf(txn);
  if (log.begun == 0) co_return;
  while (!log.records.empty()) {
    // Other transactions return their reservations sooner or later; one that waits keeps none.
    for (bool room = false; !room;) room = co_await AwaitLog(thread, log, 1);
    const bool whole = co_await UndoNewest(thread, txn, kAbortRead);
    AI_CHECK(whole);
  }
  // No thread waits for this word: without it restart finds nothing left to undo.
  co_await undo_.SetPhase(thread, txn, UndoPhase::kRolledBack, kAbortPhase);
}

// Nothing says how far a rollback has come. Restart undoes all of it again, which changes nothing
// more: what the transaction has locked, freed slots included, is its own until its end is logged.
Task<Lsn> Hooks::OnCompensate(Thread& thread, Transaction& txn, const Change& change, Lsn number,
                              const Frame& frame) {
  const bool restart = engine_->recovery().under_way();
  const Where where{restart ? kRecoverClr : kAbortClr, kUndoStructure,
                    UndoKey(LogOf(txn).records.back().page, static_cast<uint32_t>(number))};
  const bool logs = thread.Does(kAbortClr);
  co_await Step(thread, where);
  Lsn lsn = engine_->pool().View(&frame).page_lsn();
  if (logs) {
    co_await log_.Open(thread, static_cast<uint32_t>(sizeof(LogRecord)) + change.after.size);
    thread.At(where);
    lsn = co_await log_.Put(thread, RecordOf(change, txn.label), change.after);
    co_await log_.Close(thread);
  }
  Used(LogOf(txn));
  co_await PageRecovery::NoteUndo(
      thread, {restart ? kRecoverRestore : kAbortRestore, where.structure, where.key}, frame, lsn,
      UndoFrom::kPage);
  co_return lsn;
}

// --- Checkpoints ---------------------------------------------------------------------------------

uint64_t Hooks::AgePercent() const {
  const Lsn next = log_.next_lsn();
  return (next - engine_->pool().OldestRecLsn(next)) * 100 / params_.checkpoint_bytes;
}

// A checkpoint that comes for the age of the log takes the oldest pages along, if pages go home all
// the time, and leaves the others to change again.
Lsn Hooks::CheckpointLimit(const Thread& thread) const {
  const Lsn next = log_.next_lsn();
  const uint64_t keeps = params_.checkpoint_bytes / 8 * 7;
  const bool for_age = adaptive_.on() && thread.kind() == ThreadKind::kDaemon;
  return for_age && next > keeps && log_.Room() > params_.checkpoint_bytes / 8 ? next - keeps
                                                                               : next;
}

// A fuzzy checkpoint is one LSN: pages hold all that is older. Undo is in pages, so it needs no
// log.
Task<void> Hooks::OnCheckpoint(Thread& thread) {
  co_await checkpointer_.Enter(thread);
  BufferPool& pool = engine_->pool();
  const Lsn limit = CheckpointLimit(thread);
  thread.At({kCheckpointPages, kBufferStructure, 0});
  co_await Note(
      thread, EventKind::kCheckpointBegin,
      {.a = static_cast<uint32_t>(log_.checkpoint_lsn()), .b = static_cast<uint32_t>(limit)});
  co_await pool.WriteOlderThan(thread, limit);
  co_await Ordered(thread);
  const Lsn next = log_.next_lsn();
  const Lsn from = checkpoint_too_far_ ? next : pool.OldestRecLsn(next);
  co_await Step(thread, {kCheckpointForce, kLogBuffer, static_cast<uint32_t>(from)});
  if (from > log_.durable_lsn()) co_await log_.Force(thread, from - 1);
  thread.set_broken(checkpoint_too_far_);
  co_await log_.WriteCheckpoint(thread, from);
  thread.set_broken(false);
  thread.At({kCheckpointBlock, kCheckpoints, 0});
  co_await Note(thread, EventKind::kCheckpointEnd, {.a = static_cast<uint32_t>(from)});
  checkpointer_.End(thread);
}

void Hooks::AddTo(EngineCounters& counters) const {
  const RedoLogCounters& log = log_.counters();
  counters.log_records += log.records;
  counters.log_bytes += log.bytes;
  counters.log_insert_ns += log.insert_ns;
  checkpointer_.AddTo(counters);
}

}  // namespace afterimage::xtradb
