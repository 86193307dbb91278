#include "run/life/world_machine.h"

#include <algorithm>

namespace afterimage {

RecoveryOutcomes::Outcome RecoveryOutcomes::Of(const World& world) {
  Outcome outcome;
  outcome.ended = world.ended();
  outcome.status = world.report().status;
  outcome.consistent = world.consistency().holds;
  outcome.structured = world.structures().holds;
  if (outcome.ended) outcome.observed.assign(world.observed().begin(), world.observed().end());
  return outcome;
}

OutcomeId RecoveryOutcomes::Find(Outcome outcome) {
  const auto found = std::find(outcomes_.begin(), outcomes_.end(), outcome);
  if (found != outcomes_.end()) return static_cast<OutcomeId>(found - outcomes_.begin());
  outcomes_.push_back(std::move(outcome));
  return size() - 1;
}

Judgement JudgeOutcome(const RecoveryOutcomes::Outcome& outcome, const Oracle& oracle,
                       Promise promise) {
  Judgement judgement;
  if (outcome.ended && outcome.status == Status::kOk) {
    judgement = oracle.Judge(outcome.observed, promise);
    // The clients' writes are right, and yet the database contradicts itself.
    if (judgement.kind != VerdictKind::kConsistent || (outcome.consistent && outcome.structured))
      return judgement;
    judgement.kind = VerdictKind::kDamaged;
    judgement.findings.push_back({judgement.kind, 0, kNoRecord});
    return judgement;
  }
  judgement.kind = outcome.ended ? VerdictKind::kDamaged : VerdictKind::kRecoveryFailed;
  judgement.survived.assign(oracle.transactions(), 0);
  judgement.findings.push_back({judgement.kind, 0, kNoRecord});
  return judgement;
}

bool WorldMachine::ToNextPoint() {
  Recorder& recorder = world_.recorder();
  recorder.StopOn(kFlagDevice | kFlagAck);
  world_.Run(kEndless);
  const bool reached = recorder.reached() && !world_.ended();
  recorder.StopOn(0);
  return reached;
}

void WorldMachine::ToEnd() {
  if (!world_.kernel().events_disabled()) {
    world_.Run(kEndless);
    return;
  }
  world_.kernel().Limit(kEndless);
  world_.Run(kEndless);
  world_.kernel().Unlimit();
}

OutcomeId WorldMachine::Outcome() { return context_.outcomes.Find(RecoveryOutcomes::Of(world_)); }

void WorldMachine::CollectUnits(std::vector<PersistUnit>* units) const {
  found_.clear();
  world_.devices().CollectUnits(found_);
  units->insert(units->end(), found_.begin(), found_.end());
}

void WorldMachine::ReadDurable(UnitId unit, uint32_t size, uint8_t* out) const {
  world_.devices().ReadDurable(unit.tier, unit.address, out, size);
}

uint32_t WorldMachine::UnitBytes(Tier tier) const {
  return tier == Tier::kNvm ? kLineBytes : world_.devices().disk.sector_bytes();
}

struct WorldMachine::WorldMark final : Mark {
  World::Image image;
};

bool WorldMachine::Keep(std::unique_ptr<Mark>* mark) const {
  if (!*mark) *mark = std::make_unique<WorldMark>();
  world_.Keep(&static_cast<WorldMark&>(**mark).image);
  return true;
}

void WorldMachine::GoBack(const Mark& mark) {
  world_.GoBack(static_cast<const WorldMark&>(mark).image);
}

void WorldMachine::ToStep(uint64_t step) {
  Kernel& kernel = world_.kernel();
  kernel.Limit(step - kernel.steps());
  world_.Run(kEndless);
  kernel.Unlimit();
}

std::unique_ptr<Crashable> WorldMachine::Crash(PersistChoice& choice, Life life) {
  auto world = std::make_unique<World>(context_.pool, context_.scenario, context_.workload, world_,
                                       choice, context_.depth);
  world->recorder().Quiet();
  // A delayed operation of a mutation comes between the parts of another one. And if several
  // threads recover, the first to look depends on the costs of stores and on the thread's turn.
  const bool last =
      life == Life::kLast && !context_.scenario.site_mutation.wanted() && world->recovers_alone();
  if (last) {
    world->devices().AssumeNoCrash();
    world->kernel().DisableEvents();
    if (context_.census) world->Watch(context_.census->sightings(), &context_.census->sighted());
  } else if (context_.census) {
    world->Watch(*context_.census);
  }
  return std::unique_ptr<Crashable>(new WorldMachine(context_, std::move(world)));
}

}  // namespace afterimage
