// A thread that takes checkpoints beside the clients of a system, and lets them wait for room.
#ifndef AFTERIMAGE_SCHEME_CONTRACT_CHECKPOINTER_H_
#define AFTERIMAGE_SCHEME_CONTRACT_CHECKPOINTER_H_

#include "scheme/contract/scheme.h"

namespace afterimage {

// Takes checkpoints: the log implements it.
class CheckpointTaker {
 public:
  // Takes a checkpoint, between the checkpointer's Enter and End.
  virtual Task<void> OnCheckpoint(Thread& thread) = 0;

 protected:
  ~CheckpointTaker() = default;
};

// Takes checkpoints on request, and if `interval` is not 0 so long after the last one. They run one
// at a time, on any thread.
class Checkpointer {
 public:
  Checkpointer(Kernel& kernel, CheckpointTaker& taker, Time interval = 0);

  void Start();
  void Stop(Thread& thread);
  void Want(Thread& thread);
  // Waits for checkpoints until enough() holds. Returns false if even two did not help: the second
  // has seen everything, and can free nothing more.
  template <class Enough>
  Task<bool> AwaitRoom(Thread& thread, Enough enough) {
    const uint64_t most = count_ + 2;
    while (!enough()) {
      if (count_ >= most) co_return false;
      co_await Note(thread, EventKind::kLogSpaceWait, {.flags = kFlagWait});
      Want(thread);  // directly before the wait: the checkpoint may come at once
      co_await Sleep(thread, done_, WaitFor::kLogSpace, 0, 0, Category::kLogContention);
    }
    co_return true;
  }

  // Begins a checkpoint: it waits until no other one is under way. End ends it.
  Task<void> Enter(Thread& thread);
  void End(Thread& thread);
  // Ends an attempt in which no checkpoint could be taken, instead of End: threads that wait for
  // space learn that there is none.
  void GiveUp(Thread& thread);
  // True where no checkpoint is wanted or under way.
  bool idle() const { return !wanted_ && !running_; }
  void AddTo(EngineCounters& counters) const;

 private:
  Task<void> Run(Thread& thread);

  Kernel& kernel_;
  CheckpointTaker& taker_;
  Time interval_;
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

#endif  // AFTERIMAGE_SCHEME_CONTRACT_CHECKPOINTER_H_
