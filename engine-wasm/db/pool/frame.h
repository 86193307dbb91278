// A page frame of the buffer pool.
#ifndef AFTERIMAGE_DB_POOL_FRAME_H_
#define AFTERIMAGE_DB_POOL_FRAME_H_

#include "base/age_list.h"
#include "db/pages/page_view.h"
#include "db/transaction.h"
#include "sim/latch.h"

namespace afterimage {

// The fields that every visit looks at are in its first line of 64 bytes; in WebAssembly so are
// those of the first change.
struct alignas(64) Frame {
  explicit Frame(LatchCosts costs) : latch(costs) {}

  PageId page = 0;
  uint32_t index = 0;     // in the pool
  uint64_t last_use = 0;  // under LRU: larger is later
  uint16_t pins = 0;
  bool used = false;  // holds a page, or is about to
  bool loading = false;
  bool dirty = false;
  bool writing = false;
  bool referenced = false;  // since the clock's hand last passed
  bool home_fresh = false;  // the page's home is as in a fresh database
  uint32_t changes = 0;     // records changed since the page last went home
  Latch latch;
  const uint8_t* piece[PageView::kMaxPageBytes / PageView::kPieceBytes] =
      {};                // once all of them are kept, in pieces
  Lsn rec_lsn = kNoLsn;  // of the first change that no write covers; none while it is clean

  Lsn image_lsn = kNoLsn;    // of the last full-page image in the log
  Lsn writing_lsn = kNoLsn;  // the rec_lsn of the write in flight: its log is needed until the end
  Address address = 0;       // of the page's bytes in DRAM
  Frame* older_use = nullptr;  // under the clock
  Frame* newer_use = nullptr;
  Frame* older_dirty = nullptr;  // in the order of rec_lsn
  Frame* newer_dirty = nullptr;
  TxnId writer = 0;      // whose change was the latest; 0 none since it last went home
  uint16_t erased = 0;   // index entries whose erasure may not be durable in the log
  uint16_t writers = 0;  // of the pins: of those who write the page, and wait for no other frame
  WaitQueue waiters;     // for loading or writing to end; two lines of a processor's cache in all
};
static_assert(sizeof(void*) == 8 || sizeof(Frame) == 128);

using UseList = AgeList<Frame, &Frame::older_use, &Frame::newer_use>;
using DirtyList = AgeList<Frame, &Frame::older_dirty, &Frame::newer_dirty>;

}  // namespace afterimage

#endif  // AFTERIMAGE_DB_POOL_FRAME_H_
