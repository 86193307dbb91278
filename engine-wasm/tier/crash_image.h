// The open part of the NVM after a power cut: each line with unpersisted stores keeps one legal
// part of them, which is chosen at the first look at the line. So a crash costs only as much as
// recovery reads.
#ifndef AFTERIMAGE_TIER_CRASH_IMAGE_H_
#define AFTERIMAGE_TIER_CRASH_IMAGE_H_

#include "base/arena.h"
#include "base/flat_map.h"
#include "tier/first_looks.h"
#include "tier/paged_bytes.h"
#include "tier/persist_unit.h"

namespace afterimage {

class CrashImage {
 public:
  // Nothing is open. `durable` holds the bytes that choices are applied to.
  CrashImage(Arena& arena, PagedBytes& durable);
  CrashImage(const CrashImage&) = delete;
  CrashImage& operator=(const CrashImage&) = delete;

  // Makes `units` open from now on, and lets `choice` decide each. Both must outlive this, as must
  // the stores that the units point at. Called at most once.
  void Open(Arena& arena, const ArenaVector<PersistUnit>& units, PersistChoice& choice);

  // True where nothing is open, and nobody is told of who looks where.
  bool settled() const { return left_ == 0 && !looks_.watching(); }
  // Decides what is open of [address, address + size), which must not be empty.
  void DecideRange(Address address, uint32_t size) {
    if (!settled()) DecideLines(LineOf(address), LineOf(address + size - 1));
  }
  // Decides all that is open.
  void DecideAll();
  // Returns the number of open lines.
  uint32_t open() const { return left_; }
  // Appends the open units: another power cut finds them as open as they were.
  void CollectUnits(ArenaVector<PersistUnit>& units) const;

 private:
  void Decide(uint32_t line);
  void DecideLines(uint32_t first, uint32_t last);

  PagedBytes& durable_;
  PersistChoice* choice_ = nullptr;
  PersistUnit* units_ = nullptr;
  uint32_t count_ = 0;
  uint32_t left_ = 0;
  FlatMap<uint32_t> index_;  // into units_, by line; only what is open
  FirstLooks looks_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_TIER_CRASH_IMAGE_H_
