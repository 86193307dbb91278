#include "tier/dram.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace afterimage {
namespace {

class DramTest : public testing::Test {
 protected:
  BlockPool pool_;
  Arena arena_{pool_};
  Dram dram_{arena_};
};

TEST_F(DramTest, GivesZeroedAlignedSpaceAndNeverAddressZero) {
  const Address first = dram_.Allocate(10), second = dram_.Allocate(64), third = dram_.Allocate(65);
  EXPECT_GT(first, 0u);
  EXPECT_EQ(first % 64, 0u);
  EXPECT_EQ(second, first + 64);
  EXPECT_EQ(third, second + 64);
  EXPECT_EQ(dram_.Allocate(1), third + 128);
  for (uint32_t i = 0; i < 64; ++i) EXPECT_EQ(dram_.At(first)[i], 0);
}

// Pieces are small and large, across the ends of the units by which DRAM grows: they are contiguous
// and separate, and keep their bytes.
TEST_F(DramTest, EveryAllocationIsOnePieceThatKeepsItsBytes) {
  struct Piece {
    Address at;
    uint32_t size;
    uint8_t fill;
  };
  std::vector<Piece> pieces;
  Random random(1);
  for (uint32_t i = 0; i < 300; ++i) {
    const uint32_t size = 1 + random.Below(random.Chance(5) ? 70000 : 3000);
    const Piece piece{dram_.Allocate(size), size, static_cast<uint8_t>(i)};
    for (uint32_t b = 0; b < size; ++b) ASSERT_EQ(dram_.At(piece.at)[b], 0) << "piece " << i;
    std::memset(dram_.At(piece.at), piece.fill, size);
    if (!pieces.empty()) ASSERT_GE(piece.at, pieces.back().at + pieces.back().size);
    pieces.push_back(piece);
  }
  for (const Piece& piece : pieces) {
    std::vector<uint8_t> read(piece.size);
    ASSERT_TRUE(dram_.Read(piece.at, piece.size, read.data()));
    ASSERT_EQ(read, std::vector<uint8_t>(piece.size, piece.fill));
  }
}

TEST_F(DramTest, ReadsNothingBehindTheLastAllocation) {
  uint8_t bytes[128];
  EXPECT_FALSE(dram_.Read(0, 1, bytes));
  const Address at = dram_.Allocate(100);
  EXPECT_TRUE(dram_.Read(at, 128, bytes));
  EXPECT_FALSE(dram_.Read(at + 1, 128, bytes));
  EXPECT_FALSE(dram_.Read(0xfffffff0, 32, bytes));
}

}  // namespace
}  // namespace afterimage
