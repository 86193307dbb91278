#include "sim/schedule.h"

#include "sim/kernel.h"

namespace afterimage {

void Schedule::Set(const ThreadDelay* delays, uint32_t count) {
  AI_CHECK(count <= kMostDelays);
  count_ = count;
  for (uint32_t i = 0; i < count; ++i) {
    entries_[i].delay = delays[i];
#if AFTERIMAGE_WATCHES_READS
    at_reads_ += delays[i].at_read;
#endif
  }
}

#if AFTERIMAGE_WATCHES_READS
bool Schedule::CountRead(const Thread& thread) {
  bool held = false;
  for (uint32_t i = 0; i < count_; ++i) {
    Entry& entry = entries_[i];
    if (!entry.delay.at_read || entry.delay.thread != thread.id()) continue;
    held = ++entry.reads == entry.delay.operation || held;
  }
  return held;
}

void Schedule::ComeLate(uint64_t seed, uint32_t percent, Time most) {
  late_ = Random(seed);
  late_seed_ = seed;
  late_percent_ = percent;
  late_most_ = most;
}

// Mostly by little: a thread that is late by much meets nobody.
Time Schedule::Late(const Thread& thread) {
  constexpr uint32_t kScales = 10;
  const uint64_t measure = Mix64(late_seed_ + 1 + thread.id()) % 4;  // 0: it is always in time
  if (!late_.Chance(static_cast<uint32_t>(late_percent_ * measure / 2))) return 0;
  return 1 + late_.Below(static_cast<uint32_t>(late_most_ >> late_.Below(kScales)) + 1);
}

bool Schedule::HoldsRead(Kernel& kernel, Thread& thread) {
  for (uint32_t i = 0; i < count_; ++i) {
    Entry& entry = entries_[i];
    if (entry.outcome == DelayOutcome::kAhead && entry.delay.at_read &&
        entry.delay.thread == thread.id() && entry.reads == entry.delay.operation &&
        Hold(kernel, thread, entry))
      return true;
  }
  return false;
}

#endif

bool Schedule::Hold(Kernel& kernel, Thread& thread, Entry& entry) {
  const ThreadDelay& delay = entry.delay;
  const bool there = delay.until < kernel.thread_count() && delay.until != thread.id();
  if (!there || kernel.thread(delay.until).done()) {
    entry.outcome = DelayOutcome::kMissed;
    return false;
  }
  entry.outcome = DelayOutcome::kHolding;
  entry.goal = kernel.thread(delay.until).operations() + delay.next;
  entry.since = kernel.steps();
  ++holding_;
  thread.WillBlock(WaitFor::kSchedule, delay.until, 0, Category::kWait, WhileBlocked::kGivesUpCore);
  return true;
}

bool Schedule::Arrives(Kernel& kernel, Thread& thread) {
  const uint32_t operation = thread.CountOperation();
  for (uint32_t i = 0; i < count_; ++i) {
    Entry& entry = entries_[i];
    const ThreadDelay& delay = entry.delay;
    if (entry.outcome != DelayOutcome::kAhead || AtRead(delay) || delay.thread != thread.id() ||
        delay.operation != operation)
      continue;
    if (Hold(kernel, thread, entry)) return true;
  }
  return false;
}

void Schedule::Begins(const Thread& thread, const SharedUse& use) {
  if (watch_) watch_->Begins(thread.id(), thread.operations(), use);
}

void Schedule::Ended(Kernel& kernel, const Thread& thread) {
  for (uint32_t i = 0; holding_ > 0 && i < count_; ++i) {
    Entry& entry = entries_[i];
    if (entry.outcome == DelayOutcome::kHolding && entry.delay.until == thread.id() &&
        thread.operations() >= entry.goal)
      End(kernel, entry, DelayOutcome::kOver);
  }
}

void Schedule::ThreadEnded(Kernel& kernel, const Thread& thread) {
  for (uint32_t i = 0; holding_ > 0 && i < count_; ++i) {
    Entry& entry = entries_[i];
    if (entry.outcome == DelayOutcome::kHolding && entry.delay.until == thread.id())
      End(kernel, entry, DelayOutcome::kMissed);
  }
}

bool Schedule::LetGo(Kernel& kernel) {
  const bool any = holding_ > 0;
  for (uint32_t i = 0; holding_ > 0 && i < count_; ++i) {
    if (entries_[i].outcome == DelayOutcome::kHolding)
      End(kernel, entries_[i], DelayOutcome::kMissed);
  }
  return any;
}

void Schedule::LetGoOverdue(Kernel& kernel) {
  for (uint32_t i = 0; i < count_; ++i) {
    Entry& entry = entries_[i];
    if (entry.outcome == DelayOutcome::kHolding && kernel.steps() > entry.since + kMostHeldSteps)
      End(kernel, entry, DelayOutcome::kMissed);
  }
}

// The awaited operation is reported at the present time, so the thread goes on one nanosecond
// later.
void Schedule::End(Kernel& kernel, Entry& entry, DelayOutcome outcome) {
  entry.outcome = outcome;
  --holding_;
  kernel.Wake(kernel.thread(entry.delay.thread), kernel.now() + 1);
}

}  // namespace afterimage
