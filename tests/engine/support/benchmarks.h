// Every benchmark with every system, small enough for a test: files for the stage and for
// experiments.
#ifndef AFTERIMAGE_TESTS_SUPPORT_BENCHMARKS_H_
#define AFTERIMAGE_TESTS_SUPPORT_BENCHMARKS_H_

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "run/file/experiment/point_config.h"
#include "support/wal_text.h"

namespace afterimage::testing_support {

// The parameters of a small database. Each new workload gets a line here. `undoes`: the system can
// roll back, so clients ask for it.
inline std::string SmallParams(const std::string& workload, bool undoes = true) {
  const std::string rolled_back = undoes ? "20" : "0";
  if (workload == "tpcc")
    return R"({"rows": "compact", "districts": 2, "customers": 10, "items": 20, "orders": 10, "rollback_percent": )" +
           rolled_back + "}";
  if (workload == "tpcb") return R"({"branches": 2, "accounts": 15})";
  if (workload == "tatp") return R"({"subscribers": 12})";
  if (workload == "log-inserts") return R"({"operations": 5, "bytes": 96})";
  if (workload == "updates") return R"({"words": 40, "operations": 5})";
  if (workload == "skip-records") return R"({"words": 64, "skip": 2, "operations": 3})";
  if (workload == "btree-mix")
    return R"({"records": 40, "operations": 3, "update_percent": 80, "rollback_percent": )" +
           rolled_back + "}";
  if (workload == "ycsb")
    return R"({"records": 40, "field_bytes": 20, "mix": "own", "reads": 20, "updates": 30,
            "inserts": 20, "scans": 10, "modifies": 20, "scan_records": 5})";
  if (workload == "pg-trace") return "{}";
  ADD_FAILURE() << "no small parameters for " << workload;
  return "{}";
}

// The text that a workload reads, or null where it reads none.
inline std::shared_ptr<const WorkloadInput> SmallInput(const WorkloadInfo& workload) {
  InputProblem problem;
  return workload.reader ? ReadInput(RandomWal(300, 1), &problem) : nullptr;
}

struct BenchmarkCase {
  const WorkloadInfo* workload;
  const SchemeInfo* scheme;

  // Such a system can undo nothing, be it after a power cut or for a deadlock's victim.
  bool promises_nothing() const { return scheme->promise(ParamValues()) == Promise::kNone; }
  // The parameters that the scheme recommends for tables.
  std::string Scheme() const {
    std::string text;
    JsonWriter json(text);
    json.BeginObject().Key("id").String(scheme->id).Key("params").BeginObject();
    for (uint32_t i = 0; i < scheme->for_tables.size(); ++i) {
      const ParamSetting& setting = scheme->for_tables[i];
      for (uint32_t p = 0; p < scheme->params.size(); ++p) {
        if (std::string(scheme->params[p].id) != setting.id) continue;
        WriteParamValue(scheme->params[p], setting.value, json.Key(setting.id));
      }
    }
    json.EndObject().EndObject();
    return text;
  }
  std::string Common(const char* kind) const {
    return R"({"format": 1, "id": "test", "title": {"en": "t", "zh": "t"}, "kind": ")" +
           std::string(kind) +
           R"(", "machine": {"id": "setup-a", "overrides": {"disk.read_ns": 20000, "disk.write_ns": 20000}}, "workload": {"id": ")" +
           workload->id + R"(", "params": )" + SmallParams(workload->id, !promises_nothing()) + "}";
  }
  std::string Scenario(uint32_t clients, uint32_t transactions, uint32_t seed) const {
    return Common("scenario") + R"(, "scheme": )" + Scheme() + R"(, "seed": )" +
           std::to_string(seed) + R"(, "clients": )" + std::to_string(clients) +
           R"(, "transactions": )" + std::to_string(transactions) + "}";
  }
  // `more`: further members, each with a comma before it.
  std::string Experiment(uint32_t threads, uint32_t transactions,
                         const std::string& more = "") const {
    return Common("experiment") + R"(, "scale": "quick", "schemes": [)" + Scheme() +
           R"(], "threads": )" + std::to_string(threads) + R"(, "transactions": )" +
           std::to_string(transactions) + more + "}";
  }
};

// The cases that read a text are included, or left out.
inline std::vector<BenchmarkCase> BenchmarkCases(bool with_text = true) {
  std::vector<BenchmarkCase> cases;
  for (uint32_t w = 0; w < kWorkloadCount; ++w) {
    if (!kWorkloads[w]->uses_database || (kWorkloads[w]->reader && !with_text)) continue;
    for (uint32_t s = 0; s < kSchemeCount; ++s) cases.push_back({kWorkloads[w], kSchemes[s]});
  }
  return cases;
}

inline std::string NameOf(const BenchmarkCase& benchmark) {
  std::string name = std::string(benchmark.workload->id) + "_" + benchmark.scheme->id;
  for (char& c : name) {
    if (c == '-') c = '_';
  }
  return name;
}

// Prints a case in GoogleTest's messages.
inline void PrintTo(const BenchmarkCase& benchmark, std::ostream* out) {
  *out << NameOf(benchmark);
}

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_SUPPORT_BENCHMARKS_H_
