// Invariants that stay on in every build. A failed check ends the engine instance: natively by
// abort, in WebAssembly by an exception that the worker catches and shows.
#ifndef AFTERIMAGE_BASE_CHECK_H_
#define AFTERIMAGE_BASE_CHECK_H_

namespace afterimage {

[[noreturn]] void CheckFailed(const char* file, int line, const char* what);

}  // namespace afterimage

#define AI_CHECK(condition)                                      \
  do {                                                           \
    if (!(condition)) [[unlikely]]                               \
      ::afterimage::CheckFailed(__FILE__, __LINE__, #condition); \
  } while (false)

#endif  // AFTERIMAGE_BASE_CHECK_H_
