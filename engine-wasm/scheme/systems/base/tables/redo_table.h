// Redo by page (section 3.1, figure 3): a header for each page that was changed, and its records in
// the order of their LSNs. The latch of the page in the buffer pool separates threads that append
// to one chain. The one of the bucket, which is held briefly, separates chains that hash together,
// and appending threads from the checkpoint that cuts chains.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_BASE_TABLES_REDO_TABLE_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_BASE_TABLES_REDO_TABLE_H_

#include "scheme/systems/base/record_heap.h"
#include "scheme/systems/base/words.h"
#include "sim/latch.h"
#include "tier/nvm/nvm.h"

namespace afterimage::base {

class RedoTable {
 public:
  RedoTable(Arena& arena, Nvm& nvm, const MachineProfile& machine, const Layout& layout);

  // Makes a durable record the latest of its page's chain, durably.
  Task<void> Append(Thread& thread, PageId page, const Made& record);

  // --- The parts of that. REQUIRES: the page's bucket is latched ---
  Latch::Acquire LatchBucket(Thread& thread, PageId page);
  Latch::Release UnlatchBucket(Thread& thread, PageId page);
  // The place of a page's next record: in a header that nothing leads to yet (`fresh`, and there is
  // none before MakeHeader), or behind the chain's last record, 0 if it has none.
  struct Place {
    Address header = 0;
    uint64_t last = 0;
    bool fresh = true;
    bool starts_chain() const { return !fresh && last == 0; }
  };
  // Finds the page's header by reading the bucket's chain: the caller awaits Nvm::AwaitReads before
  // it goes on.
  Place Find(Thread& thread, PageId page);
  // Makes a header that leads to this record and, in its bucket, to the header `next`; and starts
  // to write it back. 0 where there is no room.
  Task<Address> MakeHeader(Thread& thread, PageId page, const Made& first, uint64_t next);
  // Stores the LSN of a record that starts a chain, which comes first, and starts to write it back.
  StoreWord StoreStart(Thread& thread, PageId page, const Place& place, Lsn start);
  // Stores the pointer that makes the record reachable, and starts to write it back. REQUIRES:
  // there is a header.
  StoreWord StoreLink(Thread& thread, PageId page, const Place& place, const Made& record);
  // Stores the header's fields about the chain's end, which need not be durable.
  StoreWords<2> NoteEnd(Thread& thread, Address header, uint64_t last, Lsn end_lsn, Where where);

  // Cuts from every chain what is older than limits[page], durably, and then gives it back to the
  // heap. `limits` has an entry for each page.
  Task<void> Cut(Thread& thread, const Lsn* limits, RecordHeap& heap);
  // Empties the table durably: no record is needed.
  Task<void> Empty(Thread& thread);

  // --- Recovery ---
  // Puts right what a header says of its chain's end.
  Task<void> Repair(Thread& thread, Address at, const PageHeader& found, uint64_t last,
                    Lsn end_lsn);
  // A durable pointer leads to this header.
  void Found(Address at);

  uint64_t Bucket(uint32_t bucket) const { return nvm_.LoadWord(layout_.BucketAt(bucket)); }
  PageHeader LoadPage(Address at) const;
  Record LoadRecord(Address at) const;

 private:
  // Cuts one chain, but for making that durable, and adds what it loses to cut_.
  Task<void> CutChain(Thread& thread, Address at, Lsn limit);

  Nvm& nvm_;
  const Layout& layout_;
  ArenaVector<Latch> latches_;  // by bucket
  ArenaVector<Made> cut_;       // from the chains of the bucket that is being cut
  uint32_t pages_ = 0;          // headers that were made
};

}  // namespace afterimage::base

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_BASE_TABLES_REDO_TABLE_H_
