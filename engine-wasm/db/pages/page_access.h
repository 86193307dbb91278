// The interface through which structures over pages (the B+-tree) latch, allocate and change them.
// The engine that logs their changes implements it.
#ifndef AFTERIMAGE_DB_PAGES_PAGE_ACCESS_H_
#define AFTERIMAGE_DB_PAGES_PAGE_ACCESS_H_

#include "db/pool/buffer_pool.h"
#include "db/record.h"

namespace afterimage {

// A change to a page that the caller has pinned and latched.
struct FrameChange {
  Frame* frame = nullptr;
  Change change;
};

// Unused pages, taken for one structure change. Until that is logged no other one can take any: the
// page that lists the free ones stays latched.
struct Allocation {
  static constexpr uint32_t kMost = 2;

  Frame* allocator = nullptr;  // null: there are none to be had
  Frame* page[kMost] = {};     // pinned and latched, their bytes undefined
  uint32_t count = 0;

  explicit operator bool() const { return allocator != nullptr; }
};

class PageAccess {
 public:
  virtual BufferPool& pool() = 0;
  // Pins and latches the page for a change. Null where it is damaged.
  virtual Task<Frame*> Latch(Thread& thread, PageId page) = 0;
  LetGo Unlatch(Thread& thread, Frame* frame) { return LetGo(thread, pool(), frame); }
  // Takes `count` pages for the next ChangeTogether, which gives them their contents; the caller
  // unlatches them afterwards. It takes none where the file is full, or where one would be a page
  // that the caller has latched: a damaged allocator gives away pages that are in use.
  virtual Task<Allocation> AllocatePages(Thread& thread, uint32_t count, PageId latched,
                                         PageId latched_too) = 0;
  // Logs and makes `changes`, together with taking the pages of `taken`, as one system transaction:
  // after a crash all of it counts or nothing, whatever the outcome of the client's transaction.
  // `split` is the page whose contents the changes copy, or kNoPage. In DRAM they appear at one
  // instant, at which *version is counted up, if it is given: readers without latches go by it. On
  // return the allocator's page is unlatched. REQUIRES: all frames are latched; at least one
  // change.
  static constexpr PageId kNoPage = ~PageId{0};
  virtual Task<void> ChangeTogether(Thread& thread, PageId split, const Allocation& taken,
                                    FrameChange* changes, uint32_t count, uint64_t* version) = 0;
  // An entry is about to take room on this latched page that erased ones may have left. Returns
  // when theirs is durable in the log: redo, which could repeat the one without the other, must not
  // find the page full.
  virtual Task<void> BeforeRefill(Thread& thread, Frame* frame) = 0;
  // Entries that the leaf does not have and must have room for.
  virtual uint32_t RoomKept(PageId) const { return 0; }

 protected:
  ~PageAccess() = default;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_DB_PAGES_PAGE_ACCESS_H_
