// The ring of log entries in NVM (sections 4.2, 4.5 and 5.1): which LSNs are in the log, and which
// of their objects count.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_NV_LOGGING_RING_RING_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_NV_LOGGING_RING_RING_H_

#include "scheme/systems/nv_logging/layout.h"
#include "scheme/systems/nv_logging/story.h"

namespace afterimage::nvlog {

struct LogObject;

// Contract: an LSN from `Take` is in no other object's entries until the head has passed it. What
// the class knows is a volatile copy of head and tail; after a power cut `Open` reads them again.
class Ring {
 public:
  Ring(const EngineContext& context, const Layout& layout);

  void Format(Arena& arena);
  // After a power cut. False where head or tail cannot be what a ring of this layout has.
  Task<bool> Open(Thread& thread);

  Lsn head() const { return head_; }
  Lsn tail() const { return tail_; }
  // Entries that no object can be given now: also those behind the head, until their bits are
  // cleared.
  uint32_t used() const { return static_cast<uint32_t>(tail_ - reclaimed_); }

  // --- giving out LSNs ---
  // The LSN of an object of `span` entries; the caller has seen to it that they are free.
  Task<Lsn> Take(Thread& thread, uint32_t span);
  // Recovery: nothing from `end` on is an object. Gives those LSNs back.
  Task<void> TrimTail(Thread& thread, Lsn end);
  // Makes the present end of the log durable: after this no power cut leaves a shorter one.
  Nvm::FlushOp WriteBackTail(Thread& thread, uint16_t line);

  // --- state bits ---
  // Sets the state bit of the entry of an object that is durable. `word`: EntryWord(lsn, true).
  Nvm::StoreAndFlushOp SetStateBit(Thread& thread, Lsn lsn, const uint64_t& word);
  // Returns whether the entry's state bit is set; for recovery, which reads the entry.
  bool HasStateBit(Thread& thread, Lsn lsn);

  // --- truncation ---
  // The lines of the listing under which the head moves.
  struct HeadLines {
    uint16_t tail, head, head_back, clear, clear_back;
  };
  // Frees the entries of objects below `new_head`, which are not needed any more.
  Task<void> MoveHead(Thread& thread, Lsn new_head, const HeadLines& lines);
  // Clears, in recovery, the state bits of all entries outside the log.
  Task<void> ClearOutside(Thread& thread);

  void Check(StructureCheck& check) const;
  // `live`: objects in DRAM, which an entry may belong to before its object is in NVM.
  void Describe(Inspector& inspector, const ArenaVector<LogObject*>& live) const;
  void DescribeAnchors(Inspector& inspector) const;

 private:
  // Clears the set state bits of entries [from, to), a line of NVM at a time.
  Task<void> ClearEntries(Thread& thread, Lsn from, Lsn to, uint16_t line, uint16_t back_line);

  Nvm& nvm_;
  Layout layout_;
  Lsn head_ = kFirstLsn;
  Lsn tail_ = kFirstLsn;
  Lsn reclaimed_ = kFirstLsn;  // entries below are free to reuse
};

}  // namespace afterimage::nvlog

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_NV_LOGGING_RING_RING_H_
