// Writes JSON into a string. It puts the commas; the caller opens and closes objects and arrays.
#ifndef AFTERIMAGE_BASE_JSON_JSON_WRITER_H_
#define AFTERIMAGE_BASE_JSON_JSON_WRITER_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "base/types.h"

namespace afterimage {

class JsonWriter {
 public:
  explicit JsonWriter(std::string& out) : out_(out) {}

  JsonWriter& BeginObject() { return Open('{'); }
  JsonWriter& EndObject() { return Close('}'); }
  JsonWriter& BeginArray() { return Open('['); }
  JsonWriter& EndArray() { return Close(']'); }

  JsonWriter& Key(std::string_view key) {
    Separate();
    Quote(key);
    out_ += ':';
    fresh_ = true;
    return *this;
  }
  JsonWriter& String(std::string_view text) {
    Separate();
    Quote(text);
    return *this;
  }
  JsonWriter& Integer(int64_t value) {
    Separate();
    out_ += std::to_string(value);
    return *this;
  }
  // Writes nine significant digits, or all digits of an integer, with the same text on every
  // platform.
  JsonWriter& Number(double value);
  // Writes text that is JSON already.
  JsonWriter& Raw(std::string_view json) {
    Separate();
    out_ += json;
    return *this;
  }
  JsonWriter& Bool(bool value) {
    Separate();
    out_ += value ? "true" : "false";
    return *this;
  }
  JsonWriter& Null() {
    Separate();
    out_ += "null";
    return *this;
  }
  JsonWriter& Bilingual(const Text& text) {
    return BeginObject().Key("en").String(text.en).Key("zh").String(text.zh).EndObject();
  }

 private:
  JsonWriter& Open(char bracket) {
    Separate();
    out_ += bracket;
    fresh_ = true;
    return *this;
  }
  JsonWriter& Close(char bracket) {
    out_ += bracket;
    fresh_ = false;
    return *this;
  }
  void Separate() {
    if (!fresh_) out_ += ',';
    fresh_ = false;
  }
  void Quote(std::string_view text);

  std::string& out_;
  bool fresh_ = true;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_BASE_JSON_JSON_WRITER_H_
