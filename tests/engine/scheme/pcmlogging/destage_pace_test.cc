// Does the pace measure what happens, and plan by it?
#include "scheme/systems/pcmlogging/destaging/destage_pace.h"

#include <gtest/gtest.h>

#include <vector>

#include "scheme/pcmlogging/chain_solution.h"

namespace afterimage::pcm {
namespace {

// Four segments of ten slots, windows of 1 us.
PaceParams Params(bool linear = false, uint32_t warm_up = 0) {
  return {4, 10, linear, 1000, warm_up};
}

TEST(DestagePace, CountsStatesByWholeFreeSegments) {
  const DestagePace pace(Params());
  EXPECT_EQ(pace.StateFor(1000, false), 0u);
  EXPECT_EQ(pace.StateFor(40, false), 0u);
  EXPECT_EQ(pace.StateFor(39, false), 1u);
  EXPECT_EQ(pace.StateFor(10, false), 3u);
  EXPECT_EQ(pace.StateFor(9, false), 4u);
  EXPECT_EQ(pace.StateFor(0, false), 4u);
  EXPECT_EQ(pace.StateFor(1000, true), 5u);
}

// A slot every `every` ns from `from` on, to the end of a window and of the one after it.
Time Bear(DestagePace& pace, Time from, Time every, uint32_t windows) {
  const uint64_t until = pace.windows() + windows;
  while (pace.windows() < until) pace.Born(from += every, 1);
  return from;
}

TEST(DestagePace, MeasuresHowFastPcmFillsAndTheDiskEmptiesIt) {
  DestagePace pace(Params());
  pace.Born(50, 7);
  EXPECT_EQ(pace.measured(60), 0u) << "PCM is not nearly full yet";
  pace.Enter(100, 1);
  pace.Died(10, 500);
  Bear(pace, 100, 100, 1);
  EXPECT_EQ(pace.windows(), 1u);
  EXPECT_DOUBLE_EQ(pace.chain().lambda_0, 0.01);
  EXPECT_DOUBLE_EQ(pace.chain().mu_max, 0.02);
  EXPECT_TRUE(pace.plan().equilibrium);
  EXPECT_EQ(pace.outrun(), 0u);
  // The disk's rate is kept while nothing is destaged; what leaves PCM otherwise is no birth.
  const Time now = Bear(pace, 1100, 50, 1);
  EXPECT_DOUBLE_EQ(pace.chain().lambda_0, 0.02);
  EXPECT_DOUBLE_EQ(pace.chain().mu_max, 0.02);
  EXPECT_FALSE(pace.plan().equilibrium);
  EXPECT_EQ(pace.outrun(), 1u);
  for (Time t = now + 100; t < now + 1000; t += 100) {
    pace.Born(t, 2);
    pace.Born(t, -1);
  }
  pace.Born(now + 1000, 1);
  EXPECT_DOUBLE_EQ(pace.chain().lambda_0, 0.01);
}

TEST(DestagePace, LearnsInTheWarmUpHowBirthsDependOnTheState) {
  DestagePace pace(Params(false, 2));
  pace.Enter(0, 1);
  pace.Died(10, 100);
  Bear(pace, 0, 100, 1);
  EXPECT_DOUBLE_EQ(pace.chain().f[3], 1) << "not known yet";
  pace.Enter(1000, 3);
  Bear(pace, 1000, 200, 1);
  // States 0 to 2 are as state 1, the lowest; state 4 is as state 3.
  EXPECT_DOUBLE_EQ(pace.chain().f[1], 1);
  EXPECT_DOUBLE_EQ(pace.chain().f[2], 1);
  EXPECT_DOUBLE_EQ(pace.chain().f[3], 0.5);
  EXPECT_DOUBLE_EQ(pace.chain().f[4], 0.5);
  // 0.005 a ns in state 3 are 0.01 in state 0.
  EXPECT_DOUBLE_EQ(pace.chain().lambda_0, 0.01);
  EXPECT_EQ(pace.plan().rho, kRhoParts - 1);
  EXPECT_EQ(pace.spent(1, 2000), 1000u);
  EXPECT_EQ(pace.spent(3, 2000), 1000u);
  EXPECT_EQ(pace.measured(2000), 2000u);
}

// A chain that is left alone in state 3 after it has learned that births are fewer there: the
// slowest pace, lambda_0 / 0.999.
DestagePace Learned(bool linear) {
  DestagePace pace(Params(linear, 2));
  pace.Enter(0, 1);
  pace.Died(10, 100);
  Bear(pace, 0, 100, 1);
  pace.Enter(1000, 3);
  Bear(pace, 1000, 200, 1);
  return pace;
}

TEST(DestagePace, IsThePlansInEachState) {
  const DestagePace even = Learned(false), linear = Learned(true);
  ASSERT_EQ(linear.plan().rho, kRhoParts - 1);
  EXPECT_EQ(even.Interval(1, 6), 599u);
  EXPECT_EQ(even.Interval(4, 6), 599u);
  EXPECT_EQ(linear.Interval(1, 6), 599u);
  EXPECT_EQ(linear.Interval(2, 6), 299u);
  EXPECT_EQ(linear.Interval(4, 6), 149u);
  EXPECT_EQ(even.Interval(1, 60), 5994u);
}

TEST(DestagePace, PlansWithTheProbabilitiesOfTheChainThatItHasMeasured) {
  for (const bool linear : {false, true}) {
    DestagePace pace = Learned(linear);
    const auto solved = [&] {
      return Solved(pace.chain(), static_cast<double>(pace.plan().rho) / kRhoParts, 320);
    };
    ASSERT_TRUE(pace.plan().equilibrium);
    const std::vector<double> p = solved();
    double beyond = 1;
    for (uint32_t k = 0; k < pace.overflow(); ++k) {
      EXPECT_NEAR(pace.Planned(k), p[k], 1e-9) << k;
      beyond -= p[k];
    }
    EXPECT_NEAR(pace.Planned(pace.overflow()), beyond, 1e-9);
    // Each plan once, and none for a window without an equilibrium.
    const double before = pace.planned_sum(3);
    pace.Died(1, 10000);
    const Time now = Bear(pace, 2000, 100, 1);
    ASSERT_FALSE(pace.plan().equilibrium);
    EXPECT_EQ(pace.Planned(3), 0);
    EXPECT_DOUBLE_EQ(pace.planned_sum(3), before);
    pace.Died(10, 100);
    Bear(pace, now, 200, 1);
    ASSERT_TRUE(pace.plan().equilibrium);
    EXPECT_NEAR(pace.planned_sum(3), before + solved()[3], 1e-9);
  }
}

TEST(DestagePace, IsFullSpeedWhereClientsWaitWhereNothingIsKnownAndWithoutEquilibrium) {
  DestagePace pace(Params());
  EXPECT_EQ(pace.Interval(2, 6), 0u) << "nothing is known";
  EXPECT_EQ(Learned(false).Interval(5, 6), 0u) << "somebody waits";
  pace.Enter(0, 1);
  pace.Died(10, 10000);
  Bear(pace, 0, 100, 1);
  EXPECT_FALSE(pace.plan().equilibrium);
  EXPECT_EQ(pace.Interval(2, 6), 0u) << "no equilibrium";
}

TEST(DestagePace, StopsWhereNothingFillsPcm) {
  DestagePace pace(Params());
  pace.Enter(0, 2);
  pace.Died(10, 100);
  pace.Born(1000, 3);
  EXPECT_GT(pace.chain().lambda_0, 0);
  pace.Born(2000, -3);
  EXPECT_EQ(pace.chain().lambda_0, 0);
  EXPECT_EQ(pace.Interval(2, 6), DestagePace::kNever);
}

}  // namespace
}  // namespace afterimage::pcm
