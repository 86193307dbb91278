#include "base/chunked_array.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace afterimage {
namespace {

TEST(ChunkedArrayTest, KeepsItemsInPlaceAsItGrows) {
  ChunkedArray<uint32_t> array;
  array.push_back(7);
  const uint32_t* first = &array[0];
  for (uint32_t i = 1; i < 5000; ++i) array.push_back(7 + i);
  ASSERT_EQ(array.size(), 5000u);
  EXPECT_EQ(first, &array[0]);
  for (uint32_t i = 0; i < 5000; ++i) ASSERT_EQ(array[i], 7 + i);
}

}  // namespace
}  // namespace afterimage
