// Awaitables whose effects happen in the order of virtual time.
#ifndef AFTERIMAGE_SIM_ORDERED_OPERATION_H_
#define AFTERIMAGE_SIM_ORDERED_OPERATION_H_

#include "sim/kernel.h"

namespace afterimage {

// The base of ordered awaitables. REQUIRES: Derived has `Progress Step(Thread&)` and, if it gives a
// result, its own await_resume.
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
  explicit Ordered(Thread& thread, SharedKind kind = SharedKind::kNothing)
      : OrderedOperation(thread), kind_(kind) {}
  Progress Step(Thread& thread) override {
    thread.KeepPace();
    return Progress::kDone;
  }
  SharedUse Uses() const override { return {kind_}; }
#if AFTERIMAGE_WATCHES_READS
  bool LetsOthersGoOn() const override { return true; }
#endif

 private:
  SharedKind kind_;  // of what follows
};

// A point at which the scheduler may take the core away from the thread.
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

// Before a change that others may see who hold no latch: in its turn in the untraced build, too,
// where the thread may have run ahead. In the traced build the note before it has seen to that.
class InTurn final : public OrderedOperation<InTurn> {
 public:
  using OrderedOperation::OrderedOperation;
  bool await_ready() { return kTraced || thread_.Drive(*this); }
  Progress Step(Thread&) override { return Progress::kDone; }
};

// Records one event in the traced build; nothing at all in the untraced one.
class Note final : public OrderedOperation<Note> {
 public:
  Note(Thread& thread, EventKind kind, const EventData& data = {})
      : OrderedOperation(thread), kind_(kind), data_(data) {}
  bool await_ready() {
    if (!kTraced || thread_.kernel().StepsUnheard()) return true;
    return thread_.Drive(*this);
  }
  Progress Step(Thread& thread) override {
    thread.Emit(kind_, data_);
    return Progress::kDone;
  }
#if AFTERIMAGE_WATCHES_READS
  bool LetsOthersGoOn() const override { return true; }
#endif

 private:
  EventKind kind_;
  EventData data_;
};

// Announces a line of a listing and shows it as an event of its own: `co_await Step(thread, {line,
// structure, key})`.
inline Note Step(Thread& thread, Where where, const EventData& data = {}) {
  thread.At(where);
  return Note(thread, EventKind::kStep, data);
}

}  // namespace afterimage

#endif  // AFTERIMAGE_SIM_ORDERED_OPERATION_H_
