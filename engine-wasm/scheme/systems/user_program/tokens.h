// The words of a program's text, a statement at a time.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_USER_PROGRAM_TOKENS_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_USER_PROGRAM_TOKENS_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace afterimage::own {

struct Token {
  std::string_view text;
  uint32_t column = 0;  // from 1

  bool Is(std::string_view what) const { return text == what; }
  bool IsName() const;
  bool IsNumber() const { return !text.empty() && text[0] >= '0' && text[0] <= '9'; }
};

// The tokens of a statement that begins at this column.
std::vector<Token> TokensOf(std::string_view statement, uint32_t column);
// False where the token is no number below 2^64, decimal or in hexadecimal.
bool NumberOf(const Token& token, uint64_t* number);
// The words of the language, which name nothing of the user's.
std::span<const std::string_view> ReservedWords();
bool IsReserved(std::string_view name);

}  // namespace afterimage::own

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_USER_PROGRAM_TOKENS_H_
