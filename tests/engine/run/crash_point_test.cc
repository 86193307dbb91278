// Is what is known of a machine at one point still right at the next?
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include "crash/crash_point.h"

#include "run/file/scenario/random_scenario.h"
#include "run/life/session.h"
#include "run/life/world_machine.h"
#include "support/scenarios.h"

namespace afterimage::testing_support {
namespace {

// Lets half of what is pending survive, and notes what recovery reads.
class Half final : public PersistChoice {
 public:
  explicit Half(UnitNumbers& numbers) : numbers_(numbers) {}
  uint32_t Choose(uint32_t, const PersistUnit& unit) override { return unit.options() / 2; }
  bool watches() const override { return true; }
  void Looked(Tier tier, uint64_t address) override { numbers_.Of({tier, address}); }

 private:
  UnitNumbers& numbers_;
};

// Compares every unit named so far at a crash point that was kept and at a fresh one.
bool Agree(CrashPoint& along, Crashable& machine, UnitNumbers& numbers) {
  CrashPoint fresh(machine, FailureModel::kAdr, numbers);
  if (along.images() != fresh.images()) return false;
  for (UnitNumber unit = 0; unit < numbers.size(); ++unit) {
    if (along.ContentsDigest(unit) != fresh.ContentsDigest(unit)) return false;
    if (along.OpennessOf(unit).options != fresh.OpennessOf(unit).options) return false;
  }
  return true;
}

// Points at which they agreed; stops at the first where they do not.
uint32_t Follow(Crashable& machine, UnitNumbers& numbers, bool* agree) {
  CrashPoint along(machine, FailureModel::kAdr, numbers);
  uint32_t points = 0;
  while (*agree && machine.ToNextPoint()) {
    along.Renew();
    *agree = Agree(along, machine, numbers);
    ++points;
  }
  return points;
}

TEST(CrashPoint, KnowsAfterwardsWhatAFreshOneFindsOut) {
  uint32_t points = 0;
  for (uint32_t seed = 1; seed <= Effort(60); ++seed) {
    const Scenario scenario = ParsedScenario(RandomScenario(seed));
    BlockPool pool;
    RecoveryOutcomes outcomes;
    Session session(scenario, nullptr);
    WorldMachine machine({pool, session.scenario_to_run(), session.workload_to_run(), outcomes},
                         session.world());
    UnitNumbers numbers;
    bool agree = true;
    for (uint32_t i = 0; i < 5 + seed % 40 && machine.ToNextPoint(); ++i) continue;
    Half choice(numbers);
    std::unique_ptr<Crashable> recovery = machine.Crash(choice, Life::kMayFail);
    points += Follow(*recovery, numbers, &agree);
    EXPECT_TRUE(agree) << "recovery of seed " << seed;
    recovery.reset();
    points += Follow(machine, numbers, &agree);
    EXPECT_TRUE(agree) << "seed " << seed;
  }
  EXPECT_GT(points, Effort(60) * 20);
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
