#include "run/file/experiment/experiment.h"

#include <algorithm>
#include <optional>

#include "run/file/experiment/experiment_answers.h"
#include "run/file/experiment/experiment_scale.h"
#include "run/file/format/experiment_format.h"
#include "run/file/setup_fields.h"

namespace afterimage {
namespace {

using format::Limits;
constexpr Text kTooManyTransactions = {"more than 100000000 transactions in a point",
                                       "单个测量点的事务超过 100000000 个"};

class ExperimentParser final : public FieldRules {
 public:
  ExperimentParser(const JsonValue& root, Experiment* out, std::vector<Problem>* problems,
                   std::shared_ptr<const WorkloadInput> input)
      : root_(root, "", problems), out_(*out), problems_(problems), input_(std::move(input)) {}

  bool Run() {
    if (!HasFormat(root_, format::kExperiment)) return false;
    ReadRows(root_, format::kExperimentHead, this, &out_);
    const size_t before = problems_->size();
    ReadRows(root_, format::kLoad, this, &out_);
    // A swept name belongs to a workload or a scheme.
    if (problems_->size() == before) ReadRows(root_, format::kSwept, this, &out_);
    if (!problems_->empty()) return false;  // what follows refers to all of these
    CheckAnswers(root_, &out_);
    Points();
    return problems_->empty();
  }

  void Read(Rule rule, const FieldReader& field) override {
    switch (rule) {
      case Rule::kMachine: return ReadMachine(field, &out_.machine, &out_.overrides);
      case Rule::kWorkload: return OwnWorkload(field);
      case Rule::kWorkloads: return OtherWorkload(field);
      case Rule::kCrash:
        out_.crash.wanted = true;
        ReadObject(field, format::kCrash, this, &out_.crash);
        return;
      case Rule::kSchemes: return OneScheme(field);
      case Rule::kProgram:
        if constexpr (kWhole) Program(field);
        return;
      case Rule::kSweep: return Sweep(field);
      default: return;
    }
  }

 private:
  void OwnWorkload(const FieldReader& field) {
    WorkloadChoice own;
    ReadWorkload(field, &own.workload, &own.params);
    if (!own.workload) return;
    out_.workloads.push_back(own);
    if (!own.workload->reader) return;
    if (input_ && input_->reader == own.workload)
      out_.input = input_;
    else
      field.Fail("this workload runs a text that is supplied with the file, and none was",
                 "此负载运行随文件提供的文本，但没有提供文本");
  }

  void OtherWorkload(const FieldReader& field) {
    WorkloadChoice other;
    ReadWorkload(field, &other.workload, &other.params);
    if (!other.workload || ReadsText(field, *other.workload)) return;
    if (out_.FindChoice(other.workload->id) < out_.workloads.size())
      field.Fail("this workload is listed already", "此负载已列出");
    out_.workloads.push_back(other);
  }

  // A text belongs to one workload: it cannot be one of several.
  bool ReadsText(const FieldReader& field, const WorkloadInfo& workload) const {
    if (!workload.reader) return false;
    field.Fail("a workload that runs a text cannot be swept", "运行文本的负载不能被扫描");
    return true;
  }

  void OneScheme(const FieldReader& scheme) {
    if (!HasFormat(scheme, format::kLabelledScheme)) return;
    SchemeChoice& choice = out_.schemes.emplace_back();
    ReadScheme(scheme, &choice.scheme, &choice.params);
    ReadRows(scheme, format::kLabelledScheme, this, nullptr);
  }

  // Reads the program of the system that is being read.
  void Program(const FieldReader& field) {
    SchemeChoice& choice = out_.schemes.back();
    if (choice.scheme) ReadProgram(field, &choice.scheme, &choice.params, &choice.program);
  }

  void Sweep(const FieldReader& sweep) {
    if (!sweep.IsObject()) return;
    if (sweep.value().members.size() > Limits::kAxes) {
      sweep.Fail("at most 2 names can be swept", "最多扫描 2 个名称");
      return;
    }
    for (const auto& [name, value] : sweep.value().members) {
      const FieldReader field = sweep.Member(name, value);
      SweepAxis axis;
      axis.name = name;
      if (!Target(field, &axis) || !field.IsArray(Limits::kAxisValues)) continue;
      if (value.elements.empty()) {
        field.Fail(format::kNoValue);
        continue;
      }
      for (size_t i = 0; i < value.elements.size(); ++i) {
        const FieldReader element = field.Element(i);
        if (!Value(element, axis)) continue;
        bool twice = false;
        for (const JsonValue& other : axis.values)
          twice = twice || SameValue(other, element.value());
        if (twice) element.Fail("this value is listed already", "此值已出现过");
        axis.values.push_back(element.value());
      }
      out_.axes.push_back(std::move(axis));
    }
  }

  // Finds the target of a swept name.
  bool Target(const FieldReader& field, SweepAxis* axis) {
    const std::string& name = axis->name;
    if (name == "threads" || name == "transactions" || name == "seed") {
      axis->target = name == "threads"        ? SweepTarget::kThreads
                     : name == "transactions" ? SweepTarget::kTransactions
                                              : SweepTarget::kSeed;
      return true;
    }
    if (name.compare(0, 8, "machine.") == 0) {
      axis->target = SweepTarget::kPrice;
      axis->price = FindPrice(name.substr(8));
      return axis->price != Price::kCount ||
             field.Fail("there is no price with this name", "没有此名称的价格");
    }
    if (name == "workload") {
      axis->target = SweepTarget::kWorkload;
      return true;
    }
    if (name.compare(0, 9, "workload.") == 0) {
      axis->target = SweepTarget::kWorkloadParam;
      axis->param = name.substr(9);
      for (const WorkloadChoice& choice : out_.workloads) {
        if (FindParam(choice.workload->params, axis->param) >= 0) return true;
      }
      return field.Fail(kNoWorkloadParam);
    }
    axis->target = SweepTarget::kScheme;
    axis->param = name.compare(0, 7, "scheme.") == 0 ? name.substr(7) : name;
    for (const SchemeChoice& choice : out_.schemes) {
      if (FindParam(choice.scheme->params, axis->param) >= 0) return true;
    }
    return field.Fail(
        "nothing with this name can be swept: it is not a parameter of a system here, nor "
        "machine.<price>, "
        "workload, workload.<parameter>, threads, transactions or seed",
        "此名称不能扫描：它不是所列系统的参数，也不是 "
        "machine.<价格>、workload、workload.<参数>、threads、transactions 或 seed");
  }

  // A value that every scheme or workload which has the parameter can take.
  bool Value(const FieldReader& element, const SweepAxis& axis) {
    int64_t ignored = 0;
    switch (axis.target) {
      case SweepTarget::kThreads: return element.Integer(&ignored, 1, Limits::kThreads);
      case SweepTarget::kTransactions: return element.Integer(&ignored, 1, Limits::kTransactions);
      case SweepTarget::kSeed: return element.Integer(&ignored, 0, format::kMostSeed);
      case SweepTarget::kPrice: return ReadPrice(element, axis.price, &ignored);
      case SweepTarget::kWorkload: return Swept(element);
      case SweepTarget::kWorkloadParam:
        for (const WorkloadChoice& choice : out_.workloads) {
          const int index = FindParam(choice.workload->params, axis.param);
          if (index >= 0 && !ReadParamValue(element, choice.workload->params[index], &ignored))
            return false;
        }
        return true;
      case SweepTarget::kScheme: break;
    }
    for (const SchemeChoice& choice : out_.schemes) {
      const int index = FindParam(choice.scheme->params, axis.param);
      if (index >= 0 && !ReadParamValue(element, choice.scheme->params[index], &ignored))
        return false;
    }
    return true;
  }

  // A workload by its name, with its defaults where the file says nothing of it.
  bool Swept(const FieldReader& element) {
    WorkloadChoice choice;
    choice.workload = ReadWorkloadId(element);
    if (!choice.workload || ReadsText(element, *choice.workload)) return false;
    if (out_.FindChoice(choice.workload->id) < out_.workloads.size()) return true;
    SetDefaults(choice.workload->params, &choice.params);
    out_.workloads.push_back(choice);
    return true;
  }

  // Checks limits and combinations that only complete points show.
  void Points() {
    if (out_.point_count() > Limits::kPoints) {
      root_.Member("sweep", *root_.value().Find("sweep"))
          .Fail("more than 4096 points", "测量点超过 4096 个");
      return;
    }
    uint64_t all = 0;
    for (uint32_t i = 0; i < out_.point_count(); ++i) {
      const PointConfig point = out_.Point(i);
      all += point.all_transactions();
      if (point.all_transactions() > Limits::kTransactions) {
        root_.Member("transactions", *root_.value().Find("transactions"))
            .Fail(kTooManyTransactions);
        return;
      }
      if (!Combination(i, point)) return;
    }
    if (all > Limits::kAllTransactions) {
      root_.Member("transactions", *root_.value().Find("transactions"))
          .Fail("more than 1000000000 transactions over all points",
                "全部测量点的事务超过 1000000000 个");
    }
  }

  bool Combination(uint32_t index, const PointConfig& point) {
    if (point.crash.wanted && point.crash.after < point.transactions) {
      const FieldReader crash = root_.Member("crash", *root_.value().Find("crash"));
      return crash.Member("after_transactions", *crash.value().Find("after_transactions"))
          .Fail("the power cannot fail before the measured transactions have ended",
                "断电不能早于被测事务结束");
    }
    if (point.input && point.all_transactions() > point.input->transactions()) {
      const std::string most = std::to_string(point.input->transactions());
      return root_.Member("transactions", *root_.value().Find("transactions"))
          .Fail("more than the " + most + " transactions that commit in the text",
                "多于文本中提交的 " + most + " 个事务");
    }
    if (point.workload->whole_run) {
      const uint64_t whole = point.workload->whole_run(point.workload_params, point.threads);
      if (whole > 0 && whole <= point.warmup) {
        return root_.Member("warmup", *root_.value().Find("warmup"))
            .Fail("the warm-up takes all transactions that the workload has",
                  "预热用完了负载的全部事务");
      }
    }
    if (const Mismatch* mismatch = CheckMachine(point.machine)) {
      const FieldReader machine = root_.Member("machine", *root_.value().Find("machine"));
      return Refuse(OverridesOf(machine), *mismatch);
    }
    if (point.scheme->program && !point.workload->uses_database) {
      return WorkloadField(out_.workload_of(index))
          .Fail("this workload uses no database, so it would call nothing of the program",
                "此负载不使用数据库，因而不会调用程序中的任何内容");
    }
    if (const Mismatch* mismatch = point.workload->check(point.workload_params)) {
      const auto values = SweptValues("workload.", *mismatch);
      return values ? values->Fail(mismatch->reason)
                    : Refuse(WorkloadField(out_.workload_of(index)), *mismatch);
    }
    if (const Mismatch* mismatch = point.scheme->check(point.scheme_params, point.machine)) {
      const FieldReader schemes = root_.Member("schemes", *root_.value().Find("schemes"));
      const FieldReader scheme = schemes.Element(out_.scheme_of(index));
      for (const char* group : {"", "scheme."}) {
        const auto values = SweptValues(group, *mismatch);
        if (!values) continue;
        // The place is that of the swept values: only the words can say whose they are.
        return values->Fail(
            SchemeName(*point.scheme, scheme.value(), false) + ": " + mismatch->reason.en,
            SchemeName(*point.scheme, scheme.value(), true) + "：" + mismatch->reason.zh);
      }
      return Refuse(ParamsOf(scheme), *mismatch);
    }
    return HasMemory(point);
  }

  bool HasMemory(const PointConfig& point) {
    const bool counts = point.machine[Price::kOsPageCache] != 0 &&
                        point.machine[Price::kOsMemory] != 0 && point.scheme->sizes;
    if (!counts) return true;
    const DeviceSizes sizes =
        SizesOf(*point.scheme, point.scheme_params, point.machine, WorkloadOf(point));
    const Mismatch* mismatch = CheckMemory(point.machine, sizes);
    if (!mismatch) return true;
    if (const auto values = SweptValues("machine.", *mismatch))
      return values->Fail(mismatch->reason);
    const FieldReader machine = root_.Member("machine", *root_.value().Find("machine"));
    return Refuse(OverridesOf(machine), *mismatch);
  }

  // Most points differ in their system or their prices alone, and a workload deals out thousands of
  // rows when it is made: the last one serves as long as it is asked for.
  const Workload& WorkloadOf(const PointConfig& point) {
    const WorkloadConfig config = {point.workload_params, point.threads, point.seed,
                                   point.input.get()};
    if (last_of_ != point.workload || !(last_config_ == config)) {
      last_workload_ = point.workload->create(config);
      last_config_ = config;
      last_of_ = point.workload;
    }
    return *last_workload_;
  }

  // Its title, and its label where it has one: a file may have the same system several times.
  static std::string SchemeName(const SchemeInfo& scheme, const JsonValue& field, bool chinese) {
    const std::string title = chinese ? scheme.title.zh : scheme.title.en;
    const JsonValue* label = field.Find("label");
    if (!label) return title;
    const JsonValue* wanted = label->Find(chinese ? "zh" : "en");
    if (!wanted) wanted = label->Find(chinese ? "en" : "zh");
    return chinese ? title + "（" + wanted->string + "）" : title + " (" + wanted->string + ")";
  }

  // The values that the parameter which does not fit runs through, where the sweep has it.
  std::optional<FieldReader> SweptValues(std::string_view group, const Mismatch& mismatch) const {
    const JsonValue* sweep = root_.value().Find("sweep");
    if (!sweep || !mismatch.field) return std::nullopt;
    const std::string name = std::string(group) + mismatch.field;
    const JsonValue* values = sweep->Find(name);
    if (!values) return std::nullopt;
    return root_.Member("sweep", *sweep).Member(name, *values);
  }

  // Returns the place of the parameters of this workload, or its name if it has its defaults.
  FieldReader WorkloadField(uint32_t choice) const {
    if (choice == 0) return ParamsOf(root_.Member("workload", *root_.value().Find("workload")));
    const JsonValue* others = root_.value().Find("workloads");
    if (!others || choice > others->elements.size())
      return root_.Member("sweep", *root_.value().Find("sweep"));
    return ParamsOf(root_.Member("workloads", *others).Element(choice - 1));
  }

  FieldReader root_;
  Experiment& out_;
  std::vector<Problem>* problems_;
  std::shared_ptr<const WorkloadInput> input_;
  std::unique_ptr<Workload> last_workload_;
  const WorkloadInfo* last_of_ = nullptr;
  WorkloadConfig last_config_;
};

void Assign(const SweepAxis& axis, const JsonValue& value, PointConfig* point) {
  const int64_t number = value.integer;
  std::vector<Problem> none;
  const FieldReader field(value, "", &none);
  switch (axis.target) {
    case SweepTarget::kPrice: point->machine.Set(axis.price, number); return;
    case SweepTarget::kThreads: point->threads = static_cast<uint32_t>(number); return;
    case SweepTarget::kTransactions: point->transactions = static_cast<uint32_t>(number); return;
    case SweepTarget::kSeed: point->seed = static_cast<uint64_t>(number); return;
    case SweepTarget::kWorkload: return;  // comes first
    case SweepTarget::kWorkloadParam: {
      const int index = FindParam(point->workload->params, axis.param);
      if (index >= 0)
        ReadParamValue(field, point->workload->params[index], &point->workload_params.value[index]);
      return;
    }
    case SweepTarget::kScheme: {
      const int index = FindParam(point->scheme->params, axis.param);
      if (index >= 0)
        ReadParamValue(field, point->scheme->params[index], &point->scheme_params.value[index]);
      return;
    }
  }
}

// Converts what the file counts for each thread to totals. A number that is too large stays too
// large.
void CountPerThread(PointConfig* point) {
  for (uint32_t* count : {&point->transactions, &point->warmup, &point->crash.after}) {
    *count = static_cast<uint32_t>(
        std::min<uint64_t>(uint64_t{*count} * point->threads, Limits::kTransactions + 1));
  }
}

// A workload that ends by itself has no more transactions than it has. A warm-up that leaves none
// is found out later.
void CapByWholeRun(PointConfig* point) {
  const WorkloadInfo& workload = *point->workload;
  const uint64_t whole =
      workload.whole_run ? workload.whole_run(point->workload_params, point->threads) : 0;
  if (whole <= point->warmup) return;
  for (uint32_t* count : {&point->transactions, &point->crash.after})
    *count = static_cast<uint32_t>(std::min<uint64_t>(*count, whole - point->warmup));
}

}  // namespace

uint32_t Experiment::point_count() const {
  size_t count = schemes.size();
  for (const SweepAxis& axis : axes) count *= axis.values.size();
  return static_cast<uint32_t>(count);
}

uint32_t Experiment::scheme_of(uint32_t point) const {
  return point / (point_count() / static_cast<uint32_t>(schemes.size()));
}

uint32_t Experiment::value_of(uint32_t point, uint32_t axis) const {
  for (size_t i = axes.size() - 1; i > axis; --i)
    point /= static_cast<uint32_t>(axes[i].values.size());
  return point % static_cast<uint32_t>(axes[axis].values.size());
}

uint32_t Experiment::FindChoice(std::string_view workload) const {
  uint32_t choice = 0;
  while (choice < workloads.size() && workload != workloads[choice].workload->id) ++choice;
  return choice;
}

uint32_t Experiment::workload_of(uint32_t point) const {
  for (uint32_t i = 0; i < axes.size(); ++i) {
    if (axes[i].target == SweepTarget::kWorkload)
      return FindChoice(axes[i].values[value_of(point, i)].string);
  }
  return 0;
}

PointConfig Experiment::Point(uint32_t point) const {
  PointConfig config(ProfileOf(*machine, overrides));
  config.base = machine;
  config.scheme = schemes[scheme_of(point)].scheme;
  config.scheme_params = schemes[scheme_of(point)].params;
  config.program = schemes[scheme_of(point)].program.compiled;
  const WorkloadChoice& choice = workloads[workload_of(point)];
  config.workload = choice.workload;
  config.workload_params = choice.params;
  if (choice.workload->reader) config.input = input;
  config.threads = threads;
  config.transactions = transactions;
  config.warmup = warmup;
  config.seed = seed;
  config.deadlock = deadlock;
  config.crash = crash;
  config.until = until;
  config.samples = samples;
  for (uint32_t i = 0; i < axes.size(); ++i)
    Assign(axes[i], axes[i].values[value_of(point, i)], &config);
  TakePaths(*config.scheme->path, config.machine);
  if (config.crash.wanted && config.crash.after == 0) config.crash.after = config.transactions;
  if (per_thread) CountPerThread(&config);
  CapByWholeRun(&config);
  return config;
}

Problem InputComplaint(const InputProblem& problem) {
  return {"", problem.reason.en, problem.reason.zh, static_cast<uint32_t>(problem.line),
          problem.column};
}

bool ParseExperiment(std::string_view text, Experiment* experiment, std::vector<Problem>* problems,
                     std::shared_ptr<const WorkloadInput> input) {
  JsonValue root;
  if (!ParseFile(text, &root, problems) ||
      !ExperimentParser(root, experiment, problems, input).Run())
    return false;
  const JsonValue* block = root.Find("quick");
  if (!block) {
    experiment->file = text;
    return true;
  }
  CheckQuick(FieldReader(*block, "quick", problems), *experiment);
  if (!problems->empty()) return false;
  Experiment quick;
  const JsonValue merged = AtQuickScale(root, *block);
  if (!ExperimentParser(merged, &quick, problems, std::move(input)).Run()) {
    MarkQuick(*block, 0, problems);
    return false;
  }
  KeepClaims(*experiment, &quick);
  // The file is at the published scale if the block has no numbers.
  if (!experiment->published) *experiment = std::move(quick);
  WriteAtScale(root, experiment);
  return true;
}

}  // namespace afterimage
