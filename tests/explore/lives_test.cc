// Does a database that was recovered go on as if nothing had happened? Each life cuts the power,
// recovers, and goes on with another story, whose power cuts are explored in their turn.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>

#include "run/file/scenario/random_scenario.h"
#include "run/life/world_machine.h"
#include "stories.h"
#include "support/scenarios.h"
#include "support/torn_pages.h"

namespace afterimage::testing_support {
namespace {

// A story of one life, and who watches it.
struct Life {
  explicit Life(const std::string& text_in)
      : text(text_in), scenario(Parsed(text)), workload(scenario.MakeWorkload()) {}
  uint32_t transactions() const {
    return static_cast<uint32_t>(scenario.script.transactions.size());
  }

  std::string text;
  Scenario scenario;
  std::unique_ptr<Workload> workload;
  Oracle oracle;
  std::unique_ptr<World> world;
};

class Lives : public testing::TestWithParam<const SchemeInfo*> {
 protected:
  // The power cuts of a life: all are explored, or there is a single one.
  enum class Cuts : uint8_t { kExplored, kOne };
  // One database, from its creation on. False where its records do not fit.
  bool Live(uint32_t seed, uint32_t lives, Cuts cuts);

 private:
  void Begin(Life& life);
  void GoOn(Life& before, Life& life, std::unique_ptr<World> recovered);
  // The value of a record before a life, which some life may have changed.
  Observed ValueOf(const ScriptRecord& record) const;
  // Explores the power cuts of this life; leaves it at one of its points, by chance.
  void Explore(Life& life, Random& random);
  // Lives this life to its end, then again to one of its events, by chance.
  void Pass(Life& life, Random& random);
  void ExpectRightReads(const Life& life);
  // The life has ended.
  void LookAtRest(Life& life);
  void Judge(const Life& life, OutcomeId outcome, const std::string& where);
  std::unique_ptr<World> Recover(Life& life, uint64_t seed);

  // The first life; its rows are what the devices were formatted with.
  Life* first_ = nullptr;
  BlockPool pool_;
  RecoveryOutcomes outcomes_;
  TxnId next_id_ = 1;
  // The values at the end of the latest recovery; no life since has named those that are missing.
  std::map<Key, Observed> values_;

 protected:
  uint64_t lives_ = 0;
  uint64_t pairs_ = 0;
  uint64_t rests_ = 0;  // ends of lives that were looked at
};

void Lives::Begin(Life& life) {
  std::vector<Oracle::Record> records;
  for (const ScriptRecord& record : life.scenario.script.records)
    records.push_back({record.present, record.number});
  life.oracle.Reset(records, life.transactions());
  first_ = &life;
  life.world = std::make_unique<World>(pool_, life.scenario, *life.workload, life.oracle);
}

void Lives::GoOn(Life& before, Life& life, std::unique_ptr<World> recovered) {
  for (size_t i = 0; i < recovered->observed().size(); ++i)
    values_[before.scenario.script.records[i].key] = recovered->observed()[i];
  std::vector<Oracle::Record> records;
  for (const ScriptRecord& record : life.scenario.script.records) {
    const Observed value = ValueOf(record);
    records.push_back({value.present, value.number});
  }
  life.oracle.Reset(records, life.transactions());
  life.world = std::move(recovered);
  life.world->GoOn(life.scenario, *life.workload, life.oracle, next_id_);
}

Observed Lives::ValueOf(const ScriptRecord& record) const {
  const auto known = values_.find(record.key);
  return known != values_.end() ? known->second : Observed{record.present, true, record.number};
}

void Lives::Judge(const Life& life, OutcomeId outcome, const std::string& where) {
  const Promise promise = life.scenario.scheme->promise(life.scenario.params);
  const Judgement judgement = JudgeOutcome(outcomes_[outcome], life.oracle, promise);
  if (judgement.kind == VerdictKind::kConsistent || promise == Promise::kNone) return;
  if (judgement.kind == VerdictKind::kDamaged && MayFindTornPages(life.scenario)) return;
  ADD_FAILURE() << kVerdictNames[static_cast<uint32_t>(judgement.kind)] << ", life " << lives_
                << ", " << where << ", " << life.text;
}

void Lives::Explore(Life& life, Random& random) {
  const WorldMachine::Context context{pool_, life.scenario, *first_->workload, outcomes_};
  WorldMachine machine(context, *life.world);
  World::Image start;
  life.world->Keep(&start);
  const Oracle oracle = life.oracle;
  Sampling sampling;
  sampling.images = Deep() ? 4 : 1;
  sampling.inner_stride = Deep() ? 5 : 40;
  sampling.seed = random.Next();
  Explorer explorer(FailureModel::kAdr, 1, {Deep() ? 20000u : 600u, uint64_t{1} << 30}, sampling);
  uint32_t points = 0;
  do {
    ++points;
    const PointReport report = explorer.Explore(machine);
    for (const Reached& reached : report.reached)
      Judge(life, reached.outcome,
            std::to_string(reached.cuts.size()) + " power cuts, the first after event " +
                std::to_string(reached.cuts[0].at));
  } while (!HasFailure() && explorer.limit() == Limit::kNone && machine.ToNextPoint());
  if (life.world->ended()) LookAtRest(life);
  ExpectRightReads(life);
  pairs_ += static_cast<uint64_t>(explorer.counters().pairs);
  life.world->GoBack(start);
  life.oracle = oracle;
  for (uint32_t n = random.Below(points); n > 0; --n) machine.ToNextPoint();
}

void Lives::Pass(Life& life, Random& random) {
  World::Image start;
  life.world->Keep(&start);
  const Oracle oracle = life.oracle;
  const uint32_t from = life.world->recorder().count();
  bool ends = false;
  const auto run = [&](uint64_t steps) {
    life.world->kernel().Limit(steps);
    ends = life.world->Run(WorldMachine::kEndless);
    return life.world->recorder().count();
  };
  RunsToItsEnd(run, [&] { return ends; });
  EXPECT_TRUE(ends) << "no end of life " << lives_ << ", " << life.text;
  if (ends) LookAtRest(life);
  ExpectRightReads(life);
  const uint32_t events = life.world->recorder().count() - from;
  life.world->GoBack(start);
  life.oracle = oracle;
  life.world->Run(from + random.Below(events + 1));
}

// A power cut may leave contradictions if nothing is promised.
void Lives::ExpectRightReads(const Life& life) {
  if (life.scenario.scheme->promise(life.scenario.params) == Promise::kNone) return;
  EXPECT_EQ(WrongReads(life.oracle, life.scenario), "") << "life " << lives_ << ", " << life.text;
}

void Lives::LookAtRest(Life& life) {
  if (!AllEnded(life.oracle) ||
      life.scenario.scheme->promise(life.scenario.params) == Promise::kNone)
    return;
  const StructureReport report = life.world->LookAtRest();
  ++rests_;
  // Versions of a page that is torn on the disk stay above it, and no more is promised.
  if (!report.holds && MayFindTornPages(life.scenario)) return;
  EXPECT_TRUE(report.holds) << report.broken.en << " " << report.where_en << ", life " << lives_
                            << ", " << life.text;
}

std::unique_ptr<World> Lives::Recover(Life& life, uint64_t seed) {
  RandomChoice choice(seed);
  auto world = std::make_unique<World>(pool_, life.scenario, *first_->workload, *life.world, choice,
                                       CheckDepth::kConditions);
  world->devices().DecideAll();
  world->recorder().Quiet();
  world->Run(WorldMachine::kEndless);
  const StructureReport& structures = world->structures();
  const std::string broken =
      structures.holds ? "" : std::string(", ") + structures.broken.en + " " + structures.where_en;
  Judge(life, outcomes_.Find(RecoveryOutcomes::Of(*world)), "cut by chance" + broken);
  return world;
}

bool Lives::Live(uint32_t seed, uint32_t lives, Cuts cuts) {
  next_id_ = 1;
  values_.clear();
  Random random(seed);
  // A life's devices are a fork of those of the life before.
  std::vector<std::unique_ptr<Life>> all;
  for (uint32_t i = 0; i < lives && !HasFailure(); ++i) {
    all.push_back(std::make_unique<Life>(SmallestScenario(*GetParam(), seed, i)));
    Life& life = *all.back();
    if (i == 0) {
      Begin(life);
      if (!life.world->formatted()) return false;
    } else {
      Life& before = *all[i - 1];
      auto recovered = Recover(before, random.Next());
      if (HasFailure() || recovered->report().status != Status::kOk) break;
      // A transaction that had to die under wait-die has had several ids.
      next_id_ = std::max(next_id_ + before.transactions(), before.world->next_id());
      GoOn(before, life, std::move(recovered));
    }
    if (cuts == Cuts::kExplored)
      Explore(life, random);
    else
      Pass(life, random);
    ++lives_;
  }
  while (!all.empty()) all.pop_back();
  return true;
}

TEST_P(Lives, GoOnAfterRecovery) {
  const uint32_t from = FromEnvironment("AFTERIMAGE_SEED", 1);
  const uint32_t count = FromEnvironment("AFTERIMAGE_SEEDS", Deep() ? 500 : 30);
  for (uint32_t seed = from; seed - from < count; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Live(seed, FromEnvironment("AFTERIMAGE_LIVES", Deep() ? 8 : 4), Cuts::kExplored);
    if (HasFailure()) break;
  }
  std::printf("%s: %llu lives, %llu pairs\n", GetParam()->id,
              static_cast<unsigned long long>(lives_), static_cast<unsigned long long>(pairs_));
  Tally(GetParam()->id, "lives", static_cast<double>(lives_));
  EXPECT_GT(lives_, 1u);
}

// Far more databases, each cut off once a life: what is taken in one life and not given back, or
// remembered wrongly after a recovery, shows at the end of a later one.
TEST_P(Lives, LoseNoRoom) {
  const uint32_t count = FromEnvironment("AFTERIMAGE_SEEDS", Deep() ? 5000 : 150);
  for (uint32_t seed = 1001; seed - 1001 < count; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Live(seed, FromEnvironment("AFTERIMAGE_LIVES", 5), Cuts::kOne);
    if (HasFailure()) break;
  }
  std::printf("%s: %llu lives, %llu ends at rest\n", GetParam()->id,
              static_cast<unsigned long long>(lives_), static_cast<unsigned long long>(rests_));
  Tally(GetParam()->id, "lives", static_cast<double>(lives_));
  Tally(GetParam()->id, "walks", static_cast<double>(rests_));
}

INSTANTIATE_TEST_SUITE_P(, Lives, testing::ValuesIn(kSchemes, kSchemes + kSchemeCount),
                         [](const auto& tested) {
                           std::string name = tested.param->id;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace afterimage::testing_support
