// Threads that work beside the clients of a page-based system: page cleaners.
#ifndef AFTERIMAGE_SCHEME_HOUSEKEEPING_H_
#define AFTERIMAGE_SCHEME_HOUSEKEEPING_H_

#include "db/buffer_pool.h"

namespace afterimage {

// How fast pages are to go home.
class CleanerPace {
 public:
  static constexpr Time kNotNow = ~Time{0};
  // The pause before the next page, in ns, as things are; or kNotNow.
  virtual Time Pause() const = 0;

 protected:
  ~CleanerPace() = default;
};

// Threads that write out the oldest dirty pages, each one at a time with a pause in between; or,
// where pages may go home together, several at a time with as many pauses before.
class PageCleaners {
 public:
  PageCleaners(Kernel& kernel, Arena& arena, uint32_t count);

  // Starts the cleaners, each of which pauses for `pause` ns between two pages, or as a pace says,
  // which must outlive them.
  void Start(BufferPool& pool, Time pause);
  void Start(BufferPool& pool, const CleanerPace& pace);
  void Stop(Thread& thread);
  // Wakes the cleaners because a page has become dirty.
  void Wake(Thread& thread) { work_.WakeAll(kernel_, thread.now()); }

 private:
  struct Constant final : CleanerPace {
    Time Pause() const override { return pause; }
    Time pause = 0;
  };
  static uint32_t PagesAtOnce(const BufferPool& pool, Time pause);
  Task<void> Clean(Thread& thread, BufferPool& pool, const CleanerPace& pace);

  Kernel& kernel_;
  ArenaVector<Thread*> threads_;
  Constant constant_;
  bool stopping_ = false;
  WaitQueue work_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_HOUSEKEEPING_H_
