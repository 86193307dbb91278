#include "run/file/scenario/scenario.h"

#include "run/file/format/scenario_format.h"
#include "run/file/scenario/scenario_story.h"
#include "run/file/scenario/site_names.h"
#include "run/file/setup_fields.h"

namespace afterimage {
namespace {

class ScenarioParser final : public FieldRules {
 public:
  ScenarioParser(const JsonValue& root, Scenario* out, std::vector<Problem>* problems, Lives lives)
      : root_(root, "", problems), out_(*out), problems_(problems), lives_(lives) {}

  bool Run() {
    if (!HasFormat(root_, format::kScenario)) return false;
    ReadRows(root_, format::kScenarioHead, this, &out_);
    const size_t before = problems_->size();
    if (root_.value().Find("workload")) {
      OwnWorkload();
    } else {
      Forbid(root_, format::kBenchmark,
             {"belongs to a workload; a script has threads instead",
              "只能与 workload 一起出现；脚本使用 threads"});
      ReadRows(root_, format::kScript, this, &out_);
    }
    // A story names machine, scheme and transactions: without one of them it would be blamed for
    // what it is right about.
    if (out_.machine && out_.scheme && problems_->size() == before)
      CheckStory(root_, out_, problems_);
    Memory();
    return problems_->empty();
  }

  void Read(Rule rule, const FieldReader& field) override {
    switch (rule) {
      case Rule::kMachine: return MachineField(field);
      case Rule::kScheme: return SchemeField(field);
      case Rule::kProgram:
        if constexpr (kWhole) ReadProgram(field, &out_.scheme, &out_.params, &out_.program);
        return;
      case Rule::kMutation: return Mutation(field);
      case Rule::kDelay: return Delay(field);
      case Rule::kRecords: return Records(field);
      case Rule::kThreads: return Threads(field);
      case Rule::kWorkload: return WorkloadField(field);
      default: return;
    }
  }

 private:
  void MachineField(const FieldReader& machine) {
    const size_t before = problems_->size();
    ReadMachine(machine, &out_.machine, &out_.overrides);
    if (problems_->size() > before || !out_.machine) return;
    if (const Mismatch* mismatch = CheckMachine(out_.Profile()))
      Refuse(OverridesOf(machine), *mismatch);
  }

  void SchemeField(const FieldReader& scheme) {
    const size_t before = problems_->size();
    if (!HasFormat(scheme, format::kScenarioScheme)) return;
    ReadScheme(scheme, &out_.scheme, &out_.params);
    if (!out_.scheme) return;
    ReadRows(scheme, format::kScenarioScheme, this, nullptr);
    if (problems_->size() > before || !out_.machine) return;
    if (const Mismatch* mismatch = out_.scheme->check(out_.params, out_.Profile()))
      Refuse(ParamsOf(scheme), *mismatch);
  }

  void Mutation(const FieldReader& field) {
    const std::string& name = field.value().string;
    for (uint32_t i = 0; i < out_.scheme->mutations.size(); ++i) {
      if (name != out_.scheme->mutations[i].id) continue;
      out_.mutations |= uint32_t{1} << i;
      return;
    }
    SiteMutation mutation;
    if (ParseSiteMutation(*out_.scheme, name, &mutation)) {
      if (out_.site_mutation.wanted()) {
        field.Fail("only one operation can be left out or delayed", "只能省去或推迟一个操作");
        return;
      }
      out_.site_mutation = mutation;
      return;
    }
    field.Fail("the system has no such mutation", "该系统没有此变异");
  }

  // Threads are counted from 1: the clients, then the system's own.
  void Delay(const FieldReader& field) {
    format::DelayNumbers numbers;
    ReadObject(field, format::kDelay, this, &numbers);
    if (!problems_->empty()) return;
    if (numbers.thread == numbers.until) {
      field.Fail("a thread cannot wait for itself", "线程不能等待自己");
      return;
    }
    ThreadDelay delay;
    delay.thread = static_cast<ActorId>(numbers.thread - 1);
    delay.operation = static_cast<uint32_t>(numbers.operation);
    delay.until = static_cast<ActorId>(numbers.until - 1);
    delay.next = static_cast<uint32_t>(numbers.next);
    out_.delays.push_back(delay);
  }

  void OwnWorkload() {
    Forbid(root_, format::kScript,
           {"a scenario has a workload, or records and threads, not both",
            "场景要么有 workload，要么有 records 与 threads，不能两者都有"});
    ReadRows(root_, format::kBenchmark, this, &out_);
    for (uint32_t i = 1; i <= out_.transactions; ++i)
      out_.script.transactions.push_back({"T" + std::to_string(i), 0});
  }

  void WorkloadField(const FieldReader& workload) {
    ReadWorkload(workload, &out_.workload, &out_.workload_params);
    if (!problems_->empty() || !out_.workload) return;
    if (out_.workload->reader) {
      workload.Fail("this workload runs a text, which only experiments supply",
                    "此负载运行一份文本，只有实验能提供");
      return;
    }
    if (const Mismatch* mismatch = out_.workload->check(out_.workload_params))
      Refuse(ParamsOf(workload), *mismatch);
  }

  void Records(const FieldReader& records) {
    if (records.value().members.size() > Script::kMaxRecords) {
      records.Fail("more than 1000 records", "记录超过 1000 个");
      return;
    }
    for (const auto& [name, value] : records.value().members) {
      const FieldReader field = records.Member(name, value);
      int64_t number = 0;
      if (!IsName(name)) {
        field.Fail("a record's name is a letter, then up to 7 letters, digits or underscores",
                   "记录名以字母开头，其后最多 7 个字母、数字或下划线");
      } else if (field.Integer(&number, -format::kMostValue, format::kMostValue)) {
        out_.script.records.push_back({name, true, number, 0, KeyFromName(name)});
      }
    }
  }

  void Threads(const FieldReader& threads) {
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
    if (const Text* reason = CheckSignals(out_.script, &thread, &statement))
      threads.Element(thread).Element(statement).Fail(*reason);
  }

  // A record that one thread inserts may be named by a thread that is before it.
  void CollectInserts(const JsonValue& threads) {
    for (const JsonValue& thread : threads.elements) {
      for (const JsonValue& statement : thread.elements) {
        const std::string_view name = InsertedName(statement.string);
        if (!name.empty() && out_.script.FindRecord(name) < 0 &&
            out_.script.records.size() < Script::kMaxRecords) {
          out_.script.records.push_back({std::string(name), false, 0, 0, KeyFromName(name)});
        }
      }
    }
  }

  void OneThread(const FieldReader& thread) {
    out_.script.threads.emplace_back();
    OpenTransactions open;
    for (size_t i = 0; i < thread.value().elements.size(); ++i) {
      std::string text;
      const FieldReader field = thread.Element(i);
      if (!field.String(&text, format::kMostStatementBytes)) continue;
      if (const Text* reason = CompileStatement(text, out_.script, &open)) {
        field.Fail(*reason);
      } else if (kExplorer && lives_ == Lives::kOne && out_.script.lives > 1) {
        field.Fail("here a script ends with the first power cut; lab verify goes on behind it",
                   "此处脚本到第一次断电为止；命令行的穷举验证会继续执行其后的语句");
        return;
      } else if (out_.scheme && out_.script.threads.back().back().verb == Verb::kScan &&
                 !ReadsRanges(*out_.scheme, out_.params)) {
        field.Fail("a range is read by an index; set the system's placement to btree",
                   "范围读取需要索引；请将系统的 placement 设为 btree");
      }
    }
  }

  void Memory() {
    if (!problems_->empty()) return;
    const DeviceSizes sizes =
        SizesOf(*out_.scheme, out_.params, out_.Profile(), *out_.MakeWorkload());
    if (const Mismatch* mismatch = CheckMemory(out_.Profile(), sizes))
      Refuse(OverridesOf(root_.Member("machine", *root_.value().Find("machine"))), *mismatch);
    const uint64_t bytes =
        sizes.nvm_bytes * 2 + sizes.disk_bytes + sizes.log_disk_bytes + sizes.dram_bytes;
    if (bytes <= kMaxSessionBytes) return;
    const char* blamed = out_.workload ? "workload" : "scheme";
    ParamsOf(root_.Member(blamed, *root_.value().Find(blamed)))
        .Fail("these parameters need " + std::to_string(bytes >> 20) + " MB; 64 MB are allowed",
              "这些参数需要 " + std::to_string(bytes >> 20) + " MB；允许 64 MB");
  }

 private:
  FieldReader root_;
  Scenario& out_;
  std::vector<Problem>* problems_;
  Lives lives_;
};

}  // namespace

uint32_t Scenario::ValueBytes() const {
  for (uint32_t i = 0; i < scheme->params.size(); ++i) {
    if (std::string_view(scheme->params[i].id) == "value_bytes")
      return static_cast<uint32_t>(params.value[i]);
  }
  return sizeof(int64_t);
}

std::unique_ptr<Workload> Scenario::MakeWorkload() const {
  if (!workload) return std::make_unique<ScriptWorkload>(script, ValueBytes());
  WorkloadConfig config;
  config.params = workload_params;
  config.clients = clients;
  config.seed = seed;
  return workload->create(config);
}

MachineProfile Scenario::Profile() const {
  MachineProfile profile = ProfileOf(*machine, overrides);
  if (scheme) TakePaths(*scheme->path, profile);
  return profile;
}

bool ParseScenario(std::string_view text, Scenario* scenario, std::vector<Problem>* problems,
                   Lives lives) {
  JsonValue root;
  return ParseFile(text, &root, problems) && ScenarioParser(root, scenario, problems, lives).Run();
}

}  // namespace afterimage
