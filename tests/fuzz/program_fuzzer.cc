// Fuzzes a user's program: the compiler, and with what compiles a short story with two power cuts,
// as the stage plays it, and a few recoveries of the crash explorer. Each ends on any input.
#include "bounded_life.h"
#include "crash/explorer.h"
#include "run/explore/verify.h"
#include "run/file/setup_fields.h"
#include "scheme/systems/user_program/program.h"

namespace afterimage::fuzz {
namespace {

constexpr const char* kStories[] = {
    R"([["begin T1", "A := 50", "B := 70", "commit", "begin T2", "A := 51", "abort"]])",
    R"([["begin T1", "insert C := 9", "delete A", "commit", "begin T2", "B := 1", "commit"]])",
    R"([["begin T1", "A := 1", "B := 2", "commit"], ["begin T2", "B := 3", "A := 4", "abort"]])",
    R"([["begin T1", "A := 50", "commit", "checkpoint", "begin T2", "A := 7", "insert C := 1"]])",
};
constexpr uint32_t kStoryCount = sizeof kStories / sizeof *kStories;
constexpr uint32_t kEvents = 1000;
// A recovery may take 20,000 statements, so there are few.
constexpr uint64_t kRecoveries = 12, kKept = 8 << 20;

// The stories by the standard program, which each input takes the place of.
const std::vector<Scenario>& Stories() {
  static const std::vector<Scenario> stories = [] {
    std::vector<Scenario> all(kStoryCount);
    for (uint32_t i = 0; i < kStoryCount; ++i) {
      const std::string text =
          std::string(R"({"format": 1, "id": "x", "kind": "scenario", )"
                      R"("title": {"en": "t", "zh": "t"}, "machine": {"id": "today"}, )"
                      R"("scheme": {"id": "user-program"}, "records": {"A": 100, "B": 20}, )"
                      R"("threads": )") +
          kStories[i] + "}";
      std::vector<Problem> problems;
      AI_CHECK(ParseScenario(text, &all[i], &problems));
    }
    return all;
  }();
  return stories;
}

// The scenario runs the text, as one that a file names. False where it is no program.
bool Use(std::string_view text, Scenario* scenario) {
  std::vector<ProgramProblem> problems;
  const bool good =
      UseProgram(text, &scenario->scheme, &scenario->params, &scenario->program, &problems);
  AI_CHECK(good == problems.empty() && problems.size() <= own::kMostProblems);
  for (const ProgramProblem& problem : problems)
    AI_CHECK(problem.line > 0 && problem.column > 0 && !problem.en.empty() && !problem.zh.empty());
  return good;
}

void CutPower(Session& session, uint64_t seed) {
  Refusal refusal;
  AI_CHECK(session.Cut({SurvivePolicy::kRandom, seed, {}}, &refusal));
}

void Play(const Scenario& scenario, Random& random) {
  Session session(scenario, nullptr);
  if (!session.formatted()) return;
  RunFor(session, random.Below(kEvents), kMaxSteps);
  std::string frame;
  WriteFrame(session, &frame);
  CutPower(session, random.Next());
  if (random.Chance(50)) {
    RunFor(session, random.Below(kEvents), kMaxSteps);
    CutPower(session, random.Next());
  }
  MustRecover(session);
}

// Recoveries that read the same do the same, for every program. Returns true if nothing broke the
// promise.
bool Explore(const Scenario& scenario, uint32_t depth) {
  VerifyOptions options;
  options.depth = depth;
  options.budget = {kRecoveries, kKept};
  Verification verification(scenario, options);
  if (!verification.formatted()) return false;
  while (!verification.Advance(kRecoveries)) {
  }
  AI_CHECK(verification.limit() != Limit::kUnrepeatable);
  return verification.failures().empty();
}

// Explores as the page does: a long run has too many points, and so has a recovery that never ends,
// which the first look finds.
void Explore(const Scenario& scenario) {
  Session session(scenario, nullptr);
  if (!session.formatted() || !RunFor(session, kEvents, kMaxSteps)) return;
  if (Explore(scenario, 0)) Explore(scenario, 1);
}

void CompileAndRun(std::string_view text) {
  text = text.substr(0, kMostProgramBytes);
  Scenario first = Stories()[0];
  if (!Use(text, &first)) return;
  Random random(first.program.compiled->digest);
  Scenario scenario = Stories()[random.Below(kStoryCount)];
  Use(text, &scenario);
  Play(scenario, random);
  if (random.Chance(25)) Explore(scenario);
}

}  // namespace
}  // namespace afterimage::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  afterimage::fuzz::CompileAndRun({reinterpret_cast<const char*>(data), size});
  return 0;
}
