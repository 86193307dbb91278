#include "crash/shared_prefix.h"

#include <gtest/gtest.h>

namespace afterimage {
namespace {

TEST(SharedPrefixTest, BeginsAtTheRoot) {
  SharedPrefix prefix;
  EXPECT_EQ(prefix.end(), RecoveryTrie::kRoot);
  prefix.EndBefore(3);
  EXPECT_EQ(prefix.end(), RecoveryTrie::kRoot);
}

TEST(SharedPrefixTest, EndsBeforeTheFirstLookAtWhatHasChanged) {
  SharedPrefix prefix;
  prefix.Append(5, 1);
  prefix.Append(9, 2);
  prefix.Append(5, 3);  // looked at again
  prefix.Append(7, 4);
  EXPECT_EQ(prefix.end(), 4u);
  prefix.EndBefore(40);  // nobody has looked at it
  EXPECT_EQ(prefix.end(), 4u);
  prefix.EndBefore(9);
  EXPECT_EQ(prefix.end(), 1u);
  prefix.EndBefore(7);  // behind the end
  EXPECT_EQ(prefix.end(), 1u);
  prefix.EndBefore(5);
  EXPECT_EQ(prefix.end(), RecoveryTrie::kRoot);
}

TEST(SharedPrefixTest, GrowsAgainFromWhereItEnds) {
  SharedPrefix prefix;
  prefix.Append(1, 1);
  prefix.Append(2, 2);
  prefix.EndBefore(2);
  prefix.Append(2, 6);
  EXPECT_EQ(prefix.end(), 6u);
  prefix.EndBefore(1);
  prefix.Append(2, 8);
  prefix.Append(1, 9);
  prefix.EndBefore(1);
  EXPECT_EQ(prefix.end(), 8u);
  prefix.Clear();
  EXPECT_EQ(prefix.end(), RecoveryTrie::kRoot);
}

}  // namespace
}  // namespace afterimage
