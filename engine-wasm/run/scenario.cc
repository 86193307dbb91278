#include "run/scenario.h"

#include <algorithm>

#include "run/field_reader.h"

namespace afterimage {
namespace {

constexpr char kFates[] = "always sometimes never";
constexpr char kPolicies[] = "none all random";

class ScenarioParser {
 public:
  ScenarioParser(const JsonValue& root, Scenario* out, std::vector<Problem>* problems)
      : root_(root, "", problems), out_(*out), problems_(problems) {}

  bool Run() {
    if (!root_.HasOnly("format id kind title about machine scheme deadlock seed records threads faults marks facts")) return false;
    Head();
    MachineField();
    SchemeField();
    Records();
    Threads();
    if (!problems_->empty()) return false;  // what follows refers to all of these
    Faults();
    Marks();
    Facts();
    Memory();
    return problems_->empty();
  }

 private:
  // The member `key`, read by f(FieldReader), if it is there.
  template <class F>
  void With(const FieldReader& object, const char* key, bool required, F&& f) {
    if (const JsonValue* value = object.Get(key, required)) f(object.Member(key, *value));
  }

  void Head() {
    int64_t integer = 0;
    std::string text;
    uint32_t index = 0;
    With(root_, "format", true, [&](const FieldReader& f) { f.Integer(&integer, 1, 1); });
    With(root_, "kind", true, [&](const FieldReader& f) { f.Choice("scenario", &index); });
    With(root_, "id", true, [&](const FieldReader& f) {
      const bool good = f.String(&text, 64) && !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
      });
      if (!good) f.Fail("an id has 1 to 64 lower-case letters, digits and dashes", "id 应为 1 到 64 个小写字母、数字或短横线");
    });
    With(root_, "title", true, [&](const FieldReader& f) { f.Bilingual(); });
    With(root_, "about", false, [&](const FieldReader& f) { f.Bilingual(); });
    With(root_, "seed", false, [&](const FieldReader& f) {
      if (f.Integer(&integer, 0, int64_t{1} << 53)) out_.seed = static_cast<uint64_t>(integer);
    });
    With(root_, "deadlock", false, [&](const FieldReader& f) {
      if (f.Choice("detect wait-die", &index)) out_.deadlock = static_cast<DeadlockPolicy>(index);
    });
  }

  void MachineField() {
    With(root_, "machine", true, [&](const FieldReader& machine) {
      if (!machine.HasOnly("id overrides")) return;
      With(machine, "id", true, [&](const FieldReader& f) {
        std::string id;
        if (!f.String(&id)) return;
        out_.machine = FindMachine(id);
        if (!out_.machine) f.Fail("there is no machine of this name", "没有此名称的机器");
      });
      With(machine, "overrides", false, [&](const FieldReader& overrides) {
        if (!overrides.IsObject()) return;
        for (const auto& [name, value] : overrides.value().members) Override(overrides.Member(name, value), name);
      });
    });
  }

  void Override(const FieldReader& field, const std::string& name) {
    const Price price = FindPrice(name);
    if (price == Price::kCount) {
      field.Fail("there is no price of this name", "没有此名称的价格");
      return;
    }
    const PriceInfo& info = kPriceInfo[static_cast<int>(price)];
    int64_t value = 0;
    if (!field.Integer(&value, info.min, info.max)) return;
    if ((price == Price::kDiskSector || price == Price::kNvmWearUnit) && (value & (value - 1)) != 0) {
      field.Fail("a power of two is expected", "此处应为 2 的幂");
      return;
    }
    out_.overrides.emplace_back(price, value);
  }

  void SchemeField() {
    With(root_, "scheme", true, [&](const FieldReader& scheme) {
      if (!scheme.HasOnly("id params mutations")) return;
      With(scheme, "id", true, [&](const FieldReader& f) {
        std::string id;
        if (!f.String(&id)) return;
        out_.scheme = FindScheme(id);
        if (!out_.scheme) f.Fail("there is no scheme of this name", "没有此名称的方案");
      });
      if (!out_.scheme) return;
      for (uint32_t i = 0; i < out_.scheme->param_count; ++i) out_.params.value[i] = out_.scheme->params[i].standard;
      With(scheme, "params", false, [&](const FieldReader& params) {
        if (!params.IsObject()) return;
        for (const auto& [name, value] : params.value().members) Param(params.Member(name, value), name);
      });
      With(scheme, "mutations", false, [&](const FieldReader& mutations) {
        if (!mutations.IsArray(16)) return;
        for (size_t i = 0; i < mutations.value().elements.size(); ++i) Mutation(mutations.Element(i));
      });
      if (!problems_->empty() || !out_.machine) return;
      const FieldReader at = scheme.value().Find("params") ? scheme.Member("params", *scheme.value().Find("params")) : scheme;
      if (const Text* reason = out_.scheme->check(out_.params, out_.Profile())) at.Fail(*reason);
    });
  }

  void Param(const FieldReader& field, const std::string& name) {
    for (uint32_t i = 0; i < out_.scheme->param_count; ++i) {
      const ParamInfo& info = out_.scheme->params[i];
      if (name != info.id) continue;
      if (info.type == ParamType::kBoolean) {
        bool value = false;
        if (field.Bool(&value)) out_.params.value[i] = value;
      } else if (info.type == ParamType::kInteger) {
        field.Integer(&out_.params.value[i], info.min, info.max);
      } else {
        std::string choices;
        for (uint32_t c = 0; c < info.choice_count; ++c) choices += (c ? " " : "") + std::string(info.choices[c].id);
        uint32_t index = 0;
        if (field.Choice(choices, &index)) out_.params.value[i] = index;
      }
      return;
    }
    field.Fail("the scheme has no such parameter", "该方案没有此参数");
  }

  void Mutation(const FieldReader& field) {
    std::string name;
    if (!field.String(&name)) return;
    for (uint32_t i = 0; i < out_.scheme->mutation_count; ++i) {
      if (name != out_.scheme->mutations[i].id) continue;
      out_.mutations |= uint32_t{1} << i;
      return;
    }
    field.Fail("the scheme has no such mutation", "该方案没有此变异");
  }

  void Records() {
    With(root_, "records", true, [&](const FieldReader& records) {
      if (!records.IsObject()) return;
      if (records.value().members.size() > Script::kMaxRecords) {
        records.Fail("more than 1000 records", "记录超过 1000 个");
        return;
      }
      for (const auto& [name, value] : records.value().members) {
        const FieldReader field = records.Member(name, value);
        int64_t number = 0;
        if (!IsName(name)) {
          field.Fail("a record's name is a letter, then up to 7 letters, digits or underscores",
                     "记录名以字母开头,其后最多 7 个字母、数字或下划线");
        } else if (field.Integer(&number, -(int64_t{1} << 53), int64_t{1} << 53)) {
          out_.script.records.push_back({name, true, number});
        }
      }
    });
  }

  void Threads() {
    With(root_, "threads", true, [&](const FieldReader& threads) {
      if (!threads.IsArray(Script::kMaxThreads)) return;
      if (threads.value().elements.empty()) {
        threads.Fail("at least one thread is expected", "至少需要一个线程");
        return;
      }
      CollectInserts(threads.value());
      size_t total = 0;
      for (size_t i = 0; i < threads.value().elements.size(); ++i) {
        const FieldReader thread = threads.Element(i);
        if (!thread.IsArray(Script::kMaxStatements)) continue;
        total += thread.value().elements.size();
        if (total > Script::kMaxStatements) {
          thread.Fail("more than 20000 statements in all", "语句总数超过 20000");
          return;
        }
        OneThread(thread);
      }
      uint32_t thread = 0, statement = 0;
      if (!problems_->empty()) return;
      if (const Text* reason = CheckSignals(out_.script, &thread, &statement)) {
        threads.Element(thread).Element(statement).Fail(*reason);
      }
    });
  }

  // A record that one thread inserts may be named by a thread that stands before it.
  void CollectInserts(const JsonValue& threads) {
    for (const JsonValue& thread : threads.elements) {
      for (const JsonValue& statement : thread.elements) {
        std::string_view text = statement.string;
        if (text.substr(0, 7) != "insert ") continue;
        text.remove_prefix(7);
        while (!text.empty() && text[0] == ' ') text.remove_prefix(1);
        size_t end = 0;
        while (end < text.size() && text[end] != ' ' && text[end] != ':') ++end;
        const std::string_view name = text.substr(0, end);
        if (IsName(name) && out_.script.FindRecord(name) < 0 && out_.script.records.size() < Script::kMaxRecords) {
          out_.script.records.push_back({std::string(name), false, 0});
        }
      }
    }
  }

  void OneThread(const FieldReader& thread) {
    out_.script.threads.emplace_back();
    TxnLabel open = 0;
    for (size_t i = 0; i < thread.value().elements.size(); ++i) {
      std::string text;
      const FieldReader field = thread.Element(i);
      if (!field.String(&text, 200)) continue;
      if (const Text* reason = CompileStatement(text, out_.script, &open)) field.Fail(*reason);
    }
  }

  // --- What the interface uses ---------------------------------------------------------------

  void Pattern(const FieldReader& pattern) {
    if (!pattern.HasOnly("event of tx nth phase")) return;
    std::string text;
    int64_t integer = 0;
    With(pattern, "event", true, [&](const FieldReader& f) {
      if (!f.String(&text)) return;
      for (const char* name : kEventKindNames) {
        if (text == name && !text.empty()) return;
      }
      f.Fail("there is no event of this kind", "没有此类事件");
    });
    With(pattern, "of", false, [&](const FieldReader& f) {
      if (!f.String(&text)) return;
      for (uint32_t i = 0; i < out_.scheme->structure_count; ++i) {
        if (text == out_.scheme->structures[i].id) return;
      }
      f.Fail("the scheme has no such structure", "该方案没有此结构");
    });
    With(pattern, "tx", false, [&](const FieldReader& f) { TransactionName(f); });
    With(pattern, "nth", false, [&](const FieldReader& f) { f.Integer(&integer, 1, 100000000); });
    With(pattern, "phase", false, [&](const FieldReader& f) { f.Integer(&integer, 0, 100); });
  }

  void TransactionName(const FieldReader& field) {
    std::string name;
    if (!field.String(&name)) return;
    for (const ScriptTransaction& txn : out_.script.transactions) {
      if (txn.name == name) return;
    }
    field.Fail("the script has no such transaction", "脚本中没有此事务");
  }

  void RecordName(const FieldReader& field) {
    std::string name;
    if (field.String(&name) && out_.script.FindRecord(name) < 0) field.Fail("there is no record of this name", "没有此名称的记录");
  }

  void Faults() {
    With(root_, "faults", false, [&](const FieldReader& faults) {
      if (!faults.IsArray(16)) return;
      for (size_t i = 0; i < faults.value().elements.size(); ++i) {
        const FieldReader fault = faults.Element(i);
        if (!fault.HasOnly("at crash")) continue;
        With(fault, "at", true, [&](const FieldReader& f) { Pattern(f); });
        With(fault, "crash", true, [&](const FieldReader& f) { ReadSurvive(f, nullptr, problems_); });
      }
    });
  }

  void Marks() {
    With(root_, "marks", false, [&](const FieldReader& marks) {
      if (!marks.IsArray(200)) return;
      for (size_t i = 0; i < marks.value().elements.size(); ++i) {
        const FieldReader mark = marks.Element(i);
        if (!mark.HasOnly("when say focus ask")) continue;
        With(mark, "when", true, [&](const FieldReader& f) { Pattern(f); });
        With(mark, "say", true, [&](const FieldReader& f) { f.Bilingual(); });
        With(mark, "focus", false, [&](const FieldReader& f) { Focus(f); });
        With(mark, "ask", false, [&](const FieldReader& f) { Ask(f); });
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
      for (uint32_t s = 0; s < out_.scheme->structure_count; ++s) {
        const StructureInfo& info = out_.scheme->structures[s];
        known = known || text == std::string(kTierNames[static_cast<int>(info.tier)]) + "." + info.id;
      }
      if (!known) field.Fail("there is no such structure; write tier.structure", "没有此结构;请写 层级.结构");
    }
  }

  void Ask(const FieldReader& ask) {
    if (!ask.HasOnly("kind record survive tx")) return;
    uint32_t kind = 0, index = 0;
    With(ask, "kind", true, [&](const FieldReader& f) {
      if (!f.Choice("value-after-crash fate", &kind)) return;
      if (kind == 0) With(ask, "record", true, [&](const FieldReader& r) { RecordName(r); });
      if (kind == 1) With(ask, "tx", true, [&](const FieldReader& t) { TransactionName(t); });
    });
    With(ask, "survive", false, [&](const FieldReader& f) { f.Choice(kPolicies, &index); });
  }

  void Facts() {
    With(root_, "facts", false, [&](const FieldReader& facts) {
      if (!facts.IsArray(200)) return;
      for (size_t i = 0; i < facts.value().elements.size(); ++i) OneFact(facts.Element(i));
    });
  }

  void OneFact(const FieldReader& fact) {
    if (!fact.HasOnly("after record is verdict at tx fate")) return;
    uint32_t index = 0;
    if (fact.value().Find("verdict")) {
      With(fact, "verdict", true, [&](const FieldReader& f) { f.Choice("consistent lost visible never-existed damaged recovery-failed", &index); });
    } else if (fact.value().Find("fate")) {
      With(fact, "fate", true, [&](const FieldReader& f) { f.Choice(kFates, &index); });
      With(fact, "at", true, [&](const FieldReader& f) { Pattern(f); });
      With(fact, "tx", true, [&](const FieldReader& f) { TransactionName(f); });
    } else {
      With(fact, "after", true, [&](const FieldReader& f) { f.Choice("run recovery", &index); });
      With(fact, "record", true, [&](const FieldReader& f) { RecordName(f); });
      With(fact, "is", true, [&](const FieldReader& f) {
        int64_t number = 0;
        if (f.value().type != JsonValue::Type::kNull) f.Integer(&number, -(int64_t{1} << 53), int64_t{1} << 53);
      });
    }
  }

  void Memory() {
    if (!problems_->empty()) return;
    const DeviceSizes sizes = out_.scheme->sizes(out_.params, out_.Profile());
    const uint64_t bytes = uint64_t{sizes.nvm_bytes} * 3 + sizes.disk_bytes;
    if (bytes <= kMaxSessionBytes) return;
    const JsonValue* scheme = root_.value().Find("scheme");
    const FieldReader at = root_.Member("scheme", *scheme);
    const JsonValue* params = scheme->Find("params");
    (params ? at.Member("params", *params) : at)
        .Fail("these parameters need " + std::to_string(bytes >> 20) + " MB; 64 MB are allowed",
              "这些参数需要 " + std::to_string(bytes >> 20) + " MB;允许 64 MB");
  }

 public:
  static bool ReadSurvive(const FieldReader& field, Survive* out, std::vector<Problem>* problems);

 private:
  FieldReader root_;
  Scenario& out_;
  std::vector<Problem>* problems_;
};

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
  out->address = static_cast<uint32_t>(address);
  for (size_t i = 0; i < s->elements.size(); ++i) {
    bool survives = false;
    if (!stores.Element(i).Bool(&survives)) return false;
    out->stores.push_back(survives);
  }
  return true;
}

bool ScenarioParser::ReadSurvive(const FieldReader& field, Survive* out, std::vector<Problem>* problems) {
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

bool ParseText(std::string_view text, JsonValue* root, std::vector<Problem>* problems) {
  if (text.size() > kMaxScenarioBytes) {
    problems->push_back({"", "the file is larger than 1 MB", "文件超过 1 MB", 0, 0});
    return false;
  }
  JsonError error;
  if (ParseJson(text, root, &error)) return true;
  problems->push_back({"", std::string("not JSON: ") + error.reason.en, std::string("不是 JSON:") + error.reason.zh,
                       error.line, error.column});
  return false;
}

}  // namespace

MachineProfile Scenario::Profile() const {
  MachineProfile profile(*machine);
  for (const auto& [price, value] : overrides) profile.Set(price, value);
  return profile;
}

bool ParseScenario(std::string_view text, Scenario* scenario, std::vector<Problem>* problems) {
  JsonValue root;
  return ParseText(text, &root, problems) && ScenarioParser(root, scenario, problems).Run();
}

bool ParseSurvive(std::string_view text, Survive* survive, std::vector<Problem>* problems) {
  JsonValue root;
  if (!ParseText(text, &root, problems)) return false;
  return ScenarioParser::ReadSurvive(FieldReader(root, "", problems), survive, problems);
}

}  // namespace afterimage
