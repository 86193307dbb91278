// The columns that a numeric key is made of, by their widths in bits, from the most significant on.
// The interface writes a key as its columns: 1/17.
#ifndef AFTERIMAGE_BASE_KEY_COLUMNS_H_
#define AFTERIMAGE_BASE_KEY_COLUMNS_H_

#include <cstdint>
#include <string>

namespace afterimage {

struct KeyColumns {
  static constexpr uint32_t kMost = 4;
  // The widths of all columns but the first, which has the rest; 0 ends the list.
  uint8_t bits[kMost] = {};
};

// Appends the key's columns.
void WriteKey(const KeyColumns& columns, uint64_t key, std::string* out);

}  // namespace afterimage

#endif  // AFTERIMAGE_BASE_KEY_COLUMNS_H_
