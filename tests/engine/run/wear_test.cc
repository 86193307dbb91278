// Do the numbers about wear say what they are said to be?
#include "run/measure/wear.h"

#include <gtest/gtest.h>

namespace afterimage {
namespace {

TEST(Wear, OfAnUnusedDeviceIsZero) {
  WearStatistics wear;
  EXPECT_EQ(wear.Worst(1), 0u);
  wear.Add(0);
  EXPECT_EQ(wear.max(), 0u);
  EXPECT_EQ(wear.mean(), 0);
  EXPECT_EQ(wear.variance(), 0);
  EXPECT_EQ(wear.Lifetime(1e8, 1000), 0);
}

TEST(Wear, CountsUnitsThatWereNeverWritten) {
  WearStatistics wear;
  wear.Add(0);
  wear.AddUnworn(2);
  wear.Add(8);
  EXPECT_EQ(wear.mean(), 2);
  EXPECT_EQ(wear.variance(), (3 * 4 + 36) / 4.0);
}

TEST(Wear, TellsWhatTheWorstPerMilleReach) {
  for (const uint32_t base : {0u, 100000u}) {  // few writes are counted, many are listed
    WearStatistics wear;
    for (uint32_t unit = 1; unit <= 2000; ++unit) wear.Add(base + unit);
    EXPECT_EQ(wear.max(), base + 2000);
    EXPECT_EQ(wear.Worst(1), base + 1999);  // two units: 2000 and 1999
    EXPECT_EQ(wear.Worst(5), base + 1991);
    EXPECT_EQ(wear.Worst(1000), base + 1);
  }
}

TEST(Wear, TellsTheWorstAcrossFewAndManyWrites) {
  WearStatistics wear;
  for (int i = 0; i < 995; ++i) wear.Add(7);
  for (int i = 0; i < 5; ++i) wear.Add(9000 + static_cast<uint32_t>(i));
  EXPECT_EQ(wear.Worst(1), 9004u);
  EXPECT_EQ(wear.Worst(5), 9000u);
  EXPECT_EQ(wear.Worst(6), 7u);
}

TEST(Wear, LastsUntilTheWorstUnitFails) {
  WearStatistics wear;
  for (int i = 0; i < 9; ++i) wear.Add(0);
  wear.Add(10);
  // 10 writes in 2 s: 1000 writes last for 200 s; levelled, each of 10 units has one write in 2 s.
  EXPECT_EQ(wear.Lifetime(1000, 2000000000), 200);
  EXPECT_EQ(wear.LifetimeLevelled(1000, 2000000000), 2000);
}

}  // namespace
}  // namespace afterimage
