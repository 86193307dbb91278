// What structures over pages (the B+-tree) need of the engine that logs their changes.
#ifndef AFTERIMAGE_DB_PAGE_ACCESS_H_
#define AFTERIMAGE_DB_PAGE_ACCESS_H_

#include "db/buffer_pool.h"
#include "db/record.h"

namespace afterimage {

// A change to a page that the caller has pinned and latched.
struct FrameChange {
  Frame* frame = nullptr;
  Change change;
};

class PageAccess {
 public:
  virtual BufferPool& pool() = 0;
  // The page, pinned and latched for a change; null where it is damaged.
  virtual Task<Frame*> Latch(Thread& thread, PageId page) = 0;
  LetGo Unlatch(Thread& thread, Frame* frame) { return LetGo(thread, pool(), frame); }
  // A page that nobody uses, pinned and latched, its bytes undefined; null where the file is full. It stays
  // allocated even if the caller never gets round to using it.
  virtual Task<Frame*> AllocatePage(Thread& thread) = 0;
  // `changes` together are one system transaction: after a crash all of them count or none, whatever
  // becomes of the client's transaction. `split` is the page whose contents they copy. In DRAM they
  // appear at one instant.
  virtual Task<void> ChangeTogether(Thread& thread, PageId split, FrameChange* changes, uint32_t count) = 0;

 protected:
  ~PageAccess() = default;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_DB_PAGE_ACCESS_H_
