// Room in the log: reservations, and checkpoints that run beside transactions.
#include <algorithm>

#include "scheme/shared/record_logs/hooks.h"

namespace afterimage::wal {

Task<bool> Hooks::Reserve(Thread& thread, Transaction& txn, uint32_t changes) {
  co_await Step(thread, {kUpdateReserve, 0, 0});
  co_await Ordered(thread);
  if (!txn.log) store_.Open(thread, txn);
  if (store_.TryReserve(txn, changes)) co_return true;
  const bool room = co_await checkpointer_.AwaitRoom(
      thread, [this, &txn, changes] { return store_.TryReserve(txn, changes); });
  co_return room;
}

Task<void> Hooks::OnCheckpoint(Thread& thread) {
  co_await checkpointer_.Enter(thread);
  const Lsn limit = co_await store_.BeginCheckpoint(thread);
  thread.At({kCheckpointPages, kBufferStructure, 0});
  co_await Note(thread, EventKind::kCheckpointBegin, {.b = static_cast<uint32_t>(limit)});
  co_await engine_->pool().WriteOlderThan(thread, limit);
  co_await Ordered(thread);
  const Lsn next = store_.NextGsn();
  const Lsn head =
      std::min(engine_->pool().OldestRecLsn(next), engine_->active().OldestFirstLsn(next));
  co_await store_.Truncate(thread, head);
  thread.At({kCheckpointPages, kBufferStructure, 0});
  co_await Note(thread, EventKind::kCheckpointEnd, {.a = static_cast<uint32_t>(head)});
  checkpointer_.End(thread);
}

}  // namespace afterimage::wal
