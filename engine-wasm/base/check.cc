#include "base/check.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#ifdef __EMSCRIPTEN__
extern "C" void ai_host_panic(const char* text, uint32_t length);
#endif

namespace afterimage {

void CheckFailed(const char* file, int line, const char* what) {
  const char* slash = std::strrchr(file, '/');
  char text[256];
  const int length =
      std::snprintf(text, sizeof text, "%s:%d: %s", slash ? slash + 1 : file, line, what);
#ifdef __EMSCRIPTEN__
  ai_host_panic(text, static_cast<uint32_t>(length));
  __builtin_trap();
#else
  std::fprintf(stderr, "afterimage: check failed: %.*s\n", length, text);
  std::abort();
#endif
}

}  // namespace afterimage
