// The rows of what the engine writes and does not read: results and replies. The native programs
// alone know them: they print them, and tests hold what is written against them.
#ifndef AFTERIMAGE_RUN_FILE_FORMAT_REPLY_ROWS_H_
#define AFTERIMAGE_RUN_FILE_FORMAT_REPLY_ROWS_H_

#include <span>

#include "run/file/format/format.h"

// AI_MEANS(meaning, its meaning in Chinese, unit): a reply's fields have no other names than
// theirs.
#define AI_MEANS(...) .Told(::afterimage::format::Meaning(__VA_ARGS__))

namespace afterimage {

// The words that a reply chooses from, mostly the engine's own table of names. Replies that share
// them share their type.
struct Choices {
  const char* name;  // of the type in the page; "": it is told where it is used
  const char* meaning;
  std::span<const char* const> words;
  std::span<const Text> meanings = {};  // of the words, as far as they need any
  const Choices* before = nullptr;      // whose words may be chosen, too
};

namespace format {

constexpr Words Meaning(const char* meaning, const char* meaning_zh, const char* unit = "") {
  return {"", "", meaning, meaning_zh, unit};
}

inline constexpr int64_t kAnyLength = int64_t{1} << 53;

inline constexpr Field kAnyNumber = Number("");
inline constexpr Field kAnyParam = Other("", Form::kParam, Rule::kNone);
inline constexpr Field kAnyString = String("");
inline constexpr Field kAnyFlag = Flag("");
inline constexpr Field kAnyCount = Whole("", 0, kAnyLength);
inline constexpr Field kAnyText = Pair("");
inline constexpr Field kAnyValue = Other("", Form::kValue, Rule::kNone);
inline constexpr Field kTwoNumbers = Two("", kAnyNumber);

// A number of things that may be left out.
constexpr Field MaybeCount(const char* name) { return Whole(name, 0, kAnyLength); }
// A list as long as what it is of.
constexpr Field Many(const char* name, const Field& element) {
  return List(name, kAnyLength, element);
}
// A record's value; null: it is absent.
constexpr Field Value(const char* name) { return Other(name, Form::kValue, Rule::kNone); }
constexpr Field Named(const char* name, const Choices& choices) {
  return {name, Form::kNamed, false, Rule::kNone, 0, 0, {.named = &choices}};
}
// A map whose keys are words to choose from, none of which it must have.
constexpr Field Keyed(const char* name, const Choices& keys, const Field& member) {
  Field field = Map(name, member);
  field.keys = &keys;
  return field;
}
// An object of one of several formats, which together have a type.
template <uint32_t kCount>
constexpr Field OneOf(const char* name, const char* type, const Format* const (&variants)[kCount]) {
  Field field = Variants(name, variants, kCount, Rule::kNone);
  field.type = type;
  return field;
}

}  // namespace format
}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_FILE_FORMAT_REPLY_ROWS_H_
