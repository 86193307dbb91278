// Non-volatile memory behind a write-back cache, with x86 persistency:
//
//   Store      volatile until its line is written back
//   Clflush    the line is durable when it completes; ordered like a store, needs no fence. Of
//              several lines, on machines with clflushopt: each so, and one fence
//   Clwb       starts a write-back that only the issuing thread's Fence makes certain; a Clflush on
//              machines that have no such instruction
//   NtStore    past the cache; certain after the issuing thread's Fence
//   FetchAdd, SetBits, ClearBits
//              a locked read-modify-write of a word: orders like a Fence
//
// Lines may be evicted at any time, so at a power cut each line keeps some legal part of its
// unpersisted stores (persist_unit.h). This is the device as threads use it: what is dirty is in
// nvm_cache.h, what operations cost in nvm_timing.h, what a power cut left open in crash_image.h,
// how often units were written in nvm_wear.h.
#ifndef AFTERIMAGE_TIER_NVM_NVM_H_
#define AFTERIMAGE_TIER_NVM_NVM_H_

#include <cstdint>
#include <cstring>

#include "base/arena.h"
#include "base/build.h"
#include "tier/crash_image.h"
#include "tier/nvm/nvm_cache.h"
#include "tier/nvm/nvm_timing.h"
#include "tier/nvm/nvm_wear.h"
#include "tier/nvm/read_caches.h"
#include "tier/paged_bytes.h"
#include "tier/persist_unit.h"
#include "tier/prices/machine_profile.h"

namespace afterimage {

struct NvmCounters {
  uint64_t stores = 0;
  uint64_t write_backs = 0;
  uint64_t fences = 0;
  uint64_t evictions = 0;
  uint64_t lines_written = 0;
  uint64_t own_lines_written = 0;  // by wear levelling and for spares
  uint64_t spares_used = 0;        // since the device was new
};

// States if other threads may touch the same lines meanwhile. Private operations need no ordering
// in the untraced build.
enum class Access : uint8_t { kShared, kPrivate };

class Nvm {
 public:
  Nvm(Arena& arena, const MachineProfile& machine, uint64_t size);
  // A copy of `crashed` after a power cut: its durable bytes, and of each unpersisted line what
  // `choice` says when the line is first touched. `crashed` must outlive this and remain as it is.
  Nvm(Arena& arena, const MachineProfile& machine, const Nvm& crashed, PersistChoice& choice);
  Nvm(const Nvm&) = delete;
  Nvm& operator=(const Nvm&) = delete;

  // Assumes that the power will not fail again: from now on each store is durable at once, which
  // only a power cut could show, and costs of stores no longer count. Traced build; before anything
  // was stored.
  void AssumeNoCrash() { no_crash_ = true; }

  uint64_t size() const { return durable_.size(); }
  NvmCounters counters() const;
  const NvmCache& cache() const { return cache_; }
  const NvmWear& wear() const { return wear_; }
  CrashImage& crash_image() { return image_; }

  // Copies what a core reads: from the cache first, then from the device. No cost, no event.
  void Load(Address address, void* out, uint32_t size);
  uint64_t LoadWord(Address address) { return LoadAs<uint64_t>(address); }
  template <class T>
  T LoadAs(Address address) {
    T value;
    const bool in_line = address % kLineBytes + sizeof value <= kLineBytes;
    const uint8_t* bytes = kWhole && in_line ? AtHand(address) : nullptr;
    if (bytes)
      std::memcpy(&value, bytes, sizeof value);
    else
      Load(address, &value, sizeof value);
    return value;
  }
  // Copies the device's own bytes.
  void LoadDurable(Address address, void* out, uint32_t size) const {
    durable_.Read(address, out, size);
  }
  // Charges the reading of as many lines as `size` bytes fill, from that of `address` on, each from
  // the cache that it is in (read_caches.h) or from the device. With banks the device's lines must
  // have their turn: the caller awaits AwaitReads before it goes on.
  void ChargeLoad(Thread& thread, Category category, Address address, uint64_t size) {
    const uint64_t lines = (size + kLineBytes - 1) / kLineBytes;
    if (read_caches_.on()) return ChargeCached(thread, category, LineOf(address), lines);
    if (timing_.shared())
      timing_.NoteRead(thread.id(), category, LineOf(address), lines);
    else
      thread.Charge(category, timing_.ReadNs(lines));
  }
  // Charges so many loads one after the other, which have `lines` together. REQUIRES: they need no
  // turn and meet no cache.
  void ChargeLoads(Thread& thread, Category category, uint64_t loads, uint64_t lines) {
    thread.Charge(category, loads * timing_.ReadNs(1) + (lines - loads) * timing_.next_read_ns());
  }
  // True if a read has no effect but its cost, wherever the lines are.
  bool reads_cost_alone() const {
    return !timing_.shared() && !read_caches_.on() && image_.settled();
  }
  // Begins the same while the thread does something else, after what comes by the time `after`:
  // when it has come. REQUIRES: the thread is ordered.
  Time StartLoad(Thread& thread, Address address, uint64_t size, Time after) {
    if (read_caches_.on()) return StartCached(thread, LineOf(address), size, after);
    return timing_.StartRead(LineOf(address), (size + kLineBytes - 1) / kLineBytes, thread.now(),
                             after);
  }
  // True if reads may have to wait, so that other threads come in between.
  bool has_banks() const { return timing_.shared(); }
  const NvmTiming& timing() const { return timing_; }
  const ReadCaches& read_caches() const { return read_caches_; }

  // Names what a system writes most, and nearly all of what it writes again and again: a device may
  // rotate that over places in reserve (`nvm.rotate_writes`). Each life names the same ranges,
  // before it writes anything.
  void NameHot(Address address, uint64_t bytes) { wear_.Name(address, bytes); }
  // Puts bytes there before the run begins; durable, no cost, no wear.
  void Format(Address address, const void* data, uint32_t size) {
    durable_.Write(address, data, size);
  }
  // Sets the source of lines that have never been written (see PagedBytes). REQUIRES: nothing has
  // happened to the NVM yet.
  void set_source(const ByteSource* source) { durable_.set_source(source); }
  const ByteSource* source() const { return durable_.source(); }
  // Names the stretches that hold copies of bytes that can be generated, 4 KB at a time
  // (PagedBytes::Liken). The host needs less memory, and nothing else changes.
  void set_likenesses(const LikenessSource* likenesses) { durable_.set_likenesses(likenesses); }
  const LikenessSource* likenesses() const { return durable_.likenesses(); }
  void Liken(Address address, uint64_t likeness) { durable_.Liken(address, likeness); }
  uint64_t LikenessOf(Address address) const { return durable_.LikenessOf(address); }
  // Forgets the bytes of complete 4 KB extents in the range that will not be read again, except
  // those with unpersisted lines. No cost, no wear.
  void Discard(Address address, uint64_t size);
  // Counts how often Discard did so.
  uint32_t discards() const { return discards_; }

  class ReadOp;
  class StoreOp;
  class FlushOp;
  class StoreAndFlushOp;
  class FenceOp;
  class FetchOp;
  enum class FlushKind : uint8_t { kClflush, kClwb };

  // Operations, to be awaited: `co_await nvm.Store(thread, ...)`. REQUIRES: `data` stays until it
  // is done, and the thread has awaited what it has read.
  StoreOp Store(Thread& thread, Category category, Address address, const void* data, uint32_t size,
                Access access);
  StoreOp NtStore(Thread& thread, Category category, Address address, const void* data,
                  uint32_t size, Access access);
  FlushOp Clflush(Thread& thread, Category category, Address address, uint32_t size, Access access);
  FlushOp Clwb(Thread& thread, Category category, Address address, uint32_t size, Access access);
  // A Store and then, at `back`, the Clflush of the same bytes. Cheaper to simulate than the two.
  StoreAndFlushOp StoreAndFlush(Thread& thread, Category category, Address address,
                                const void* data, uint32_t size, Access access, const Where& back);
  // A Store and then the Clwb of the same bytes, both sites of the line that the thread is at.
  StoreAndFlushOp StoreAndClwb(Thread& thread, Category category, Address address, const void* data,
                               uint32_t size, Access access);
  // Private: what follows needs no place in the order of virtual time.
  FenceOp Fence(Thread& thread, Category category, Access access = Access::kShared);
  // A ChargeLoad that is awaited. What it reads is for Load to say, before or after.
  ReadOp Read(Thread& thread, Category category, Address address, uint64_t size);
  // All that the thread has charged with ChargeLoad has its turn; ready at once without banks.
  ReadOp AwaitReads(Thread& thread);
  // Writes back every line that is dirty now, whichever core made it so, one after the other
  // (REWIND, section 4.6). A power cut meanwhile leaves any legal part; what is stored meanwhile
  // may stay behind.
  Task<void> FlushCaches(Thread& thread, Category category);
  // Adds to an aligned 8-byte word; the result is what was there before.
  FetchOp FetchAdd(Thread& thread, Category category, Address address, uint64_t delta);
  // Sets or clears bits of an aligned 8-byte word that others change, too; the result is what was
  // there before.
  FetchOp SetBits(Thread& thread, Category category, Address address, uint64_t bits);
  FetchOp ClearBits(Thread& thread, Category category, Address address, uint64_t bits);

  // Appends the units that a power cut now would leave open.
  void CollectUnits(ArenaVector<PersistUnit>& units) const;
#if AFTERIMAGE_WATCHES_READS
  // True where the cache counts what it holds, whenever it is asked.
  bool CacheAgrees() const { return cache_.Agrees(); }
#endif
  void AddTo(Digest& digest) const;

 private:
  using Line = NvmCache::Line;
  enum class Fetch : uint8_t { kAdd, kSet, kClear };
  // The host's address of the byte at `address` and those behind it in its line; null if they have
  // to be made first, or to be decided.
  const uint8_t* AtHand(Address address) const {
    if (!image_.settled()) return nullptr;
    if (const Line* line = cache_.Find(LineOf(address)))
      return line->current + address % kLineBytes;
    return durable_.InKeptLine(address);
  }
  static uint64_t Fetched(uint64_t before, uint64_t operand, Fetch fetch);
  // Operations that a mutation has delayed, at one instant.
  class DelayedStore;
  class DelayedFetch;
  class DelayedFlush;
  class DelayedFence;

  // ChargeLoad and StartLoad where reads meet caches.
  void ChargeCached(Thread& thread, Category category, uint32_t line, uint64_t lines);
  Time StartCached(Thread& thread, uint32_t line, uint64_t size, Time after);
  // Updates the thread's caches for a store within a line, or one past the cache.
  void Cache(Thread& thread, uint32_t line, bool non_temporal) {
    if (!read_caches_.on()) return;
    if (non_temporal)
      read_caches_.Drop(thread, line);
    else
      read_caches_.Store(thread, line);
  }
  // A store of any kind within one line, with its event.
  void StoreInLine(Thread& thread, Address address, const uint8_t* data, uint32_t size,
                   bool non_temporal, uint8_t flags);
  // With a bounded cache any store may evict a line that others use, with banks any write may keep
  // others waiting, and with moving units the order of writes matters.
  bool Unordered(Access access) const {
    return !kTraced && access == Access::kPrivate && !cache_.bounded() && !timing_.shared() &&
           !wear_.ordered();
  }
  // The write-back that a machine without clwb uses for one.
  FlushKind WriteBackKind() const {
    return timing_.clwb() ? FlushKind::kClwb : FlushKind::kClflush;
  }
  // A locked change of a word, with its event: what was there before.
  uint64_t FetchNow(Thread& thread, Category category, Address address, uint64_t operand,
                    Fetch fetch, uint8_t flags);
  // The time that a fence of the thread waits for its pending lines.
  Time DrainNs(Thread& thread) {
    const NvmCache::Marked marked = cache_.MarkedBy(thread.id());
    return timing_.Drain(thread.id(), thread.now(), marked.write_backs > 0,
                         marked.non_temporal > 0);
  }
  void CheckReadsAwaited(Thread& thread) {
    AI_CHECK(!timing_.shared() || !timing_.HasReads(thread.id()));
  }
  static Progress Lost(Thread& thread, Category category);
  bool AssumesNoCrash() const { return kTraced && no_crash_; }
  // Makes a store durable at once, of any number of lines. REQUIRES: AssumesNoCrash().
  void StoreDurably(Thread& thread, Address address, const void* data, uint32_t size);
  // Does a private Store and its Clflush at once if no other thread has dirtied the lines; false if
  // one has.
  bool TryStoreThrough(Thread& thread, Category category, Address address, const void* data,
                       uint32_t size);
  // Does a private fence at once if the thread has nothing pending, which no other thread can
  // notice; false if it has, or if the fence needs its turn.
  bool TryFence(Thread& thread, Category category, Access access);

  PagedBytes durable_;
  NvmWear wear_;
  CrashImage image_;
  NvmCache cache_;
  NvmTiming timing_;
  ReadCaches read_caches_;
  NvmCounters counters_;  // but for what cache and wear count
  uint32_t discards_ = 0;
  bool no_crash_ = false;
};

}  // namespace afterimage

#include "tier/nvm/nvm_operations.h"

#endif  // AFTERIMAGE_TIER_NVM_NVM_H_
