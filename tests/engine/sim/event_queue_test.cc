#include "sim/event_queue.h"

#include <gtest/gtest.h>

#include <map>
#include <utility>

#include "base/random.h"

namespace afterimage {
namespace {

using Place = std::pair<Time, uint16_t>;

class EventQueueTest : public testing::Test {
 protected:
  BlockPool pool_;
  Arena arena_{pool_};
};

TEST_F(EventQueueTest, AgreesWithASortedMapUnderRandomOperationsWithTies) {
  for (uint64_t seed = 1; seed <= 30; ++seed) {
    constexpr uint32_t kCapacity = 50;
    EventQueue queue(arena_, kCapacity);
    std::map<Place, uint32_t> reference;
    Random random(seed);
    uint32_t payload = 0;
    const auto fresh = [&] {  // few times and few ties: most entries share one or the other
      Place place;
      do {
        place = {random.Below(20),
                 static_cast<uint16_t>(random.Below(40) << (random.Below(2) * 10))};
      } while (reference.count(place));
      return place;
    };
    for (int i = 0; i < 4000; ++i) {
      const uint32_t what = random.Below(6);
      if ((what <= 1 && reference.size() < kCapacity) || reference.empty()) {
        const Place place = fresh();
        ASSERT_EQ(queue.ComesFirst(place.first, place.second),
                  reference.empty() || place < reference.begin()->first);
        queue.Push(place.first, place.second, ++payload);
        reference[place] = payload;
      } else if (what == 3) {
        auto any = reference.begin();
        std::advance(any, random.Below(static_cast<uint32_t>(reference.size())));
        queue.Remove(any->second);
        reference.erase(any);
      } else if (what == 2) {
        const Place place = fresh();
        reference.erase(reference.begin());
        queue.ReplaceTop(place.first, place.second, ++payload);
        reference[place] = payload;
      } else {
        queue.Pop();
        reference.erase(reference.begin());
      }
      ASSERT_EQ(queue.size(), reference.size());
      ASSERT_EQ(queue.empty(), reference.empty());
      if (reference.empty()) continue;
      ASSERT_EQ(queue.top_time(), reference.begin()->first.first);
      ASSERT_EQ(queue.top_payload(), reference.begin()->second);
    }
  }
}

TEST_F(EventQueueTest, TakesTheLargestTimesTiesAndPayloads) {
  EventQueue queue(arena_, 4);
  const Time late = EventQueue::kTimeLimit - 1;
  queue.Push(late, 0xffff, 0xffffffff);
  queue.Push(late, 0xfffe, 1);
  queue.Push(late - 1, 0xffff, 2);
  queue.Push(late, 0, 3);
  std::vector<uint32_t> order;
  for (; !queue.empty(); queue.Pop()) order.push_back(queue.top_payload());
  EXPECT_EQ(order, (std::vector<uint32_t>{2, 3, 1, 0xffffffff}));
}

TEST_F(EventQueueTest, AnEmptyQueueLetsAnybodyGoFirst) {
  EventQueue queue(arena_, 1);
  EXPECT_TRUE(queue.ComesFirst(EventQueue::kTimeLimit - 1, 0xffff));
  queue.Push(5, 3, 0);
  EXPECT_TRUE(queue.ComesFirst(4, 9));
  EXPECT_TRUE(queue.ComesFirst(5, 2));
  EXPECT_FALSE(queue.ComesFirst(5, 4));
}

}  // namespace
}  // namespace afterimage
