#include "scheme/shared/central_log/aries_log.h"

namespace afterimage::aries {

namespace {

LogLabels Labels() {
  LogLabels labels;
  labels.latch = kLogLatch;
  labels.join = kLogJoin;
  labels.full = kLogFull;
  labels.claim = kLogClaim;
  labels.copy = kLogCopy;
  labels.release = kLogRelease;
  labels.write = kFlushWrite;
  labels.master = kCheckpointMaster;
  labels.buffer_structure = kLogBuffer;
  labels.file_structure = kLogFile;
  labels.master_structure = kMaster;
  return labels;
}

}  // namespace

AriesLog::AriesLog(const EngineContext& context, const AriesParams& params, File& file)
    : kernel_(context.kernel),
      arena_(context.arena),
      params_(params),
      schema_(context.schema),
      log_(context.arena, context.machine, file, params.log, Labels()),
      images_(context.arena, kMaxRecordBytes),
      losers_(ArenaAllocator<Transaction*>(context.arena)),
      awaiting_redo_(ArenaAllocator<DirtyPageEntry>(context.arena)),
      flusher_(params.commit != CommitMode::kSynchronous
                   ? &kernel_.AddThread(ThreadKind::kDaemon, {"log flusher", "日志刷写线程"})
                   : nullptr),
      checkpointer_(context.kernel, *this, params.checkpoint_ns),
      cleaners_(context.kernel, context.arena, params.cleaners) {}

void AriesLog::Start() {
  if (flusher_) kernel_.Spawn(*flusher_, Flusher(*flusher_));
  checkpointer_.Start();
  cleaners_.Start(engine_->pool(), engine_->params(), {this, &checkpointer_});
}

void AriesLog::Stop(Thread& thread) {
  stopping_ = true;
  flush_work_.WakeAll(kernel_, thread.now());
  if (kWhole) flush_soon_.WakeAll(kernel_, thread.now());
  checkpointer_.Stop(thread);
  cleaners_.Stop(thread);
}

// --- Logging -------------------------------------------------------------------------------------

Task<void> AriesLog::OnBegin(Thread&, Transaction& txn) {
  txn.log = nullptr;
  co_return;
}

Task<Lsn> AriesLog::Append(Thread& thread, Transaction& txn, RecordHeader header, Bytes before,
                           Bytes after, bool reserved) {
  co_await Ordered(thread);
  // Before the record exists: a checkpoint in between must not pass it.
  if (txn.first_lsn == kNoLsn) txn.first_lsn = log_.next_lsn();
  header.txn = txn.id;
  header.label = txn.label;
  if (txn.system) header.system = 1;
  header.prev_lsn = txn.last_lsn;
  const bool minds_stalls = checkpoint_at_commit() || full_aborts();
  if (minds_stalls) co_await Ordered(thread);
  const Lsn durable = log_.durable_lsn();
  const uint64_t stalls = log_.counters().full_stalls;
  const Lsn lsn = co_await log_.Insert(thread, header, before, after, &txn);
  if (minds_stalls) {
    co_await Ordered(thread);
    if (log_.counters().full_stalls != stalls) NoteFullBuffer(thread, durable);
  }
  if (txn.log && reserved) {
    uint64_t& left = ReservedOf(txn);
    const uint64_t used = left < header.size() ? left : header.size();
    left -= used;
    reserved_ -= used;
  }
  if (lsn - (last_checkpoint_ ? last_checkpoint_ : CentralLog::kFirstLsn) >=
      params_.checkpoint_bytes)
    checkpointer_.Want(thread);
  if (cleaners_.sweeps()) co_await Ordered(thread);
  cleaners_.Wake(thread);
  co_return lsn;
}

Task<Lsn> AriesLog::AppendEnd(Thread& thread, Transaction& txn, RecordKind kind) {
  RecordHeader header;
  header.kind = kind;
  return Append(thread, txn, header, {}, {});
}

Task<Lsn> AriesLog::OnUpdate(Thread& thread, Transaction& txn, const Change& change) {
  if (params_.page_images) co_await LogPageImage(thread, txn, change.page);
  co_await Step(thread, {kUpdateLog, kBufferStructure, change.page});
  RecordHeader header;
  SetChange(header, change);
  const auto outcome = co_await Append(thread, txn, header, change.before, change.after);
  co_return outcome;
}

Task<void> AriesLog::LogPageImage(Thread& thread, Transaction& txn, PageId page) {
  co_await Ordered(thread);
  Frame* frame = engine_->pool().Lookup(page);
  // Redo starts at rec_lsn at the latest, so that is where the image must not be older than.
  if (frame->image_lsn != kNoLsn && frame->image_lsn >= frame->rec_lsn) co_return;
  if (engine_->pool().View(frame).id() != page) {
    // An unused page needs no image: the record that fills it is one.
    frame->image_lsn = log_.next_lsn();
    co_return;
  }
  const uint32_t bytes = engine_->params().page_bytes;
  uint8_t* image = images_.Take();
  engine_->pool().View(frame).Read(0, image, bytes);
  RecordHeader header;
  header.kind = RecordKind::kPageImage;
  header.page = page;
  header.after_bytes = static_cast<uint16_t>(bytes);
  frame->image_lsn = co_await Append(thread, txn, header, {}, {image, bytes});
  images_.Give(image);
}

// One log for all: what is logged later is durable later, so a structure change needs no more care.
Task<void> AriesLog::BeforeSplit(Thread&, PageId) { co_return; }

Task<void> AriesLog::OnSystemEnd(Thread& thread, Transaction& txn) {
  co_await AppendEnd(thread, txn, RecordKind::kCommit);
}

Task<void> AriesLog::BeforeWritePage(Thread& thread, PageId page, Lsn page_lsn) {
  thread.At({kGatePage, kBufferStructure, page});
  co_await Ordered(thread);
  co_await Note(thread, EventKind::kStep);
  if (thread.Does(kGateForce) && log_.durable_lsn() <= page_lsn) {
    co_await Step(thread, {kGateForce, kLogBuffer, static_cast<uint32_t>(page_lsn)});
    co_await ForceLog(thread, page_lsn);
  }
  co_await Step(thread, {kGateWrite, kDiskStructure, page});
}

// --- Committing ----------------------------------------------------------------------------------

Task<void> AriesLog::OnCommit(Thread& thread, Transaction& txn) {
  if (txn.last_lsn == kNoLsn) {
    // It has changed nothing, but what it has read must stay true.
    if (txn.depends_on == kNoLsn) co_return;
    if (!thread.Does(kCommitDepends)) {
      co_await Note(thread, EventKind::kStep);
      co_return;
    }
    co_await Step(thread, {kCommitDepends, kLogBuffer, static_cast<uint32_t>(txn.depends_on)});
    co_await MakeDurable(thread, txn.depends_on);
    co_return;
  }
  co_await Step(thread, {kCommitAppend, 0, 0});
  const Lsn lsn = co_await AppendEnd(thread, txn, RecordKind::kCommit);
  if (checkpoint_at_commit()) checkpointer_.Want(thread);
  if (params_.early_release) {
    co_await Step(thread, {kCommitEarly, kLockStructure, 0});
    co_await engine_->locks().ReleaseEarly(thread, txn, lsn);
  }
  if (!thread.Does(kCommitForce)) {
    co_await Note(thread, EventKind::kStep);
    flush_work_.WakeAll(kernel_, thread.now());
    co_return;
  }
  co_await MakeDurable(thread, lsn);
}

Task<void> AriesLog::MakeDurable(Thread& thread, Lsn lsn) {
  co_await Ordered(thread);
  if (params_.commit == CommitMode::kAsynchronous) {
    co_await Step(thread, {kCommitAsync, kLogBuffer, static_cast<uint32_t>(lsn)});
    flush_work_.WakeAll(kernel_, thread.now());
    if (kWhole && HasEnoughToFlush()) flush_soon_.WakeAll(kernel_, thread.now());
    co_return;
  }
  if (params_.commit == CommitMode::kSynchronous) {
    co_await Step(thread, {kCommitForce, kLogBuffer, static_cast<uint32_t>(lsn)});
    co_await ForceLog(thread, lsn);
  } else {
    co_await JoinGroup(thread, lsn);
  }
  co_await Ordered(thread);
  engine_->locks().ForgetTagsUpTo(log_.durable_lsn() - 1);
}

Task<void> AriesLog::ForceLog(Thread& thread, Lsn lsn) {
  if (!kWhole || params_.commit_delay_ns == 0) {
    co_await log_.Force(thread, lsn);
    co_return;
  }
  co_await Ordered(thread);
  while (log_.durable_lsn() <= lsn) {
    co_await log_.AwaitRelease(thread);
    co_await log_.Flush(thread, PauseOf(thread));
  }
}

Time AriesLog::PauseOf(const Thread& thread) const {
  uint32_t siblings = 0;
  for (const Transaction* txn = engine_->active().first(); txn; txn = txn->next) {
    const bool logs = !txn->system && txn->last_lsn != kNoLsn;
    if (logs && txn->thread != &thread && !txn->waiting) ++siblings;
  }
  return siblings >= params_.commit_siblings ? params_.commit_delay_ns : 0;
}

// The thread that completes the group flushes for all; otherwise the flusher does in time.
Task<void> AriesLog::JoinGroup(Thread& thread, Lsn lsn) {
  co_await Step(thread, {kCommitGroup, kLogBuffer, static_cast<uint32_t>(lsn)});
  if (log_.durable_lsn() > lsn) co_return;
  if (++group_ >= params_.group_size) {
    group_ = 0;
    co_await log_.Force(thread, lsn);
    co_return;
  }
  flush_work_.WakeAll(kernel_, thread.now());
  co_await log_.AwaitDurable(thread, lsn, params_.commit == CommitMode::kPipelined);
}

Task<void> AriesLog::Flusher(Thread& thread) {
  for (;;) {
    co_await Ordered(thread);
    if (log_.durable_lsn() == log_.next_lsn()) {
      if (stopping_) co_return;
      co_await Sleep(thread, flush_work_, WaitFor::kWork);
      continue;
    }
    if (kWhole && params_.flush_after > 0) {
      if (!stopping_ && !HasEnoughToFlush())
        co_await SleepAtMost(thread, flush_soon_, params_.flush_ns, WaitFor::kWork,
                             Category::kWait);
    } else if (!stopping_) {
      co_await Delay(thread, params_.flush_ns, WaitFor::kWork, Category::kWait);
    }
    co_await log_.AwaitRelease(thread);
    group_ = 0;
    co_await log_.Flush(thread);
    co_await Ordered(thread);
    engine_->locks().ForgetTagsUpTo(log_.durable_lsn() - 1);
  }
}

void AriesLog::OnEnd(Transaction& txn) {
  if (!txn.log) return;
  reserved_ -= ReservedOf(txn);
  arena_.Recycle(txn.log, sizeof(TxnSpace));
  txn.log = nullptr;
}

// --- Rolling back --------------------------------------------------------------------------------

Task<void> AriesLog::OnAbort(Thread& thread, Transaction& txn) {
  if (txn.last_lsn == kNoLsn) co_return;
  txn.undo_next_lsn = txn.last_lsn;
  const bool whole = co_await UndoAll(thread, &txn, nullptr, false);
  AI_CHECK(whole || params_.undoes_oldest_first);
  co_await Step(thread, {kAbortAppend, 0, 0});
  co_await AppendEnd(thread, txn, RecordKind::kAbort);
}

Task<bool> AriesLog::UndoAll(Thread& thread, Transaction* one, const TransactionTable* losers,
                             bool system) {
  uint8_t* images = images_.Take();
  ArenaVector<PutOff> put_off{ArenaAllocator<PutOff>(arena_)};
  const bool broken = params_.undoes_oldest_first;
  bool back = broken;  // only on the way to the oldest record
  bool whole = true;
  while (whole) {
    Transaction* next = one ? one : losers->LatestToUndo(system);
    if (!next || next->undo_next_lsn == kNoLsn) {
      if (put_off.empty()) break;
      next = put_off.back().txn;
      next->undo_next_lsn = put_off.back().lsn;
      put_off.pop_back();
      back = false;
      thread.set_broken(true);
    }
    thread.set_txn(next->label);
    whole = co_await UndoNext(thread, *next, images, back ? &put_off : nullptr);
    if (!broken || back) continue;
    thread.set_broken(false);
    next->undo_next_lsn = kNoLsn;
  }
  images_.Give(images);
  co_return whole;
}

Task<bool> AriesLog::UndoNext(Thread& thread, Transaction& txn, uint8_t* images,
                              ArenaVector<PutOff>* put_off) {
  const Lsn lsn = txn.undo_next_lsn;
  co_await Step(thread,
                {engine_->recovery().under_way() ? kRecoverUndo : kAbortRead, kLogFile,
                 static_cast<uint32_t>(lsn)},
                {.a = static_cast<uint32_t>(lsn)});
  RecordHeader header;
  if (!co_await log_.ReadRecord(thread, lsn, &header, images)) co_return false;
  if (header.txn != txn.id) co_return false;
  const Change change = ChangeOf(header, images);
  const bool ends_action = header.kind == RecordKind::kActionEnd;
  const bool passes = header.kind == RecordKind::kClr || ends_action;
  txn.undo_next_lsn = passes ? header.undo_next_lsn : header.prev_lsn;
  if (txn.undo_next_lsn >= lsn) co_return false;  // the way back leads back
  if (header.kind != RecordKind::kUpdate && !ends_action) co_return true;
  if (!NeedsUndo(change)) co_return true;
  if (put_off) {
    put_off->push_back({&txn, lsn});
    co_return true;
  }
  const auto outcome = co_await UndoRecord(thread, txn, header, change);
  co_return outcome;
}

Task<bool> AriesLog::UndoRecord(Thread& thread, Transaction& txn, const RecordHeader& header,
                                const Change& change) {
  return engine_->recovery().Undo(thread, txn, change, header.lsn);
}

Transaction* AriesLog::ClientOf(const Thread& thread) const {
  Transaction* client = nullptr;
  for (Transaction* txn = engine_->active().first(); txn; txn = txn->next) {
    if (txn->system || txn->thread != &thread) continue;
    if (!client || txn->label == thread.txn()) client = txn;
  }
  AI_CHECK(client);
  return client;
}

Where AriesLog::ClrStep(Lsn lsn) const {
  return {engine_->recovery().under_way() ? kRecoverUndo : kAbortClr, kLogBuffer,
          static_cast<uint32_t>(lsn)};
}

Task<Lsn> AriesLog::AppendClr(Thread& thread, Transaction& txn, const Change& change, Lsn lsn) {
  if (params_.page_images) co_await LogPageImage(thread, txn, change.page);
  thread.At(ClrStep(lsn));
  RecordHeader header;
  SetChange(header, change);
  header.kind = RecordKind::kClr;
  header.undo_next_lsn = txn.undo_next_lsn;
  const auto clr = co_await Append(thread, txn, header, change.before, change.after);
  co_return clr;
}

Task<Lsn> AriesLog::OnCompensate(Thread& thread, Transaction& txn, const Change& change, Lsn lsn,
                                 const Frame& frame) {
  Lsn clr = kNoLsn;
  if (thread.Does(kAbortClr)) {
    clr = co_await AppendClr(thread, txn, change, lsn);
  } else {
    thread.At(ClrStep(lsn));
    co_await Note(thread, EventKind::kStep);
  }
  const uint16_t line = engine_->recovery().under_way() ? kRecoverRestore : kAbortRestore;
  co_await PageRecovery::NoteUndo(thread, {line, kLogFile, static_cast<uint32_t>(lsn)}, frame, clr);
  co_return clr != kNoLsn ? clr : engine_->pool().View(&frame).page_lsn();
}

void AriesLog::AddTo(EngineCounters& counters) const {
  const CentralLogCounters& log = log_.counters();
  counters.log_records += log.records;
  counters.log_bytes += log.bytes;
  counters.log_insert_ns += log.insert_ns;
  checkpointer_.AddTo(counters);
}

}  // namespace afterimage::aries
