// A kernel with everything it needs, and threads whose programs are lambdas of the test:
//
//   auto program = [&](Thread& t) -> Task<> { co_await Delay(t, 5, ...); };
//   sim.Spawn(program);
//   sim.Run();
//
// The lambdas must outlive the run.
#ifndef AFTERIMAGE_TESTS_SUPPORT_SIM_H_
#define AFTERIMAGE_TESTS_SUPPORT_SIM_H_

#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "sim/latch.h"

namespace afterimage::testing_support {

// Waits until virtual time `at`, which must not be over.
inline Delay Until(Thread& t, Time at) {
  return Delay(t, at - t.now(), WaitFor::kWork, Category::kWait);
}

class Sim {
 public:
  static constexpr uint32_t kMaxThreads = 128;

  explicit Sim(CoreParams cores = {kMaxThreads, 0, 0})
      : kernel(arena, recorder, kMaxThreads, cores) {
    recorder.SetBuffer(buffer_.get());
  }

  template <class Program>
  Thread& Spawn(Program& program, Time at = 0) {
    Thread& thread = kernel.AddThread(ThreadKind::kClient, {});
    kernel.Spawn(thread, program(thread), at);
    return thread;
  }

  // Calls `look` at virtual time `at`, after every thread that was spawned before.
  void Look(Time at, std::function<void()> look) {
    looks_.push_back(std::move(look));
    Thread& thread = kernel.AddThread(ThreadKind::kClient, {});
    kernel.Spawn(thread, Looker(thread, &looks_.back()), at);
  }

  // Runs until nothing is left to run (true) or `stop_at` events; keeps what was recorded.
  bool Run(uint32_t stop_at = ~0u) {
    for (;;) {
      const bool ended = kernel.Run(stop_at);
      if (ended) {
        for (uint32_t i = 0; i < kernel.thread_count(); ++i) kernel.thread(i).FlushSpan();
      }
      events.insert(events.end(), buffer_->events(), buffer_->events() + buffer_->event_count());
      spans.insert(spans.end(), buffer_->spans(), buffer_->spans() + buffer_->span_count());
      buffer_->Drain();
      if (ended || recorder.count() >= stop_at) return ended;
    }
  }

  static Time Booked(const Thread& thread) {
    Time sum = 0;
    for (int c = 0; c < kCategories; ++c) sum += thread.ledger()[c];
    return sum;
  }
  static Time Booked(const Thread& thread, Category category) {
    return thread.ledger()[static_cast<int>(category)];
  }

  BlockPool pool;
  Arena arena{pool};
  Recorder recorder;
  Kernel kernel;
  std::vector<Event> events;
  std::vector<Span> spans;

 private:
  static Task<> Looker(Thread& thread, std::function<void()>* look) {
    co_await Ordered(thread);
    (*look)();
  }

  std::unique_ptr<TraceBuffer> buffer_ = std::make_unique<TraceBuffer>();
  std::deque<std::function<void()>> looks_;
};

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_SUPPORT_SIM_H_
