// Are quantiles right to three digits at any size?
#include "run/measure/histogram.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"

namespace afterimage {
namespace {

TEST(Histogram, OfNothingIsZero) {
  const Histogram histogram;
  EXPECT_EQ(histogram.Quantile(500), 0u);
  EXPECT_EQ(histogram.MeanOfLargest(10), 0);
  EXPECT_EQ(histogram.count(), 0u);
}

TEST(Histogram, IsExactBelow2048) {
  Histogram histogram;
  for (Time value = 1; value <= 2000; ++value) histogram.Add(value);
  EXPECT_EQ(histogram.Quantile(500), 1000u);
  EXPECT_EQ(histogram.Quantile(990), 1980u);
  EXPECT_EQ(histogram.Quantile(1000), 2000u);
  EXPECT_EQ(histogram.Quantile(0), 1u);
  EXPECT_EQ(histogram.MeanOfLargest(10), 1990.5);
  EXPECT_EQ(histogram.MeanOfLargest(0), 2000);
  EXPECT_EQ(histogram.sum(), 2001000u);
}

TEST(Histogram, HasThreeDigitsAtAnySize) {
  for (const uint32_t bits : {12u, 20u, 33u, 47u}) {
    Histogram histogram;
    std::vector<Time> values;
    Random random(bits);
    for (int i = 0; i < 20000; ++i) {
      values.push_back(random.Next() >> (64 - bits) >> random.Below(8));
      histogram.Add(values.back());
    }
    std::sort(values.begin(), values.end());
    for (const uint32_t per_mille : {1u, 10u, 500u, 900u, 990u, 999u, 1000u}) {
      const Time exact = values[(values.size() * per_mille + 999) / 1000 - 1];
      const Time found = histogram.Quantile(per_mille);
      EXPECT_GE(found, exact) << bits << " bits, " << per_mille;
      EXPECT_LE(found - exact, exact / 1000) << bits << " bits, " << per_mille;
    }
    EXPECT_EQ(histogram.max(), values.back());
    double worst = 0;
    for (size_t i = values.size() - 200; i < values.size(); ++i)
      worst += static_cast<double>(values[i]) / 200;
    EXPECT_GE(histogram.MeanOfLargest(10), worst * 0.999999);
    EXPECT_LE(histogram.MeanOfLargest(10), worst * 1.001);
  }
}

TEST(Histogram, OfOneValueGivesThatValue) {
  for (const Time value : {Time{0}, Time{2047}, Time{2048}, Time{123456789}, (Time{1} << 48) - 1}) {
    Histogram histogram;
    histogram.Add(value);
    EXPECT_EQ(histogram.Quantile(1), value);
    EXPECT_EQ(histogram.Quantile(990), value);
  }
}

TEST(Histogram, OfPartsIsThatOfTheWhole) {
  Histogram whole, left, right, empty;
  Random random(3);
  for (int i = 0; i < 5000; ++i) {
    const Time value = random.Below(10000000);
    whole.Add(value);
    (i % 3 ? left : right).Add(value);
  }
  left.Add(right);
  left.Add(empty);
  EXPECT_EQ(left.count(), whole.count());
  EXPECT_EQ(left.sum(), whole.sum());
  for (uint32_t per_mille = 0; per_mille <= 1000; per_mille += 50) {
    EXPECT_EQ(left.Quantile(per_mille), whole.Quantile(per_mille));
  }
}

}  // namespace
}  // namespace afterimage
