// Keeping the ring short (sections 4.5 and 5.1): room is reserved before it is used, and
// checkpoints come by the number of consumed entries.
#include "scheme/systems/nv_logging/log.h"

namespace afterimage::nvlog {

// Recovery may use up what was kept free for it.
uint32_t Log::FreeEntries() const {
  const uint32_t kept = engine_->recovery().under_way() ? 0 : reserved_ + params_.structure_slack;
  const uint32_t used = ring_.used() + kept;
  return used < layout_.entries ? layout_.entries - used : 0;
}

Task<bool> Log::Reserve(Thread& thread, Transaction& txn, uint32_t changes) {
  co_await Step(thread, {kUpdateReserve, kRing, static_cast<uint32_t>(ring_.tail())});
  TxnLog& log = LogOf(txn);
  // Updates and their CLRs; and once the object that ends the transaction, and one object that a
  // crash catches before it is durable and that recovery must write again.
  const uint32_t need = 2 * changes * WorstEntries() + (log.reserved == 0 ? 1 + WorstEntries() : 0);
  co_await Ordered(thread);
  if (FreeEntries() < need) {
    const bool room =
        co_await checkpointer_.AwaitRoom(thread, [this, need] { return FreeEntries() >= need; });
    if (!room) co_return false;
  }
  log.reserved += need;
  reserved_ += need;
  co_return true;
}

// An entry is needed until the page that it changed is on disk and its transaction has ended.
Task<void> Log::OnCheckpoint(Thread& thread) {
  co_await checkpointer_.Enter(thread);
  const Lsn consumed = ring_.tail();
  thread.At({kCheckpointPages, kBufferStructure, 0});
  co_await Note(thread, EventKind::kCheckpointBegin,
                {.a = static_cast<uint32_t>(ring_.head()), .b = static_cast<uint32_t>(consumed)});
  co_await engine_->pool().WriteOlderThan(thread, consumed);
  co_await Ordered(thread);
  const Lsn needed = engine_->pool().OldestRecLsn(engine_->active().OldestFirstLsn(consumed));
  if (!archive_.Has(needed)) {
    co_await Step(thread, {kCheckpointBackup, kArchive, 0});
    co_await archive_.Await(thread, needed);
  }
  if (needed > ring_.head()) {
    co_await ring_.MoveHead(thread, needed,
                            {kCheckpointTail, kCheckpointHead, kCheckpointHeadBack,
                             kCheckpointClear, kCheckpointClearBack});
  }
  co_await Note(thread, EventKind::kCheckpointEnd, {.a = static_cast<uint32_t>(ring_.head())});
  checkpointer_.End(thread);
  archive_.CheckpointEnded(thread);
}

}  // namespace afterimage::nvlog
