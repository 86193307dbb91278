#include "scheme/page_engine/cleaning/housekeeping.h"

#include <algorithm>

namespace afterimage {

PageCleaners::PageCleaners(Kernel& kernel, Arena& arena, uint32_t count)
    : kernel_(kernel), arena_(arena), threads_(ArenaAllocator<Thread*>(arena)) {
  for (uint32_t i = 0; i < count; ++i)
    threads_.push_back(&kernel.AddThread(ThreadKind::kDaemon, {"page cleaner", "页面清理线程"}));
}

void PageCleaners::Start(BufferPool& pool, const PageParams& params, const SweptLog& log) {
  if (kWhole && params.cleaner == CleanerForm::kSweep && !threads_.empty()) {
    sweeper_ = arena_.New<PageSweeper>(kernel_, arena_, pool, params.cleaner_ns(), log);
    return sweeper_->Start(threads_);
  }
  constant_.pause = params.cleaner_ns();
  Start(pool, constant_);
}

void PageCleaners::Start(BufferPool& pool, const CleanerPace& pace) {
  for (Thread* thread : threads_) kernel_.Spawn(*thread, Clean(*thread, pool, pace));
}

void PageCleaners::Stop(Thread& thread) {
  stopping_ = true;
  if (sweeps()) return sweeper_->Stop(thread);
  Wake(thread);
}

// Returns the number of pages that go home together, but no more than a second's: InnoDB's cleaner
// comes once a second.
uint32_t PageCleaners::PagesAtOnce(const BufferPool& pool, Time pause) {
  constexpr Time kSecond = 1000000000;
  if (pause == 0) return pool.batch_pages();
  return static_cast<uint32_t>(std::clamp<Time>(kSecond / pause, 1, pool.batch_pages()));
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
    const uint32_t pages = PagesAtOnce(pool, pause);
    co_await Delay(thread, pause * pages, WaitFor::kWork, Category::kWait);
    if (!stopping_) co_await pool.WriteOldest(thread, pages);
  }
}

}  // namespace afterimage
