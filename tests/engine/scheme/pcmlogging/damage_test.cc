// Tests that recovery ends on any bytes in PCM, and reports those that make no sense.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include "scheme/pcmlogging/pcm_play.h"
#include "support/spoil_words.h"

namespace afterimage::testing_support {
namespace {

class PcmDamage : public testing::TestWithParam<Form> {};
INSTANTIATE_TEST_SUITE_P(Forms, PcmDamage, testing::ValuesIn(kPcmForms),
                         [](const auto& each) { return std::string(each.param.name); });

Script Written(const Form& form) {
  return OnPcm(
      R"([["begin T1", "A := 50", "delete B", "insert D := 5", "steal A", "signal go", "wait 30us", "commit"],
          ["await go", "begin T2", "C := 7", "insert E := 1", "delete E", "steal C", "abort"]])",
      form.params);
}

// List, bitmap and the first headers.
const ChooseWord kSomewhere = MostlyBelow(1024, 70);

TEST_P(PcmDamage, IsFoundOrLeavesADatabase) {
  ExpectRecoveryEnds(Written(GetParam()), 1200, 30, kSomewhere);
}

TEST_P(PcmDamage, CanBeDrawn) { ExpectDrawn(Written(GetParam()), 40, kSomewhere); }

}  // namespace
}  // namespace afterimage::testing_support
#endif
