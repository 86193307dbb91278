#include "run/file/experiment/point_config.h"

#include <cstdio>

#include "base/build.h"
#include "base/digest.h"
#include "run/file/field_reader.h"

namespace afterimage {

namespace {

std::string Hexadecimal(uint64_t number) {
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(number));
  return digits;
}

// Prices that came when points were kept already. Where they are nothing, a point keeps its key.
constexpr bool CameLater(Price price) {
  return price == Price::kPathProfile || price == Price::kDiskLoadedWrite ||
         price == Price::kDiskLoad || price == Price::kCacheProcessor ||
         price == Price::kIdleWake || price == Price::kNvmNextRead ||
         (price >= Price::kPathRead && price <= Price::kPathErase);
}

}  // namespace

std::string CanonicalJson(const PointConfig& config) {
  std::string text;
  JsonWriter json(text);
  json.BeginObject().Key("prices").BeginObject();
  for (int i = 0; i < kPrices; ++i) {
    const auto price = static_cast<Price>(i);
    if (CameLater(price) && config.machine[price] == 0) continue;
    json.Key(kPriceInfo[i].name).Integer(static_cast<int64_t>(config.machine[price]));
  }
  json.EndObject().Key("scheme").String(config.scheme->id).Key("schemeParams");
  WriteParams(config.scheme->params, config.scheme_params, json);
  if constexpr (kWhole) {
    if (config.program)
      json.Key("program").String(Hexadecimal(config.scheme->program->digest(*config.program)));
  }
  json.Key("workload").String(config.workload->id).Key("workloadParams");
  WriteParams(config.workload->params, config.workload_params, json);
  if (config.input) json.Key("input").String(Hexadecimal(config.input->digest));
  json.Key("threads").Integer(config.threads).Key("transactions").Integer(config.transactions);
  json.Key("warmup").Integer(config.warmup).Key("seed").Integer(static_cast<int64_t>(config.seed));
  json.Key("deadlock").String(ChoiceAt(kDeadlockPolicies, static_cast<uint32_t>(config.deadlock)));
  if (config.crash.wanted) {
    json.Key("crash").BeginObject().Key("after").Integer(config.crash.after);
    json.Key("check").Bool(config.crash.check).EndObject();
  }
  if (config.until > 0) json.Key("until").Integer(static_cast<int64_t>(config.until));
  if (config.samples > 0) json.Key("samples").Integer(config.samples);
  json.EndObject();
  return text;
}

std::string PointKey(const PointConfig& config) {
  const std::string text = std::string(kVersion) + CanonicalJson(config);
  Digest digest;
  digest.Bytes(text.data(), text.size());
  return Hexadecimal(digest.Value());
}

void WriteParams(const ParamList& params, const ParamValues& values, JsonWriter& json) {
  json.BeginObject();
  for (uint32_t i = 0; i < params.size(); ++i)
    WriteParamValue(params[i], values.value[i], json.Key(params[i].id));
  json.EndObject();
}

void WriteParamValue(const ParamInfo& param, int64_t value, JsonWriter& json) {
  if (param.type == ParamType::kBoolean) {
    json.Bool(value != 0);
  } else if (param.type == ParamType::kInteger) {
    json.Integer(value);
  } else {
    json.String(param.choices[value].id);
  }
}

}  // namespace afterimage
