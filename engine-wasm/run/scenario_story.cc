#include "run/scenario_story.h"

namespace afterimage {
namespace {

constexpr char kFates[] = "always sometimes never";
constexpr char kPolicies[] = "none all random";
constexpr char kVerdictWords[] = "consistent lost visible never-existed damaged recovery-failed";

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
      for (uint32_t i = 0; i < scenario_.scheme->structure_count; ++i) {
        if (text == scenario_.scheme->structures[i].id) return;
      }
      f.Fail("the scheme has no such structure", "该方案没有此结构");
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
    if (field.String(&name) && scenario_.script.FindRecord(name) < 0) field.Fail("there is no record of this name", "没有此名称的记录");
  }

  void Faults() {
    root_.With("faults", false, [&](const FieldReader& faults) {
      if (!faults.IsArray(16)) return;
      for (size_t i = 0; i < faults.value().elements.size(); ++i) {
        const FieldReader fault = faults.Element(i);
        if (!fault.HasOnly("at crash")) continue;
        fault.With("at", true, [&](const FieldReader& f) { Pattern(f); });
        fault.With("crash", true, [&](const FieldReader& f) { ReadSurvive(f, nullptr, problems_); });
      }
    });
  }

  void Marks() {
    root_.With("marks", false, [&](const FieldReader& marks) {
      if (!marks.IsArray(200)) return;
      for (size_t i = 0; i < marks.value().elements.size(); ++i) {
        const FieldReader mark = marks.Element(i);
        if (!mark.HasOnly("when say focus ask")) continue;
        mark.With("when", true, [&](const FieldReader& f) { Pattern(f); });
        mark.With("say", true, [&](const FieldReader& f) { f.Bilingual(); });
        mark.With("focus", false, [&](const FieldReader& f) { Focus(f); });
        mark.With("ask", false, [&](const FieldReader& f) { Ask(f); });
      }
    });
  }

  void Focus(const FieldReader& focus) {
    if (!focus.IsArray(16)) return;
    for (size_t i = 0; i < focus.value().elements.size(); ++i) {
      std::string text;
      const FieldReader field = focus.Element(i);
      if (!field.String(&text)) continue;
      bool known = false;
      for (uint32_t s = 0; s < scenario_.scheme->structure_count; ++s) {
        const StructureInfo& info = scenario_.scheme->structures[s];
        known = known || text == std::string(kTierNames[static_cast<int>(info.tier)]) + "." + info.id;
      }
      if (!known) field.Fail("there is no such structure; write tier.structure", "没有此结构;请写 层级.结构");
    }
  }

  void Ask(const FieldReader& ask) {
    const JsonValue* form = ask.value().Find("kind");
    if (!ask.HasOnly(form && form->string == "fate" ? "kind tx" : "kind record survive")) return;
    uint32_t kind = 0, index = 0;
    ask.With("kind", true, [&](const FieldReader& f) {
      if (!f.Choice("value-after-crash fate", &kind)) return;
      if (kind == 0) ask.With("record", true, [&](const FieldReader& r) { RecordName(r); });
      if (kind == 1) ask.With("tx", true, [&](const FieldReader& t) { TransactionName(t); });
    });
    ask.With("survive", false, [&](const FieldReader& f) { f.Choice(kPolicies, &index); });
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
        if (f.value().type != JsonValue::Type::kNull) f.Integer(&number, -(int64_t{1} << 53), int64_t{1} << 53);
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
