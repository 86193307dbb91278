// Sectors that a power cut leaves open: those being written and those in a disk's volatile cache
// (traced build), and in a fork after a power cut those that have not been looked at yet.
#ifndef AFTERIMAGE_TIER_DISK_OPEN_SECTORS_H_
#define AFTERIMAGE_TIER_DISK_OPEN_SECTORS_H_

#include <cstdint>

#include "base/arena.h"
#include "base/flat_map.h"
#include "sim/kernel.h"
#include "tier/first_looks.h"
#include "tier/paged_bytes.h"
#include "tier/persist_unit.h"

namespace afterimage {

// A write request, as the disk sees it.
struct DiskWrite {
  uint64_t address = 0;
  uint32_t size = 0;
  uint32_t number = 0;  // in the order of issue, from 1
  const uint8_t* data = nullptr;
  // The lines of 64 bytes that it brings, 64 lines a word; the others are as on the device once all
  // earlier writes have arrived. Null means all. Untraced build only.
  const uint64_t* lines = nullptr;
  TxnLabel txn = 0;
  Where where;
  DiskWrite* next = nullptr;
};

class OpenSectors {
 public:
  OpenSectors(Arena& arena, uint32_t sector_bytes)
      : arena_(arena), sector_bytes_(sector_bytes), index_(arena) {}

  // Notes that the write is on its way.
  void Issue(const DiskWrite& write);
  // Notes that it has reached the medium; the device's bytes change right after.
  void Complete(const DiskWrite& write);
  // Notes that it has reached the volatile cache: `bytes` change right after, and their old ones
  // are kept here.
  void Cache(const DiskWrite& write, const PagedBytes& bytes);
  // Notes that a cached write has reached the medium, and so have all before it.
  void Drain(uint64_t address, uint32_t size, uint32_t number);
  // Changes `out` from what the cache shows of [address, address + size) to what the medium alone
  // holds.
  void OverlayDurable(uint64_t address, uint32_t size, uint8_t* out) const;
  // True if [address, address + size) is `shown` in every version and on the medium.
  bool Certain(uint64_t address, uint32_t size, const uint8_t* shown) const;
  // Puts into a fork's bytes what the medium holds.
  void RestoreDurable(PagedBytes& bytes) const;
  void CollectUnits(uint64_t base, bool tearable, ArenaVector<PersistUnit>& units) const;

 private:
  struct Sector {
    uint64_t address = 0;
    SectorVersion* first = nullptr;
    uint32_t versions = 0;
    uint32_t cached = 0;
    uint8_t* durable = nullptr;  // where the device's bytes are those of a cached version
    Sector* previous = nullptr;  // in the order of issue
    Sector* next = nullptr;
  };
  template <class Visit>
  void ForEach(uint64_t address, uint32_t size, Visit visit);
  Sector& Open(uint64_t address);
  void CloseIfDurable(Sector* sector);
  void Recycle(SectorVersion* version);

  Arena& arena_;
  uint32_t sector_bytes_;
  FlatMap<Sector*> index_;
  Sector* first_ = nullptr;
  Sector* last_ = nullptr;
};

// Decides the content of each open sector of a crashed disk at the first look.
class UndecidedSectors {
 public:
  // Unit addresses start from `base`.
  UndecidedSectors(Arena& arena, uint32_t sector_bytes, uint64_t base)
      : sector_bytes_(sector_bytes),
        base_(base),
        index_(arena),
        looks_(arena, Tier::kDisk, sector_bytes, base) {}

  void Reset(Arena& arena, const ArenaVector<PersistUnit>& units, PersistChoice& choice,
             uint32_t first_unit);
  void Decide(uint64_t address, uint64_t size, PagedBytes& bytes) {
    if (left_ > 0 || looks_.watching()) DecideRange(address, size, bytes);
  }
  void DecideAll(PagedBytes& bytes);
  // Appends the sectors that are still open, as open as they were.
  void CollectUnits(ArenaVector<PersistUnit>& units) const;

 private:
  void DecideRange(uint64_t address, uint64_t size, PagedBytes& bytes);
  void DecideOne(uint32_t index, PagedBytes& bytes);

  uint32_t sector_bytes_;
  uint64_t base_;
  PersistChoice* choice_ = nullptr;
  uint32_t first_unit_ = 0;
  PersistUnit* units_ = nullptr;
  uint32_t count_ = 0;
  uint32_t left_ = 0;
  FlatMap<uint32_t> index_;  // by address within the device
  FirstLooks looks_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_TIER_DISK_OPEN_SECTORS_H_
