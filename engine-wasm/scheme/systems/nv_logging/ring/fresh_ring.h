// The ring as it is pre-allocated at start-up: each entry points at its object, no state bit is
// set. It is a function of the address, so that millions of unused entries need no memory.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_NV_LOGGING_RING_FRESH_RING_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_NV_LOGGING_RING_FRESH_RING_H_

#include <algorithm>
#include <cstring>

#include "scheme/systems/nv_logging/layout.h"
#include "tier/paged_bytes.h"

namespace afterimage::nvlog {

class FreshRing final : public ByteSource {
 public:
  explicit FreshRing(const Layout& layout) : layout_(layout) {}

  // Bytes of the entries, from the first one on.
  void Generate(uint64_t address, uint32_t size, uint8_t* out) const override {
    for (uint64_t at = address; at < address + size;) {
      const uint64_t word = layout_.EntryWord(at / 8, false);
      const auto part = static_cast<uint32_t>(std::min<uint64_t>(8 - at % 8, address + size - at));
      std::memcpy(out + (at - address), reinterpret_cast<const uint8_t*>(&word) + at % 8, part);
      at += part;
    }
  }

 private:
  Layout layout_;
};

}  // namespace afterimage::nvlog

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_NV_LOGGING_RING_FRESH_RING_H_
