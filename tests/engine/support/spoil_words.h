// Damages words of NVM, and checks that recovery ends on whatever it is given.
#ifndef AFTERIMAGE_TESTS_SUPPORT_SPOIL_WORDS_H_
#define AFTERIMAGE_TESTS_SUPPORT_SPOIL_WORDS_H_

#include <functional>

#include "base/random.h"
#include "run/reply/frame.h"
#include "support/effort.h"
#include "support/scenarios.h"

namespace afterimage::testing_support {

// One bit of the word, another word, a small number, or anything.
inline uint64_t Spoilt(Nvm& nvm, Random& random, Address at) {
  const uint64_t word = nvm.LoadWord(at);
  switch (random.Below(4)) {
    case 0: return word ^ uint64_t{1} << random.Below(64);
    case 1: return nvm.LoadWord(random.Below(nvm.size() / 8) * 8);
    case 2: return random.Below(64);
    default: return random.Next();
  }
}

// Chooses a word of the NVM; those that mean most come more often than chance would have it.
using ChooseWord = std::function<Address(Nvm&, Random&)>;

inline ChooseWord MostlyBelow(uint64_t bytes, uint32_t percent) {
  return [=](Nvm& nvm, Random& random) {
    const uint64_t below = random.Chance(percent) ? std::min(bytes, nvm.size()) : nvm.size();
    return static_cast<Address>(random.Below(below / 8) * 8);
  };
}

inline void SpoilWords(Nvm& nvm, Random& random, uint32_t count, const ChooseWord& choose) {
  for (; count > 0; --count) {
    const Address at = choose(nvm, random);
    const uint64_t word = Spoilt(nvm, random, at);
    nvm.Format(at, &word, sizeof word);
  }
}

// Cuts the power `times` times and spoils one to four words: recovery ends, the stage shows what is
// there, and more than one in `most` runs, but not all, are refused.
inline void ExpectRecoveryEnds(const Script& script, uint32_t times, uint32_t most,
                               const ChooseWord& choose) {
  const uint32_t end = Play(script).To().session().at();
  uint32_t refused = 0, rounds = 0;
  for (uint32_t seed = 0; seed < Effort(times); ++seed) {
    Random random(seed);
    Play play(script);
    play.To(random.Below(end));
    ASSERT_TRUE(play.Cut({SurvivePolicy::kRandom, seed, {}}));
    Nvm& nvm = play.session().world().devices().nvm;
    nvm.crash_image().DecideAll();
    SpoilWords(nvm, random, 1 + random.Below(4), choose);
    play.To();
    ASSERT_TRUE(play.session().world().ended()) << "seed " << seed;
    std::string frame;
    WriteFrame(play.session(), &frame);
    refused += play.session().world().report().status == Status::kDamaged;
    ++rounds;
  }
  EXPECT_GT(refused, rounds / most);
  EXPECT_LT(refused, rounds);
}

// Spoils many words of a run: the stage shows any bytes.
inline void ExpectDrawn(const Script& script, uint32_t times, const ChooseWord& choose) {
  const uint32_t end = Play(script).To().session().at();
  for (uint32_t seed = 0; seed < times; ++seed) {
    Random random(seed);
    Play play(script);
    play.To(random.Below(end));
    SpoilWords(play.session().world().devices().nvm, random, 200, choose);
    std::string frame;
    WriteFrame(play.session(), &frame);
    EXPECT_FALSE(frame.empty());
  }
}

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_SUPPORT_SPOIL_WORDS_H_
