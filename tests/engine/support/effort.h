// The effort of a test that samples. The native build asks in full; sanitizers and WebAssembly look
// for other mistakes in the same code and are many times slower, so there a part is enough, and a
// third of that unless the run is a deep one (AFTERIMAGE_TESTS=deep).
#ifndef AFTERIMAGE_TESTS_SUPPORT_EFFORT_H_
#define AFTERIMAGE_TESTS_SUPPORT_EFFORT_H_

#include <cstdint>
#include <cstdlib>
#include <string_view>

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

// One in how many cases is tried where a deep run tries one in `part`; 1 in a native build.
inline uint32_t Thinned(uint32_t part) {
  if (!kSlowBuild) return 1;
  const char* depth = std::getenv("AFTERIMAGE_TESTS");
  return depth && std::string_view(depth) == "deep" ? part : 3 * part;
}

// The number of `cases` that are tried, at least one.
inline uint32_t Effort(uint32_t cases, uint32_t part = 4) {
  return (cases + Thinned(part) - 1) / Thinned(part);
}

// The distance from one place that is tried to the next.
inline uint32_t Stride(uint32_t step, uint32_t part = 4) { return step * Thinned(part); }

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_SUPPORT_EFFORT_H_
