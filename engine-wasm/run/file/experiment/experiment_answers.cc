#include "run/file/experiment/experiment_answers.h"

#include <algorithm>

#include "base/build.h"
#include "run/file/format/experiment_format.h"
#include "tier/prices/price_choices.h"

namespace afterimage {
namespace {

constexpr Text kNoDenominator = {"without \"den\" there is no ratio", "没有 \"den\" 就没有比值"};

constexpr Text kListedAlready = {"this metric is listed already", "此指标已列出"};
constexpr Text kNoDimension = {"\"scheme\" or a swept name is expected",
                               "应为 \"scheme\" 或被扫描的名称"};
constexpr Text kNoX = {"\"scheme\", a swept name or \"elapsed\" is expected",
                       "应为 \"scheme\"、被扫描的名称或 \"elapsed\""};
// The metric that takes the place of a dimension of points.
constexpr std::string_view kTimeAsX = "elapsed";

// Some of the points: for the schemes, then for each axis, which positions are wanted; empty means
// all.
struct Selection {
  std::vector<std::vector<uint32_t>> wanted;
};

// A claim while it is read.
struct ClaimParts {
  format::ClaimNumbers numbers;
  Selection num, den, per;
  bool ratio = false;
  bool good = true;
};

class AnswerChecker final : public FieldRules {
 public:
  explicit AnswerChecker(Experiment* out) : out_(*out) {}

  void Read(Rule rule, const FieldReader& field) override {
    switch (rule) {
      case Rule::kMetricOrGroup: MetricName(field, true); return;
      case Rule::kChart: return Chart(field);
      case Rule::kDimension: return Dimension(field, kNoDimension);
      case Rule::kX: return X(field);
      case Rule::kY:
        if (over_time_)
          Sampled(field);
        else
          MetricName(field, false);
        return;
      case Rule::kSampled: return Sampled(field);
      case Rule::kPart: return Part(field);
      case Rule::kOver: return Over(field);
      case Rule::kStacked:
        if (!chart_->Find("parts"))
          field.Fail("without \"parts\" there is nothing to stack",
                     "没有 \"parts\" 就没有可堆叠的内容");
        return;
      case Rule::kClaim: return Claim(field);
      default: ReadOfClaim(rule, field);
    }
  }

 private:
  void ReadOfClaim(Rule rule, const FieldReader& field) {
    bool& good = claim_->good;
    switch (rule) {
      case Rule::kClaimId:
        for (const ClaimPairs& other : out_.claims) {
          if (good && other.id == claim_->numbers.id)
            good = field.Fail("there is a claim with this id already", "此 id 的论断已存在");
        }
        return;
      case Rule::kNum: good = Select(field, &claim_->num) && good; return;
      case Rule::kDen:
        claim_->ratio = true;
        good = Select(field, &claim_->den) && Single(field, claim_->den) && good;
        return;
      case Rule::kPer:
        good = Select(field, &claim_->per) && Single(field, claim_->per) && good;
        if (!claim_->ratio) good = field.Fail(kNoDenominator);
        return;
      case Rule::kMetrics: return Metric(field);
      case Rule::kDenMetric: Metric(field); [[fallthrough]];
      case Rule::kAs:
        if (!claim_->ratio) field.Fail(kNoDenominator);
        return;
      case Rule::kBounds: return Expect(field);
      default: return;
    }
  }

  bool MetricName(const FieldReader& field, bool groups) {
    std::string name;
    if (!field.String(&name)) return false;
    if (groups ? IsMetricOrGroup(name) : IsMetric(name)) return true;
    return field.Fail("there is no metric with this name", "没有此名称的指标");
  }

  // A chart over time shows the samples of `y`, and of the metrics added to it.
  void Chart(const FieldReader& chart) {
    if (!HasFormat(chart, format::kChart)) return;
    const JsonValue* x = chart.value().Find("x");
    chart_ = &chart.value();
    over_time_ = x && x->type == JsonValue::Type::kString && x->string == kTimeAsX;
    ReadRows(chart, format::kChartHead, this, nullptr);
    if (over_time_) {
      ReadRows(chart, format::kTimeChart, this, nullptr);
      Forbid(chart, format::kChart, {"this cannot be drawn over time", "此项不能随时间绘制"});
    } else {
      Forbid(chart, format::kTimeChart,
             {"without \"elapsed\" as \"x\" this has no meaning",
              "\"x\" 不为 \"elapsed\" 时此项没有意义"});
      ReadRows(chart, format::kChart, this, nullptr);
    }
  }

  void X(const FieldReader& field) {
    if (!over_time_) return Dimension(field, kNoX);
    if (out_.samples == 0) {
      field.Fail("only what is sampled is known over time: \"samples\" must say how often",
                 "随时间的变化来自采样：须用 \"samples\" 指定采样次数");
    }
  }

  // Another metric that is to be added to those that are in `sampled_`.
  void Sampled(const FieldReader& field) {
    if (!MetricName(field, false)) return;
    const std::string& name = field.value().string;
    if (!IsSampled(name))
      field.Fail("this metric is not sampled", "此指标不在采样之列");
    else if (std::find(sampled_.begin(), sampled_.end(), name) != sampled_.end())
      field.Fail(kListedAlready);
    else if (!sampled_.empty() && UnitOf(name) != UnitOf(sampled_.front()))
      field.Fail("only metrics of one unit can be added up", "只有单位相同的指标才能相加");
    sampled_.push_back(name);
  }

  void Part(const FieldReader& part) {
    if (!MetricName(part, false)) return;
    const std::string& name = part.value().string;
    if (std::find(parts_.begin(), parts_.end(), name) != parts_.end()) part.Fail(kListedAlready);
    parts_.push_back(name);
  }

  void Over(const FieldReader& field) {
    Selection over;
    if (!Select(field, &over) || !Single(field, over)) return;
    if (field.value().members.empty())
      field.Fail("a name is expected in which the points differ", "此处应给出测量点所不同的名称");
    if (chart_->Find("parts"))
      field.Fail("several metrics are not drawn as a ratio", "多个指标不以比值绘制");
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
    ClaimParts parts;
    claim_ = &parts;
    if (!ReadObject(claim, format::kClaim, this, &parts.numbers)) return;
    // A given value that was not taken has had a complaint.
    const bool taken = (parts.numbers.reduce >= 0 || !claim.value().Find("reduce")) &&
                       (!parts.numbers.id.empty() || !claim.value().Find("id"));
    if (!parts.good || !taken || parts.num.wanted.empty() ||
        (parts.ratio && parts.den.wanted.empty()))
      return;
    ClaimPairs pairs{parts.numbers.id, parts.ratio, 0, {}, {}};
    Resolve(parts.num, parts.den, parts.per, &pairs);
    if (parts.numbers.reduce == format::kReduceAt && pairs.pairs.size() != 1) {
      claim.Member("num", *claim.value().Find("num"))
          .Fail("\"at\" needs exactly one point; these are " + std::to_string(pairs.pairs.size()),
                "\"at\" 需要恰好一个点；这里有 " + std::to_string(pairs.pairs.size()) + " 个");
    }
    pairs.of = static_cast<uint32_t>(pairs.pairs.size());
    out_.claims.push_back(std::move(pairs));
  }

  // One metric, or a list of them to add up.
  void Metric(const FieldReader& field) {
    if (field.value().type != JsonValue::Type::kArray) {
      MetricName(field, false);
      return;
    }
    if (!field.IsArray(format::kMostSummed)) return;
    if (field.value().elements.empty()) field.Fail(format::kNoMetric);
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
    if (!field.IsArray(format::Limits::kAxisValues)) return false;
    if (field.value().elements.empty()) return field.Fail(format::kNoValue);
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

  Experiment& out_;
  const JsonValue* chart_ = nullptr;
  bool over_time_ = false;
  std::vector<std::string> sampled_, parts_;  // of the chart, so far
  ClaimParts* claim_ = nullptr;
};

}  // namespace

void CheckAnswers(const FieldReader& root, Experiment* experiment) {
  AnswerChecker rules(experiment);
  ReadRows(root, format::kExperiment, &rules, nullptr);
}

bool SameValue(const JsonValue& a, const JsonValue& b) {
  return a.type == b.type && a.boolean == b.boolean && a.integer == b.integer &&
         a.string == b.string;
}

void WriteValue(const JsonValue& value, JsonWriter& json) {
  switch (value.type) {
    case JsonValue::Type::kNull: json.Null(); return;
    case JsonValue::Type::kBool: json.Bool(value.boolean); return;
    case JsonValue::Type::kInteger: json.Integer(value.integer); return;
    case JsonValue::Type::kNumber: json.Raw(value.string); return;
    case JsonValue::Type::kString: json.String(value.string); return;
    case JsonValue::Type::kArray:
      json.BeginArray();
      for (const JsonValue& element : value.elements) WriteValue(element, json);
      json.EndArray();
      return;
    case JsonValue::Type::kObject:
      json.BeginObject();
      for (const auto& [key, member] : value.members) WriteValue(member, json.Key(key));
      json.EndObject();
  }
}

namespace {

// Returns all workloads of the points, separated by commas.
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
  json.Key("file").Raw(experiment.file);
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
  json.Key("choices");
  WritePriceChoices(json);
  json.EndObject();
}

}  // namespace afterimage
