// Invariants that stay on in every build. A failed check ends the engine instance: natively by
// abort, in WebAssembly by an exception that the worker catches and shows.
#ifndef AFTERIMAGE_BASE_CHECK_H_
#define AFTERIMAGE_BASE_CHECK_H_

#include "base/build.h"

namespace afterimage {

[[noreturn]] void CheckFailed(const char* file, int line, const char* what);

}  // namespace afterimage

#define AI_CHECK(condition)                                      \
  do {                                                           \
    if (!(condition)) [[unlikely]]                               \
      ::afterimage::CheckFailed(__FILE__, __LINE__, #condition); \
  } while (false)

// The same where the explorer runs natively, and nothing elsewhere: the browser's modules are full.
// For what only a wrong order of threads would break.
#if AFTERIMAGE_WATCHES_READS
#define AI_NATIVE_CHECK(condition) AI_CHECK(condition)
#else
#define AI_NATIVE_CHECK(condition) static_cast<void>(sizeof((condition) ? 1 : 0))
#endif

#endif  // AFTERIMAGE_BASE_CHECK_H_
