#include "run/random_scenario.h"

#include "base/json_writer.h"
#include "base/random.h"
#include "scheme/scheme.h"

namespace afterimage {
namespace {

constexpr const char* kRecords[] = {"A", "B", "C", "D", "E", "F"};
constexpr uint32_t kPresent = 4;

std::string RandomStatement(Random& random) {
  const std::string record = kRecords[random.Below(kPresent)];
  const std::string other = kRecords[random.Below(kPresent)];
  const std::string number = std::to_string(random.Below(1000));
  switch (random.Below(8)) {
    case 0: return std::string("insert ") + kRecords[random.Below(6)] + " := " + number;
    case 1: return "delete " + record;
    case 2: return "read " + record;
    case 3: return record + " := " + other + " + " + number;
    case 4: return record + " := " + record + " * 2 - " + number;
    default: return record + " := " + number;
  }
}

void RandomThread(Random& random, uint32_t* next_txn, JsonWriter& json) {
  json.BeginArray();
  const uint32_t transactions = 1 + random.Below(4);
  for (uint32_t i = 0; i < transactions; ++i) {
    json.String("begin T" + std::to_string((*next_txn)++));
    for (uint32_t n = random.Below(5) + 1; n > 0; --n) json.String(RandomStatement(random));
    if (random.Chance(10)) json.String("wait " + std::to_string(random.Below(20)) + "us");
    json.String(random.Chance(80) ? "commit" : "abort");
    if (random.Chance(10)) json.String("checkpoint");
    if (random.Chance(15)) json.String(std::string("steal ") + kRecords[random.Below(kPresent)]);
  }
  json.EndArray();
}

void RandomParam(const ParamInfo& param, Random& random, JsonWriter& json) {
  if (param.type == ParamType::kChoice) {
    json.Key(param.id).String(param.choices[random.Below(param.choice_count)].id);
  } else if (param.type == ParamType::kBoolean) {
    json.Key(param.id).Bool(random.Chance(50));
  }
}

}  // namespace

std::string RandomScenario(uint32_t seed) {
  Random random(seed);
  std::string text;
  JsonWriter json(text);
  const SchemeInfo& scheme = *kSchemes[random.Below(kSchemeCount)];
  json.BeginObject().Key("format").Integer(1).Key("id").String("random-" + std::to_string(seed)).Key("kind").String("scenario");
  json.Key("title").Bilingual({"random", "随机"}).Key("seed").Integer(seed);
  json.Key("machine").BeginObject().Key("id").String(kMachines[random.Below(static_cast<uint32_t>(kMachineCount))].id);
  json.Key("overrides").BeginObject().Key("cpu.cores").Integer(1 + random.Below(4));
  if (random.Chance(30)) json.Key("cache.dirty_lines").Integer(1 + random.Below(8));
  if (random.Chance(50)) json.Key("disk.write_ns").Integer(1000 + random.Below(20000));
  json.EndObject().EndObject();
  json.Key("deadlock").String(random.Chance(50) ? "detect" : "wait-die");
  json.Key("scheme").BeginObject().Key("id").String(scheme.id).Key("params").BeginObject();
  for (uint32_t i = 0; i < scheme.param_count; ++i) RandomParam(scheme.params[i], random, json);
  json.EndObject().EndObject().Key("records").BeginObject();
  for (uint32_t i = 0; i < kPresent; ++i) json.Key(kRecords[i]).Integer(random.Below(1000));
  json.EndObject().Key("threads").BeginArray();
  uint32_t next_txn = 1;
  for (uint32_t n = 1 + random.Below(4); n > 0; --n) RandomThread(random, &next_txn, json);
  json.EndArray().EndObject();
  return text;
}

}  // namespace afterimage
