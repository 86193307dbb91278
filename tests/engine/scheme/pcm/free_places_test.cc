// Free places are those that a look at every slot would find, in the same order.
#include "scheme/shared/pcm_slots/free_places.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/random.h"

namespace afterimage::pcm {
namespace {

uint32_t Looked(const std::vector<uint8_t>& taken, uint32_t count, uint32_t from) {
  const auto places = static_cast<uint32_t>(taken.size()) / count;
  for (uint32_t i = 0; i < places; ++i) {
    const uint32_t place = (from + i) % places;
    const auto first = taken.begin() + place * count;
    if (std::none_of(first, first + count, [](uint8_t one) { return one != 0; })) return place;
  }
  return FreePlaces::kNone;
}

TEST(FreePlaces, AreThoseThatALookAtAllWouldFind) {
  for (const uint32_t slots : {1, 7, 64, 65, 1000, 9001}) {
    BlockPool pool;
    Arena arena(pool);
    Random random(slots);
    std::vector<uint8_t> taken(slots, 0);
    std::vector<std::pair<uint32_t, uint32_t>> held;
    std::vector<FreePlaces*> all;
    for (const uint32_t count : {1u, 2u, 3u, 5u, 7u}) {
      if (count <= slots) all.push_back(arena.New<FreePlaces>(arena, taken.data(), slots, count));
    }
    for (uint32_t step = 0; step < 6000; ++step) {
      // It fills up, runs nearly full, and empties again.
      const bool takes = held.empty() || random.Below(100) < (step < 4000 ? 60u : 40u);
      if (takes) {
        FreePlaces& places = *all[random.Below(all.size())];
        const auto from = static_cast<uint32_t>(random.Below(places.places()));
        const uint32_t place = places.From(from);
        ASSERT_EQ(place, Looked(taken, places.count(), from)) << slots << " " << step;
        if (place == FreePlaces::kNone) continue;
        const uint32_t first = place * places.count();
        std::fill_n(taken.begin() + first, places.count(), uint8_t{1});
        for (FreePlaces* each : all) each->OnTaken(first, places.count());
        held.push_back({first, places.count()});
      } else {
        const size_t which = random.Below(held.size());
        const auto [first, count] = held[which];
        held[which] = held.back();
        held.pop_back();
        std::fill_n(taken.begin() + first, count, uint8_t{0});
        for (FreePlaces* each : all) each->OnGiven(first, count);
      }
    }
  }
}

// Some have been taken before the first question.
TEST(FreePlaces, KnowWhatWasTakenBefore) {
  BlockPool pool;
  Arena arena(pool);
  std::vector<uint8_t> taken(300, 1);
  taken[298] = taken[299] = taken[100] = 0;
  EXPECT_EQ(FreePlaces(arena, taken.data(), 300, 2).From(0), 149u);
  EXPECT_EQ(FreePlaces(arena, taken.data(), 300, 1).From(101), 298u);
  EXPECT_EQ(FreePlaces(arena, taken.data(), 300, 3).From(5), FreePlaces::kNone);
}

}  // namespace
}  // namespace afterimage::pcm
