#include "scheme/systems/base/hooks.h"

#include <algorithm>
#include <cstring>

#include "base/build.h"
#include "scheme/systems/base/story.h"
#include "scheme/systems/base/words.h"

namespace afterimage::base {
namespace {

bool Broken(const EngineContext& context, Mutation mutation) {
  return kTraced && (context.mutations >> mutation & 1);
}

// A change has its undo, its redo and, should it be rolled back, the redo of that.
constexpr uint32_t kRecordsOfAChange = 3;

}  // namespace

Hooks::Hooks(const EngineContext& context, const PageParams& pages, const LogParams& params)
    : arena_(context.arena),
      nvm_(context.devices.nvm),
      params_(params),
      schema_(context.schema),
      early_release_(pages.early_release),
      clients_undo_first_(Broken(context, kClientsUndoFirst)),
      undo_before_redo_(Broken(context, kUndoBeforeRedo)),
      cuts_all_(Broken(context, kCutTooFar)),
      commits_first_(Broken(context, kCommitBeforeRecords)),
      locks_first_(Broken(context, kLocksFirst)),
      undoes_oldest_first_(Broken(context, kUndoOldestFirst)),
      atomic_ns_(context.machine[Price::kAtomic]),
      record_ns_(context.machine.instructions_ns(Price::kPathLogRecord)),
      lsns_(nvm_, context.machine, params.lsn_step),
      heap_(context.arena, params_.layout),
      undo_(context.arena, nvm_, context.machine, params_.layout, params.at_commit),
      redo_(context.arena, nvm_, context.machine, params_.layout),
      unlinked_(context.arena, nvm_, params_.layout, undo_, redo_,
                Broken(context, kOthersUndoLeft)),
      limits_(context.arena.NewArray<Lsn>(params.layout.pages)),
      images_(context.arena, params_.layout.segment_bytes),
      early_commits_(context.arena, Category::kLogWork, WhileBlocked::kSpins),
      checkpointer_(context.kernel, *this),
      cleaners_(context.kernel, context.arena, pages.cleaners()),
      adaptive_(context.kernel, context.arena, pages.io_capacity, *this),
      lanes_(context.kernel, context.arena, params.recovery_threads) {
  nvm_.NameHot(Layout::kBound, kLineBytes);
}

void Hooks::Format() {
  const Layout& layout = params_.layout;
  const uint64_t super[] = {Layout::kMagic, layout.transactions, layout.buckets,
                            layout.pages,   layout.segments,     layout.segment_bytes};
  nvm_.Format(0, super, sizeof super);
  lsns_.Format();
}

void Hooks::Start() {
  checkpointer_.Start();
  cleaners_.Start(engine_->pool(), engine_->params());
  adaptive_.Start(engine_->pool());
}

void Hooks::Stop(Thread& thread) {
  checkpointer_.Stop(thread);
  cleaners_.Stop(thread);
  adaptive_.Stop(thread);
}

Task<void> Hooks::OnBegin(Thread& thread, Transaction& txn) { return undo_.Enter(thread, txn); }

Task<bool> Hooks::Reserve(Thread& thread, Transaction& txn, uint32_t changes) {
  co_await Step(thread, {kUpdateReserve, 0, 0});
  co_await Ordered(thread);
  const auto enough = [this, &txn, changes] {
    return heap_.TryReserve(&LogOf(txn).reserved, changes * kRecordsOfAChange,
                            params_.spare_segments);
  };
  if (enough()) co_return true;
  const bool room = co_await checkpointer_.AwaitRoom(thread, enough);
  if (!room && !FitsAlone(LogOf(txn), changes)) found_small_ = true;
  co_return room;
}

// Its undo stays until it ends; redo goes when pages are at home.
bool Hooks::FitsAlone(const TxnLog& log, uint32_t changes) const {
  uint64_t undo = 0;
  for (const Made& made : log.undo) undo += WholeLines(made.bytes);
  return undo / params_.layout.segment_bytes + log.reserved + changes * kRecordsOfAChange +
             params_.spare_segments <=
         params_.layout.segments;
}

const Mismatch* Hooks::too_small() const {
  static constexpr Mismatch kSmall = {
      "heap_kb",
      {"the room for records is smaller than what a single transaction logs",
       "记录空间容不下单个事务写的日志"}};
  return found_small_ ? &kSmall : nullptr;
}

// --- Logging -------------------------------------------------------------------------------------

Made Hooks::TakeRoom(Thread& thread, const Transaction& txn, const Record& record) {
  bool fresh = false;
  const uint32_t bytes = record.bytes();
  const Address at = heap_.Take(thread.id(), record.kind, bytes, &LogOf(txn).reserved, &fresh);
  AI_CHECK(at != 0);
  if (fresh) thread.Charge(Category::kLogWork, atomic_ns_);
  ++records_;
  record_bytes_ += bytes;
  return {at, bytes, record.lsn};
}

Task<void> Hooks::Write(Thread& thread, const Record& record, const Made& made, Bytes image,
                        uint16_t line) {
  const uint16_t chains = record.kind == Kind::kUndo ? kUndoRecords : kRedoRecords;
  thread.At({line, chains, static_cast<uint32_t>(record.lsn)});
  co_await Note(thread, EventKind::kLogInsert,
                {.tier = Tier::kNvm, .address = made.at, .size = made.bytes});
  // Each of the two stores may push lines out of a bounded cache.
  if (kTraced || nvm_.cache().bounded()) {
    co_await nvm_.Store(thread, Category::kLogWork, made.at, &record, sizeof record,
                        Access::kPrivate);
    if (image.size > 0) {
      co_await nvm_.Store(thread, Category::kLogWork, made.at + sizeof record, image.data,
                          image.size, Access::kPrivate);
    }
    co_await nvm_.Clwb(thread, Category::kLogWork, made.at, made.bytes, Access::kPrivate);
  } else {  // the same in one operation, which is faster to simulate
    uint8_t* const bytes = images_.Take();
    std::memcpy(bytes, &record, sizeof record);
    if (image.size > 0) std::memcpy(bytes + sizeof record, image.data, image.size);
    co_await nvm_.StoreAndClwb(thread, Category::kLogWork, made.at, bytes, made.bytes,
                               Access::kPrivate);
    images_.Give(bytes);
  }
}

Task<Lsn> Hooks::OnUpdate(Thread& thread, Transaction& txn, const Change& change) {
  const Time start = thread.now();
  co_await Step(thread, {kUpdateLog, kBufferStructure, change.page});
  if (txn.depends_on != kNoLsn) co_await AwaitCommits(thread, txn, kLogRests);
  co_await Step(thread, {kLogLsn, kAnchors, 0});
  const Lsn lsn = co_await lsns_.Take(thread);
  TxnLog& log = LogOf(txn);
  Record record;
  record.lsn = lsn;
  record.txn = txn.id;
  record.label = txn.label;
  record.system = txn.system ? 1 : 0;
  SetChange(record, change);
  Record undo_record = record;
  record.kind = Kind::kRedo;
  undo_record.link = log.undo.empty() ? 0 : log.undo.back().at;
  undo_record.number = static_cast<uint32_t>(log.undo.size()) + 1;
  const bool undoable = NeedsUndo(change);
  thread.Execute(Category::kLogWork, undoable ? 2 * record_ns_ : record_ns_);
  co_await Ordered(thread);
  const Made undo = undoable ? TakeRoom(thread, txn, undo_record) : Made{};
  const Made redo = TakeRoom(thread, txn, record);
  if (undoable) {
    co_await Write(thread, undo_record, undo, change.before, kLogUndo);
    log.undo.push_back(undo);
  }
  co_await Write(thread, record, redo, change.after, kLogRedo);
  if (params_.at_commit) {
    co_await Ordered(thread);
    unlinked_.Add(log, change.page, redo);
  } else {
    co_await Settle(thread, nvm_, {kLogFence, kRedoRecords, static_cast<uint32_t>(lsn)},
                    Access::kPrivate);
    if (undoable) {
      co_await undo_.LinkUpTo(thread, log, log.undo.size());
      co_await Settle(thread, nvm_, {kUndoFence, kUndoRecords, HeaderKey(log.header)},
                      Access::kPrivate);
    }
    co_await redo_.Append(thread, change.page, redo);
  }
  insert_ns_ += thread.now() - start;
  since_checkpoint_ += undo.bytes + redo.bytes;
  if (since_checkpoint_ >= params_.checkpoint_bytes) checkpointer_.Want(thread);
  if (cleaners_.sweeps()) co_await Ordered(thread);
  cleaners_.Wake(thread);
  adaptive_.Wake(thread);
  co_return lsn;
}

Task<void> Hooks::BeforeWritePage(Thread& thread, PageId page, Lsn) {
  co_await Ordered(thread);
  co_await Step(thread, {kGatePage, kBufferStructure, page});
  if (params_.at_commit) {
    const bool links = thread.Does(kGateLink);
    co_await Step(thread, {kGateLink, kBufferStructure, page});
    if (links) co_await unlinked_.LinkPage(thread, page);
  }
  co_await Step(thread, {kGateWrite, kDiskStructure, page});
}

// --- Committing ----------------------------------------------------------------------------------

Task<void> Hooks::AwaitCommits(Thread& thread, const Transaction& txn, uint16_t line) {
  const bool waits = thread.Does(line);
  co_await Step(thread, {line, 0, 0});
  if (waits) co_await early_commits_.Await(thread, txn.depends_on);
}

Task<void> Hooks::OnCommit(Thread& thread, Transaction& txn) {
  if (txn.depends_on != kNoLsn) co_await AwaitCommits(thread, txn, kCommitDepends);
  TxnLog& log = LogOf(txn);
  if (!log.entered && log.pages.empty()) co_return;  // it has changed nothing
  if (params_.at_commit && !commits_first_) {
    co_await Step(thread, {kCommitRecords, 0, 0});
    co_await unlinked_.LinkAll(thread, log);
  }
  thread.set_broken(commits_first_);
  co_await undo_.SetPhase(thread, log, TxnPhase::kCommitted, kCommitPhase);
  thread.set_broken(false);
  uint64_t number = 0;
  if (locks_first_) {
    thread.set_broken(true);
    co_await Step(thread, {kCommitEarly, kLockStructure, 0});
    co_await engine_->locks().ReleaseEarly(thread, txn, kNoLsn);
    thread.set_broken(false);
  } else if (early_release_) {
    number = co_await early_commits_.Release(thread, txn, engine_->locks(),
                                             {kCommitEarly, kLockStructure, 0}, atomic_ns_);
  }
  co_await Settle(thread, nvm_, {kCommitFence, kUndoRecords, HeaderKey(log.header)});
  if (number != 0) co_await early_commits_.EndRelease(thread, engine_->locks(), number);
}

// All its records are durable; from this word on recovery takes nothing of it back.
Task<void> Hooks::OnSystemEnd(Thread& thread, Transaction& txn) {
  TxnLog& log = LogOf(txn);
  if (params_.at_commit) co_await unlinked_.LinkAll(thread, log);
  co_await undo_.SetPhase(thread, log, TxnPhase::kCommitted, kStructurePhase);
  co_await Settle(thread, nvm_, {kStructureFence, kUndoRecords, HeaderKey(log.header)});
}

// Its header is no longer that of a running transaction: nothing durable leads to its undo.
void Hooks::OnEnd(Transaction& txn) {
  TxnLog& log = LogOf(txn);
  for (const Made& undo : log.undo) heap_.Give(undo.at, undo.bytes);
  heap_.Release(&log.reserved);
  undo_.Leave(txn);
}

// --- Rolling back --------------------------------------------------------------------------------

const UndoLines& Hooks::LinesOf(const Transaction& txn) const {
  if (!engine_->recovery().under_way()) return kAbortLines;
  return txn.system ? kTakeBackLines : kLoserLines;
}

void Hooks::BeginUndo(TxnLog& log) const {
  if (undoes_oldest_first_) std::reverse(log.undo.begin(), log.undo.end());
}

Task<bool> Hooks::UndoNewest(Thread& thread, Transaction& txn) {
  const uint16_t line = LinesOf(txn).read;
  const Made newest = LogOf(txn).undo.back();
  thread.At({line, kUndoRecords, static_cast<uint32_t>(newest.lsn)});
  co_await nvm_.Read(thread, Category::kLogWork, newest.at, newest.bytes);
  const Record record = redo_.LoadRecord(newest.at);
  uint8_t* image = images_.Take();
  nvm_.Load(newest.at + sizeof record, image, record.before_bytes);
  if (undoes_oldest_first_) thread.set_broken(true);
  const bool whole = co_await engine_->recovery().UndoStep(
      thread, {line, kUndoRecords, static_cast<uint32_t>(newest.lsn)}, txn, ChangeOf(record, image),
      newest.lsn);
  if (undoes_oldest_first_) thread.set_broken(false);
  images_.Give(image);
  co_return whole;
}

Task<void> Hooks::OnAbort(Thread& thread, Transaction& txn) {
  TxnLog& log = LogOf(txn);
  // Others may have made some of it durable. Then each step of the rollback is so at once.
  if (params_.at_commit) co_await unlinked_.LinkAll(thread, log);
  if (!log.entered) co_return;
  BeginUndo(log);
  while (!log.undo.empty()) {
    const bool whole = co_await UndoNewest(thread, txn);
    AI_CHECK(whole || undoes_oldest_first_);
  }
  // No thread waits for this word: without it recovery finds nothing left to undo.
  co_await undo_.SetPhase(thread, log, TxnPhase::kRolledBack, kAbortPhase);
}

// The page is latched until the header says that this is undone: so it cannot go home between the
// two, and recovery finds the CLR in the page's chain if the header does not say so yet.
Task<Lsn> Hooks::OnCompensate(Thread& thread, Transaction& txn, const Change& change, Lsn lsn,
                              const Frame& frame) {
  const UndoLines& lines = LinesOf(txn);
  const auto key = static_cast<uint32_t>(lsn);
  Lsn clr = kNoLsn;
  co_await Step(thread, {lines.clr, kUndoRecords, key});
  if (!thread.Does(kAbortClr)) {
    co_await Note(thread, EventKind::kStep);
  } else {
    clr = co_await lsns_.Take(thread);
    Record record;
    record.lsn = clr;
    record.compensates = lsn;
    record.txn = txn.id;
    record.label = txn.label;
    record.system = txn.system ? 1 : 0;
    record.kind = Kind::kClr;
    SetChange(record, change);
    thread.Execute(Category::kLogWork, record_ns_);
    co_await Ordered(thread);
    const Made redo = TakeRoom(thread, txn, record);
    co_await Write(thread, record, redo, change.after, lines.clr);
    // Others may link meanwhile what waits to be linked to this page.
    co_await Settle(thread, nvm_, {kLogFence, kRedoRecords, static_cast<uint32_t>(clr)},
                    params_.at_commit ? Access::kShared : Access::kPrivate);
    if (params_.at_commit) co_await unlinked_.LinkPage(thread, change.page);
    co_await redo_.Append(thread, change.page, redo);
    since_checkpoint_ += redo.bytes;
  }
  co_await TakeBack(thread, txn);
  co_await PageRecovery::NoteUndo(thread, {lines.restore, kUndoRecords, key}, frame, clr);
  co_return clr != kNoLsn ? clr : engine_->pool().View(&frame).page_lsn();
}

// A change's undo is linked before its redo. Where the power fails between the two, recovery may be
// led to the update of a record that was never inserted.
Task<bool> Hooks::OnNeverMade(Thread& thread, Transaction& txn) {
  if (!params_.at_commit) co_return false;
  co_await TakeBack(thread, txn);
  co_return true;
}

Task<void> Hooks::TakeBack(Thread& thread, Transaction& txn) {
  TxnLog& log = LogOf(txn);
  const UndoLines& lines = LinesOf(txn);
  const Made newest = log.undo.back();
  const uint64_t before = log.undo.size() > 1 ? log.undo[log.undo.size() - 2].at : 0;
  co_await undo_.MoveBack(thread, log, before, lines.next, lines.next_fence);
  co_await Ordered(thread);
  log.undo.pop_back();
  log.linked = std::min(log.linked, log.undo.size());
  heap_.Give(newest.at, newest.bytes);
}

// --- Checkpoints ---------------------------------------------------------------------------------

// An LSN is one record: the log since the oldest one that counts has their mean size.
uint64_t Hooks::AgePercent() const {
  const Lsn next = lsns_.next();
  const uint64_t records = next - engine_->pool().OldestRecLsn(next);
  return records_ == 0 ? 0 : records * (record_bytes_ / records_) * 100 / params_.checkpoint_bytes;
}

Lsn Hooks::CheckpointLimit(const Thread& thread) const {
  const Lsn next = lsns_.next(), oldest = engine_->pool().OldestRecLsn(next);
  const bool for_age = adaptive_.on() && thread.kind() == ThreadKind::kDaemon &&
                       heap_.free_segments() > params_.layout.segments / 8;
  return for_age ? oldest + (next - oldest + 7) / 8 : next;
}

// States are durable all the time, so a checkpoint is one LSN: what is older is at home. With it
// the chains of pages that are home become shorter.
Task<void> Hooks::OnCheckpoint(Thread& thread) {
  co_await checkpointer_.Enter(thread);
  BufferPool& pool = engine_->pool();
  const Lsn limit = CheckpointLimit(thread);
  since_checkpoint_ = limit == lsns_.next() ? 0 : since_checkpoint_ / 8 * 7;
  thread.At({kCheckpointPages, kBufferStructure, 0});
  co_await Note(thread, EventKind::kCheckpointBegin, {.b = static_cast<uint32_t>(limit)});
  co_await pool.WriteOlderThan(thread, limit);
  co_await Ordered(thread);
  const Lsn next = lsns_.next();
  const Lsn flushed = cuts_all_ ? next : pool.OldestRecLsn(next);
  std::fill(limits_, limits_ + params_.layout.pages, next);
  if (!cuts_all_) {
    pool.ForEachOpen(
        [this](PageId page, Lsn lsn) { limits_[page] = std::min(limits_[page], lsn); });
  }
  thread.set_broken(cuts_all_);
  co_await PersistWord(thread, nvm_, Layout::kFlushed, flushed, {kCheckpointFlushed, kAnchors, 1},
                       kCheckpointFence);
  thread.set_broken(false);
  co_await redo_.Cut(thread, limits_, heap_);
  thread.At({kCheckpointPages, kBufferStructure, 0});
  co_await Note(thread, EventKind::kCheckpointEnd, {.a = static_cast<uint32_t>(flushed)});
  checkpointer_.End(thread);
}

void Hooks::AddTo(EngineCounters& counters) const {
  counters.log_records += records_;
  counters.log_bytes += record_bytes_;
  counters.log_insert_ns += insert_ns_;
  counters.base.log_held = heap_.live_bytes();
  counters.base.log_held_most = heap_.most_bytes();
  checkpointer_.AddTo(counters);
}

}  // namespace afterimage::base
