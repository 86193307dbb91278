#include "run/file/format/format.h"

namespace afterimage {
namespace {

bool Knows(const Format& format, std::string_view name) {
  for (const Field& row : format) {
    if (name == row.name) return true;
  }
  return format.before && Knows(*format.before, name);
}

void ReadAllRows(const FieldReader& object, const Format& format, FieldRules* rules, void* out) {
  if (format.before) ReadAllRows(object, *format.before, rules, out);
  ReadRows(object, format, rules, out);
}

void ReadElements(const FieldReader& list, const Field& row, FieldRules* rules) {
  if (!list.IsArray(static_cast<size_t>(row.max))) return;
  const size_t count = list.value().elements.size();
  if (row.few && count < static_cast<size_t>(row.min)) {
    list.Fail(*row.few);
    return;
  }
  for (size_t i = 0; i < count; ++i) ReadValue(list.Element(i), *row.inside.element, rules);
}

bool ReadMembers(const FieldReader& map, const Field& row, FieldRules* rules) {
  if (!map.IsObject()) return false;
  for (const auto& [key, value] : map.value().members)
    ReadValue(map.Member(key, value), *row.inside.element, rules);
  return true;
}

}  // namespace

bool HasFormat(const FieldReader& object, const Format& format) {
  if (!object.IsObject()) return false;
  for (const auto& [key, member] : object.value().members) {
    if (!Knows(format, key)) object.Member(key, member).Unknown();
  }
  return true;
}

void ReadRows(const FieldReader& object, const Format& format, FieldRules* rules, void* out) {
  for (const Field& row : format) {
    if (const JsonValue* value = object.Get(row.name, row.required))
      ReadValue(object.Member(row.name, *value), row, rules, out);
  }
}

void Forbid(const FieldReader& object, const Format& format, const Text& why) {
  for (const Field& row : format) {
    if (const JsonValue* value = object.Get(row.name, false))
      object.Member(row.name, *value).Fail(why);
  }
}

bool ReadObject(const FieldReader& object, const Format& format, FieldRules* rules, void* out) {
  if (!HasFormat(object, format)) return false;
  ReadAllRows(object, format, rules, out);
  return true;
}

void ReadValue(const FieldReader& field, const Field& row, FieldRules* rules, void* out) {
  int64_t number = 0;
  uint32_t index = 0;
  bool flag = false, good = true;
  std::string text;
  switch (row.form) {
    case Form::kWhole: good = field.Integer(&number, row.min, row.max); break;
    case Form::kFlag:
      good = field.Bool(&flag);
      number = flag;
      break;
    case Form::kChoice:
      good = field.Choice(row.inside.choices, &index);
      number = index;
      break;
    case Form::kMetric:
    case Form::kDimension: good = field.String(&text); break;
    case Form::kString: good = field.String(&text, static_cast<size_t>(row.max)); break;
    case Form::kId: good = field.Id(&text); break;
    case Form::kPair: good = field.Bilingual(); break;
    case Form::kObject: good = ReadObject(field, *row.inside.object, rules, out); break;
    case Form::kList: ReadElements(field, row, rules); return;
    case Form::kMap:
      good = row.rule != Rule::kNone ? field.IsObject() : ReadMembers(field, row, rules);
      break;
    default: break;
  }
  if (!good) return;
  if (row.put && out) row.put(out, number, text);
  if (row.rule != Rule::kNone) rules->Read(row.rule, field);
}

}  // namespace afterimage
