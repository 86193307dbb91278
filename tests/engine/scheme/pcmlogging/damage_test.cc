// Recovery ends on whatever bytes PCM holds, and says so where they make no sense.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include "base/random.h"
#include "run/reply/frame.h"
#include "scheme/pcmlogging/pcm_play.h"

namespace afterimage::testing_support {
namespace {

class PcmDamage : public testing::TestWithParam<PcmForm> {};
INSTANTIATE_TEST_SUITE_P(Forms, PcmDamage, testing::ValuesIn(kPcmForms),
                         [](const auto& each) { return std::string(each.param.name); });

Script Written(const PcmForm& form) {
  return OnPcm(
      R"([["begin T1", "A := 50", "delete B", "insert D := 5", "steal A", "signal go", "wait 30us", "commit"],
          ["await go", "begin T2", "C := 7", "insert E := 1", "delete E", "steal C", "abort"]])",
      form.params);
}

// One bit, another word of PCM, a small number, or anything.
uint64_t Spoilt(Nvm& nvm, Random& random, Address at) {
  const uint64_t word = nvm.LoadWord(at);
  switch (random.Below(4)) {
    case 0: return word ^ uint64_t{1} << random.Below(64);
    case 1: return nvm.LoadWord(random.Below(nvm.size() / 8) * 8);
    case 2: return random.Below(64);
    default: return random.Next();
  }
}

void SpoilWords(Nvm& nvm, Random& random, uint32_t count) {
  for (; count > 0; --count) {
    // List, bitmap and the first headers more often than chance would have it.
    const uint64_t words = (random.Chance(70) ? 1024 : nvm.size()) / 8;
    const Address at = random.Below(std::min<uint64_t>(words, nvm.size() / 8)) * 8;
    const uint64_t word = Spoilt(nvm, random, at);
    nvm.Format(at, &word, sizeof word);
  }
}

TEST_P(PcmDamage, IsFoundOrLeavesADatabase) {
  const Script script = Written(GetParam());
  const uint32_t end = Play(script).To().session().at();
  uint32_t refused = 0, rounds = 0;
  for (uint32_t seed = 0; seed < Effort(1200); ++seed) {
    Random random(seed);
    Play play(script);
    play.To(random.Below(end));
    ASSERT_TRUE(play.Cut({SurvivePolicy::kRandom, seed, {}}));
    Nvm& nvm = play.session().world().devices().nvm;
    nvm.crash_image().DecideAll();
    SpoilWords(nvm, random, 1 + random.Below(4));
    play.To();
    ASSERT_TRUE(play.session().world().ended()) << "seed " << seed;
    std::string frame;
    WriteFrame(play.session(), &frame);
    refused += play.session().world().report().status == Status::kDamaged;
    ++rounds;
  }
  EXPECT_GT(refused, rounds / 30);
  EXPECT_LT(refused, rounds);
}

TEST_P(PcmDamage, CanBeDrawn) {
  const Script script = Written(GetParam());
  const uint32_t end = Play(script).To().session().at();
  for (uint32_t seed = 0; seed < 40; ++seed) {
    Random random(seed);
    Play play(script);
    play.To(random.Below(end));
    SpoilWords(play.session().world().devices().nvm, random, 200);
    std::string frame;
    WriteFrame(play.session(), &frame);
    EXPECT_FALSE(frame.empty());
  }
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
