// Does rotation keep every named unit apart from the others, and lead a hot one over all places?
#include "tier/nvm/rotation.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <vector>

namespace afterimage {
namespace {

TEST(Rotation, IsOffWithoutAnIntervalOrAReserve) {
  for (Rotation rotation : {Rotation(0, 8), Rotation(5, 0)}) {
    rotation.Name(3, 4);
    EXPECT_FALSE(rotation.on());
    EXPECT_EQ(rotation.reserve(), 0u);
    EXPECT_EQ(rotation.named(), 0u);
    EXPECT_FALSE(rotation.CountWrite());
  }
}

TEST(Rotation, NumbersUnitsInTheOrderOfTheirNaming) {
  Rotation rotation(1, 2);
  rotation.Name(10, 2);
  rotation.Name(4, 1);
  rotation.Name(9, 4);  // 10 and 11 are known
  EXPECT_EQ(rotation.named(), 5u);
  const uint32_t units[] = {10, 11, 4, 9, 12};
  for (uint32_t number = 0; number < 5; ++number) {
    EXPECT_EQ(rotation.Unit(number), units[number]);
    EXPECT_EQ(rotation.NumberOf(units[number]), number);
  }
  EXPECT_EQ(rotation.NumberOf(8), Rotation::kNoNumber);
  EXPECT_EQ(rotation.NumberOf(13), Rotation::kNoNumber);
}

// A move copies the content of its source place: contents follow their numbers.
TEST(Rotation, LeadsToEachUnitsContentsAfterAnyNumberOfMoves) {
  for (const uint32_t units : {1u, 2u, 3u, 7u, 8u}) {
    for (const uint32_t reserve : {1u, 2u, 3u, 8u, 13u}) {
      Rotation rotation(1, reserve);
      rotation.Name(0, units);
      std::map<uint32_t, uint32_t> holds;  // a place: the number of the unit there
      for (uint32_t number = 0; number < units; ++number) holds[number] = number;
      std::vector<std::set<uint32_t>> been(units);
      for (uint32_t i = 0; i < 4 * (units + reserve) * units; ++i) {
        for (uint32_t number = 0; number < units; ++number) {
          const uint32_t place = rotation.PlaceOf(number);
          ASSERT_LT(place, units + reserve);
          ASSERT_TRUE(holds.count(place) == 1 && holds[place] == number)
              << units << " units, " << reserve << " in reserve, move " << i << ": " << number;
          been[number].insert(place);
        }
        const Rotation::Move move = rotation.MoveOne();
        ASSERT_EQ(holds.count(move.to), 0u) << "somebody is there";
        holds[move.to] = holds[move.from];
        holds.erase(move.from);
      }
      // Steps of `reserve` places: round once, all of those are met.
      uint32_t a = units + reserve, b = reserve;
      while (b > 0) std::swap(a %= b, b);
      for (const auto& places : been) EXPECT_EQ(places.size(), (units + reserve) / a);
    }
  }
}

}  // namespace
}  // namespace afterimage
