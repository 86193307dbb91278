#include "scheme/page_engine/cleaning/page_sweeper.h"

#include <algorithm>

namespace afterimage {

PageSweeper::PageSweeper(Kernel& kernel, Arena& arena, BufferPool& pool, Time pause,
                         const SweptLog& log)
    : kernel_(kernel),
      pool_(pool),
      pause_(pause),
      log_(log),
      newest_partition_(log.partitions ? log.partitions->newest_partition() : 0),
      pages_(ArenaAllocator<PageId>(arena)) {}

void PageSweeper::Start(const ArenaVector<Thread*>& threads) {
  for (Thread* thread : threads)
    kernel_.Spawn(*thread, thread == threads.front() ? Lead(*thread) : Help(*thread));
}

void PageSweeper::Stop(Thread& thread) {
  stopping_ = true;
  for (WaitQueue* queue : {&pauses_, &leader_, &helpers_}) queue->WakeAll(kernel_, thread.now());
}

void PageSweeper::Look(Thread& thread) {
  bool wanted = TooDirty();
  if (log_.partitions && log_.partitions->newest_partition() != newest_partition_) {
    newest_partition_ = log_.partitions->newest_partition();
    wanted = true;
  }
  if (pool_.dirty_victims() != dirty_victims_) {
    dirty_victims_ = pool_.dirty_victims();
    wanted = true;
  }
  if (!wanted || wanted_) return;
  wanted_ = true;
  leader_.WakeAll(kernel_, thread.now());
}

Task<void> PageSweeper::Lead(Thread& thread) {
  co_await Ordered(thread);
  while (!stopping_) {
    while (!wanted_ && !stopping_) co_await Sleep(thread, leader_, WaitFor::kWork);
    wanted_ = false;
    const bool long_log = open_partitions() > kOpenPartitions;
    if (!stopping_ && (long_log || TooDirty())) co_await Sweep(thread);
    co_await Ordered(thread);
    if (!stopping_) co_await SleepAtMost(thread, pauses_, pause_, WaitFor::kWork, Category::kWait);
    co_await Ordered(thread);
  }
}

Task<void> PageSweeper::Sweep(Thread& thread) {
  const bool shortens = open_partitions() > kManyPartitions;
  pool_.ListDirty(&pages_);
  next_ = 0;
  helpers_.WakeAll(kernel_, thread.now());
  co_await WriteShares(thread);
  while (busy_ > 0 && !stopping_) co_await Sleep(thread, leader_, WaitFor::kWork);
  if (shortens) log_.checkpointer->Want(thread);
}

Task<void> PageSweeper::Help(Thread& thread) {
  while (!stopping_) {
    co_await WriteShares(thread);
    if (!stopping_) co_await Sleep(thread, helpers_, WaitFor::kWork);
  }
}

Task<void> PageSweeper::WriteShares(Thread& thread) {
  co_await Ordered(thread);
  ++busy_;
  while (next_ < pages_.size() && !stopping_) {
    const auto count = static_cast<uint32_t>(std::min<size_t>(kShare, pages_.size() - next_));
    const PageId* share = pages_.data() + next_;
    next_ += count;
    co_await pool_.WriteSorted(thread, share, count, &stopping_);
    co_await Ordered(thread);
  }
  --busy_;
  leader_.WakeAll(kernel_, thread.now());
}

}  // namespace afterimage
