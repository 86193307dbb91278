// Reads the fields of a JSON object, remembering the path, and complains about what is missing, of
// the wrong type, out of range or unknown.
#ifndef AFTERIMAGE_RUN_FILE_FIELD_READER_H_
#define AFTERIMAGE_RUN_FILE_FIELD_READER_H_

#include <string>
#include <string_view>
#include <vector>

#include "base/json/json_value.h"
#include "base/types.h"
#include "run/file/problem.h"

namespace afterimage {

inline constexpr uint32_t kMaxFileBytes = 1 << 20;
// The longest text, in each language.
inline constexpr uint32_t kMostTextBytes = 4000;

class FieldReader {
 public:
  FieldReader(const JsonValue& value, std::string path, std::vector<Problem>* problems)
      : value_(value), path_(std::move(path)), problems_(problems) {}

  const JsonValue& value() const { return value_; }
  const std::string& path() const { return path_; }
  FieldReader Member(const std::string& key, const JsonValue& value) const {
    return FieldReader(value, path_.empty() ? key : path_ + "." + key, problems_);
  }
  FieldReader Element(size_t index) const {
    return FieldReader(value_.elements[index], path_ + "[" + std::to_string(index) + "]",
                       problems_);
  }

  // A place in a text that has parts of its own.
  FieldReader Behind(const std::string& place) const {
    return FieldReader(value_, path_ + place, problems_);
  }

  // Complains and returns false.
  bool Fail(std::string_view en, std::string_view zh) const;
  bool Fail(const Text& text) const { return Fail(text.en, text.zh); }

  bool IsObject() const;
  bool IsArray(size_t max) const;
  // Complains that its object has no such field.
  bool Unknown() const { return Fail("there is no such field", "没有这个字段"); }
  // The member, or a complaint if it is `required`.
  const JsonValue* Get(const char* key, bool required) const;

  bool String(std::string* out, size_t max = 4096) const;
  bool Integer(int64_t* out, int64_t min, int64_t max) const;
  // Reads an integer or a decimal number, within +-1e15.
  bool Number(double* out) const;
  bool Bool(bool* out) const;
  // One of `choices` (a space between two): its index.
  bool Choice(std::string_view choices, uint32_t* out) const;
  // {"en": ..., "zh": ...}; one of the two is enough.
  bool Bilingual() const;
  // 1 to 64 lower-case letters, digits and dashes.
  bool Id(std::string* out) const;

 private:
  const JsonValue& value_;
  std::string path_;
  std::vector<Problem>* problems_;
};

// Returns the word with this index of `choices`, which are separated by spaces. REQUIRES: there is
// one.
std::string_view ChoiceAt(std::string_view choices, uint32_t index);

// Parses a user's file as JSON, at most kMaxFileBytes long.
bool ParseFile(std::string_view text, JsonValue* root, std::vector<Problem>* problems);

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_FILE_FIELD_READER_H_
