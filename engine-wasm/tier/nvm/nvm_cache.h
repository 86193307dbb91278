// The cache in front of the NVM: lines whose newest bytes are not durable yet, with their stores in
// the order in which they were made, and the pending lines of each thread. The cost and the time of
// operations are not known here (nvm_operations.h).
//
// The traced build keeps every store of at most 8 bytes; the untraced build keeps complete lines,
// which is enough to give the same costs, wear and final bytes.
#ifndef AFTERIMAGE_TIER_NVM_NVM_CACHE_H_
#define AFTERIMAGE_TIER_NVM_NVM_CACHE_H_

#include <cstdint>
#include <span>

#include "base/arena.h"
#include "base/build.h"
#include "base/flat_map.h"
#include "sim/latch.h"
#include "tier/arrivals.h"
#include "tier/moving.h"
#include "tier/nvm/nvm_wear.h"
#include "tier/paged_bytes.h"
#include "tier/persist_unit.h"

namespace afterimage {

class NvmCache {
 public:
  // The state of the bytes of a stretch, the worst of them.
  enum class Standing : uint8_t { kDurable, kInFlight, kVolatile };

  // A dirty line: it has unpersisted stores.
  struct Line {
    uint32_t index = 0;        // address / kLineBytes
    uint32_t first_order = 0;  // of its unpersisted stores
    uint32_t last_order = 0;
    bool in_flight = false;  // a Clflush is writing it: the next one waits
    uint32_t flight = 0;     // the number of that Clflush, and the last store that it takes along
    uint32_t flight_order = 0;
    // It has ordinary stores, and counts against its owner's cache where that has a bound;
    // non-temporal stores go past the cache.
    bool cached = false;
    WaitQueue flushers;
    uint32_t pending = 0;
    uint32_t pending_nt = 0;  // untraced: threads with non-temporal stores
    uint32_t born = 0;        // when it became dirty, to tell it from an earlier life of the line
    ActorId owner = 0;
    TxnLabel txn = 0;
    PendingStore* first = nullptr;
    PendingStore* last = nullptr;
    Line* previous = nullptr;  // dirty lines, oldest first
    Line* next = nullptr;
    uint8_t current[kLineBytes];          // set when the line becomes dirty
    uint8_t in_flight_bytes[kLineBytes];  // untraced: what the Clflush took along
  };

  // All lines are clean. A core may hold `capacity` dirty lines, 0: any number. What is persisted
  // goes to `durable` and counts in `wear`; both must outlive this. `kept`: what is in the cache
  // survives a power cut.
  NvmCache(Arena& arena, PagedBytes& durable, NvmWear& wear, uint32_t capacity, bool kept = false);
  NvmCache(const NvmCache&) = delete;
  NvmCache& operator=(const NvmCache&) = delete;

  // --- What is dirty ---

  const Line* first_dirty() const { return dirty_first_; }
  // True where a power cut leaves what ordinary stores have put into the cache.
  bool kept() const { return kept_; }
  uint32_t dirty_count() const { return lines_.size() + rewritten_count_; }
  bool IsDirty(uint32_t index) const {
    return dirty_count() > 0 && (Find(index) || Rewritten(index));
  }
  // True if a line of [from, to) has bytes that differ from the durable ones.
  bool HasWork(uint32_t from, uint32_t to) const;
  // `out` holds the durable bytes of [address, address + size); afterwards what a core reads there.
  void Overlay(Address address, uint8_t* out, uint32_t size) const;
  Standing StandingOf(Address address, uint32_t size) const;
  // Copies to `durable`, which a power cut leaves, the lines that the cache keeps. Untraced build,
  // which knows no single stores.
  void KeepIn(PagedBytes& durable) const;
  // Appends the lines that a power cut now would leave open. Traced build.
  void CollectUnits(ArenaVector<PersistUnit>& units) const;
  // Calls f(MovingStore) for each store on its way.
  template <class F>
  void ForEachMoving(F&& f) const;
  // The stores that arrived at the device with this event.
  std::span<const MovingStore> Arrived(uint32_t event) const { return arrived_.With(event); }

#if AFTERIMAGE_WATCHES_READS
  // True where it counts the lines that it holds, and their stores are in their order.
  bool Agrees() const;
#endif
  // Appends the numbers of all lines with ordinary stores that are not durable yet, in their order.
  void CollectDirty(ArenaVector<uint32_t>& lines) const;

  // --- Lines ---

  // The dirty line of this number, or null where it is clean. FindDirty also makes a Line of a
  // rewritten one.
  Line* Find(uint32_t index) {
    Line** found = lines_.Find(index);
    return found ? *found : nullptr;
  }
  const Line* Find(uint32_t index) const { return const_cast<NvmCache*>(this)->Find(index); }
  Line* FindDirty(Thread& thread, uint32_t index);
  // The same, which becomes dirty where it was clean.
  Line& DirtyLine(Thread& thread, uint32_t index);
  // True if the line is dirty although its bytes equal the durable ones: most lines of a page that
  // is written home completely are. One bit each is enough in the untraced build, until a thread
  // changes the line or writes it back.
  bool Rewritten(uint32_t index) const {
    if (rewritten_count_ == 0) return false;
    uint8_t bits;
    rewritten_.Read(index / 8, &bits, 1);
    return (bits >> index % 8 & 1) != 0;
  }
  // Takes a store of an entire line that leaves its bytes unchanged; false if the store is none, or
  // the line is dirty already.
  bool TryRewrite(uint32_t index, const uint8_t* bytes);

  // --- Stores ---

  // A store within one line; in the traced build in pieces of at most 8 bytes.
  void Put(Thread& thread, Line& line, Address address, const uint8_t* data, uint32_t size,
           bool non_temporal);
  // The line has an ordinary store of `thread`: where caches have a bound, it counts.
  void EnterCache(Thread& thread, Line& line);
  bool bounded() const { return capacity_ > 0; }
  bool OverCapacity(ActorId actor) { return bounded() && Of(actor).dirty > capacity_; }
  // Writes the thread's oldest cached line, whose number this returns; kNoLine where it has none
  // that can be evicted.
  static constexpr uint32_t kNoLine = ~0u;
  uint32_t EvictOldest(Thread& thread);
  uint64_t evictions() const { return evictions_; }

  // --- On their way to the device ---

  // The order of the newest store so far, and a number for a write-back that begins.
  uint32_t order() const { return order_; }
  uint32_t NextFlight() { return ++flights_; }
  // The thread's next fence persists the line's ordinary stores up to now.
  void MarkWriteBack(ActorId actor, uint32_t index) {
    Of(actor).flushing.push_back({index, order_, NextFlight()});
  }
  // The thread's next fence persists its non-temporal stores in the line.
  void MarkNonTemporal(ActorId actor, Line& line);
  // The number of lines that the thread has marked since its last fence.
  struct Marked {
    size_t write_backs, non_temporal;
    size_t lines() const { return write_backs + non_temporal; }
  };
  Marked MarkedBy(ActorId actor) {
    const PerActor& own = Of(actor);
    return {own.flushing.size(), own.nt_lines.size()};
  }
  // Persists what the thread has marked.
  void PersistMarked(Thread& thread);
  // Persists the line's ordinary stores up to `order`, as the write-back `flight` does. The
  // untraced build writes `bytes`.
  void WriteBack(Thread& thread, Line* line, uint32_t order, uint32_t flight,
                 const uint8_t* bytes) {
    Persist(thread, line, order, Which::kOrdinary, flight, bytes);
  }

 private:
  enum class Which : uint8_t { kOrdinary, kNonTemporal };
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
    ArenaVector<NtMark> nt_lines;     // not fenced yet; untraced: each line once
    uint32_t dirty = 0;
  };

  PerActor& Of(ActorId id);
  static bool Marks(const ArenaVector<NtMark>& marks, const Line& line);
  Line& AddLine(Thread& thread, uint32_t index);
  void Clean(Line* line);
  void LeaveCache(Line& line);
  void FlipRewritten(uint32_t index) {
    *rewritten_.InPlace(index / 8) ^= static_cast<uint8_t>(1u << index % 8);
  }
  void AddPending(Thread& thread, Line& line, Address address, const uint8_t* data, uint32_t size,
                  bool non_temporal);
  void ArriveOldest(Thread& thread, Line& line);
  // Makes stores of `line` up to `order` durable: the ordinary ones, or one thread's non-temporal
  // ones.
  void Persist(Thread& thread, Line* line, uint32_t order, Which which, uint32_t flight,
               const uint8_t* bytes);
  // The same, store by store; false where the device is worn out.
  bool PersistStores(Thread& thread, Line* line, uint32_t order, Which which, MovingStore::Way way,
                     uint32_t flight);
  // The untraced build's: one of the threads with non-temporal stores in the line has fenced them.
  void PersistNonTemporal(Thread& thread, Line* line);
  // Counts a write of the line; false where the device is worn out, and the machine ends.
  bool Wears(Thread& thread, const Line& line);
  static MovingStore Moving(const PendingStore& store, MovingStore::Way way, uint32_t flight);

  Arena& arena_;
  PagedBytes& durable_;
  NvmWear& wear_;
  uint32_t capacity_;
  bool kept_;
  FlatMap<Line*> lines_;
  PagedBytes rewritten_;
  uint32_t rewritten_count_ = 0;
  Line* dirty_first_ = nullptr;
  Line* dirty_last_ = nullptr;
  uint32_t order_ = 0;
  uint32_t births_ = 0;
  uint32_t flights_ = 0;  // write-backs and evictions so far
  uint64_t evictions_ = 0;
  ArenaVector<PerActor*> actors_;
  Arrivals<MovingStore> arrived_;
};

template <class F>
void NvmCache::ForEachMoving(F&& f) const {
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
      const Line* line = Find(mark.line);
      for (const PendingStore* store = line ? line->first : nullptr; store; store = store->next) {
        if (!store->non_temporal && store->order <= mark.order)
          f(Moving(*store, MovingStore::Way::kWriteBack, mark.flight));
      }
    }
  }
}

}  // namespace afterimage

#endif  // AFTERIMAGE_TIER_NVM_NVM_CACHE_H_
