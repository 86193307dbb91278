// Verification of a scenario by the crash explorer: the machine loses its power at every point of
// the run, in every way that the failure model allows, and once more at every point of every
// recovery. The oracle judges what clients then find by the answers that they got before.
#ifndef AFTERIMAGE_RUN_EXPLORE_VERIFY_H_
#define AFTERIMAGE_RUN_EXPLORE_VERIFY_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "crash/explorer.h"
#include "crash/site_watches.h"
#include "run/life/session.h"
#include "run/life/world_machine.h"

namespace afterimage {

struct VerifyOptions {
  FailureModel model = FailureModel::kAdr;
  uint32_t depth = 1;  // further power cuts, in recovery
  Budget budget;
  uint32_t shard = 0;  // of `shards`: every shards-th point from this one on
  uint32_t shards = 1;
  Sampling sampling;
  // Ends with the first failure that a client can notice. Structures are not checked, and sites of
  // recoveries with a common beginning are not counted each time.
  bool first_failure = false;
};

// A verdict is one of the oracle's (VerdictKind), or this: consistent only because the scheme
// promises less than durability.
inline constexpr uint32_t kAllowedVerdict = static_cast<uint32_t>(VerdictKind::kCount);
inline constexpr uint32_t kVerdicts = kAllowedVerdict + 1;
const char* VerdictName(uint32_t verdict);
inline bool IsFailure(uint32_t verdict) {
  return verdict != static_cast<uint32_t>(VerdictKind::kConsistent) && verdict != kAllowedVerdict;
}

struct VerdictPairs {
  double direct = 0;       // pairs with one power cut
  double in_recovery = 0;  // with more
};

// A point of the run.
struct PointVerdict {
  Event last;          // the event after which the power failed; seq ~0: before the first
  uint32_t life = 0;   // of the script
  uint32_t start = 0;  // how many events there were before this life and its recovery
  double images = 0;
  double pairs = 0;
  uint32_t ways = 0;
  VerdictPairs verdicts[kVerdicts];
};

// Counts the images after which all of the database was read, and the system's structures by their
// bytes. The explorer itself reads the records that clients wrote and no more: to it many images
// are one.
struct CheckedImages {
  uint64_t images = 0;
  uint64_t broken = 0;  // of them
};

// A thread of a run that stands still, and the listing line at which it waits for another.
struct Waiting {
  ActorId actor = 0;
  uint16_t label = 0;
};

// The simplest case of a verdict.
struct Failure {
  uint32_t life = 0;  // of the script, in which the first power cut is
  uint32_t verdict = 0;
  Reached reached;
  Judgement judgement;
};

class Verification {
 public:
  // A verification at its start. REQUIRES: the scenario was parsed without problems. Ask
  // formatted() before anything else.
  Verification(const Scenario& scenario, const VerifyOptions& options);

  // Goes on for at least `runs` recoveries, or to the end. Returns true at the end.
  bool Advance(uint64_t runs);
  bool formatted() const { return session_.formatted(); }
  bool ended() const { return ended_; }
  // False where the search ended early, or recovery did not always do the same: limit() says which.
  bool exact() const { return limit() == Limit::kNone; }
  Limit limit() const { return explorer_.limit(); }

  const std::vector<PointVerdict>& points() const { return points_; }
  const VerdictPairs& verdict(uint32_t which) const { return verdicts_[which]; }
  // The simplest failures, at most one for each verdict and number of power cuts.
  const std::vector<Failure>& failures() const { return failures_; }
  // The same for images after which everything was read.
  const std::vector<Failure>& structure_failures() const { return structure_failures_; }
  // The sites of the run, and those of the recoveries that were run.
  const std::vector<SiteCensus::Entry>& sites() const { return run_census_.entries(); }
  const std::vector<SiteCensus::Entry>& recovery_sites() const {
    return recovery_census_.entries();
  }
  const Explorer& explorer() const { return explorer_; }
  const CheckedImages& checked() const { return checked_; }
  // Those that wait for a latch at the end of the last life, where nothing goes on there.
  const std::vector<Waiting>& waits() const { return waits_; }
  const Session& session() const { return session_; }
  double pairs() const { return explorer_.counters().pairs; }
  // A way that recovery takes, with its worst verdict.
  struct WayVerdict {
    Way way;
    Survive survive;  // as a Session takes it
    uint32_t verdict = 0;
    uint32_t in_recovery = 0;  // the worst of further power cuts
  };
  // Returns each way that recovery takes from point `index` of points(). It runs the scenario again
  // up to there.
  std::vector<WayVerdict> WaysOf(uint32_t index) const;

 private:
  std::unique_ptr<WorldMachine> MachineOf(World& world);
  // Goes to the next point, which may be the first of the script's next life.
  bool ToNextPoint();
  void ExplorePoint();
  void NoteWaits();
  // Reads everything after one image of the point, chosen by the point's number. It belongs to no
  // sum of pairs: the explorer has counted it already.
  void CheckOneImage();
  bool Mine(uint32_t point) const { return point % options_.shards == options_.shard; }
  uint32_t VerdictOf(OutcomeId outcome, Judgement* judgement) const;
  void Note(const Reached& reached, PointVerdict* point);
  static void Keep(Failure failure, std::vector<Failure>* failures);

  VerifyOptions options_;
  Session session_;
  BlockPool pool_;
  RecoveryOutcomes outcomes_;
  SiteCensus run_census_;
  SiteCensus recovery_census_;
  std::unique_ptr<WorldMachine> machine_;  // of the life that is explored
  Explorer explorer_;
  std::vector<PointVerdict> points_;
  std::vector<Failure> failures_;
  std::vector<Failure> structure_failures_;
  std::vector<Waiting> waits_;
  VerdictPairs verdicts_[kVerdicts];
  CheckedImages checked_;
  uint32_t point_ = 0;
  size_t records_ = 0;
  bool ended_ = false;
};

// The power cuts of a failure as a Session takes them: after how many events in all, and what
// survives.
struct SessionCut {
  uint32_t at = 0;
  Survive survive;
  uint16_t label = 0;  // the listing line of the event before it, 0 for none
};
// Makes the failure's power cuts in a fresh session and judges the outcome there: the explorer's
// word is not taken for it. Sets *cuts, and *verdict to the Verdict of web/engine/protocol. False
// where the session does not agree.
bool ReplayCuts(const Scenario& scenario, const Failure& failure, std::vector<SessionCut>* cuts,
                std::string* verdict);

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_EXPLORE_VERIFY_H_
