#include "api/c_api.h"

#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#include "base/json/json_writer.h"
#include "run/explore/outlook.h"
#include "run/file/experiment/experiment.h"
#include "run/file/scenario/random_scenario.h"
#include "run/file/scenario/size_problems.h"
#include "run/litmus/litmus_answer.h"
#include "run/measure/bench.h"
#include "run/measure/point.h"
#include "run/reply/describe.h"
#include "run/reply/extents.h"
#include "run/reply/frame.h"
#include "run/reply/verify_json.h"

namespace afterimage {
namespace {

constexpr ai_status kDone = 0;
constexpr ai_status kEnded = 1;
constexpr ai_status kRefused = 2;
constexpr ai_status kFull = 3;

// The one instance behind the boundary, which holds all of the module's state.
struct Instance {
  std::string request;
  std::string reply;
  TraceBuffer trace;
  std::unique_ptr<Session> session;
  std::unique_ptr<InputReader> reader;  // of a text that has not ended
  std::shared_ptr<const WorkloadInput> input;
  std::unique_ptr<Experiment> experiment;
  std::unique_ptr<PointRun> point;
  std::unique_ptr<Verification> verification;
};

Instance& instance() {
  static Instance* const the_instance = new Instance;
  return *the_instance;
}

std::string& FreshReply() {
  instance().reply.clear();
  return instance().reply;
}

std::string_view Request(uint32_t size) {
  const std::string& request = instance().request;
  return std::string_view(request).substr(0, size);
}

ai_status Refuse(const std::vector<Problem>& problems) {
  WriteProblems(problems, &FreshReply());
  return kRefused;
}

}  // namespace
}  // namespace afterimage

using namespace afterimage;  // NOLINT: the C boundary of this namespace

void* ai_request(uint32_t size) {
  instance().request.resize(size);
  return instance().request.data();
}

const void* ai_reply(void) { return instance().reply.data(); }
uint32_t ai_reply_size(void) { return static_cast<uint32_t>(instance().reply.size()); }

ai_status ai_describe(void) {
  WriteDescription(&FreshReply());
  return kDone;
}

ai_status ai_open(uint32_t request_size) {
  Scenario scenario;
  std::vector<Problem> problems;
  if (!ParseScenario(Request(request_size), &scenario, &problems)) return Refuse(problems);
  auto session = std::make_unique<Session>(std::move(scenario), &instance().trace);
  if (!session->formatted())
    return Refuse({SizeProblem(session->scenario(), Request(request_size))});
  instance().session = std::move(session);
  instance().trace.Drain();
  WriteSessionInfo(*instance().session, ai_memory_top(), &FreshReply());
  return kDone;
}

ai_status ai_check(uint32_t request_size) {
  Scenario scenario;
  std::vector<Problem> problems;
  if (!ParseScenario(Request(request_size), &scenario, &problems)) return Refuse(problems);
  WriteProblems(problems, &FreshReply());
  return kDone;
}

ai_status ai_advance(uint32_t to, int32_t record) {
  if (!instance().session) return kRefused;
  switch (instance().session->Advance(to, record != 0)) {
    case Session::Advanced::kReached: return kDone;
    case Session::Advanced::kEnded: return kEnded;
    case Session::Advanced::kFull: return kFull;
  }
  return kRefused;
}

uint32_t ai_at(void) { return instance().session ? instance().session->at() : 0; }
uint32_t ai_phase(void) { return instance().session ? instance().session->phase() : 0; }

const void* ai_events(void) { return instance().trace.events(); }
uint32_t ai_event_count(void) { return instance().trace.event_count(); }
const void* ai_spans(void) { return instance().trace.spans(); }
uint32_t ai_span_count(void) { return instance().trace.span_count(); }
void ai_drain(void) { instance().trace.Drain(); }

ai_status ai_extents(uint32_t to) {
  if (!instance().session) return kRefused;
  WriteExtents(*instance().session, to, &FreshReply());
  return kDone;
}

ai_status ai_inspect(void) {
  if (!instance().session) return kRefused;
  WriteFrame(*instance().session, &FreshReply());
  return kDone;
}

ai_status ai_bytes(uint32_t tier, uint32_t address, uint32_t size) {
  if (!instance().session || tier >= static_cast<uint32_t>(Tier::kCount)) return kRefused;
  return WriteBytes(*instance().session, static_cast<Tier>(tier), address, size, &FreshReply())
             ? kDone
             : kRefused;
}

ai_status ai_outlook(uint32_t limit) {
  if (!instance().session) return kRefused;
  WriteOutlook(*instance().session, limit, &FreshReply());
  return kDone;
}

ai_status ai_fates(uint32_t limit) {
  if (!instance().session) return kRefused;
  WriteFates(*instance().session, limit, &FreshReply());
  return kDone;
}

ai_status ai_cut(uint32_t request_size) {
  if (!instance().session) return kRefused;
  Survive survive;
  std::vector<Problem> problems;
  Refusal refusal;
  if (!ParseSurvive(Request(request_size), &survive, &problems)) {
    refusal.rule = {problems[0].reason_en.c_str(), problems[0].reason_zh.c_str()};
  } else if (instance().session->Cut(survive, &refusal)) {
    return kDone;
  }
  JsonWriter json(FreshReply());
  json.BeginObject()
      .Key("unit")
      .Integer(refusal.unit)
      .Key("rule")
      .Bilingual(refusal.rule)
      .EndObject();
  return kRefused;
}

ai_status ai_verdict(void) {
  if (!instance().session) return kRefused;
  World& world = instance().session->world();
  if (!world.recovering() || !world.ended()) return kRefused;
  WriteVerdict(*instance().session, &FreshReply());
  return kDone;
}

// Measuring is the untraced module's: the traced one comes with the first page and must be small.

ai_status ai_experiment_open(uint32_t request_size) {
  if constexpr (kTraced) return Refuse({});
  auto experiment = std::make_unique<Experiment>();
  std::vector<Problem> problems;
  if (!ParseExperiment(Request(request_size), experiment.get(), &problems, instance().input))
    return Refuse(problems);
  instance().point.reset();
  instance().experiment = std::move(experiment);
  WritePlan(*instance().experiment, &FreshReply());
  return kDone;
}

void ai_input_begin(void) {
  if constexpr (!kTraced) instance().reader = NewInputReader();
}

void ai_input_feed(uint32_t request_size) {
  if (instance().reader) instance().reader->Feed(Request(request_size));
}

ai_status ai_input_end(void) {
  const std::unique_ptr<InputReader> reader = std::move(instance().reader);
  if (!reader) return Refuse({});
  InputProblem problem;
  std::shared_ptr<const WorkloadInput> input = reader->Finish(&problem);
  if (!input) return Refuse({InputComplaint(problem)});
  instance().input = std::move(input);
  JsonWriter json(FreshReply());
  instance().input->Describe(json);
  return kDone;
}

ai_status ai_point_start(uint32_t index) {
  if constexpr (kTraced) return Refuse({});
  instance().point.reset();
  FreshReply();
  const Experiment* experiment = instance().experiment.get();
  if (!experiment || index >= experiment->point_count()) return Refuse({});
  instance().point = std::make_unique<PointRun>(experiment->Point(index));
  if (instance().point->formatted()) return kDone;
  const bool fills_memory = instance().point->fills_memory();
  instance().point.reset();
  return Refuse({SizeProblem(experiment->scheme_of(index), fills_memory)});
}

ai_status ai_point_advance(uint32_t steps) {
  if constexpr (kTraced) return kRefused;
  if (!instance().point) return kRefused;
  const bool ended = instance().point->Advance(steps);
  WriteProgress(*instance().point, &FreshReply());
  return ended ? kEnded : kDone;
}

ai_status ai_point_result(void) {
  if constexpr (kTraced) return kRefused;
  if (!instance().point || instance().point->stage() != PointRun::Stage::kEnded) return kRefused;
  WritePointResult(*instance().point, &FreshReply());
  return kDone;
}

void ai_point_drop(void) { instance().point.reset(); }

ai_status ai_litmus(uint32_t request_size, uint32_t model) {
  if constexpr (!kExplorer) return Refuse({});
  if (model >= static_cast<uint32_t>(FailureModel::kCount)) return Refuse({});
  std::vector<Problem> problems;
  std::string& reply = FreshReply();
  if (litmus::WriteLitmus(Request(request_size), static_cast<FailureModel>(model), &problems,
                          &reply))
    return kDone;
  return Refuse(problems);
}

ai_status ai_verify_open(uint32_t request_size) {
  if constexpr (!kExplorer) return Refuse({});
  instance().verification.reset();
  ai_verify_task task;
  if (request_size < sizeof task) return Refuse({});
  std::memcpy(&task, Request(request_size).data(), sizeof task);
  const std::string_view text = Request(request_size).substr(sizeof task);
  Scenario scenario;
  std::vector<Problem> problems;
  if (!ParseScenario(text, &scenario, &problems, Lives::kSeveral)) return Refuse(problems);
  if (task.model >= static_cast<uint32_t>(FailureModel::kCount) || task.shards == 0)
    return Refuse({});
  VerifyOptions options;
  options.model = static_cast<FailureModel>(task.model);
  options.depth = task.depth;
  if (task.max_runs > 0) options.budget.runs = task.max_runs;
  if (task.max_mb > 0) options.budget.bytes = uint64_t{task.max_mb} << 20;
  options.shard = task.shard;
  options.shards = task.shards;
  options.first_failure = task.first != 0;
  options.sampling.images = task.samples;
  options.sampling.seed = task.seed;
  // A long recovery has thousands of points: as few of them as images are tried.
  if (task.samples > 0) options.sampling.inner_stride = 64;
  auto verification = std::make_unique<Verification>(scenario, options);
  FreshReply();
  if (!verification->formatted()) return Refuse({SizeProblem(scenario, text)});
  instance().verification = std::move(verification);
  return kDone;
}

ai_status ai_schedules(uint32_t request_size, uint32_t bound) {
  if constexpr (!kExplorer) return Refuse({});
  Scenario scenario;
  std::vector<Problem> problems;
  if (!ParseScenario(Request(request_size), &scenario, &problems)) return Refuse(problems);
  if (bound > kMostBound) return Refuse({});
  if (!Session(scenario, nullptr).formatted())
    return Refuse({SizeProblem(scenario, Request(request_size))});
  WriteScheduleSet(SchedulesOf(scenario, bound), &FreshReply());
  return kDone;
}

ai_status ai_verify_advance(uint32_t runs, uint32_t from_point) {
  if constexpr (!kExplorer) return kRefused;
  if (!instance().verification) return kRefused;
  const bool ended = instance().verification->Advance(runs);
  WriteVerifyProgress(*instance().verification, from_point, &FreshReply());
  return ended ? kEnded : kDone;
}

ai_status ai_verify_report(void) {
  if constexpr (!kExplorer) return kRefused;
  if (!instance().verification) return kRefused;
  WriteVerifyReport(*instance().verification, &FreshReply());
  return kDone;
}

ai_status ai_verify_ways(uint32_t point) {
  if constexpr (!kExplorer) return kRefused;
  if (!instance().verification || point >= instance().verification->points().size())
    return kRefused;
  WriteVerifyWays(*instance().verification, point, &FreshReply());
  return kDone;
}

void ai_verify_drop(void) { instance().verification.reset(); }

uint32_t ai_memory_top(void) {
#ifdef __EMSCRIPTEN__
  return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(sbrk(0)));
#else
  return 0;
#endif
}

ai_status ai_digest(void) {
  if (!instance().session) return kRefused;
  char text[17];
  std::snprintf(text, sizeof text, "%016llx",
                static_cast<unsigned long long>(instance().session->StateDigest()));
  FreshReply() = text;
  return kDone;
}

ai_status ai_random_scenario(uint32_t seed) {
  FreshReply() = RandomScenario(seed);
  return kDone;
}

uint32_t ai_bench(uint32_t which, uint32_t n) {
  if constexpr (kTraced) return 0;
  switch (which) {
    case 0: return BenchEventQueue(n);
    case 1: return BenchMm1(n);
    case 2: return BenchNvmWrites(n);
    default: return 0;
  }
}
