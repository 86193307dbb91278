// Fuzzy checkpoints: the information that restart needs is written while transactions go on, and
// complete partitions of log that are not needed any more become free.
#include <algorithm>

#include "scheme/shared/central_log/aries_log.h"
#include "scheme/shared/central_log/checkpoint_tables.h"

namespace afterimage::aries {

// Log is kept free for two checkpoints, beside that for structure changes and rollbacks: the one
// that frees nothing yet and the one that does.
uint64_t AriesLog::Room() const {
  const uint64_t room = log_.Room();
  const uint64_t slack = KeptBytes() + 2 * TableBytes();
  return room > slack ? room - slack : 0;
}

uint64_t AriesLog::KeptBytes() const {
  const uint64_t changes = std::max(kStructureChanges, kernel_.thread_count());
  const uint64_t structure =
      std::max(4 * uint64_t{ImageRecordBytes()}, changes * params_.structure_bytes);
  return structure + reserved_;
}

bool AriesLog::MayCheckpoint() const {
  const Lsn needed = engine_->active().OldestFirstLsn(log_.next_lsn());
  const bool frees = log_.PartitionOf(needed) > log_.PartitionOf(log_.first_lsn());
  return frees || log_.Room() >= KeptBytes() + TableBytes();
}

uint64_t AriesLog::TableBytes() const {
  const uint64_t entries = engine_->pool().open_count() + kernel_.thread_count();
  return (entries * sizeof(DirtyPageEntry) / kTableChunk + 4) *
         (sizeof(RecordHeader) + kTableChunk);
}

Task<bool> AriesLog::Reserve(Thread& thread, Transaction& txn, uint32_t changes) {
  co_await Step(thread, {kUpdateReserve, kLogFile, static_cast<uint32_t>(log_.next_lsn())});
  if (!txn.log) txn.log = new (arena_.AllocatePooled(sizeof(TxnSpace))) TxnSpace();
  if (full_aborts()) {
    co_await ReclaimBuffer(thread);
    if (SpaceOf(txn).aborted) co_return false;
  }
  // Updates and their CLRs; and once the record that ends the transaction.
  const uint64_t need =
      changes * ChangeBytes() + (ReservedOf(txn) == 0 ? 2 * sizeof(RecordHeader) : 0);
  co_await Ordered(thread);
  if (Room() < need) {
    const bool room =
        co_await checkpointer_.AwaitRoom(thread, [this, need] { return Room() >= need; });
    if (!room) co_return false;
  }
  ReservedOf(txn) += need;
  reserved_ += need;
  co_return true;
}

// A transaction that only has to commit, or has no record in the buffer, loses nothing.
void AriesLog::NoteFullBuffer(Thread& thread, Lsn durable) {
  if (checkpoint_at_commit()) checkpointer_.Want(thread);
  if (!full_aborts()) return;
  for (Transaction* txn = engine_->active().first(); txn; txn = txn->next) {
    const bool in_buffer = txn->last_lsn != kNoLsn && txn->last_lsn >= durable;
    if (txn->log && !txn->system && txn->state == TxnState::kActive && in_buffer)
      SpaceOf(*txn).aborted = true;
  }
}

Task<void> AriesLog::ReclaimBuffer(Thread& thread) {
  co_await Ordered(thread);
  if (log_.HasRoomInBuffer(sizeof(RecordHeader) + 2 * params_.image_bytes + 16)) co_return;
  thread.At({kLogFull, kLogBuffer, static_cast<uint32_t>(log_.next_lsn())});
  co_await Note(thread, EventKind::kLogSpaceWait, {.flags = kFlagWait});
  NoteFullBuffer(thread, log_.durable_lsn());
  co_await log_.Force(thread, log_.next_lsn() - 1);
}

Task<void> AriesLog::OnCheckpoint(Thread& thread) {
  co_await checkpointer_.Enter(thread);
  if (!MayCheckpoint()) {
    checkpointer_.GiveUp(thread);
    co_return;
  }
  const Lsn before = last_checkpoint_;
  thread.At({kCheckpointBegin, kLogBuffer, static_cast<uint32_t>(log_.next_lsn())});
  co_await Note(
      thread, EventKind::kCheckpointBegin,
      {.a = static_cast<uint32_t>(log_.first_lsn()), .b = static_cast<uint32_t>(log_.next_lsn())});
  RecordHeader header;
  header.kind = RecordKind::kCheckpointBegin;
  const Lsn begin = co_await log_.Insert(thread, header, {}, {});
  last_checkpoint_ = begin;
  // Whose record is behind it is not in the tables yet; and who was before it is.
  co_await log_.AwaitReleased(thread, begin);
  // Pages that were dirty at the last checkpoint already hold the log back; where it is nearly
  // full, all do.
  const uint64_t total = uint64_t{params_.log.partitions} * params_.log.partition_bytes;
  const Lsn limit = log_.Room() < total / 2 ? begin : before;
  co_await Step(thread, {kCheckpointPages, kBufferStructure, 0});
  co_await engine_->pool().WriteOlderThan(thread, limit);
  Lsn needed = begin;
  co_await LogTables(thread, begin, &needed);
  thread.At({kCheckpointEnd, kLogFile, static_cast<uint32_t>(begin)});
  co_await Note(thread, EventKind::kCheckpointEnd, {.a = static_cast<uint32_t>(needed)});
  co_await log_.WriteMaster(thread, begin, needed);
  checkpointer_.End(thread);
}

Task<void> AriesLog::LogTables(Thread& thread, Lsn begin, Lsn* needed) {
  co_await Ordered(thread);
  ArenaVector<TransactionEntry> transactions{ArenaAllocator<TransactionEntry>(arena_)};
  ArenaVector<DirtyPageEntry> pages{ArenaAllocator<DirtyPageEntry>(arena_)};
  for (const Transaction* txn = engine_->active().first(); txn; txn = txn->next) {
    // Whose end is in the log has nothing left to lose, even if it was logged before this
    // checkpoint.
    if (txn->last_lsn == kNoLsn || txn->end_lsn != kNoLsn) continue;
    TransactionEntry entry;
    entry.txn = txn->id;
    entry.label = txn->label;
    entry.system = txn->system ? 1 : 0;
    entry.last_lsn = txn->last_lsn;
    transactions.push_back(entry);
  }
  engine_->pool().ForEachOpen(
      [&](PageId page, Lsn rec_lsn) { pages.push_back({page, 0, rec_lsn}); });
  *needed = std::min(begin, engine_->pool().OldestRecLsn(engine_->active().OldestFirstLsn(begin)));
  thread.At({kCheckpointTables, kTransactions, 0});
  co_await LogTable(thread, kTransactionTable,
                    reinterpret_cast<const uint8_t*>(transactions.data()),
                    transactions.size() * sizeof(TransactionEntry));
  thread.At({kCheckpointTables, kDirtyPages, 0});
  co_await LogTable(thread, kDirtyPageTable, reinterpret_cast<const uint8_t*>(pages.data()),
                    pages.size() * sizeof(DirtyPageEntry));
  RecordHeader header;
  header.kind = RecordKind::kCheckpointEnd;
  header.undo_next_lsn = begin;
  thread.At({kCheckpointEnd, kLogBuffer, 0});
  const Lsn end = co_await log_.Insert(thread, header, {}, {});
  co_await log_.Force(thread, end);
}

Task<void> AriesLog::LogTable(Thread& thread, uint8_t table, const uint8_t* bytes, size_t size) {
  for (size_t at = 0; at < size; at += kTableChunk) {
    RecordHeader header;
    header.kind = RecordKind::kCheckpointTable;
    header.table = table;
    header.after_bytes = static_cast<uint16_t>(std::min<size_t>(kTableChunk, size - at));
    co_await log_.Insert(thread, header, {}, {bytes + at, header.after_bytes});
  }
}

}  // namespace afterimage::aries
