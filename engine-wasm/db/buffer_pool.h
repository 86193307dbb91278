// Page frames in DRAM: steal and no-force, least recently used first. A dirty page may go home at
// any time, as soon as the write gate lets it.
#ifndef AFTERIMAGE_DB_BUFFER_POOL_H_
#define AFTERIMAGE_DB_BUFFER_POOL_H_

#include "base/flat_map.h"
#include "db/slotted_page.h"
#include "db/write_gate.h"
#include "sim/latch.h"
#include "tier/dram.h"
#include "tier/machine_profile.h"

namespace afterimage {

struct Frame {
  PageId page = 0;
  bool used = false;
  bool loading = false;
  bool dirty = false;
  bool writing = false;
  uint32_t pins = 0;
  Lsn rec_lsn = kNoLsn;      // of the first change that no write covers; none while it is clean
  Lsn writing_lsn = kNoLsn;  // the rec_lsn of the write in flight: its log is needed until the end
  uint64_t last_use = 0;
  Address address = 0;      // of the page's bytes in DRAM
  Address io_address = 0;   // the copy that a write in flight is made from
  Latch* latch = nullptr;
  WaitQueue waiters;        // for loading or writing to end
};

class BufferPool {
 public:
  BufferPool(Arena& arena, Dram& dram, const MachineProfile& machine, uint32_t frames, uint32_t page_bytes,
             PageHome& home, WriteGate& gate, uint16_t structure);

  // The page, pinned; read from home if it is not here. Null where it is damaged (torn).
  Task<Frame*> Fix(Thread& thread, PageId page);
  void Unfix(Thread& thread, Frame* frame) {
    if (--frame->pins == 0) unpinned_.WakeAll(thread.kernel(), thread.now());
  }
  SlottedPage Page(const Frame* frame) { return SlottedPage(dram_.At(frame->address), page_bytes_); }
  // After a change under the frame's latch: it is dirty from `lsn` on.
  void MarkDirty(Frame* frame, Lsn lsn) {
    if (!frame->dirty) frame->rec_lsn = lsn;
    frame->dirty = true;
  }

  // Writes a dirty page home: latch, gate, copy, write. Nothing to do where it is clean or absent.
  Task<void> WritePage(Thread& thread, PageId page);
  // Writes every page whose rec_lsn is below `limit`.
  Task<void> WriteOlderThan(Thread& thread, Lsn limit);
  // The smallest rec_lsn of a dirty page, or `otherwise`.
  Lsn OldestRecLsn(Lsn otherwise) const;
  // The dirty page with the smallest rec_lsn, or null.
  Frame* OldestDirty();

  uint32_t frame_count() const { return frames_; }
  const Frame& frame(uint32_t i) const { return frame_[i]; }
  uint32_t page_bytes() const { return page_bytes_; }

 private:
  Frame* Lookup(PageId page);
  Frame* Victim();
  Task<Frame*> Load(Thread& thread, PageId page);
  Task<void> WriteFrame(Thread& thread, Frame* frame);

  Dram& dram_;
  Frame* frame_;
  uint32_t frames_;
  uint32_t page_bytes_;
  PageHome& home_;
  WriteGate& gate_;
  uint16_t structure_;
  Time fix_ns_;
  Time copy_ns_;
  uint64_t clock_ = 0;
  FlatMap<uint32_t> index_;
  WaitQueue unpinned_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_DB_BUFFER_POOL_H_
