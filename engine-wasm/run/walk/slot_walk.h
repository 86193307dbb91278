// Walks over the slots in PCM and asks what the box in scheme/shared/pcm_slots/layout.h demands of
// them while no transaction is under way. Like page_walk.h it is written from the documents of the
// formats alone.
#ifndef AFTERIMAGE_RUN_WALK_SLOT_WALK_H_
#define AFTERIMAGE_RUN_WALK_SLOT_WALK_H_

#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "db/structure_check.h"
#include "run/walk/device_bytes.h"
#include "scheme/contract/device_formats.h"

namespace afterimage {

class SlotWalk {
 public:
  SlotWalk(const DeviceBytes& device, const SlotsOnDevice& slots, StructureCheck& check)
      : device_(device), slots_(slots), check_(check) {}
  // Ends on any bytes.
  void Run();

 private:
  struct Version {
    uint64_t transaction = 0;
    uint64_t number = 0;
    uint64_t key = 0;
    uint32_t page = 0;
    uint32_t slot = 0;
    uint32_t bytes = 0;
    uint32_t modulo = 0;
    uint32_t table = 0;
    uint32_t index = 0;
  };
  // The subject of a version.
  using Subject = std::tuple<uint32_t, uint64_t, uint64_t>;

  uint64_t Lines(uint64_t bytes) const;
  uint64_t Units(uint64_t bytes) const;
  uint64_t PageSlotBytes() const;
  uint64_t SlotAt(uint32_t slot) const;
  uint32_t all() const { return slots_.small + slots_.pages; }
  bool ReadSuper();
  bool Counts(uint32_t slot) const;
  void ReadBits();
  Version ReadHeader(uint32_t slot) const;
  bool Plausible(uint32_t slot, const Version& version) const;
  // Returns how many slots the version takes, or 0 where it cannot be one.
  uint32_t TakeVersion(uint32_t slot);
  void TakePage(uint32_t slot, const Version& version);
  void ExpectEntriesNewer();
  void ExpectOnDisk();

  const DeviceBytes& device_;
  const SlotsOnDevice& slots_;
  StructureCheck& check_;
  uint64_t hot_ = 0;   // where list and bitmap are
  uint64_t bits_ = 0;  // where the bitmap is
  std::set<Subject> subjects_;
  std::set<uint64_t> numbers_;
  std::map<uint32_t, uint64_t> pages_;  // numbers of whole pages' versions
  std::vector<std::tuple<uint32_t, uint32_t, uint64_t>> entries_;  // slot, page, number
  uint32_t used_small_ = 0, used_pages_ = 0;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_WALK_SLOT_WALK_H_
