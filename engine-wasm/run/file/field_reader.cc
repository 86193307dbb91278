#include "run/file/field_reader.h"

#include <algorithm>

namespace afterimage {
namespace {

constexpr size_t kMaxProblems = 50;

// Calls f(word, index) for each word of `words`; stops when it returns true.
template <class F>
bool AnyWord(std::string_view words, F&& f) {
  for (uint32_t index = 0; !words.empty(); ++index) {
    const size_t space = words.find(' ');
    if (f(words.substr(0, space), index)) return true;
    words = space == std::string_view::npos ? std::string_view() : words.substr(space + 1);
  }
  return false;
}

}  // namespace

bool FieldReader::Fail(std::string_view en, std::string_view zh) const {
  if (problems_->size() < kMaxProblems) {
    problems_->push_back({path_, std::string(en), std::string(zh), value_.line, value_.column});
  }
  return false;
}

bool FieldReader::IsObject() const {
  return value_.type == JsonValue::Type::kObject || Fail("an object is expected", "此处应为对象");
}

bool FieldReader::IsArray(size_t max) const {
  if (value_.type != JsonValue::Type::kArray) return Fail("a list is expected", "此处应为列表");
  if (value_.elements.size() <= max) return true;
  const std::string count = std::to_string(max);
  return Fail("more than " + count + " elements", "元素超过 " + count + " 个");
}

const JsonValue* FieldReader::Get(const char* key, bool required) const {
  const JsonValue* found = value_.Find(key);
  if (!found && required) {
    const FieldReader missing = Member(key, value_);
    missing.Fail("this field is missing", "缺少此字段");
  }
  return found;
}

bool FieldReader::String(std::string* out, size_t max) const {
  if (value_.type != JsonValue::Type::kString) return Fail("a text is expected", "此处应为文本");
  if (value_.string.size() > max) return Fail("the text is too long", "文本过长");
  *out = value_.string;
  return true;
}

bool FieldReader::Integer(int64_t* out, int64_t min, int64_t max) const {
  if (value_.type != JsonValue::Type::kInteger)
    return Fail("a whole number is expected", "此处应为整数");
  if (value_.integer < min || value_.integer > max) {
    const std::string range = std::to_string(min) + " .. " + std::to_string(max);
    return Fail("the number must be in " + range, "数字必须在 " + range + " 之间");
  }
  *out = value_.integer;
  return true;
}

bool FieldReader::Number(double* out) const {
  if (value_.type == JsonValue::Type::kInteger) {
    *out = static_cast<double>(value_.integer);
  } else if (value_.type == JsonValue::Type::kNumber) {
    *out = value_.Number();
  } else {
    return Fail("a number is expected", "此处应为数字");
  }
  return (*out >= -1e15 && *out <= 1e15) || Fail("the number is too large", "数字过大");
}

bool FieldReader::Id(std::string* out) const {
  const bool good =
      String(out, 64) && !out->empty() && std::all_of(out->begin(), out->end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
      });
  return good || Fail("an id has 1 to 64 lower-case letters, digits and dashes",
                      "id 应为 1 到 64 个小写字母、数字或短横线");
}

bool FieldReader::Bool(bool* out) const {
  if (value_.type != JsonValue::Type::kBool)
    return Fail("true or false is expected", "此处应为 true 或 false");
  *out = value_.boolean;
  return true;
}

bool FieldReader::Choice(std::string_view choices, uint32_t* out) const {
  std::string text;
  if (!String(&text)) return false;
  const bool known = AnyWord(choices, [&](std::string_view word, uint32_t index) {
    *out = index;
    return word == text;
  });
  if (known) return true;
  return Fail("one of these is expected: " + std::string(choices),
              "应为其中之一：" + std::string(choices));
}

std::string_view ChoiceAt(std::string_view choices, uint32_t index) {
  std::string_view choice;
  AnyWord(choices, [&](std::string_view word, uint32_t at) {
    choice = word;
    return at == index;
  });
  return choice;
}

bool FieldReader::Bilingual() const {
  if (!IsObject()) return false;
  for (const auto& [key, member] : value_.members) {
    if (key != "en" && key != "zh") Member(key, member).Unknown();
  }
  bool good = true, some = false;
  for (const char* key : {"en", "zh"}) {
    const JsonValue* text = Get(key, false);
    std::string ignored;
    if (!text) continue;
    some = true;
    good = Member(key, *text).String(&ignored, kMostTextBytes) && good;
  }
  if (!some)
    return Fail("expected: a text in at least one language, {\"en\": \"...\"}",
                "应至少有一种语言的文字，{\"zh\": \"...\"}");
  return good;
}

bool ParseFile(std::string_view text, JsonValue* root, std::vector<Problem>* problems) {
  if (text.size() > kMaxFileBytes) {
    problems->push_back({"", "the file is larger than 1 MB", "文件超过 1 MB", 0, 0});
    return false;
  }
  JsonError error;
  if (ParseJson(text, root, &error)) return true;
  problems->push_back({"", std::string("not JSON: ") + error.reason.en,
                       std::string("不是 JSON：") + error.reason.zh, error.line, error.column});
  return false;
}

}  // namespace afterimage
