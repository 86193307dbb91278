// The native command line: what tests compare the browser's build with, and what benchmarks time.
//
//   afterimage digest FILE | --random N [--from S]     one digest a line: events and device bytes
//   afterimage summary FILE | --random N [--from S]    time ledger, counters, device bytes
//   afterimage experiment FILE [--time] [--point I] [--input TEXT]
//                                                      one point a line, all or the one of this
//                                                      number: key and result, or with --time JSON:
//                                                      seconds, transactions, steps; status 1 where
//                                                      one is incomplete or inconsistent
//   afterimage verify FILE [DEPTH [RUNS [MB [SCHEDULES]]]]
//                                                      JSON: what the crash explorer found, under
//                                                      one schedule or all with so many delays
//   afterimage bench WHICH N                           JSON: seconds and checksum
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>

#include "api/c_api.h"
#include "run/file/experiment/experiment.h"
#include "run/file/scenario/random_scenario.h"
#include "run/file/scenario/size_problems.h"
#include "run/life/session.h"
#include "run/measure/point.h"
#include "run/reply/verify_json.h"

namespace {

using namespace afterimage;  // NOLINT

// The status after a refusal, `lab`'s as well: what was asked for, or a file, is wrong. And that of
// a result that is less than was asked for: a failure, or a point that did not end as it should.
constexpr int kRefused = 2, kFellShort = 1;

int Usage() {
  std::fputs(
      "usage: afterimage digest|summary FILE | --random N [--from S]\n"
      "       afterimage experiment FILE [--time] [--point I] [--input TEXT]\n"
      "       afterimage verify FILE [DEPTH [RUNS [MB [SCHEDULES]]]]\n"
      "       afterimage bench WHICH N\n",
      stderr);
  return kRefused;
}

// Says what is wrong with a file, as `lab` does: `3:7: threads[1][3]: reason`; false.
bool Complain(const std::vector<Problem>& problems) {
  for (const Problem& p : problems) {
    if (p.line > 0) std::fprintf(stderr, "%u:%u: ", p.line, p.column);
    if (!p.path.empty()) std::fprintf(stderr, "%s: ", p.path.c_str());
    std::fprintf(stderr, "%s\n", p.reason_en.c_str());
  }
  return false;
}

// Parses and runs `text` to its end, then calls f(session). False after saying what is wrong.
bool WithSession(const std::string& text, const std::function<void(Session&)>& f) {
  Scenario scenario;
  std::vector<Problem> problems;
  if (!ParseScenario(text, &scenario, &problems)) return Complain(problems);
  auto trace = std::make_unique<TraceBuffer>();
  Session session(std::move(scenario), trace.get());
  if (!session.formatted()) return Complain({SizeProblem(session.scenario(), text)});
  session.Advance(~0u, false);
  f(session);
  return true;
}

void PrintDigest(Session& session) {
  std::printf("%016llx\n", static_cast<unsigned long long>(session.StateDigest()));
}

// The same line from the traced and the untraced build, or one of them is wrong.
void PrintSummary(Session& session) {
  World& world = session.world();
  Kernel& kernel = world.kernel();
  for (uint32_t i = 0; i < kernel.thread_count(); ++i) {
    const Thread& thread = kernel.thread(i);
    Time sum = 0;
    for (int c = 0; c < kCategories; ++c) {
      std::printf("%llu ", static_cast<unsigned long long>(thread.ledger()[c]));
      sum += thread.ledger()[c];
    }
    std::printf("%s| ", sum == thread.now() - thread.start() ? "" : "LEDGER DOES NOT SUM ");
  }
  const NvmCounters nvm = world.devices().nvm.counters();
  const DiskCounters& disk = world.devices().disk.counters();
  const DiskCounters& log_disk = world.devices().log_disk.counters();
  for (const uint64_t n :
       {nvm.stores, nvm.write_backs, nvm.fences, nvm.evictions, nvm.lines_written, disk.reads,
        disk.writes, log_disk.reads, log_disk.writes, world.engine().counters().log_records}) {
    std::printf("%llu ", static_cast<unsigned long long>(n));
  }
  Digest bytes;
  world.devices().nvm.AddTo(bytes);
  world.devices().disk.AddTo(bytes);
  world.devices().log_disk.AddTo(bytes);
  uint64_t wear = 0;
  for (uint32_t unit = 0; unit < world.devices().nvm.wear().units(); ++unit) {
    wear = wear * 31 + world.devices().nvm.wear().Of(unit);
  }
  std::printf("| %016llx %llx\n", static_cast<unsigned long long>(bytes.Value()),
              static_cast<unsigned long long>(wear));
}

bool ReadFile(const char* path, std::string* text) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::fprintf(stderr, "%s: cannot be read\n", path), false;
  text->assign(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  return true;
}

int OverScenarios(int argc, char** argv, const std::function<void(Session&)>& f) {
  if (argc >= 4 && std::strcmp(argv[2], "--random") == 0) {
    const uint32_t count = static_cast<uint32_t>(std::strtoul(argv[3], nullptr, 10));
    const uint32_t from = argc >= 6 && std::strcmp(argv[4], "--from") == 0
                              ? static_cast<uint32_t>(std::strtoul(argv[5], nullptr, 10))
                              : 0;
    for (uint32_t i = 0; i < count; ++i) {
      if (!WithSession(RandomScenario(from + i), f)) return kRefused;
    }
    return 0;
  }
  std::string text;
  if (argc != 3) return Usage();
  return ReadFile(argv[2], &text) && WithSession(text, f) ? 0 : kRefused;
}

double SecondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// The status of the point. A refusal is said.
int RunPoint(const Experiment& experiment, uint32_t index, bool time) {
  const PointConfig config = experiment.Point(index);
  PointRun point(config);
  if (!point.formatted()) {
    Complain({SizeProblem(experiment.scheme_of(index), point.fills_memory())});
    return kRefused;
  }
  const auto start = std::chrono::steady_clock::now();
  while (!point.Advance(1 << 20)) continue;
  if (time) {
    std::printf("{\"seconds\": %.6f, \"transactions\": %llu, \"steps\": %llu}\n",
                SecondsSince(start), static_cast<unsigned long long>(config.all_transactions()),
                static_cast<unsigned long long>(point.steps()));
  } else {
    std::string result;
    WritePointResult(point, &result);
    std::printf("%s %s\n", PointKey(config).c_str(), result.c_str());
  }
  return point.complete() && point.consistent() ? 0 : kFellShort;
}

std::shared_ptr<const WorkloadInput> ReadInputFile(const char* path) {
  std::string text;
  InputProblem problem;
  if (!ReadFile(path, &text)) return nullptr;
  auto input = ReadInput(text, &problem);
  if (!input) Complain({InputComplaint(problem)});
  return input;
}

int RunExperiment(int argc, char** argv) {
  bool time = false;
  const char* only = nullptr;  // one point, by its number
  std::shared_ptr<const WorkloadInput> input;
  for (int i = 3; i < argc; ++i) {
    if (std::strcmp(argv[i], "--time") == 0) {
      time = true;
    } else if (std::strcmp(argv[i], "--point") == 0 && i + 1 < argc) {
      only = argv[++i];
    } else if (std::strcmp(argv[i], "--input") == 0 && i + 1 < argc) {
      input = ReadInputFile(argv[++i]);
      if (!input) return kRefused;
    } else {
      return Usage();
    }
  }
  std::string text;
  if (argc < 3) return Usage();
  if (!ReadFile(argv[2], &text)) return kRefused;
  Experiment experiment;
  std::vector<Problem> problems;
  if (!ParseExperiment(text, &experiment, &problems, input)) return Complain(problems), kRefused;
  const uint32_t count = experiment.point_count();
  const auto from = only ? static_cast<uint32_t>(std::strtoul(only, nullptr, 10)) : 0;
  if (from >= count) return Usage();
  int status = 0;
  for (uint32_t i = from; i < (only ? from + 1 : count); ++i) {
    status = std::max(status, RunPoint(experiment, i, time));
    if (status == kRefused) break;
  }
  return status;
}

// The memory of an exploration unless another limit is given: some scenarios would fill any
// machine.
constexpr uint64_t kMostMegabytes = 4096;

// Prints the failures of the first schedule that has any, in all kinds once.
int VerifyAllSchedules(const Scenario& scenario, const VerifyOptions& options, uint32_t bound) {
  std::string failures;
  const SchedulesVerdict verdict = VerifySchedules(
      scenario, options, bound, [&](const Delays& delays, const Verification& verification) {
        if (failures.empty()) WriteDelayedFailures(verification, delays, &failures);
        return true;
      });
  std::string report;
  WriteSchedulesVerdict(verdict, failures, &report);
  std::printf("%s\n", report.c_str());
  return failures.empty() ? 0 : kFellShort;
}

int Verify(int argc, char** argv) {
  if (argc < 3 || argc > 7) return Usage();
  std::string text;
  if (!ReadFile(argv[2], &text)) return kRefused;
  Scenario scenario;
  std::vector<Problem> problems;
  const auto bound = argc > 6 ? static_cast<uint32_t>(std::strtoul(argv[6], nullptr, 10)) : 0;
  if (!ParseScenario(text, &scenario, &problems, bound > 0 ? Lives::kOne : Lives::kSeveral))
    return Complain(problems), kRefused;
  VerifyOptions options;
  options.budget.bytes = kMostMegabytes << 20;
  if (argc > 3) options.depth = static_cast<uint32_t>(std::strtoul(argv[3], nullptr, 10));
  if (argc > 4) options.budget.runs = std::strtoull(argv[4], nullptr, 10);
  if (argc > 5) options.budget.bytes = std::strtoull(argv[5], nullptr, 10) << 20;
  if (bound > kMostBound) return Usage();
  Verification verification(scenario, options);
  if (!verification.formatted()) return Complain({SizeProblem(scenario, text)}), kRefused;
  if (bound > 0) return VerifyAllSchedules(scenario, options, bound);
  while (!verification.Advance(10000)) continue;
  std::string report;
  WriteVerifyReport(verification, &report);
  std::printf("%s\n", report.c_str());
  return verification.failures().empty() ? 0 : kFellShort;
}

int Bench(int argc, char** argv) {
  if (argc != 4) return Usage();
  const auto which = static_cast<uint32_t>(std::strtoul(argv[2], nullptr, 10));
  const auto n = static_cast<uint32_t>(std::strtoul(argv[3], nullptr, 10));
  const auto start = std::chrono::steady_clock::now();
  const uint32_t checksum = ai_bench(which, n);
  std::printf("{\"seconds\": %.6f, \"checksum\": %u}\n", SecondsSince(start), checksum);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return Usage();
  if (std::strcmp(argv[1], "digest") == 0) return OverScenarios(argc, argv, PrintDigest);
  if (std::strcmp(argv[1], "summary") == 0) return OverScenarios(argc, argv, PrintSummary);
  if (std::strcmp(argv[1], "experiment") == 0) return RunExperiment(argc, argv);
  if (std::strcmp(argv[1], "verify") == 0) return Verify(argc, argv);
  if (std::strcmp(argv[1], "bench") == 0) return Bench(argc, argv);
  return Usage();
}
