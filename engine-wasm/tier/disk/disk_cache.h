// A disk's volatile write cache: writes that are complete for their writer and still on their way
// to the medium. The disk takes them in order, whenever it is idle; this is not reported, so a
// write counts as drained when the disk is used next.
#ifndef AFTERIMAGE_TIER_DISK_DISK_CACHE_H_
#define AFTERIMAGE_TIER_DISK_DISK_CACHE_H_

#include <algorithm>
#include <cstdint>

#include "base/arena.h"
#include "base/flat_map.h"
#include "sim/thread.h"

namespace afterimage {

class DiskCache {
 public:
  struct Entry {
    Time start = 0;  // on the medium
    Time end = 0;
    uint64_t address = 0;
    uint32_t size = 0;
    uint32_t number = 0;    // of the newest write that it holds
    uint32_t first = 0;     // of the write that it began with
    uint32_t arriving = 0;  // writes that are not here yet
    bool holds = false;     // one of them is
    bool closed = false;    // a flush waits for it: no more writes join
    TxnLabel txn = 0;       // of the newest
    Where where;
    Entry* next = nullptr;
  };

  // An empty cache of `capacity` bytes; 0: there is no cache.
  DiskCache(Arena& arena, uint64_t capacity, uint32_t sector_bytes)
      : arena_(arena), capacity_(capacity), sector_bytes_(sector_bytes), sectors_(arena) {}

  uint64_t capacity() const { return capacity_; }
  bool Takes(uint32_t size) const { return size <= capacity_; }
  // Returns when `size` bytes have room. REQUIRES: Takes(size).
  Time RoomAt(Time now, uint32_t size) const {
    uint64_t used = used_ + size;
    for (const Entry* entry = first_; entry && used > capacity_; entry = entry->next) {
      used -= entry->size;
      now = std::max(now, entry->end);
    }
    return now;
  }
  // Returns the newest entry, if the write begins in it or goes on where it ends, the medium does
  // not take it before `arrival`, and there is room for what is new; else null.
  Entry* Joined(uint64_t address, uint32_t size, Time arrival) const {
    if (!last_ || last_->closed || last_->start <= arrival) return nullptr;
    const bool joins = address >= last_->address && address <= End(*last_);
    return joins && used_ + Beyond(*last_, address, size) <= capacity_ ? last_ : nullptr;
  }
  // Returns how many bytes of a write that begins in an entry, or at its end, lie behind it.
  static uint32_t Beyond(const Entry& entry, uint64_t address, uint32_t size) {
    return static_cast<uint32_t>(std::max(address + size, End(entry)) - End(entry));
  }
  static uint64_t End(const Entry& entry) { return entry.address + entry.size; }
  // Makes the newest entry longer, which the medium has at `end` now.
  void Extend(uint32_t bytes, Time end) {
    Count(End(*last_), bytes);
    last_->size += bytes;
    last_->end = last_end_ = std::max(last_end_, end);
    used_ += bytes;
  }
  Entry* Add(uint64_t address, uint32_t size, Time start, Time end) {
    auto* entry = new (arena_.AllocatePooled(sizeof(Entry))) Entry();
    entry->start = start;
    entry->end = last_end_ = std::max(last_end_, end);
    entry->address = address;
    entry->size = size;
    used_ += size;
    (last_ ? last_->next : first_) = entry;
    last_ = entry;
    Count(address, size);
    return entry;
  }
  // Calls drained(entry) for what the medium has by `now`, and forgets it.
  template <class Drained>
  void Advance(Time now, Drained drained) {
    Entry* previous = nullptr;
    for (Entry* entry = first_; entry && entry->end <= now;) {
      Entry* next = entry->next;
      if (entry->arriving > 0) {
        previous = entry;
      } else {
        drained(*entry);
        Remove(entry, previous);
      }
      entry = next;
    }
  }
  template <class F>
  void ForEach(F&& f) const {
    for (const Entry* entry = first_; entry; entry = entry->next) f(*entry);
  }
  // True where what it counts is what it holds.
  bool Agrees() const {
    uint64_t used = 0;
    Time end = 0;
    bool right = true;
    const Entry* last = nullptr;
    for (const Entry* entry = first_; entry; entry = entry->next) {
      used += entry->size;
      right = right && HoldsAll(entry->address, entry->size) && end <= entry->end;
      end = entry->end;
      last = entry;
    }
    return right && used == used_ && last == last_ && used <= capacity_;
  }
  // The time at which all that is here now is on the medium.
  Time EmptyAt() const { return first_ ? last_end_ : 0; }
  // Fixes that time, whatever comes.
  void Close() {
    if (last_) last_->closed = true;
  }
  // True if all sectors of the range are here, or some.
  bool HoldsAll(uint64_t address, uint32_t size) const {
    return Held(address, size) * sector_bytes_ >= size;
  }
  bool HoldsSome(uint64_t address, uint32_t size) const { return Held(address, size) > 0; }

 private:
  // One more entry holds these sectors.
  void Count(uint64_t address, uint32_t size) {
    for (uint32_t offset = 0; offset < size; offset += sector_bytes_) ++sectors_[address + offset];
  }
  uint32_t Held(uint64_t address, uint32_t size) const {
    uint32_t count = 0;
    if (sectors_.size() == 0) return 0;
    for (uint64_t at = address / sector_bytes_ * sector_bytes_; at < address + size;
         at += sector_bytes_) {
      count += sectors_.Find(at) != nullptr;
    }
    return count;
  }
  void Remove(Entry* entry, Entry* previous) {
    (previous ? previous->next : first_) = entry->next;
    if (last_ == entry) last_ = previous;
    used_ -= entry->size;
    for (uint32_t offset = 0; offset < entry->size; offset += sector_bytes_) {
      uint32_t* copies = sectors_.Find(entry->address + offset);
      if (--*copies == 0) sectors_.Erase(entry->address + offset);
    }
    arena_.Recycle(entry, sizeof(Entry));
  }

  Arena& arena_;
  uint64_t capacity_;
  uint32_t sector_bytes_;
  uint64_t used_ = 0;
  Time last_end_ = 0;
  Entry* first_ = nullptr;  // by end
  Entry* last_ = nullptr;
  FlatMap<uint32_t> sectors_;  // how many entries hold each
};

}  // namespace afterimage

#endif  // AFTERIMAGE_TIER_DISK_DISK_CACHE_H_
