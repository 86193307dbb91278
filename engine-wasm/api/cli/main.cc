// The native command line: what tests compare the browser's build with, and what benchmarks time.
//
//   afterimage digest FILE | --random N [--from S]     one digest a line: events and device bytes
//   afterimage summary FILE | --random N [--from S]    time ledger, counters, device bytes
//   afterimage bench WHICH N                           JSON: seconds and checksum
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>

#include "api/c_api.h"
#include "run/random_scenario.h"
#include "run/session.h"

namespace {

using namespace afterimage;  // NOLINT

int Usage() {
  std::fputs("usage: afterimage digest|summary FILE | --random N [--from S]\n       afterimage bench WHICH N\n", stderr);
  return 2;
}

// Parses and runs `text` to its end, then calls f(session). False after saying what is wrong.
bool WithSession(const std::string& text, const std::function<void(Session&)>& f) {
  Scenario scenario;
  std::vector<Problem> problems;
  if (!ParseScenario(text, &scenario, &problems)) {
    for (const Problem& p : problems) std::fprintf(stderr, "%s: %s\n", p.path.c_str(), p.reason_en.c_str());
    return false;
  }
  auto trace = std::make_unique<TraceBuffer>();
  Session session(std::move(scenario), trace.get());
  if (!session.formatted()) return std::fputs("records: they do not fit the pages\n", stderr), false;
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
  const NvmCounters& nvm = world.devices().nvm.counters();
  const DiskCounters& disk = world.devices().disk.counters();
  for (const uint64_t n : {nvm.stores, nvm.write_backs, nvm.fences, nvm.evictions, nvm.lines_written, disk.reads,
                           disk.writes, world.engine().counters().log_records}) {
    std::printf("%llu ", static_cast<unsigned long long>(n));
  }
  Digest bytes;
  world.devices().nvm.AddTo(bytes);
  world.devices().disk.AddTo(bytes);
  world.devices().log_disk.AddTo(bytes);
  uint64_t wear = 0;
  for (uint32_t unit = 0; unit < world.devices().nvm.wear_units(); ++unit) {
    wear = wear * 31 + world.devices().nvm.Wear(unit);
  }
  std::printf("| %016llx %llx\n", static_cast<unsigned long long>(bytes.Value()), static_cast<unsigned long long>(wear));
}

int OverScenarios(int argc, char** argv, const std::function<void(Session&)>& f) {
  if (argc >= 4 && std::strcmp(argv[2], "--random") == 0) {
    const uint32_t count = static_cast<uint32_t>(std::strtoul(argv[3], nullptr, 10));
    const uint32_t from = argc >= 6 && std::strcmp(argv[4], "--from") == 0
                              ? static_cast<uint32_t>(std::strtoul(argv[5], nullptr, 10)) : 0;
    for (uint32_t i = 0; i < count; ++i) {
      if (!WithSession(RandomScenario(from + i), f)) return 1;
    }
    return 0;
  }
  if (argc != 3) return Usage();
  std::ifstream file(argv[2], std::ios::binary);
  if (!file) return std::fprintf(stderr, "%s: cannot be read\n", argv[2]), 2;
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return WithSession(text, f) ? 0 : 2;
}

int Bench(int argc, char** argv) {
  if (argc != 4) return Usage();
  const auto which = static_cast<uint32_t>(std::strtoul(argv[2], nullptr, 10));
  const auto n = static_cast<uint32_t>(std::strtoul(argv[3], nullptr, 10));
  const auto start = std::chrono::steady_clock::now();
  const uint32_t checksum = ai_bench(which, n);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::printf("{\"seconds\": %.6f, \"checksum\": %u}\n", seconds.count(), checksum);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return Usage();
  if (std::strcmp(argv[1], "digest") == 0) return OverScenarios(argc, argv, PrintDigest);
  if (std::strcmp(argv[1], "summary") == 0) return OverScenarios(argc, argv, PrintSummary);
  if (std::strcmp(argv[1], "bench") == 0) return Bench(argc, argv);
  return Usage();
}
