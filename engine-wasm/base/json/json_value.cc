#include "base/json/json_value.h"

#include <cstdlib>
#include <utility>

namespace afterimage {
namespace {

constexpr int kMaxDepth = 64;
constexpr size_t kMaxKeys = 4096;

class Parser {
 public:
  Parser(std::string_view text, JsonError* error) : text_(text), error_(error) {}

  bool Document(JsonValue* value) {
    if (text_.substr(0, 3) == "\xef\xbb\xbf") at_ = 3;
    if (!Value(value, 0)) return false;
    SkipSpace();
    if (at_ != text_.size())
      return Fail({"text after the end of the document", "文档结束后还有内容"});
    return true;
  }

 private:
  bool Fail(Text reason) {
    error_->line = 1;
    size_t line_start = 0;
    for (size_t i = 0; i < at_ && i < text_.size(); ++i) {
      if (text_[i] == '\n') {
        ++error_->line;
        line_start = i + 1;
      }
    }
    error_->column = static_cast<uint32_t>(at_ - line_start + 1);
    error_->reason = reason;
    return false;
  }

  void SkipSpace() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        ++line_;
        line_start_ = at_ + 1;
      } else if (c != ' ' && c != '\t' && c != '\r') {
        return;
      }
      ++at_;
    }
  }

  bool Take(char c) {
    SkipSpace();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  bool Value(JsonValue* value, int depth) {
    SkipSpace();
    if (at_ >= text_.size())
      return Fail({"the text ends where a value is expected", "此处应有值，但文本已结束"});
    if (depth > kMaxDepth) return Fail({"nested too deeply", "嵌套过深"});
    value->line = line_;
    value->column = static_cast<uint32_t>(at_ - line_start_ + 1);
    switch (text_[at_]) {
      case '{': return Object(value, depth);
      case '[': return Array(value, depth);
      case '"': value->type = JsonValue::Type::kString; return String(&value->string);
      case 't': return Word("true", value, JsonValue::Type::kBool, true);
      case 'f': return Word("false", value, JsonValue::Type::kBool, false);
      case 'n': return Word("null", value, JsonValue::Type::kNull, false);
      default: return Number(value);
    }
  }

  bool Word(std::string_view word, JsonValue* value, JsonValue::Type type, bool boolean) {
    if (text_.substr(at_, word.size()) != word) return Fail({"not a JSON value", "不是 JSON 值"});
    at_ += word.size();
    value->type = type;
    value->boolean = boolean;
    return true;
  }

  bool Object(JsonValue* value, int depth) {
    value->type = JsonValue::Type::kObject;
    ++at_;
    if (Take('}')) return true;
    do {
      SkipSpace();
      if (at_ >= text_.size() || text_[at_] != '"')
        return Fail({"a key in quotes is expected", "此处应有带引号的键"});
      if (value->members.size() == kMaxKeys)
        return Fail({"more than 4096 keys in one object", "一个对象中的键超过 4096 个"});
      const size_t key_at = at_;
      std::string key;
      if (!String(&key)) return false;
      if (value->Find(key)) {
        at_ = key_at;
        return Fail({"this key appears twice in the object", "对象中此键重复"});
      }
      if (!Take(':')) return Fail({"':' is expected after the key", "键之后应有 ':'"});
      value->members.push_back({std::move(key), JsonValue()});
      if (!Value(&value->members.back().value, depth + 1)) return false;
    } while (Take(','));
    if (!Take('}')) return Fail({"',' or '}' is expected", "此处应有 ',' 或 '}'"});
    return true;
  }

  bool Array(JsonValue* value, int depth) {
    value->type = JsonValue::Type::kArray;
    ++at_;
    if (Take(']')) return true;
    do {
      value->elements.emplace_back();
      if (!Value(&value->elements.back(), depth + 1)) return false;
    } while (Take(','));
    if (!Take(']')) return Fail({"',' or ']' is expected", "此处应有 ',' 或 ']'"});
    return true;
  }

  bool String(std::string* out) {
    for (++at_; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '"') {
        ++at_;
        return true;
      }
      if (static_cast<unsigned char>(c) < 0x20)
        return Fail({"a control character inside a string", "字符串中有控制字符"});
      if (c != '\\') {
        *out += c;
      } else if (!Escape(out)) {
        return false;
      }
    }
    return Fail({"the string is not closed", "字符串未闭合"});
  }

  bool Escape(std::string* out) {
    static constexpr std::string_view kFrom = "\"\\/bfnrt";
    static constexpr std::string_view kTo = "\"\\/\b\f\n\r\t";
    ++at_;
    if (at_ >= text_.size()) return Fail({"the string is not closed", "字符串未闭合"});
    if (text_[at_] == 'u') return Unicode(out);
    const size_t which = kFrom.find(text_[at_]);
    if (which == std::string_view::npos) return Fail({"an unknown escape", "未知的转义"});
    *out += kTo[which];
    return true;
  }

  bool Hex4(uint32_t* code) {
    *code = 0;
    for (int i = 0; i < 4; ++i) {
      ++at_;
      const char c = at_ < text_.size() ? text_[at_] : '\0';
      const char lower = static_cast<char>(c | 0x20);
      if (c >= '0' && c <= '9') {
        *code = *code * 16 + static_cast<uint32_t>(c - '0');
      } else if (lower >= 'a' && lower <= 'f') {
        *code = *code * 16 + static_cast<uint32_t>(lower - 'a' + 10);
      } else {
        return Fail({"four hexadecimal digits are expected", "此处应有四位十六进制数字"});
      }
    }
    return true;
  }

  bool Unicode(std::string* out) {
    uint32_t code = 0;
    if (!Hex4(&code)) return false;
    if (code >= 0xd800 && code < 0xdc00) {
      uint32_t low = 0;
      if (text_.substr(at_ + 1, 2) != "\\u")
        return Fail({"half of a surrogate pair", "代理对不完整"});
      at_ += 2;
      if (!Hex4(&low)) return false;
      if (low < 0xdc00 || low > 0xdfff) return Fail({"half of a surrogate pair", "代理对不完整"});
      code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    } else if (code >= 0xdc00 && code < 0xe000) {
      return Fail({"half of a surrogate pair", "代理对不完整"});
    }
    AppendUtf8(code, out);
    return true;
  }

  static void AppendUtf8(uint32_t code, std::string* out) {
    if (code < 0x80) {
      *out += static_cast<char>(code);
      return;
    }
    const int tail = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static constexpr uint32_t kLead[] = {0, 0xc0, 0xe0, 0xf0};
    *out += static_cast<char>(kLead[tail] | (code >> (6 * tail)));
    for (int i = tail - 1; i >= 0; --i)
      *out += static_cast<char>(0x80 | ((code >> (6 * i)) & 0x3f));
  }

  bool Digits() {
    const size_t start = at_;
    while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') ++at_;
    return at_ > start;
  }

  bool Number(JsonValue* value) {
    const size_t start = at_;
    if (text_[at_] == '-') ++at_;
    const size_t digits = at_;
    if (!Digits()) return at_ = start, Fail({"not a JSON value", "不是 JSON 值"});
    if (text_[digits] == '0' && at_ - digits > 1)
      return at_ = start, Fail({"a number may not start with 0", "数字不能以 0 开头"});
    value->type = JsonValue::Type::kInteger;
    if (at_ < text_.size() && (text_[at_] == '.' || (text_[at_] | 0x20) == 'e'))
      return Fraction(value, start);
    uint64_t magnitude = 0;
    const bool negative = text_[start] == '-';
    for (size_t i = digits; i < at_; ++i) {
      magnitude = magnitude * 10 + static_cast<uint64_t>(text_[i] - '0');
      if (magnitude > (uint64_t{1} << 53))
        return at_ = start, Fail({"the number is beyond 2^53", "数字超出 2^53"});
    }
    value->integer = negative ? -static_cast<int64_t>(magnitude) : static_cast<int64_t>(magnitude);
    return true;
  }

  bool Fraction(JsonValue* value, size_t start) {
    value->type = JsonValue::Type::kNumber;
    if (text_[at_] == '.') {
      ++at_;
      if (!Digits()) return Fail({"digits are expected", "此处应有数字"});
    }
    if (at_ < text_.size() && (text_[at_] | 0x20) == 'e') {
      ++at_;
      if (at_ < text_.size() && (text_[at_] == '+' || text_[at_] == '-')) ++at_;
      if (!Digits()) return Fail({"digits are expected", "此处应有数字"});
    }
    value->string = text_.substr(start, at_ - start);
    return true;
  }

  std::string_view text_;
  JsonError* error_;
  size_t at_ = 0;
  uint32_t line_ = 1;
  size_t line_start_ = 0;
};

}  // namespace

double JsonValue::Number() const { return std::strtod(string.c_str(), nullptr); }

const JsonValue* JsonValue::Find(std::string_view key) const {
  for (const auto& [name, value] : members) {
    if (name == key) return &value;
  }
  return nullptr;
}

bool ParseJson(std::string_view text, JsonValue* value, JsonError* error) {
  return Parser(text, error).Document(value);
}

}  // namespace afterimage
