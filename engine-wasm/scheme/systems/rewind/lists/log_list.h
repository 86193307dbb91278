// REWIND's log as the runtime uses it: a list of records that grows at its tail, is walked both
// ways and loses records anywhere, each of these in a way that a crash cannot tear (section 3).
// In one layer there are two: a node for each record (Simple), and buckets of pointers to records
// (Optimized; in groups, Batch). In two layers a tree indexes the records.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_REWIND_LISTS_LOG_LIST_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_REWIND_LISTS_LOG_LIST_H_

#include "scheme/contract/scheme.h"
#include "scheme/systems/rewind/lists/adll.h"
#include "scheme/systems/rewind/record.h"

namespace afterimage::rewind {

// The place of a record in the list: its node, its cell of a bucket, or in a tree its LSN; 0 is
// none.
using Place = Address;

// Items of which a caller takes and gives back numbers from 0 up; the one given back last comes
// first. It costs memory only for those that came back.
class FreeNumbers {
 public:
  explicit FreeNumbers(Arena& arena) : returned_(ArenaAllocator<uint32_t>(arena)) {}

  void Reset(uint32_t count) {
    returned_.clear();
    fresh_ = 0;
    count_ = count;
  }
  // Keeps only those that are returned from now on, of `count`.
  void ResetToNone(uint32_t count) {
    returned_.clear();
    fresh_ = count_ = count;
  }
  uint32_t available() const { return static_cast<uint32_t>(returned_.size()) + count_ - fresh_; }
  // REQUIRES: there is one.
  uint32_t Take() {
    if (returned_.empty()) return fresh_++;
    const uint32_t number = returned_.back();
    returned_.pop_back();
    return number;
  }
  void GiveBack(uint32_t number) { returned_.push_back(number); }

 private:
  ArenaVector<uint32_t> returned_;
  uint32_t fresh_ = 0;  // from here on none was ever taken
  uint32_t count_ = 0;
};

// The urgency with which an appended record must be durable.
enum class Urgency : uint8_t {
  kGrouped,    // with its group
  kAtOnce,     // on return
  kKeepLatch,  // on return, and the list's latch is held then: nobody appends before the caller
               // releases it
};

struct Appended {
  Place place = 0;      // 0 where there was no room
  uint64_t number = 0;  // durable when LogList::durable() has reached it; 0: it is
  Address record = 0;   // its line
};

// A step of a walk.
struct Found {
  Place place = 0;     // 0 behind the last record
  uint32_t lines = 0;  // that the step has read, the record's own included
};

// All steps of a walk together: one for each record, and the lines that they have read.
struct Walked {
  uint64_t records = 0;
  uint64_t lines = 0;
};

class LogList {
 public:
  // Makes the list at `header` the open one, known to be empty: all its places are free.
  virtual void OpenEmpty(Address header) = 0;
  // Makes the list at `header` the open one, completes what a crash cut short and finds its end and
  // what is free. False where the bytes are no such list. Sees to it that the walks below end.
  virtual Task<bool> Recover(Thread& thread, Address header) = 0;

  // Returns the number of records that can still be appended.
  virtual uint32_t FreePlaces() const = 0;
  // Lines of records that nothing leads to.
  virtual uint32_t FreeRecords() const = 0;
  // Appends a record, whose LSN is set.
  virtual Task<Appended> Append(Thread& thread, const LogRecord& record, Urgency urgency) = 0;
  // Makes all appended records durable.
  virtual Task<void> Persist(Thread&) { co_return; }
  uint64_t durable() const { return durable_; }

  // Walks over durable records. Without cost; ends on any bytes that Recover has let pass.
  virtual Found First() const = 0;
  virtual Found Last() const = 0;
  virtual Found Next(Place place) const = 0;
  virtual Found Prior(Place place) const = 0;
  // The walk from the last record to the first. REQUIRES: the latch is held.
  virtual Walked WholeWalk() const;
  virtual Address RecordAt(Place place) const = 0;
  // The record of a step, at the step's cost: the caller awaits it (Nvm::AwaitReads).
  LogRecord Read(Thread& thread, const Found& found) const {
    if (nvm_.has_banks() || nvm_.read_caches().on())  // it matters which lines they are
      ChargeStep(thread, found);
    else
      nvm_.ChargeLoad(thread, Category::kLogWork, 0, found.lines * kLineBytes);
    return PlainRecord(RecordAt(found.place));
  }
  LogRecord PlainRecord(Address at) const { return nvm_.LoadAs<LogRecord>(at); }

  // Takes the record out. It is gone for certain, and its place free, after Settle. One thread
  // removes at a time; the place's neighbours can still be found.
  virtual Task<void> Remove(Thread& thread, Place place, bool latched) = 0;
  virtual Task<void> Settle(Thread& thread, bool latched) = 0;
  // Makes the list shorter, if little of it is in use.
  virtual Task<void> Compact(Thread&, bool /*latched*/) { co_return; }
  // Two layers: records are found by their LSN, and a transaction's records lead to each other.
  virtual bool indexed() const { return false; }
  // The record with this LSN, or none. REQUIRES: indexed().
  virtual Found Find(Lsn) const { return {}; }

  // Nothing was ever appended, and nothing is said of a checkpoint.
  virtual bool Untouched() const = 0;
  // Forgets all records at once.
  virtual Task<void> Renew(Thread& thread) = 0;
  // The word that holds the LSN of the last CHECKPOINT whose flush is complete.
  virtual Address FlushedWord() const = 0;

  // Returns the longest possible walk: words changed by a mutation may form a cycle.
  uint32_t capacity() const { return capacity_; }
  Latch& latch() { return latch_; }
  const LogSpace& space() const { return space_; }

  // Shows header and nodes; appends the addresses of the records that they lead to.
  virtual void Describe(Inspector& inspector, ArenaVector<Address>* records) const = 0;

 protected:
  // `checkpoints`: it shows how far redo need go back.
  LogList(const EngineContext& context, const LogSpace& space, uint32_t capacity, bool checkpoints);
  ~LogList() = default;

  Task<void> AcquireLatch(Thread& thread, bool latched) {
    if (!latched) co_await Latch::Acquire(thread, latch_, Category::kLogContention);
  }
  Task<void> ReleaseLatch(Thread& thread, bool latched) {
    if (!latched) co_await Latch::Release(thread, latch_);
  }
  // The record's line past the cache, and its fence: durable before anything leads to it.
  Task<void> WriteRecord(Thread& thread, Address at, const LogRecord& record);
  // Something leads to it now.
  void Linked(Address at);
  // Appends the records that are written and that nothing leads to yet.
  void AddUnlinked(ArenaVector<Address>* records) const;

  // Charges the lines of a step: those that led to its place, and the record.
  virtual void ChargeStep(Thread& thread, const Found& found) const;

  // Returns the interface's structure of its records.
  virtual uint16_t RecordStructure() const;

  Arena& arena_;
  Nvm& nvm_;
  LogSpace space_;
  uint32_t capacity_;
  bool checkpoints_;
  Latch latch_;
  uint64_t durable_ = 0;

 private:
  struct Unlinked {
    Address at;
    Lsn lsn;
  };
  ArenaVector<Unlinked> unlinked_;  // for the interface
};

// One layer: the records of an atomic list, whose nodes are records or buckets of them.
class ChainedList : public LogList {
 public:
  bool Untouched() const override { return list_.head() == 0 && nvm_.LoadWord(FlushedWord()) == 0; }
  // The log turns to the other header, of an empty list.
  Task<void> Renew(Thread& thread) override;
  Address FlushedWord() const override { return list_.header() + kFlushedAt; }

 protected:
  ChainedList(const EngineContext& context, const LogSpace& space, AtomicList list,
              uint32_t capacity, bool checkpoints)
      : LogList(context, space, capacity, checkpoints), list_(list) {}
  ~ChainedList() = default;

  Address OtherHeader() const {
    return list_.header() == space_.headers[0] ? space_.headers[1] : space_.headers[0];
  }
  // The word that says which header is in use, and its fence.
  Task<void> Switch(Thread& thread, uint16_t label, Address header);
  // Return the interface's item for a node: its structure and its name.
  virtual uint16_t NodeStructure() const = 0;
  virtual uint32_t NameOf(Address node) const = 0;
  void HeaderLabel(char (&label)[24], const char* word) const;
  void DescribeHeader(Inspector& inspector) const;
  void DescribeLinks(Inspector& inspector, Address node) const;
  // Up to `most` nodes from the head, and the one that is to be appended.
  ArenaVector<Address> NodesToShow(uint32_t most) const;
  void AddDurableNodes(uint32_t most, ArenaVector<Address>* nodes) const;

  AtomicList list_;
};

}  // namespace afterimage::rewind

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_REWIND_LISTS_LOG_LIST_H_
