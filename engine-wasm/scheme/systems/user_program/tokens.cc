#include "scheme/systems/user_program/tokens.h"

#include <algorithm>
#include <iterator>

namespace afterimage::own {
namespace {

constexpr std::string_view kReserved[] = {
    "nvm",   "dram",       "latch", "const",  "on",     "proc",  "end",    "if",      "else",
    "while", "return",     "nt",    "defer",  "assert", "fence", "sfence", "acquire", "release",
    "clwb",  "write_back", "txn",   "thread", "hash",   "heap",  "alloc",  "free",    "room",
};

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsWordPart(char c) { return IsLetter(c) || IsDigit(c); }

size_t OperatorLength(std::string_view rest) {
  for (const std::string_view two : {"==", "!=", "<=", ">=", "&&", "||", "<<", ">>", "->"}) {
    if (rest.substr(0, 2) == two) return 2;
  }
  return 1;
}

// -1 where it is no digit of the base.
int DigitOf(char c, uint32_t base) {
  if (IsDigit(c)) return c - '0';
  const char lower = static_cast<char>(c | 0x20);
  return base == 16 && lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

}  // namespace

bool Token::IsName() const { return !text.empty() && IsLetter(text[0]); }

std::vector<Token> TokensOf(std::string_view statement, uint32_t column) {
  std::vector<Token> tokens;
  for (size_t at = 0; at < statement.size();) {
    const char c = statement[at];
    if (c == ' ' || c == '\t' || c == '\r') {
      ++at;
      continue;
    }
    size_t end = at + 1;
    if (IsWordPart(c)) {
      while (end < statement.size() && IsWordPart(statement[end])) ++end;
    } else {
      end = at + OperatorLength(statement.substr(at));
    }
    tokens.push_back({statement.substr(at, end - at), column + static_cast<uint32_t>(at)});
    at = end;
  }
  return tokens;
}

bool NumberOf(const Token& token, uint64_t* number) {
  std::string_view digits = token.text;
  const uint32_t base = digits.substr(0, 2) == "0x" ? 16 : 10;
  if (base == 16) digits.remove_prefix(2);
  *number = 0;
  if (digits.empty()) return false;
  for (const char c : digits) {
    const int digit = DigitOf(c, base);
    if (digit < 0 || *number > (~uint64_t{0} - static_cast<uint64_t>(digit)) / base) return false;
    *number = *number * base + static_cast<uint64_t>(digit);
  }
  return true;
}

std::span<const std::string_view> ReservedWords() { return kReserved; }

bool IsReserved(std::string_view name) {
  return std::find(std::begin(kReserved), std::end(kReserved), name) != std::end(kReserved);
}

}  // namespace afterimage::own
