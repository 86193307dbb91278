// One line of what PostgreSQL's pg_waldump prints:
//
//   rmgr: Heap        len (rec/tot):    171/   171, tx:        736, lsn: 0/04A6E0F0,
//     prev 0/04A6E0B8, desc: UPDATE off 24 xmax 736 flags 0x03 ; new off 24 xmax 0,
//     blkref #0: rel 1663/16384/16397 blk 6557, blkref #1: rel 1663/16384/16397 blk 581
//
// Descriptions are read as versions 10 to 15 write them ("off 24 ... new off 24") and as later ones
// do ("old_off: 24, ... new_off: 24"). A block behind "FPW" is in the log as a whole page; the
// length "rec" is without such pages.
#ifndef AFTERIMAGE_WORKLOAD_PG_WAL_WAL_LINE_H_
#define AFTERIMAGE_WORKLOAD_PG_WAL_WAL_LINE_H_

#include <cstdint>
#include <string_view>

#include "base/types.h"

namespace afterimage::replay {

struct WalBlock {
  std::string_view relation;  // tablespace/database/relation
  uint32_t block = 0;
  bool main_fork = true;
  bool image = false;  // the whole page is in the log
};

struct WalLine {
  static constexpr uint32_t kMaxBlocks = 8;

  std::string_view manager;
  std::string_view operation;    // HOT_UPDATE; without +INIT
  std::string_view description;  // behind the operation, up to the blocks
  uint32_t bytes = 0;            // of the record, without pages
  uint32_t total = 0;            // with them
  uint32_t xid = 0;              // 0 none
  uint64_t lsn = 0;
  bool fresh_page = false;  // +INIT
  uint32_t block_count = 0;
  WalBlock blocks[kMaxBlocks];

  // The number behind `name`, which is a word of the description ("off", "xmax"); if it occurs more
  // than once, the one with this index. False if there is none.
  bool Number(std::string_view name, uint32_t index, uint32_t* value) const;
  // The number with which the description begins.
  bool FirstNumber(uint32_t* value) const;
  // True where the description holds this word.
  bool Says(std::string_view word) const;
  // The numbers of a list, "offsets: [9, 10]", at most `most` of them. Returns how many.
  uint32_t Numbers(std::string_view name, uint32_t* values, uint32_t most) const;
};

// Parses a line. Returns null, or why this is no such line and, from 1, the column at which another
// text is expected. The views point into `line`.
const Text* ParseWalLine(std::string_view line, WalLine* out, uint32_t* column);

// The transaction that this COMMIT, ABORT, COMMIT_PREPARED or ABORT_PREPARED ends: a prepared one
// is named in the description, with or without the word "xid". 0 if there is none.
uint32_t EndedTransaction(const WalLine& line);

// One of the numbers of "subxacts: 740 741", from `*at` in the description on, where there is a
// list of this name. 0 where there is no further one.
uint32_t NextSubtransaction(std::string_view description, size_t* at);

}  // namespace afterimage::replay

#endif  // AFTERIMAGE_WORKLOAD_PG_WAL_WAL_LINE_H_
