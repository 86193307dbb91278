// Takes a fuzz input apart. Behind its end there are only zeros, so every input means something.
#ifndef AFTERIMAGE_TESTS_FUZZ_INPUT_READER_H_
#define AFTERIMAGE_TESTS_FUZZ_INPUT_READER_H_

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace afterimage::fuzz {

class InputReader {
 public:
  InputReader(const uint8_t* data, size_t size) : at_(data), end_(data + size) {}

  bool empty() const { return at_ == end_; }
  bool StartsWith(char c) const { return !empty() && *at_ == static_cast<uint8_t>(c); }
  template <class T>
  T Take() {
    T value{};
    const size_t size = std::min(sizeof value, left());
    if (size > 0) std::memcpy(&value, at_, size);
    at_ += size;
    return value;
  }
  // Takes `size` bytes, or as many as there are.
  std::string_view TakeBytes(size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(at_), std::min(size, left()));
    at_ += bytes.size();
    return bytes;
  }
  // Up to a zero byte, which is passed over.
  std::string_view TakeText() {
    const std::string_view text =
        TakeBytes(static_cast<size_t>(std::find(at_, end_, uint8_t{0}) - at_));
    if (!empty()) ++at_;
    return text;
  }

 private:
  size_t left() const { return static_cast<size_t>(end_ - at_); }

  const uint8_t* at_;
  const uint8_t* end_;
};

}  // namespace afterimage::fuzz

#endif  // AFTERIMAGE_TESTS_FUZZ_INPUT_READER_H_
