#include "scheme/shared/heap/engine.h"

#include "scheme/contract/restart.h"
#include "scheme/shared/heap/story.h"

namespace afterimage::heap {

namespace {
LockParams LocksOf(const EngineContext& context) {
  LockParams locks;
  locks.deadlock = context.deadlock;
  locks.structure = kLocks;
  return locks;
}
}  // namespace

Engine::Engine(const EngineContext& context, PersistentHeap& heap, Library& library,
               const Params& params)
    : nvm_(context.devices.nvm),
      schema_(context.schema),
      heap_(heap),
      library_(library),
      locks_(context.arena, context.machine, LocksOf(context)),
      records_(*params.MakeRecords(context, heap, library, locks_)),
      begin_ns_(context.machine.instructions_ns(Price::kPathBegin)),
      commit_ns_(context.machine.instructions_ns(Price::kPathCommit)) {}

bool Engine::Format(const InitialRows& rows) {
  const uint64_t heap = Data() + records_.RootBytes(rows);
  if (heap > nvm_.size()) return false;
  const uint64_t super[] = {kMagic, library_.capacity(), heap};
  nvm_.Format(kMagicAt, super, sizeof super);
  library_.Format();
  heap_.Open(static_cast<Address>(heap), static_cast<Address>(nvm_.size()));
  library_.Open(Data());
  return records_.Format(rows, Data()) && records_.ReadRoots(Data());
}

// --- Transactions --------------------------------------------------------------------------------

Task<void> Engine::Begin(Thread& thread, Transaction& txn) {
  thread.Execute(Category::kLogic, begin_ns_);
  co_await Ordered(thread);
  txn.thread = &thread;
  txn.state = TxnState::kActive;
}

Task<LockResult> Engine::Lock(Thread& thread, Transaction& txn, TableId table, Key key,
                              LockMode mode, uint16_t label, LockModes enough) {
  thread.At({label, 0, 0});
  const LockResult result = co_await locks_.Lock(thread, txn, table, key, mode, enough);
  co_return result;
}

Task<Status> Engine::Locate(Thread& thread, Transaction& txn, TableId table, Key key, LockMode mode,
                            uint16_t label, Address* record, LockModes enough) {
  const LockResult locked = co_await Lock(thread, txn, table, key, mode, label, enough);
  if (locked == LockResult::kDie) co_return Status::kMustAbort;
  const Status status = co_await records_.Find(thread, txn, table, key, record);
  co_return status;
}

Task<Status> Engine::Read(Thread& thread, Transaction& txn, TableId table, Key key, LockMode mode,
                          Value* value) {
  Address record = 0;
  const Status status = co_await Locate(thread, txn, table, key, mode, kReadLock, &record);
  if (status == Status::kOk) records_.ReadValue(thread, table, record, value);
  co_await nvm_.AwaitReads(thread);
  co_return status;
}

Task<Status> Engine::Update(Thread& thread, Transaction& txn, TableId table, Key key,
                            const Value& value) {
  Address record = 0;
  const Status status = co_await Locate(thread, txn, table, key, LockMode::kExclusive, kUpdateLock,
                                        &record, kEnoughToUpdate);
  if (status != Status::kOk) co_return status;
  const Status updated = co_await records_.Update(thread, txn, table, record, value);
  co_return updated;
}

Task<Status> Engine::Insert(Thread& thread, Transaction& txn, TableId table, Key key,
                            const Value& value) {
  const LockResult locked =
      co_await Lock(thread, txn, table, key, LockMode::kExclusive, kInsertLock);
  if (locked == LockResult::kDie) co_return Status::kMustAbort;
  const Status inserted = co_await records_.Insert(thread, txn, table, key, value);
  co_return inserted;
}

Task<Status> Engine::Erase(Thread& thread, Transaction& txn, TableId table, Key key) {
  const LockResult locked =
      co_await Lock(thread, txn, table, key, LockMode::kExclusive, kEraseLock);
  if (locked == LockResult::kDie) co_return Status::kMustAbort;
  const Status erased = co_await records_.Erase(thread, txn, table, key);
  co_return erased;
}

// The first record may change while this waits for its lock: then it looks again. A record that is
// gone under our own lock has been erased by this very transaction.
Task<Status> Engine::Seek(Thread& thread, Transaction& txn, const KeyRange& whole, LockMode mode,
                          Key* key, Value* value) {
  KeyRange range = whole;
  for (;;) {
    Records::Entry found;
    const Status first = co_await records_.First(thread, txn, range, &found);
    if (first != Status::kOk) co_return first;
    const Key record = range.index == 0 ? found.key : records_.KeyOf(found.record);
    const LockResult locked = co_await Lock(thread, txn, range.table, record, mode, kReadLock);
    if (locked == LockResult::kDie) co_return Status::kMustAbort;
    co_await Ordered(thread);
    if (!records_.Still(range, &found)) continue;
    if (!found.gone) {
      nvm_.ChargeLoad(thread, Category::kDataIo, found.record, kLineBytes);
      records_.ReadValue(thread, range.table, found.record, value);
      co_await nvm_.AwaitReads(thread);
      *key = found.key;
      co_return Status::kOk;
    }
    if (found.key == (range.descending ? range.from : range.to)) co_return Status::kNotFound;
    (range.descending ? range.to : range.from) = range.descending ? found.key - 1 : found.key + 1;
  }
}

Task<Status> Engine::Commit(Thread& thread, Transaction& txn) {
  thread.Execute(Category::kLogic, commit_ns_);
  txn.state = TxnState::kCommitting;
  co_await library_.Commit(thread, txn);
  co_await Ordered(thread);
  records_.Committed(txn);
  co_return Status::kOk;
}

Task<void> Engine::Abort(Thread& thread, Transaction& txn) {
  thread.Execute(Category::kLogic, commit_ns_);
  txn.state = TxnState::kAborting;
  // Before its blocks are given back, which others may take at once.
  if (library_.undoes()) records_.RolledBack(txn);
  co_await library_.RollBack(thread, txn);
  co_await Ordered(thread);
  // Changes that stay are treated as if they had been committed.
  if (!library_.undoes()) records_.Committed(txn);
}

Task<void> Engine::Finish(Thread& thread, Transaction& txn) {
  co_await Ordered(thread);
  txn.state = txn.state == TxnState::kAborting ? TxnState::kAborted : TxnState::kCommitted;
  thread.At({txn.state == TxnState::kAborted ? kAbortAcknowledge : kCommitRelease, 0, 0});
  co_await locks_.ReleaseAll(thread, txn);
}

Task<void> Engine::Steal(Thread& thread, Key) { co_await Ordered(thread); }

// --- Recovery ------------------------------------------------------------------------------------

Task<RecoveryReport> Engine::Recover(Thread& thread) {
  const Time start = thread.now();
  RecoveryReport report;
  report.status = Status::kDamaged;
  PassMeter meter(thread);
  uint64_t super[3];
  nvm_.Load(kMagicAt, super, sizeof super);
  co_await nvm_.Read(thread, Category::kLogWork, kMagicAt, sizeof super);
  const uint64_t heap = super[2];
  const bool sane = super[0] == kMagic && super[1] == library_.capacity() &&
                    heap % kLineBytes == 0 && heap >= Data() && heap <= nvm_.size();
  thread.At({kRecoverSuper, kHeapRoot, 0});
  co_await Note(
      thread, EventKind::kCheck,
      {.tier = Tier::kNvm, .address = kMagicAt, .size = sizeof super, .a = sane ? 1u : 0u});
  if (!sane) co_return report;
  heap_.Open(static_cast<Address>(heap), static_cast<Address>(nvm_.size()));
  library_.Open(Data());
  if (!records_.ReadRoots(Data())) co_return report;
  meter.End(RecoveryPass::kOpen, &report);
  const bool recovered = co_await library_.Recover(thread, &report);
  if (!recovered) co_return report;
  PassMeter rebuilding(thread);
  uint64_t lines = 0;
  const bool whole = heap_.Scan(&lines) && records_.Open(&lines);
  co_await nvm_.Read(thread, Category::kDataIo, heap_.begin(), lines * kLineBytes);
  thread.At({kRecoverTables, kRecordLists, 0});
  co_await Note(thread, EventKind::kCheck, {.a = whole ? 1u : 0u});
  rebuilding.End(RecoveryPass::kRebuild, &report);
  if (whole) report.status = Status::kOk;
  report.total_ns = thread.now() - start;
  co_return report;
}

uint16_t Engine::acknowledge_label() const { return kCommitAcknowledge; }
uint16_t Engine::abort_label() const { return kAbortAcknowledge; }

EngineCounters Engine::counters() const {
  EngineCounters counters;
  library_.AddTo(&counters);
  return counters;
}

}  // namespace afterimage::heap
