// Memory for log records in NVM. Free memory is known in DRAM only: after a power cut recovery
// finds what durable pointers lead to, and the rest is free. So memory that was taken and not
// linked yet does not leak, and nothing about free memory has to be durable.
//
// The heap consists of segments, each as long as the longest record. A thread fills segments of its
// own, one for undo and one for redo, which end at different times; a segment is free again when
// every record in it has been returned. So a transaction that has reserved a segment for each
// record to come will get them, however fragmented the heap is.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_BASE_RECORD_HEAP_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_BASE_RECORD_HEAP_H_

#include "base/arena.h"
#include "scheme/systems/base/layout.h"

namespace afterimage::base {

class RecordHeap {
 public:
  RecordHeap(Arena& arena, const Layout& layout);

  // Reserves room for `records` more records, and adds them to `reserved`; returns false if there
  // are not as many free segments beside those that others have reserved and `spare`.
  bool TryReserve(uint32_t* reserved, uint32_t records, uint32_t spare);
  // Gives back what has not been used.
  void Release(uint32_t* reserved);
  // Takes memory for a record that `thread` makes, out of `reserved` if that is not null; it
  // belongs to the caller until it is returned. `fresh` is false if the thread's own segment had
  // room. Returns 0 if nothing is free.
  Address Take(ActorId thread, Kind kind, uint32_t bytes, uint32_t* reserved, bool* fresh);
  // REQUIRES: no durable pointer that recovery follows leads there.
  void Give(Address at, uint32_t bytes);

  // --- After a power cut ---
  // Nothing is taken...
  void Forget();
  // ...but for what recovery comes to by way of durable pointers...
  void Found(Address at, uint32_t bytes);
  // ...and the rest is free.
  void EndSearch();

  // Return the bytes of records that are taken in a segment, and whether a thread fills it.
  uint32_t used(uint32_t segment) const { return used_[segment]; }
  bool being_filled(uint32_t segment) const { return being_filled_[segment]; }
  bool is_free(uint32_t segment) const { return used_[segment] == 0 && !being_filled_[segment]; }
  uint32_t free_segments() const { return static_cast<uint32_t>(free_.size()); }
  // Bytes of records that are taken.
  uint64_t live_bytes() const { return live_; }
  // The most that there have been.
  uint64_t most_bytes() const { return most_; }

 private:
  static constexpr uint32_t kNone = ~uint32_t{0};
  // The segment that a thread fills.
  struct Filling {
    uint32_t segment = kNone;
    uint32_t at = 0;  // bytes that are taken of it
  };

  uint32_t SegmentOf(Address at) const { return (at - layout_.heap()) / layout_.segment_bytes; }
  Address At(uint32_t segment) const { return layout_.heap() + segment * layout_.segment_bytes; }
  Filling& FillingOf(ActorId thread, Kind kind);

  const Layout& layout_;
  uint32_t* used_;      // bytes of records that are taken, by segment
  bool* being_filled_;  // by segment
  ArenaVector<uint32_t> free_;
  ArenaVector<Filling> filling_;
  uint64_t live_ = 0;
  uint64_t most_ = 0;
  uint32_t reserved_ = 0;
};

}  // namespace afterimage::base

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_BASE_RECORD_HEAP_H_
