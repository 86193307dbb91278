#include "run/file/scenario/scenario_story.h"

#include <charconv>

#include "run/file/format/scenario_format.h"
#include "run/file/scenario/site_names.h"
#include "run/file/setup_fields.h"

namespace afterimage {
namespace {

// A number as it is written, without a sign or zeros before it, from `least` to before `end`.
bool IsNumber(std::string_view text, uint64_t least, uint64_t end) {
  uint64_t number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && std::to_string(number) == text && number >= least && number < end;
}

// Keeps the units that were chosen by hand.
class UnitReader final : public FieldRules {
 public:
  explicit UnitReader(std::vector<UnitChoice>* units) : units_(*units) {}

  void Read(Rule, const FieldReader& unit) override {
    format::UnitNumbers numbers;
    ReadObject(unit, format::kUnit, this, &numbers);
    const JsonValue* stores = unit.value().Find("stores");
    if (!stores) return;
    UnitChoice choice{numbers.tier == 0 ? Tier::kNvm : Tier::kDisk, numbers.address, {}};
    for (const JsonValue& store : stores->elements) choice.stores.push_back(store.boolean);
    units_.push_back(std::move(choice));
  }

 private:
  std::vector<UnitChoice>& units_;
};

class StoryChecker final : public FieldRules {
 public:
  StoryChecker(const Scenario& scenario, std::vector<Problem>* problems)
      : scenario_(scenario), problems_(problems) {}

  void Read(Rule rule, const FieldReader& field) override {
    switch (rule) {
      case Rule::kEventKind: return EventKind(field);
      case Rule::kStructureKind: return StructureKind(field);
      case Rule::kTransaction: return TransactionName(field);
      case Rule::kRecord: return RecordName(field);
      case Rule::kStructure: return StructureName(field);
      case Rule::kSubject: return Subject(field);
      case Rule::kMutation: return MutationName(field);
      case Rule::kUnit: ReadObject(field, format::kUnit, this); return;
      case Rule::kSide: return SideScheme(field);
      case Rule::kQuestion: return Ask(field);
      case Rule::kFact: return Fact(field);
      case Rule::kValue: return Value(field);
      default: return;
    }
  }

 private:
  void EventKind(const FieldReader& field) {
    const std::string& text = field.value().string;
    for (const char* name : kEventKindNames) {
      if (text == name && !text.empty()) return;
    }
    field.Fail("there is no event of this kind", "没有此类事件");
  }

  void StructureKind(const FieldReader& field) {
    for (uint32_t i = 0; i < scenario_.scheme->structures.size(); ++i) {
      if (field.value().string == scenario_.scheme->structures[i].id) return;
    }
    field.Fail("the system has no such structure", "该系统没有此结构");
  }

  void TransactionName(const FieldReader& field) {
    for (const ScriptTransaction& txn : scenario_.script.transactions) {
      if (txn.name == field.value().string) return;
    }
    field.Fail("the script has no such transaction", "脚本中没有此事务");
  }

  void RecordName(const FieldReader& field) {
    if (scenario_.script.FindRecord(field.value().string) < 0)
      field.Fail("there is no record with this name", "没有此名称的记录");
  }

  void MutationName(const FieldReader& field) {
    if (!IsMutation(*scenario_.scheme, field.value().string))
      field.Fail("the system has no such mutation", "该系统没有此变异");
  }

  void StructureName(const FieldReader& field) {
    if (!IsStructure(field.value().string))
      field.Fail("there is no such structure; write tier.structure", "没有此结构；请写 层级.结构");
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

  // Reads what the sentence names: a structure, an item of it by its label, a pointer of an item, a
  // thread, or a bank. The existing items are known at the run, not here.
  void Subject(const FieldReader& field) {
    if (!IsSubject(field.value().string))
      field.Fail(
          "there is no such subject; write tier.structure, tier.structure:item, "
          "tier.structure:item>pointer, thread:1 or bank:0",
          "没有此对象；写法如 "
          "`nvm.log-record`、`nvm.log-record:3`、`nvm.list-node:3>next`、`thread:1` 或 `bank:0`");
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
    const JsonValue* form = ask.value().Find("kind");
    uint32_t kind = 0;
    if (!form || !ask.Member("kind", *form).Choice(format::kQuestionKinds, &kind)) {
      ask.Get("kind", true);
      return;
    }
    ReadObject(ask, *format::kQuestions[kind], this);
  }

  // The same script on two systems, or with other parameters.
  void SideScheme(const FieldReader& field) {
    const SchemeInfo* scheme = nullptr;
    ParamValues params;
    if (!HasFormat(field, format::kScheme)) return;
    ReadScheme(field, &scheme, &params);
    const Mismatch* mismatch =
        scheme && problems_->empty() ? scheme->check(params, scenario_.Profile()) : nullptr;
    if (mismatch) Refuse(ParamsOf(field), *mismatch);
  }

  void Fact(const FieldReader& fact) {
    const Format& form = fact.value().Find("verdict") ? format::kVerdictFact
                         : fact.value().Find("fate")  ? format::kFateFact
                                                      : format::kRecordFact;
    ReadObject(fact, form, this);
  }

  void Value(const FieldReader& field) {
    int64_t number = 0;
    if (field.value().type != JsonValue::Type::kNull)
      field.Integer(&number, -format::kMostValue, format::kMostValue);
  }

  const Scenario& scenario_;
  std::vector<Problem>* problems_;
};

}  // namespace

void CheckStory(const FieldReader& root, const Scenario& scenario, std::vector<Problem>* problems) {
  StoryChecker rules(scenario, problems);
  ReadRows(root, format::kScenario, &rules, nullptr);
}

bool ParseSurvive(std::string_view text, Survive* survive, std::vector<Problem>* problems) {
  JsonValue root;
  if (!ParseFile(text, &root, problems)) return false;
  UnitReader rules(&survive->units);
  ReadObject(FieldReader(root, "", problems), format::kSurvive, &rules, survive);
  return problems->empty();
}

}  // namespace afterimage
