// Threads that work beside the clients of a page-based system: page cleaners, and one that takes
// checkpoints.
#ifndef AFTERIMAGE_SCHEME_HOUSEKEEPING_H_
#define AFTERIMAGE_SCHEME_HOUSEKEEPING_H_

#include "scheme/logging_hooks.h"

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

// Takes checkpoints when somebody wants one. They run one at a time, whoever takes them.
class Checkpointer {
 public:
  // A checkpoint is hooks.OnCheckpoint(), between Enter and End.
  Checkpointer(Kernel& kernel, LoggingHooks& hooks);

  void Start();
  void Stop(Thread& thread);
  void Want(Thread& thread);
  // Waits for checkpoints until enough() holds. Returns false where even two did not help: the
  // second has seen everything, and nobody can free what it could not.
  template <class Enough>
  Task<bool> AwaitRoom(Thread& thread, Enough enough) {
    const uint64_t most = count_ + 2;
    while (!enough()) {
      if (count_ >= most) co_return false;
      Want(thread);
      co_await Note(thread, EventKind::kLogSpaceWait, {.flags = kFlagWait});
      co_await Sleep(thread, done_, WaitFor::kLogSpace, 0, 0, Category::kLogContention);
    }
    co_return true;
  }

  // Begins a checkpoint: it waits until no other one is under way. End ends it.
  Task<void> Enter(Thread& thread);
  void End(Thread& thread);
  // Instead of End, where no checkpoint could be taken: whoever waits for space learns that none
  // came.
  void GiveUp(Thread& thread);
  // True where no checkpoint is wanted or under way.
  bool idle() const { return !wanted_ && !running_; }
  void AddTo(EngineCounters& counters) const;

 private:
  Task<void> Run(Thread& thread);

  Kernel& kernel_;
  LoggingHooks& hooks_;
  Thread& thread_;
  bool stopping_ = false;
  bool wanted_ = false;
  bool running_ = false;
  uint64_t count_ = 0;
  uint64_t given_up_ = 0;  // of them
  Time since_ = 0;
  Time spent_ns_ = 0;
  WaitQueue work_;
  WaitQueue done_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_HOUSEKEEPING_H_
