// How much a test that tries random cases can afford here.
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

// Of `cases` the first tenth where the build is slow: with sanitizers, or through WebAssembly.
constexpr uint64_t Affordable(uint64_t cases) { return kSlowBuild ? cases / 10 : cases; }

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_SUPPORT_EFFORT_H_
