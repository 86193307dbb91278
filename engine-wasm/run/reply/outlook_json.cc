// Outlook and Verdict as JSON.
#include "base/json/json_writer.h"
#include "run/explore/outlook.h"
#include "run/life/tier_reader.h"

namespace afterimage {

namespace {

void WriteObserved(const Observed& value, JsonWriter& json) {
  value.present ? json.Integer(value.number) : json.Null();
}

const char* ReasonOf(const Session& session, const Outlook& outlook, uint32_t i) {
  const Fate fate = outlook.FateOf(i);
  if (outlook.transactions[i].broken) return "partly-visible";
  switch (session.oracle().state(static_cast<TxnLabel>(i + 1))) {
    case ClientState::kNotBegun: return "not-begun";
    case ClientState::kAborted: return "aborted";
    case ClientState::kAcknowledged:
      return fate == Fate::kAlways ? "acknowledged" : "acknowledged-but-lost";
    case ClientState::kActive: return fate == Fate::kNever ? "not-committed" : "partly-visible";
    case ClientState::kCommitting: break;
  }
  return fate == Fate::kAlways      ? "commit-durable"
         : fate == Fate::kSometimes ? "commit-in-flight"
                                    : "not-committed";
}

void WriteExample(const std::vector<PersistUnit>& units, const std::vector<uint32_t>& options,
                  JsonWriter& json) {
  json.BeginObject().Key("survive").String("none").Key("units").BeginArray();
  for (size_t i = 0; i < units.size(); ++i) {
    if (options[i] == 0) continue;
    const PersistUnit& unit = units[i];
    json.BeginObject()
        .Key("tier")
        .String(kTierNames[static_cast<int>(unit.tier)])
        .Key("address")
        .Integer(unit.address);
    json.Key("stores").BeginArray();
    SurvivingStores surviving(unit, options[i]);
    unit.ForEachOpen([&](const PendingStore& store) { json.Bool(surviving.Survives(store)); });
    if (unit.tier == Tier::kDisk) {
      for (uint32_t store = 1; store <= unit.count(); ++store) json.Bool(store == options[i]);
    }
    json.EndArray().EndObject();
  }
  json.EndArray().EndObject();
}

void WriteTransactions(const Session& session, const Outlook& outlook, JsonWriter& json) {
  const Oracle& oracle = session.oracle();
  json.BeginArray();
  for (uint32_t i = 0; i < outlook.transactions.size(); ++i) {
    const auto label = static_cast<TxnLabel>(i + 1);
    json.BeginObject().Key("id").Integer(label).Key("fate").String(
        kFateNames[static_cast<int>(outlook.FateOf(i))]);
    json.Key("reason").String(ReasonOf(session, outlook, i));
    json.Key("acknowledged").Bool(oracle.state(label) == ClientState::kAcknowledged);
    json.Key("rolledBackTo").BeginArray();
    const std::vector<Observed>& lost = outlook.transactions[i].lost_state;
    for (RecordNumber record = 0; record < lost.size(); ++record) {
      if (!oracle.Wrote(label, record)) continue;
      json.BeginObject()
          .Key("record")
          .String(session.scenario().script.records[record].name)
          .Key("value");
      WriteObserved(lost[record], json);
      json.EndObject();
    }
    json.EndArray();
    const Outlook::TxnOutlook& txn = outlook.transactions[i];
    if (txn.survived > 0) WriteExample(outlook.units, txn.survives, json.Key("survives"));
    if (txn.survived < outlook.runs) WriteExample(outlook.units, txn.lost, json.Key("lost"));
    json.EndObject();
  }
  json.EndArray();
}

// Names the field that is at an address: filled by the scheme's own description.
class FieldNames final : public Inspector {
 public:
  struct Named {
    Tier tier;
    FieldSpec field;
  };
  void BeginStructure(uint16_t, uint32_t, uint32_t, Tier) override {}
  void EndStructure() override {}
  void BeginItem(uint32_t, std::string_view, TxnLabel, bool) override {}
  void EndItem() override {}
  void More(uint32_t) override {}
  void Field(const FieldSpec& field) override { fields_.push_back(field); }
  void Link(uint16_t, uint32_t, const Text&) override {}
  void Tag(const Text&) override {}
  void TagTransaction(const Text&, TxnLabel) override {}
  void TagNumber(const Text&, uint64_t) override {}
  void Cursor(const FieldSpec& field) override { fields_.push_back(field); }

  // The first field that overlaps [address, address + size), or null.
  const FieldSpec* Find(Tier tier, Address address, uint32_t size) const {
    for (const FieldSpec& field : fields_) {
      if (field.tier == tier && field.address < address + size &&
          address < field.address + field.size)
        return &field;
    }
    return nullptr;
  }

 private:
  std::vector<FieldSpec> fields_;
};

void WriteStore(const PendingStore& store, const SchemeInfo& scheme, const FieldNames& names,
                JsonWriter& json) {
  static constexpr Text kUnnamed = {"bytes", "字节"};
  const FieldSpec* field = names.Find(Tier::kNvm, store.address, store.size);
  json.BeginObject().Key("address").Integer(store.address).Key("size").Integer(store.size);
  json.Key("nonTemporal").Bool(store.non_temporal).Key("txn").Integer(store.txn);
  json.Key("structure")
      .String(store.structure > 0 ? scheme.structures[store.structure - 1].id : "");
  json.Key("key")
      .Integer(store.key)
      .Key("field")
      .Bilingual(field ? field->name : kUnnamed)
      .Key("value");
  // A store that covers a field completely shows the field's value; any other shows its bytes as a
  // number.
  FieldSpec bytes;
  bytes.size = store.size;
  if (field && field->address >= store.address &&
      field->address + field->size <= store.address + store.size) {
    json.String(FormatField(*field, store.data + (field->address - store.address)));
  } else {
    json.String(FormatField(bytes, store.data));
  }
  json.EndObject();
}

// Writes the possible outcomes of a sector besides its old bytes, in the order of
// PersistUnit::options().
void WriteSector(const PersistUnit& unit, const SchemeInfo& scheme, JsonWriter& json) {
  static constexpr Text kSector = {"the whole sector", "整个扇区"};
  static constexpr Text kGarbage = {"garbage: the write was interrupted", "乱码：写入被打断"};
  const auto write = [&](const Text& what, TxnLabel txn, uint16_t structure, uint32_t key) {
    json.BeginObject().Key("address").Integer(unit.address).Key("size").Integer(unit.size);
    json.Key("nonTemporal").Bool(false).Key("txn").Integer(txn);
    json.Key("structure").String(structure > 0 ? scheme.structures[structure - 1].id : "");
    json.Key("key").Integer(key).Key("field").Bilingual(what).Key("value").String("").EndObject();
  };
  if (unit.tearable) write(kGarbage, unit.txn, unit.structure, unit.key);
  for (const SectorVersion* version = unit.versions; version; version = version->next) {
    write(kSector, version->txn, version->structure, version->key);
  }
}

void WriteUnits(Session& session, const Outlook& outlook, JsonWriter& json) {
  const SchemeInfo& scheme = *session.scenario().scheme;
  FieldNames names;
  if (!outlook.units.empty()) session.world().engine().Describe(names);
  json.BeginArray();
  for (const PersistUnit& unit : outlook.units) {
    if (unit.count() == 0) continue;
    json.BeginObject()
        .Key("tier")
        .String(kTierNames[static_cast<int>(unit.tier)])
        .Key("address")
        .Integer(unit.address);
    json.Key("size").Integer(unit.size).Key("state").String(unit.in_flight ? "in-flight"
                                                                           : "volatile");
    json.Key("stores").BeginArray();
    unit.ForEachOpen([&](const PendingStore& each) { WriteStore(each, scheme, names, json); });
    if (unit.tier == Tier::kDisk) WriteSector(unit, scheme, json);
    json.EndArray().EndObject();
  }
  json.EndArray();
}

}  // namespace

void WriteOutlook(Session& session, uint32_t limit, std::string* out) {
  const Outlook outlook = LookAhead(session, limit);
  Count images(1);
  for (const PersistUnit& unit : outlook.units) images.Multiply(unit.options());
  JsonWriter json(*out);
  json.BeginObject().Key("at").Integer(session.at()).Key("images").String(images.Decimal());
  json.Key("runs").Integer(outlook.runs).Key("exact").Bool(outlook.exact);
  if (!outlook.exact) {
    json.Key("policy").Bilingual(
        {"some of all images, then nothing, everything and 64 random choices",
         "全部映像中的一部分，再加全不保留、全保留与 64 次随机选择"});
  }
  json.Key("transactions");
  WriteTransactions(session, outlook, json);
  json.Key("records").BeginArray();
  for (size_t i = 0; i < outlook.values.size(); ++i) {
    json.BeginObject()
        .Key("name")
        .String(session.scenario().script.records[i].name)
        .Key("values")
        .BeginArray();
    for (const Observed& value : outlook.values[i].seen) WriteObserved(value, json);
    json.EndArray().Key("examples").BeginArray();
    for (const std::vector<uint32_t>& example : outlook.values[i].examples)
      WriteExample(outlook.units, example, json);
    json.EndArray().EndObject();
  }
  json.EndArray().Key("verdicts").BeginArray();
  for (int i = 0; i < static_cast<int>(VerdictKind::kCount); ++i) {
    const Outlook::VerdictCount& verdict = outlook.verdicts[i];
    if (verdict.runs == 0) continue;
    json.BeginObject()
        .Key("verdict")
        .String(kVerdictNames[i])
        .Key("runs")
        .Integer(verdict.runs)
        .Key("example");
    WriteExample(outlook.units, verdict.example, json);
    json.EndObject();
  }
  json.EndArray().Key("units");
  WriteUnits(session, outlook, json);
  json.EndObject();
}

void WriteFates(Session& session, uint32_t limit, std::string* out) {
  const Outlook outlook = LookAhead(session, limit);
  for (size_t i = 0; i < outlook.transactions.size(); ++i)
    *out += static_cast<char>(outlook.FateOf(i));
  *out += outlook.exact ? '\1' : '\0';
}

namespace {

std::string ValueText(const Scenario& scenario, const Observed& value) {
  if (!value.present) return "absent";
  if (scenario.workload) return ShortVersion(value.number);
  return std::to_string(value.number) + (value.whole ? "" : "?");
}

// The rule of a structure that does not hold, and where.
struct Broken {
  std::string en, zh;
};
Broken BrokenStructure(const StructureReport& report) {
  Broken broken{report.broken.en, report.broken.zh};
  if (report.where_en[0] != '\0') {
    broken.en += std::string(" (") + report.where_en + ")";
    broken.zh += std::string("（") + report.where_zh + "）";
  }
  return broken;
}

// Writes what the check of the system's structures has looked at, and if all of it holds.
void WriteStructures(const StructureReport& report, JsonWriter& json) {
  json.Key("structures").BeginObject().Key("hold").Bool(report.holds).Key("counted").BeginArray();
  for (uint32_t i = 0; i < report.counted_count; ++i) {
    json.BeginObject().Key("what").Bilingual(report.counted[i].what);
    json.Key("number").Integer(static_cast<int64_t>(report.counted[i].number)).EndObject();
  }
  json.EndArray();
  if (!report.holds) {
    const Broken broken = BrokenStructure(report);
    json.Key("broken").Bilingual({broken.en.c_str(), broken.zh.c_str()});
  }
  json.EndObject();
}

// The mistake of the user's program; only modules with every system have programs.
const ProgramFault* FaultOf(const World& world) { return kWhole ? world.program_fault() : nullptr; }

void WriteFinding(const Session& session, const Finding& finding, JsonWriter& json) {
  const Script& script = session.scenario().script;
  const std::string txn = finding.txn > 0 ? script.transactions[finding.txn - 1].name : "";
  const std::string record =
      finding.record < script.records.size() ? script.records[finding.record].name : "";
  const std::string value =
      finding.record < session.world().observed().size()
          ? ValueText(session.scenario(), session.world().observed()[finding.record])
          : "";
  std::string en, zh;
  const Consistency& consistency = session.world().consistency();
  switch (finding.kind) {
    case VerdictKind::kLost:
      en = "acknowledged but lost: " + record + " reads " + value +
           (txn.empty() ? "" : ", which " + txn + " had changed");
      zh = "已确认却丢失：" + record + " 读得 " + value +
           (txn.empty() ? "" : "，而 " + txn + " 已修改过它");
      break;
    case VerdictKind::kVisible:
      en = "unacknowledged but visible: " + record + " reads " + value +
           (txn.empty() ? "" : ", written by " + txn);
      zh = "未确认却可见：" + record + " 读得 " + value +
           (txn.empty() ? "" : "，由 " + txn + " 写入");
      break;
    case VerdictKind::kNeverExisted:
#if AFTERIMAGE_WATCHES_READS
      if (finding.wrong_read > 0) {
        const WrongRead& wrong = session.oracle().wrong_reads()[finding.wrong_read - 1];
        const std::string read = ValueText(session.scenario(), wrong.read);
        const std::string expected = ValueText(session.scenario(), wrong.expected);
        en = txn + " has read " + record + " as " + read + ", but it was " + expected;
        zh = txn + " 读到 " + record + " 为 " + read + "，而当时它应为 " + expected;
        break;
      }
#endif
      if (finding.on > 0) {
        const std::string& on = script.transactions[finding.on - 1].name;
        en = txn + " depends on " + record + " as " + on + " left it, and " + on +
             " is gone: it was told of a value that never existed";
        zh = txn + " 依赖于 " + on + " 留下的 " + record + "，而 " + on +
             " 已不复存在：它得知的是一个从未存在过的值";
        break;
      }
      en = record + " reads " + value + ", a value that no transaction wrote";
      zh = record + " 读得 " + value + "，没有任何事务写过这个值";
      break;
    case VerdictKind::kDamaged:
      if (!consistency.holds) {
        en = std::string("broken: ") + consistency.broken.en;
        zh = std::string("不成立：") + consistency.broken.zh;
      } else if (!session.world().structures().holds) {
        const Broken broken = BrokenStructure(session.world().structures());
        en = "broken: " + broken.en;
        zh = "不成立：" + broken.zh;
      } else if (const ProgramFault* fault = FaultOf(session.world())) {
        const std::string line = std::to_string(fault->line);
        en = "recovery stopped in line " + line + ": " + fault->en;
        zh = "恢复停在第 " + line + " 行：" + fault->zh;
      } else {
        en = "recovery found a damaged page or log and gave up";
        zh = "恢复发现页或日志已损坏，无法继续";
      }
      break;
    default: en = "recovery does not finish"; zh = "恢复无法结束";
  }
  json.BeginObject().Key("verdict").String(kVerdictNames[static_cast<int>(finding.kind)]);
  json.Key("txn")
      .Integer(finding.txn)
      .Key("record")
      .String(record)
      .Key("text")
      .Bilingual({en.c_str(), zh.c_str()})
      .EndObject();
}

}  // namespace

void WriteProgramFault(const World& world, JsonWriter& json) {
  if constexpr (!kWhole) return;
  if (world.stuck()) json.Key("stuck").Bool(true);
  const ProgramFault* const fault = world.program_fault();
  if (!fault) return;
  json.Key("programFault").BeginObject().Key("line").Integer(fault->line).Key("reason");
  json.Bilingual({fault->en, fault->zh}).EndObject();
}

void WriteVerdict(Session& session, std::string* out) {
  const Judgement judgement = session.Verdict();
  const Script& script = session.scenario().script;
  const std::span<const Observed> observed = session.world().observed();
  JsonWriter json(*out);
  json.BeginObject()
      .Key("verdict")
      .String(kVerdictNames[static_cast<int>(judgement.kind)])
      .Key("transactions")
      .BeginArray();
  for (uint32_t i = 0; i < judgement.survived.size(); ++i) {
    const auto label = static_cast<TxnLabel>(i + 1);
    json.BeginObject().Key("id").Integer(label);
    json.Key("acknowledged").Bool(session.oracle().state(label) == ClientState::kAcknowledged);
    json.Key("survived").Bool(judgement.survived[i] != 0).EndObject();
  }
  json.EndArray().Key("records").BeginArray();
  for (RecordNumber i = 0; i < observed.size(); ++i) {
    json.BeginObject().Key("name").String(script.records[i].name).Key("value");
    WriteObserved(observed[i], json);
    json.Key("expected").BeginArray();
    for (const Observed& value : session.oracle().Expected(i)) WriteObserved(value, json);
    json.EndArray().EndObject();
  }
  json.EndArray().Key("findings").BeginArray();
  for (const Finding& finding : judgement.findings) WriteFinding(session, finding, json);
  json.EndArray();
  const WorkloadInfo* workload = session.scenario().workload;
  if (workload && session.world().report().status == Status::kOk) {
    const Consistency& consistency = session.world().consistency();
    json.Key("conditions")
        .BeginObject()
        .Key("what")
        .Bilingual(workload->conditions)
        .Key("hold")
        .Bool(consistency.holds);
    if (!consistency.holds) json.Key("broken").Bilingual(consistency.broken);
    json.EndObject();
  }
  if (session.world().structures().checked) WriteStructures(session.world().structures(), json);
  WriteProgramFault(session.world(), json);
  json.Key("recovery").BeginObject();
  const RecoveryReport& report = session.world().report();
  const auto pass = [&](const char* name, RecoveryPass which) {
    json.Key(name).Integer(static_cast<int64_t>(report.of(which)));
  };
  pass("repairNs", RecoveryPass::kRepair);
  pass("openNs", RecoveryPass::kOpen);
  pass("analysisNs", RecoveryPass::kAnalysis);
  pass("redoNs", RecoveryPass::kRedo);
  pass("undoNs", RecoveryPass::kUndo);
  pass("finishNs", RecoveryPass::kFinish);
  pass("clearNs", RecoveryPass::kClear);
  pass("rebuildNs", RecoveryPass::kRebuild);
  json.Key("totalNs").Integer(static_cast<int64_t>(report.total_ns));
  json.EndObject().EndObject();
}

}  // namespace afterimage
