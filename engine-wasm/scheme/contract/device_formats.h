// A system's description of the places and formats of its structures on the devices, for walkers
// that read their bytes and have only the documents of the formats in common with the system. The
// system's own counts in DRAM, such as that of free places, are included: the walkers count for
// themselves.
#ifndef AFTERIMAGE_SCHEME_CONTRACT_DEVICE_FORMATS_H_
#define AFTERIMAGE_SCHEME_CONTRACT_DEVICE_FORMATS_H_

#include <cstdint>
#include <vector>

#include "trace/event.h"

namespace afterimage {

// Pages one behind the other, as db/pages/page_view.h describes them.
struct PagesOnDevice {
  Tier tier = Tier::kNone;  // kNone: the system keeps no pages in such a row
  Address first = 0;
  uint32_t page_bytes = 0;
  uint32_t pages = 0;         // that fit there
  uint32_t hashed_pages = 0;  // of a hash file, besides the catalog; 0: heap pages under indexes
  // The device has the newest bytes of all pages: no page has changed since in DRAM. Else nothing
  // can be asked: a page that is newer in DRAM may be torn where it is.
  bool complete = false;
};

// Slots at the beginning of NVM, as scheme/shared/pcm_slots/layout.h describes them.
struct SlotsOnDevice {
  uint32_t transactions = 0;
  uint32_t small = 0;  // slots of a unit each
  uint32_t pages = 0;  // slots for pages; with no slots at all there is nothing to walk over
  uint32_t unit_bytes = 0;
  uint32_t page_bytes = 0;
  uint32_t places = 0;          // for list and bitmap
  uint32_t database_pages = 0;  // page numbers are smaller
  // The counts in DRAM: slots in use, and the numbers of the next version and transaction (0: there
  // are no transactions).
  uint32_t used_small = 0, used_pages = 0;
  uint64_t next_version = 0, next_transaction = 0;
  uint64_t kept = 0;  // changes for which somebody keeps room
  // Pages whose versions can go to the disk to make room, where that is known page by page.
  bool destages = false;
  std::vector<uint32_t> leaving;
  // Slots with pages that the disk has as well, and where page 0 is there.
  std::vector<uint32_t> as_on_disk;
  Tier disk = Tier::kNone;
  Address first_page = 0;
};

// A log of words in NVM: REWIND's, as scheme/systems/rewind/layout.h, lists/adll.h,
// lists/bucket_list.h and tree/tree.h describe it.
struct WordLogOnDevice {
  Address in_use = 0;  // the word that says which header is
  Address headers[2] = {0, 0};
  Address area = 0;
  uint32_t records = 0;         // nodes of the list, of buckets or of the tree
  uint32_t bucket_records = 0;  // 0: a node for each record
  bool batch = false;           // a bucket says how many of its cells count
  bool tree = false;            // it indexes the records, and logs its words in buckets
  uint32_t tree_records = 0;    // that these buckets hold, at least
  // The counts in DRAM: records that can still be appended, free lines of records, the next LSN,
  // and places kept for transactions.
  uint32_t free_places = 0, free_records = 0;
  uint64_t next_lsn = 0;
  uint32_t kept = 0;
};

// Blocks with headers, as scheme/shared/heap/layout.h and persistent_heap.h describe them.
struct HeapOnDevice {
  Address from = 0;
  Address to = 0;       // 0: there is no heap
  bool trees = false;   // else tables are hash buckets
  uint32_t blocks = 0;  // as DRAM has it
  uint32_t free = 0;    // of them, those that wait for the end of a log record included
};

// Pages of undo, as scheme/systems/xtradb/layout.h describes them.
struct UndoOnDevice {
  Tier tier = Tier::kNone;
  Address first = 0;
  uint32_t first_number = 0;
  uint32_t page_bytes = 0;
  uint32_t pages = 0;
  bool complete = false;  // as of PagesOnDevice
  // The counts in DRAM: free pages, and bytes of log kept for transactions.
  uint32_t free = 0;
  uint64_t kept = 0;
};

struct DeviceFormats {
  PagesOnDevice pages;
  SlotsOnDevice slots;
  std::vector<WordLogOnDevice> logs;
  HeapOnDevice heap;
  UndoOnDevice undo;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_CONTRACT_DEVICE_FORMATS_H_
