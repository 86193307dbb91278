// A simulated thread has its own clock, a ledger of what it spends its time on, and a place in its
// listing.
//
// Costs add up on the clock without an event; only where threads can see each other (an *ordered*
// operation) does a thread that is ahead wait until it is the earliest.
#ifndef AFTERIMAGE_SIM_THREAD_H_
#define AFTERIMAGE_SIM_THREAD_H_

#include <cstdint>

#include "base/arena.h"
#include "base/build.h"
#include "base/coroutine.h"
#include "base/types.h"
#include "sim/schedule.h"
#include "sim/site.h"
#include "sim/task.h"
#include "trace/event.h"

namespace afterimage {

class Kernel;
class Thread;

// The result of one step of an operation, which says when to step it again.
enum class Progress : uint8_t {
  kDone,
  kAgain,    // the thread's clock has moved: order again, then step
  kBlocked,  // somebody will Wake the thread, then step
  kSleep,    // as kBlocked, and the thread wakes itself at the time it set
  kYield,    // to the back of the queue for a core, then step
};

// An operation that a thread awaits and that may take several steps. It lives in the awaiting
// coroutine's frame.
class Operation {
 public:
  virtual Progress Step(Thread& thread) = 0;
  // Returns what the next step touches that other threads may depend on.
  virtual SharedUse Uses() const { return {}; }
#if AFTERIMAGE_WATCHES_READS
  // True where others may always come before it, though it touches nothing of theirs.
  virtual bool LetsOthersGoOn() const { return false; }
#endif

 protected:
  ~Operation() = default;
};

// The place that an event belongs to: a listing line, and the item of a structure that it is about.
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
// The fate of a blocked thread's core: another thread may have it; or the thread keeps it until
// another one needs it (it spins, and yields); or to the end of its time slice if others need it
// (it only spins); or it keeps it (it stalls in an instruction).
enum class WhileBlocked : uint8_t { kGivesUpCore, kSpins, kSpinsOn, kStalls };
// The reason why a thread is blocked, for the interface.
enum class WaitFor : uint8_t {
  kNothing,
  kLock,
  kLatch,
  kSignal,
  kDevice,
  kLogSpace,
  kWork,
  kPersister,
  kRoom,         // space in a staging area
  kTransaction,  // the end of another one
  kSchedule      // a delay of the scenario
};

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

  // Spends virtual time, without an event: the thread just gets ahead.
  void Charge(Category category, Time ns) {
    if (ns == 0) return;
    Book(category, ns);
  }

  // Executes instructions that would take `ns` on a core of its own: more if hardware threads use a
  // core together.
  void Execute(Category category, Time ns) { Charge(category, ns * pace_ / kPace); }
  // Takes over the kernel's pace, which depends on how many threads execute now.
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
  // Says which item of the structure is next, at the same line.
  void set_key(uint32_t key) { where_.key = key; }
  const Where& where() const { return where_; }
  // Marks the events that follow as changed by a mutation.
  void set_broken(bool broken) { broken_ = broken; }

  // Asked before what a listing line says, where that is more than one operation: false where a
  // mutation leaves it out. The next event is then marked as changed by the mutation.
  bool Does(uint16_t line);

  // Says that the thread comes to an operation of this kind, and returns what is to be done with
  // it.
  SiteAction Reach(SiteKind kind);
  // Notes that the thread's last site had nothing to do.
  void SiteIdle();
  // Says that a user's program reads the word of NVM at this address.
  void ProgramReads(uint32_t address);
  // Makes a check of a recovery: returns the condition, or true where a mutation leaves the check
  // out.
  bool Holds(bool condition) {
    return Reach(SiteKind::kCheck) == SiteAction::kLeaveOut || condition;
  }
  // Keeps an operation for which Reach has returned SiteAction::kDelay. The operation must live
  // until it happens.
  void Delay(DelayedOperation* operation) { delayed_ = operation; }
  // Records a step of an operation that is left out or delayed: nothing happens, and the event says
  // so.
  void EmitMissing(const EventData& data);

  // Records an event now. REQUIRES: an ordered operation's step calls it.
  void Emit(EventKind kind, const EventData& data);

  // Returns how long the thread has had a core up to `time`, which it may be behind.
  Time CoreTimeAt(Time time) const {
    return core_ns_ + (has_core_ && time > core_since_ ? time - core_since_ : 0);
  }
  // The time booked to each category so far. Its sum is now() - start().
  const Time* ledger() const { return ledger_; }
  // Adds to `sum` what the ledger would be at `time`, which the thread may be ahead of or behind.
  void AddLedgerAt(Time time, Time* sum) const;
  // The same of the time for which the thread had a core, spinning included: what a profiler sees
  // that looks at the cores.
  void AddOnCoreAt(Time time, Time* sum) const;
  Time start() const { return start_; }
  // Closes the current span: the recorder then has all of this thread's time.
  void FlushSpan();

  // The thread's time, for a bystander whose work on this thread shall cost none: it takes a Watch
  // before, and rewinds to it after.
  struct Watch {
    Time now;
    Time ledger[kCategories];
    Span span;
  };
  Watch TakeWatch() const;
  void Rewind(const Watch& watch);

  // Gives the reason of a block. REQUIRES: an operation's step calls it and returns
  // Progress::kBlocked or kSleep.
  void WillBlock(WaitFor what, uint32_t which, TxnLabel holder, Category category,
                 WhileBlocked core) {
    wait_for_ = what;
    wait_which_ = which;
    wait_holder_ = holder;
    wait_category_ = category;
    while_blocked_ = core;
    served_from_ = 0;
  }
  // Sets the time until which the block waits for the work of others, and after which it waits for
  // its own.
  void set_served_from(Time time) { served_from_ = time; }
  // Makes context switches free until it is set back: when the thread gives up its core, the next
  // one starts there at once, as when one worker thread serves many clients (flush pipelining).
  void set_free_switch(bool free) { free_switch_ = free; }
  // Marks an instruction that others wait for: the thread does not lose its core until it is unset.
  void set_uninterruptible(bool on) { uninterruptible_ = on; }
  // Sets the time at which the thread wakes after Progress::kSleep.
  void set_wake_at(Time time) { wake_at_ = time; }
  WaitFor wait_for() const { return blocked_ ? wait_for_ : WaitFor::kNothing; }
  uint32_t wait_which() const { return wait_which_; }
  TxnLabel wait_holder() const { return wait_holder_; }

  // Returns how many shared operations it has reached, if these are counted.
  uint32_t operations() const { return operations_; }
  uint32_t CountOperation() { return ++operations_; }
  // The operation goes on to a part that counts as one of its own.
  void GoesOnToNext() {
    if constexpr (kTraced) EndOperation();
  }

  template <class Op>
  bool Drive(Op& op);
  void Suspend(std::coroutine_handle<> handle, Operation* operation) {
    current_ = handle;
    operation_ = operation;
  }

 private:
  friend class Kernel;
  friend inline void internal::SetNext(Thread& thread, std::coroutine_handle<> next);

  // Lets an operation happen that a mutation has delayed, if it is due: it comes before anything
  // else.
  bool HappenDelayed() {
    if (!delayed_ || delay_ != DelayState::kDue) return false;
    DelayedOperation* operation = delayed_;
    delayed_ = nullptr;
    delay_ = DelayState::kWaits;
    operation->Happen(*this);
    return true;
  }
  // Before its first step: true where a delay holds the thread there.
  bool HeldBefore(const Operation& operation);
  void EndOperation();
  void Book(Category category, Time ns) {
    ledger_[static_cast<int>(category)] += ns;
    if constexpr (kTraced) ExtendSpan(category, ns);
    now_ += ns;
    last_category_ = category;
  }
  // Books the end of a wait. But for what it spun, a thread that has no core now had none in it.
  void BookWait(Category category, Time ns) {
    if (!has_core_) off_core_[static_cast<int>(category)] += ns - spun_ns_;
    spun_ns_ = 0;
    if constexpr (kTraced) ns -= BookTurn(category, ns);
    Book(category, ns);
  }
  // Books the part of a wait in which others were served, and returns how long that was.
  Time BookTurn(Category category, Time ns);
  // The time that the scheduler compares.
  int64_t RunAt(Time time) const { return fair_ns_ + static_cast<int64_t>(CoreTimeAt(time)); }
  // Returns when it began to wait for a core. REQUIRES: it waits for one.
  Time queued_at() const { return now_ - ahead_ns_; }
  // Takes off `sum` the last `ahead` of what was spent.
  void TakeBack(Time ahead, const Time* spent, Time* sum) const;
  // Reports the site that the thread has reached to the watch.
  SiteAction Report();
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
  Time core_since_ = 0;  // while it has a core
  Time core_ns_ = 0;     // for which it had one before
  // The addition of a fair scheduler to its time on a core, for comparison with others'.
  int64_t fair_ns_ = 0;
  // It has lost its core while it ran. Its clock is ahead, by the work that it has still to do.
  bool set_aside_ = false;
  bool uninterruptible_ = false;
  Time ahead_ns_ = 0;
  Time wake_at_ = 0;
  static constexpr uint32_t kPace = 1024;
  uint32_t pace_ =
      kPace;  // time of an instruction, in 1024ths of what it takes on a core of its own
  std::coroutine_handle<> current_;
  std::coroutine_handle<> next_;
  Operation* operation_ = nullptr;
  Thread* core_next_ = nullptr;  // in the queue for a core
  bool done_ = false;
  bool blocked_ = false;
  bool timed_ = false;  // it is blocked, and the queue has the time at which it wakes by itself
  bool has_core_ = false;
  WhileBlocked while_blocked_ = WhileBlocked::kGivesUpCore;
  bool free_switch_ = false;
  bool broken_ = false;
  bool left_out_ = false;  // and no event has said so yet
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
  // The state of its operation, if operations are counted: not looked at yet; held before its first
  // step; begun.
  enum class Counted : uint8_t { kNot, kHeld, kBegun };
  Counted counted_ = Counted::kNot;
  bool shared_ = false;  // it has begun, and is one that counts
#if AFTERIMAGE_WATCHES_READS
  Time late_ns_ = 0;  // for how long it is held
#endif
  uint32_t operations_ = 0;
  Time ledger_[kCategories] = {};
  Time off_core_[kCategories] = {};  // of the ledger, without a core
  Time spun_ns_ = 0;                 // of the wait that it is in, before it lost its core
  Time served_from_ = 0;             // in the wait that it is in
  bool others_served_ = false;       // in what is being booked
  Span span_;
};

namespace internal {
inline Arena& FrameArena(Thread& thread) { return thread.arena(); }
inline void SetNext(Thread& thread, std::coroutine_handle<> next) { thread.next_ = next; }
}  // namespace internal

}  // namespace afterimage

#endif  // AFTERIMAGE_SIM_THREAD_H_
