// Non-volatile memory behind a write-back cache, with x86 persistency:
//
//   Store      volatile until its line is written back
//   Clflush    the line is durable when it completes; ordered like a store, needs no fence. Of
//              several lines, on machines with clflushopt: each so, and one fence
//   Clwb       starts a write-back that only the issuing thread's Fence makes certain; a Clflush on
//              machines that have no such instruction
//   NtStore    past the cache; certain after the issuing thread's Fence
//   FetchAdd   a locked read-modify-write: orders like a Fence
//
// Lines may be evicted at any time, so at a power cut each line keeps some legal part of its
// unpersisted stores (persist_unit.h). The traced build keeps every store of at most 8 bytes; the
// untraced build keeps whole lines, which is enough to give the same costs, wear and final bytes.
#ifndef AFTERIMAGE_TIER_NVM_H_
#define AFTERIMAGE_TIER_NVM_H_

#include <cstdint>

#include "base/arena.h"
#include "base/flat_map.h"
#include "sim/latch.h"
#include "tier/arrivals.h"
#include "tier/first_looks.h"
#include "tier/machine_profile.h"
#include "tier/moving.h"
#include "tier/paged_bytes.h"
#include "tier/persist_unit.h"

namespace afterimage {

struct NvmCounters {
  uint64_t stores = 0;
  uint64_t write_backs = 0;
  uint64_t fences = 0;
  uint64_t evictions = 0;
  uint64_t lines_written = 0;
};

// Whether other threads may touch the same lines meanwhile. Private operations need no ordering in
// the untraced build.
enum class Access : uint8_t { kShared, kPrivate };

class Nvm {
 public:
  Nvm(Arena& arena, const MachineProfile& machine, uint64_t size);
  // What a power cut leaves of `crashed`: its durable bytes, and of each unpersisted line what
  // `choice` says when the line is first touched. `crashed` must outlive this and stay as it is.
  Nvm(Arena& arena, const MachineProfile& machine, const Nvm& crashed, PersistChoice& choice);

  // The power will not fail again, and nobody asks what a store cost: from now on each is durable
  // at once, which only a power cut could tell. Traced build; before anything was stored.
  void AssumeNoCrash() { no_crash_ = true; }

  uint64_t size() const { return durable_.size(); }
  const NvmCounters& counters() const { return counters_; }

  // What a core reads: the cache first, then the device. No cost, no event.
  void Load(Address address, void* out, uint32_t size);
  uint64_t LoadWord(Address address) {
    uint64_t word = 0;
    Load(address, &word, sizeof word);
    return word;
  }
  // The device's own bytes.
  void LoadDurable(Address address, void* out, uint32_t size) const {
    durable_.Read(address, out, size);
  }
  // Charges the reading of `size` bytes.
  void ChargeLoad(Thread& thread, Category category, uint32_t size) {
    thread.Charge(category, (size + kLineBytes - 1) / kLineBytes * price_.read_ns);
  }

  // Puts bytes there before the run begins; durable, no cost, no wear.
  void Format(Address address, const void* data, uint32_t size) {
    durable_.Write(address, data, size);
  }
  // What lines hold that nobody has written; before anything else. See PagedBytes.
  void set_source(const ByteSource* source) { durable_.set_source(source); }
  const ByteSource* source() const { return durable_.source(); }
  // Forgets the bytes of whole 4 KB extents in the range that nobody will read again, but for those
  // with unpersisted lines. No cost, no wear.
  void Discard(Address address, uint64_t size);
  // How often it did.
  uint32_t discards() const { return discards_; }

  class StoreOp;
  class FlushOp;
  class StoreAndFlushOp;
  class FenceOp;
  class FetchAddOp;
  enum class FlushKind : uint8_t { kClflush, kClwb };

  // Each is awaited: `co_await nvm.Store(thread, ...)`. `data` must stay until it is done.
  StoreOp Store(Thread& thread, Category category, Address address, const void* data, uint32_t size,
                Access access);
  StoreOp NtStore(Thread& thread, Category category, Address address, const void* data,
                  uint32_t size, Access access);
  FlushOp Clflush(Thread& thread, Category category, Address address, uint32_t size, Access access);
  FlushOp Clwb(Thread& thread, Category category, Address address, uint32_t size, Access access);
  // A Store and then, at `back`, the Clflush of the same bytes. Cheaper to simulate than the two.
  StoreAndFlushOp StoreAndFlush(Thread& thread, Category category, Address address,
                                const void* data, uint32_t size, Access access, const Where& back);
  FenceOp Fence(Thread& thread, Category category);
  // Adds to an aligned 8-byte word; the result is what stood there before.
  FetchAddOp FetchAdd(Thread& thread, Category category, Address address, uint64_t delta);

  // For the interface: how much of [address, address + size) is durable.
  enum class Standing : uint8_t { kDurable, kInFlight, kVolatile };
  Standing StandingOf(Address address, uint32_t size) const;

  struct Line {
    uint32_t index = 0;        // address / kLineBytes
    uint32_t first_order = 0;  // of its unpersisted stores
    uint32_t last_order = 0;
    bool in_flight = false;  // a Clflush is writing it: the next one waits
    uint32_t flight = 0;     // the number of that Clflush, and the last store that it takes along
    uint32_t flight_order = 0;
    bool cached =
        false;  // it has ordinary stores, and counts against its owner's cache: others go past it
    WaitQueue flushers;
    uint32_t pending = 0;
    uint32_t pending_nt = 0;  // untraced: actors with non-temporal stores
    uint32_t born = 0;        // when the line became dirty, to tell it from what stood here before
    ActorId owner = 0;
    TxnLabel txn = 0;
    PendingStore* first = nullptr;
    PendingStore* last = nullptr;
    Line* previous = nullptr;  // dirty lines, oldest first
    Line* next = nullptr;
    uint8_t current[kLineBytes];          // set when the line becomes dirty
    uint8_t in_flight_bytes[kLineBytes];  // untraced: what the Clflush took along
  };
  const Line* first_dirty() const { return dirty_first_; }
  uint32_t dirty_count() const { return lines_.size() + rewritten_count_; }
  // For the interface: f(MovingStore) for each store on its way; and those that arrived with an
  // event of this world.
  template <class F>
  void ForEachMoving(F&& f) const;
  std::span<const MovingStore> Arrived(uint32_t event) const { return arrived_.With(event); }
  // Appends the units that a power cut now would leave open.
  void CollectUnits(ArenaVector<PersistUnit>& units) const;
  // Power-cut forks: lines that nobody has looked at yet.
  uint32_t undecided() const { return undecided_left_; }
  // Decides all of them.
  void DecideAll();

  uint32_t wear_units() const { return static_cast<uint32_t>(size() / price_.wear_unit_bytes); }
  uint32_t wear_unit_bytes() const { return price_.wear_unit_bytes; }
  uint32_t Wear(uint32_t unit) const;
  // f(unit, writes) for every unit that was ever written.
  template <class F>
  void ForEachWorn(F&& f) const {
    wear_.ForEachKeptLine([&](uint64_t address, const uint8_t* line) {
      uint32_t writes[PagedBytes::kLineBytes / sizeof(uint32_t)];
      std::memcpy(writes, line, sizeof writes);
      uint32_t unit = static_cast<uint32_t>(address / sizeof(uint32_t));
      for (const uint32_t n : writes) {
        if (n > 0) f(unit, n);
        ++unit;
      }
    });
  }
  void AddTo(Digest& digest) const;

 private:
  // What operations cost here, read off the profile once.
  struct Prices {
    explicit Prices(const MachineProfile& machine);
    Time write_ns, flush_ns, read_ns, issue_ns, fence_ns, copy_line_ns, atomic_ns, transfer_ns;
    bool clwb;          // the processor has it
    uint32_t capacity;  // dirty lines a core may hold, 0: any number
    uint32_t wear_unit_bytes;
    uint32_t wear_shift;  // from lines to units: both are powers of two
  };
  Nvm(Arena& arena, const Prices& price, PagedBytes durable, PagedBytes wear);
  struct FlushMark {
    uint32_t line;
    uint32_t order;
    uint32_t flight;
  };
  struct NtMark {
    uint32_t line;
    uint32_t born;
  };
  struct PerActor {
    explicit PerActor(Arena& arena)
        : flushing(ArenaAllocator<FlushMark>(arena)), nt_lines(ArenaAllocator<NtMark>(arena)) {}
    ArenaVector<FlushMark> flushing;  // clwb, not fenced yet
    ArenaVector<NtMark>
        nt_lines;  // lines with non-temporal stores, not fenced yet; untraced: each once
    uint32_t dirty = 0;
    bool HasPending() const { return !flushing.empty() || !nt_lines.empty(); }
  };

  PerActor& Actor(ActorId id);
  Line* FindLine(uint32_t index) {
    Line** found = lines_.Find(index);
    return found ? *found : nullptr;
  }
  const Line* FindLine(uint32_t index) const { return const_cast<Nvm*>(this)->FindLine(index); }
  Line& DirtyLine(Thread& thread, uint32_t index);
  Line& AddLine(Thread& thread, uint32_t index);
  // The dirty line of this number as a Line, or null where it is clean.
  Line* FindDirty(Thread& thread, uint32_t index);
  // Dirty lines whose bytes are the durable ones: most lines of a page that is written home whole
  // are. One bit each is enough in the untraced build, until somebody changes the line or writes it
  // back.
  bool Rewritten(uint32_t index) const {
    if (rewritten_count_ == 0) return false;
    uint8_t bits;
    rewritten_.Read(index / 8, &bits, 1);
    return (bits >> index % 8 & 1) != 0;
  }
  bool IsDirty(uint32_t index) const { return FindLine(index) || Rewritten(index); }
  // A store of a whole line that leaves its bytes as they are; false where it is none, or the line
  // is dirty already.
  bool TryRewrite(uint32_t index, const uint8_t* bytes);
  void FlipRewritten(uint32_t index) {
    *rewritten_.InPlace(index / 8) ^= static_cast<uint8_t>(1u << index % 8);
  }
  void Clean(Line* line);
  // Only of machines whose caches have a bound.
  void EnterCache(Thread& thread, Line& line);
  void LeaveCache(Line& line);
  // A store within one line: its bytes, and in the traced build its pieces of at most 8.
  void Put(Thread& thread, Line& line, Address address, const uint8_t* data, uint32_t size,
           bool non_temporal);
  void AddPending(Thread& thread, Line& line, Address address, const uint8_t* data, uint32_t size,
                  bool non_temporal);
  // Makes stores of `line` up to `order` durable: the ordinary ones, or one actor's non-temporal
  // ones. An eviction takes all of them along. `flight`: the number of the write-back that does it.
  enum class Which : uint8_t { kOrdinary, kNonTemporal };
  // `bytes`: what the untraced build writes.
  void Persist(Thread& thread, Line* line, uint32_t order, Which which, uint32_t flight,
               const uint8_t* bytes);
  // False where there was none to persist.
  bool PersistStores(Thread& thread, Line* line, uint32_t order, Which which, MovingStore::Way way,
                     uint32_t flight);
  static MovingStore Moving(const PendingStore& store, MovingStore::Way way, uint32_t flight);
  void MarkNonTemporal(ActorId actor, Line& line);
  // The untraced build's: one of the actors with non-temporal stores in the line has fenced them.
  void PersistNonTemporal(Line* line);
  void CountWear(uint32_t line) { CountWear(line, line); }
  void CountWear(uint32_t first, uint32_t last);
  void FenceNow(Thread& thread);
  // A store within one line, of whatever kind, with its event.
  void StoreInLine(Thread& thread, Address address, const uint8_t* data, uint32_t size,
                   bool non_temporal, uint8_t flags);
  // What a mutation has delayed, at one instant.
  class DelayedStore;
  class DelayedFlush;
  class DelayedFence;
  bool HasWork(uint32_t from_line, uint32_t to_line) const;
  // With a bounded cache any store may evict a line that others use.
  bool Unordered(Access access) const {
    return !kTraced && access == Access::kPrivate && price_.capacity == 0;
  }
  bool OverCapacity(ActorId actor) {
    return price_.capacity > 0 && Actor(actor).dirty > price_.capacity;
  }
  bool StaysPowered() const { return kTraced && no_crash_; }
  // A store where power stays, of any number of lines.
  void StoreDurably(Thread& thread, Address address, const void* data, uint32_t size);
  // What a private Store and its Clflush come to where nobody else has dirtied the lines; false
  // where somebody has.
  bool TryStoreThrough(Thread& thread, Category category, Address address, const uint8_t* data,
                       uint32_t size);
  // False where the thread has no line that can be evicted.
  bool EvictOldest(Thread& thread);
  void Decide(uint32_t line);
  void DecideRange(Address address, uint32_t size) {
    if (undecided_left_ == 0 && !looks_.watching()) return;
    for (uint32_t line = LineOf(address); line <= LineOf(address + size - 1); ++line) {
      if (!looks_.watching()) {
        Decide(line);
      } else if (looks_.IsFirst(LineAt(line))) {
        Decide(line);
        looks_.Look(LineAt(line));
      }
    }
  }

  Arena& arena_;
  PagedBytes durable_;
  PagedBytes wear_;
  Prices price_;
  FlatMap<Line*> lines_;
  PagedBytes rewritten_;
  uint32_t rewritten_count_ = 0;
  Line* dirty_first_ = nullptr;
  Line* dirty_last_ = nullptr;
  uint32_t order_ = 0;
  uint32_t births_ = 0;
  uint32_t flights_ = 0;  // write-backs and evictions so far
  ArenaVector<PerActor*> actors_;
  NvmCounters counters_;
  Arrivals<MovingStore> arrived_;
  uint32_t discards_ = 0;
  bool no_crash_ = false;

  PersistChoice* choice_ = nullptr;
  PersistUnit* undecided_ = nullptr;  // by index; stores == nullptr once decided
  uint32_t undecided_count_ = 0;
  uint32_t undecided_left_ = 0;
  FlatMap<uint32_t> undecided_index_;
  FirstLooks looks_;
};

template <class F>
void Nvm::ForEachMoving(F&& f) const {
  for (const Line* line = dirty_first_; line; line = line->next) {
    for (const PendingStore* store = line->first; store; store = store->next) {
      if (store->non_temporal) {
        f(Moving(*store, MovingStore::Way::kNonTemporal, 0));
      } else if (line->in_flight && store->order <= line->flight_order) {
        f(Moving(*store, MovingStore::Way::kWriteBack, line->flight));
      }
    }
  }
  for (const PerActor* actor : actors_) {
    for (const FlushMark& mark : actor->flushing) {
      const Line* line = FindLine(mark.line);
      for (const PendingStore* store = line ? line->first : nullptr; store; store = store->next) {
        if (!store->non_temporal && store->order <= mark.order)
          f(Moving(*store, MovingStore::Way::kWriteBack, mark.flight));
      }
    }
  }
}

}  // namespace afterimage

#include "tier/nvm_operations.h"

#endif  // AFTERIMAGE_TIER_NVM_H_
