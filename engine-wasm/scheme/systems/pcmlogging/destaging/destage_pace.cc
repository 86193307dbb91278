#include "scheme/systems/pcmlogging/destaging/destage_pace.h"

#include <algorithm>

namespace afterimage::pcm {

DestagePace::DestagePace(const PaceParams& params) : params_(params) {
  chain_.segments = params.segments;
  for (uint32_t k = 0; k <= params.segments; ++k) chain_.f[k] = 1;
  for (uint32_t k = 0; k < params.segments; ++k) chain_.g[k] = params.linear ? k + 1 : 1;
}

uint32_t DestagePace::StateFor(uint32_t free_slots, bool somebody_waits) const {
  if (somebody_waits) return overflow();
  return params_.segments - std::min(free_slots / params_.segment_slots, params_.segments);
}

void DestagePace::Book(Time now) {
  if (!begun_) return;
  all_.time[state_] += now - booked_;
  window_.time[state_] += now - booked_;
  booked_ = now;
}

void DestagePace::Enter(Time now, uint32_t state) {
  Book(now);
  state_ = state;
  if (begun_ || state == 0) return;
  begun_ = true;
  began_ = window_began_ = booked_ = now;
}

void DestagePace::Born(Time now, int64_t slots) {
  if (!begun_) return;
  Book(now);
  all_.births[state_] += slots;
  window_.births[state_] += slots;
  if (now - window_began_ >= params_.window_ns) CloseWindow(now);
}

void DestagePace::Died(uint32_t slots, Time busy) {
  died_ += slots;
  busy_ += busy;
}

// The lowest state in which something was born stands for state 0, and a state in which nothing was
// is like the one below it.
void DestagePace::MeasureShape() {
  double base = 0, rate = 0;
  for (uint32_t k = 0; k <= params_.segments; ++k) {
    const int64_t births = all_.births[k];
    if (births > 0 && all_.time[k] > 0)
      rate = static_cast<double>(births) / static_cast<double>(all_.time[k]);
    if (base == 0) base = rate;
    chain_.f[k] = base > 0 ? rate / base : 1;
  }
}

void DestagePace::CloseWindow(Time now) {
  ++windows_;
  if (windows_ == params_.warm_up) MeasureShape();
  double births = 0, weighted = 0;
  for (uint32_t k = 0; k <= overflow(); ++k) {
    births += static_cast<double>(window_.births[k]);
    weighted += chain_.f[std::min(k, params_.segments)] * static_cast<double>(window_.time[k]);
  }
  chain_.lambda_0 = births > 0 ? births / weighted : 0;
  if (died_ > 0 && busy_ > 0)
    chain_.mu_max = static_cast<double>(died_) / static_cast<double>(busy_);
  plan_ = PlanDestaging(chain_);
  outrun_ += plan_.equilibrium ? 0 : 1;
  for (uint32_t k = 0; k <= overflow(); ++k) planned_[k] += Planned(k);
  window_ = {};
  died_ = busy_ = 0;
  window_began_ = now;
}

double DestagePace::BirthRate(uint32_t state) const {
  return chain_.f[std::min(state, params_.segments)] * chain_.lambda_0;
}

double DestagePace::DeathRate(uint32_t state) const {
  if (state == 0) return 0;
  const bool chosen = plan_.equilibrium && state <= params_.segments;
  return chosen ? chain_.g[state - 1] * plan_.mu_0 : chain_.mu_max;
}

Time DestagePace::Interval(uint32_t state, uint32_t slots) const {
  if (!plan_.equilibrium || state == 0 || state > params_.segments) return 0;
  const double rate = DeathRate(state);
  if (rate <= 0) return kNever;
  const double ns = static_cast<double>(slots) / rate;
  return ns < static_cast<double>(kLongest) ? static_cast<Time>(ns) : kNever;
}

double DestagePace::Planned(uint32_t state) const {
  if (!plan_.equilibrium) return 0;
  const double rho = static_cast<double>(plan_.rho) / kRhoParts;
  return state == overflow() ? OverflowProbability(chain_, rho, plan_.p_0)
                             : StateProbability(chain_, rho, plan_.p_0, state);
}

Time DestagePace::spent(uint32_t state, Time now) const {
  return all_.time[state] + (begun_ && state == state_ ? now - booked_ : 0);
}

}  // namespace afterimage::pcm
