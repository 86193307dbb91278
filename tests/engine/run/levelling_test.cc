// Does wear levelling in the device work below every system, and does a worn-out device end the
// run?
#include "support/measured_point.h"

namespace afterimage::testing_support {
namespace {

class Levelling : public testing::TestWithParam<BenchmarkCase> {
 protected:
  std::unique_ptr<PointRun> Run(const std::string& prices) const {
    std::string text = GetParam().Experiment(
        6, 300, R"(, "warmup": 50, "seed": 3, "crash": {"after_transactions": 360})");
    const std::string overrides = R"("overrides": {)";
    return Measured(text.replace(text.find(overrides), overrides.size(), overrides + prices));
  }
};
INSTANTIATE_TEST_SUITE_P(All, Levelling, testing::ValuesIn(TpcbCases()),
                         [](const auto& made) { return NameOf(made.param); });

TEST_P(Levelling, LeavesADatabaseThatRecovers) {
  // Short runs on large devices: what is hot stays where it is until the gap comes by.
  const bool worn = Run("")->wear().max() > 60;
  struct Case {
    const char* prices;
    uint64_t every;
  };
  for (const auto& [prices, every] :
       {Case{R"("nvm.start_gap": 5, )", 5},
        Case{R"("nvm.start_gap": 100, "nvm.randomize": 1, "nvm.banks": 4, )", 100},
        Case{R"("nvm.worn_out": 1, "nvm.endurance": 60, "nvm.spare_units": 100000, )", 0}}) {
    const auto point = Run(prices);
    EXPECT_FALSE(point->worn_out());
    const NvmCounters& nvm = point->after().nvm;
    if (every > 0) {
      EXPECT_EQ(nvm.own_lines_written, nvm.lines_written / every);
    } else {
      EXPECT_EQ(nvm.spares_used > 0, worn);
      EXPECT_LE(point->wear().max(), 60u);
    }
    if (GetParam().promises_nothing()) continue;
    EXPECT_TRUE(point->complete());
    EXPECT_EQ(point->recovery().status, Status::kOk);
    EXPECT_TRUE(point->consistency().holds) << point->consistency().broken.en;
  }
}

TEST_P(Levelling, EndsTheRunWhereNoUnitIsLeft) {
  const bool writes = Run("")->wear().max() > 40;
  const auto point = Run(R"("nvm.worn_out": 1, "nvm.endurance": 40, "nvm.spare_units": 2, )");
  EXPECT_EQ(point->worn_out(), writes);
  if (!writes) return;
  EXPECT_LE(point->wear().max(), 40u);
  EXPECT_FALSE(point->gave_up());
  std::string result;
  WritePointResult(*point, &result);
  EXPECT_NE(result.find(R"("complete":false,"worn_out":true)"), std::string::npos)
      << result.substr(0, 200);
  EXPECT_NE(result.find(R"("wear.spares":2)"), std::string::npos);
}

}  // namespace
}  // namespace afterimage::testing_support
