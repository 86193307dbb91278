#include "run/explore/verify.h"

#include <algorithm>

#include "run/explore/outlook.h"

namespace afterimage {
namespace {

// The number of points for each image of a benchmark, whose database is large.
constexpr uint32_t kBenchmarkPointsAnImage = 16;

// Chooses at random, and remembers its choices.
class SampledChoice final : public PersistChoice {
 public:
  explicit SampledChoice(uint64_t seed) : random_(seed) {}
  uint32_t Choose(uint32_t index, const PersistUnit& unit) override {
    const uint32_t option = random_.Choose(index, unit);
    survivors.push_back({{unit.tier, unit.address}, option, false});
    return option;
  }
  std::vector<Survivor> survivors;

 private:
  RandomChoice random_;
};

}  // namespace

const char* VerdictName(uint32_t verdict) {
  return verdict == kAllowedVerdict ? "allowed" : kVerdictNames[verdict];
}

Verification::Verification(const Scenario& scenario, const VerifyOptions& options)
    : options_(options),
      session_(scenario, nullptr),
      machine_(MachineOf(session_.world())),
      explorer_(options.model, options.depth, options.budget, options.sampling,
                !options.first_failure) {
  session_.world().Watch(run_census_);
}

bool Verification::Advance(uint64_t runs) {
  const uint64_t until = explorer_.counters().runs + std::max<uint64_t>(runs, 1);
  while (!ended_ && explorer_.counters().runs < until) {
    if (Mine(point_)) ExplorePoint();
    if (options_.first_failure && !failures_.empty()) ended_ = true;
    if (!exact() || (!ended_ && !ToNextPoint())) ended_ = true;
    ++point_;
    if (ended_) NoteWaits();
  }
  return ended_;
}

void Verification::NoteWaits() {
  if (!session_.world().stuck()) return;
  Kernel& kernel = session_.world().kernel();
  for (uint32_t i = 0; i < kernel.thread_count(); ++i) {
    const Thread& thread = kernel.thread(i);
    if (!thread.done() && thread.wait_for() == WaitFor::kLatch)
      waits_.push_back({thread.id(), thread.where().label});
  }
}

std::unique_ptr<WorldMachine> Verification::MachineOf(World& world) {
  return std::make_unique<WorldMachine>(
      WorldMachine::Context{pool_, session_.scenario_to_run(), session_.workload_to_run(),
                            outcomes_, CheckDepth::kRecords, &recovery_census_},
      world);
}

bool Verification::ToNextPoint() {
  if (machine_->ToNextPoint()) return true;
  if (!session_.NextLife()) return false;
  explorer_.Forget();
  machine_ = MachineOf(session_.world());
  return true;
}

void Verification::ExplorePoint() {
  // A benchmark's clients have written a new record: more is read after recovery.
  if (session_.oracle().records() != records_) explorer_.Forget();
  records_ = session_.oracle().records();
  const PointReport report = explorer_.Explore(*machine_);
  PointVerdict point;
  point.last = session_.world().recorder().last();
  point.life = session_.scenario().script.life;
  point.start = session_.phase_start();
  point.images = report.images;
  point.pairs = report.pairs;
  point.ways = report.ways;
  for (const Reached& reached : report.reached) Note(reached, &point);
  const bool sampled = !session_.scenario().workload || point_ % kBenchmarkPointsAnImage == 0;
  if (sampled && !options_.first_failure) CheckOneImage();
  points_.push_back(point);
}

void Verification::CheckOneImage() {
  SampledChoice choice(point_ + 1);
  World world(pool_, session_.scenario_to_run(), session_.workload_to_run(), session_.world(),
              choice, CheckDepth::kConditions);
  world.devices().DecideAll();
  world.recorder().Quiet();
  world.Run(WorldMachine::kEndless);
  ++checked_.images;
  Reached reached;
  reached.outcome = outcomes_.Find(RecoveryOutcomes::Of(world));
  reached.pairs = 1;
  reached.cuts = {{session_.world().recorder().count(), std::move(choice.survivors)}};
  for (const Survivor& survivor : reached.cuts[0].survivors)
    reached.surviving += survivor.option > 0 ? 1 : 0;
  Failure failure;
  failure.verdict = VerdictOf(reached.outcome, &failure.judgement);
  if (!IsFailure(failure.verdict)) return;
  ++checked_.broken;
  failure.life = session_.scenario().script.life;
  failure.reached = std::move(reached);
  Keep(std::move(failure), &structure_failures_);
}

uint32_t Verification::VerdictOf(OutcomeId outcome, Judgement* judgement) const {
  const Scenario& scenario = session_.scenario();
  const Promise promise = scenario.scheme->promise(scenario.params);
  *judgement = JudgeOutcome(outcomes_[outcome], session_.oracle(), promise);
  const auto verdict = static_cast<uint32_t>(judgement->kind);
  if (IsFailure(verdict) || promise == Promise::kDurable) return verdict;
  const Judgement strict = JudgeOutcome(outcomes_[outcome], session_.oracle(), Promise::kDurable);
  return strict.kind == VerdictKind::kConsistent ? verdict : kAllowedVerdict;
}

void Verification::Note(const Reached& reached, PointVerdict* point) {
  Failure failure;
  failure.verdict = VerdictOf(reached.outcome, &failure.judgement);
  for (VerdictPairs* sum : {&point->verdicts[failure.verdict], &verdicts_[failure.verdict]}) {
    (reached.in_recovery() ? sum->in_recovery : sum->direct) += reached.pairs;
  }
  if (!IsFailure(failure.verdict)) return;
  failure.life = session_.scenario().script.life;
  failure.reached = reached;
  Keep(std::move(failure), &failures_);
}

void Verification::Keep(Failure failure, std::vector<Failure>* failures) {
  const auto same = [&](const Failure& f) {
    return f.verdict == failure.verdict && f.reached.cuts.size() == failure.reached.cuts.size();
  };
  const auto known = std::find_if(failures->begin(), failures->end(), same);
  if (known == failures->end()) {
    failures->push_back(std::move(failure));
  } else if (failure.life == known->life && Simpler(failure.reached, known->reached)) {
    *known = std::move(failure);
  }
}

// --- Replaying -----------------------------------------------------------------------------------

namespace {

// Returns the stores of the unit that an option keeps.
std::vector<bool> StoresOf(const PersistUnit& unit, uint32_t option) {
  std::vector<bool> stores;
  if (unit.tier == Tier::kDisk) {
    for (uint32_t i = 0; i < unit.count(); ++i) stores.push_back(option == i + 1);
    return stores;
  }
  SurvivingStores surviving(unit, option);
  unit.ForEachOpen([&](const PendingStore& store) { stores.push_back(surviving.Survives(store)); });
  return stores;
}

// A unit that was not looked at between two power cuts was decided at the first, and is only named
// at the second.
Survive SurviveOf(const std::vector<PowerCut>& cuts, size_t from,
                  const std::vector<PersistUnit>& units) {
  Survive survive;
  for (const PersistUnit& unit : units) {
    const Survivor* found = nullptr;
    for (size_t c = from; c < cuts.size() && !found; ++c) {
      for (const Survivor& survivor : cuts[c].survivors) {
        if (survivor.unit == UnitId{unit.tier, unit.address}) found = &survivor;
      }
    }
    if (found && found->option < unit.options())
      survive.units.push_back({unit.tier, unit.address, StoresOf(unit, found->option)});
  }
  return survive;
}

}  // namespace

std::vector<Verification::WayVerdict> Verification::WaysOf(uint32_t index) const {
  VerifyOptions options = options_;
  options.shard = 0;
  options.shards = 1;
  Verification again(session_.scenario(), options);
  const uint32_t target = points_[index].last.seq, life = points_[index].life;
  while ((again.session_.world().recorder().last().seq != target ||
          again.session_.scenario().script.life != life) &&
         again.ToNextPoint()) {
  }
  std::vector<Way> ways;
  again.explorer_.Explore(*again.machine_, &ways);
  const std::vector<PersistUnit> units = again.session_.Units();
  std::vector<WayVerdict> verdicts;
  for (Way& way : ways) {
    WayVerdict verdict;
    Judgement judgement;
    verdict.verdict = again.VerdictOf(way.outcome, &judgement);
    for (const OutcomeId outcome : way.in_recovery) {
      const uint32_t inner = again.VerdictOf(outcome, &judgement);
      if (IsFailure(inner) || !IsFailure(verdict.in_recovery)) verdict.in_recovery = inner;
    }
    const PowerCut cut{0, way.survivors};
    verdict.survive = SurviveOf({cut}, 0, units);
    verdict.way = std::move(way);
    verdicts.push_back(std::move(verdict));
  }
  return verdicts;
}

bool ReplayCuts(const Scenario& scenario, const Failure& failure, std::vector<SessionCut>* cuts,
                std::string* verdict) {
  Session session(scenario, nullptr);
  while (session.scenario().script.life < failure.life) {
    session.Advance(session.at() + WorldMachine::kEndless, false);
    if (!session.NextLife()) return false;
  }
  uint32_t start = session.phase_start();
  for (size_t c = 0; c < failure.reached.cuts.size(); ++c) {
    SessionCut cut;
    cut.at = start + failure.reached.cuts[c].at;
    session.Advance(cut.at, false);
    if (session.at() != cut.at) return false;
    if (cut.at > start) cut.label = session.world().recorder().last().label;
    cut.survive = SurviveOf(failure.reached.cuts, c, session.Units());
    Refusal refusal;
    if (!session.Cut(cut.survive, &refusal)) return false;
    start = cut.at;
    cuts->push_back(std::move(cut));
  }
  session.Advance(start + WorldMachine::kEndless, false);
  WriteVerdict(session, verdict);
  return session.Verdict().kind == failure.judgement.kind;
}

}  // namespace afterimage
