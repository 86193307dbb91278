// Finds groups in blocks of the log, which it gets one after the other. It trusts no byte: a
// damaged block, or one that does not follow the one before, ends the log.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_XTRADB_LOG_PARSER_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_XTRADB_LOG_PARSER_H_

#include "base/arena.h"
#include "scheme/systems/xtradb/layout.h"

namespace afterimage::xtradb {

// A group as it was found: its records and, one behind the other, what they bring.
struct Group {
  struct Found {
    LogRecord record;
    Lsn lsn;
    size_t image;  // offset in `images`
  };
  explicit Group(Arena& arena)
      : records(ArenaAllocator<Found>(arena)), images(ArenaAllocator<uint8_t>(arena)) {}
  void Clear() {
    records.clear();
    images.clear();
  }
  ArenaVector<Found> records;
  ArenaVector<uint8_t> images;
};

class LogParser {
 public:
  // Groups in these blocks, from `from` on, where one begins. Pages have `page_bytes`, and numbers
  // below `page_limit`. `halves`, a mutation: what there is of the last group is one, too.
  LogParser(Arena& arena, Blocks blocks, Lsn from, uint32_t page_bytes, uint32_t page_limit,
            bool halves);

  enum class Result : uint8_t { kGroup, kNeedsBlock, kEnd };
  // Gives the next group. kNeedsBlock: the block at next_block() comes first.
  Result Take(Group* group);
  void Feed(const uint8_t* block);
  Lsn next_block() const { return block_; }
  // Returns the end of the last complete group.
  Lsn end() const { return at_; }
  // The checkpoint number of the latest block.
  uint32_t checkpoint() const { return checkpoint_; }

 private:
  Blocks blocks_;
  uint32_t page_bytes_;
  uint32_t page_limit_;
  bool halves_;
  Lsn at_;     // of the next group
  Lsn block_;  // that comes next
  uint32_t checkpoint_ = 0;
  bool ended_ = false;
  ArenaVector<uint8_t> bytes_;  // of log, from at_ on
};

}  // namespace afterimage::xtradb

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_XTRADB_LOG_PARSER_H_
