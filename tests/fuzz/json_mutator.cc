// Changes JSON token by token, half of the time, so that the result is often still a file that the
// parser looks into. The other half is libFuzzer's own, by bytes.
#include <algorithm>
#include <cctype>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

namespace afterimage::fuzz {
namespace {

// Splits a text into tokens: a string, a number or a word, or one other character.
std::vector<std::string_view> TokensOf(std::string_view text) {
  std::vector<std::string_view> tokens;
  for (size_t at = 0; at < text.size();) {
    size_t end = at + 1;
    if (text[at] == '"') {
      while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
      end = end < text.size() ? end + 1 : text.size();
    } else if (std::isalnum(static_cast<unsigned char>(text[at])) || text[at] == '-') {
      while (end < text.size() &&
             (std::isalnum(static_cast<unsigned char>(text[end])) || std::strchr("+-.", text[end])))
        ++end;
    }
    if (!std::isspace(static_cast<unsigned char>(text[at])))
      tokens.push_back(text.substr(at, end - at));
    at = end;
  }
  return tokens;
}

std::string MutateTokens(std::string_view text, Random& random) {
  static constexpr std::string_view kTokens[] = {"0",
                                                 "1",
                                                 "-1",
                                                 "2",
                                                 "64",
                                                 "255",
                                                 "256",
                                                 "4096",
                                                 "65536",
                                                 "2147483648",
                                                 "4294967296",
                                                 "9007199254740992",
                                                 "1e300",
                                                 "0.5",
                                                 "true",
                                                 "false",
                                                 "null",
                                                 "[]",
                                                 "{}",
                                                 "\"\"",
                                                 "\"A\"",
                                                 "\"T1\"",
                                                 "\"abort\"",
                                                 "\"commit\"",
                                                 "\"checkpoint\"",
                                                 "\"begin T9\""};
  constexpr uint32_t kTokenCount = sizeof kTokens / sizeof *kTokens;
  std::string result(text);
  for (uint32_t changes = 1 + random.Below(3); changes > 0; --changes) {
    const std::string before = result;
    const std::vector<std::string_view> tokens = TokensOf(before);
    if (tokens.empty()) return result;
    const auto count = static_cast<uint32_t>(tokens.size());
    const uint32_t first = random.Below(count), last = std::min(count - 1, first + random.Below(4));
    const auto at = static_cast<size_t>(tokens[first].data() - before.data());
    const auto behind =
        static_cast<size_t>(tokens[last].data() + tokens[last].size() - before.data());
    const std::string_view other = tokens[random.Below(count)];
    switch (random.Below(4)) {
      case 0: result.replace(at, tokens[first].size(), kTokens[random.Below(kTokenCount)]); break;
      case 1: result.replace(at, tokens[first].size(), other); break;
      case 2: result.erase(at, behind - at); break;
      default: result.insert(behind, before.substr(at, behind - at)); break;
    }
  }
  return result;
}

}  // namespace
}  // namespace afterimage::fuzz

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned seed) {
  afterimage::Random random(seed);
  if (random.Chance(50)) return LLVMFuzzerMutate(data, size, max_size);
  const std::string mutated =
      afterimage::fuzz::MutateTokens({reinterpret_cast<const char*>(data), size}, random);
  const size_t length = std::min(mutated.size(), max_size);
  std::memcpy(data, mutated.data(), length);
  return length;
}
