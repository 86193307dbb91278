// Checkpoints (section 4.6): CHECKPOINT goes into the log, then the caches are flushed, then the
// records of transactions that had ended before it leave the log, END last, while others append.
//
// A record that is left may be older than one that is gone: T1 wrote a word, T2 wrote it after T1,
// both have ended, and T2's record goes first. Redo must not bring T1's value back. Either redo
// passes over what the flush has made durable: the log's header names the last CHECKPOINT whose
// flush is complete, and transactions that ended before it need no redo. Or records go in the order
// of the log, each for certain before the next, over all transactions.
#include <algorithm>

#include "scheme/systems/rewind/log.h"
#include "scheme/systems/rewind/story.h"

namespace afterimage::rewind {

Task<void> Log::FlushForCheckpoint(Thread& thread) {
  thread.At({kCheckpointFlush, 0, 0});
  if (thread.Does(kCheckpointFlush)) co_await nvm_.FlushCaches(thread, Category::kDataIo);
}

const Log::FinishedTransaction* Log::Find(const Finished& finished, TxnId txn) {
  const auto found =
      std::lower_bound(finished.begin(), finished.end(), txn,
                       [](const FinishedTransaction& each, TxnId id) { return each.txn < id; });
  return found != finished.end() && found->txn == txn ? &*found : nullptr;
}

// Others append and remove meanwhile, so each step of a walk is under the latch (section 4.7): in
// two layers a tree whose words are being changed would lead past records.
Task<Log::Visited> Log::Visit(Thread& thread, Place after) {
  co_await Latch::Acquire(thread, list_.latch(), Category::kLogContention);
  Visited visited;
  const Found at = after == 0 ? list_.First() : list_.Next(after);
  visited.place = at.place;
  if (at.place != 0) visited.record = list_.Read(thread, at);
  co_await nvm_.AwaitReads(thread);
  co_await Latch::Release(thread, list_.latch());
  co_return visited;
}

Task<void> Log::FindFinished(Thread& thread, Place checkpoint, Finished* finished) {
  uint32_t steps = list_.capacity();
  Visited at = co_await Visit(thread, 0);
  while (at.place != 0 && at.place != checkpoint && steps-- > 0) {
    if (at.record.type == RecordType::kEnd)
      finished->push_back({at.record.txn, at.record.committed != 0});
    at = co_await Visit(thread, at.place);
  }
  std::sort(
      finished->begin(), finished->end(),
      [](const FinishedTransaction& a, const FinishedTransaction& b) { return a.txn < b.txn; });
}

// Frees the deleted blocks of committed transactions. A block's records are all older than its
// DELETE, and of transactions that have ended: they go in this checkpoint, too, before the block is
// reused.
Task<void> Log::FreeDeleted(Thread& thread, Place checkpoint, const Finished& finished) {
  uint32_t steps = list_.capacity();
  Visited at = co_await Visit(thread, 0);
  while (at.place != 0 && at.place != checkpoint && steps-- > 0) {
    const LogRecord& record = at.record;
    const FinishedTransaction* found =
        record.type == RecordType::kDelete ? Find(finished, record.txn) : nullptr;
    if (found && found->committed && heap_.IsBlock(record.address)) {
      thread.set_txn(record.label);
      co_await MarkFree(thread, static_cast<Address>(record.address), kCheckpointFree);
      thread.set_txn(0);
    }
    at = co_await Visit(thread, at.place);
  }
}

Task<void> Log::RemoveFinished(Thread& thread, Place checkpoint, const Finished& finished,
                               Removes removes) {
  uint32_t steps = list_.capacity();
  Visited at = co_await Visit(thread, 0);
  while (at.place != 0 && at.place != checkpoint && steps-- > 0) {
    const Visited next = co_await Visit(thread, at.place);
    const LogRecord& record = at.record;
    const bool end = record.type == RecordType::kEnd;
    const bool goes = record.type == RecordType::kCheckpoint || Find(finished, record.txn);
    if (goes && (removes == Removes::kInOrder || end == (removes == Removes::kEnds))) {
      thread.set_txn(record.label);
      co_await Step(thread, {end ? kCheckpointEnds : kCheckpointClear, kRecords,
                             static_cast<uint32_t>(record.lsn)});
      co_await list_.Remove(thread, at.place, false);
      if (removes == Removes::kInOrder) co_await list_.Settle(thread, false);
      thread.set_txn(0);
    }
    at = next;
  }
  co_await list_.Settle(thread, false);
}

void Log::GiveBackRetired(const Finished& finished) {
  size_t kept = 0;
  for (const Retired& retired : retired_) {
    if (Find(finished, retired.txn)) {
      GiveBack(retired.block);
    } else {
      retired_[kept++] = retired;
    }
  }
  retired_.resize(kept);
}

bool Log::ReserveCheckpoint() {
  if (checkpointing_.reserved > 0) return true;
  if (list_.FreePlaces() <= reserved_) return false;
  ++reserved_;
  ++checkpointing_.reserved;
  return true;
}

Task<void> Log::OnCheckpoint(Thread& thread) {
  if (clears_at_commit()) {
    thread.At({kCheckpointNothing, 0, 0});
    co_await Note(thread, EventKind::kCheckpointBegin);
    co_await Note(thread, EventKind::kCheckpointEnd);
    ++idle_checkpoints_;
    co_return;
  }
  co_await checkpointer_->Enter(thread);
  thread.At({kCheckpointRecord, 0, 0});
  co_await Note(thread, EventKind::kCheckpointBegin);
  if (!ReserveCheckpoint()) {
    co_await Note(thread, EventKind::kCheckpointEnd);
    co_await Ordered(thread);
    checkpointer_->GiveUp(thread);
    co_return;
  }
  const bool flushes = !force(), early = Mutated(kFlushBeforeCheckpoint);
  thread.set_broken(early);
  if (flushes && early) co_await FlushForCheckpoint(thread);
  LogRecord record;
  record.type = RecordType::kCheckpoint;
  const Logged logged = co_await Append(thread, record, checkpointing_, true, Urgency::kAtOnce);
  thread.set_broken(false);
  AI_CHECK(logged.lsn != kNoLsn);
  if (flushes && !early) co_await FlushForCheckpoint(thread);
  const bool in_order = flushes && !marks_flush();
  if (marks_flush()) {
    thread.At({kCheckpointMark, kListHeader, list_.space().HeaderItem(kFlushedAt)});
    co_await StoreWord(thread, nvm_, Category::kLogWork, list_.FlushedWord(), logged.lsn);
    co_await nvm_.Fence(thread, Category::kLogWork);
  }
  const Place checkpoint = logged.at.place;
  Finished finished{ArenaAllocator<FinishedTransaction>(arena_)};
  co_await Step(thread, {kCheckpointScan, kList, 0});
  co_await FindFinished(thread, checkpoint, &finished);
  co_await FreeDeleted(thread, checkpoint, finished);
  if (in_order) {
    co_await RemoveFinished(thread, checkpoint, finished, Removes::kInOrder);
  } else {
    const bool end_first = Mutated(kEndFirst);
    co_await RemoveFinished(thread, checkpoint, finished,
                            end_first ? Removes::kEnds : Removes::kOthers);
    co_await RemoveFinished(thread, checkpoint, finished,
                            end_first ? Removes::kOthers : Removes::kEnds);
  }
  co_await Ordered(thread);
  GiveBackRetired(finished);
  co_await list_.Compact(thread, false);
  co_await Ordered(thread);
  ReserveCheckpoint();
  thread.At({kCheckpointEnds, 0, 0});
  co_await Note(thread, EventKind::kCheckpointEnd);
  co_await Ordered(thread);
  checkpointer_->End(thread);
}

}  // namespace afterimage::rewind
