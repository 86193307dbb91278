// An open scenario: the run, and a recovery for each power cut, one upon the other. All of it lives
// in linear memory, so a copy of that memory is a snapshot.
#ifndef AFTERIMAGE_RUN_LIFE_SESSION_H_
#define AFTERIMAGE_RUN_LIFE_SESSION_H_

#include <memory>
#include <string>
#include <vector>

#include "crash/persist_choices.h"
#include "run/life/world.h"

namespace afterimage {

// What one way of losing power comes to.
struct CrashOutcome {
  Judgement judgement;
  std::vector<Observed> observed;
};

// A refused choice of survivors.
struct Refusal {
  uint32_t unit = 0;  // index into Survive::units
  Text rule;
};

class Session {
 public:
  // The scenario must have been parsed without problems. See `formatted`.
  Session(Scenario scenario, TraceBuffer* buffer);

  const Scenario& scenario() const { return scenario_; }
  const Workload& workload() const { return *workload_; }
  // For those who run worlds of their own beside this session's.
  Scenario& scenario_to_run() { return scenario_; }
  Workload& workload_to_run() { return *workload_; }
  const Oracle& oracle() const { return oracle_; }
  // False where the initial records do not fit their pages.
  bool formatted() const { return phases_[0].world->formatted(); }

  uint32_t phase() const { return static_cast<uint32_t>(phases_.size() - 1); }
  // Events so far, over all phases.
  uint32_t at() const { return phases_.back().start + phases_.back().world->recorder().count(); }
  World& world() { return *phases_.back().world; }
  const World& world() const { return *phases_.back().world; }

  enum class Advanced : uint8_t { kReached, kEnded, kFull };
  // Runs until `to` events in all, the end of the phase, or a full trace buffer.
  Advanced Advance(uint32_t to, bool record);

  // Cuts the power here; the next phase is open. False, with the refusal, where the choice is
  // illegal.
  bool Cut(const Survive& survive, Refusal* refusal);
  // Of a recovery phase that has ended.
  Judgement Verdict() const;

  std::vector<PersistUnit> Units();
  // Crashes a fork here, recovers it, and asks the oracle. The session stays as it is.
  CrashOutcome Try(PersistChoice& choice);

  uint64_t StateDigest() const;

 private:
  struct Phase {
    std::unique_ptr<World> world;
    uint32_t start;
  };
  Judgement JudgeWorld(const World& world) const;

  Scenario scenario_;
  std::unique_ptr<Workload> workload_;
  BlockPool pool_;
  Oracle oracle_;
  TraceBuffer* buffer_;
  std::vector<Phase> phases_;
  Digest trace_;  // of the phases before the open one
};

// How `survive` decides for `units`: the option of each. False, with the refusal, where it names a
// unit that is not there or keeps what cannot survive alone.
bool ResolveSurvive(const Survive& survive, const std::vector<PersistUnit>& units,
                    std::vector<uint32_t>* options, Refusal* refusal);

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_LIFE_SESSION_H_
