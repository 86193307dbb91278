// Fuzzes the reader of pg_waldump texts, and a short run, with a power cut, of whatever it accepts.
#include "base/check.h"
#include "run/file/experiment/experiment.h"
#include "run/measure/point.h"
#include "workload/replay/replayed_log.h"

namespace afterimage::fuzz {
namespace {

constexpr uint64_t kSteps = 1 << 18;
constexpr uint32_t kSlices = 32;
constexpr size_t kMaxRows = 2000;

// The log has room for one transaction of all that kMaxRows lets through: one that found none would
// be given up, and the run rightly incomplete.
constexpr char kExperiment[] =
    R"({"format": 1, "id": "x", "kind": "experiment", "title": {"en": "t", "zh": "t"}, "scale": "quick",
  "machine": {"id": "setup-a"}, "workload": {"id": "pg-trace"}, "threads": 3, "transactions": 1, "crash": {},
  "schemes": [{"id": "nv-logging", "params": {"placement": "btree", "page_bytes": 8192, "spare_pages": 2000, "frames": 500,
               "entries": 65536, "checkpoint_after": 32768}}]})";

// Every operation is on an existing row, and waits for an earlier operation, or restores what this
// transaction or one before it wrote.
void CheckTrace(const replay::Trace& trace) {
  AI_CHECK(trace.commits > 0 && trace.tables.size() <= kMaxTables);
  for (uint32_t t = 0; t < trace.order.size(); ++t) {
    AI_CHECK(trace.order[t].count > 0 &&
             trace.order[t].first + trace.order[t].count <= trace.ops.size());
    for (uint32_t i = 0; i < trace.order[t].count; ++i) {
      const replay::Op& op = trace.ops[trace.order[t].first + i];
      AI_CHECK(op.table < trace.tables.size() && op.row < trace.tables[op.table].keys.size() &&
               op.after <= t + (op.lasting == replay::Lasting::kUndoing));
    }
  }
  for (const replay::TraceTable& table : trace.tables) {
    for (size_t i = 1; i < table.first_rows.size(); ++i) {
      AI_CHECK(table.keys[table.first_rows[i - 1]] < table.keys[table.first_rows[i]]);
    }
  }
}

void ReadAndRun(std::string_view text) {
  InputProblem problem;
  const auto input = ReadInput(text, &problem);
  AI_CHECK(input || *problem.reason.en);
  if (!input) return;
  const auto& trace = static_cast<const replay::Trace&>(*input);
  CheckTrace(trace);
  size_t rows = 0;
  for (const replay::TraceTable& table : trace.tables) rows += table.keys.size();
  Experiment experiment;
  std::vector<Problem> problems;
  AI_CHECK(ParseExperiment(kExperiment, &experiment, &problems, input));
  if (rows > kMaxRows) return;
  PointConfig config = experiment.Point(0);
  config.transactions = config.crash.after = static_cast<uint32_t>(trace.commits);
  PointRun point(config);
  if (!point.formatted()) return;
  bool ended = false;
  for (uint32_t slice = 0; slice < kSlices && !ended; ++slice) ended = point.Advance(kSteps);
  AI_CHECK(ended && point.complete());
  AI_CHECK(point.recovery().status == Status::kOk && point.consistency().holds);
}

}  // namespace
}  // namespace afterimage::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  afterimage::fuzz::ReadAndRun({reinterpret_cast<const char*>(data), size});
  return 0;
}
