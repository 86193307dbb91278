// Tests that the state which a recovery leaves is right for the work that follows, until the power
// fails again.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include "scheme/pcmlogging/pcm_play.h"
#include "support/second_life.h"

namespace afterimage::testing_support {
namespace {

// The number of second lives that end with something wrong. The first life commits and steals, so
// that versions and numbers of both kinds are there.
uint32_t WrongLives(const Form& form, const std::string& mutations) {
  const Script script = OnPcm(
      R"([["begin T1", "A := 50", "commit", "begin T2", "B := 60", "steal B", "C := 70", "commit"]])",
      form.params, mutations);
  const uint32_t end = Play(script).To().session().at();
  uint32_t wrong = 0;
  for (uint32_t at = 0; at <= end; at += Stride(4, 1)) {
    for (const uint64_t steps : {40, 90, 160, 100000}) {
      Play play(script);
      play.To(at);
      EXPECT_TRUE(play.Cut({SurvivePolicy::kRandom, at, {}}));
      play.To();
      SecondLife life(play.session());
      life.Run(steps);
      EXPECT_TRUE(play.Cut({SurvivePolicy::kRandom, at + 1, {}}));
      play.To();
      const bool damaged = play.session().world().report().status != Status::kOk;
      wrong += damaged || !life.Wrong(play.session().world().observed()).empty() ? 1 : 0;
    }
  }
  return wrong;
}

class PcmRestart : public testing::TestWithParam<Form> {};
INSTANTIATE_TEST_SUITE_P(Forms, PcmRestart, testing::ValuesIn(kPcmForms),
                         [](const auto& each) { return std::string(each.param.name); });

TEST_P(PcmRestart, GoesOnWithWhatWasFound) { EXPECT_EQ(WrongLives(GetParam(), "[]"), 0u); }

TEST_P(PcmRestart, WithNumbersFromOneLosesWhatHasCommitted) {
  EXPECT_GT(WrongLives(GetParam(), R"(["xids-from-one"])"), 0u);
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
