// Short strings of bytes, each kept once and known by a number.
#ifndef AFTERIMAGE_RUN_LITMUS_BYTE_STRINGS_H_
#define AFTERIMAGE_RUN_LITMUS_BYTE_STRINGS_H_

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace afterimage::litmus {

class ByteStrings {
 public:
  // The number of these bytes, from 0 on in the order in which they first came; and whether they
  // are new.
  std::pair<uint32_t, bool> Number(std::string_view bytes);
  uint32_t size() const { return static_cast<uint32_t>(ends_.size()); }
  // REQUIRES: number < size(). Good until the next new one.
  std::string_view At(uint32_t number) const;

 private:
  void Grow();

  std::vector<char> bytes_;     // one behind the other
  std::vector<uint32_t> ends_;  // in bytes_, by number
  std::vector<uint32_t> hashes_;
  std::vector<uint32_t> slots_;  // number + 1; 0: free
};

}  // namespace afterimage::litmus

#endif  // AFTERIMAGE_RUN_LITMUS_BYTE_STRINGS_H_
