#include "scheme/systems/base/tables/undo_table.h"

#include "scheme/systems/base/story.h"

namespace afterimage::base {

UndoTable::UndoTable(Arena& arena, Nvm& nvm, const MachineProfile& machine, const Layout& layout,
                     bool shared)
    : arena_(arena),
      nvm_(nvm),
      layout_(layout),
      latch_costs_(LatchCostsOf(machine)),
      atomic_ns_(machine[Price::kAtomic]),
      shared_(shared),
      taken_(arena.NewArray<bool>(layout.transactions)),
      free_(layout.transactions) {
  nvm.NameHot(Layout::kUndo, uint64_t{layout.transactions} * kLineBytes);
}

TxnLog* UndoTable::TakeLog() {
  if (!free_logs_) return arena_.New<TxnLog>(arena_, latch_costs_);
  TxnLog* log = free_logs_;
  free_logs_ = log->next_free;
  log->entered = false;
  log->linked = 0;
  return log;
}

// Each transaction has a header to itself: where two hash together the second takes the next one.
Task<void> UndoTable::Enter(Thread& thread, Transaction& txn) {
  const uint32_t kept = txn.system ? 0 : 1;
  thread.At({kBeginHeader, kUndoRecords, 0});
  co_await Ordered(thread);
  while (free_ <= kept) co_await Sleep(thread, left_, WaitFor::kTransaction);
  uint32_t i = static_cast<uint32_t>(txn.id % layout_.transactions);
  for (;; i = (i + 1) % layout_.transactions) {
    thread.Charge(Category::kLogWork, atomic_ns_);
    if (!taken_[i]) break;
  }
  taken_[i] = true;
  --free_;
  TxnLog* log = TakeLog();
  log->header = i;
  log->txn = txn.id;
  log->label = txn.label;
  log->system = txn.system;
  txn.log = log;
  co_await Step(thread, {kBeginHeader, kUndoRecords, HeaderKey(i)});
}

void UndoTable::Reenter(Transaction& txn, uint32_t i) {
  taken_[i] = true;
  --free_;
  TxnLog* log = TakeLog();
  log->header = i;
  log->entered = true;
  txn.log = log;
}

void UndoTable::Leave(Transaction& txn) {
  TxnLog& log = LogOf(txn);
  taken_[log.header] = false;
  ++free_;
  log.undo.clear();
  log.pages.clear();
  log.next_free = free_logs_;
  free_logs_ = &log;
  txn.log = nullptr;
  left_.WakeAll(txn.thread->kernel(), txn.thread->now());
}

// All of this is one line, whose stores become durable in their order: an earlier transaction's
// records count for this one at no time.
Task<void> UndoTable::LinkUpTo(Thread& thread, TxnLog& log, size_t count) {
  const Address at = layout_.TxnAt(log.header);
  const uint32_t key = HeaderKey(log.header);
  thread.At({kUndoLink, kUndoRecords, key});
  const Access access = shared_ ? Access::kShared : Access::kPrivate;
  if (shared_) {
    co_await Latch::Acquire(thread, log.latch, Category::kLogContention);
    co_await Ordered(thread);
  }
  if (!log.entered) {
    log.entered = true;
    TxnHeader header;
    header.txn = log.txn;
    header.label = log.label;
    header.system = log.system ? 1 : 0;
    header.phase = static_cast<uint64_t>(TxnPhase::kRunning);
    thread.At({kUndoEnter, kUndoRecords, key});
    co_await nvm_.Store(thread, Category::kLogWork, at, &header, offsetof(TxnHeader, phase),
                        access);
    co_await nvm_.Store(thread, Category::kLogWork, at + offsetof(TxnHeader, phase), &header.phase,
                        sizeof header.phase, access);
  }
  const Address word = at + offsetof(TxnHeader, newest);
  if (count > log.linked) {
    const uint64_t newest = log.undo[count - 1].at;
    thread.At({kUndoLink, kUndoRecords, key});
    if constexpr (kTraced) {  // what a mutation delays of the header comes between the two
      co_await nvm_.Store(thread, Category::kLogWork, word, &newest, sizeof newest, access);
      co_await nvm_.Clwb(thread, Category::kLogWork, word, sizeof newest, access);
    } else {
      co_await nvm_.StoreAndClwb(thread, Category::kLogWork, word, &newest, sizeof newest, access);
    }
    if (shared_) co_await Ordered(thread);
    log.linked = count;
  } else {
    // Another thread has stored it, and may not have waited for it yet.
    thread.At({kPersistBack, kUndoRecords, key});
    co_await nvm_.Clwb(thread, Category::kLogWork, word, 8, Access::kShared);
  }
  if (shared_) co_await Latch::Release(thread, log.latch);
}

Task<void> UndoTable::WriteBack(Thread& thread, const TxnLog& log, size_t count) {
  for (size_t i = log.linked; i < count; ++i) {
    const Made undo = log.undo[i];
    thread.At({kPersistBack, kUndoRecords, static_cast<uint32_t>(undo.lsn)});
    co_await nvm_.Clwb(thread, Category::kLogWork, undo.at, undo.bytes, Access::kShared);
  }
}

Task<void> UndoTable::MoveBack(Thread& thread, const TxnLog& log, uint64_t newest, uint16_t line,
                               uint16_t fence) {
  return PersistWord(thread, nvm_, layout_.TxnAt(log.header) + offsetof(TxnHeader, newest), newest,
                     {line, kUndoRecords, HeaderKey(log.header)}, fence);
}

StoreWord UndoTable::SetPhase(Thread& thread, const TxnLog& log, TxnPhase phase, uint16_t line) {
  return {thread,
          nvm_,
          layout_.TxnAt(log.header) + offsetof(TxnHeader, phase),
          static_cast<uint64_t>(phase),
          {line, kUndoRecords, HeaderKey(log.header)},
          Access::kShared};
}

TxnHeader UndoTable::Load(uint32_t i) const {
  TxnHeader header;
  nvm_.Load(layout_.TxnAt(i), &header, sizeof header);
  return header;
}

}  // namespace afterimage::base
