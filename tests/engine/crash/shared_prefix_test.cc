#include "crash/shared_prefix.h"

#include <gtest/gtest.h>

namespace afterimage {
namespace {

TEST(StandingWayTest, BeginsAtTheRoot) {
  SharedPrefix way;
  EXPECT_EQ(way.end(), RecoveryTrie::kRoot);
  way.EndBefore(3);
  EXPECT_EQ(way.end(), RecoveryTrie::kRoot);
}

TEST(StandingWayTest, EndsBeforeTheFirstLookAtWhatHasChanged) {
  SharedPrefix way;
  way.Append(5, 1);
  way.Append(9, 2);
  way.Append(5, 3);  // looked at again
  way.Append(7, 4);
  EXPECT_EQ(way.end(), 4u);
  way.EndBefore(40);  // nobody has looked at it
  EXPECT_EQ(way.end(), 4u);
  way.EndBefore(9);
  EXPECT_EQ(way.end(), 1u);
  way.EndBefore(7);  // behind the end
  EXPECT_EQ(way.end(), 1u);
  way.EndBefore(5);
  EXPECT_EQ(way.end(), RecoveryTrie::kRoot);
}

TEST(StandingWayTest, GrowsAgainFromWhereItEnds) {
  SharedPrefix way;
  way.Append(1, 1);
  way.Append(2, 2);
  way.EndBefore(2);
  way.Append(2, 6);
  EXPECT_EQ(way.end(), 6u);
  way.EndBefore(1);
  way.Append(2, 8);
  way.Append(1, 9);
  way.EndBefore(1);
  EXPECT_EQ(way.end(), 8u);
  way.Clear();
  EXPECT_EQ(way.end(), RecoveryTrie::kRoot);
}

}  // namespace
}  // namespace afterimage
