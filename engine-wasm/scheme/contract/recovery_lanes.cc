#include "scheme/contract/recovery_lanes.h"

#include <cstdio>

namespace afterimage {

RecoveryLanes::RecoveryLanes(Kernel& kernel, Arena& arena, uint32_t count)
    : kernel_(kernel), others_(ArenaAllocator<Thread*>(arena)) {
  AI_CHECK(count >= 1 && count <= kMost);
  for (uint32_t i = 2; i <= count; ++i) {
    constexpr size_t kBytes = 24;
    auto* en = static_cast<char*>(arena.Allocate(kBytes));
    auto* zh = static_cast<char*>(arena.Allocate(kBytes));
    std::snprintf(en, kBytes, "recovery %u", static_cast<unsigned>(i));
    std::snprintf(zh, kBytes, "恢复 %u", static_cast<unsigned>(i));
    others_.push_back(&kernel.AddThread(ThreadKind::kRecovery, {en, zh}));
  }
}

Task<bool> RecoveryLanes::Run(Thread& thread, LaneWork& work) {
  co_await Ordered(thread);
  work_ = &work;
  busy_ = static_cast<uint32_t>(others_.size());
  ++round_;
  if (round_ == 1) {
    for (Thread* other : others_) kernel_.Spawn(*other, Serve(*other), thread.now());
  }
  begin_.WakeAll(kernel_, thread.now());
  const bool whole = co_await work.OnLane(thread);
  co_await Ordered(thread);
  whole_ = whole_ && whole;
  thread.At({});
  while (busy_ > 0) co_await Sleep(thread, done_, WaitFor::kSignal);
  co_return whole_;
}

Task<void> RecoveryLanes::Serve(Thread& thread) {
  for (uint32_t served = 0;;) {
    co_await Ordered(thread);
    while (round_ == served && !ending_) co_await Sleep(thread, begin_, WaitFor::kWork);
    if (round_ == served) co_return;
    served = round_;
    const bool whole = co_await work_->OnLane(thread);
    co_await Ordered(thread);
    thread.set_txn(0);
    thread.At({});
    whole_ = whole_ && whole;
    if (--busy_ == 0) done_.WakeAll(kernel_, thread.now());
  }
}

void RecoveryLanes::End(Thread& thread) {
  ending_ = true;
  begin_.WakeAll(kernel_, thread.now());
}

}  // namespace afterimage
