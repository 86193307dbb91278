// Threads that work beside the clients of a page-based system: page cleaners.
#ifndef AFTERIMAGE_SCHEME_PAGE_ENGINE_CLEANING_HOUSEKEEPING_H_
#define AFTERIMAGE_SCHEME_PAGE_ENGINE_CLEANING_HOUSEKEEPING_H_

#include "scheme/page_engine/cleaning/page_sweeper.h"
#include "scheme/page_engine/page_params.h"

namespace afterimage {

// The pace at which pages go home.
class CleanerPace {
 public:
  static constexpr Time kNotNow = ~Time{0};
  // The pause before the next page, in ns, as things are; or kNotNow.
  virtual Time Pause() const = 0;

 protected:
  ~CleanerPace() = default;
};

// Threads that write out the oldest dirty pages, each one at a time with a pause in between; or,
// where pages may go home together, several at a time with as many pauses before. Or they sweep
// (page_sweeper.h).
class PageCleaners {
 public:
  PageCleaners(Kernel& kernel, Arena& arena, uint32_t count);

  // Starts the cleaners in the form and with the pause that the parameters say. Those that sweep
  // look at `log`.
  void Start(BufferPool& pool, const PageParams& params, const SweptLog& log = {});
  // Starts cleaners that pause as a pace says, which must outlive them.
  void Start(BufferPool& pool, const CleanerPace& pace);
  void Stop(Thread& thread);
  bool sweeps() const { return kWhole && sweeper_; }
  // Wakes the cleaners because a page has become dirty. REQUIRES: where they sweep, the thread is
  // ordered.
  void Wake(Thread& thread) {
    if (sweeps()) return sweeper_->Look(thread);
    work_.WakeAll(kernel_, thread.now());
  }

 private:
  struct Constant final : CleanerPace {
    Time Pause() const override { return pause; }
    Time pause = 0;
  };
  static uint32_t PagesAtOnce(const BufferPool& pool, Time pause);
  Task<void> Clean(Thread& thread, BufferPool& pool, const CleanerPace& pace);

  Kernel& kernel_;
  Arena& arena_;
  ArenaVector<Thread*> threads_;
  PageSweeper* sweeper_ = nullptr;
  Constant constant_;
  bool stopping_ = false;
  WaitQueue work_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_PAGE_ENGINE_CLEANING_HOUSEKEEPING_H_
