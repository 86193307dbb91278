#include "run/file/scenario_story.h"

#include <charconv>

#include "run/file/setup_fields.h"
#include "run/file/site_names.h"

namespace afterimage {
namespace {

constexpr char kFates[] = "always sometimes never";
constexpr char kPolicies[] = "none all random";
constexpr char kQuestions[] = "value-after-crash fate undone-next leave-out order faster cut";
constexpr char kVerdictWords[] = "consistent lost visible never-existed damaged recovery-failed";

// A number as it is written, without a sign or zeros before it, from `least` to before `end`.
bool IsNumber(std::string_view text, uint64_t least, uint64_t end) {
  uint64_t number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && std::to_string(number) == text && number >= least && number < end;
}

bool ReadUnit(const FieldReader& unit, UnitChoice* out) {
  if (!unit.HasOnly("tier address stores")) return false;
  uint32_t tier = 0;
  int64_t address = 0;
  const JsonValue* t = unit.Get("tier", true);
  const JsonValue* a = unit.Get("address", true);
  const JsonValue* s = unit.Get("stores", true);
  if (!t || !a || !s) return false;
  if (!unit.Member("tier", *t).Choice("nvm disk", &tier)) return false;
  if (!unit.Member("address", *a).Integer(&address, 0, 0xffffffff)) return false;
  const FieldReader stores = unit.Member("stores", *s);
  if (!stores.IsArray(100000)) return false;
  out->tier = tier == 0 ? Tier::kNvm : Tier::kDisk;
  out->address = static_cast<uint64_t>(address);
  for (size_t i = 0; i < s->elements.size(); ++i) {
    bool survives = false;
    if (!stores.Element(i).Bool(&survives)) return false;
    out->stores.push_back(survives);
  }
  return true;
}

bool ReadSurvive(const FieldReader& field, Survive* out, std::vector<Problem>* problems) {
  Survive survive;
  uint32_t policy = 0;
  int64_t seed = 0;
  if (!field.HasOnly("survive seed units")) return false;
  const JsonValue* p = field.Get("survive", true);
  if (!p || !field.Member("survive", *p).Choice(kPolicies, &policy)) return false;
  survive.policy = static_cast<SurvivePolicy>(policy);
  if (const JsonValue* s = field.Get("seed", false)) {
    if (!field.Member("seed", *s).Integer(&seed, 0, int64_t{1} << 53)) return false;
    survive.seed = static_cast<uint64_t>(seed);
  }
  if (const JsonValue* u = field.Get("units", false)) {
    const FieldReader units = field.Member("units", *u);
    if (!units.IsArray(10000)) return false;
    for (size_t i = 0; i < u->elements.size(); ++i) {
      UnitChoice choice;
      if (!ReadUnit(units.Element(i), &choice)) return false;
      survive.units.push_back(std::move(choice));
    }
  }
  if (out) *out = std::move(survive);
  return problems->empty();
}

class StoryChecker {
 public:
  StoryChecker(const FieldReader& root, const Scenario& scenario, std::vector<Problem>* problems)
      : root_(root), scenario_(scenario), problems_(problems) {}

  void Run() {
    Lecture();
    Faults();
    Marks();
    Facts();
  }

 private:
  void Pattern(const FieldReader& pattern) {
    if (!pattern.HasOnly("event of tx nth phase")) return;
    std::string text;
    int64_t integer = 0;
    pattern.With("event", true, [&](const FieldReader& f) {
      if (!f.String(&text)) return;
      for (const char* name : kEventKindNames) {
        if (text == name && !text.empty()) return;
      }
      f.Fail("there is no event of this kind", "没有此类事件");
    });
    pattern.With("of", false, [&](const FieldReader& f) {
      if (!f.String(&text)) return;
      for (uint32_t i = 0; i < scenario_.scheme->structures.size(); ++i) {
        if (text == scenario_.scheme->structures[i].id) return;
      }
      f.Fail("the system has no such structure", "该系统没有此结构");
    });
    pattern.With("tx", false, [&](const FieldReader& f) { TransactionName(f); });
    pattern.With("nth", false, [&](const FieldReader& f) { f.Integer(&integer, 1, 100000000); });
    pattern.With("phase", false, [&](const FieldReader& f) { f.Integer(&integer, 0, 100); });
  }

  void TransactionName(const FieldReader& field) {
    std::string name;
    if (!field.String(&name)) return;
    for (const ScriptTransaction& txn : scenario_.script.transactions) {
      if (txn.name == name) return;
    }
    field.Fail("the script has no such transaction", "脚本中没有此事务");
  }

  void RecordName(const FieldReader& field) {
    std::string name;
    if (field.String(&name) && scenario_.script.FindRecord(name) < 0)
      field.Fail("there is no record with this name", "没有此名称的记录");
  }

  void Faults() {
    root_.With("faults", false, [&](const FieldReader& faults) {
      if (!faults.IsArray(16)) return;
      for (size_t i = 0; i < faults.value().elements.size(); ++i) {
        const FieldReader fault = faults.Element(i);
        if (!fault.HasOnly("at crash")) continue;
        fault.With("at", true, [&](const FieldReader& f) { Pattern(f); });
        fault.With("crash", true,
                   [&](const FieldReader& f) { ReadSurvive(f, nullptr, problems_); });
      }
    });
  }

  void Marks() {
    root_.With("marks", false, [&](const FieldReader& marks) {
      if (!marks.IsArray(200)) return;
      for (size_t i = 0; i < marks.value().elements.size(); ++i) {
        const FieldReader mark = marks.Element(i);
        if (!mark.HasOnly("when name say then notes minutes pause focus subjects ask")) continue;
        for (const char* text : {"name", "then", "notes"})
          mark.With(text, false, [&](const FieldReader& f) { f.Bilingual(); });
        int64_t minutes = 0, pause = 0;
        mark.With("minutes", false, [&](const FieldReader& f) { f.Integer(&minutes, 0, 180); });
        mark.With("pause", false, [&](const FieldReader& f) { f.Integer(&pause, 1, 600); });
        mark.With("when", true, [&](const FieldReader& f) { Pattern(f); });
        mark.With("say", true, [&](const FieldReader& f) { f.Bilingual(); });
        mark.With("focus", false, [&](const FieldReader& f) { Focus(f); });
        mark.With("subjects", false, [&](const FieldReader& f) { Subjects(f); });
        mark.With("ask", false, [&](const FieldReader& f) { Ask(f); });
      }
    });
  }

  void Focus(const FieldReader& focus) {
    if (!focus.IsArray(16)) return;
    for (size_t i = 0; i < focus.value().elements.size(); ++i) {
      std::string text;
      const FieldReader field = focus.Element(i);
      if (field.String(&text) && !IsStructure(text))
        field.Fail("there is no such structure; write tier.structure",
                   "没有此结构；请写 层级.结构");
    }
  }

  // tier.structure. Whether a log or a home is in NVM or on a disk is a parameter of some systems.
  bool IsStructure(std::string_view text) const {
    for (uint32_t s = 0; s < scenario_.scheme->structures.size(); ++s) {
      const StructureInfo& info = scenario_.scheme->structures[s];
      const bool device = info.tier == Tier::kNvm || info.tier == Tier::kDisk;
      for (const Tier tier :
           {info.tier, device ? Tier::kNvm : info.tier, device ? Tier::kDisk : info.tier})
        if (text == std::string(kTierNames[static_cast<int>(tier)]) + "." + info.id) return true;
    }
    return false;
  }

  // What the sentence names: a structure, an item of it by its label, a pointer of an item, a
  // thread, or a bank. Which items there are is known where the run is, not here.
  void Subjects(const FieldReader& subjects) {
    if (!subjects.IsArray(32)) return;
    for (size_t i = 0; i < subjects.value().elements.size(); ++i) {
      std::string text;
      const FieldReader field = subjects.Element(i);
      if (field.String(&text) && !IsSubject(text))
        field.Fail(
            "there is no such subject; write tier.structure, tier.structure:item, "
            "tier.structure:item>pointer, thread:1 or bank:0",
            "没有此对象；写法如 "
            "`nvm.log-record`、`nvm.log-record:3`、`nvm.list-node:3>next`、`thread:1` 或 `bank:0`");
    }
  }

  bool IsSubject(std::string_view text) const {
    const size_t colon = text.find(':');
    if (colon == std::string_view::npos) return IsStructure(text);
    const std::string_view what = text.substr(0, colon), which = text.substr(colon + 1);
    if (what == "thread") return IsNumber(which, 1, scenario_.script.threads.size() + 1);
    if (what == "bank") return IsNumber(which, 0, scenario_.Profile()[Price::kNvmBanks]);
    return !which.empty() && which.front() != '>' && which.back() != '>' && IsStructure(what);
  }

  void Ask(const FieldReader& ask) {
    static constexpr const char* kFields[] = {"record survive", "tx",    "",  "lines",
                                              "steps",          "sides", "tx"};
    const JsonValue* form = ask.value().Find("kind");
    uint32_t kind = 0, index = 0;
    if (!form || !ask.Member("kind", *form).Choice(kQuestions, &kind)) {
      ask.Get("kind", true);
      return;
    }
    if (!ask.HasOnly(std::string("kind words because gives_away ") + kFields[kind])) return;
    ask.With("words", false, [&](const FieldReader& f) { f.Bilingual(); });
    ask.With("because", false, [&](const FieldReader& f) { Because(f); });
    ask.With("gives_away", false, [&](const FieldReader& f) { GivesAway(f); });
    const std::string_view fields = kFields[kind];
    if (kind == 0) ask.With("record", true, [&](const FieldReader& f) { RecordName(f); });
    if (fields == "tx") ask.With("tx", true, [&](const FieldReader& f) { TransactionName(f); });
    ask.With("survive", false, [&](const FieldReader& f) { f.Choice(kPolicies, &index); });
    if (fields == "lines") ask.With("lines", true, [&](const FieldReader& f) { Lines(f); });
    if (fields == "steps") ask.With("steps", true, [&](const FieldReader& f) { Steps(f); });
    if (fields == "sides") ask.With("sides", true, [&](const FieldReader& f) { Sides(f); });
  }

  // {"always": {"en": ..., "zh": ...}}: a sentence for whoever chose it.
  void Because(const FieldReader& because) {
    if (!because.IsObject()) return;
    for (const auto& [choice, text] : because.value().members)
      because.Member(choice, text).Bilingual();
  }

  // {"en": [...], "zh": [...]}: phrases that must not be read before the question is closed.
  void GivesAway(const FieldReader& field) {
    if (!field.HasOnly("en zh")) return;
    for (const char* language : {"en", "zh"}) {
      field.With(language, false, [&](const FieldReader& phrases) {
        std::string phrase;
        if (!phrases.IsArray(32)) return;
        for (size_t i = 0; i < phrases.value().elements.size(); ++i)
          phrases.Element(i).String(&phrase, 200);
      });
    }
  }

  // Between two and eight.
  bool Several(const FieldReader& list) {
    if (!list.IsArray(8)) return false;
    if (list.value().elements.size() >= 2) return true;
    return list.Fail("a question needs at least two to choose from", "问题至少需要两个选项");
  }

  // Each leaves out one operation of a line: leave-out-commit-2-1; with words of its own or the
  // line's.
  void Lines(const FieldReader& lines) {
    if (!Several(lines)) return;
    for (size_t i = 0; i < lines.value().elements.size(); ++i) {
      const FieldReader line = lines.Element(i);
      if (!line.HasOnly("mutation text")) continue;
      line.With("text", false, [&](const FieldReader& f) { f.Bilingual(); });
      line.With("mutation", true, [&](const FieldReader& f) {
        std::string name;
        if (f.String(&name) && !IsMutation(*scenario_.scheme, name))
          f.Fail("the system has no such mutation", "该系统没有此变异");
      });
    }
  }

  void Steps(const FieldReader& steps) {
    if (!Several(steps)) return;
    for (size_t i = 0; i < steps.value().elements.size(); ++i) {
      const FieldReader step = steps.Element(i);
      if (!step.HasOnly("when text")) continue;
      step.With("when", true, [&](const FieldReader& f) { Pattern(f); });
      step.With("text", true, [&](const FieldReader& f) { f.Bilingual(); });
    }
  }

  // The same script on two systems, or with other parameters.
  void Sides(const FieldReader& sides) {
    if (!Several(sides)) return;
    for (size_t i = 0; i < sides.value().elements.size(); ++i) {
      const FieldReader side = sides.Element(i);
      if (!side.HasOnly("title scheme")) continue;
      side.With("title", true, [&](const FieldReader& f) { f.Bilingual(); });
      side.With("scheme", true, [&](const FieldReader& f) {
        const SchemeInfo* scheme = nullptr;
        ParamValues params;
        if (!f.HasOnly("id preset params")) return;
        ReadScheme(f, &scheme, &params);
        const Mismatch* mismatch =
            scheme && problems_->empty() ? scheme->check(params, scenario_.Profile()) : nullptr;
        if (mismatch) Refuse(ParamsOf(f), *mismatch);
      });
    }
  }

  void Lecture() {
    root_.With("lecture", false, [&](const FieldReader& lecture) {
      if (!lecture.HasOnly("minutes level needs structures keep")) return;
      int64_t minutes = 0;
      uint32_t level = 0;
      std::string id;
      lecture.With("minutes", false, [&](const FieldReader& f) { f.Integer(&minutes, 1, 180); });
      lecture.With("level", false,
                   [&](const FieldReader& f) { f.Choice("first-steps further advanced", &level); });
      lecture.With("needs", false, [&](const FieldReader& f) {
        if (!f.IsArray(16)) return;
        for (size_t i = 0; i < f.value().elements.size(); ++i) f.Element(i).Id(&id);
      });
      lecture.With("structures", false, [&](const FieldReader& f) { Focus(f); });
      lecture.With("keep", false, [&](const FieldReader& f) { f.Bilingual(); });
    });
  }

  void Facts() {
    root_.With("facts", false, [&](const FieldReader& facts) {
      if (!facts.IsArray(200)) return;
      for (size_t i = 0; i < facts.value().elements.size(); ++i) OneFact(facts.Element(i));
    });
  }

  void OneFact(const FieldReader& fact) {
    const bool verdict = fact.value().Find("verdict"), fate = fact.value().Find("fate");
    if (!fact.HasOnly(verdict ? "verdict" : fate ? "at tx fate" : "after record is")) return;
    uint32_t index = 0;
    if (verdict) {
      fact.With("verdict", true, [&](const FieldReader& f) { f.Choice(kVerdictWords, &index); });
    } else if (fate) {
      fact.With("fate", true, [&](const FieldReader& f) { f.Choice(kFates, &index); });
      fact.With("at", true, [&](const FieldReader& f) { Pattern(f); });
      fact.With("tx", true, [&](const FieldReader& f) { TransactionName(f); });
    } else {
      fact.With("after", true, [&](const FieldReader& f) { f.Choice("run recovery", &index); });
      fact.With("record", true, [&](const FieldReader& f) { RecordName(f); });
      fact.With("is", true, [&](const FieldReader& f) {
        int64_t number = 0;
        if (f.value().type != JsonValue::Type::kNull)
          f.Integer(&number, -(int64_t{1} << 53), int64_t{1} << 53);
      });
    }
  }

  const FieldReader& root_;
  const Scenario& scenario_;
  std::vector<Problem>* problems_;
};

}  // namespace

void CheckStory(const FieldReader& root, const Scenario& scenario, std::vector<Problem>* problems) {
  StoryChecker(root, scenario, problems).Run();
}

bool ParseSurvive(std::string_view text, Survive* survive, std::vector<Problem>* problems) {
  JsonValue root;
  if (!ParseFile(text, &root, problems)) return false;
  return ReadSurvive(FieldReader(root, "", problems), survive, problems);
}

}  // namespace afterimage
