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

// What became of a machine, by number: equal numbers for what nobody can tell apart.
using OutcomeId = uint32_t;

// Whether a machine may lose its power once more. Of one that will not, only the end matters.
enum class Life : uint8_t { kMayFail, kLast };

class Crashable {
 public:
  virtual ~Crashable() = default;

  // Runs to the next moment at which a power cut would leave something else than before: a device
  // or a client's knowledge has changed. False where the machine has come to its end first.
  virtual bool ToNextPoint() = 0;
  // Runs to the end.
  virtual void ToEnd() = 0;
  // Of a machine that has come to its end (or would never do so).
  virtual OutcomeId Outcome() = 0;
  // Where it stands, in events since its start.
  virtual uint32_t at() const = 0;

  // Lines and sectors that are open: what they hold after a power cut now is not certain. From one
  // point to the next only such units change, unless bytes are forgotten meanwhile. Added to
  // `units`.
  virtual void CollectUnits(std::vector<PersistUnit>* units) const = 0;
  // How often bytes that nobody will read again were forgotten.
  virtual uint32_t discards() const { return 0; }
  // What is durable of a unit; `out` has room for kMaxUnitBytes.
  virtual void ReadDurable(UnitId unit, uint32_t size, uint8_t* out) const = 0;
  virtual uint32_t UnitBytes(Tier tier) const = 0;

  // Going back to an earlier moment of its own life, while the machine that it comes from stands
  // still. `mark` is made, or used again; false for a machine that cannot go back.
  class Mark {
   public:
    virtual ~Mark() = default;
  };
  virtual bool Keep(std::unique_ptr<Mark>* /*mark*/) const { return false; }
  // To a mark of this machine, and as often as anybody likes.
  virtual void GoBack(const Mark& /*mark*/) {}
  // Of its life so far, the one that it is in the middle of counted; between steps it can stop and
  // be kept.
  virtual uint64_t steps() const { return 0; }
  // Runs until so many steps are done.
  virtual void ToStep(uint64_t /*step*/) {}

  // The machine that starts when the power is back. It must not outlive this one, and this one must
  // stand still meanwhile. `choice` watches.
  virtual std::unique_ptr<Crashable> Crash(PersistChoice& choice, Life life) = 0;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_CRASH_CRASHABLE_H_
