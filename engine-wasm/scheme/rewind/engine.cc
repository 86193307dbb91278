#include "scheme/rewind/engine.h"

#include "scheme/restart.h"
#include "scheme/rewind/story.h"

namespace afterimage::rewind {

namespace {
LockParams LocksOf(const EngineContext& context) {
  LockParams locks;
  locks.deadlock = context.deadlock;
  locks.structure = kLocks;
  return locks;
}
}  // namespace

Engine::Engine(const EngineContext& context, const EngineParams& params)
    : nvm_(context.devices.nvm),
      machine_(context.machine),
      schema_(context.schema),
      params_(params),
      heap_(context.arena, nvm_, context.machine),
      log_(context, heap_, params.log),
      tables_(context, heap_, log_),
      locks_(context.arena, context.machine, LocksOf(context)),
      begin_ns_(context.machine.instructions_ns(Price::kPathBegin)),
      commit_ns_(context.machine.instructions_ns(Price::kPathCommit)),
      search_ns_(context.machine.instructions_ns(Price::kPathIndexNode)) {}

bool Engine::Format(const InitialRows& rows) {
  const uint64_t heap = Data() + Tables::BucketBytes(rows, params_.buckets);
  if (heap > nvm_.size()) return false;
  const uint64_t super[] = {kMagic, params_.log.Capacity(), heap, kHeaders[0]};
  nvm_.Format(kMagicAt, super, sizeof super);
  heap_.Open(static_cast<Address>(heap), static_cast<Address>(nvm_.size()));
  log_.Open(Data());
  uint64_t lines = 0;
  return tables_.Format(rows, Data(), params_.buckets) && tables_.ReadRoots(Data()) &&
         tables_.Open(&lines);
}

// --- Transactions --------------------------------------------------------------------------------

Task<void> Engine::Begin(Thread& thread, Transaction& txn) {
  thread.Execute(Category::kLogic, begin_ns_);
  co_await Ordered(thread);
  txn.thread = &thread;
  txn.state = TxnState::kActive;
}

Task<LockResult> Engine::Lock(Thread& thread, Transaction& txn, TableId table, Key key,
                              LockMode mode, uint16_t label) {
  thread.At({label, 0, 0});
  const LockResult result = co_await locks_.Lock(thread, txn, table, key, mode);
  co_return result;
}

Task<LockResult> Engine::LockBucket(Thread& thread, Transaction& txn, TableId table, Key key,
                                    uint16_t label) {
  return Lock(thread, txn, table, tables_.LockOf(table, tables_.BucketOf(table, key)),
              LockMode::kExclusive, label);
}

Task<Status> Engine::Locate(Thread& thread, Transaction& txn, TableId table, Key key, LockMode mode,
                            uint16_t label, Address* node) {
  const LockResult locked = co_await Lock(thread, txn, table, key, mode, label);
  if (locked == LockResult::kDie) co_return Status::kMustAbort;
  co_await Ordered(thread);
  co_return tables_.Find(thread, table, key, node);
}

Task<Status> Engine::Read(Thread& thread, Transaction& txn, TableId table, Key key, LockMode mode,
                          Value* value) {
  Address node = 0;
  const Status status = co_await Locate(thread, txn, table, key, mode, kReadLock, &node);
  if (status == Status::kOk) tables_.ReadValue(thread, table, node, value);
  co_return status;
}

Task<Status> Engine::Update(Thread& thread, Transaction& txn, TableId table, Key key,
                            const Value& value) {
  Address node = 0;
  const Status status =
      co_await Locate(thread, txn, table, key, LockMode::kExclusive, kUpdateLock, &node);
  if (status != Status::kOk) co_return status;
  const Status updated = co_await tables_.Update(thread, txn, table, node, value);
  co_return updated;
}

Task<Status> Engine::Insert(Thread& thread, Transaction& txn, TableId table, Key key,
                            const Value& value) {
  Address node = 0;
  const Status status =
      co_await Locate(thread, txn, table, key, LockMode::kExclusive, kInsertLock, &node);
  if (status == Status::kOk) co_return Status::kExists;
  if (status != Status::kNotFound) co_return status;
  const LockResult locked = co_await LockBucket(thread, txn, table, key, kInsertBucket);
  if (locked == LockResult::kDie) co_return Status::kMustAbort;
  const Status inserted = co_await tables_.Insert(thread, txn, table, key, value);
  co_return inserted;
}

Task<Status> Engine::Erase(Thread& thread, Transaction& txn, TableId table, Key key) {
  Address node = 0;
  const Status status =
      co_await Locate(thread, txn, table, key, LockMode::kExclusive, kEraseLock, &node);
  if (status != Status::kOk) co_return status;
  const LockResult locked = co_await LockBucket(thread, txn, table, key, kEraseBucket);
  if (locked == LockResult::kDie) co_return Status::kMustAbort;
  const Status erased = co_await tables_.Erase(thread, txn, table, node);
  co_return erased;
}

// What comes first may change while this waits for its lock: then it looks again. A record that is
// gone under our own lock has been erased by this very transaction.
Task<Status> Engine::Seek(Thread& thread, Transaction& txn, const KeyRange& whole, LockMode mode,
                          Key* key, Value* value) {
  KeyRange range = whole;
  for (;;) {
    co_await Ordered(thread);
    thread.Execute(Category::kLogic, search_ns_);
    Directory::Entry found, now;
    if (!tables_.directory().First(range, &found)) co_return Status::kNotFound;
    const Key record = range.index == 0 ? found.key : tables_.KeyOf(found.node);
    const LockResult locked = co_await Lock(thread, txn, range.table, record, mode, kReadLock);
    if (locked == LockResult::kDie) co_return Status::kMustAbort;
    co_await Ordered(thread);
    if (!tables_.directory().First(range, &now) || now.key != found.key || now.node != found.node)
      continue;
    if (!now.gone) {
      thread.Charge(Category::kDataIo, machine_[Price::kNvmRead]);
      tables_.ReadValue(thread, range.table, now.node, value);
      *key = now.key;
      co_return Status::kOk;
    }
    if (now.key == (range.descending ? range.from : range.to)) co_return Status::kNotFound;
    (range.descending ? range.to : range.from) = range.descending ? now.key - 1 : now.key + 1;
  }
}

Task<Status> Engine::Commit(Thread& thread, Transaction& txn) {
  thread.Execute(Category::kLogic, commit_ns_);
  txn.state = TxnState::kCommitting;
  co_await log_.Commit(thread, txn);
  co_await Ordered(thread);
  tables_.Committed(txn);
  co_return Status::kOk;
}

Task<void> Engine::Abort(Thread& thread, Transaction& txn) {
  thread.Execute(Category::kLogic, commit_ns_);
  txn.state = TxnState::kAborting;
  co_await log_.RollBack(thread, txn);
  co_await Ordered(thread);
  tables_.RolledBack(txn);
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
  nvm_.ChargeLoad(thread, Category::kLogWork, sizeof super);
  const uint64_t heap = super[2];
  const bool sane = super[0] == kMagic && super[1] == params_.log.Capacity() &&
                    heap % kLineBytes == 0 && heap >= Data() && heap <= nvm_.size();
  thread.At({kRecoverSuper, kHeapRoot, 0});
  co_await Note(
      thread, EventKind::kCheck,
      {.tier = Tier::kNvm, .address = kMagicAt, .size = sizeof super, .a = sane ? 1u : 0u});
  if (!sane) co_return report;
  heap_.Open(static_cast<Address>(heap), static_cast<Address>(nvm_.size()));
  log_.Open(Data());
  if (!tables_.ReadRoots(Data())) co_return report;
  meter.End(RecoveryPass::kOpen, &report);
  const bool recovered = co_await log_.Recover(thread, &report);
  if (!recovered) co_return report;
  PassMeter rebuilding(thread);
  uint64_t lines = 0;
  const bool whole = heap_.Scan(&lines) && tables_.Open(&lines);
  thread.Charge(Category::kDataIo, lines * machine_[Price::kNvmRead]);
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
  EngineCounters counters = counters_;
  log_.AddTo(&counters);
  return counters;
}

}  // namespace afterimage::rewind
