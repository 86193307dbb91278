#include "scheme/page_engine/cleaning/adaptive_flushing.h"

#include <gtest/gtest.h>

namespace afterimage {
namespace {

TEST(AdaptiveFlushingTest, IsTheFasterTheOlderTheLog) {
  constexpr uint32_t kCapacity = 200;
  EXPECT_EQ(AdaptiveFlushing::PagesAt(0, kCapacity), 0u);
  EXPECT_EQ(AdaptiveFlushing::PagesAt(9, kCapacity), 0u);
  // MySQL's formula: 10 * age^1.5 / 7.5 percent of the capacity.
  EXPECT_EQ(AdaptiveFlushing::PagesAt(10, kCapacity), 82u);
  EXPECT_EQ(AdaptiveFlushing::PagesAt(50, kCapacity), 940u);
  EXPECT_EQ(AdaptiveFlushing::PagesAt(100, kCapacity), 2666u);
  for (uint64_t age = 1; age <= 400; ++age)
    EXPECT_GE(AdaptiveFlushing::PagesAt(age, kCapacity),
              AdaptiveFlushing::PagesAt(age - 1, kCapacity));
}

}  // namespace
}  // namespace afterimage
