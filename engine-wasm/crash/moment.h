// A machine at the moment of a power cut: what each of its lines and sectors may hold afterwards.
#ifndef AFTERIMAGE_CRASH_MOMENT_H_
#define AFTERIMAGE_CRASH_MOMENT_H_

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "crash/crashable.h"
#include "crash/failure_model.h"

namespace afterimage {

// Bytes that a unit may hold. Outcomes that leave the same bytes are one content.
struct Content {
  uint64_t digest = 0;
  uint32_t option = 0;  // the first that gives it: the one with the fewest survivors
  uint32_t ways = 0;    // legal options that give it
};

class Moment {
 public:
  Moment(Crashable& machine, FailureModel model);

  Crashable& machine() const { return machine_; }
  // What the unit may hold, at least one content; valid until the next call for another unit.
  const std::vector<Content>& ContentsOf(UnitId unit);
  // Of an open unit: all of its legal options, and whether an earlier power cut left it open.
  struct Openness {
    uint32_t options = 1;
    bool open = false;
    bool inherited = false;
  };
  Openness OpennessOf(UnitId unit) const;
  // Equal for equal contents in equal numbers.
  uint64_t ContentsDigest(UnitId unit);
  // Ways in which the units that became open in this machine's life may come out, all together.
  double images() const { return images_; }

 private:
  struct Open {
    PersistUnit unit;
    uint32_t options = 0;
    std::vector<Content> contents;  // empty until somebody asks
  };
  static uint64_t KeyOf(UnitId unit) { return unit.address * 2 + (unit.tier == Tier::kDisk); }
  void Expand(Open* open);

  Crashable& machine_;
  FailureModel model_;
  std::vector<Open> open_;
  std::unordered_map<uint64_t, uint32_t> index_;  // never iterated
  std::vector<Content> closed_ = std::vector<Content>(1);
  double images_ = 1;
};

uint64_t ContentDigest(const uint8_t* bytes, uint32_t size);

}  // namespace afterimage

#endif  // AFTERIMAGE_CRASH_MOMENT_H_
