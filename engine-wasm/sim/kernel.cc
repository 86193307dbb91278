#include "sim/kernel.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace afterimage {

void Thread::Record(EventKind kind, const EventData& data) {
  Recorder& recorder = kernel_.recorder();
  const bool broken = std::exchange(left_out_, false) || broken_;
  if (recorder.muted()) return;
  if (recorder.quiet()) {
    ++ordinal_;
    return recorder.Count(data.flags, now_);
  }
  Event event;
  event.kind = kind;
  event.tier = data.tier;
  event.category = last_category_;
  event.flags = static_cast<uint8_t>(data.flags | (broken ? kFlagBroken : 0));
  event.time_ns = now_;
  event.actor = id_;
  event.txn = txn_;
  event.label = where_.label;
  event.ordinal = ordinal_++;
  event.address = static_cast<uint32_t>(data.address);
  event.size = data.size;
  event.structure = where_.structure;
  event.statement = statement_;
  event.key = where_.key;
  event.a = data.a;
  event.b = data.b;
  recorder.Add(event);
}

bool Thread::HeldBefore(const Operation& operation) {
  const SharedUse use = operation.Uses();
  shared_ = use.kind != SharedKind::kNothing;
#if AFTERIMAGE_WATCHES_READS
  if (counted_ == Counted::kNot && kernel_.schedule().some_come_late() &&
      (shared_ || operation.LetsOthersGoOn())) {
    late_ns_ = kernel_.schedule().Late(*this);
    if (late_ns_ > 0) {
      counted_ = Counted::kHeld;
      WillBlock(WaitFor::kSchedule, 0, 0, Category::kWait, WhileBlocked::kGivesUpCore);
      return true;
    }
  }
#endif
  if (shared_ && counted_ == Counted::kNot) {
    counted_ = Counted::kHeld;
    if (kernel_.schedule().Arrives(kernel_, *this)) return true;
  }
  counted_ = Counted::kBegun;
  if (shared_) kernel_.schedule().Begins(*this, use);
  return false;
}

void Thread::EndOperation() {
  counted_ = Counted::kNot;
  if (std::exchange(shared_, false)) kernel_.schedule().Ended(kernel_, *this);
}

SiteAction Thread::Report() {
  if (delayed_ && site_.kind != SiteKind::kCheck && delay_ == DelayState::kWaits)
    delay_ = DelayState::kOvertaken;
  SiteWatch* watch = kernel_.site_watch();
  return watch && !kernel_.recorder().muted() ? watch->Reach(site_) : SiteAction::kAsWritten;
}

void Thread::SiteIdle() {
  if constexpr (!kTraced) return;
  SiteWatch* watch = kernel_.site_watch();
  if (watch && !kernel_.recorder().muted()) watch->Idle(site_);
}

void Thread::ProgramReads(uint32_t address) {
  if constexpr (!kTraced) return;
  SiteWatch* watch = kernel_.site_watch();
  if (watch && !kernel_.recorder().muted()) watch->Read(address);
}

void Thread::EmitMissing(const EventData& data) {
  const bool broken = broken_;
  broken_ = true;
  Emit(EventKind::kStep, data);
  broken_ = broken;
}

void Thread::ExtendSpan(Category category, Time ns) {
  if (ns == 0 || kernel_.recorder().quiet()) return;
  if (span_.end_ns != now_ || span_.category != category || span_.txn != txn_ ||
      (span_.waits != 0) != others_served_) {
    FlushSpan();
    span_.start_ns = now_;
    span_.actor = id_;
    span_.waits = others_served_ ? 1 : 0;
    span_.category = category;
    span_.txn = txn_;
  }
  span_.end_ns = now_ + ns;
}

Time Thread::BookTurn(Category category, Time ns) {
  const Time from = std::exchange(served_from_, 0);
  const Time turn = from > now_ ? std::min(ns, from - now_) : 0;
  others_served_ = true;
  Book(category, turn);
  others_served_ = false;
  return turn;
}

void Thread::FlushSpan() {
  if (span_.end_ns > span_.start_ns && !kernel_.recorder().muted()) kernel_.recorder().Add(span_);
  span_.start_ns = span_.end_ns;
}

void Thread::AddLedgerAt(Time time, Time* sum) const {
  for (int c = 0; c < kCategories; ++c) sum[c] += ledger_[c];
  if (set_aside_ && queued_at() <= time) {
    sum[static_cast<int>(Category::kCoreWait)] += time - queued_at();
    return TakeBack(ahead_ns_, ledger_, sum);
  }
  if (now_ < time) {
    const Category idle = done_ ? Category::kWait : blocked_ ? wait_category_ : Category::kCoreWait;
    sum[static_cast<int>(idle)] += time - now_;
    return;
  }
  TakeBack(now_ - time, ledger_, sum);
}

void Thread::AddOnCoreAt(Time time, Time* sum) const {
  Time on_core[kCategories];
  for (int c = 0; c < kCategories; ++c) on_core[c] = ledger_[c] - off_core_[c];
  for (int c = 0; c < kCategories; ++c) sum[c] += on_core[c];
  if (set_aside_ && queued_at() <= time) return TakeBack(ahead_ns_, on_core, sum);
  if (now_ >= time) return TakeBack(now_ - time, on_core, sum);
  if (!blocked_ || done_) return;
  sum[static_cast<int>(wait_category_)] +=
      has_core_ ? time - now_ : std::min(spun_ns_, time - now_);
}

void Thread::TakeBack(Time ahead, const Time* spent, Time* sum) const {
  for (int i = 0; ahead > 0 && i < kCategories; ++i) {
    const int c = (static_cast<int>(last_category_) + i) % kCategories;
    const Time part = std::min(ahead, spent[c]);
    sum[c] -= part;
    ahead -= part;
  }
}

Thread::Watch Thread::TakeWatch() const {
  Watch watch{now_, {}, span_};
  std::copy(ledger_, ledger_ + kCategories, watch.ledger);
  return watch;
}

void Thread::Rewind(const Watch& watch) {
  now_ = watch.now;
  span_ = watch.span;
  std::copy(watch.ledger, watch.ledger + kCategories, ledger_);
}

void Thread::Resume() {
  if (operation_) {
    if (!Drive(*operation_)) return;
    operation_ = nullptr;
  }
  next_ = current_;
  while (next_) {
    const std::coroutine_handle<> handle = next_;
    next_ = nullptr;
    handle.resume();
  }
}

Thread& Kernel::AddThread(ThreadKind kind, Text name) {
  AI_CHECK(count_ < max_threads_);
  Thread* thread = arena_.New<Thread>(*this, arena_, static_cast<ActorId>(count_), kind, name);
  threads_[count_++] = thread;
  return *thread;
}

namespace {
Task<void> Root(Thread& thread, std::coroutine_handle<> body, bool* done) {
  // Adopts the body as if it had been awaited: it continues here when it ends.
  struct Adopt {
    std::coroutine_handle<> body;
    bool await_ready() const { return false; }
    AI_AWAIT_SUSPEND bool await_suspend(std::coroutine_handle<> self) {
      using Handle = std::coroutine_handle<Task<void>::promise_type>;
      body.resume();
      if (body.done()) return false;
      Handle::from_address(body.address()).promise().set_continuation(self);
      return true;
    }
    void await_resume() const {}
  };
  co_await Adopt{body};
  thread.FlushSpan();
  *done = true;
}
}  // namespace

void Kernel::Begin(Thread& thread, Task<void> task, Time time) {
  thread.now_ = thread.start_ = time;
  thread.current_ = Root(thread, task.Release(), &thread.done_).Release();
  thread.operation_ = nullptr;
  thread.done_ = false;
  thread.blocked_ = true;
  thread.wait_category_ = Category::kWait;
  if (thread.kind() == ThreadKind::kClient) ++clients_;
}

void Kernel::Spawn(Thread& thread, Task<void> task, Time time) {
  Begin(thread, std::move(task), time);
  Wake(thread, time);
}

void Kernel::SpawnAsleep(Thread& thread, Task<void> task, Time time, Time until) {
  Begin(thread, std::move(task), time);
  WakeLater(thread, until);
}

bool Kernel::Run(uint32_t stop_at) {
  stop_at_ = stop_at;
  for (;;) {
    if (queue_.empty() && !overtaken_) {
      if (!kTraced || !schedule_.LetGo(*this)) return true;
    }
    if (kTraced && schedule_.holds()) schedule_.LetGoOverdue(*this);
    if ((kTraced && !events_disabled_ && StopRequested()) || left_ == 0) {
      if (overtaken_) Enqueue(*std::exchange(overtaken_, nullptr));
      return over_;
    }
    const uint32_t payload = queue_.top_payload();
    now_ = queue_.top_time();
    if (const Thread* behind = std::exchange(overtaken_, nullptr)) {
      queue_.ReplaceTop(behind->now_, behind->id_, behind->id_);
    } else {
      queue_.Pop();
    }
    if (payload == kAlarm) {
      alarm_set_ = false;
      alarm_rang_ = true;
      return false;
    }
    Thread& thread = *threads_[payload & ~kTimer];
    if (payload & kTimer) {
      if (thread.done_) {
        GiveUpCore(thread);
        continue;
      }
      if (thread.has_core_) {  // it spins, and its slice is over
        thread.timed_ = false;
        if (!core_queue_head_) continue;
        --spinning_on_;
        GiveUpCore(thread, now_);
        continue;
      }
      thread.blocked_ = thread.timed_ = false;
      thread.BookWait(thread.wait_category_, now_ - thread.now_);
      TakeCoreAwake(thread);
      continue;
    }
    thread.Resume();
    if (!thread.done_) continue;
    if (kTraced && schedule_.holds()) schedule_.ThreadEnded(*this, thread);
    if (thread.now_ > now_) {  // its last act was to spend time: the core is busy until then
      Enqueue(thread);
    } else {
      GiveUpCore(thread);
    }
  }
}

void Kernel::Block(Thread& thread) {
  thread.blocked_ = true;
  // A thread that spins on would keep its core for ever without time slices.
  if (thread.while_blocked_ == WhileBlocked::kSpinsOn && cores_.quantum_ns == 0)
    thread.while_blocked_ = WhileBlocked::kSpins;
  const bool spins = thread.while_blocked_ == WhileBlocked::kSpins;
  if (thread.while_blocked_ == WhileBlocked::kGivesUpCore || (spins && core_queue_head_)) {
    GiveUpCore(thread);
  } else if (spins && thread.has_core_) {
    ++spinners_;
  } else if (thread.while_blocked_ == WhileBlocked::kSpinsOn && thread.has_core_) {
    ++spinning_on_;
    if (core_queue_head_) EndSlice(thread, thread.now_);
  }
}

void Kernel::EndSlice(Thread& thread, Time time) {
  const Time end = std::max(thread.slice_start_ + cores_.quantum_ns, time);
  queue_.Push(end, thread.id_, thread.id_ | kTimer);
  thread.timed_ = true;
}

void Kernel::WakeAt(Thread& thread, Time time) {
  AI_CHECK(thread.blocked_);
  const Time at = std::max(time, thread.now_);
  if (std::exchange(thread.timed_, false)) queue_.Remove(thread.id_ | kTimer);
  if (!thread.has_core_) {
    queue_.Push(at, thread.id_, thread.id_ | kTimer);
    return;
  }
  thread.blocked_ = false;
  if (thread.while_blocked_ == WhileBlocked::kSpins) --spinners_;
  if (thread.while_blocked_ == WhileBlocked::kSpinsOn) --spinning_on_;
  thread.BookWait(thread.wait_category_, at - thread.now_);
  Enqueue(thread);
}

void Kernel::PreemptSpinner() {
  Thread* longest = nullptr;
  for (uint32_t i = 0; i < count_; ++i) {
    Thread& t = *threads_[i];
    const bool spins = t.blocked_ && t.has_core_ && t.while_blocked_ == WhileBlocked::kSpins;
    if (spins && (!longest || t.now_ < longest->now_)) longest = &t;
  }
  --spinners_;
  GiveUpCore(*longest);
}

void Kernel::StartOn(Thread& thread) {
  SetFreeCores(free_cores_ - 1);
  thread.has_core_ = true;
  thread.core_since_ = thread.now_;
  thread.KeepPace();
  thread.slice_start_ = thread.now_;
  Enqueue(thread);
}

void Kernel::StartOnIdle(Thread& thread) {
  if (cores_.idle_wake_ns > 0) {
    ++idle_wakes_;
    thread.BookWait(Category::kCoreWait, cores_.idle_wake_ns);
  }
  StartOn(thread);
}

void Kernel::QueueForCore(Thread& thread) {
  thread.core_next_ = nullptr;
  (core_queue_tail_ ? core_queue_tail_->core_next_ : core_queue_head_) = &thread;
  core_queue_tail_ = &thread;
}

// Linux has a queue for each core, and moves threads between them; here is one queue for all.
void Kernel::TakeCoreAwake(Thread& thread) {
  // No core is ever short where there are as many as threads.
  const bool is_fair = cores_.sleeper_credit_ns > 0 && count_ > cores_.cores;
  if (is_fair) PlaceSleeper(thread);
  if (free_cores_ > 0) return StartOnIdle(thread);
  Thread* victim = is_fair && spinners_ == 0 ? Preemptible(thread) : nullptr;
  if (!victim) return TakeCore(thread);
  thread.core_next_ = core_queue_head_;
  core_queue_head_ = &thread;
  if (!core_queue_tail_) core_queue_tail_ = &thread;
  if (!victim->blocked_) return SetAside(*victim, thread.now_);
  // It spins or stalls: once it is woken, it queues.
  if (std::exchange(victim->timed_, false)) queue_.Remove(victim->id_ | kTimer);
  if (victim->while_blocked_ == WhileBlocked::kSpinsOn) --spinning_on_;
  GiveUpCore(*victim, thread.now_);
}

void Kernel::PlaceSleeper(Thread& thread) {
  int64_t least = std::numeric_limits<int64_t>::max();
  for (uint32_t i = 0; i < count_; ++i) {
    const Thread& t = *threads_[i];
    const bool wants = t.has_core_ || t.set_aside_ || (!t.done_ && !t.blocked_);
    if (&t != &thread && wants) least = std::min(least, t.RunAt(thread.now_));
  }
  if (least != std::numeric_limits<int64_t>::max()) least_run_ = std::max(least_run_, least);
  const int64_t floor = least_run_ - static_cast<int64_t>(cores_.sleeper_credit_ns);
  thread.fair_ns_ += std::max<int64_t>(0, floor - thread.RunAt(thread.now_));
}

Thread* Kernel::Preemptible(const Thread& thread) {
  const int64_t limit =
      thread.RunAt(thread.now_) + static_cast<int64_t>(cores_.wakeup_granularity_ns);
  Thread* ahead = nullptr;
  for (uint32_t i = 0; i < count_; ++i) {
    Thread& t = *threads_[i];
    // One that is being switched to has not begun. One that has ended may have run ahead: until its
    // clock is reached it has its core as others do.
    if (!t.has_core_ || t.uninterruptible_ || t.slice_start_ > thread.now_) continue;
    const int64_t run = t.RunAt(thread.now_);
    if (run > limit && (!ahead || run > ahead->RunAt(thread.now_))) ahead = &t;
  }
  return ahead;
}

// The clock's lead is work that no other thread has seen: it is done later.
void Kernel::SetAside(Thread& thread, Time time) {
  queue_.Remove(PayloadOf(thread));
  thread.set_aside_ = true;
  thread.ahead_ns_ = thread.now_ - time;
  QueueForCore(thread);
  EndSlices(time);
  GiveUpCore(thread, time);
}

void Kernel::EndSlices(Time time) {
  for (uint32_t i = 0; spinning_on_ > 0 && i < count_; ++i) {
    Thread& t = *threads_[i];
    if (t.blocked_ && t.has_core_ && !t.timed_ && t.while_blocked_ == WhileBlocked::kSpinsOn)
      EndSlice(t, time);
  }
}

void Kernel::TakeCore(Thread& thread) {
  if (free_cores_ > 0) return StartOn(thread);
  QueueForCore(thread);
  if (spinners_ > 0) return PreemptSpinner();
  EndSlices(thread.now_);
}

void Kernel::SetFreeCores(uint32_t free) {
  free_cores_ = free;
  const uint64_t others = cores_.threads_per_core - 1;
  const uint64_t whole = (cores_.cores + others) / cores_.threads_per_core;
  const uint64_t busy = cores_.cores - free;
  if (busy <= whole || others == 0) {
    pace_ = Thread::kPace;
    return;
  }
  const uint64_t done = whole * 100 * others + (busy - whole) * (cores_.shared_percent - 100);
  pace_ = static_cast<uint32_t>(busy * 100 * others * Thread::kPace / done);
}

void Kernel::GiveUpCore(Thread& thread, Time time) {
  if (!thread.has_core_) return;
  thread.has_core_ = false;
  Thread* heir = core_queue_head_;
  // A spinning thread loses its core when another comes.
  const Time until = heir ? std::max(time, heir->queued_at()) : time;
  if (thread.blocked_) thread.spun_ns_ = until - thread.now_;
  thread.core_ns_ += until - std::min(until, thread.core_since_);
  if (!heir) {
    SetFreeCores(free_cores_ + 1);
    return;
  }
  core_queue_head_ = heir->core_next_;
  if (!core_queue_head_) core_queue_tail_ = nullptr;
  if (!thread.free_switch_) ++switches_;
  const Time start = until + (thread.free_switch_ ? 0 : cores_.context_switch_ns);
  heir->BookWait(Category::kCoreWait, start - heir->queued_at());
  heir->has_core_ = true;
  heir->core_since_ = until;  // the switch takes the core, too
  // A thread that was set aside has its work behind it, at the earlier pace.
  if (!std::exchange(heir->set_aside_, false)) heir->KeepPace();
  heir->ahead_ns_ = 0;
  heir->slice_start_ = start;
  Enqueue(*heir);
}

}  // namespace afterimage
