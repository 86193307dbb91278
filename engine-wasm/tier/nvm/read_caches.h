// The read caches of a processor: they determine the cost of a read, and nothing else. Dirty lines,
// and the outcome of a power cut, are the business of nvm_cache.h.
//
// Each thread has caches of its own, which only its own reads, stores and flushes change, in their
// order: so the cost of a read does not depend on when others ran, and a read of the untraced build
// needs no turn. Of a cache that several cores share, a thread has the part that is left to it if
// all clients (or all recovery threads) are spread evenly: as many ways, and a part of the sets.
// Stores and flushes of others leave its copies unchanged; the cost of a line of another core is
// the price of latches and locked operations (`cpu.line_transfer_ns`).
//
//   read      the levels are looked through from the nearest on; the line is then in all of those
//   store     the same, at no cost
//   clflush, clflushopt, a store past the cache
//             the line is in no level any more
//   clwb      changes nothing
//
// In a set the line that was used longest ago makes room. The levels are independent: none takes or
// drops a line because another does.
#ifndef AFTERIMAGE_TIER_NVM_READ_CACHES_H_
#define AFTERIMAGE_TIER_NVM_READ_CACHES_H_

#include <cstdint>

#include "base/arena.h"
#include "sim/kernel.h"
#include "tier/persist_unit.h"
#include "tier/prices/machine_profile.h"

namespace afterimage {

// A part of a cache: sets of lines, each in the order of their use. Sets that were never used take
// no memory.
class LruSets {
 public:
  LruSets(Arena& arena, uint32_t sets, uint32_t ways);

  // The line is the last used one of its set now. Returns whether it was there.
  bool Touch(uint32_t line);
  // The line is there no more. Returns whether it was.
  bool Drop(uint32_t line);
  // Does as Touch and then Drop.
  bool Pass(uint32_t line);

  uint32_t sets() const { return sets_; }

 private:
  static constexpr uint32_t kNone = ~0u;     // behind the lines of a set
  static constexpr uint32_t kTogether = 16;  // sets that get their memory at once
  uint32_t* Find(uint32_t set) const {
    uint32_t* const chunk = chunks_[set / kTogether];
    return chunk ? chunk + set % kTogether * ways_ : nullptr;
  }

  Arena& arena_;
  uint32_t sets_, ways_;
  uint32_t** chunks_;
};

class ReadCaches {
 public:
  ReadCaches(Arena& arena, const MachineProfile& machine);
  ReadCaches(const ReadCaches&) = delete;
  ReadCaches& operator=(const ReadCaches&) = delete;

  bool on() const { return kWhole && profile_ != nullptr; }

  // All of these REQUIRE: on().

  static constexpr uint32_t kMissed = ~0u;
  // The thread reads the line. Returns the picoseconds of the level that it is in, or kMissed.
  uint32_t Read(Thread& thread, uint32_t line);
  void Store(Thread& thread, uint32_t line) { Read(thread, line); }
  void Drop(Thread& thread, uint32_t line);
  // Does as Store of all these lines, and then Drop of all.
  void StoreThrough(Thread& thread, uint32_t first, uint32_t last);

  // The number of threads that use a cache of this level together, if so many are spread evenly.
  uint32_t Sharers(const CacheLevel& level, uint32_t threads) const;

 private:
  struct PerThread {
    LruSets* levels[kMostCacheLevels];
  };
  PerThread& Of(Thread& thread) {
    if (thread.id() >= threads_.size()) threads_.resize(thread.id() + 1);
    PerThread*& own = threads_[thread.id()];
    return own ? *own : *(own = Make(thread));
  }
  PerThread* Make(Thread& thread);

  Arena& arena_;
  const CacheProfile* profile_;
  uint32_t levels_;
  uint32_t cores_, threads_per_core_;  // of the machine, as CoreParams has them
  ArenaVector<PerThread*> threads_;    // by thread; null: it has touched no line
};

}  // namespace afterimage

#endif  // AFTERIMAGE_TIER_NVM_READ_CACHES_H_
