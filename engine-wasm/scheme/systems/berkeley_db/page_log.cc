#include "scheme/systems/berkeley_db/page_log.h"

#include <algorithm>

namespace afterimage::berkeley {

// --- Logging -------------------------------------------------------------------------------------

Transaction* PageLog::StructureOwner(Thread& thread) {
  structure_ = {};
  Transaction* owner = ClientOf(thread);
  structure_.owner = owner;
  return owner;
}

Lsn PageLog::LsnBefore(const Transaction& txn, const Change& change) const {
  if (change.kind == ChangeKind::kBytes && change.before.size == 0) return kNoLsn;
  if (structure_.owner == &txn) {
    for (uint32_t i = structure_.count; i-- > 0;) {
      if (structure_.page[i] == change.page) return structure_.lsn[i];
    }
  }
  BufferPool& pool = engine_->pool();
  return pool.View(pool.Lookup(change.page)).page_lsn();
}

Task<Lsn> PageLog::OnUpdate(Thread& thread, Transaction& txn, const Change& change) {
  const bool structure = structure_.owner == &txn;
  const bool image = change.kind == ChangeKind::kBytes && change.after.size == 0;
  uint16_t line = aries::kUpdateLog;
  if (structure) line = image ? kSplitImage : kSplitLog;
  const bool does = thread.Does(line);
  co_await Step(thread, {line, kBufferStructure, change.page});
  if (!does) {
    image_left_out_ = true;
    co_return LsnBefore(txn, change);
  }
  RecordHeader header;
  SetChange(header, change);
  header.system = structure ? 1 : 0;
  header.undo_next_lsn = LsnBefore(txn, change);
  const Lsn lsn = co_await Append(thread, txn, header, change.before, change.after);
  if (structure) {
    AI_CHECK(structure_.count < StructureChange::kMostRecords);
    structure_.page[structure_.count] = change.page;
    structure_.lsn[structure_.count++] = lsn;
  }
  co_return lsn;
}

// It ends with its owner; one log for all keeps the order.
Task<void> PageLog::OnSystemEnd(Thread&, Transaction&) {
  structure_.owner = nullptr;
  co_return;
}

// --- Checkpoints ---------------------------------------------------------------------------------

// All pages that are dirty now go home, so redo begins no earlier than here; and undo no earlier
// than at the first record of a transaction that is under way. What a rollback has put back is not
// in the log: such a page is among the dirty ones, or its transaction is still under way.
Task<void> PageLog::OnCheckpoint(Thread& thread) {
  co_await checkpointer_.Enter(thread);
  if (!MayCheckpoint()) {
    checkpointer_.GiveUp(thread);
    co_return;
  }
  const Lsn begin = log_.next_lsn();
  const Lsn needed = engine_->active().OldestFirstLsn(begin);
  last_checkpoint_ = begin;
  thread.At({aries::kCheckpointBegin, kLogBuffer, static_cast<uint32_t>(needed)});
  co_await Note(thread, EventKind::kCheckpointBegin,
                {.a = static_cast<uint32_t>(log_.first_lsn()), .b = static_cast<uint32_t>(begin)});
  const bool writes = thread.Does(aries::kCheckpointPages);
  co_await Step(thread, {aries::kCheckpointPages, kBufferStructure, 0});
  // The next record gets the LSN `begin`, and a page that is dirty without a record of its own,
  // after a rollback, may have been marked with it.
  if (writes) co_await engine_->pool().WriteOlderThan(thread, begin + 1);
  RecordHeader header;
  header.kind = RecordKind::kCheckpointEnd;
  header.undo_next_lsn = needed;
  thread.At({aries::kCheckpointEnd, kLogBuffer, static_cast<uint32_t>(needed)});
  const Lsn end = co_await log_.Insert(thread, header, {}, {});
  co_await log_.Force(thread, end);
  thread.At({aries::kCheckpointEnd, kLogFile, static_cast<uint32_t>(end)});
  co_await Note(thread, EventKind::kCheckpointEnd, {.a = static_cast<uint32_t>(needed)});
  co_await log_.WriteMaster(thread, end, needed);
  checkpointer_.End(thread);
}

}  // namespace afterimage::berkeley
