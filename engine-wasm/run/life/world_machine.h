// A World as the crash explorer sees it, and its outcomes as the oracle judges them.
#ifndef AFTERIMAGE_RUN_LIFE_WORLD_MACHINE_H_
#define AFTERIMAGE_RUN_LIFE_WORLD_MACHINE_H_

#include <memory>
#include <vector>

#include "crash/crashable.h"
#include "run/life/world.h"

namespace afterimage {

// The outcomes of recoveries, each once.
class RecoveryOutcomes {
 public:
  struct Outcome {
    bool ended = true;  // false: it needs more than kEndless events
    Status status = Status::kOk;
    bool consistent = true;  // what the workload demands of its tables
    bool structured = true;  // what the system's structures must be
    std::vector<Observed> observed;
    bool operator==(const Outcome& other) const {
      return ended == other.ended && status == other.status && consistent == other.consistent &&
             structured == other.structured && observed == other.observed;
    }
  };
  static Outcome Of(const World& world);
  OutcomeId Find(Outcome outcome);
  const Outcome& operator[](OutcomeId id) const { return outcomes_[id]; }
  uint32_t size() const { return static_cast<uint32_t>(outcomes_.size()); }

 private:
  std::vector<Outcome> outcomes_;
};

// Judges an outcome by the scheme's promise. The oracle knows the answers that clients had when the
// power failed.
Judgement JudgeOutcome(const RecoveryOutcomes::Outcome& outcome, const Oracle& oracle,
                       Promise promise);

class WorldMachine final : public Crashable {
 public:
  struct Context {
    BlockPool& pool;
    Scenario& scenario;
    Workload& workload;
    RecoveryOutcomes& outcomes;
    CheckDepth depth = CheckDepth::kRecords;
    SiteCensus* census = nullptr;  // of the machines that start after a power cut; of terminal
                                   // recoveries without numbers
  };
  // A recovery that needs more events than this counts as one that does not end; so does a terminal
  // recovery, which has no events, with more steps.
  static constexpr uint32_t kEndless = 1000000;

  // The machine of a world that belongs to the caller and outlives it.
  WorldMachine(const Context& context, World& world)
      : context_(context), world_(world), scratch_(context.pool) {}

  bool ToNextPoint() override;
  void ToEnd() override;
  OutcomeId Outcome() override;
  uint32_t at() const override { return world_.recorder().count(); }
  void CollectUnits(std::vector<PersistUnit>* units) const override;
  uint32_t discards() const override { return world_.devices().discards(); }
  void ReadDurable(UnitId unit, uint32_t size, uint8_t* out) const override;
  uint32_t UnitBytes(Tier tier) const override;
  bool Keep(std::unique_ptr<Mark>* mark) const override;
  void GoBack(const Mark& mark) override;
  uint64_t steps() const override { return world_.kernel().steps(); }
  void ToStep(uint64_t step) override;
  std::unique_ptr<Crashable> Crash(PersistChoice& choice, Life life) override;

 private:
  struct WorldMark;
  WorldMachine(const Context& context, std::unique_ptr<World> world)
      : context_(context), own_(std::move(world)), world_(*own_), scratch_(context.pool) {}

  Context context_;
  std::unique_ptr<World> own_;
  World& world_;
  mutable Arena scratch_;
  mutable ArenaVector<PersistUnit> found_{ArenaAllocator<PersistUnit>(scratch_)};
};

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_LIFE_WORLD_MACHINE_H_
