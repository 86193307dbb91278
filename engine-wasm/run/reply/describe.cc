#include "run/reply/describe.h"

#include "base/build.h"
#include "base/json/json_writer.h"
#include "run/file/experiment/metrics.h"
#include "run/file/experiment/point_config.h"
#include "run/file/setup_fields.h"

namespace afterimage {
namespace {

void WriteParam(const ParamInfo& param, JsonWriter& json) {
  json.BeginObject()
      .Key("id")
      .String(param.id)
      .Key("title")
      .Bilingual(param.title)
      .Key("help")
      .Bilingual(param.help);
  json.Key("unit").String(param.unit);
  json.Key("type");
  if (param.type == ParamType::kBoolean) {
    json.String("boolean").Key("default").Bool(param.standard != 0);
  } else if (param.type == ParamType::kInteger) {
    json.String("integer").Key("default").Integer(param.standard);
    json.Key("min").Integer(param.min).Key("max").Integer(param.max);
  } else {
    json.String("choice")
        .Key("default")
        .String(param.choices[param.standard].id)
        .Key("choices")
        .BeginArray();
    for (uint32_t i = 0; i < param.choices.size(); ++i) {
      json.BeginObject()
          .Key("id")
          .String(param.choices[i].id)
          .Key("title")
          .Bilingual(param.choices[i].title);
      if (!param.choices[i].here) json.Key("here").Bool(false);
      json.EndObject();
    }
    json.EndArray();
  }
  json.EndObject();
}

void WriteListing(const Listing& listing, JsonWriter& json) {
  json.BeginObject()
      .Key("id")
      .String(listing.id)
      .Key("title")
      .Bilingual(listing.title)
      .Key("lines")
      .BeginArray();
  for (uint32_t i = 0; i < listing.count; ++i) {
    const ListingLine& line = listing.lines[i];
    json.BeginObject().Key("label").Integer(line.label).Key("indent").Integer(line.indent);
    json.Key("text").Bilingual(line.text).Key("why").Bilingual(line.why).EndObject();
  }
  json.EndArray().EndObject();
}

void WriteSettings(const SchemeInfo& scheme, std::span<const ParamSetting> settings,
                   JsonWriter& json) {
  json.BeginObject();
  for (const ParamSetting& setting : settings) {
    const int index = FindParam(scheme.params, setting.id);
    AI_CHECK(index >= 0);
    WriteParamValue(scheme.params[index], setting.value, json.Key(setting.id));
  }
  json.EndObject();
}

void WritePath(const PathProfile& path, JsonWriter& json) {
  json.BeginObject().Key("id").String(path.id).Key("title").Bilingual(path.title);
  json.Key("source").String(path.source).Key("parts").BeginArray();
  for (const PathPart& part : path.parts) {
    json.BeginObject().Key("price").String(kPriceInfo[static_cast<int>(part.price)].name);
    json.Key("instructions").Integer(part.instructions);
    json.Key("basis").String(kPathBasisNames[static_cast<int>(part.basis)]).EndObject();
  }
  json.EndArray().EndObject();
}

[[maybe_unused]] void WriteCaches(const CacheProfile& caches, JsonWriter& json) {
  json.BeginObject().Key("id").String(caches.id).Key("title").Bilingual(caches.title);
  json.Key("levels").BeginArray();
  for (const CacheLevel& level : caches.levels) {
    json.BeginObject().Key("kb").Integer(level.kb).Key("ways").Integer(level.ways);
    json.Key("cores").Integer(level.cores).Key("ps").Integer(level.latency_ps);
    json.Key("shapeSource").String(level.shape_source);
    json.Key("latencySource").String(level.latency_source).EndObject();
  }
  json.EndArray().EndObject();
}

void WriteStructures(const SchemeInfo& scheme, JsonWriter& json) {
  json.BeginArray();
  for (const StructureInfo& structure : scheme.structures) {
    json.BeginObject().Key("id").String(structure.id).Key("title").Bilingual(structure.title);
    json.Key("tier").String(kTierNames[static_cast<int>(structure.tier)]);
    json.Key("shape").String(kShapeNames[static_cast<int>(structure.shape)]);
    if (structure.below) json.Key("below").String(structure.below);
    if (structure.caches) json.Key("caches").String(structure.caches);
    json.EndObject();
  }
  json.EndArray();
}

void WriteScheme(const SchemeInfo& scheme, JsonWriter& json) {
  json.BeginObject()
      .Key("id")
      .String(scheme.id)
      .Key("here")
      .Bool(scheme.create != nullptr)
      .Key("family")
      .String(scheme.family);
  json.Key("title")
      .Bilingual(scheme.title)
      .Key("summary")
      .Bilingual(scheme.summary)
      .Key("paper")
      .String(scheme.paper);
  json.Key("path").String(scheme.path->id);
  ParamValues standard;
  for (uint32_t i = 0; i < scheme.params.size(); ++i) standard.value[i] = scheme.params[i].standard;
  json.Key("promise").String(kPromiseNames[static_cast<int>(scheme.promise(standard))]);
  json.Key("params").BeginArray();
  for (uint32_t i = 0; i < scheme.params.size(); ++i) WriteParam(scheme.params[i], json);
  json.EndArray();
  WriteSettings(scheme, scheme.for_tables, json.Key("forTables"));
  json.Key("presets").BeginArray();
  for (uint32_t i = 0; i < scheme.presets.size(); ++i) {
    const PresetInfo& preset = scheme.presets[i];
    json.BeginObject().Key("id").String(preset.id).Key("title").Bilingual(preset.title);
    WriteSettings(scheme, preset.settings, json.Key("params"));
    json.EndObject();
  }
  json.EndArray().Key("mutations").BeginArray();
  for (uint32_t i = 0; i < scheme.mutations.size(); ++i) {
    const MutationInfo& mutation = scheme.mutations[i];
    json.BeginObject().Key("id").String(mutation.id).Key("title").Bilingual(mutation.title);
    json.Key("rule").Bilingual(mutation.rule).EndObject();
  }
  json.EndArray().Key("listings").BeginArray();
  for (uint32_t i = 0; i < scheme.listings.size(); ++i) WriteListing(scheme.listings[i], json);
  json.EndArray();
  WriteStructures(scheme, json.Key("structures"));
  json.EndObject();
}

// The system that a user writes is not one to choose from.
[[maybe_unused]] void WriteOwnScheme(JsonWriter& json) {
  const SchemeInfo& own = *UserProgramScheme();
  json.Key("own").BeginObject().Key("scheme");
  WriteScheme(own, json);
  json.Key("labelBefore").Integer(own.program->label_before);
  json.Key("standard").String(own.program->standard).EndObject();
}

void WriteWorkload(const WorkloadInfo& workload, JsonWriter& json) {
  json.BeginObject()
      .Key("id")
      .String(workload.id)
      .Key("here")
      .Bool(workload.create != nullptr)
      .Key("title")
      .Bilingual(workload.title);
  json.Key("summary")
      .Bilingual(workload.summary)
      .Key("source")
      .String(workload.source)
      .Key("conditions")
      .Bilingual(workload.conditions);
  json.Key("readsText").Bool(workload.reads_text);
  json.Key("usesDatabase").Bool(workload.uses_database);
  json.Key("params").BeginArray();
  for (uint32_t i = 0; i < workload.params.size(); ++i) WriteParam(workload.params[i], json);
  json.EndArray().EndObject();
}

void WriteMachine(const Machine& machine, JsonWriter& json) {
  json.BeginObject().Key("id").String(machine.id).Key("title").Bilingual(machine.title);
  if constexpr (kWhole)
    json.Key("caches").String(kCacheProfiles[static_cast<int>(machine.caches)].id);
  json.Key("prices").BeginArray();
  for (int i = 0; i < kPrices; ++i) {
    const PriceInfo& info = kPriceInfo[i];
    const SourcedPrice& price = machine.At(static_cast<Price>(i));
    json.BeginObject().Key("id").String(info.name).Key("value").Integer(price.value);
    json.Key("unit").String(info.unit).Key("title").Bilingual(info.title);
    json.Key("source").String(price.source).EndObject();
  }
  json.EndArray().EndObject();
}

void WriteActors(Session& session, JsonWriter& json) {
  json.BeginArray();
  Kernel& kernel = session.world().kernel();
  for (uint32_t i = 0; i < kernel.thread_count(); ++i) {
    const Thread& thread = kernel.thread(i);
    json.BeginObject().Key("id").Integer(i).Key("kind");
    if (thread.kind() == ThreadKind::kClient) {
      const std::string number = std::to_string(i + 1);
      const std::string en = "thread " + number, zh = "线程 " + number;
      json.String("client")
          .Key("name")
          .Bilingual({en.c_str(), zh.c_str()})
          .Key("thread")
          .Integer(i);
    } else {
      json.String(thread.kind() == ThreadKind::kDaemon ? "daemon" : "recovery")
          .Key("name")
          .Bilingual(thread.name());
    }
    json.EndObject();
  }
  json.EndArray();
}

void WriteColumns(const TableInfo& table, JsonWriter& json) {
  json.BeginArray();
  for (uint32_t index = 0; index < table.indexes(); ++index) {
    json.BeginArray();
    for (const uint8_t bits : table.columns[index].bits) {
      if (bits > 0) json.Integer(bits);
    }
    json.EndArray();
  }
  json.EndArray();
}

// Writes the programs of the clients and their tables.
void WriteOwnWorkload(Session& session, JsonWriter& json) {
  const Workload& workload = session.workload();
  json.Key("workload").String(session.scenario().workload->id).Key("programs").BeginArray();
  for (uint32_t kind = 0; kind < workload.kinds(); ++kind) {
    json.BeginObject().Key("title").Bilingual(workload.kind_title(kind)).Key("lines").BeginArray();
    for (uint32_t i = 0; i < workload.statement_count(kind); ++i)
      json.Bilingual(workload.statement(kind, i));
    json.EndArray().EndObject();
  }
  json.EndArray().Key("tables").BeginArray();
  for (uint32_t i = 0; i < workload.table_count(); ++i) {
    const TableInfo& table = workload.table(static_cast<TableId>(i));
    json.BeginObject()
        .Key("id")
        .String(table.id)
        .Key("title")
        .Bilingual(table.title)
        .Key("columns");
    WriteColumns(table, json);
    json.EndObject();
  }
  json.EndArray();
}

}  // namespace

void WriteDescription(std::string* out) {
  JsonWriter json(*out);
  json.BeginObject().Key("version").String(kVersion).Key("eventKinds").BeginArray();
  for (const char* name : kEventKindNames) json.String(name);
  json.EndArray().Key("tiers").BeginArray();
  for (const char* name : kTierNames) json.String(name);
  json.EndArray().Key("categories").BeginArray();
  for (const CategoryName& category : kCategoryNames) {
    json.BeginObject()
        .Key("id")
        .String(category.id)
        .Key("title")
        .Bilingual(category.title)
        .EndObject();
  }
  json.EndArray().Key("schemes").BeginArray();
  for (uint32_t i = 0; i < kSchemeCount; ++i) WriteScheme(*kSchemes[i], json);
  json.EndArray();
  if constexpr (kWhole) WriteOwnScheme(json);
  json.Key("machines").BeginArray();
  for (int i = 0; i < kMachineCount; ++i) WriteMachine(kMachines[i], json);
  json.EndArray().Key("paths").BeginArray();
  for (const PathProfile* path : kPathProfiles) WritePath(*path, json);
  if constexpr (kWhole) {
    json.EndArray().Key("caches").BeginArray();
    for (const CacheProfile& caches : kCacheProfiles) WriteCaches(caches, json);
  }
  json.EndArray().Key("workloads").BeginArray();
  for (uint32_t i = 0; i < kWorkloadCount; ++i) WriteWorkload(*kWorkloads[i], json);
  json.EndArray().Key("metrics");
  WriteMetricList(json);
  json.EndObject();
}

void WriteSessionInfo(Session& session, uint32_t memory_bytes, std::string* out) {
  const Scenario& scenario = session.scenario();
  JsonWriter json(*out);
  json.BeginObject().Key("scheme").String(scenario.scheme->id).Key("params");
  WriteParams(scenario.scheme->params, scenario.params, json);
  if (kWhole && scenario.scheme->program) {
    const std::string& text = scenario.program.text;
    json.Key("programText").String(text.empty() ? scenario.scheme->program->standard : text);
    // A program may declare structures.
    WriteStructures(*scenario.scheme, json.Key("structures"));
  }
  json.Key("mutations").BeginArray();
  for (uint32_t i = 0; i < scenario.scheme->mutations.size(); ++i) {
    if ((scenario.mutations >> i) & 1) json.String(scenario.scheme->mutations[i].id);
  }
  json.EndArray().Key("promise").String(
      kPromiseNames[static_cast<int>(scenario.scheme->promise(scenario.params))]);
  json.Key("machine").String(scenario.machine->id);
  if (scenario.Profile()[Price::kCachesKept] != 0) json.Key("cachesKept").Bool(true);
  const uint64_t cache = session.world().devices().disk.cache_bytes();
  if (cache > 0) json.Key("diskCacheBytes").Integer(static_cast<int64_t>(cache));
  json.Key("actors");
  WriteActors(session, json);
  if (scenario.workload) WriteOwnWorkload(session, json);
  json.Key("transactions").BeginArray();
  for (size_t i = 0; i < scenario.script.transactions.size(); ++i) {
    const ScriptTransaction& txn = scenario.script.transactions[i];
    const auto label = static_cast<TxnLabel>(i + 1);
    json.BeginObject().Key("id").Integer(label).Key("name").String(txn.name);
    if (scenario.workload) {
      json.Key("program").Integer(session.workload().KindOf(label));
    } else {
      json.Key("thread").Integer(txn.thread);
    }
    json.EndObject();
  }
  json.EndArray().Key("records").BeginArray();
  for (const ScriptRecord& record : scenario.script.records) {
    json.BeginObject().Key("name").String(record.name).Key("initial");
    record.present ? json.Integer(record.number) : json.Null();
    json.EndObject();
  }
  json.EndArray().Key("statements").BeginArray();
  for (const auto& thread : scenario.script.threads) {
    json.BeginArray();
    for (const Statement& statement : thread) {
      json.BeginObject()
          .Key("text")
          .String(statement.text)
          .Key("txn")
          .Integer(statement.txn)
          .EndObject();
    }
    json.EndArray();
  }
  json.EndArray().Key("memoryBytes").Integer(memory_bytes).EndObject();
}

void WriteProblems(const std::vector<Problem>& problems, std::string* out) {
  JsonWriter json(*out);
  json.BeginArray();
  for (const Problem& problem : problems) {
    json.BeginObject().Key("path").String(problem.path).Key("reason");
    json.Bilingual({problem.reason_en.c_str(), problem.reason_zh.c_str()});
    if (problem.line > 0)
      json.Key("line").Integer(problem.line).Key("column").Integer(problem.column);
    json.EndObject();
  }
  json.EndArray();
}

}  // namespace afterimage
