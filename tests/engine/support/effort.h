// How often a test that samples asks its question. The native build asks in full; sanitizers and
// WebAssembly look for other mistakes in the same code and are many times slower, so there a part
// is enough.
#ifndef AFTERIMAGE_TESTS_SUPPORT_EFFORT_H_
#define AFTERIMAGE_TESTS_SUPPORT_EFFORT_H_

#include <cstdint>

namespace afterimage::testing_support {

#if defined(__EMSCRIPTEN__) || defined(__SANITIZE_ADDRESS__)
inline constexpr bool kSlowBuild = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
inline constexpr bool kSlowBuild = true;
#else
inline constexpr bool kSlowBuild = false;
#endif
#else
inline constexpr bool kSlowBuild = false;
#endif

// Of `cases` one in `part` where the build is slow, at least one.
constexpr uint32_t Effort(uint32_t cases, uint32_t part = 4) {
  return kSlowBuild ? (cases + part - 1) / part : cases;
}

// From one place that is tried to the next.
constexpr uint32_t Stride(uint32_t step, uint32_t part = 4) {
  return kSlowBuild ? step * part : step;
}

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_SUPPORT_EFFORT_H_
