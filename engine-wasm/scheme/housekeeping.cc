#include "scheme/housekeeping.h"

namespace afterimage {

PageCleaners::PageCleaners(Kernel& kernel, Arena& arena, uint32_t count)
    : kernel_(kernel), threads_(ArenaAllocator<Thread*>(arena)) {
  for (uint32_t i = 0; i < count; ++i)
    threads_.push_back(&kernel.AddThread(ThreadKind::kDaemon, {"page cleaner", "页面清理线程"}));
}

void PageCleaners::Start(BufferPool& pool, Time pause) {
  constant_.pause = pause;
  Start(pool, constant_);
}

void PageCleaners::Start(BufferPool& pool, const CleanerPace& pace) {
  for (Thread* thread : threads_) kernel_.Spawn(*thread, Clean(*thread, pool, pace));
}

void PageCleaners::Stop(Thread& thread) {
  stopping_ = true;
  Wake(thread);
}

Task<void> PageCleaners::Clean(Thread& thread, BufferPool& pool, const CleanerPace& pace) {
  for (;;) {
    co_await Ordered(thread);
    if (stopping_) co_return;
    const Time pause = pool.OldestDirty() ? pace.Pause() : CleanerPace::kNotNow;
    if (pause == CleanerPace::kNotNow) {
      co_await Sleep(thread, work_, WaitFor::kWork);
      continue;
    }
    co_await Delay(thread, pause, WaitFor::kWork, Category::kWait);
    const Frame* frame = pool.OldestToClean();
    if (frame && !stopping_) co_await pool.WritePage(thread, frame->page);
  }
}

}  // namespace afterimage
