// A crash point is a machine at a power cut: it knows the bytes that each line and sector may hold
// afterwards.
#ifndef AFTERIMAGE_CRASH_CRASH_POINT_H_
#define AFTERIMAGE_CRASH_CRASH_POINT_H_

#include <cstdint>
#include <vector>

#include "crash/crashable.h"
#include "crash/failure_model.h"
#include "crash/shared_prefix.h"
#include "crash/unit_numbers.h"

namespace afterimage {

// Bytes that a unit may hold. Outcomes that leave the same bytes are one content.
struct Content {
  uint64_t digest = 0;
  uint32_t option = 0;  // the first that gives it: the one with the fewest survivors
  uint32_t ways = 0;    // legal options that give it
};

class CrashPoint {
 public:
  // The point at which the machine is now. REQUIRES: machine and numbers outlive it.
  CrashPoint(Crashable& machine, FailureModel model, UnitNumbers& numbers);
  // Moves on with the machine, which has reached its next point. Units that were closed at the last
  // point, and are closed now, are unchanged.
  void Renew();

  Crashable& machine() const { return machine_; }
  // Returns the contents that the unit may have, at least one. The reference is valid until the
  // next call for another unit.
  const std::vector<Content>& ContentsOf(UnitNumber unit);
  // True where the unit can have but one content; sets *digest to that of the content with the
  // fewest survivors.
  bool Certain(UnitNumber unit, uint64_t* digest) {
    if (unit >= known_.size() || known_[unit].state != Known::kClosed) {
      const std::vector<Content>& contents = ContentsOf(unit);
      *digest = contents[0].digest;
      return contents.size() == 1;
    }
    *digest = known_[unit].digest;
    return true;
  }
  // The openness of a unit: the number of its legal options, and whether an earlier power cut left
  // it open.
  struct Openness {
    uint32_t options = 1;
    bool open = false;
    bool inherited = false;
  };
  Openness OpennessOf(UnitNumber unit) const;
  // Returns a digest that is equal for equal contents in equal numbers.
  uint64_t ContentsDigest(UnitNumber unit);
  // Returns a digest that is equal for units that may hold the same, in the same options.
  uint64_t ChoiceDigest(UnitNumber unit) {
    return unit < known_.size() && known_[unit].state == Known::kClosed ? known_[unit].digest
                                                                        : OpenChoiceDigest(unit);
  }
  // The prefix of recovery that is the same on every image, and that of a walk over all images
  // (memoized_walks.h).
  SharedPrefix& certain_prefix() { return certain_prefix_; }
  SharedPrefix& walked_prefix() { return walked_prefix_; }
  // The number of images: combinations of the options of units that became open in this machine's
  // life. It is capped, since three open pages have more than a double can count, and such numbers
  // are added up.
  static constexpr double kMostImages = 1e300;
  double images() const { return images_; }

 private:
  struct Open {
    PersistUnit unit;
    UnitNumber number = 0;
    uint32_t options = 0;
    std::vector<Content> contents;  // empty until somebody asks
    uint64_t choice_digest = 0;     // the same

    // True where it may hold what `other`, the same unit at the last point, might have held.
    bool IsAsOpenAs(const Open& other) const;
    // Notes that `option` leaves bytes of this digest.
    void Add(uint32_t option, uint64_t digest);
  };
  // Our knowledge of a unit.
  struct Known {
    enum : uint8_t { kNothing, kClosed, kOpen } state = kNothing;
    uint32_t open = 0;    // of kOpen: which
    uint64_t digest = 0;  // of kClosed: of what it holds
  };
  void Change(UnitNumber unit) {
    certain_prefix_.EndBefore(unit);
    walked_prefix_.EndBefore(unit);
  }
  Known& Of(UnitNumber unit) {
    if (unit >= known_.size()) known_.resize(numbers_.size());
    return known_[unit];
  }
  void Expand(Open* open);
  void ExpandPrefixes(Open* open, uint8_t* bytes) const;
  uint64_t OpenChoiceDigest(UnitNumber unit);

  Crashable& machine_;
  FailureModel model_;
  UnitNumbers& numbers_;
  std::vector<PersistUnit> units_;
  std::vector<Open> open_;
  std::vector<Open> before_;  // open at the last point
  uint32_t open_count_ = 0;
  uint32_t discards_ = 0;  // of the machine, when what is known was found out
  std::vector<Known> known_;
  std::vector<Content> closed_ = std::vector<Content>(1);
  double images_ = 1;
  SharedPrefix certain_prefix_;
  SharedPrefix walked_prefix_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_CRASH_CRASH_POINT_H_
