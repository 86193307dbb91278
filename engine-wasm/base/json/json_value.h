// A parsed JSON text. Files come from users: depth, size and form are checked, every error has its
// place, and nothing is guessed.
#ifndef AFTERIMAGE_BASE_JSON_JSON_VALUE_H_
#define AFTERIMAGE_BASE_JSON_JSON_VALUE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/types.h"

namespace afterimage {

struct JsonValue {
  enum class Type : uint8_t { kNull, kBool, kInteger, kNumber, kString, kArray, kObject };
  struct Member;

  Type type = Type::kNull;
  bool boolean = false;
  int64_t integer = 0;
  std::string string;  // of a kNumber: as it is written, with a fraction or an exponent
  std::vector<JsonValue> elements;  // of an array
  std::vector<Member> members;      // of an object, in file order
  uint32_t line = 0;
  uint32_t column = 0;

  // Returns the value of a kNumber. The first page's module never calls this, and so has no code
  // for it.
  double Number() const;
  // Returns the member called `key`, or null.
  const JsonValue* Find(std::string_view key) const;
};

// This is no std::pair, which clang 14 requires to be complete too early.
struct JsonValue::Member {
  std::string key;
  JsonValue value;
};

struct JsonError {
  uint32_t line = 0;  // from 1
  uint32_t column = 0;
  Text reason;
};

// Parses all of `text`. Returns false and sets *error where it is not strict JSON, nests deeper
// than 64, or repeats a key in one object.
bool ParseJson(std::string_view text, JsonValue* value, JsonError* error);

}  // namespace afterimage

#endif  // AFTERIMAGE_BASE_JSON_JSON_VALUE_H_
