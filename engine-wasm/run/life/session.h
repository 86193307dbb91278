// A session is an open scenario: the run, and a recovery for each power cut, one upon the other.
// All of it lives in linear memory, so a copy of that memory is a snapshot.
#ifndef AFTERIMAGE_RUN_LIFE_SESSION_H_
#define AFTERIMAGE_RUN_LIFE_SESSION_H_

#include <memory>
#include <string>
#include <vector>

#include "crash/persist_choices.h"
#include "run/life/world.h"

namespace afterimage {

// The verdict on one crash image, and what a client then reads of the script's records.
struct CrashOutcome {
  Judgement judgement;
  std::vector<Observed> observed;
};

// Why a choice of survivors was refused.
struct Refusal {
  uint32_t unit = 0;  // index into Survive::units
  Text rule;
};

class Session {
 public:
  // Opens the scenario at its start, with an empty trace. Events go to `buffer`, which may be null
  // and must outlive the session. REQUIRES: the scenario was parsed without problems. Ask
  // formatted() before anything else.
  Session(Scenario scenario, TraceBuffer* buffer);

  const Scenario& scenario() const { return scenario_; }
  const Workload& workload() const { return *workload_; }
  // The same for callers who run worlds of their own beside this session's.
  Scenario& scenario_to_run() { return scenario_; }
  Workload& workload_to_run() { return *workload_; }
  const Oracle& oracle() const { return oracle_; }
  // False where the initial records do not fit their pages: the session cannot run.
  bool formatted() const { return phases_[0].world->formatted(); }

  // Begins the script's next life: the power fails here, nothing survives that need not, the system
  // recovers, and the clients go on with what is behind their `crash`. False, with nothing begun,
  // where there is no further life, or clients notice that this recovery breaks the promise.
  // REQUIRES: the phase, a life, has ended.
  bool NextLife();
  // Returns the number of events when the phase began.
  uint32_t phase_start() const { return phases_.back().start; }

  // The number of the phase: 0 for the run, then one more with each power cut.
  uint32_t phase() const { return static_cast<uint32_t>(phases_.size() - 1); }
  // Events so far, over all phases.
  uint32_t at() const { return phases_.back().start + phases_.back().world->recorder().count(); }
  World& world() { return *phases_.back().world; }
  const World& world() const { return *phases_.back().world; }

  enum class Advanced : uint8_t { kReached, kEnded, kFull };
  // Runs until there are `to` events in all (kReached), the phase has ended (kEnded), or the trace
  // buffer is full (kFull): drain it and call again. `record` says whether events go to the buffer;
  // the digest has all of them.
  Advanced Advance(uint32_t to, bool record);

  // Cuts the power here with these survivors, and opens the next phase at its start. Where the
  // choice is illegal it returns false, sets *refusal, and the session stays as it is.
  bool Cut(const Survive& survive, Refusal* refusal, CheckDepth depth = CheckDepth::kConditions);
  // Judges the recovery by the scheme's promise. REQUIRES: a recovery phase has ended.
  Judgement Verdict() const;

  // The lines and sectors whose bytes a power cut here would leave open.
  std::vector<PersistUnit> Units();
  // Crashes a fork here with the survivors that `choice` gives, recovers it, and asks the oracle,
  // which looks as deep as `depth`. The session stays as it is.
  CrashOutcome Try(PersistChoice& choice, CheckDepth depth = CheckDepth::kRecords);

  // A digest of all events so far and of the devices' bytes. Equal scenarios at equal positions
  // have equal digests, natively and in WebAssembly.
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

// Sets *options to the option that `survive` chooses for each of `units`. Where it names a unit
// that is not there, or keeps bytes that cannot survive alone, it returns false and sets *refusal.
bool ResolveSurvive(const Survive& survive, const std::vector<PersistUnit>& units,
                    std::vector<uint32_t>* options, Refusal* refusal);

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_LIFE_SESSION_H_
