// A machine that can lose its power, as the explorer sees it. The engine's worlds are such
// machines; so are the tiny ones with which the explorer is tested.
#ifndef AFTERIMAGE_CRASH_CRASHABLE_H_
#define AFTERIMAGE_CRASH_CRASHABLE_H_

#include <memory>
#include <vector>

#include "tier/persist_unit.h"

namespace afterimage {

// A line (Tier::kNvm) or a sector (Tier::kDisk).
struct UnitId {
  Tier tier = Tier::kNone;
  uint64_t address = 0;
  bool operator==(const UnitId& other) const {
    return tier == other.tier && address == other.address;
  }
};

// An outcome of a machine's life. Outcomes that cannot be told apart have the same number.
using OutcomeId = uint32_t;

// Says whether a machine may lose its power once more. Of one that will not, only the end matters.
enum class Life : uint8_t { kMayFail, kLast };

class Crashable {
 public:
  virtual ~Crashable() = default;

  // Runs to the next crash point: a device or a client's knowledge has changed, so that a power cut
  // would have another effect than before. Returns false if the machine reaches its end first.
  virtual bool ToNextPoint() = 0;
  // Runs to the end.
  virtual void ToEnd() = 0;
  // Returns the outcome. REQUIRES: the machine has reached its end (or never would).
  virtual OutcomeId Outcome() = 0;
  // Its position, in events since its start.
  virtual uint32_t at() const = 0;

  // Adds the open lines and sectors to *units: their bytes after a power cut now are not certain.
  // From one point to the next only such units change, unless bytes are forgotten meanwhile.
  virtual void CollectUnits(std::vector<PersistUnit>* units) const = 0;
  // Counts how often bytes that will not be read again were dropped.
  virtual uint32_t discards() const { return 0; }
  // Gives the durable bytes of a unit. REQUIRES: `out` has room for kMaxUnitBytes.
  virtual void ReadDurable(UnitId unit, uint32_t size, uint8_t* out) const = 0;
  virtual uint32_t UnitBytes(Tier tier) const = 0;

  // Makes a checkpoint of the machine as it is now, to go back to while the machine that it comes
  // from waits. *mark is made, or used again where it is not null. False for a machine that cannot
  // go back.
  class Mark {
   public:
    virtual ~Mark() = default;
  };
  virtual bool Keep(std::unique_ptr<Mark>* /*mark*/) const { return false; }
  // Goes back to a mark of this machine, which stays valid.
  virtual void GoBack(const Mark& /*mark*/) {}
  // Steps of its life so far, including the one that it is in the middle of. Between steps it can
  // stop and be kept.
  virtual uint64_t steps() const { return 0; }
  // Runs until `step` steps are done.
  virtual void ToStep(uint64_t /*step*/) {}

  // Cuts the power and returns the machine that starts when it is back, with the survivors that
  // `choice` gives; `choice` hears of every unit that the new machine looks at. REQUIRES: the new
  // machine does not outlive this one, which stands still meanwhile.
  virtual std::unique_ptr<Crashable> Crash(PersistChoice& choice, Life life) = 0;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_CRASH_CRASHABLE_H_
