// Prints the formats of files and replies as JSON: what `lab -- formats` writes schemas, types and
// tables from.
// A program of its own, which is compiled in seconds. It exits with 1 where a field has no words.
#include <algorithm>
#include <cstdio>
#include <set>
#include <string>
#include <vector>

#include "base/json/json_writer.h"
#include "run/file/format/experiment_format.h"
#include "run/file/format/scenario_format.h"
#include "run/litmus/litmus_format.h"
#include "run/measure/result_format.h"
#include "run/reply/format/replies.h"

namespace {

using namespace afterimage;  // NOLINT

// The names of the forms, in the order of Form.
constexpr const char* kFormNames[] = {
    "whole",     "flag",   "choice",    "string", "id",      "pair",   "object",
    "list",      "map",    "object",    "list",   "string",  "param",  "price",
    "variants",  "value",  "dimension", "metric", "metrics", "bounds", "sweep",
    "selection", "merged", "number",    "two",    "choice"};
static_assert(std::size(kFormNames) == static_cast<size_t>(Form::kNamed) + 1);

// The rules that a schema or a type says something of.
const char* RuleName(Rule rule) {
  switch (rule) {
    case Rule::kTransaction:
    case Rule::kRecords:
    case Rule::kRecord: return "name";
    case Rule::kStructure: return "structure";
    case Rule::kSubject: return "subject";
    case Rule::kMachine:
    case Rule::kScheme:
    case Rule::kPreset:
    case Rule::kWorkload:
    case Rule::kMutation:
    case Rule::kEventKind:
    case Rule::kStructureKind: return "id";
    case Rule::kQuestion: return "Ask";
    case Rule::kFact: return "Fact";
    default: return "";
  }
}

class Printer {
 public:
  explicit Printer(std::string* out) : json_(*out) {
    json_.BeginObject().Key("formats").BeginArray();
  }
  // The words that have a type, and the passes of a recovery, in their order.
  void End() {
    json_.EndArray().Key("names").BeginArray();
    for (const Choices* choices : names_) Print(*choices);
    json_.EndArray().Key("passes").BeginArray();
    for (const char* name : kRecoveryPassNames) json_.String(name);
    json_.EndArray().EndObject();
  }
  bool complete() const { return complete_; }

  // Words that have a type, after those that are before them; each once.
  void Note(const Choices& choices) {
    if (choices.before) Note(*choices.before);
    if (!*choices.name || std::find(names_.begin(), names_.end(), &choices) != names_.end()) return;
    names_.push_back(&choices);
  }

  // The format, after those that it refers to; each once.
  // What people write has names besides meanings.
  void Print(const Format& format, bool written = true) {
    if (!seen_.insert(format.name).second) return;
    if (format.before) Print(*format.before, written);
    for (const Field& row : format) Inside(row, written);
    json_.BeginObject().Key("name").String(format.name).Key("meaning").String(format.meaning);
    if (format.before) json_.Key("before").String(format.before->name);
    json_.Key("rows").BeginArray();
    for (const Field& row : format) {
      Row(row);
      if (!row.called.empty() && row.called.size() != WordsIn(row.inside.choices)) {
        std::fprintf(stderr, "%s.%s: not every choice has a name\n", format.name, row.name);
        complete_ = false;
      }
      if (*(written ? row.words.name : row.words.meaning) || row.form == Form::kMerged) continue;
      std::fprintf(stderr, "%s.%s has no words\n", format.name, row.name);
      complete_ = false;
    }
    json_.EndArray().EndObject();
  }

 private:
  static bool HasFormat(Form form) { return form == Form::kObject || form == Form::kOwn; }
  static bool HasElement(Form form) {
    return form == Form::kList || form == Form::kOwnList || form == Form::kMap ||
           form == Form::kMerged || form == Form::kSweep || form == Form::kSelection ||
           form == Form::kTwo;
  }

  static const Choices* NamedOf(const Field& row) {
    return row.form == Form::kNamed ? row.inside.named : row.keys;
  }

  void Inside(const Field& row, bool written) {
    if (const Choices* choices = NamedOf(row)) Note(*choices);
    if (HasFormat(row.form)) Print(*row.inside.object, written);
    if (HasElement(row.form)) Inside(*row.inside.element, written);
    if (row.form != Form::kVariants) return;
    for (int64_t i = 0; i < row.max; ++i) Print(*row.inside.variants[i], written);
  }

  void Print(const Choices& choices) {
    json_.BeginObject().Key("name").String(choices.name);
    json_.Key("meaning").String(choices.meaning);
    if (choices.before) json_.Key("before").String(choices.before->name);
    json_.Key("words").BeginArray();
    for (size_t i = 0; i < choices.words.size(); ++i) {
      json_.BeginObject().Key("word").String(choices.words[i]);
      if (i < choices.meanings.size()) {
        Word("meaning", choices.meanings[i].en);
        Word("meaningZh", choices.meanings[i].zh);
      }
      json_.EndObject();
    }
    json_.EndArray().EndObject();
  }

  static void AddWords(const Choices& choices, std::string* words) {
    if (choices.before) AddWords(*choices.before, words);
    for (const char* word : choices.words) *words += std::string(word) + " ";
  }
  // The words, the type that has them, or most of them, and the others.
  void Row(const Choices& choices) {
    std::string words;
    AddWords(choices, &words);
    words.pop_back();
    json_.Key("choices").String(words);
    const bool named = *choices.name;
    if (named || choices.before)
      json_.Key("named").String(named ? choices.name : choices.before->name);
    if (named || !choices.before) return;
    json_.Key("besides").BeginArray();
    for (const char* word : choices.words) json_.String(word);
    json_.EndArray();
  }

  static size_t WordsIn(const std::string& choices) {
    return 1 + static_cast<size_t>(std::count(choices.begin(), choices.end(), ' '));
  }

  void Word(const char* key, const char* text) {
    if (*text) json_.Key(key).String(text);
  }

  void Row(const Field& row) {
    json_.BeginObject();
    Word("name", row.name);
    json_.Key("form").String(kFormNames[static_cast<size_t>(row.form)]);
    if (row.required) json_.Key("required").Bool(true);
    Word("rule", RuleName(row.rule));
    if (row.form == Form::kWhole || row.max != 0)
      json_.Key("min").Integer(row.min).Key("max").Integer(row.max);
    if (row.form == Form::kChoice) json_.Key("choices").String(row.inside.choices);
    if (HasFormat(row.form)) json_.Key("object").String(row.inside.object->name);
    if (const Choices* choices = NamedOf(row)) Row(*choices);
    Word("type", row.type);
    if (HasElement(row.form)) {
      json_.Key("element");
      Row(*row.inside.element);
    }
    if (row.form == Form::kVariants) {
      json_.Key("variants").BeginArray();
      for (int64_t i = 0; i < row.max; ++i) json_.String(row.inside.variants[i]->name);
      json_.EndArray();
    }
    Word("label", row.words.name);
    Word("labelZh", row.words.name_zh);
    Word("meaning", row.words.meaning);
    Word("meaningZh", row.words.meaning_zh);
    Word("unit", row.words.unit);
    Word("default", row.words.standard);
    if (!row.called.empty()) {
      json_.Key("called").BeginArray();
      for (const Text& name : row.called)
        json_.BeginObject().Key("en").String(name.en).Key("zh").String(name.zh).EndObject();
      json_.EndArray();
    }
    json_.EndObject();
  }

  JsonWriter json_;
  std::set<std::string> seen_;
  std::vector<const Choices*> names_;
  bool complete_ = true;
};

}  // namespace

int main() {
  std::string out;
  Printer printer(&out);
  printer.Print(format::kScenario);
  printer.Print(format::kQuick);
  printer.Print(format::kExperiment);
  for (const Choices* names : format::reply::kSharedNames) printer.Note(*names);
  for (const Format* reply : format::kReplies) printer.Print(*reply, false);
  printer.Print(format::litmus::kReply, false);
  for (const Format* result : format::kResults) printer.Print(*result, false);
  printer.End();
  std::printf("%s\n", out.c_str());
  return printer.complete() ? 0 : 1;
}
