#include "scheme/systems/base/record_heap.h"

#include <gtest/gtest.h>

#include <set>

namespace afterimage::base {
namespace {

Layout Small(uint32_t segments, uint32_t segment_bytes) {
  Layout layout;
  layout.segments = segments;
  layout.segment_bytes = segment_bytes;
  return layout;
}

class RecordHeapTest : public testing::Test {
 protected:
  BlockPool pool_;
  Arena arena_{pool_};
};

TEST_F(RecordHeapTest, GivesWhoeverHasReservedWhatItHasReserved) {
  const Layout layout = Small(6, 256);
  RecordHeap heap(arena_, layout);
  uint32_t mine = 0, others = 0;
  ASSERT_TRUE(heap.TryReserve(&mine, 3, 1));
  ASSERT_TRUE(heap.TryReserve(&others, 2, 1));
  EXPECT_FALSE(heap.TryReserve(&others, 1, 1));
  bool fresh = false;
  std::set<Address> places;
  for (int i = 0; i < 3; ++i) places.insert(heap.Take(0, Kind::kRedo, 256, &mine, &fresh));
  for (int i = 0; i < 2; ++i) places.insert(heap.Take(1, Kind::kUndo, 200, &others, &fresh));
  EXPECT_EQ(places.size(), 5u);
  EXPECT_EQ(places.count(0), 0u);
  EXPECT_EQ(mine + others, 0u);
}

TEST_F(RecordHeapTest, FillsASegmentWithRecordsOfOneThreadAndOneKind) {
  const Layout layout = Small(8, 256);
  RecordHeap heap(arena_, layout);
  bool fresh = false;
  const Address a = heap.Take(0, Kind::kRedo, 100, nullptr, &fresh);
  EXPECT_TRUE(fresh);
  EXPECT_EQ(heap.Take(0, Kind::kRedo, 64, nullptr, &fresh), a + 128);
  EXPECT_FALSE(fresh);
  const Address undo = heap.Take(0, Kind::kUndo, 64, nullptr, &fresh);
  EXPECT_TRUE(fresh);
  EXPECT_NE(undo / 256, a / 256);
  heap.Take(1, Kind::kRedo, 64, nullptr, &fresh);
  EXPECT_TRUE(fresh);
  EXPECT_EQ(heap.live_bytes(), 128u + 64 + 64 + 64);
}

TEST_F(RecordHeapTest, HasASegmentFreeOnceAllInItIsGivenBack) {
  const Layout layout = Small(2, 128);
  RecordHeap heap(arena_, layout);
  bool fresh = false;
  const Address a = heap.Take(0, Kind::kRedo, 64, nullptr, &fresh);
  const Address b = heap.Take(0, Kind::kRedo, 64, nullptr, &fresh);
  const Address c = heap.Take(0, Kind::kRedo, 128, nullptr, &fresh);
  EXPECT_EQ(heap.Take(0, Kind::kRedo, 64, nullptr, &fresh), 0u);
  heap.Give(a, 64);
  EXPECT_EQ(heap.free_segments(), 0u);
  heap.Give(b, 64);
  EXPECT_EQ(heap.free_segments(), 1u);
  // The one that is being filled begins anew.
  heap.Give(c, 128);
  EXPECT_EQ(heap.Take(0, Kind::kRedo, 64, nullptr, &fresh), c);
  EXPECT_FALSE(fresh);
}

TEST_F(RecordHeapTest, FindsAfterAPowerCutWhatPointersLeadTo) {
  const Layout layout = Small(4, 128);
  RecordHeap heap(arena_, layout);
  heap.Forget();
  heap.Found(layout.heap() + 128, 64);
  heap.Found(layout.heap() + 128 + 64, 64);
  heap.EndSearch();
  EXPECT_EQ(heap.free_segments(), 3u);
  EXPECT_EQ(heap.live_bytes(), 128u);
  heap.Give(layout.heap() + 128, 64);
  heap.Give(layout.heap() + 128 + 64, 64);
  EXPECT_EQ(heap.free_segments(), 4u);
}

TEST(BaseLayout, KnowsWhatAPointerCanLeadTo) {
  Layout layout = Small(4, 192);
  layout.pages = 3;
  EXPECT_TRUE(layout.IsPage(layout.PageAt(2)));
  EXPECT_FALSE(layout.IsPage(layout.PageAt(3)));
  EXPECT_FALSE(layout.IsPage(layout.PageAt(1) + 8));
  EXPECT_TRUE(layout.IsRecord(layout.heap() + 192, 192));
  EXPECT_FALSE(layout.IsRecord(layout.heap() + 192 + 64, 192));  // it would cross the segment's end
  EXPECT_FALSE(layout.IsRecord(layout.bytes() - 64, 128));
  EXPECT_FALSE(layout.IsRecord(0, 64));
}

}  // namespace
}  // namespace afterimage::base
