// Random scenarios over many parameters: do they all end, and does no power cut ever break a
// promise?
#include "base/build.h"
#include "base/random.h"
#include "support/scenarios.h"
#include "support/wide_scenario.h"

namespace afterimage::testing_support {
namespace {

TEST(WideScenarios, AllComeToTheirEndWithAllTimeAccountedFor) {
  for (uint32_t seed = 0; seed < Effort(400); ++seed) {
    Play play(WideScenario(seed));
    ASSERT_TRUE(play.session().formatted()) << seed;
    ASSERT_EQ(play.session().Advance(~0u, false), Session::Advanced::kEnded);
    Kernel& kernel = play.session().world().kernel();
    for (uint32_t i = 0; i < kernel.thread_count(); ++i) {
      const Thread& thread = kernel.thread(i);
      if (thread.kind() != ThreadKind::kRecovery)
        ASSERT_TRUE(thread.done()) << "seed " << seed << " thread " << i << " " << thread.name().en;
      Time sum = 0;
      for (int c = 0; c < kCategories; ++c) sum += thread.ledger()[c];
      ASSERT_EQ(sum, thread.now() - thread.start()) << "seed " << seed << " thread " << i;
    }
  }
}

#if AFTERIMAGE_TRACED

TEST(WideScenarios, KeepTheirPromiseWhereverThePowerFailsAgainAndAgain) {
  for (uint32_t seed = 0; seed < Effort(200); ++seed) {
    const std::string json = WideScenario(seed);
    Random random(seed);
    const uint32_t end = Play(json).To().session().at();
    Play play(json);
    play.To(random.Below(end + 1));
    for (uint64_t life = 0; life < 3; ++life) {
      const Outlook outlook = LookAhead(play.session(), 30);
      ASSERT_EQ(outlook.verdicts[0].runs, outlook.runs)
          << "seed " << seed << " life " << life << " at event " << play.session().at();
      ASSERT_TRUE(play.Cut({SurvivePolicy::kRandom, seed + life, {}}));
      play.To(play.session().at() + random.Below(90));
    }
    play.To();
    EXPECT_EQ(play.session().Verdict().kind, VerdictKind::kConsistent) << seed;
  }
}

TEST(WideScenarios, TellTheSameStoryInOneGoAndInSteps) {
  for (uint32_t seed = 400; seed < 400 + Effort(30); ++seed) {
    Play whole(WideScenario(seed)), steps(WideScenario(seed));
    whole.To();
    for (uint32_t at = seed % 7; !steps.session().world().ended(); at += 1 + seed % 5) steps.To(at);
    EXPECT_EQ(steps.session().StateDigest(), whole.session().StateDigest()) << seed;
    EXPECT_EQ(steps.events.size(), whole.events.size());
  }
}

#endif

}  // namespace
}  // namespace afterimage::testing_support
