// Reads from the front of a text.
#ifndef AFTERIMAGE_WORKLOAD_PG_WAL_SCANNER_H_
#define AFTERIMAGE_WORKLOAD_PG_WAL_SCANNER_H_

#include <cstdint>
#include <string_view>

namespace afterimage::replay {

inline bool IsDigit(char c) { return c >= '0' && c <= '9'; }
inline bool IsWord(char c) {
  return IsDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::string_view rest() const { return text_; }
  void Spaces() {
    while (!text_.empty() && (text_[0] == ' ' || text_[0] == '\t')) text_.remove_prefix(1);
  }
  // `token` behind spaces.
  bool Take(std::string_view token) {
    Spaces();
    if (text_.substr(0, token.size()) != token) return false;
    text_.remove_prefix(token.size());
    return true;
  }
  bool Number(uint32_t* value) {
    Spaces();
    uint64_t number = 0;
    size_t size = 0;
    for (; size < text_.size() && IsDigit(text_[size]); ++size) {
      number = number * 10 + static_cast<uint64_t>(text_[size] - '0');
      if (number > 0xffffffff) return false;
    }
    text_.remove_prefix(size);
    *value = static_cast<uint32_t>(number);
    return size > 0;
  }
  // A position in the log: "0/04A6E0F0".
  bool Position(uint64_t* lsn) {
    Spaces();
    uint32_t high = 0, low = 0;
    if (!Hex(&high) || !Take("/") || !Hex(&low)) return false;
    *lsn = uint64_t{high} << 32 | low;
    return true;
  }
  // Letters, digits, underscores and plus signs.
  std::string_view Word() {
    Spaces();
    size_t size = 0;
    while (size < text_.size() && (IsWord(text_[size]) || text_[size] == '+')) ++size;
    const std::string_view word = text_.substr(0, size);
    text_.remove_prefix(size);
    return word;
  }

 private:
  // Up to 8 hexadecimal digits.
  bool Hex(uint32_t* value) {
    size_t size = 0;
    for (*value = 0; size < text_.size(); ++size) {
      const char c = text_[size];
      const int digit = IsDigit(c)               ? c - '0'
                        : (c >= 'A' && c <= 'F') ? c - 'A' + 10
                        : (c >= 'a' && c <= 'f') ? c - 'a' + 10
                                                 : -1;
      if (digit < 0) break;
      *value = *value << 4 | static_cast<uint32_t>(digit);
    }
    text_.remove_prefix(size);
    return size > 0 && size <= 8;
  }

  std::string_view text_;
};

}  // namespace afterimage::replay

#endif  // AFTERIMAGE_WORKLOAD_PG_WAL_SCANNER_H_
