// Room in the log: reservations, and checkpoints that run beside transactions.
#include <algorithm>

#include "scheme/distributed/hooks.h"

namespace afterimage::distributed {

void Hooks::WantCheckpoint(Thread& thread) {
  checkpoint_wanted_ = true;
  checkpoint_work_.WakeAll(kernel_, thread.now());
}

Task<bool> Hooks::Reserve(Thread& thread, Transaction& txn, uint32_t changes) {
  thread.At({kUpdateReserve, 0, 0});
  co_await Note(thread, EventKind::kStep);
  co_await Ordered(thread);
  if (!txn.log) store_.Open(thread, txn);
  for (uint64_t enough = checkpoints_ + 2; !store_.TryReserve(txn, changes);) {
    // The second checkpoint from here has seen everything; what it cannot free nobody can.
    if (checkpoints_ >= enough) co_return false;
    WantCheckpoint(thread);
    co_await Note(thread, EventKind::kLogSpaceWait, {.flags = kFlagWait});
    co_await Sleep(thread, checkpoint_done_, WaitFor::kLogSpace, 0, 0, Category::kLogContention);
  }
  co_return true;
}

Task<void> Hooks::Checkpointer(Thread& thread) {
  for (;;) {
    co_await Ordered(thread);
    if (checkpoint_wanted_) {
      co_await OnCheckpoint(thread);
    } else if (stopping_) {
      co_return;
    } else {
      co_await Sleep(thread, checkpoint_work_, WaitFor::kWork);
    }
  }
}

Task<void> Hooks::OnCheckpoint(Thread& thread) {
  co_await Ordered(thread);
  while (checkpoint_running_) co_await Sleep(thread, checkpoint_done_, WaitFor::kLogSpace);
  checkpoint_running_ = true;
  checkpoint_wanted_ = false;
  const Time start = thread.now();
  const Lsn limit = co_await store_.BeginCheckpoint(thread);
  thread.At({kCheckpointPages, kBufferStructure, 0});
  co_await Note(thread, EventKind::kCheckpointBegin, {.b = static_cast<uint32_t>(limit)});
  co_await engine_->pool().WriteOlderThan(thread, limit);
  co_await Ordered(thread);
  const Lsn next = store_.NextGsn();
  const Lsn head = std::min(engine_->pool().OldestRecLsn(next), engine_->OldestFirstLsn(next));
  co_await store_.Truncate(thread, head);
  thread.At({kCheckpointPages, kBufferStructure, 0});
  co_await Note(thread, EventKind::kCheckpointEnd, {.a = static_cast<uint32_t>(head)});
  ++checkpoints_;
  checkpoint_ns_ += thread.now() - start;
  checkpoint_running_ = false;
  checkpoint_done_.WakeAll(kernel_, thread.now());
}

}  // namespace afterimage::distributed
