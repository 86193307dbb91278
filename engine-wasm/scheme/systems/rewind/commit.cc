// Committing, clearing and rolling back: sections 4.3, 4.4 and, of the records that a commit
// clears, 4.6.
#include "scheme/systems/rewind/log.h"
#include "scheme/systems/rewind/story.h"

namespace afterimage::rewind {

// --- The end of a transaction --------------------------------------------------------------------

Task<void> Log::MarkFree(Thread& thread, Address block, uint16_t label) {
  thread.At({label, kHeapStructure, block});
  co_await StoreWord(thread, nvm_, Category::kDataIo, block, heap_.HeaderOf(block, false));
  co_await nvm_.Fence(thread, Category::kDataIo);
}

// Force: END says that nothing need be redone. No-force: it says what must be; but a checkpoint
// takes a transaction with an END for one whose stores are all in the caches, so those that waited
// for the group come before a CHECKPOINT can be appended.
Task<void> Log::End(Thread& thread, Transaction& txn, bool committed, uint16_t fence_label,
                    uint16_t end_label) {
  Share& share = ShareOf(txn);
  LogRecord end;
  end.type = RecordType::kEnd;
  end.committed = committed ? 1 : 0;
  if (force()) {
    if (!share.held.empty()) {
      co_await list_.Persist(thread);
      co_await MakeHeldStores(thread, share);
    }
    thread.At({fence_label, 0, 0});
    co_await nvm_.Fence(thread, Category::kDataIo);
    co_await Step(thread, {end_label, 0, 0});
    co_await AppendOwn(thread, txn, end, Urgency::kAtOnce);
  } else {
    co_await Step(thread, {end_label, 0, 0});
    const bool holds = params_.version == Version::kBatch;
    co_await AppendOwn(thread, txn, end, holds ? Urgency::kKeepLatch : Urgency::kAtOnce);
    co_await MakeHeldStores(thread, share);
    if (holds) co_await Latch::Release(thread, list_.latch());
  }
}

// Blocks are reused only when no DELETE refers to them any more: recovery frees them again.
Task<void> Log::Commit(Thread& thread, Transaction& txn) {
  if (!txn.log) co_return;
  Share& share = ShareOf(txn);
  if (share.logged && clears_at_commit()) {
    co_await End(thread, txn, true, kCommitFence, kCommitEnd);
    for (const Address block : share.deleted) co_await MarkFree(thread, block, kCommitFree);
    co_await Clear(thread, txn);
    for (const Address block : share.deleted) GiveBack(block);
  } else if (share.logged) {
    co_await Ordered(thread);
    for (const Address block : share.deleted) retired_.push_back({txn.id, block});
    co_await End(thread, txn, true, kCommitFence, kCommitEnd);
  }
  EndShare(txn);
}

namespace {
// A transaction's records on a walk from the tail. Where a mutation has bent a link the list may go
// round: the walk ends all the same, and has each record but once.
struct OwnRecords {
  TxnId txn;
  uint32_t steps_left;
  Lsn newer = ~Lsn{0};  // the last one's

  bool GoesOn() { return steps_left-- > 0; }
  bool Takes(const LogRecord& record) {
    if (record.txn != txn || record.lsn >= newer) return false;
    newer = record.lsn;
    return true;
  }
};
}  // namespace

Task<void> Log::ClearScanned(Thread& thread, TxnId txn) {
  Place end = 0;
  OwnRecords own{txn, list_.capacity()};
  for (Found at = list_.Last(); at.place != 0 && own.GoesOn();) {
    const Found prior = list_.Prior(at.place);
    const LogRecord record = list_.Read(thread, at);
    co_await nvm_.AwaitReads(thread);
    if (own.Takes(record)) {
      if (record.type == RecordType::kEnd) {
        end = at.place;
        if (Mutated(kEndFirst)) co_await list_.Remove(thread, end, true);
      } else {
        co_await list_.Remove(thread, at.place, true);
      }
    }
    at = prior;
  }
  co_await list_.Settle(thread, true);
  co_await Step(thread, {kClearEnd, kList, 0});
  if (end != 0 && !Mutated(kEndFirst)) co_await list_.Remove(thread, end, true);
  co_await list_.Settle(thread, true);
}

// Its END is the last record of the chain.
Task<void> Log::ClearChain(Thread& thread, const Share& share) {
  if (Mutated(kEndFirst)) co_await list_.Remove(thread, static_cast<Place>(share.last), true);
  Found at = list_.Find(share.last);
  uint32_t steps = list_.capacity();
  for (Lsn lsn = share.last; lsn != kNoLsn && at.place != 0 && steps-- > 0;) {
    const LogRecord record = list_.Read(thread, at);
    co_await nvm_.AwaitReads(thread);
    if (lsn != share.last) co_await list_.Remove(thread, at.place, true);
    lsn = record.prior;
    at = list_.Find(lsn);
  }
  co_await Step(thread, {kClearEnd, kList, 0});
  if (!Mutated(kEndFirst)) co_await list_.Remove(thread, static_cast<Place>(share.last), true);
}

Task<void> Log::Clear(Thread& thread, const Transaction& txn) {
  thread.At({kClearScan, kList, 0});
  co_await Latch::Acquire(thread, list_.latch(), Category::kLogContention);
  co_await Note(thread, EventKind::kStep);
  if (list_.indexed()) {
    co_await ClearChain(thread, *static_cast<const Share*>(txn.log));
  } else {
    co_await ClearScanned(thread, txn.id);
  }
  co_await list_.Compact(thread, true);
  co_await Latch::Release(thread, list_.latch());
}

// --- Rollback ------------------------------------------------------------------------------------

// If the walk has no effect but its cost, the updates are read from the places where the
// transaction put them.
void Log::CollectScanned(Thread& thread, const Share& share, ArenaVector<LogRecord>* updates) {
  if (!kTraced && host_choices.walks_charged && nvm_.reads_cost_alone()) {
    const Walked walked = list_.WholeWalk();
    nvm_.ChargeLoads(thread, Category::kLogWork, walked.records, walked.lines);
    for (size_t i = share.updates.size(); i-- > 0;)
      updates->push_back(list_.PlainRecord(share.updates[i]));
    return;
  }
  OwnRecords own{share.txn, list_.capacity()};
  for (Found at = list_.Last(); at.place != 0 && own.GoesOn(); at = list_.Prior(at.place)) {
    const LogRecord record = list_.Read(thread, at);
    if (own.Takes(record) && record.type == RecordType::kUpdate) updates->push_back(record);
  }
}

void Log::CollectChain(Thread& thread, const Share& share, ArenaVector<LogRecord>* updates) {
  uint32_t steps = list_.capacity();
  for (Lsn lsn = share.last; lsn != kNoLsn && steps-- > 0;) {
    const Found at = list_.Find(lsn);
    if (at.place == 0) break;
    const LogRecord record = list_.Read(thread, at);
    if (record.type == RecordType::kUpdate) updates->push_back(record);
    lsn = record.prior;
  }
}

Task<void> Log::CollectUpdates(Thread& thread, const Transaction& txn,
                               ArenaVector<LogRecord>* updates) {
  thread.At({kAbortScan, kList, 0});
  co_await Latch::Acquire(thread, list_.latch(), Category::kLogContention);
  co_await Note(thread, EventKind::kStep);
  const Share& share = *static_cast<const Share*>(txn.log);
  if (list_.indexed()) {
    CollectChain(thread, share, updates);
  } else {
    CollectScanned(thread, share, updates);
  }
  co_await nvm_.AwaitReads(thread);
  co_await Latch::Release(thread, list_.latch());
}

// Under force each CLR is durable by itself: recovery does the last one's store again, and no
// other.
Task<bool> Log::Undo(Thread& thread, const LogRecord& update, Share& share, bool reserved,
                     uint16_t label) {
  LogRecord clr = update;
  clr.type = RecordType::kClr;
  clr.old_word = update.new_word;
  clr.new_word = update.old_word;
  clr.undoes = update.lsn;
  Logged logged;
  if (!Mutated(kNoClr)) {
    logged = co_await Append(thread, clr, share, reserved,
                             force() ? Urgency::kAtOnce : Urgency::kGrouped);
    if (logged.lsn == kNoLsn) co_return false;
    ++clrs_;
  }
  const auto address = static_cast<Address>(update.address);
  thread.At({label, kRecords, static_cast<uint32_t>(update.lsn)});
  thread.set_broken(Mutated(kNoClr));
  co_await Note(thread, EventKind::kUndo,
                {.tier = Tier::kNvm,
                 .address = address,
                 .size = kWord,
                 .b = static_cast<uint32_t>(logged.lsn)});
  thread.set_broken(false);
  co_await StoreBehind(thread, share,
                       {address, update.old_word, logged.at.number, logged.lsn, update.label,
                        heap_.PlaceOf(label, address)});
  co_return true;
}

Task<void> Log::RollBack(Thread& thread, Transaction& txn) {
  if (!txn.log) co_return;
  Share& share = ShareOf(txn);
  if (share.logged) {
    co_await Step(thread, {kAbortBegin, 0, 0});
    LogRecord record;
    record.type = RecordType::kRollback;
    // The record makes everything that the transaction has logged durable, which is to be read.
    co_await AppendOwn(thread, txn, record, Urgency::kAtOnce);
    ArenaVector<LogRecord> updates{ArenaAllocator<LogRecord>(arena_)};
    co_await CollectUpdates(thread, txn, &updates);
    for (const LogRecord& update : updates) {
      const bool undone = co_await Undo(thread, update, share, true, kAbortRestore);
      AI_CHECK(undone);
    }
    if (!clears_at_commit()) {
      co_await Ordered(thread);
      for (size_t i = share.taken.size(); i-- > 0;) retired_.push_back({txn.id, share.taken[i]});
    }
    co_await End(thread, txn, false, kAbortFence, kAbortEnd);
    if (clears_at_commit()) {
      co_await Clear(thread, txn);
      for (size_t i = share.taken.size(); i-- > 0;) GiveBack(share.taken[i]);
    }
  }
  EndShare(txn);
}

}  // namespace afterimage::rewind
