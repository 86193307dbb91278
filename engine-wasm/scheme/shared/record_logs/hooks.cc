#include "scheme/shared/record_logs/hooks.h"

#include <algorithm>

namespace afterimage::wal {

Hooks::Hooks(const EngineContext& context, const PageParams& pages, RecordStore& store,
             bool redoes_log_by_log)
    : arena_(context.arena),
      store_(store),
      early_release_(pages.early_release),
      undoes_oldest_first_(kTraced && (context.mutations >> kUndoOldestFirst & 1)),
      redoes_log_by_log_(redoes_log_by_log),
      atomic_ns_(context.machine[Price::kAtomic]),
      images_(context.arena, kMostRecordBytes),
      early_commits_(context.arena, Category::kLogIo, WhileBlocked::kGivesUpCore),
      checkpointer_(context.kernel, *this, pages.checkpoint_ns()),
      cleaners_(context.kernel, context.arena, pages.cleaners()) {}

void Hooks::Attach(PageParts& engine) {
  engine_ = &engine;
  store_.Attach(engine, early_commits_);
}

void Hooks::Start() {
  store_.Start();
  checkpointer_.Start();
  cleaners_.Start(engine_->pool(), engine_->params(), {store_.partitions(), &checkpointer_});
}

void Hooks::Stop(Thread& thread) {
  checkpointer_.Stop(thread);
  cleaners_.Stop(thread);
  store_.Stop(thread);
}

// --- Logging -------------------------------------------------------------------------------------

Task<void> Hooks::OnBegin(Thread&, Transaction& txn) {
  txn.log = nullptr;
  co_return;
}

Task<Lsn> Hooks::Append(Thread& thread, Transaction& txn, RecordHeader header, Bytes before,
                        Bytes after) {
  co_await Ordered(thread);
  if (!txn.log) store_.Open(thread, txn);
  // Before the record exists: a checkpoint in between must not pass it.
  const bool first = txn.first_lsn == kNoLsn;
  if (first) txn.first_lsn = store_.NextGsn();
  header.txn = txn.id;
  header.label = txn.label;
  header.system = txn.system ? 1 : 0;
  header.prev = txn.last_lsn;
  const Lsn gsn = co_await store_.Append(thread, txn, header, before, after);
  if (first) txn.first_lsn = gsn;
  txn.last_lsn = gsn;
  if (store_.WantsCheckpoint()) checkpointer_.Want(thread);
  if (cleaners_.sweeps()) co_await Ordered(thread);
  cleaners_.Wake(thread);
  co_return gsn;
}

Task<Lsn> Hooks::AppendEnd(Thread& thread, Transaction& txn, Kind kind) {
  RecordHeader header;
  header.kind = kind;
  return Append(thread, txn, header, {}, {});
}

Task<Lsn> Hooks::OnUpdate(Thread& thread, Transaction& txn, const Change& change) {
  co_await Step(thread, {kUpdateInsert, kBufferStructure, change.page});
  RecordHeader header;
  SetChange(header, change);
  const auto gsn = co_await Append(thread, txn, header, change.before, change.after);
  co_return gsn;
}

void Hooks::OnEnd(Transaction& txn) {
  if (txn.log) store_.Close(txn);
}

Task<void> Hooks::BeforeWritePage(Thread& thread, PageId page, Lsn page_lsn) {
  thread.At({kGatePage, kBufferStructure, page});
  co_await Ordered(thread);
  co_await Note(thread, EventKind::kStep);
  if (thread.Does(kGateTail)) co_await store_.PersistPage(thread, page, page_lsn);
  co_await Step(thread, {kGateWrite, kDiskStructure, page});
}

// The new page would carry what unfinished transactions did to the old one.
Task<void> Hooks::BeforeSplit(Thread& thread, PageId page) {
  thread.At({kGatePage, kBufferStructure, page});
  co_await Ordered(thread);
  co_await Note(thread, EventKind::kStep);
  const Frame* frame = engine_->pool().Lookup(page);
  if (frame) co_await store_.PersistPage(thread, page, engine_->pool().View(frame).page_lsn());
}

// --- Committing ----------------------------------------------------------------------------------

// A commit could become durable before one that it rests on: it waits before its own record exists.
Task<void> Hooks::AwaitCommits(Thread& thread, const Transaction& txn) {
  const bool waits = thread.Does(kCommitDepends);
  co_await Step(thread, {kCommitDepends, 0, 0});
  if (waits) co_await early_commits_.Await(thread, txn.depends_on);
}

Task<void> Hooks::OnCommit(Thread& thread, Transaction& txn) {
  if (txn.depends_on != kNoLsn) co_await AwaitCommits(thread, txn);
  if (!txn.log || store_.RecordCount(txn) == 0) co_return;  // it has changed nothing
  co_await Step(thread, {kCommitAppend, 0, 0});
  const Lsn gsn = co_await AppendEnd(thread, txn, Kind::kCommit);
  if (!thread.Does(kCommitTail)) {
    co_await Note(thread, EventKind::kStep);
    co_return;
  }
  uint64_t number = 0;
  if (early_release_) {
    number = co_await early_commits_.Release(thread, txn, engine_->locks(),
                                             {kCommitEarly, kLockStructure, 0}, atomic_ns_, gsn);
  }
  co_await store_.PersistTransaction(thread, txn, kCommitLines);
  if (number != 0) co_await early_commits_.EndRelease(thread, engine_->locks(), number);
  co_await store_.AwaitOthers(thread, gsn);
}

// Later records may depend on the change, so all of it is made durable first.
Task<void> Hooks::OnSystemEnd(Thread& thread, Transaction& txn) {
  co_await Step(thread, {kCommitAppend, 0, 0});
  co_await AppendEnd(thread, txn, Kind::kCommit);
  co_await store_.PersistTransaction(thread, txn, kCommitLines);
}

// --- Rolling back --------------------------------------------------------------------------------

// The rollback is durable before the locks are released: the next transaction that changes these
// records may log elsewhere.
Task<void> Hooks::OnAbort(Thread& thread, Transaction& txn) {
  if (!txn.log || store_.RecordCount(txn) == 0) co_return;
  uint8_t* images = images_.Take();
  const uint32_t count = store_.RecordCount(txn);
  for (uint32_t n = 0; n < count; ++n) {
    const uint32_t i = undoes_oldest_first_ ? n : count - 1 - n;
    const uint16_t line = store_.ReadLine(txn, i);
    RecordHeader header;
    thread.At({line, kRecords, 0});
    bool whole = co_await store_.ReadBack(thread, txn, i, &header, images);
    if (whole && header.kind != Kind::kUpdate) continue;
    AI_CHECK(whole);
    const Change change = ChangeOf(header, images);
    thread.set_broken(undoes_oldest_first_);
    whole = co_await engine_->recovery().UndoStep(thread, {line, kBufferStructure, change.page},
                                                  txn, change, header.gsn);
    thread.set_broken(false);
    AI_CHECK(whole || undoes_oldest_first_);
  }
  images_.Give(images);
  co_await Step(thread, {kAbortAppend, 0, 0});
  co_await AppendEnd(thread, txn, Kind::kAbort);
  co_await store_.PersistRollback(thread, txn);
}

Task<Lsn> Hooks::OnCompensate(Thread& thread, Transaction& txn, const Change& change, Lsn lsn,
                              const Frame& frame) {
  Lsn clr = kNoLsn;
  const uint16_t records = engine_->recovery().under_way() ? store_.found_in() : uint16_t{kRecords};
  co_await Step(thread, {engine_->recovery().under_way() ? kRecoverClr : kAbortClr, records,
                         static_cast<uint32_t>(lsn)});
  if (!thread.Does(kAbortClr)) {
    co_await Note(thread, EventKind::kStep);
  } else {
    RecordHeader header;
    SetChange(header, change);
    header.kind = Kind::kClr;
    header.compensates = lsn;
    clr = co_await Append(thread, txn, header, change.before, change.after);
  }
  const uint16_t line = engine_->recovery().under_way() ? kRecoverRestore : kAbortRestore;
  co_await PageRecovery::NoteUndo(thread, {line, records, static_cast<uint32_t>(lsn)}, frame, clr);
  co_return clr != kNoLsn ? clr : engine_->pool().View(&frame).page_lsn();
}

void Hooks::AddTo(EngineCounters& counters) const {
  const StoreCounters& store = store_.counters();
  counters.log_records += store.records;
  counters.log_bytes += store.bytes;
  counters.log_insert_ns += store.insert_ns;
  checkpointer_.AddTo(counters);
}

}  // namespace afterimage::wal
