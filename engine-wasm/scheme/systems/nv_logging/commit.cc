// Committing (section 4.3) and rolling back (section 4.4): CLRs as in ARIES, then one object that
// says the rollback is complete.
#include <algorithm>

#include "scheme/systems/nv_logging/log.h"

namespace afterimage::nvlog {

// Logs are decentralized, so a commit could become durable before one that it rests on: it must
// wait before its own object exists.
Task<void> Log::AwaitCommits(Thread& thread, Lsn commit) {
  const bool by_another = one_dependent_waits_ && awaited_ >= commit;
  awaited_ = std::max(awaited_, commit);
  if (!thread.Does(kCommitDepends)) co_return;
  thread.set_broken(by_another);
  co_await Step(thread, {kCommitDepends, 0, 0});
  thread.set_broken(false);
  if (!by_another) co_await early_commits_.Await(thread, commit);
}

// Scan the state bits of the transaction's objects and persist what the daemon has not; then the
// commit object, and the tail behind it.
Task<void> Log::OnCommit(Thread& thread, Transaction& txn) {
  if (txn.depends_on != kNoLsn) co_await AwaitCommits(thread, txn.depends_on);
  if (!HasChanged(txn)) co_return;
  co_await persister_.PersistAll(thread, LogOf(txn), kCommitScan);
  if (acknowledge_first_) {
    co_await CommitUnpersisted(thread, txn);
  } else if (params_.early_release) {
    co_await CommitEarly(thread, txn);
  } else {
    co_await InsertEnd(thread, {kCommitAppend, 0, 0}, txn, Kind::kCommit);
    co_await ring_.WriteBackTail(thread, kCommitTail);
  }
}

// Early lock release: the locks are released once the commit object has its LSN. Until that is
// known it may be any from the end of the log on, and must not be taken for durable meanwhile.
Task<void> Log::CommitEarly(Thread& thread, Transaction& txn) {
  co_await Ordered(thread);
  const Lsn least = ring_.tail();
  early_commits_.Add(least);
  const Lsn lsn = co_await Insert(thread, {kCommitAppend, 0, 0}, txn, Kind::kCommit, nullptr,
                                  kNoLsn, When::kLater);
  LogObject* commit = LogOf(txn).newest;
  early_commits_.Renumber(least, lsn);
  co_await Step(thread, {kCommitEarly, kLockStructure, 0});
  co_await engine_->locks().ReleaseEarly(thread, txn, lsn);
  thread.At({kCommitAppend, kObjects, static_cast<uint32_t>(lsn)});
  co_await persister_.Persist(thread, commit, lsn);
  co_await ring_.WriteBackTail(thread, kCommitTail);
  co_await Ordered(thread);
  early_commits_.Durable(thread, lsn);
  engine_->locks().ForgetTagsUpTo(early_commits_.OldestOr(ring_.tail()) - 1);
}

// The mutation: the client is acknowledged before the commit object is persisted.
Task<void> Log::CommitUnpersisted(Thread& thread, Transaction& txn) {
  co_await Step(thread, {kCommitAppend, 0, 0});
  thread.set_broken(true);
  co_await Insert(thread, {}, txn, Kind::kCommit, nullptr, kNoLsn, When::kByPolicy);
  thread.set_broken(false);
}

// Later records may depend on the change, so all of it is made durable first.
Task<void> Log::OnSystemEnd(Thread& thread, Transaction& txn) {
  co_await persister_.PersistAll(thread, LogOf(txn), kCommitScan);
  co_await InsertEnd(thread, {kCommitAppend, 0, 0}, txn, Kind::kCommit);
  co_await ring_.WriteBackTail(thread, kCommitTail);
}

// --- Rolling back --------------------------------------------------------------------------------

// Each CLR at once: one that a crash catches unpersisted has used its entry, and recovery needs
// another. Reserve allows for one such a transaction.
Task<Lsn> Log::OnCompensate(Thread& thread, Transaction& txn, const Change& change, Lsn lsn,
                            const Frame& frame) {
  const Lsn clr_lsn = co_await Insert(thread, {}, txn, Kind::kClr, &change, lsn, When::kNow);
  const uint16_t line = engine_->recovery().under_way() ? kRecoverRestore : kAbortRestore;
  co_await PageRecovery::NoteUndo(thread, {line, kObjects, static_cast<uint32_t>(lsn)}, frame,
                                  clr_lsn);
  co_return clr_lsn;
}

Task<void> Log::OnAbort(Thread& thread, Transaction& txn) {
  if (!HasChanged(txn)) co_return;
  co_await persister_.PersistAll(thread, LogOf(txn), kAbortScan);
  for (LogObject* object = LogOf(txn).newest; object; object = object->older) {
    if (object->kind != Kind::kUpdate) continue;
    const Change change = ChangeOf(pool_.Header(*object), pool_.Bytes(*object) + kLineBytes);
    const bool whole = co_await engine_->recovery().UndoStep(
        thread, {kAbortClr, kBufferStructure, change.page}, txn, change, object->lsn);
    AI_CHECK(whole);
  }
  co_await InsertEnd(thread, {kAbortAppend, 0, 0}, txn, Kind::kAbort);
}

}  // namespace afterimage::nvlog
