// The virtual clock, the order in which simulated threads act, and the cores they share.
//
// Ties go to the lower actor, so the order does not depend on how often a thread had to wait: the
// traced build, which orders every operation, and the untraced one, which orders only shared ones,
// see the same history.
#ifndef AFTERIMAGE_SIM_KERNEL_H_
#define AFTERIMAGE_SIM_KERNEL_H_

#include <cstdint>
#include <utility>

#include "sim/event_queue.h"
#include "sim/thread.h"
#include "trace/recorder.h"

namespace afterimage {

struct CoreParams {
  uint32_t cores = 1;  // logical: each runs one thread
  Time context_switch_ns = 0;
  Time quantum_ns = 0;  // 0: threads keep their core until they block
  uint32_t threads_per_core = 1;
  uint32_t shared_percent =
      100;  // what a core does with all its threads busy, in what it does with one
};

class Kernel {
 public:
  Kernel(Arena& arena, Recorder& recorder, uint32_t max_threads, CoreParams cores)
      : arena_(arena),
        recorder_(recorder),
        cores_(cores),
        free_cores_(cores.cores),
        queue_(arena, max_threads + 1),
        threads_(arena.NewArray<Thread*>(max_threads)),
        max_threads_(max_threads) {}

  Arena& arena() { return arena_; }
  Recorder& recorder() { return recorder_; }
  Time now() const { return now_; }

  // Adds a thread; actors are numbered in this order.
  Thread& AddThread(ThreadKind kind, Text name);
  // Starts the thread at `time`, or now, on `task`, which must run on it.
  void Spawn(Thread& thread, Task<void> task, Time time);
  void Spawn(Thread& thread, Task<void> task) { Spawn(thread, std::move(task), now_); }
  uint32_t thread_count() const { return count_; }
  Thread& thread(uint32_t i) { return *threads_[i]; }

  // Runs until nothing is left to run (true) or the recorder has `stop_at` events or is full
  // (false).
  bool Run(uint32_t stop_at = ~0u);
  // Ends Run (false) after `steps` more steps of operations; what stopped goes on with the next
  // Run.
  void Limit(uint64_t steps) {
    steps_ += limit_ - left_;
    limit_ = left_ = steps;
  }
  void Unlimit() { Limit(uint64_t{1} << 62); }
  // Ends Run (false) as soon as the running thread reaches an operation.
  void Halt() { Limit(0); }
  // Run ends (false) once all that threads do up to `time` has been done; one such time at once.
  // Nothing else changes.
  void SetAlarm(Time time) {
    AI_CHECK(!alarm_set_ && !alarm_rang_);
    queue_.Push(time, kAlarmTie, kAlarm);
    alarm_set_ = true;
  }
  bool alarm_set() const { return alarm_set_; }
  // True once after the alarm.
  bool TakeAlarm() { return std::exchange(alarm_rang_, false); }
  // Nothing is left to run.
  bool idle() const { return !overtaken_ && queue_.size() == (alarm_set_ ? 1 : 0); }
  // Of operations so far: the same however the run is cut into slices.
  uint64_t steps() const { return steps_ + limit_ - left_; }
  // Null: nobody watches. It must outlive the kernel. `seen`: sites that it need not hear of, or
  // null.
  void set_site_watch(SiteWatch* watch, const SeenSites* seen = nullptr) {
    site_watch_ = watch;
    seen_sites_ = seen;
  }
  SiteWatch* site_watch() const { return site_watch_; }
  const SeenSites* seen_sites() const { return seen_sites_; }

  // Whole lines and operations that mutations leave out from the start on, whoever watches; a list
  // must outlive the kernel.
  void SwitchOff(const SiteList& sites) {
    AI_CHECK(off_count_ < kMostOff);
    if (sites.count > 0) off_[off_count_++] = sites;
  }
  bool IsOff(uint16_t label, uint8_t ordinal) const {
    for (uint32_t i = 0; i < off_count_; ++i) {
      if (off_[i].Has(label, ordinal)) return true;
    }
    return false;
  }

  // From now on there are no events: of a run whose end is all that anybody asks for. Steps are
  // counted as ever.
  void DisableEvents() { events_disabled_ = true; }
  bool events_disabled() const { return kTraced && events_disabled_; }
  // A step of which there would be nothing but its event. False where the run has to stop before
  // it.
  bool StepsUnheard() {
    if (!events_disabled_ || left_ == 0) return false;
    --left_;
    return true;
  }

  // Time of an instruction while so many cores are busy, in 1024ths: hardware threads spread over
  // the cores first, and what a core does grows evenly with its threads.
  uint32_t pace() const { return pace_; }

  // For operations: ends the block of `thread` at `time`, or at its own clock if that is later.
  // A thread that gave up its core then queues for one.
  void Wake(Thread& thread, Time time);

  // A matter of the thread alone: no need to be ordered.
  bool SliceOver(const Thread& thread) const {
    return cores_.quantum_ns > 0 && thread.now_ - thread.slice_start_ >= cores_.quantum_ns;
  }
  // At `time` a blocked thread has waited for a whole time slice.
  bool SlicePassed(const Thread& thread, Time time) const {
    return cores_.quantum_ns == 0 || time >= thread.now_ + cores_.quantum_ns;
  }
  // True where others wait for a core and this thread's time slice is over.
  bool ShouldYield(const Thread& thread) const { return core_queue_head_ && SliceOver(thread); }

  bool IsTurn(const Thread& thread) {
    if constexpr (kTraced) {
      if (!events_disabled_ && StopRequested()) return false;
    }
    if (left_ == 0 || !queue_.ComesFirst(thread.now_, thread.id_)) return false;
    --left_;
    return true;
  }

 private:
  friend class Thread;

  // In the payload of a queue entry: the thread is blocked and wakes then, or has ended and frees
  // its core.
  static constexpr uint32_t kTimer = uint32_t{1} << 31;
  // No thread: after all of them, at the same time.
  static constexpr uint32_t kAlarm = ~uint32_t{0};
  static constexpr uint16_t kAlarmTie = 0xffff;

  bool StopRequested() const {
    return recorder_.count() >= stop_at_ || recorder_.reached() || recorder_.Full();
  }
  void Enqueue(Thread& thread) { queue_.Push(thread.now_, thread.id_, thread.id_); }
  void Block(Thread& thread);
  void GiveUpCore(Thread& thread);
  void SetFreeCores(uint32_t free);
  void TakeCore(Thread& thread);
  // The core of whoever has spun for longest goes to the first in the queue.
  void PreemptSpinner();
  void Yield(Thread& thread) {
    GiveUpCore(thread);
    TakeCore(thread);
  }

  Arena& arena_;
  Recorder& recorder_;
  CoreParams cores_;
  uint32_t free_cores_;
  uint32_t pace_ = Thread::kPace;
  Thread* core_queue_head_ = nullptr;
  Thread* core_queue_tail_ = nullptr;
  SiteWatch* site_watch_ = nullptr;
  const SeenSites* seen_sites_ = nullptr;
  static constexpr uint32_t kMostOff = 16;  // mutations that a scenario may name
  SiteList off_[kMostOff];
  uint32_t off_count_ = 0;
  uint32_t spinners_ = 0;  // that have a core; only while nobody queues for one
  EventQueue queue_;
  Thread* overtaken_ =
      nullptr;  // has just run as far as its turn went: changes places with the first in the queue
  Thread** threads_;
  uint32_t max_threads_;
  uint32_t count_ = 0;
  uint32_t stop_at_ = ~0u;
  uint64_t limit_ = uint64_t{1} << 62;
  uint64_t left_ = limit_;
  uint64_t steps_ = 0;  // before this limit
  Time now_ = 0;
  bool alarm_set_ = false;
  bool alarm_rang_ = false;
  bool events_disabled_ = false;
};

inline void Thread::KeepPace() { pace_ = kernel_.pace(); }

inline void Thread::Emit(EventKind kind, const EventData& data) {
  if constexpr (kTraced) {
    if (!kernel_.events_disabled()) Record(kind, data);
  }
}

inline bool Thread::Does(uint16_t line) {
  if (!kTraced || !kernel_.IsOff(line, 0)) return true;
  left_out_ = true;
  return false;
}

inline SiteAction Thread::Reach(SiteKind kind) {
  if constexpr (!kTraced) return SiteAction::kAsWritten;
  if (site_.ordinal < 0xff) ++site_.ordinal;
  site_.label = where_.label;
  site_.kind = kind;
  if (kernel_.IsOff(site_.label, site_.ordinal)) return SiteAction::kLeaveOut;
  const SeenSites* seen = kernel_.seen_sites();
  return seen && seen->Has(site_) ? SiteAction::kAsWritten : Report();
}

// Runs `op` as far as it goes. True: done. False: the thread is queued or blocked.
template <class Op>
bool Thread::Drive(Op& op) {
  for (;;) {
    if (!kernel_.IsTurn(*this)) {
      kernel_.overtaken_ = this;
      return false;
    }
    if constexpr (kTraced) {
      if (HappenDelayed()) continue;
    }
    const Progress progress = op.Step(*this);
    if (progress == Progress::kDone) {
      if (kTraced && delay_ == DelayState::kOvertaken) delay_ = DelayState::kDue;
      return true;
    }
    if (progress == Progress::kBlocked) {
      kernel_.Block(*this);
      return false;
    }
    if (progress == Progress::kSleep) {
      kernel_.Block(*this);
      kernel_.Wake(*this, wake_at_);
      return false;
    }
    if (progress == Progress::kYield) {
      kernel_.Yield(*this);
      return false;
    }
  }
}

}  // namespace afterimage

#endif  // AFTERIMAGE_SIM_KERNEL_H_
