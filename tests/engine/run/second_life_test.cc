// Recovery leaves a database that can be worked with: what it rebuilt outside of the devices is
// right as well. Clients go to work after a power cut, and the power fails again.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include "run/file/scenario/random_scenario.h"
#include "support/scenarios.h"
#include "support/second_life.h"
#include "support/torn_pages.h"

namespace afterimage::testing_support {
namespace {

TEST(SecondLife, WorkAfterARecoverySurvivesTheNextPowerCut) {
  uint32_t lives = 0, cut_short = 0, committed = 0;
  for (uint32_t seed = 0; lives < Effort(200); ++seed) {
    const std::string json = RandomScenario(seed);
    Random random(seed);
    const uint32_t end = Play(json).To().session().at();
    Play play(json);
    const Scenario& scenario = play.session().scenario();
    if (MayFindTornPages(scenario) ||
        scenario.scheme->promise(scenario.params) != Promise::kDurable)
      continue;
    play.To(random.Below(end + 1));
    ASSERT_TRUE(play.Cut({SurvivePolicy::kRandom, seed, {}}));
    play.To();
    ASSERT_EQ(play.session().Verdict().kind, VerdictKind::kConsistent) << "seed " << seed;
    SecondLife life(play.session());
    const bool through = life.Run(random.Chance(50) ? 1000000 : 1 + random.Below(600));
    ASSERT_TRUE(play.Cut({SurvivePolicy::kRandom, seed + 1, {}}));
    play.To();
    ASSERT_EQ(play.session().world().report().status, Status::kOk) << "seed " << seed;
    ASSERT_EQ(life.Wrong(play.session().world().observed()), "") << "seed " << seed;
    ++lives;
    cut_short += through ? 0 : 1;
    committed += life.committed();
  }
  EXPECT_GT(cut_short, lives / 10);
  EXPECT_LT(cut_short, lives * 3 / 4);
  EXPECT_GT(committed, lives);
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
