#include "scheme/housekeeping.h"

namespace afterimage {

PageCleaners::PageCleaners(Kernel& kernel, Arena& arena, uint32_t count)
    : kernel_(kernel), threads_(ArenaAllocator<Thread*>(arena)) {
  for (uint32_t i = 0; i < count; ++i)
    threads_.push_back(&kernel.AddThread(ThreadKind::kDaemon, {"page cleaner", "页面清理线程"}));
}

void PageCleaners::Start(BufferPool& pool, Time pause) {
  for (Thread* thread : threads_) kernel_.Spawn(*thread, Clean(*thread, pool, pause));
}

void PageCleaners::Stop(Thread& thread) {
  stopping_ = true;
  Wake(thread);
}

Task<void> PageCleaners::Clean(Thread& thread, BufferPool& pool, Time pause) {
  for (;;) {
    co_await Ordered(thread);
    if (stopping_) co_return;
    if (!pool.OldestDirty()) {
      co_await Sleep(thread, work_, WaitFor::kWork);
      continue;
    }
    co_await Delay(thread, pause, WaitFor::kWork, Category::kWait);
    const Frame* frame = pool.OldestToClean();
    if (frame && !stopping_) co_await pool.WritePage(thread, frame->page);
  }
}

Checkpointer::Checkpointer(Kernel& kernel, LoggingHooks& hooks)
    : kernel_(kernel),
      hooks_(hooks),
      thread_(kernel.AddThread(ThreadKind::kDaemon, {"checkpointer", "检查点线程"})) {}

void Checkpointer::Start() { kernel_.Spawn(thread_, Run(thread_)); }

void Checkpointer::Stop(Thread& thread) {
  stopping_ = true;
  work_.WakeAll(kernel_, thread.now());
}

void Checkpointer::Want(Thread& thread) {
  wanted_ = true;
  work_.WakeAll(kernel_, thread.now());
}

Task<void> Checkpointer::Run(Thread& thread) {
  for (;;) {
    co_await Ordered(thread);
    if (wanted_) {
      co_await hooks_.OnCheckpoint(thread);
    } else if (stopping_) {
      co_return;
    } else {
      co_await Sleep(thread, work_, WaitFor::kWork);
    }
  }
}

Task<void> Checkpointer::Enter(Thread& thread) {
  co_await Ordered(thread);
  while (running_) co_await Sleep(thread, done_, WaitFor::kLogSpace);
  running_ = true;
  wanted_ = false;
  since_ = thread.now();
}

void Checkpointer::End(Thread& thread) {
  ++count_;
  spent_ns_ += thread.now() - since_;
  running_ = false;
  done_.WakeAll(kernel_, thread.now());
}

void Checkpointer::GiveUp(Thread& thread) {
  ++given_up_;
  End(thread);
}

void Checkpointer::AddTo(EngineCounters& counters) const {
  counters.checkpoints += count_ - given_up_;
  counters.checkpoint_ns += spent_ns_;
}

}  // namespace afterimage
