// Tests where XtraDB's log ends: at each block that is not the next one, or not complete, since
// such a block may be of another lap or of an earlier life.
#include "scheme/systems/xtradb/log_parser.h"

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <vector>

namespace afterimage::testing_support {
namespace {

using namespace xtradb;

// Blocks with groups of one record, 40 bytes each.
class BlockWriter {
 public:
  // Writes the bytes of a log of so many groups, in blocks that begin with number 1.
  explicit BlockWriter(uint32_t groups) {
    for (uint32_t i = 0; i < groups; ++i) {
      LogRecord record;
      record.page = i % 4;
      record.after_bytes = 16;
      record.flags = LogRecord::kLast;
      const auto* bytes = reinterpret_cast<const uint8_t*>(&record);
      log_.insert(log_.end(), bytes, bytes + sizeof record);
      log_.insert(log_.end(), 16, static_cast<uint8_t>(i));
    }
  }
  uint32_t count() const {
    return static_cast<uint32_t>(log_.size() + blocks.room() - 1) / blocks.room();
  }
  // A block as it was written, but for what `spoil` does to its header before the checksum.
  std::vector<uint8_t> Block(uint32_t i,
                             const std::function<void(BlockHeader&)>& spoil = {}) const {
    std::vector<uint8_t> block(blocks.bytes);
    const size_t from = size_t{i} * blocks.room();
    const size_t size = std::min<size_t>(log_.size() - from, blocks.room());
    BlockHeader header;
    header.number = 1 + i;
    header.bytes = static_cast<uint16_t>(kBlockHead + size);
    header.checkpoint = 5;
    if (spoil) spoil(header);
    std::memcpy(block.data(), &header, sizeof header);
    std::memcpy(block.data() + kBlockHead, log_.data() + from, size);
    const uint32_t checksum = ChecksumOf(block.data(), blocks.end());
    std::memcpy(block.data() + blocks.end(), &checksum, sizeof checksum);
    return block;
  }
  // The number of groups that a restart finds which reads from `lsn` on; block 1 is given as
  // `second`.
  uint32_t Found(const std::vector<uint8_t>& second, Lsn lsn = 0) const {
    Arena arena(pool_);
    LogParser parser(arena, blocks, lsn == 0 ? blocks.first_lsn() : lsn, 512, 4, false);
    Group group(arena);
    uint32_t found = 0;
    for (;;) {
      const LogParser::Result result = parser.Take(&group);
      if (result == LogParser::Result::kEnd) return found;
      if (result == LogParser::Result::kGroup) {
        ++found;
        continue;
      }
      const auto i = static_cast<uint32_t>(parser.next_block() / blocks.bytes - 1);
      const std::vector<uint8_t> block = i == 1 ? second : i < count() ? Block(i) : Nothing();
      parser.Feed(block.data());
    }
  }
  std::vector<uint8_t> Nothing() const { return std::vector<uint8_t>(blocks.bytes); }

  Blocks blocks;

 private:
  std::vector<uint8_t> log_;
  mutable BlockPool pool_;
};

constexpr uint32_t kGroups = 40;  // 1,600 bytes: three blocks and a part

TEST(XtraDbParser, FindsAllGroupsAndTheEnd) {
  const BlockWriter log(kGroups);
  ASSERT_EQ(log.count(), 4u);
  EXPECT_EQ(log.Found(log.Block(1)), kGroups);
  // 496 bytes of log are in a block: the twelfth group ends in the second.
  EXPECT_EQ(log.Found(log.Nothing()), 12u);
}

// A block is full only to its end: one with a few bytes left is the last one.
TEST(XtraDbParser, GoesOnBehindAFullBlockAlone) {
  const BlockWriter log(kGroups);
  const auto ends_early = [&](BlockHeader& header) {
    header.bytes = static_cast<uint16_t>(log.blocks.end() - 4);
  };
  EXPECT_EQ(log.Found(log.Block(1, ends_early)), 24u);
}

TEST(XtraDbParser, EndsAtABlockThatIsNotTheNextOne) {
  const BlockWriter log(kGroups);
  const std::function<void(BlockHeader&)> spoils[] = {
      [](BlockHeader& header) { header.number = 1; },      // of another place
      [](BlockHeader& header) { header.number += 6; },     // of another lap
      [](BlockHeader& header) { header.checkpoint = 4; },  // of a life before
      [&](BlockHeader& header) { header.bytes = static_cast<uint16_t>(log.blocks.bytes); },
      [](BlockHeader& header) { header.bytes = kBlockHead - 1; }};
  for (const auto& spoil : spoils) EXPECT_EQ(log.Found(log.Block(1, spoil)), 12u);
}

TEST(XtraDbParser, EndsAtABlockThatIsNotWhole) {
  const BlockWriter log(kGroups);
  for (const uint32_t at : {0u, 4u, 8u, kBlockHead, 300u, log.blocks.end() - 1, log.blocks.end()}) {
    std::vector<uint8_t> block = log.Block(1);
    block[at] ^= 0x40;
    EXPECT_EQ(log.Found(block), 12u) << at;
  }
}

// The block in which redo begins may be older than the checkpoint: then it ends before.
TEST(XtraDbParser, EndsWhereTheFirstBlockEndsBeforeItsBegin) {
  const BlockWriter log(kGroups);
  const Lsn begin = log.blocks.Behind(log.blocks.first_lsn(), 15 * 40);  // in the second block
  EXPECT_EQ(log.Found(log.Block(1), begin), kGroups - 15);
  const auto ends_before = [&](BlockHeader& header) {
    header.bytes = static_cast<uint16_t>(begin % log.blocks.bytes - 1);
  };
  EXPECT_EQ(log.Found(log.Block(1, ends_before), begin), 0u);
}

}  // namespace
}  // namespace afterimage::testing_support
