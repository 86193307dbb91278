// The destaging speed that suits the load (PCMLogging, section 5): it measures at which rates PCM
// fills and empties in each state of the chain (destage_model.h), and plans anew at the end of each
// window. It knows no pages and no threads.
//
// State k, from 0 to M, has M - k complete segments free; in state M + 1 a thread waits for room.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_PCMLOGGING_DESTAGING_DESTAGE_PACE_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_PCMLOGGING_DESTAGING_DESTAGE_PACE_H_

#include "base/types.h"
#include "scheme/systems/pcmlogging/destaging/destage_model.h"

namespace afterimage::pcm {

struct PaceParams {
  uint32_t segments = 1;  // M
  uint32_t segment_slots = 1;
  bool linear = false;  // g(k) = k + 1, else 1
  Time window_ns = 1;
  uint32_t warm_up = 0;  // windows in which f is measured; before that it is 1
};

class DestagePace {
 public:
  explicit DestagePace(const PaceParams& params);

  const PaceParams& params() const { return params_; }
  uint32_t overflow() const { return params_.segments + 1; }
  uint32_t StateFor(uint32_t free_slots, bool somebody_waits) const;

  // Notes an event, in the order of time. The first state other than 0 begins the measuring.
  void Enter(Time now, uint32_t state);
  // Notes that this many more slots are taken; or fewer, if not by destaging.
  void Born(Time now, int64_t slots);
  // Notes that destaging for `busy` ns has freed this many slots.
  void Died(uint32_t slots, Time busy);

  // Returns how long after the beginning of destaging `slots` slots in this state the next ones are
  // due: 0 at once, kNever if nothing fills PCM. The rate of state k is that from k to k - 1.
  static constexpr Time kNever = ~Time{0};
  Time Interval(uint32_t state, uint32_t slots) const;

  // Return the rates out of a state by the last plan, in slots a ns: to the next one, and to the
  // one before it; 0 if there is none. Without an equilibrium destaging goes at full speed.
  double BirthRate(uint32_t state) const;
  double DeathRate(uint32_t state) const;

  // Return the measurements, and the plan that follows from them.
  const DestageChain& chain() const { return chain_; }
  const DestagePlan& plan() const { return plan_; }
  bool planned() const { return windows_ > 0; }
  uint32_t state() const { return state_; }
  uint64_t windows() const { return windows_; }
  // Returns the number of those without an equilibrium.
  uint64_t outrun() const { return outrun_; }
  // Returns the time in this state since measuring began, up to `now`.
  Time spent(uint32_t state, Time now) const;
  Time measured(Time now) const { return begun_ ? now - began_ : 0; }
  // Returns the probability of this state by the plan; in overflow(), of all states behind M; 0
  // without an equilibrium.
  double Planned(uint32_t state) const;
  // The same of all plans so far, added up.
  double planned_sum(uint32_t state) const { return planned_[state]; }

 private:
  static constexpr Time kLongest = Time{1} << 40;  // as long as for ever
  static constexpr uint32_t kStates = kMostSegments + 2;
  struct Rates {
    int64_t births[kStates] = {};
    Time time[kStates] = {};
  };

  void Book(Time now);
  void CloseWindow(Time now);
  void MeasureShape();

  PaceParams params_;
  DestageChain chain_;
  DestagePlan plan_;
  Rates all_;     // since measuring began
  Rates window_;  // since the window began
  double planned_[kStates] = {};
  uint64_t died_ = 0;
  Time busy_ = 0;
  bool begun_ = false;
  Time began_ = 0;
  Time window_began_ = 0;
  Time booked_ = 0;
  uint32_t state_ = 0;
  uint64_t windows_ = 0;
  uint64_t outrun_ = 0;
};

}  // namespace afterimage::pcm

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_PCMLOGGING_DESTAGING_DESTAGE_PACE_H_
