#include "base/key_columns.h"

namespace afterimage {

void WriteKey(const KeyColumns& columns, uint64_t key, std::string* out) {
  uint32_t below = 0;
  for (const uint8_t bits : columns.bits) below += bits;
  *out += std::to_string(key >> below);
  for (const uint8_t bits : columns.bits) {
    if (bits == 0) break;
    below -= bits;
    *out += "/" + std::to_string(key >> below & ((uint64_t{1} << bits) - 1));
  }
}

}  // namespace afterimage
