// What is in PCM between DRAM and the disk: slots, tables, and how a record or page gets there
// (PCMLogging, algorithm 1).
#ifndef AFTERIMAGE_SCHEME_PCMLOGGING_STAGING_AREA_H_
#define AFTERIMAGE_SCHEME_PCMLOGGING_STAGING_AREA_H_

#include "scheme/pcmlogging/slots.h"
#include "scheme/pcmlogging/tables.h"

namespace afterimage::pcm {

struct StagingParams {
  Layout layout{};
  bool by_page = false;  // versions are of whole pages, not of records
  uint32_t page_bytes = 512;
  uint32_t version_bytes = 8;    // the most that a version has
  uint32_t high = 8;             // slots in use from which on destaging goes on,
  uint32_t low = 7;              // until there are no more than these
  uint32_t structure_slack = 0;  // changes for which a transaction may need room beyond its own
};

// What was written to PCM, and why.
struct StagingCounters {
  uint64_t flushes = 0;  // versions written
  uint64_t bytes = 0;    // of them, with their headers
  uint64_t steals = 0;   // of them before their transaction was to commit
  uint64_t waits = 0;    // for a free slot
  Time wait_ns = 0;
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
  uint32_t SlotsFor(uint32_t bytes) const { return params_.layout.SlotsFor(bytes); }

  // True where `changes` more are sure to find room, whatever else runs. All that has no owner can
  // go to disk.
  bool HasRoom(uint32_t changes) const;
  void AddPending(TxnEntry& txn, uint32_t changes);
  // A transaction has changed the item: it is the owner from now on.
  void Own(TxnEntry& txn, Item& item, Lsn lsn);
  // Its owner has ended.
  void Disown(Item& item);
  void EndPending(TxnEntry& txn);

  // Writes a new version of the item, of which it has `bytes` up to `lsn`. On return the version is
  // durable, and its transaction is on the list. REQUIRES: somebody owns the item, nobody else is
  // flushing it.
  Task<void> Flush(Thread& thread, Item& item, SlotHeader header, const uint8_t* bytes, Lsn lsn);
  // Waits while somebody is flushing the item.
  Task<void> AwaitFlush(Thread& thread, const Item& item);
  // Nobody is flushing the item any more.
  void EndFlush(Thread& thread, Item& item);
  // The slots of a version whose bit is durably clear are free.
  void Free(Thread& thread, Place& place);

  // Where the destager waits for work, and clients for free slots.
  WaitQueue& work() { return work_; }
  WaitQueue& room() { return room_; }
  bool TooFull() const { return slots_.used() > params_.high || waiting_ > 0; }
  bool FullEnough() const { return slots_.used() > params_.low || waiting_ > 0; }

 private:
  Task<void> Enlist(Thread& thread, TxnEntry& txn);
  Task<uint32_t> TakeRoom(Thread& thread, uint32_t count);

  StagingParams params_;
  uint32_t mutations_;
  Slots slots_;
  Tables tables_;
  StagingCounters counters_;
  uint32_t owned_ = 0;    // items
  uint32_t pending_ = 0;  // changes that may become such
  uint32_t waiting_ = 0;  // for room
  WaitQueue work_;
  WaitQueue room_;
  WaitQueue flushed_;
};

}  // namespace afterimage::pcm

#endif  // AFTERIMAGE_SCHEME_PCMLOGGING_STAGING_AREA_H_
