// The virtual clock, the simulated threads and the cores they share.
//
// Each thread has its own clock. Costs add up on it without an event; only where threads can see
// each other (an *ordered* operation) does a thread that is ahead wait until it is the earliest.
// Ties go to the lower actor, so the order does not depend on how often a thread had to wait: the
// traced build, which orders every operation, and the untraced one, which orders only shared ones,
// see the same history.
#ifndef AFTERIMAGE_SIM_KERNEL_H_
#define AFTERIMAGE_SIM_KERNEL_H_

#include <cstdint>
#include <utility>

#include "base/arena.h"
#include "base/build.h"
#include "base/coroutine.h"
#include "base/types.h"
#include "sim/event_queue.h"
#include "sim/site.h"
#include "sim/task.h"
#include "trace/event.h"
#include "trace/recorder.h"

namespace afterimage {

class Kernel;
class Thread;

// What one step of an operation came to.
enum class Progress : uint8_t {
  kDone,
  kAgain,    // the thread's clock has moved: order again, then step
  kBlocked,  // somebody will Wake the thread, then step
  kSleep,    // as kBlocked, and the thread wakes itself at the time it set
  kYield,    // to the back of the queue for a core, then step
};

// Something a thread awaits that may take several steps. Lives in the awaiting coroutine's frame.
class Operation {
 public:
  virtual Progress Step(Thread& thread) = 0;

 protected:
  ~Operation() = default;
};

// Where an event belongs: a listing line and the item of a structure it is about.
struct Where {
  uint16_t label = 0;      // listing line, 0 none
  uint16_t structure = 0;  // 1 + index, 0 none
  uint32_t key = 0;
};

// The variable parts of an event.
struct EventData {
  Tier tier = Tier::kNone;
  uint8_t flags = 0;
  Address address = 0;
  uint32_t size = 0;
  uint32_t a = 0;
  uint32_t b = 0;
};

enum class ThreadKind : uint8_t { kClient, kDaemon, kRecovery };
// What becomes of a blocked thread's core: another thread may have it; it keeps it only as long as nobody
// else wants it (it spins); it keeps it (it stalls in an instruction).
enum class WhileBlocked : uint8_t { kGivesUpCore, kSpins, kStalls };
// What a blocked thread waits for, for the interface.
enum class WaitFor : uint8_t { kNothing, kLock, kLatch, kSignal, kDevice, kLogSpace, kWork, kPersister };

class Thread {
 public:
  Thread(Kernel& kernel, Arena& arena, ActorId id, ThreadKind kind, Text name)
      : kernel_(kernel), arena_(arena), id_(id), kind_(kind), name_(name) {
    span_.actor = id;
  }

  Kernel& kernel() { return kernel_; }
  Arena& arena() { return arena_; }
  ActorId id() const { return id_; }
  ThreadKind kind() const { return kind_; }
  Text name() const { return name_; }
  Time now() const { return now_; }
  bool done() const { return done_; }
  bool blocked() const { return blocked_; }
  bool has_core() const { return has_core_; }

  // Spends virtual time. No event: the thread just gets ahead.
  void Charge(Category category, Time ns) {
    if (ns == 0) return;
    Book(category, ns);
  }

  // Executes instructions that would take `ns` on a core of its own: more where hardware threads share cores.
  void Execute(Category category, Time ns) { Charge(category, ns * pace_ / kPace); }
  // Takes notice of how many threads execute now.
  void KeepPace();

  // The context that the next events carry.
  void set_txn(TxnLabel txn) { txn_ = txn; }
  TxnLabel txn() const { return txn_; }
  void set_statement(uint16_t statement) { statement_ = statement; }
  uint16_t statement() const { return statement_; }
  void At(Where where) {
    where_ = where;
    ordinal_ = 0;
    site_.ordinal = 0;
  }
  const Where& where() const { return where_; }
  // Marks the events that follow as changed by a mutation.
  void set_broken(bool broken) { broken_ = broken; }

  // The thread comes to an operation of this kind: what is to be done with it.
  SiteAction Reach(SiteKind kind);
  // The site that it came to last had nothing to do.
  void SiteIdle();
  // A check that recovery makes; true as well where a mutation leaves it out.
  bool Holds(bool condition) { return Reach(SiteKind::kCheck) == SiteAction::kLeaveOut || condition; }
  // After SiteAction::kDelay.
  void Delay(DelayedOperation* operation) { delayed_ = operation; }
  // A step of an operation that is left out or delayed: nothing happens, and the event says so.
  void EmitMissing(const EventData& data);

  // Records an event now; only from inside an ordered operation's step.
  void Emit(EventKind kind, const EventData& data) {
    if constexpr (kTraced) Record(kind, data);
  }

  // Time booked to each category so far; the sum is now() - start().
  const Time* ledger() const { return ledger_; }
  // Adds to `sum` what the ledger would be at `time`, which the thread may be ahead of or behind.
  void AddLedgerAt(Time time, Time* sum) const;
  Time start() const { return start_; }
  // Closes the current span (the recorder then has all of this thread's time).
  void FlushSpan();

  // What a bystander does on this thread costs no time: take a Watch before, Rewind after.
  struct Watch {
    Time now;
    Time ledger[kCategories];
    Span span;
  };
  Watch TakeWatch() const;
  void Rewind(const Watch& watch);

  // Blocks in the step of an operation: give the reason, return Progress::kBlocked.
  void WillBlock(WaitFor what, uint32_t which, TxnLabel holder, Category category, WhileBlocked core) {
    wait_for_ = what;
    wait_which_ = which;
    wait_holder_ = holder;
    wait_category_ = category;
    while_blocked_ = core;
  }
  // Until it is set back: when the thread gives up its core, the next one starts there without a context
  // switch, as when one worker thread serves many clients (flush pipelining).
  void set_free_switch(bool free) { free_switch_ = free; }
  // With Progress::kSleep.
  void set_wake_at(Time time) { wake_at_ = time; }
  WaitFor wait_for() const { return blocked_ ? wait_for_ : WaitFor::kNothing; }
  uint32_t wait_which() const { return wait_which_; }
  TxnLabel wait_holder() const { return wait_holder_; }

  template <class Op>
  bool Drive(Op& op);
  void Suspend(std::coroutine_handle<> handle, Operation* operation) {
    current_ = handle;
    operation_ = operation;
  }

 private:
  friend class Kernel;
  friend inline void internal::SetNext(Thread& thread, std::coroutine_handle<> next);

  // What a mutation has delayed is due before anything else.
  bool HappenDelayed() {
    if (!delayed_ || delay_ != DelayState::kDue) return false;
    DelayedOperation* operation = delayed_;
    delayed_ = nullptr;
    delay_ = DelayState::kWaits;
    operation->Happen(*this);
    return true;
  }
  void Book(Category category, Time ns) {
    ledger_[static_cast<int>(category)] += ns;
    if constexpr (kTraced) ExtendSpan(category, ns);
    now_ += ns;
    last_category_ = category;
  }
  void ExtendSpan(Category category, Time ns);
  void Record(EventKind kind, const EventData& data);
  void Resume();

  Kernel& kernel_;
  Arena& arena_;
  ActorId id_;
  ThreadKind kind_;
  Text name_;
  Time now_ = 0;
  Time start_ = 0;
  Time slice_start_ = 0;
  Time wake_at_ = 0;
  static constexpr uint32_t kPace = 1024;
  uint32_t pace_ = kPace;  // time of an instruction, in 1024ths of what it takes on a core of its own
  std::coroutine_handle<> current_;
  std::coroutine_handle<> next_;
  Operation* operation_ = nullptr;
  Thread* core_next_ = nullptr;  // in the queue for a core
  bool done_ = false;
  bool blocked_ = false;
  bool has_core_ = false;
  WhileBlocked while_blocked_ = WhileBlocked::kGivesUpCore;
  bool free_switch_ = false;
  bool broken_ = false;
  WaitFor wait_for_ = WaitFor::kNothing;
  uint32_t wait_which_ = 0;
  TxnLabel wait_holder_ = 0;
  Category wait_category_ = Category::kWait;
  Category last_category_ = Category::kLogic;
  TxnLabel txn_ = 0;
  uint16_t statement_ = kNoStatement;
  uint16_t ordinal_ = 0;
  Where where_;
  Site site_;
  enum class DelayState : uint8_t { kWaits, kOvertaken, kDue };
  DelayState delay_ = DelayState::kWaits;
  DelayedOperation* delayed_ = nullptr;
  Time ledger_[kCategories] = {};
  Span span_;
};

namespace internal {
inline Arena& FrameArena(Thread& thread) { return thread.arena(); }
inline void SetNext(Thread& thread, std::coroutine_handle<> next) { thread.next_ = next; }
}  // namespace internal

struct CoreParams {
  uint32_t cores = 1;  // logical: each runs one thread
  Time context_switch_ns = 0;
  Time quantum_ns = 0;  // 0: threads keep their core until they block
  uint32_t threads_per_core = 1;
  uint32_t shared_percent = 100;  // what a core does with all its threads busy, in what it does with one
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
  // Starts the thread at `time` on `task`, which must run on it.
  void Spawn(Thread& thread, Task<void> task, Time time = 0);
  uint32_t thread_count() const { return count_; }
  Thread& thread(uint32_t i) { return *threads_[i]; }

  // Runs until nothing is left to run (true) or the recorder has `stop_at` events or is full (false).
  bool Run(uint32_t stop_at = ~0u);
  // Ends Run (false) after `steps` more steps of operations; what stopped goes on with the next Run.
  void Limit(uint64_t steps) {
    steps_ += limit_ - left_;
    limit_ = left_ = steps;
  }
  void Unlimit() { Limit(uint64_t{1} << 62); }
  // Ends Run (false) as soon as the running thread reaches an operation.
  void Halt() { Limit(0); }
  // Run ends (false) once all that threads do up to `time` has been done; one such time at once. Nothing else changes.
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
  // Null: nobody watches. It must outlive the kernel.
  void set_site_watch(SiteWatch* watch) { site_watch_ = watch; }
  SiteWatch* site_watch() const { return site_watch_; }

  // Time of an instruction while so many cores are busy, in 1024ths: hardware threads spread over the cores first, and
  // what a core does grows evenly with its threads.
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
      if (StopRequested()) return false;
    }
    if (left_ == 0 || !queue_.ComesFirst(thread.now_, thread.id_)) return false;
    --left_;
    return true;
  }

 private:
  friend class Thread;

  // In the payload of a queue entry: the thread is blocked and wakes then, or has ended and frees its
  // core.
  static constexpr uint32_t kTimer = uint32_t{1} << 31;
  // No thread: after all of them, at the same time.
  static constexpr uint32_t kAlarm = ~uint32_t{0};
  static constexpr uint16_t kAlarmTie = 0xffff;

  bool StopRequested() const { return recorder_.count() >= stop_at_ || recorder_.reached() || recorder_.Full(); }
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
  uint32_t spinners_ = 0;  // that have a core; only while nobody queues for one
  EventQueue queue_;
  Thread* overtaken_ = nullptr;  // has just run as far as its turn went: changes places with the first in the queue
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
};

inline void Thread::KeepPace() { pace_ = kernel_.pace(); }

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

// Base of ordered awaitables: Derived has `Progress Step(Thread&)` and, if it gives a result, its
// own await_resume.
template <class Derived>
class OrderedOperation : public Operation {
 public:
  explicit OrderedOperation(Thread& thread) : thread_(thread) {}
  bool await_ready() { return thread_.Drive(static_cast<Derived&>(*this)); }
  void await_suspend(std::coroutine_handle<> handle) { thread_.Suspend(handle, this); }
  void await_resume() const {}

 protected:
  ~OrderedOperation() = default;
  Thread& thread_;
};

// Waits until the thread is the earliest: what follows, up to the next wait, happens in the order
// of virtual time.
class Ordered final : public OrderedOperation<Ordered> {
 public:
  using OrderedOperation::OrderedOperation;
  Progress Step(Thread& thread) override {
    thread.KeepPace();
    return Progress::kDone;
  }
};

// A point at which the scheduler may take the core away.
class Timeslice final : public OrderedOperation<Timeslice> {
 public:
  using OrderedOperation::OrderedOperation;
  bool await_ready() {
    if (!kTraced && !thread_.kernel().SliceOver(thread_)) return true;
    return OrderedOperation::await_ready();
  }
  Progress Step(Thread& thread) override {
    if (yielded_ || !thread.kernel().ShouldYield(thread)) return Progress::kDone;
    yielded_ = true;
    return Progress::kYield;
  }

 private:
  bool yielded_ = false;
};

// Records one event in the traced build; nothing at all in the untraced one.
class Note final : public OrderedOperation<Note> {
 public:
  Note(Thread& thread, EventKind kind, const EventData& data = {})
      : OrderedOperation(thread), kind_(kind), data_(data) {}
  bool await_ready() {
    if constexpr (!kTraced) return true;
    return thread_.Drive(*this);
  }
  Progress Step(Thread& thread) override {
    thread.Emit(kind_, data_);
    return Progress::kDone;
  }

 private:
  EventKind kind_;
  EventData data_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_SIM_KERNEL_H_
