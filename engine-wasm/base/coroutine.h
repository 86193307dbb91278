// std::coroutine_handle and friends. Emscripten 3.1.6 brings clang 14 with a library that has no
// <coroutine>; there a small stand-in over the compiler's builtins serves.
#ifndef AFTERIMAGE_BASE_COROUTINE_H_
#define AFTERIMAGE_BASE_COROUTINE_H_

#if defined(__cpp_impl_coroutine) && __has_include(<coroutine>)
#include <coroutine>
#else
#include <cstddef>
#include <type_traits>

namespace std {

template <class R, class = void>
struct __afterimage_coroutine_traits {};
template <class R>
struct __afterimage_coroutine_traits<R, void_t<typename R::promise_type>> {
  using promise_type = typename R::promise_type;
};
template <class R, class... Args>
struct coroutine_traits : __afterimage_coroutine_traits<R> {};

template <class Promise = void>
class coroutine_handle;

template <>
class coroutine_handle<void> {
 public:
  constexpr coroutine_handle() noexcept = default;
  constexpr coroutine_handle(nullptr_t) noexcept {}  // NOLINT
  constexpr void* address() const noexcept { return frame_; }
  static constexpr coroutine_handle from_address(void* address) noexcept {
    coroutine_handle handle;
    handle.frame_ = address;
    return handle;
  }
  constexpr explicit operator bool() const noexcept { return frame_ != nullptr; }
  bool done() const noexcept { return __builtin_coro_done(frame_); }
  void resume() const { __builtin_coro_resume(frame_); }
  void operator()() const { resume(); }
  void destroy() const { __builtin_coro_destroy(frame_); }

 protected:
  void* frame_ = nullptr;
};

template <class Promise>
class coroutine_handle : public coroutine_handle<> {
 public:
  using coroutine_handle<>::coroutine_handle;
  static coroutine_handle from_promise(Promise& promise) noexcept {
    coroutine_handle handle;
    handle.frame_ =
        __builtin_coro_promise(const_cast<remove_cv_t<Promise>*>(&promise), alignof(Promise), true);
    return handle;
  }
  static constexpr coroutine_handle from_address(void* address) noexcept {
    coroutine_handle handle;
    handle.frame_ = address;
    return handle;
  }
  Promise& promise() const {
    return *static_cast<Promise*>(__builtin_coro_promise(this->frame_, alignof(Promise), false));
  }
};

struct suspend_always {
  constexpr bool await_ready() const noexcept { return false; }
  constexpr void await_suspend(coroutine_handle<>) const noexcept {}
  constexpr void await_resume() const noexcept {}
};

struct suspend_never {
  constexpr bool await_ready() const noexcept { return true; }
  constexpr void await_suspend(coroutine_handle<>) const noexcept {}
  constexpr void await_resume() const noexcept {}
};

}  // namespace std
#endif

#endif  // AFTERIMAGE_BASE_COROUTINE_H_
