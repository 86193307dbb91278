#include "run/file/experiment_answers.h"

#include <algorithm>

#include "base/build.h"
#include "run/file/metrics.h"

namespace afterimage {
namespace {

constexpr Text kNoDenominator = {"without \"den\" there is no ratio", "没有 \"den\" 就没有比值"};

constexpr Text kListedAlready = {"this metric is listed already", "此指标已列出"};
constexpr Text kNoDimension = {"\"scheme\" or a swept name is expected",
                               "应为 \"scheme\" 或被扫描的名称"};
constexpr Text kNoX = {"\"scheme\", a swept name or \"elapsed\" is expected",
                       "应为 \"scheme\"、被扫描的名称或 \"elapsed\""};
// A metric in the place of what tells points apart.
constexpr std::string_view kTimeAsX = "elapsed";

// Some of the points: for the schemes, then for each axis, which positions are wanted; empty means
// all.
struct Selection {
  std::vector<std::vector<uint32_t>> wanted;
};

class AnswerChecker {
 public:
  AnswerChecker(const FieldReader& root, Experiment* out) : root_(root), out_(*out) {}

  void Run() {
    root_.With("metrics", false, [&](const FieldReader& metrics) {
      if (!metrics.IsArray(kMetrics)) return;
      for (size_t i = 0; i < metrics.value().elements.size(); ++i)
        MetricName(metrics.Element(i), true);
    });
    root_.With("chart", false, [&](const FieldReader& chart) { Chart(chart); });
    root_.With("claims", false, [&](const FieldReader& claims) {
      if (!claims.IsArray(ExperimentLimits::kClaims)) return;
      for (size_t i = 0; i < claims.value().elements.size(); ++i) Claim(claims.Element(i));
    });
  }

 private:
  bool MetricName(const FieldReader& field, bool groups) {
    std::string name;
    if (!field.String(&name)) return false;
    if (groups ? IsMetricOrGroup(name) : IsMetric(name)) return true;
    return field.Fail("there is no metric with this name", "没有此名称的指标");
  }

  void Chart(const FieldReader& chart) {
    if (!chart.HasOnly("x y plus as series facet parts stacked over")) return;
    chart.With("series", false, [&](const FieldReader& f) { Dimension(f, kNoDimension); });
    chart.With("facet", false, [&](const FieldReader& f) { Dimension(f, kNoDimension); });
    const JsonValue* x = chart.value().Find("x");
    if (x && x->type == JsonValue::Type::kString && x->string == kTimeAsX)
      OverTime(chart);
    else
      OverPoints(chart);
  }

  // What the samples say of `y`, and of what is added to it, over virtual time.
  void OverTime(const FieldReader& chart) {
    if (out_.samples == 0) {
      chart.Member("x", *chart.value().Find("x"))
          .Fail("only what is sampled is known over time: \"samples\" must say how often",
                "随时间的变化来自采样：须用 \"samples\" 指定采样次数");
    }
    std::vector<std::string> names;
    chart.With("y", true, [&](const FieldReader& f) { Sampled(f, &names); });
    chart.With("plus", false, [&](const FieldReader& plus) {
      if (!plus.IsArray(ExperimentLimits::kParts - 1)) return;
      if (plus.value().elements.empty())
        plus.Fail("at least one metric is expected", "至少需要一个指标");
      for (size_t i = 0; i < plus.value().elements.size(); ++i) Sampled(plus.Element(i), &names);
    });
    chart.With("as", false, [](const FieldReader& f) {
      uint32_t index = 0;
      f.Choice("rate total", &index);
    });
    for (const char* key : {"parts", "stacked", "over"}) {
      chart.With(key, false, [](const FieldReader& f) {
        f.Fail("this cannot be drawn over time", "此项不能随时间绘制");
      });
    }
  }

  // Another metric that is to be added to those that are in `names`.
  void Sampled(const FieldReader& field, std::vector<std::string>* names) {
    if (!MetricName(field, false)) return;
    const std::string& name = field.value().string;
    if (!IsSampled(name))
      field.Fail("this metric is not sampled", "此指标不在采样之列");
    else if (std::find(names->begin(), names->end(), name) != names->end())
      field.Fail(kListedAlready);
    else if (!names->empty() && UnitOf(name) != UnitOf(names->front()))
      field.Fail("only metrics of one unit can be added up", "只有单位相同的指标才能相加");
    names->push_back(name);
  }

  void OverPoints(const FieldReader& chart) {
    chart.With("x", true, [&](const FieldReader& f) { Dimension(f, kNoX); });
    chart.With("y", true, [&](const FieldReader& f) { MetricName(f, false); });
    for (const char* key : {"plus", "as"}) {
      chart.With(key, false, [](const FieldReader& f) {
        f.Fail("without \"elapsed\" as \"x\" this has no meaning",
               "\"x\" 不为 \"elapsed\" 时此项没有意义");
      });
    }
    chart.With("parts", false, [&](const FieldReader& parts) {
      if (!parts.IsArray(ExperimentLimits::kParts)) return;
      if (parts.value().elements.empty())
        parts.Fail("at least one metric is expected", "至少需要一个指标");
      for (size_t i = 0; i < parts.value().elements.size(); ++i) {
        const FieldReader part = parts.Element(i);
        bool twice = false;
        for (size_t j = 0; j < i; ++j)
          twice = twice || SameValue(parts.value().elements[j], part.value());
        if (MetricName(part, false) && twice) part.Fail(kListedAlready);
      }
    });
    chart.With("over", false, [&](const FieldReader& f) {
      Selection over;
      if (!Select(f, &over) || !Single(f, over)) return;
      if (f.value().members.empty())
        f.Fail("a name is expected in which the points differ", "此处应给出测量点所不同的名称");
      if (chart.value().Find("parts"))
        f.Fail("several metrics are not drawn as a ratio", "多个指标不以比值绘制");
    });
    chart.With("stacked", false, [&](const FieldReader& f) {
      bool stacked = false;
      if (f.Bool(&stacked) && !chart.value().Find("parts"))
        f.Fail("without \"parts\" there is nothing to stack", "没有 \"parts\" 就没有可堆叠的内容");
    });
  }

  void Dimension(const FieldReader& field, const Text& otherwise) {
    std::string name;
    if (field.String(&name) && name != "scheme" && AxisOf(name) < 0) field.Fail(otherwise);
  }

  int AxisOf(const std::string& name) const {
    for (size_t i = 0; i < out_.axes.size(); ++i) {
      if (out_.axes[i].name == name) return static_cast<int>(i);
    }
    return -1;
  }

  void Claim(const FieldReader& claim) {
    if (!claim.HasOnly("id claim kind num den per metric den_metric as reduce expect note")) return;
    ClaimPairs pairs;
    Selection num, den, per;
    bool good = true;
    claim.With("id", true, [&](const FieldReader& f) {
      good = f.Id(&pairs.id) && good;
      for (const ClaimPairs& other : out_.claims) {
        if (good && other.id == pairs.id)
          good = f.Fail("there is a claim with this id already", "此 id 的论断已存在");
      }
    });
    claim.With("num", true, [&](const FieldReader& f) { good = Select(f, &num) && good; });
    claim.With("den", false, [&](const FieldReader& f) {
      pairs.ratio = true;
      good = Select(f, &den) && Single(f, den) && good;
    });
    claim.With("per", false, [&](const FieldReader& f) {
      good = Select(f, &per) && Single(f, per) && good;
      if (!pairs.ratio) good = f.Fail(kNoDenominator);
    });
    claim.With("metric", true, [&](const FieldReader& f) { Metric(f); });
    About(claim, pairs.ratio);
    claim.With("note", false, [&](const FieldReader& f) { f.Bilingual(); });
    uint32_t reduce = 0;
    claim.With("reduce", true, [&](const FieldReader& f) {
      good = f.Choice("range min max mean at", &reduce) && good;
    });
    claim.With("expect", true, [&](const FieldReader& f) { Expect(f); });
    if (!good || num.wanted.empty() || (pairs.ratio && den.wanted.empty())) return;
    Resolve(num, den, per, &pairs);
    if (reduce == 4 && pairs.pairs.size() != 1) {
      claim.Member("num", *claim.value().Find("num"))
          .Fail("\"at\" needs exactly one point; these are " + std::to_string(pairs.pairs.size()),
                "\"at\" 需要恰好一个点；这里有 " + std::to_string(pairs.pairs.size()) + " 个");
    }
    pairs.of = static_cast<uint32_t>(pairs.pairs.size());
    out_.claims.push_back(std::move(pairs));
  }

  // Which published claim the formula belongs to, how it is to be read, and what a ratio is turned
  // into.
  void About(const FieldReader& claim, bool ratio) {
    uint32_t choice = 0;
    std::string id;
    claim.With("claim", false, [&](const FieldReader& f) { f.Id(&id); });
    claim.With("kind", false, [&](const FieldReader& f) {
      f.Choice("prediction calibration expectation note", &choice);
    });
    claim.With("as", false, [&](const FieldReader& f) {
      if (f.Choice("ratio growth saving", &choice) && !ratio) f.Fail(kNoDenominator);
    });
    claim.With("den_metric", false, [&](const FieldReader& f) {
      Metric(f);
      if (!ratio) f.Fail(kNoDenominator);
    });
  }

  // One metric, or a list of them to add up.
  void Metric(const FieldReader& field) {
    if (field.value().type != JsonValue::Type::kArray) {
      MetricName(field, false);
      return;
    }
    if (!field.IsArray(16)) return;
    if (field.value().elements.empty())
      field.Fail("at least one metric is expected", "至少需要一个指标");
    for (size_t i = 0; i < field.value().elements.size(); ++i) MetricName(field.Element(i), false);
  }

  // [low, high], one of which may be null.
  void Expect(const FieldReader& field) {
    if (!field.IsArray(2)) return;
    const auto& bounds = field.value().elements;
    if (bounds.size() != 2) {
      field.Fail("two bounds are expected, one of which may be null", "应有两个界，其一可为 null");
      return;
    }
    double bound[2] = {0, 0};
    bool open[2] = {false, false};
    for (size_t i = 0; i < 2; ++i) {
      open[i] = bounds[i].type == JsonValue::Type::kNull;
      if (!open[i] && !field.Element(i).Number(&bound[i])) return;
    }
    if (open[0] && open[1]) field.Fail("one bound at least is expected", "至少需要一个界");
    if (!open[0] && !open[1] && bound[0] > bound[1])
      field.Fail("the bounds are the wrong way round", "两个界的次序颠倒");
  }

  // {"scheme": 1, "threads": [4, 8]}
  bool Select(const FieldReader& field, Selection* selection) {
    if (!field.IsObject()) return false;
    std::vector<std::vector<uint32_t>> wanted(1 + out_.axes.size());
    bool good = true;
    for (const auto& [name, value] : field.value().members) {
      const FieldReader f = field.Member(name, value);
      const int axis = AxisOf(name);
      if (name != "scheme" && axis < 0) {
        good = f.Fail(kNoDimension);
      } else {
        good = Positions(f, axis, &wanted[static_cast<size_t>(axis + 1)]) && good;
      }
    }
    if (good) selection->wanted = std::move(wanted);
    return good;
  }

  bool Positions(const FieldReader& field, int axis, std::vector<uint32_t>* positions) {
    if (field.value().type != JsonValue::Type::kArray) return Position(field, axis, positions);
    if (!field.IsArray(ExperimentLimits::kAxisValues)) return false;
    if (field.value().elements.empty())
      return field.Fail("at least one value is expected", "至少需要一个值");
    bool good = true;
    for (size_t i = 0; i < field.value().elements.size(); ++i)
      good = Position(field.Element(i), axis, positions) && good;
    return good;
  }

  bool Position(const FieldReader& field, int axis, std::vector<uint32_t>* positions) {
    if (axis < 0) {
      int64_t index = 0;
      if (!field.Integer(&index, 0, static_cast<int64_t>(out_.schemes.size()) - 1)) return false;
      positions->push_back(static_cast<uint32_t>(index));
      return true;
    }
    const auto& values = out_.axes[static_cast<size_t>(axis)].values;
    for (uint32_t i = 0; i < values.size(); ++i) {
      if (!SameValue(values[i], field.value())) continue;
      positions->push_back(i);
      return true;
    }
    return field.Fail("this is none of the swept values", "这不是被扫描的值");
  }

  // A denominator replaces coordinates of the numerator, so it gives one value for each.
  bool Single(const FieldReader& field, const Selection& selection) {
    for (const auto& positions : selection.wanted) {
      if (positions.size() > 1)
        return field.Fail("a denominator takes one value of each name", "分母的每个名称只取一个值");
    }
    return true;
  }

  // A point by its positions, but for those that the selection gives.
  uint32_t Other(std::vector<uint32_t> at, const Selection& selection) const {
    for (size_t d = 0; d < selection.wanted.size(); ++d) {
      if (!selection.wanted[d].empty()) at[d] = selection.wanted[d][0];
    }
    uint32_t other = at[0];
    for (size_t i = 0; i < out_.axes.size(); ++i)
      other = other * static_cast<uint32_t>(out_.axes[i].values.size()) + at[i + 1];
    return other;
  }

  std::vector<uint32_t> PositionsOf(uint32_t point) const {
    std::vector<uint32_t> at = {out_.scheme_of(point)};
    for (uint32_t i = 0; i < out_.axes.size(); ++i) at.push_back(out_.value_of(point, i));
    return at;
  }

  // Pairs each point of the numerator with the one that differs from it in the denominator's names;
  // and so the point that differs from it in the names of `per`.
  void Resolve(const Selection& num, const Selection& den, const Selection& per,
               ClaimPairs* pairs) const {
    for (uint32_t point = 0; point < out_.point_count(); ++point) {
      const std::vector<uint32_t> at = PositionsOf(point);
      bool wanted = true;
      for (size_t d = 0; d < at.size(); ++d) {
        const auto& positions = num.wanted[d];
        wanted = wanted && (positions.empty() || std::find(positions.begin(), positions.end(),
                                                           at[d]) != positions.end());
      }
      if (!wanted) continue;
      pairs->pairs.emplace_back(point, Other(at, den));
      if (per.wanted.empty()) continue;
      const uint32_t unit = Other(at, per);
      pairs->per.emplace_back(unit, Other(PositionsOf(unit), den));
    }
  }

  const FieldReader& root_;
  Experiment& out_;
};

}  // namespace

void CheckAnswers(const FieldReader& root, Experiment* experiment) {
  AnswerChecker(root, experiment).Run();
}

bool SameValue(const JsonValue& a, const JsonValue& b) {
  return a.type == b.type && a.boolean == b.boolean && a.integer == b.integer &&
         a.string == b.string;
}

void WriteValue(const JsonValue& value, JsonWriter& json) {
  switch (value.type) {
    case JsonValue::Type::kBool: json.Bool(value.boolean); return;
    case JsonValue::Type::kString: json.String(value.string); return;
    default: json.Integer(value.integer);
  }
}

namespace {

// Of all that points run, a comma between.
std::string WorkloadNames(const Experiment& experiment) {
  std::string names;
  for (const SweepAxis& axis : experiment.axes) {
    if (axis.target != SweepTarget::kWorkload) continue;
    for (const JsonValue& value : axis.values) names += (names.empty() ? "" : ", ") + value.string;
  }
  return names.empty() ? experiment.workloads[0].workload->id : names;
}

}  // namespace

void WritePlan(const Experiment& experiment, std::string* out) {
  JsonWriter json(*out);
  json.BeginObject().Key("id").String(experiment.id).Key("version").String(kVersion);
  json.Key("scale").String(experiment.published ? "published" : "quick");
  json.Key("machine")
      .String(experiment.machine->id)
      .Key("workload")
      .String(WorkloadNames(experiment));
  if (experiment.input) experiment.input->Describe(json.Key("input"));
  json.Key("points").BeginArray();
  for (uint32_t i = 0; i < experiment.point_count(); ++i) {
    const PointConfig point = experiment.Point(i);
    json.BeginObject().Key("index").Integer(i).Key("key").String(PointKey(point));
    json.Key("scheme")
        .Integer(experiment.scheme_of(i))
        .Key("schemeId")
        .String(point.scheme->id)
        .Key("params");
    WriteParams(point.scheme->params, point.scheme_params, json);
    json.Key("assignment").BeginObject();
    for (uint32_t a = 0; a < experiment.axes.size(); ++a) {
      json.Key(experiment.axes[a].name);
      WriteValue(experiment.axes[a].values[experiment.value_of(i, a)], json);
    }
    json.EndObject()
        .Key("transactions")
        .Integer(static_cast<int64_t>(point.all_transactions()))
        .EndObject();
  }
  json.EndArray().Key("claims").BeginArray();
  for (const ClaimPairs& claim : experiment.claims) {
    json.BeginObject()
        .Key("id")
        .String(claim.id)
        .Key("ratio")
        .Bool(claim.ratio)
        .Key("of")
        .Integer(claim.of)
        .Key("pairs")
        .BeginArray();
    for (const auto& [num, den] : claim.pairs)
      json.BeginArray().Integer(num).Integer(den).EndArray();
    json.EndArray();
    if (!claim.per.empty()) {
      json.Key("per").BeginArray();
      for (const auto& [num, den] : claim.per)
        json.BeginArray().Integer(num).Integer(den).EndArray();
      json.EndArray();
    }
    json.EndObject();
  }
  json.EndArray().Key("metrics");
  WriteMetricList(json);
  json.EndObject();
}

}  // namespace afterimage
