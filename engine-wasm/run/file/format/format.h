// The format of a file, declared once: a table for each object of it. The parser walks the tables,
// and the native build prints them, so that schemas, types and documents follow (`lab -- formats`).
// Rules that a single value cannot break are code, which a row names by its Rule.
#ifndef AFTERIMAGE_RUN_FILE_FORMAT_FORMAT_H_
#define AFTERIMAGE_RUN_FILE_FORMAT_FORMAT_H_

#include <iterator>
#include <span>
#include <string>

#include "base/build.h"
#include "run/file/field_reader.h"

// AI_TOLD(name, its name in Chinese, meaning, its meaning in Chinese, unit, default) gives the
// parts of a row that only documents, schemas and types need: they are not in the browser's
// modules. AI_CALLED(names) names the words to choose from, in their order, for a form.
#if defined(__EMSCRIPTEN__)
#define AI_TELLS_WORDS 0
#define AI_TOLD(...)
#define AI_CALLED(names)
#else
#define AI_TELLS_WORDS 1
#define AI_TOLD(...) .Told({__VA_ARGS__})
#define AI_CALLED(names) .Called(names)
#endif

namespace afterimage {

// The form of a value. From kOwn on, the row's Rule reads the value.
enum class Form : uint8_t {
  kWhole,
  kFlag,
  kChoice,
  kString,
  kId,
  kPair,  // {"en": ..., "zh": ...}
  kObject,
  kList,
  kMap,  // an object whose keys the file chooses; with a rule, that reads all members
  kOwn,  // an object of this format, of which the rule keeps something
  kOwnList,
  kProgram,
  kParam,  // a number, a word, or true or false, as a parameter's description says
  kPrice,
  kVariants,  // an object of one of several formats
  kValue,     // of a record; null: it is absent
  kDimension,
  kMetric,
  kMetrics,  // one, or a list of them to add up
  kBounds,
  kSweep,
  kSelection,
  kMerged,  // as the row of this name, read once the two scales are merged
  // The forms of replies, which the engine writes and does not read (reply_rows.h).
  kNumber,
  kTwo,   // a list of two
  kNamed  // words to choose from that have a type of their own
};

// The rule that a value must follow besides its form.
enum class Rule : uint8_t {
  kNone,
  kMachine,
  kScheme,
  kPreset,
  kParam,
  kPrice,
  kWorkload,
  kWorkloadParam,
  kOverrides,
  kProgram,
  kMutation,
  kDelay,
  kRecords,
  kThreads,
  kRecord,
  kTransaction,
  kEventKind,
  kStructureKind,
  kStructure,
  kSubject,
  kUnit,
  kQuestion,
  kFact,
  kSide,
  kValue,
  kWorkloads,
  kCrash,
  kSchemes,
  kSweep,
  kChart,
  kMetricOrGroup,
  kSampled,
  kPart,
  kDimension,
  kX,
  kY,
  kOver,
  kStacked,
  kClaim,
  kClaimId,
  kNum,
  kDen,
  kPer,
  kMetrics,
  kDenMetric,
  kAs,
  kBounds,
  kQuickCrash,
  kQuickSchemes,
  kQuickWorkloads,
  kQuickSweep
};

// Reads what a row's Rule says, once the value has its form. It complains through the field.
class FieldRules {
 public:
  virtual void Read(Rule rule, const FieldReader& field) = 0;

 protected:
  ~FieldRules() = default;
};

struct Format;
struct Choices;  // of reply_rows.h

struct Words {
  const char* name = "";
  const char* name_zh = "";
  const char* meaning = "";
  const char* meaning_zh = "";
  const char* unit = "";
  const char* standard = "";  // the default
};

struct Field {
  const char* name;  // "": of a list's elements or a map's members
  Form form;
  bool required = false;
  Rule rule = Rule::kNone;
  // A number's range; how many bytes a text may have, how many elements a list.
  int64_t min = 0;
  int64_t max = 0;
  // The words to choose from, or what is inside: an object's format, an element, the variants.
  union Inside {
    const char* choices;
    const Format* object;
    const Field* element;
    const Format* const* variants;
    const Choices* named;
  } inside = {nullptr};
  const Text* few = nullptr;  // the complaint of a list with fewer than `min` elements
  // Takes the value to a member of what is read; null where a value is only checked.
  void (*put)(void* out, int64_t number, const std::string& text) = nullptr;
#if AI_TELLS_WORDS
  Words words = {};
  const char* type = "";              // of a union that no Rule names
  const Choices* keys = nullptr;      // of a map, where not every key will do
  std::span<const Text> called = {};  // the choices in a form
  constexpr Field Told(const Words& told) const {
    Field field = *this;
    field.words = told;
    return field;
  }
  constexpr Field Called(std::span<const Text> names) const {
    Field field = *this;
    field.called = names;
    return field;
  }
#endif

  constexpr Field Required() const {
    Field field = *this;
    field.required = true;
    return field;
  }
  constexpr Field By(Rule by) const {
    Field field = *this;
    field.rule = by;
    return field;
  }
  constexpr Field Between(int64_t least, int64_t most) const {
    Field field = *this;
    field.min = least;
    field.max = most;
    return field;
  }
  template <auto kMember>
  constexpr Field To() const;
};

struct Format {
  const Format* before;  // whose rows come first, or null
  const Field* rows;
  uint32_t count;
#if AI_TELLS_WORDS
  const char* name;  // of its type in the page
  const char* meaning;
#endif

  const Field* begin() const { return rows; }
  const Field* end() const { return rows + count; }
};

namespace format {

template <class Class, class Member>
constexpr void Assign(Class* out, Member Class::* member, int64_t number, const std::string& text) {
  if constexpr (std::is_same_v<Member, std::string>)
    out->*member = text;
  else
    out->*member = static_cast<Member>(number);
}
template <class Class, class Member>
constexpr Class ClassOf(Member Class::*);

constexpr Field Whole(const char* name, int64_t min, int64_t max) {
  return {name, Form::kWhole, false, Rule::kNone, min, max};
}
constexpr Field Flag(const char* name) { return {name, Form::kFlag}; }
constexpr Field Choice(const char* name, const char* choices) {
  return {name, Form::kChoice, false, Rule::kNone, 0, 0, {choices}};
}
constexpr Field String(const char* name, Rule rule = Rule::kNone, int64_t most = 4096) {
  return {name, Form::kString, false, rule, 0, most};
}
constexpr Field Id(const char* name) { return {name, Form::kId}; }
constexpr Field Pair(const char* name) { return {name, Form::kPair}; }
constexpr Field Object(const char* name, const Format& object) {
  return {name, Form::kObject, false, Rule::kNone, 0, 0, {.object = &object}};
}
constexpr Field List(const char* name, int64_t most, const Field& element) {
  return {name, Form::kList, false, Rule::kNone, 0, most, {.element = &element}};
}
// A list of at least `least`, or it is complained of as `few` says.
constexpr Field List(const char* name, int64_t least, const Text& few, int64_t most,
                     const Field& element) {
  return {name, Form::kList, false, Rule::kNone, least, most, {.element = &element}, &few};
}
constexpr Field Map(const char* name, const Field& member) {
  return {name, Form::kMap, false, Rule::kNone, 0, 0, {.element = &member}};
}
constexpr Field Own(const char* name, const Format& object, Rule rule) {
  return {name, Form::kOwn, false, rule, 0, 0, {.object = &object}};
}
constexpr Field OwnList(const char* name, int64_t most, const Field& element, Rule rule) {
  return {name, Form::kOwnList, false, rule, 0, most, {.element = &element}};
}
// A number of things.
constexpr Field Count(const char* name) { return Whole(name, 0, int64_t{1} << 53).Required(); }
constexpr Field Number(const char* name) { return {name, Form::kNumber}; }
constexpr Field Two(const char* name, const Field& element) {
  return {name, Form::kTwo, false, Rule::kNone, 0, 0, {.element = &element}};
}
// Names, each with a value or a list of them.
constexpr Field Names(const char* name, Form form, int64_t least, int64_t most, const Field& values,
                      Rule rule) {
  return {name, form, false, rule, least, most, {.element = &values}};
}
// A value that its rule reads.
constexpr Field Other(const char* name, Form form, Rule rule) { return {name, form, false, rule}; }
constexpr Field Variants(const char* name, const Format* const* variants, uint32_t count,
                         Rule rule) {
  return {name, Form::kVariants, false, rule, 0, count, {.variants = variants}};
}
// A field of the quick scale, of the same name, form and range as the published one.
constexpr Field Merged(const Field& field) {
  return {field.name, Form::kMerged, false, Rule::kNone, 0, 0, {.element = &field}};
}

template <size_t kCount>
constexpr Format Of([[maybe_unused]] const char* name, const Field (&rows)[kCount],
                    [[maybe_unused]] const char* meaning = "", const Format* before = nullptr) {
#if AI_TELLS_WORDS
  return {before, rows, kCount, name, meaning};
#else
  return {before, rows, kCount};
#endif
}

}  // namespace format

template <auto kMember>
constexpr Field Field::To() const {
  using Class = decltype(format::ClassOf(kMember));
  Field field = *this;
  field.put = [](void* out, int64_t number, const std::string& text) {
    format::Assign(static_cast<Class*>(out), kMember, number, text);
  };
  return field;
}

// True for an object. Complains of members that the format does not have.
bool HasFormat(const FieldReader& object, const Format& format);
// Reads the rows of the format alone, not of the one before it. REQUIRES: `out` is of the class
// whose members the rows name, or null: then values are only checked.
void ReadRows(const FieldReader& object, const Format& format, FieldRules* rules, void* out);
// Complains, as `why`, of every member that is a row of the format alone.
void Forbid(const FieldReader& object, const Format& format, const Text& why);
// HasFormat, then all rows.
bool ReadObject(const FieldReader& object, const Format& format, FieldRules* rules,
                void* out = nullptr);
// One value of the form and the rule of `row`.
void ReadValue(const FieldReader& field, const Field& row, FieldRules* rules, void* out = nullptr);

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_FILE_FORMAT_FORMAT_H_
