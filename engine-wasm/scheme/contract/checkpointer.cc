#include "scheme/contract/checkpointer.h"

namespace afterimage {

Checkpointer::Checkpointer(Kernel& kernel, CheckpointTaker& taker, Time interval)
    : kernel_(kernel),
      taker_(taker),
      interval_(interval),
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
    const Time due = since_ + interval_;
    if (wanted_ || (interval_ > 0 && !stopping_ && thread.now() >= due)) {
      co_await taker_.OnCheckpoint(thread);
    } else if (stopping_) {
      co_return;
    } else if (interval_ > 0) {
      co_await SleepAtMost(thread, work_, due - thread.now(), WaitFor::kWork, Category::kWait);
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
