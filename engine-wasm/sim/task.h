// Task<T>: a coroutine that a simulated thread runs and awaits, so that a scheme reads like its
// paper's algorithm. An awaited task starts at once on the caller's stack; only if something in it
// must wait does the caller suspend. Resumption goes through the thread's trampoline, so neither
// deep chains nor missing tail calls grow the stack.
//
// Every task takes the Thread it runs on as a parameter: its frame comes from that thread's arena.
#ifndef AFTERIMAGE_SIM_TASK_H_
#define AFTERIMAGE_SIM_TASK_H_

#include <cstddef>
#include <type_traits>
#include <utility>

#include "base/arena.h"
#include "base/check.h"
#include "base/coroutine.h"

// Clang up to 16 may keep a frame's fields in registers over an await_suspend that it has inlined,
// although a resumed coroutine changes them (LLVM issue 56301): then a caller waits for ever.
#if defined(__clang__)
#define AI_AWAIT_SUSPEND __attribute__((noinline))
#else
#define AI_AWAIT_SUSPEND
#endif

namespace afterimage {

class Thread;

namespace internal {

// This is defined with Thread (kernel.h), which every user of a task includes.
inline Arena& FrameArena(Thread& thread);
// The coroutine to resume when the current one returns to the trampoline.
inline void SetNext(Thread& thread, std::coroutine_handle<> next);

template <class First, class... Rest>
Thread& FindThread(First& first, Rest&... rest) {
  if constexpr (std::is_same_v<std::remove_const_t<First>, Thread>) {
    return const_cast<Thread&>(first);
  } else {
    static_assert(sizeof...(Rest) > 0, "a task must take the Thread& that runs it");
    return FindThread(rest...);
  }
}

class PromiseBase {
 public:
  template <class... Args>
  static void* operator new(size_t size, Args&... args) {
    Arena& arena = FrameArena(FindThread(args...));
    auto** frame = static_cast<Arena**>(arena.AllocatePooled(size + kHeader));
    *frame = &arena;
    return reinterpret_cast<char*>(frame) + kHeader;
  }
  static void operator delete(void* p, size_t size) {
    auto** frame = reinterpret_cast<Arena**>(static_cast<char*>(p) - kHeader);
    (*frame)->Recycle(frame, size + kHeader);
  }

  template <class... Args>
  explicit PromiseBase(Args&... args) : thread_(&FindThread(args...)) {}

  std::suspend_always initial_suspend() noexcept { return {}; }
  struct Final {
    bool await_ready() const noexcept { return false; }
    template <class P>
    void await_suspend(std::coroutine_handle<P> self) const noexcept {
      PromiseBase& promise = self.promise();
      if (promise.continuation_) SetNext(*promise.thread_, promise.continuation_);
    }
    void await_resume() const noexcept {}
  };
  Final final_suspend() noexcept { return {}; }
  void unhandled_exception() noexcept { AI_CHECK(false && "exception in a task"); }

  void set_continuation(std::coroutine_handle<> continuation) { continuation_ = continuation; }

 private:
  static constexpr size_t kHeader = 16;
  Thread* thread_;
  std::coroutine_handle<> continuation_;
};

template <class T>
class Promise : public PromiseBase {
 public:
  using PromiseBase::PromiseBase;
  void return_value(T value) { value_ = value; }
  T Take() { return value_; }

 private:
  T value_{};
};

template <>
class Promise<void> : public PromiseBase {
 public:
  using PromiseBase::PromiseBase;
  void return_void() {}
  void Take() {}
};

}  // namespace internal

// Move-only; must be awaited exactly once, by a coroutine of the same thread, or given to
// Kernel::Spawn. T must be trivially destructible: a crash forgets frames without unwinding.
template <class T = void>
class [[nodiscard]] Task {
 public:
  static_assert(std::is_void_v<T> || std::is_trivially_destructible_v<T>);
  struct promise_type : internal::Promise<T> {
    template <class... Args>
    explicit promise_type(Args&... args) : internal::Promise<T>(args...) {}
    Task get_return_object() {
      return Task(std::coroutine_handle<promise_type>::from_promise(*this));
    }
  };

  Task(Task&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;
  ~Task() {
    if (handle_) handle_.destroy();
  }

  bool await_ready() const { return false; }
  AI_AWAIT_SUSPEND bool await_suspend(std::coroutine_handle<> caller) {
    handle_.resume();
    if (handle_.done()) return false;
    handle_.promise().set_continuation(caller);
    return true;
  }
  T await_resume() { return handle_.promise().Take(); }

  // Releases the frame, which then belongs to the arena; for Kernel::Spawn.
  std::coroutine_handle<> Release() { return std::exchange(handle_, nullptr); }

 private:
  explicit Task(std::coroutine_handle<promise_type> handle) : handle_(handle) {}
  std::coroutine_handle<promise_type> handle_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_SIM_TASK_H_
