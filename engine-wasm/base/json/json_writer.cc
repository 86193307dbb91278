#include "base/json/json_writer.h"

#include <cmath>
#include <cstdio>

namespace afterimage {

JsonWriter& JsonWriter::Number(double value) {
  if (value == std::floor(value) && std::fabs(value) < 9e15)
    return Integer(static_cast<int64_t>(value));
  if (!std::isfinite(value)) return Null();
  Separate();
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", value);
  out_ += text;
  return *this;
}

void JsonWriter::Quote(std::string_view text) {
  static constexpr char kHex[] = "0123456789abcdef";
  out_ += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out_ += '\\';
      out_ += c;
    } else if (byte < 0x20) {
      out_ += "\\u00";
      out_ += kHex[byte >> 4];
      out_ += kHex[byte & 15];
    } else {
      out_ += c;
    }
  }
  out_ += '"';
}

}  // namespace afterimage
