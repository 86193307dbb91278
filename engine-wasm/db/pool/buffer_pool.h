// Page frames in DRAM: steal and no-force. A dirty page may go home at any time, as soon as the
// write gate lets it.
//
// A frame's bytes are kept only where they differ from the page's home: a clean frame needs none,
// so a pool of gigabytes fits into a browser tab.
#ifndef AFTERIMAGE_DB_POOL_BUFFER_POOL_H_
#define AFTERIMAGE_DB_POOL_BUFFER_POOL_H_

#include <algorithm>

#include "base/buffer_list.h"
#include "base/build.h"
#include "base/host_choices.h"
#include "db/pages/initial_pages.h"
#include "db/pages/page_view.h"
#include "db/pages/write_gate.h"
#include "db/pool/frame.h"
#include "db/structure_check.h"
#include "tier/paged_bytes.h"
#include "tier/prices/machine_profile.h"

namespace afterimage {

class InitialPages;
struct Value;

enum class Replacement : uint8_t { kLru, kClock };

struct PoolParams {
  uint32_t frames = 4;
  uint32_t page_bytes = 512;
  uint32_t pages = 1;  // page numbers are below this
  Replacement replacement = Replacement::kLru;
  uint16_t structure = 0;  // for events
  // Pages from this number on find a frame even if others wait: the others together never pin the
  // last one. So a thread that has pinned one of the others may wait for one of these.
  PageId kept_from = ~PageId{0};
};

struct PoolCounters {
  uint64_t hits = 0;
  uint64_t misses = 0;
  uint64_t writes = 0;
  uint64_t steals = 0;  // writes whose latest change was of a transaction that had not ended
};

class BufferPool final : public ByteSource {
 public:
  // The DRAM address of the first frame.
  static constexpr Address kFrames = Address{1} << 30;

  // An empty pool. REQUIRES: `home` and `gate` outlive it.
  BufferPool(Arena& arena, const MachineProfile& machine, const PoolParams& params, PageHome& home,
             WriteGate& gate);
  // Says which transactions are under way: a page whose latest change is of one of them counts as
  // stolen when it goes home. Without this call no page does.
  void set_active(const ActiveTransactions* active) { active_ = active; }

  // Pins the page, and reads it from home if it is not in the pool. Returns null where it is
  // damaged (torn). The caller unpins it with Unfix. It waits while every frame is pinned.
  Task<Frame*> Fix(Thread& thread, PageId page) {
    thread.Execute(Category::kBufferPool, fix_ns_);
    return Bring(thread, page);
  }
  // The same for a caller who has paid for the fix.
  Task<Frame*> Bring(Thread& thread, PageId page);
  // Pins the page if it is in the pool and read; null otherwise. It costs nothing. REQUIRES: the
  // caller is ordered.
  Frame* TryFix(PageId page);
  // Pins a frame for a page that is to be written from scratch: nothing is read, and the bytes are
  // undefined.
  Task<Frame*> Create(Thread& thread, PageId page);
  // Unpins the frame. Its page may be evicted once it has no pins.
  void Unfix(Thread& thread, Frame* frame);
  // Returns the page if it is in the pool and read, marked as just used and not pinned; else null.
  // REQUIRES: the caller is ordered.
  Frame* Touch(PageId page);
  Time fix_ns() const { return fix_ns_; }

  PageView View(const Frame* frame) { return PageView(bytes_, Base(frame), params_.page_bytes); }
  // Reads a record of a slotted page; returns false if there is none.
  bool ReadRecord(const Frame* frame, SlotId slot, Value* value);
  // True where the frame holds what its page held in the fresh database, so that it may be read by
  // the rule that made it.
  static bool Untouched(const Frame* frame) {
    return frame->home_fresh && !frame->dirty && !frame->writing && host_choices.fresh_by_rule;
  }
  // Returns the frame's node where it is untouched, else null.
  FreshNode Fresh(const Frame* frame) const {
    return kWhole && Untouched(frame) ? initial_->Node(frame->page) : FreshNode();
  }
  // Keeps all bytes of a page from now on, which makes searching it faster; returns false if too
  // many pages are kept so already. REQUIRES: it is not, and consists of complete pieces
  // (PageView::HasPieces).
  bool KeepWhole(Frame* frame);
  // Does the same for a node that is about to change, without a limit: its entries are made once,
  // and not for each of those that move.
  void KeepChanged(Frame* frame) {
    const bool pieces = params_.page_bytes % PageView::kPieceBytes == 0;
    if (pieces && !frame->piece[0] && host_choices.changed_nodes_whole) KeepWhole(frame);
  }
  // Marks the page as dirty, so that a checkpoint from now on knows it. REQUIRES: the frame is
  // latched, and its change will be logged as `lsn` or later.
  void MarkDirty(Frame* frame, Lsn lsn);
  void CountChange(Frame* frame) { ++frame->changes; }

  // Writes a dirty page home: latch, gate, copy, write. Nothing happens where it is clean or
  // absent.
  Task<void> WritePage(Thread& thread, PageId page);
  // The same for a caller who holds the frame's latch and keeps it.
  Task<void> WriteLatched(Thread& thread, Frame* frame);
  // Forces a page: on return, what the page holds now is at home.
  Task<void> Settle(Thread& thread, PageId page);
  // Writes the oldest dirty page or, where the home takes several at once, up to `most` of them
  // together.
  Task<void> WriteOldest(Thread& thread, uint32_t most);
  // Writes every page whose rec_lsn is below `limit`, and makes sure that they stay at home.
  Task<void> WriteOlderThan(Thread& thread, Lsn limit);
  // Writes the dirty pages among these, in this order: neighbours together if the home takes runs,
  // others together if it takes batches. Latched pages come last. Once *stop has become true it
  // leaves the rest. REQUIRES: the numbers ascend, and stay where they are until it returns.
  Task<void> WriteSorted(Thread& thread, const PageId* pages, uint32_t count, const bool* stop);
  // Replaces what is in `pages` by the numbers of all dirty pages, in their order.
  void ListDirty(ArenaVector<PageId>* pages) const;
  uint32_t dirty_count() const { return dirty_.size(); }
  // Dirty pages that have been written because their frame was wanted.
  uint64_t dirty_victims() const { return dirty_victims_; }
  // Returns the smallest rec_lsn of a page that is dirty or not yet durable at home, or `otherwise`
  // where there is no smaller one.
  Lsn OldestRecLsn(Lsn otherwise) const;
  // Returns the dirty page with the smallest rec_lsn, or null.
  Frame* OldestDirty() const { return dirty_.oldest(); }
  // Returns the number of pages that may go home together.
  uint32_t batch_pages() const { return home_.batch_pages(); }

  // Says what pages at home hold until this pool writes them, which is faster than asking the home.
  // REQUIRES: the run has not begun; `pages` outlives the pool.
  void SetInitial(const InitialPages* pages) {
    initial_ = pages;
    written_ = arena_.NewArray<bool>(params_.pages);
  }
  // Brings `count` pages from `first` on, clean, at no cost: they are warm. Those for which no
  // frame is free stay away. REQUIRES: the run has not begun, and none of them is here.
  void Prefill(PageId first, uint32_t count);
  // Says how many pages will be warm, which saves memory.
  void ExpectWarm(uint64_t pages) {
    frames_.reserve(static_cast<size_t>(std::min<uint64_t>(pages, params_.frames)));
  }

  // Calls f(page, rec_lsn) for every page that is dirty or not yet durable at home: redo may need
  // them. A page may come more than once.
  template <class F>
  void ForEachOpen(F&& f) const {
    for (const Frame* frame = dirty_.oldest(); frame; frame = frame->newer_dirty)
      f(frame->page, frame->rec_lsn);
    for (const Frame* frame : writing_) {
      if (frame->writing_lsn != kNoLsn) f(frame->page, frame->writing_lsn);
    }
    for (const ArenaVector<Unsynced>* list : {&unsynced_, &syncing_}) {
      for (const Unsynced& page : *list) f(page.page, page.rec_lsn);
    }
  }
  // An upper bound of the number of those calls.
  size_t open_count() const {
    return dirty_.size() + writing_.size() + unsynced_.size() + syncing_.size();
  }
  uint32_t frame_count() const { return params_.frames; }
  // Page numbers are below this.
  uint32_t page_limit() const { return params_.pages; }
  // Returns the number of frames that the home has taken (PageHome::pool_bytes).
  uint32_t frames_taken() const { return static_cast<uint32_t>(taken_.size()); }
  // Returns the number of frames that have held a page so far.
  uint32_t frames_in_use() const { return static_cast<uint32_t>(frames_.size()); }
  // Returns null if the frame holds a warm page that has not been used.
  const Frame* frame(uint32_t i) const { return frames_[i].made(); }
  // Returns the frame that holds the page now, or null; it is neither pinned nor counted as used.
  Frame* Lookup(PageId page) {
    if (page >= params_.pages) return nullptr;
    const Slot slot = by_page_[page];
    return slot.warm() ? MakeFrame(slot.number()) : slot.made();
  }
  // Returns null also for a warm page that has not been used: it is then the same as at home.
  const Frame* Made(PageId page) const {
    return page < params_.pages ? by_page_[page].made() : nullptr;
  }
  const PoolCounters& counters() const { return counters_; }
  // Copies bytes of the frames, by DRAM address; false where there is no frame.
  bool Read(Address address, uint32_t size, uint8_t* out) const;

#if AFTERIMAGE_WATCHES_READS
  // Holds what the pool counts against its frames. REQUIRES: nobody uses a page.
  void CheckMemory(StructureCheck& check) const;
  // As StorageEngine::CheckAnytime says.
  void CheckAnytime(StructureCheck& check) const;
#endif

  // Gives the bytes of unchanged frames: those of their pages' homes, or those from which the homes
  // assemble them (PageHome::PeekBase).
  void Generate(uint64_t address, uint32_t size, uint8_t* out) const override;

 private:
  // True if there are few enough frames to keep the bytes of clean ones, too: recovery of a small
  // database does little else than read them.
  bool SmallPool() const {
    return uint64_t{params_.frames} * params_.page_bytes <= host_choices.small_pool_bytes;
  }
  // A frame, or nothing, or the number of what has no frame yet: a warm page that has not been used
  // needs none. Indexed by page it is the number of its frame, by frame the number of its page.
  class Slot {
   public:
    Slot() = default;
    explicit Slot(Frame* frame) : word_(reinterpret_cast<uintptr_t>(frame)) {}
    static Slot Warm(uint32_t number) {
      Slot slot;
      slot.word_ = uintptr_t{number} << 1 | 1;
      return slot;
    }
    bool warm() const { return (word_ & 1) != 0; }
    uint32_t number() const { return static_cast<uint32_t>(word_ >> 1); }
    Frame* made() const { return warm() ? nullptr : reinterpret_cast<Frame*>(word_); }

   private:
    uintptr_t word_ = 0;
  };
  struct Candidate {
    uint32_t index;  // of the frame
    uint64_t last_use;
  };
  struct Unsynced {
    PageId page;
    Lsn rec_lsn;
  };

  bool Plain(PageId page) const { return page < params_.kept_from; }
  // True where a frame is kept for some pages.
  bool KeepsOne() const { return params_.kept_from < params_.pages; }
  // True where the page must not be pinned now, because it would be in the last frame.
  bool LeavesLast(PageId page) const {
    return KeepsOne() && Plain(page) && plain_pinned_ + 1 >= params_.frames;
  }
  static bool IsInUse(const Frame* frame) { return frame->pins > frame->writers; }
  // Adds a use of the page, whose user may wait for another frame.
  void AddUse(Frame* frame) {
    if (!IsInUse(frame) && Plain(frame->page)) ++plain_pinned_;
    ++frame->pins;
  }
  // Adds a pin for a writer of the page, which ends by itself.
  static void AddPin(Frame* frame) {
    ++frame->pins;
    ++frame->writers;
  }
  // Ends that.
  void Unpin(Thread& thread, Frame* frame);
  // Writes a victim home, or offers it there. Returns false if the page has been used or changed
  // meanwhile.
  Task<bool> Leaves(Thread& thread, Frame* frame);
  // Returns a frame for `page`, pinned and loading; null if the caller must look again: another
  // thread has brought the page, or has used the victim.
  Task<Frame*> Claim(Thread& thread, PageId page);
  // Reads the page into its claimed frame, and returns that, or null where the page is damaged.
  Task<Frame*> Load(Thread& thread, Frame* frame);
  Task<void> WriteFrame(Thread& thread, Frame* frame);
  Task<PageWrite> Detach(Thread& thread, Frame* frame);
  // Takes the frame's page as its home wants it.
  PageWrite Copied(Frame* frame);
  Task<void> SendHome(Thread& thread, Frame* frame, PageWrite copy);
  void BeginWrite(Thread& thread, Frame* frame);
  void EndWrite(Thread& thread, Frame* frame, const PageWrite& copy);
  // Writes up to `most` of the pages whose rec_lsn is below `limit` together, and returns their
  // number: 0 if all of them are latched.
  Task<uint32_t> WriteTogether(Thread& thread, Lsn limit, uint32_t most);
  // Writes what Detach has given, of pages that stay pinned until then, and unpins them.
  Task<void> WriteCopies(Thread& thread, const ArenaVector<PageWrite>& copies);
  // Writes the dirty pages that are not latched. On return `pages` has the other dirty ones.
  Task<void> WriteFree(Thread& thread, ArenaVector<PageId>& pages, const bool* stop);
  // Returns the oldest dirty page that is not on its way home already, or null; where `free` not
  // one that is latched.
  Frame* OldestToClean(bool free) const;
  // Returns a frame that is free, or whose page may go; null where every frame is busy.
  Frame* Victim();
  Frame* LeastRecentlyUsed();
  void FindCandidates();
  // Returns the number of frames in which a victim may be found.
  size_t CountCandidates() const;
  // Puts at least `enough` of these into candidates_ whose pages have not been used since they came
  // warm, which is the order of their use; returns false if there are fewer.
  bool CollectUnused(size_t enough);
  Frame* NewFrame();
  // Makes the frame of a warm page, as if it had been there since the page was brought.
  Frame* MakeFrame(uint32_t index);
  Frame* FrameAt(uint32_t index) {
    return frames_[index].warm() ? MakeFrame(index) : frames_[index].made();
  }
  static uint64_t WarmUse(uint32_t index) { return uint64_t{index} + 1; }
  void Assign(Frame* frame, PageId page);
  void Pin(Frame* frame);
  // The frame holds no page any more.
  void Empty(Frame* frame);
  void Forget(Frame* frame);
  // Returns the number of frames that the home should have. The last few always stay with the pool.
  uint32_t FramesOwed() const;
  bool Whole(Thread& thread, PageId page);
  bool HomeIsFresh(PageId page) const { return initial_ && !written_[page]; }
  uint64_t Base(const Frame* frame) const { return uint64_t{frame->index} * params_.page_bytes; }
  // Forgets the frame's own bytes: it then reads as its page's home.
  void DropBytes(Frame* frame);
  Task<void> SyncHome(Thread& thread);

  Arena& arena_;
  PoolParams params_;
  PageHome& home_;
  WriteGate& gate_;
  const ActiveTransactions* active_ = nullptr;
  LatchCosts latch_costs_;
  Time fix_ns_;
  Time copy_ns_;
  PagedBytes bytes_;
  ArenaVector<Slot> frames_;
  ArenaVector<Frame*> free_;
  ArenaVector<Frame*> taken_;  // by the home
  Slot* by_page_;
  uint32_t brought_warm_ = 0;  // the first of the frames, which were not made then
  uint32_t warm_ = 0;          // those of them that have not been made yet
  const InitialPages* initial_ = nullptr;
  bool* written_ = nullptr;  // by page, with initial_: its home has been written
  UseList use_;              // under the clock: the hand is before the oldest
  // The frames that were least recently used at the last look, under LRU, with the next victim
  // last. One that was used since then is skipped, so the order is exact and costs nothing until a
  // frame is needed.
  ArenaVector<Candidate> candidates_;
  uint64_t uses_ = 0;
  uint64_t whole_bytes_ = 0;   // of pages that KeepWhole keeps
  uint32_t plain_pinned_ = 0;  // frames that are in use, but for pages from kept_from on
  DirtyList dirty_;
  ArenaVector<Frame*> writing_;
  bool by_lines_;      // pages go home by what differs there
  BufferList copies_;  // of pages, for writes in flight; behind each its lines
  // Pages written and not made durable, and those that a Sync is making so.
  ArenaVector<Unsynced> unsynced_;
  ArenaVector<Unsynced> syncing_;
  bool in_sync_ = false;
  PoolCounters counters_;
  uint64_t dirty_victims_ = 0;
  WaitQueue unpinned_;
};

// Releases a frame's latch and its pin.
class LetGo final : public OrderedOperation<LetGo> {
 public:
  LetGo(Thread& thread, BufferPool& pool, Frame* frame)
      : OrderedOperation(thread), pool_(pool), frame_(frame) {}
  Progress Step(Thread& thread) override {
    Latch::Release(thread, frame_->latch).Step(thread);
    pool_.Unfix(thread, frame_);
    return Progress::kDone;
  }

 private:
  BufferPool& pool_;
  Frame* frame_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_DB_POOL_BUFFER_POOL_H_
