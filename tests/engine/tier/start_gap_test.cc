// Does Start-Gap keep every unit apart from the others, spread a hot one, and write what it should?
#include "tier/nvm/start_gap.h"

#include <gtest/gtest.h>

#include <numeric>
#include <set>
#include <vector>

namespace afterimage {
namespace {

std::set<uint32_t> PlacesOf(const StartGap& gap, uint32_t units) {
  std::set<uint32_t> places;
  for (uint32_t unit = 0; unit < units; ++unit) {
    const uint32_t place = gap.PlaceOf(unit);
    EXPECT_LT(place, gap.places());
    places.insert(place);
  }
  return places;
}

TEST(StartGap, IsOffWithoutAnInterval) {
  StartGap gap(10, 0, true);
  EXPECT_EQ(gap.places(), 10u);
  for (uint32_t unit = 0; unit < 10; ++unit) EXPECT_EQ(gap.PlaceOf(unit), unit);
  EXPECT_FALSE(gap.CountWrite());
}

TEST(StartGap, RandomizesByABijection) {
  for (const uint32_t units : {1u, 2u, 3u, 5u, 16u, 17u, 100u, 1000u, 65536u, 70001u}) {
    const StartGap gap(units, 1, true);
    std::vector<bool> seen(units);
    uint32_t moved = 0;
    for (uint32_t unit = 0; unit < units; ++unit) {
      const uint32_t number = gap.Randomized(unit);
      ASSERT_LT(number, units);
      EXPECT_FALSE(seen[number]) << units << ": " << unit;
      seen[number] = true;
      moved += number != unit ? 1 : 0;
    }
    if (units >= 100) EXPECT_GT(moved, units * 9 / 10);
  }
}

// A stretch of the device lands all over it.
TEST(StartGap, RandomizesNeighboursApart) {
  constexpr uint32_t kUnits = 4096;
  const StartGap gap(kUnits, 1, true);
  uint32_t quarters[4] = {};
  for (uint32_t unit = 0; unit < 400; ++unit) ++quarters[gap.Randomized(unit) * 4 / kUnits];
  for (const uint32_t count : quarters) {
    EXPECT_GT(count, 60u);
    EXPECT_LT(count, 150u);
  }
}

// A move copies the content of the unit before the gap: contents follow their numbers round.
TEST(StartGap, LeadsToEachUnitsContentsWhereverTheGapIs) {
  for (const bool randomize : {false, true}) {
    for (const uint32_t units : {1u, 2u, 7u, 16u}) {
      StartGap gap(units, 3, randomize);
      std::vector<uint32_t> contents(units + 1, ~0u);
      for (uint32_t unit = 0; unit < units; ++unit) contents[gap.PlaceOf(unit)] = unit;
      uint32_t moves = 0;
      for (uint32_t write = 1; write <= 3 * (units + 1) * (units + 2); ++write) {
        if (gap.CountWrite()) {
          const StartGap::Move move = gap.MoveGap();
          contents[move.to] = contents[move.from];
          ++moves;
        }
        EXPECT_EQ(moves, write / 3);
        for (uint32_t unit = 0; unit < units; ++unit)
          ASSERT_EQ(contents[gap.PlaceOf(unit)], unit) << units << " units, write " << write;
        EXPECT_EQ(PlacesOf(gap, units).size(), units);
      }
    }
  }
}

TEST(StartGap, SpreadsAHotUnitOverAllPlaces) {
  constexpr uint32_t kUnits = 32;
  for (const bool randomize : {false, true}) {
    StartGap gap(kUnits, 10, randomize);
    std::vector<uint64_t> writes(kUnits + 1);
    // The unit comes to the next place whenever the gap has been round.
    for (uint64_t i = 0; i < 10 * uint64_t{kUnits + 1} * kUnits * 20; ++i) {
      ++writes[gap.PlaceOf(5)];
      if (gap.CountWrite()) ++writes[gap.MoveGap().to];
    }
    const double mean = std::accumulate(writes.begin(), writes.end(), 0.0) / (kUnits + 1);
    for (const uint64_t count : writes) {
      EXPECT_GT(static_cast<double>(count), 0.9 * mean);
      EXPECT_LT(static_cast<double>(count), 1.1 * mean);
    }
  }
}

}  // namespace
}  // namespace afterimage
