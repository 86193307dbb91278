// Changes users' programs word by word and line by line, most of the time, and mostly until the
// result compiles. The words are those of the language itself, and of the program.
#include <algorithm>
#include <cstring>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "scheme/systems/user_program/program.h"
#include "scheme/systems/user_program/tokens.h"

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

namespace afterimage::fuzz {
namespace {

using Lines = std::vector<std::string>;

Lines LinesOf(std::string_view text) {
  Lines lines;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    lines.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

std::string TextOf(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

template <class T>
const T& OneOf(const std::vector<T>& all, Random& random) {
  return all[random.Below(static_cast<uint32_t>(all.size()))];
}

uint32_t LineOf(const Lines& lines, Random& random) {
  return random.Below(static_cast<uint32_t>(lines.size()));
}

std::vector<own::Token> TokensOf(const std::string& line) {
  return own::TokensOf(std::string_view(line).substr(0, line.find('#')), 1);
}

// The kind of a token; two of one kind may stand in each other's place: names, numbers, signs.
int KindOf(const own::Token& token) { return token.IsName() ? 0 : token.IsNumber() ? 1 : 2; }

// A word of the language, a sign or a number.
std::string NewWord(Random& random) {
  static constexpr std::string_view kSigns[] = {
      "+",  "-",  "*",  "/",  "%", "&", "|", "^", "<<", ">>", "==", "!=", "<", "<=", ">",
      ">=", "&&", "||", "->", "!", "(", ")", "[", "]",  "{",  "}",  "=",  ",", ".",  ";"};
  static constexpr std::string_view kNumbers[] = {
      "0", "1", "2", "7", "8", "63", "64", "255", "512", "4096", "0xffffffffffffffff"};
  const auto words = own::ReservedWords();
  switch (random.Below(4)) {
    case 0: return std::string(kSigns[random.Below(std::size(kSigns))]);
    case 1: return std::string(kNumbers[random.Below(std::size(kNumbers))]);
    case 2: return std::string(own::kHandlers[random.Below(own::kHandlerCount)].name);
    default: return std::string(words[random.Below(static_cast<uint32_t>(words.size()))]);
  }
}

// Replaces a token by another of its kind that the program has, or by any word.
void ChangeToken(Lines& lines, Random& random) {
  std::string& line = lines[LineOf(lines, random)];
  const auto tokens = TokensOf(line);
  if (tokens.empty()) return;
  const own::Token& token = OneOf(tokens, random);
  std::string word = NewWord(random);
  for (uint32_t tries = random.Chance(20) ? 0 : 8; tries > 0; --tries) {
    const std::string& other = lines[LineOf(lines, random)];
    const auto others = TokensOf(other);
    if (others.empty()) continue;
    const own::Token& found = OneOf(others, random);
    if (KindOf(found) != KindOf(token)) continue;
    word = std::string(found.text);
    break;
  }
  line.replace(token.column - 1, token.text.size(), word);
}

void InsertWord(Lines& lines, Random& random) {
  std::string& line = lines[LineOf(lines, random)];
  const auto tokens = TokensOf(line);
  const size_t at = tokens.empty() ? 0 : OneOf(tokens, random).column - 1;
  line.insert(at, " " + NewWord(random) + " ");
}

// Puts a loop or a test round some lines.
void Wrap(Lines& lines, Random& random) {
  const std::string condition = random.Chance(50) ? "1" : NewWord(random);
  const uint32_t first = LineOf(lines, random);
  const auto behind = std::min<size_t>(lines.size(), first + 1 + random.Below(3));
  lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(behind), "end");
  lines.insert(lines.begin() + first, (random.Chance(50) ? "while " : "if ") + condition);
}

void ChangeLines(Lines& lines, Random& random) {
  const uint32_t one = LineOf(lines, random), other = LineOf(lines, random);
  const std::string line = lines[one];
  switch (random.Below(4)) {
    case 0: lines.erase(lines.begin() + one); break;
    case 1: std::swap(lines[one], lines[other]); break;
    case 2: lines[other] = line; break;
    default: lines.insert(lines.begin() + other, line); break;
  }
}

std::string Mutated(std::string_view text, Random& random) {
  Lines lines = LinesOf(text);
  for (uint32_t changes = 1 + random.Below(3); changes > 0 && !lines.empty(); --changes) {
    switch (random.Below(8)) {
      case 0: Wrap(lines, random); break;
      case 1: InsertWord(lines, random); break;
      case 2:
      case 3:
      case 4: ChangeLines(lines, random); break;
      default: ChangeToken(lines, random); break;
    }
  }
  return TextOf(lines);
}

// The beginning of one program and the end of another, or lines of the other in between.
std::string Crossed(const Lines& one, const Lines& other, Random& random) {
  Lines lines(one);
  if (one.empty() || other.empty()) return TextOf(one);
  const uint32_t at = LineOf(one, random), from = LineOf(other, random);
  const auto to = random.Chance(50) ? other.size() : std::min<size_t>(other.size(), from + 12);
  const auto place = lines.begin() + at;
  if (to == other.size()) lines.erase(place, lines.end());
  lines.insert(lines.begin() + at, other.begin() + from,
               other.begin() + static_cast<std::ptrdiff_t>(to));
  return TextOf(lines);
}

bool Compiles(const std::string& text) {
  std::vector<ProgramProblem> problems;
  return own::Compile(text, &problems) != nullptr;
}

// The first of some texts that compiles, else the last. Complaints are worth a try, too.
template <class Make>
std::string OneThatCompiles(Random& random, const Make& make) {
  constexpr uint32_t kTries = 16;
  std::string text = make();
  if (random.Chance(15)) return text;
  for (uint32_t tries = 1; tries < kTries && !Compiles(text); ++tries) text = make();
  return text;
}

size_t Put(const std::string& text, uint8_t* data, size_t max_size) {
  const size_t length = std::min(text.size(), max_size);
  std::memcpy(data, text.data(), length);
  return length;
}

std::string_view Text(const uint8_t* data, size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace
}  // namespace afterimage::fuzz

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned seed) {
  using namespace afterimage::fuzz;
  afterimage::Random random(seed);
  if (random.Chance(15)) return LLVMFuzzerMutate(data, size, max_size);
  return Put(OneThatCompiles(random, [&] { return Mutated(Text(data, size), random); }), data,
             max_size);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t* one, size_t one_size,
                                            const uint8_t* other, size_t other_size, uint8_t* out,
                                            size_t max_size, unsigned seed) {
  using namespace afterimage::fuzz;
  afterimage::Random random(seed);
  const auto first = LinesOf(Text(one, one_size)), second = LinesOf(Text(other, other_size));
  return Put(OneThatCompiles(random, [&] { return Crossed(first, second, random); }), out,
             max_size);
}
