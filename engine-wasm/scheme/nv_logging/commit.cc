// Committing (section 4.3) and rolling back (section 4.4): CLRs as in ARIES, then one object that
// says the rollback is complete.
#include "scheme/nv_logging/log.h"

namespace afterimage::nvlog {

Task<void> Log::PersistAll(Thread& thread, const TxnLog& log, uint16_t label) {
  for (LogObject* object = log.oldest; object; object = object->newer) {
    co_await Step(thread, {label, kVolatileObjects, static_cast<uint32_t>(object->lsn)});
    co_await EnsurePersistent(thread, object);
  }
}

// Logs are decentralized, so a commit could become durable before one that it rests on: it must
// wait before its own object exists.
Task<void> Log::OnCommit(Thread& thread, Transaction& txn) {
  if (txn.depends_on != kNoLsn) {
    co_await Step(thread, {kCommitDepends, 0, 0});
    co_await early_commits_.Await(thread, txn.depends_on);
  }
  if (!txn.log || !LogOf(txn).oldest) co_return;  // it has changed nothing
  co_await PersistAll(thread, LogOf(txn), kCommitScan);
  const Where append{kCommitAppend, 0, 0};
  if (Mutated(kAckBeforeCommitRecord)) {
    co_await Step(thread, append);
    thread.set_broken(true);
    co_await Insert(thread, {}, txn, Kind::kCommit, nullptr, kNoLsn, When::kByPolicy);
    thread.set_broken(false);
    co_return;
  }
  if (!params_.early_release) {
    co_await Insert(thread, append, txn, Kind::kCommit, nullptr, kNoLsn, When::kNow);
    co_await WriteBackTail(thread, kCommitTail);
    co_return;
  }
  // Until its LSN is known it may be any from the end of the log on: nobody may take it for durable
  // meanwhile.
  co_await Ordered(thread);
  const Lsn least = tail_;
  early_commits_.Add(least);
  const Lsn lsn =
      co_await Insert(thread, append, txn, Kind::kCommit, nullptr, kNoLsn, When::kLater);
  LogObject* commit = LogOf(txn).newest;
  early_commits_.Renumber(least, lsn);
  co_await Step(thread, {kCommitEarly, kLockStructure, 0});
  co_await engine_->ReleaseEarly(thread, txn, lsn);
  thread.At({kCommitAppend, kObjects, static_cast<uint32_t>(lsn)});
  co_await EnsurePersistent(thread, commit);
  co_await WriteBackTail(thread, kCommitTail);
  co_await Ordered(thread);
  early_commits_.Durable(thread, lsn);
  engine_->DurableUpTo(early_commits_.OldestOr(tail_) - 1);
}

// Whatever is logged from now on may rest on the change, so all of it is durable first.
Task<void> Log::OnSystemEnd(Thread& thread, Transaction& txn) {
  co_await PersistAll(thread, LogOf(txn), kCommitScan);
  co_await Insert(thread, {kCommitAppend, 0, 0}, txn, Kind::kCommit, nullptr, kNoLsn, When::kNow);
  co_await WriteBackTail(thread, kCommitTail);
}

// Each CLR at once: one that a crash catches unpersisted has used its entry, and recovery needs
// another. Reserve allows for one such a transaction.
Task<Lsn> Log::OnCompensate(Thread& thread, Transaction& txn, const Change& change, Lsn lsn,
                            const Frame& frame) {
  const Lsn clr_lsn = co_await Insert(thread, {}, txn, Kind::kClr, &change, lsn, When::kNow);
  thread.At({engine_->recovering() ? kRecoverRestore : kAbortRestore, kObjects,
             static_cast<uint32_t>(lsn)});
  co_await Note(thread, EventKind::kUndo,
                {.tier = Tier::kDram,
                 .address = frame.address,
                 .a = change.page,
                 .b = static_cast<uint32_t>(clr_lsn)});
  co_return clr_lsn;
}

Task<void> Log::OnAbort(Thread& thread, Transaction& txn) {
  if (!txn.log || !LogOf(txn).oldest) co_return;
  co_await PersistAll(thread, LogOf(txn), kAbortScan);
  for (LogObject* object = LogOf(txn).newest; object; object = object->older) {
    if (object->kind != Kind::kUpdate) continue;
    const Change change = ChangeOf(Header(*object), Bytes(*object) + kLineBytes);
    const bool whole = co_await engine_->UndoStep(
        thread, {kAbortClr, kBufferStructure, change.page}, txn, change, object->lsn);
    AI_CHECK(whole);
  }
  co_await Insert(thread, {kAbortAppend, 0, 0}, txn, Kind::kAbort, nullptr, kNoLsn, When::kNow);
}

}  // namespace afterimage::nvlog
