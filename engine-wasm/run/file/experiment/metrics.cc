#include "run/file/experiment/metrics.h"

#include <string>

namespace afterimage {

const MetricInfo kMetricInfo[kMetrics] = {
#define AFTERIMAGE_METRIC(id, name, unit, en, zh) {name, unit, {en, zh}},
    AFTERIMAGE_METRICS(AFTERIMAGE_METRIC)
#undef AFTERIMAGE_METRIC
};

namespace {

struct TimeGroup {
  const char* id;
  const char* unit;
  Text of;
};
constexpr TimeGroup kTimeGroups[] = {
    {"time", "ns", {"time of the clients: ", "客户端用时："}},
    {"share", "", {"share of the clients' time: ", "客户端用时占比："}},
    {"on_core", "", {"share of the clients' time on a core: ", "客户端占用核心时间占比："}},
    {"per_operation",
     "ns",
     {"time on a core for each operation: ", "平均每次操作占用核心的时间："}},
    {"daemons", "ns", {"time of the daemons: ", "后台线程用时："}},
};

// Calls f(name) for every metric until it returns true.
template <class F>
bool AnyMetric(F&& f) {
  for (const MetricInfo& info : kMetricInfo) {
    if (f(std::string(info.name))) return true;
  }
  for (const TimeGroup& group : kTimeGroups) {
    for (const CategoryName& category : kCategoryNames) {
      if (f(std::string(group.id) + "." + category.id)) return true;
    }
  }
  return false;
}

void WriteOne(const std::string& name, const char* unit, const Text& title, JsonWriter& json) {
  json.BeginObject()
      .Key("id")
      .String(name)
      .Key("unit")
      .String(unit)
      .Key("title")
      .Bilingual(title)
      .EndObject();
}

}  // namespace

bool IsMetric(std::string_view name) {
  return AnyMetric([&](const std::string& each) { return each == name; });
}

bool IsSampled(std::string_view name) {
  for (const Metric metric : kSampled) {
    if (name == kMetricInfo[static_cast<int>(metric)].name) return true;
  }
  return name.substr(0, 5) == "time." && IsMetric(name);
}

std::string_view UnitOf(std::string_view name) {
  for (const MetricInfo& info : kMetricInfo) {
    if (name == info.name) return info.unit;
  }
  for (const TimeGroup& group : kTimeGroups) {
    if (name.substr(0, name.find('.')) == group.id) return group.unit;
  }
  return "";
}

bool IsMetricOrGroup(std::string_view name) {
  const std::string group = std::string(name) + ".";
  return AnyMetric([&](const std::string& each) {
    return each == name || each.compare(0, group.size(), group) == 0;
  });
}

void WriteMetricList(JsonWriter& json) {
  json.BeginArray();
  for (const MetricInfo& info : kMetricInfo) WriteOne(info.name, info.unit, info.title, json);
  for (const TimeGroup& group : kTimeGroups) {
    for (const CategoryName& category : kCategoryNames) {
      const std::string en = std::string(group.of.en) + category.title.en;
      const std::string zh = std::string(group.of.zh) + category.title.zh;
      WriteOne(std::string(group.id) + "." + category.id, group.unit, {en.c_str(), zh.c_str()},
               json);
    }
  }
  json.EndArray();
}

}  // namespace afterimage
