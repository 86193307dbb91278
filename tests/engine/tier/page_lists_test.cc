// Tests which page leaves a full page cache.
#include "tier/files/page_lists.h"

#include <gtest/gtest.h>

#include <vector>

namespace afterimage {
namespace {

class PageListsTest : public ::testing::Test {
 protected:
  void Add(const std::vector<uint32_t>& pages) {
    for (const uint32_t page : pages) lists_.Add(page);
  }
  std::vector<uint32_t> TakeAll() {
    std::vector<uint32_t> taken;
    for (uint32_t page = lists_.TakeOldest(); page != PageLists::kNone; page = lists_.TakeOldest())
      taken.push_back(page);
    return taken;
  }

  BlockPool pool_;
  Arena arena_{pool_};
  PageLists lists_{arena_, 16};
};

TEST_F(PageListsTest, TheOldestLeavesFirstWhereEachIsUsedOnce) {
  Add({3, 1, 2});
  lists_.Use(3);
  Add({3});
  EXPECT_EQ(lists_.size(), 3u);
  EXPECT_EQ(TakeAll(), (std::vector<uint32_t>{3, 1, 2}));
  EXPECT_FALSE(lists_.Has(3));
}

TEST_F(PageListsTest, OneThatIsUsedTwiceOutlivesThoseUsedOnce) {
  Add({3, 1, 2});
  for (int i = 0; i < 2; ++i) lists_.Use(3);
  EXPECT_TRUE(lists_.IsActive(3));
  EXPECT_EQ(TakeAll(), (std::vector<uint32_t>{1, 2, 3}));
}

TEST_F(PageListsTest, ActivePagesAgeWhereTheyAreMoreThanTheOthers) {
  Add({3, 1, 2});
  for (const uint32_t page : {3, 3, 1, 1}) lists_.Use(page);
  EXPECT_EQ(lists_.TakeOldest(), 2u);
  EXPECT_FALSE(lists_.IsActive(3));  // it was the oldest of two, against one
  EXPECT_TRUE(lists_.IsActive(1));
}

TEST_F(PageListsTest, HeldPagesArePassedOver) {
  Add({3, 1, 2});
  for (int i = 0; i < 2; ++i) lists_.Use(2);
  for (const uint32_t page : {3, 1}) lists_.Hold(page, true);
  EXPECT_EQ(lists_.TakeOldest(), 2u);
  EXPECT_EQ(lists_.TakeOldest(), PageLists::kNone);
  lists_.Hold(1, false);
  EXPECT_EQ(lists_.TakeOldest(), 1u);
  EXPECT_EQ(lists_.size(), 1u);
}

}  // namespace
}  // namespace afterimage
