// The kernel of the simulation: it keeps the virtual clock, the order in which simulated threads
// act, and the cores that they use.
//
// Ties go to the lower actor, so the order does not depend on how often a thread had to wait: the
// traced build, which orders every operation, and the untraced one, which orders only those on
// common data, see the same history.
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
  // The throughput of a core whose threads are all busy, in percent of its throughput with one.
  uint32_t shared_percent = 100;
  // A waking thread runs at once if it is behind another by more than the granularity, counted in
  // time on a core: that one loses its core (Linux, kernel/sched_fair.c: check_preempt_wakeup). It
  // counts as no further behind than a sleeper's credit (place_entity). Without credit a waking
  // thread waits for a core.
  Time sleeper_credit_ns = 0;
  Time wakeup_granularity_ns = 0;
  // The time until an idle core executes again: it leaves a state of low power, or a virtual
  // machine returns it to the guest. A thread that wakes onto it waits this long.
  Time idle_wake_ns = 0;
};

class Kernel {
 public:
  // A kernel for at most `max_threads` threads, which live in the arena. REQUIRES: arena and
  // recorder outlive it.
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

  // Adds a thread. Actors are numbered from 0, in the order of these calls.
  Thread& AddThread(ThreadKind kind, Text name);
  // Starts the thread at `time`, or now, with `task`. REQUIRES: the task is given this thread, and
  // the thread has not been started before.
  void Spawn(Thread& thread, Task<void> task, Time time);
  void Spawn(Thread& thread, Task<void> task) { Spawn(thread, std::move(task), now_); }
  // Spawns a thread that sleeps at `time`, without having had a core, and wakes at `until`, or when
  // it is woken before.
  void SpawnAsleep(Thread& thread, Task<void> task, Time time, Time until);
  uint32_t thread_count() const { return count_; }
  // Clients that have been started.
  uint32_t clients() const { return clients_; }
  Thread& thread(uint32_t i) { return *threads_[i]; }

  // Runs the threads. Returns true once nothing is left to run; false as soon as the recorder has
  // `stop_at` events or is full, or where one of the calls below ends it. The next Run goes on
  // where this one stopped.
  bool Run(uint32_t stop_at = ~0u);
  // Makes Run end (false) after `steps` more steps of operations, counted from now.
  void Limit(uint64_t steps) {
    steps_ += limit_ - left_;
    limit_ = left_ = over_ ? 0 : steps;
  }
  void Unlimit() { Limit(uint64_t{1} << 62); }
  // Makes Run end (false) as soon as the running thread reaches an operation.
  void Halt() { Limit(0); }
  // The machine stops for good: no thread reaches another operation, and Run ends (true).
  void End() {
    over_ = true;
    Halt();
  }
  // Makes Run end (false) once all work of threads up to `time` has been done, and changes nothing
  // else. REQUIRES: no other alarm is set, and TakeAlarm has been called for the last one.
  void SetAlarm(Time time) {
    AI_CHECK(!alarm_set_ && !alarm_rang_);
    queue_.Push(time, kAlarmTie, kAlarm);
    alarm_set_ = true;
  }
  bool alarm_set() const { return alarm_set_; }
  // True for the first call after the alarm.
  bool TakeAlarm() { return std::exchange(alarm_rang_, false); }
  // True where nothing is left to run.
  bool idle() const { return !overtaken_ && queue_.size() == (alarm_set_ ? 1 : 0); }
  // Steps of operations so far. The count is the same however the run is cut into slices.
  uint64_t steps() const { return steps_ + limit_ - left_; }
  // Reports every site to `watch` from now on, except those in `seen`. Both may be null: no watch,
  // or no exceptions. REQUIRES: both outlive the kernel.
  void set_site_watch(SiteWatch* watch, const SeenSites* seen = nullptr) {
    site_watch_ = watch;
    seen_sites_ = seen;
  }
  SiteWatch* site_watch() const { return site_watch_; }
  const SeenSites* seen_sites() const { return seen_sites_; }

  // The run's delays; none to begin with.
  Schedule& schedule() { return schedule_; }
  const Schedule& schedule() const { return schedule_; }

  // Switches off the lines and operations that mutations leave out from the start on, under any
  // watch; a list must outlive the kernel.
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

  // Leaves out all events from now on, for a run whose end is all that matters. Steps are counted
  // as before.
  void DisableEvents() { events_disabled_ = true; }
  bool events_disabled() const { return kTraced && events_disabled_; }
  // Counts a step that would only record its event, with events disabled, and returns true. Returns
  // false if events are not disabled, or if the run has to stop before the step.
  bool StepsUnheard() {
    if (!events_disabled_ || left_ == 0) return false;
    --left_;
    return true;
  }

  // The time of an instruction with as many cores busy as now, in 1024ths of its time on a core of
  // its own. Hardware threads spread over the cores first, and a core's throughput grows evenly
  // with its busy threads.
  uint32_t pace() const { return pace_; }

  // Ends the block of `thread` at `time`, or at its own clock if that is later; a thread that gave
  // up its core then queues for one. One that sleeps until a time of its own wakes at this one
  // instead. REQUIRES: an operation calls it, and the thread is blocked.
  void Wake(Thread& thread, Time time) {
#if AFTERIMAGE_WATCHES_READS
    const bool stalls = thread.while_blocked_ == WhileBlocked::kStalls;
    if (schedule_.some_come_late() && !stalls) time += schedule_.Late(thread);
#endif
    WakeAt(thread, time);
  }
  // Wakes the thread at a later time, unless it is woken before.
  void WakeLater(Thread& thread, Time time) {
    WakeAt(thread, time);
    thread.timed_ = thread.blocked_;
  }

  // True if threads have time slices: one that blocks without a core may wait for another's.
  bool has_slices() const { return cores_.quantum_ns > 0; }
  // Returns whether the thread has had its core for a complete time slice. The caller need not be
  // ordered.
  bool SliceOver(const Thread& thread) const {
    return cores_.quantum_ns > 0 && thread.now_ - thread.slice_start_ >= cores_.quantum_ns;
  }
  // Returns whether a blocked thread will have waited for a complete time slice by `time`; never
  // true without slices.
  bool SlicePassed(const Thread& thread, Time time) const {
    return cores_.quantum_ns > 0 && time >= thread.now_ + cores_.quantum_ns;
  }
  // Returns whether others wait for a core. REQUIRES: the caller is ordered.
  bool core_wanted() const { return core_queue_head_ != nullptr; }
  // Returns the time to hand work to another process now: an idle core takes it, and wakes first.
  // REQUIRES: the caller is ordered.
  Time handover_ns() const { return free_cores_ > 0 ? cores_.idle_wake_ns : 0; }
  // The same for a statement of another process: the answer before it woke that process, and the
  // statement wakes this one.
  Time TakeMessages() {
    if (free_cores_ > 0) idle_wakes_ += 2;
    return 2 * handover_ns();
  }
  // Cores that have changed from one thread to another so far, and waits for an idle one to wake.
  uint64_t switches() const { return switches_; }
  uint64_t idle_wakes() const { return idle_wakes_; }
  // Returns whether the latter ever takes time.
  bool idle_cores_sleep() const { return cores_.idle_wake_ns > 0; }
  // True where others wait for a core and this thread's time slice is over.
  bool ShouldYield(const Thread& thread) const { return core_queue_head_ && SliceOver(thread); }

  // Counts a step of the thread's operation and returns true, where the thread comes first and the
  // run need not stop before the step.
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

  // The bit in a queue entry's payload that says: the thread is blocked and wakes then, or it has
  // ended and frees its core.
  static constexpr uint32_t kTimer = uint32_t{1} << 31;
  // The payload of the alarm, which belongs to no thread and comes after all of them at its time.
  static constexpr uint32_t kAlarm = ~uint32_t{0};
  static constexpr uint16_t kAlarmTie = 0xffff;

  void WakeAt(Thread& thread, Time time);
  bool StopRequested() const {
    return recorder_.count() >= stop_at_ || recorder_.reached() || recorder_.Full();
  }
  // Gives the thread its task, and does not wake it.
  void Begin(Thread& thread, Task<void> task, Time time);
  // The queue's entry for a thread with a core: it runs on then, or has ended and frees its core.
  static uint32_t PayloadOf(const Thread& thread) {
    return thread.done_ ? thread.id_ | kTimer : thread.id_;
  }
  void Enqueue(Thread& thread) { queue_.Push(thread.now_, thread.id_, PayloadOf(thread)); }
  void Block(Thread& thread);
  void GiveUpCore(Thread& thread) { GiveUpCore(thread, thread.now_); }
  // The same at a later time, for one that has spun until then.
  void GiveUpCore(Thread& thread, Time time);
  // The thread spins on, and others want its core: at the end of its slice, but not before `time`,
  // it loses it.
  void EndSlice(Thread& thread, Time time);
  // Ends the slices of all threads that spin on: another thread needs a core.
  void EndSlices(Time time);
  void SetFreeCores(uint32_t free);
  void TakeCore(Thread& thread);
  // The same for one that wakes: it may take another's.
  void TakeCoreAwake(Thread& thread);
  void StartOn(Thread& thread);
  // The same on one that idles, and has to wake.
  void StartOnIdle(Thread& thread);
  void QueueForCore(Thread& thread);
  // Places a thread that wakes now: it is behind the others by its credit at most.
  void PlaceSleeper(Thread& thread);
  // Returns the thread with a core that is farthest ahead of `thread`, or null where none is ahead
  // by more than the granularity.
  Thread* Preemptible(const Thread& thread);
  // Takes the core from a thread that is running, between two of its operations or in one.
  void SetAside(Thread& thread, Time time);
  // Gives the core of the thread that has spun for longest to the first in the queue.
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
  Schedule schedule_;
  uint64_t switches_ = 0;
  uint64_t idle_wakes_ = 0;
  uint32_t spinners_ = 0;     // with a core; counted only while nobody queues for one
  uint32_t spinning_on_ = 0;  // with a core, to the end of their slices
  EventQueue queue_;
  Thread* overtaken_ =
      nullptr;  // has just run as far as its turn went: changes places with the first in the queue
  Thread** threads_;
  uint32_t max_threads_;
  uint32_t count_ = 0;
  uint32_t clients_ = 0;
  uint32_t stop_at_ = ~0u;
  uint64_t limit_ = uint64_t{1} << 62;
  uint64_t left_ = limit_;
  uint64_t steps_ = 0;  // before this limit
  Time now_ = 0;
  int64_t least_run_ = 0;  // of the threads that want a core; it never falls
  bool alarm_set_ = false;
  bool alarm_rang_ = false;
  bool events_disabled_ = false;
  bool over_ = false;
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

// Runs `op` as far as it goes now. Returns true if it is done; false if the thread is queued or
// blocked, and its waker continues.
template <class Op>
bool Thread::Drive(Op& op) {
  for (;;) {
    if (!kernel_.IsTurn(*this)) {
      kernel_.overtaken_ = this;
      return false;
    }
    if constexpr (kTraced) {
      if (HappenDelayed()) continue;
      if (kernel_.schedule().counts() && counted_ != Counted::kBegun && HeldBefore(op)) {
        kernel_.Block(*this);
#if AFTERIMAGE_WATCHES_READS
        if (late_ns_ > 0) kernel_.WakeLater(*this, now_ + std::exchange(late_ns_, 0));
#endif
        return false;
      }
    }
    const Progress progress = op.Step(*this);
    if (progress == Progress::kDone) {
      if constexpr (kTraced) {
        if (delay_ == DelayState::kOvertaken) delay_ = DelayState::kDue;
        if (counted_ != Counted::kNot) EndOperation();
      }
      return true;
    }
    if (progress == Progress::kBlocked) {
      kernel_.Block(*this);
      return false;
    }
    if (progress == Progress::kSleep) {
      kernel_.Block(*this);
      kernel_.WakeLater(*this, wake_at_);
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
