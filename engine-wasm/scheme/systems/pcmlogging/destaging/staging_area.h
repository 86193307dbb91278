// The staging area in PCM between DRAM and the disk: slots, tables, and the writes into them
// (PCMLogging, algorithm 1).
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_PCMLOGGING_DESTAGING_STAGING_AREA_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_PCMLOGGING_DESTAGING_STAGING_AREA_H_

#include "base/random.h"
#include "scheme/shared/pcm_slots/slots.h"
#include "scheme/systems/pcmlogging/destaging/destage_pace.h"
#include "scheme/systems/pcmlogging/tables.h"

namespace afterimage::pcm {

struct StagingParams {
  Layout layout{};
  bool by_page = false;        // transactions' versions are of whole pages, not of records
  uint32_t version_bytes = 8;  // the most that a version of a record has
  uint32_t high = 990;         // thousandths of the slots in use from which on destaging goes on,
  uint32_t low = 975;          // until there are no more than these
  bool adaptive = false;       // destaging is paced, from state 1 of `pace` on, instead
  PaceParams pace{};
  bool when_idle = false;        // destaging goes on, too, while the disk has nothing else to do
  bool most_first = false;       // victims are pages with most versions, else the oldest ones
  bool tables_in_pool = false;   // they take their bytes from the buffer pool
  uint32_t swap_delta = 0;       // age from which on a version is sure to be moved; 0: none is
  uint64_t relocate_every = 0;   // stores into list and bitmap between two moves; 0: they stay
  uint32_t structure_slack = 0;  // pages for which a transaction may need room beyond its own
  const char* room_param = "slots";  // the parameter that says how much room there is
};

// The writes to PCM by their reasons.
struct StagingCounters {
  uint64_t flushes = 0;  // versions written
  uint64_t bytes = 0;    // of them, with their headers
  uint64_t steals = 0;   // of them before their transaction was to commit
  uint64_t waits = 0;    // for room
  Time wait_ns = 0;      // in them
  uint64_t swaps = 0;
  uint64_t swap_lines = 0;  // written by them
};

class StagingArea {
 public:
  StagingArea(const EngineContext& context, const StagingParams& params);

  const StagingParams& params() const { return params_; }
  Slots& slots() { return slots_; }
  const Slots& slots() const { return slots_; }
  Tables& tables() { return tables_; }
  const Tables& tables() const { return tables_; }
  StagingCounters& counters() { return counters_; }
  bool Mutated(uint32_t mutation) const { return (mutations_ >> mutation) & 1; }

  // --- Who has changed what ---
  // True where `changes` more of clients are sure to find room, whatever else runs. All that has no
  // owner can go to disk.
  bool HasRoom(uint32_t changes) const { return Fits(uint64_t{owned_} + pending_ + changes); }
  // Returns the same, if no other transaction had any.
  bool FitsAlone(const TxnEntry* txn, uint32_t changes) const {
    return Fits((txn ? txn->items.size() + txn->pending : 0) + changes);
  }
  void AddPending(TxnEntry& txn, uint32_t changes);
  // Items that clients own, and changes that may become such.
  uint32_t owned() const { return owned_ + pending_; }
  void EndPending(TxnEntry& txn);
  // A transaction has changed the item: it is the owner from now on.
  void Own(TxnEntry& txn, Item& item, Lsn lsn);
  // Its owner has ended. The item may be gone then.
  void Disown(Item& item);

  // --- Numbers of transactions ---
  uint64_t NewXid() { return next_xid_++; }
  uint64_t next_xid() const { return next_xid_; }
  void EndXid(uint64_t xid) { ended_xid_ = xid > ended_xid_ ? xid : ended_xid_; }
  // Recovery has found numbers up to this one, all of transactions that have ended.
  void StartXids(uint64_t largest) {
    ended_xid_ = largest;
    next_xid_ = largest + 1;
  }

#if AFTERIMAGE_WATCHES_READS
  // Nobody owns an item or waits for room, as StorageEngine::CheckMemory says.
  void CheckMemory(StructureCheck& check) const;
  // Nobody sleeps for room that is there.
  void CheckAnytime(StructureCheck& check) const;
  bool SleepsForRoom() const;
#endif

  // --- Flushing ---
  // Writes a new version of the item, of which it has `bytes` up to `lsn`. On return the version is
  // durable, and its transaction is on the list. REQUIRES: somebody owns the item, nobody else is
  // flushing it.
  Task<void> Flush(Thread& thread, Item& item, SlotHeader header, const uint8_t* bytes, Lsn lsn);
  // Ends the flush of an item.
  void EndFlush(Thread& thread, Item& item);
  // Waits while a thread is flushing the item; AwaitTurn also while its page is frozen.
  Task<void> AwaitFlush(Thread& thread, const Item& item);
  Task<void> AwaitTurn(Thread& thread, const Item& item);
  // Waits until a flush has ended or a page is no longer frozen. REQUIRES: the caller is ordered.
  Task<void> AwaitChange(Thread& thread);
  // Stops flushes of the page until Thaw, and commits of transactions that have changed something
  // on it. Waits for those that have begun.
  Task<void> Freeze(Thread& thread, PageEntry& page);
  void Thaw(Thread& thread, PageEntry& page);
  // Wakes the threads that wait for the end of a transaction.
  void WakeAll(Thread& thread) { changed_.WakeAll(thread.kernel(), thread.now()); }
  // Recovery has met this number: later ones are larger.
  void SawSeq(uint64_t seq) { next_seq_ = seq >= next_seq_ ? seq + 1 : next_seq_; }
  uint64_t next_seq() const { return next_seq_; }
  // The slots of a version whose bit is durably clear are free.
  void Free(Thread& thread, Place& place);

  // The slot that is looked at next for a move: of a unit each, or for pages.
  uint32_t swap_next(bool page) const {
    return (page ? params_.layout.small : 0) + swap_next_[page ? 1 : 0];
  }

  // --- For the destager ---
  // The same, because the version has gone to the disk.
  void FreeDestaged(Thread& thread, Place& place);
  uint64_t destaged_slots() const { return destaged_; }
  // The page has something that has committed.
  void MayDestage(Thread& thread, PageEntry& page);
  // The places at which the destager waits for work, and between two pages.
  WaitQueue& work() { return work_; }
  WaitQueue& hurry() { return hurry_; }
  bool TooFull() const { return FullFrom(params_.high); }
  bool FullEnough() const { return FullFrom(params_.low); }
  // Returns whether there is too little room for pages, but enough for records.
  bool ShortOfPages() const {
    return !params_.by_page && PagesAbove(params_.low) && !SmallAbove(params_.high);
  }
  // Returns false if destaging must go on at full speed: true if no thread waits, and there is room
  // for structure changes.
  bool Paced() const { return params_.adaptive && waiting_ == 0 && !PagesAbove(params_.high); }
  DestagePace& pace() { return pace_; }
  const DestagePace& pace() const { return pace_; }

 private:
  // A version that goes elsewhere, so that another can take its place. No item: none does.
  struct Move {
    Item* item = nullptr;
    Place from;
    Place to;
    SlotHeader header{};
    uint8_t* bytes = nullptr;
  };

  // --- swapping (swap.cc) ---
  // Looks at the next version: may one of `count` slots, or of a page, have its place? Nobody else
  // writes it from then on.
  Task<Move> ChooseMove(Thread& thread, uint32_t count, bool page);
  Task<void> MoveAway(Thread& thread, const Move& move, uint32_t count);
  Item* NextToSwap(bool page);
  // A version of this transaction has not been changed for long, or by chance counts as such.
  bool IsCold(uint64_t xid);
  // The number of a version of transaction `own` where it is moved to.
  uint64_t PseudoXid(uint64_t own) const;

  // Returns whether this many items of clients are sure to find room, each with the version before
  // it.
  bool Fits(uint64_t items) const;
  // Destaging goes on from this watermark on, where it is not paced.
  bool FullFrom(uint32_t mark) const;
  bool SmallAbove(uint32_t mark) const;
  bool PagesAbove(uint32_t mark) const;
  // Reports to the pace that `born` more slots are in use, or another thread waits, and hurries the
  // destager if that is a fuller state.
  void Tell(Thread& thread, bool page, int64_t born);
  Task<void> Enlist(Thread& thread, TxnEntry& txn);
  Task<uint32_t> TakeRoom(Thread& thread, uint32_t count, bool page);

  Arena& arena_;
  StagingParams params_;
  uint32_t mutations_;
  Slots slots_;
  Tables tables_;
  StagingCounters counters_;
  uint64_t next_seq_ = 1;
  uint32_t owned_ = 0;    // items, by clients
  uint32_t pending_ = 0;  // changes that may become such
  uint32_t waiting_ = 0;  // for room
#if AFTERIMAGE_WATCHES_READS
  uint32_t waiting_for_[2] = {};  // of them those for slots of a unit, and for pages
  uint32_t most_wanted_ = 1;      // slots of a unit side by side
#endif
  uint64_t destaged_ = 0;  // slots
  DestagePace pace_;
  uint64_t next_xid_ = 1;
  uint64_t ended_xid_ = 0;      // the largest of a transaction that has ended
  uint32_t swap_next_[2] = {};  // the next slot to look at: of a unit each, and for pages
  Random swap_random_{1};
  WaitQueue work_;
  WaitQueue hurry_;
  WaitQueue room_;
  WaitQueue changed_;
};

}  // namespace afterimage::pcm

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_PCMLOGGING_DESTAGING_STAGING_AREA_H_
