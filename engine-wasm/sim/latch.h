// Short physical mutual exclusion between simulated threads, and waiting for a condition. First
// come, first served, in the order of virtual time; but who has lost its core cannot take a latch,
// unless it is one that is handed over in a queue.
#ifndef AFTERIMAGE_SIM_LATCH_H_
#define AFTERIMAGE_SIM_LATCH_H_

#include "sim/ordered_operation.h"

namespace afterimage {

// A queue of blocked threads, first in, first out. It is intrusive: each waiter lives in its
// coroutine's frame.
class WaitQueue {
 public:
  struct Waiter {
    Thread* thread = nullptr;  // null while it listens and is not blocked
    Waiter* next = nullptr;
    bool ready = false;
    bool timed = false;        // it may have woken by itself, and not have run yet
    bool tries_again = false;  // it has not been given what it waited for
  };

  bool empty() const { return head_ == nullptr; }
  uint32_t size() const {
    uint32_t n = 0;
    for (const Waiter* w = head_; w; w = w->next) ++n;
    return n;
  }
  void Append(Waiter* waiter) {
    waiter->next = nullptr;
    (tail_ ? tail_->next : head_) = waiter;
    tail_ = waiter;
  }
  // Wakes the first waiter at `time`. REQUIRES: the queue is not empty.
  void WakeFirst(Kernel& kernel, Time time) { WakeBehind(nullptr, kernel, time); }
  // Wakes the first waiter that executes: one that spins without a core sees nothing. After a time
  // slice the scheduler would have given it one, so the first that has waited for so long is taken.
  // Returns false if there is none.
  bool WakeSpinning(Kernel& kernel, Time time) {
    Waiter* before = nullptr;
    for (Waiter* w = head_; w; before = w, w = w->next) {
      if (!w->thread->has_core() && !kernel.SlicePassed(*w->thread, time)) continue;
      WakeBehind(before, kernel, time);
      return true;
    }
    return false;
  }
  // Wakes the first waiter without giving it what it waits for. REQUIRES: the queue is not empty.
  void WakeFirstToTry(Kernel& kernel, Time time) {
    head_->tries_again = true;
    WakeFirst(kernel, time);
  }
  void WakeAll(Kernel& kernel, Time time) {
    while (!empty()) WakeFirst(kernel, time);
  }
  // Takes out a waiter that need not be woken any more. REQUIRES: it is in the queue.
  void Remove(const Waiter* waiter) {
    Waiter* before = nullptr;
    for (Waiter* w = head_; w != waiter; w = w->next) before = w;
    (before ? before->next : head_) = waiter->next;
    if (waiter == tail_) tail_ = before;
  }

 private:
  // Wakes the waiter behind `before`, or the first where that is null.
  void WakeBehind(Waiter* before, Kernel& kernel, Time time) {
    Waiter*& link = before ? before->next : head_;
    Waiter* waiter = link;
    link = waiter->next;
    if (waiter == tail_) tail_ = before;
    waiter->ready = true;
    if (!waiter->thread) return;  // it has not come to block yet, and will not
    if (!waiter->timed || waiter->thread->blocked()) kernel.Wake(*waiter->thread, time);
  }

  Waiter* head_ = nullptr;
  Waiter* tail_ = nullptr;
};

// The costs of a latch, a few nanoseconds each. They take few bytes, because every page frame has a
// latch.
struct LatchCosts {
  constexpr LatchCosts() = default;
  constexpr LatchCosts(Time acquire, Time hand_off)
      : acquire_ns(static_cast<uint32_t>(acquire)), hand_off_ns(static_cast<uint32_t>(hand_off)) {}
  uint32_t acquire_ns = 0;   // uncontended
  uint32_t hand_off_ns = 0;  // from the holder's release to the next holder's first instruction
};

// The waiter to which a release gives the latch. In a queue latch each waiter spins on a word of
// its own that only its predecessor writes (MCS: Mellor-Crummey and Scott, TOCS 1991): the first in
// the queue gets the latch whether or not it has a core, and one that has none holds it until it
// has. A waiter only spins, to the end of its time slice.
//
// Other latches are given to a waiter that executes. If none does, the latch stays free for the
// first to come, the releaser included, and one of the waiters is woken to try again. Handed to a
// waiter that must be switched to, it would be so for all that come after: a convoy (Blasgen et
// al., The convoy phenomenon, SIGOPS 13(2), 1979), which PostgreSQL's LWLockAcquire avoids in this
// way.
enum class HandsOver : uint8_t { kToWhoExecutes, kInQueue };

// co_await latch.Acquire(thread, category); ...; co_await latch.Release(thread);
// While it waits a thread spins: it keeps its core as long as no other thread wants it.
class Latch {
 public:
  explicit Latch(LatchCosts costs, HandsOver hands_over = HandsOver::kToWhoExecutes)
      : costs_(costs), hands_over_(hands_over) {}

  class Acquire final : public OrderedOperation<Acquire> {
   public:
    Acquire(Thread& thread, Latch& latch, Category contention)
        : OrderedOperation(thread), latch_(latch), contention_(contention) {}
    Progress Step(Thread& thread) override {
      if (waiter_.ready && !waiter_.tries_again) return Progress::kDone;
      if (waiter_.ready) latch_.one_tries_again_ = false;
      waiter_ = {};
      if (!latch_.held_) {
        latch_.held_ = true;
        thread.Charge(contention_, latch_.costs_.acquire_ns);
        return Progress::kDone;
      }
      waiter_.thread = &thread;
      latch_.queue_.Append(&waiter_);
      thread.WillBlock(WaitFor::kLatch, 0, 0, contention_,
                       latch_.hands_over_ == HandsOver::kInQueue ? WhileBlocked::kSpinsOn
                                                                 : WhileBlocked::kSpins);
      thread.set_served_from(~Time{0});
      thread.Emit(EventKind::kLatchWait, {.flags = kFlagWait});
      return Progress::kBlocked;
    }
    SharedUse Uses() const override {
      return {SharedKind::kLatch, false, reinterpret_cast<uintptr_t>(&latch_)};
    }

   private:
    Latch& latch_;
    Category contention_;
    WaitQueue::Waiter waiter_;
  };

  // Acquires the latch if it is free; otherwise it returns false at once.
  class TryAcquire final : public OrderedOperation<TryAcquire> {
   public:
    TryAcquire(Thread& thread, Latch& latch, Category contention)
        : OrderedOperation(thread), latch_(latch), contention_(contention) {}
    Progress Step(Thread& thread) override {
      taken_ = !latch_.held_;
      latch_.held_ = true;
      if (taken_) thread.Charge(contention_, latch_.costs_.acquire_ns);
      return Progress::kDone;
    }
    bool await_resume() const { return taken_; }
    SharedUse Uses() const override {
      return {SharedKind::kLatch, false, reinterpret_cast<uintptr_t>(&latch_)};
    }

   private:
    Latch& latch_;
    Category contention_;
    bool taken_ = false;
  };

  class Release final : public OrderedOperation<Release> {
   public:
    Release(Thread& thread, Latch& latch) : OrderedOperation(thread), latch_(latch) {}
    Progress Step(Thread& thread) override {
      latch_.held_ = !latch_.queue_.empty() && HandOver(thread);
      return Progress::kDone;
    }

   private:
    // Gives it to a waiter; false where none executes, and one of them tries again.
    bool HandOver(Thread& thread) {
      const Time time = thread.now() + latch_.costs_.hand_off_ns;
      WaitQueue& queue = latch_.queue_;
      if (latch_.hands_over_ == HandsOver::kInQueue) {
        queue.WakeFirst(thread.kernel(), time);
        return true;
      }
      if (queue.WakeSpinning(thread.kernel(), time)) return true;
      if (!std::exchange(latch_.one_tries_again_, true))
        queue.WakeFirstToTry(thread.kernel(), time);
      return false;
    }

    Latch& latch_;
  };

  bool held() const { return held_; }
  uint32_t waiting() const { return queue_.size(); }

 private:
  LatchCosts costs_;
  HandsOver hands_over_;
  bool held_ = false;
  bool one_tries_again_ = false;  // it has been woken, and has not executed yet
  WaitQueue queue_;
};

// A place to sleep until somebody calls WakeAll or WakeOne. The sleeper checks its condition again
// when it is woken:  while (!ready) co_await Sleep(thread, sleepers, ...);
// REQUIRES: that was checked in the thread's turn, as behind Ordered. Else somebody may call in
// between, and the sleeper hears nothing.
// It listens from the co_await on: whom the sleeper has woken himself may take his core and call
// before he has come to block.
class Sleep final : public OrderedOperation<Sleep> {
 public:
  Sleep(Thread& thread, WaitQueue& queue, WaitFor what, uint32_t which = 0, TxnLabel holder = 0,
        Category category = Category::kWait, WhileBlocked core = WhileBlocked::kGivesUpCore)
      : OrderedOperation(thread),
        queue_(queue),
        what_(what),
        which_(which),
        holder_(holder),
        category_(category),
        core_(core) {}
  // Called from many places: its code is there once.
  [[gnu::noinline]] bool await_ready() {
    queue_.Append(&waiter_);
    return OrderedOperation::await_ready();
  }
  Progress Step(Thread& thread) override {
    if (waiter_.ready) return Progress::kDone;
    waiter_.thread = &thread;
    thread.WillBlock(what_, which_, holder_, category_, core_);
    // The thread that does the work wakes the sleeper, which does none of it itself.
    if (category_ != Category::kWait) thread.set_served_from(~Time{0});
    return Progress::kBlocked;
  }

 private:
  WaitQueue& queue_;
  WaitFor what_;
  uint32_t which_;
  TxnLabel holder_;
  Category category_;
  WhileBlocked core_;
  WaitQueue::Waiter waiter_;
};

// Sleeps for `ns` of virtual time, without a core.
class Delay final : public OrderedOperation<Delay> {
 public:
  Delay(Thread& thread, Time ns, WaitFor what, Category category)
      : OrderedOperation(thread), ns_(ns), what_(what), category_(category) {}
  Progress Step(Thread& thread) override {
    if (started_) return Progress::kDone;
    started_ = true;
    thread.WillBlock(what_, 0, 0, category_, WhileBlocked::kGivesUpCore);
    thread.set_wake_at(thread.now() + ns_);
    return Progress::kSleep;
  }

 private:
  Time ns_;
  WaitFor what_;
  Category category_;
  bool started_ = false;
};

// Sleeps until the queue is woken, but no longer than for `ns`, without a core.
class SleepAtMost final : public OrderedOperation<SleepAtMost> {
 public:
  SleepAtMost(Thread& thread, WaitQueue& queue, Time ns, WaitFor what, Category category)
      : OrderedOperation(thread), queue_(queue), ns_(ns), what_(what), category_(category) {}
  bool await_ready() {
    queue_.Append(&waiter_);
    return OrderedOperation::await_ready();
  }
  Progress Step(Thread& thread) override {
    if (waiter_.ready) return Progress::kDone;
    if (waiter_.thread) {
      queue_.Remove(&waiter_);
      return Progress::kDone;
    }
    waiter_.thread = &thread;
    waiter_.timed = true;
    thread.WillBlock(what_, 0, 0, category_, WhileBlocked::kGivesUpCore);
    thread.set_wake_at(thread.now() + ns_);
    return Progress::kSleep;
  }

 private:
  WaitQueue& queue_;
  Time ns_;
  WaitFor what_;
  Category category_;
  WaitQueue::Waiter waiter_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_SIM_LATCH_H_
