// Marks memory that must not be accessed, for the address sanitizer; does nothing in other builds.
#ifndef AFTERIMAGE_BASE_POISON_H_
#define AFTERIMAGE_BASE_POISON_H_

#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
#define AFTERIMAGE_POISONS 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define AFTERIMAGE_POISONS 1
#endif
#endif

#ifdef AFTERIMAGE_POISONS
#include <sanitizer/asan_interface.h>
#endif

namespace afterimage {

#ifdef AFTERIMAGE_POISONS
inline constexpr bool kPoisons = true;
inline void Poison(const void* from, size_t bytes) { ASAN_POISON_MEMORY_REGION(from, bytes); }
inline void Unpoison(const void* from, size_t bytes) { ASAN_UNPOISON_MEMORY_REGION(from, bytes); }
#else
inline constexpr bool kPoisons = false;
inline void Poison(const void*, size_t) {}
inline void Unpoison(const void*, size_t) {}
#endif

}  // namespace afterimage

#endif  // AFTERIMAGE_BASE_POISON_H_
