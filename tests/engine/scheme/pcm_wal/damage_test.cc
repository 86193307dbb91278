// Tests that recovery ends on any bytes in PCM, and reports those that make no sense.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include "scheme/pcm_wal/wal_play.h"
#include "support/spoil_words.h"

namespace afterimage::testing_support {
namespace {

class PcmWalDamage : public testing::TestWithParam<Form> {};
INSTANTIATE_TEST_SUITE_P(Forms, PcmWalDamage, testing::ValuesIn(kWalForms),
                         [](const auto& each) { return std::string(each.param.name); });

Script Written(const Form& form) {
  return OnPcmWal(
      R"([["begin T1", "A := 50", "delete B", "insert D := 5", "steal A", "signal go", "wait 30us", "commit"],
          ["await go", "begin T2", "C := 7", "insert E := 1", "delete E", "steal C", "abort"]])",
      form.params);
}

TEST_P(PcmWalDamage, IsFoundOrLeavesADatabase) {
  ExpectRecoveryEnds(Written(GetParam()), 1200, 30, MostlyBelow(512, 50));
}

TEST_P(PcmWalDamage, CanBeDrawn) { ExpectDrawn(Written(GetParam()), 40, MostlyBelow(512, 50)); }

}  // namespace
}  // namespace afterimage::testing_support
#endif
