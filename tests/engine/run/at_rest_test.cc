// Tests the state that a run leaves when all its transactions have ended: structures that hold
// together, and free space that DRAM knows exactly as a count on the devices finds it. A leak in
// any rare branch shows here.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "run/file/scenario/random_scenario.h"
#include "support/effort.h"
#include "support/scenarios.h"

namespace afterimage::testing_support {
namespace {

class AtRest : public testing::TestWithParam<const SchemeInfo*> {};

TEST_P(AtRest, RoomIsWhatTheDevicesSay) {
  if (GetParam()->promise(ParamValues()) == Promise::kNone) GTEST_SKIP() << "it promises nothing";
  uint32_t looked = 0, runs = 0;
  for (uint32_t seed = 1; seed <= Effort(240); ++seed) {
    const std::string text = SmallestScenario(*GetParam(), seed);
    Session session(ParsedScenario(text), nullptr);
    if (!session.formatted()) continue;
    ++runs;
    // Daemons that sleep and wake while no client ever gets on would go on for ever.
    constexpr uint64_t kMostSteps = 30000000;
    session.world().kernel().Limit(kMostSteps);
    session.Advance(~0u, false);
    ASSERT_TRUE(session.world().ended()) << "no end, seed " << seed << "\n" << text;
    ASSERT_EQ(WrongReads(session.oracle(), session.scenario()), "") << text;
    if (!AllEnded(session.oracle())) continue;
    ++looked;
    const StructureReport report = session.world().LookAtRest();
    ASSERT_TRUE(report.holds) << "seed " << seed << ": " << report.broken.en << " "
                              << report.where_en << "\n"
                              << text;
  }
  std::printf("%s: %u of %u runs end at rest\n", GetParam()->id, looked, runs);
  EXPECT_GT(looked, runs / 8);
}

INSTANTIATE_TEST_SUITE_P(, AtRest, testing::ValuesIn(kSchemes, kSchemes + kSchemeCount),
                         [](const auto& tested) {
                           std::string name = tested.param->id;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace afterimage::testing_support
