// Threads that work beside the clients of a page-based system: page cleaners.
#ifndef AFTERIMAGE_SCHEME_HOUSEKEEPING_H_
#define AFTERIMAGE_SCHEME_HOUSEKEEPING_H_

#include "db/buffer_pool.h"

namespace afterimage {

// Threads that write out the oldest dirty pages, each one at a time with a pause in between.
class PageCleaners {
 public:
  PageCleaners(Kernel& kernel, Arena& arena, uint32_t count);

  // Starts the cleaners, each of which pauses for `pause` ns between two pages.
  void Start(BufferPool& pool, Time pause);
  void Stop(Thread& thread);
  // Wakes the cleaners because a page has become dirty.
  void Wake(Thread& thread) { work_.WakeAll(kernel_, thread.now()); }

 private:
  Task<void> Clean(Thread& thread, BufferPool& pool, Time pause);

  Kernel& kernel_;
  ArenaVector<Thread*> threads_;
  bool stopping_ = false;
  WaitQueue work_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_HOUSEKEEPING_H_
