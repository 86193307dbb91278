// The model of the destaging speed (PCMLogging, section 5.2): a birth-death chain whose state is
// the lack of free PCM. It knows no database.
//
//          lambda_0       lambda_1             lambda_M       lambda_M
//      (0) ------> (1) ------> (2) ... (M) ------> (M+1) ------> ...
//          <------     <------             <------       <------
//           mu_0        mu_1               mu_max        mu_max
//
// In state 0 there are M segments free, in state M none, and behind it clients wait for some.
//
// Numbers are doubles, used only in + - * / and comparisons, which are the same on every machine.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_PCMLOGGING_DESTAGING_DESTAGE_MODEL_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_PCMLOGGING_DESTAGING_DESTAGE_MODEL_H_

#include <cstdint>

namespace afterimage::pcm {

inline constexpr uint32_t kMostSegments = 64;
// rho is a whole number of these parts, from 1 to kRhoParts - 1.
inline constexpr uint32_t kRhoParts = 1000;

struct DestageChain {
  uint32_t segments = 1;             // M, from 1 to kMostSegments
  double lambda_0 = 0;               // births in state 0, a unit of time
  double mu_max = 0;                 // deaths where clients wait
  double f[kMostSegments + 1] = {};  // lambda_k / lambda_0, for k from 0 to M
  double g[kMostSegments] = {};      // mu_k / mu_0, for k below M
};

struct DestagePlan {
  // False where births outrun even mu_max: then there is nothing to choose, and the rest is 0.
  bool equilibrium = false;
  uint32_t rho = 0;  // lambda_0 / mu_0, in parts of kRhoParts
  double mu_0 = 0;
  double cost = 0;  // destaging, a unit of time (objective 1)
  double p_0 = 0;   // by equation 6
};

// lambda_M / mu_max: below 1 there is an equilibrium.
double OverflowRatio(const DestageChain& chain);
// The probability of state 0 by equation 6. REQUIRES: there is an equilibrium.
double EmptyProbability(const DestageChain& chain, double rho);
// The probability of state k by equations 4 and 5.
double StateProbability(const DestageChain& chain, double rho, double p_0, uint32_t k);
// The probability of all states behind M: clients wait.
double OverflowProbability(const DestageChain& chain, double rho, double p_0);
// Objective 1.
double DestageCost(const DestageChain& chain, double rho, double p_0);
// The rho of least cost. Of costs that differ by less than one in 10^9 the smallest rho has it, in
// which PCM overflows least often.
DestagePlan PlanDestaging(const DestageChain& chain);

}  // namespace afterimage::pcm

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_PCMLOGGING_DESTAGING_DESTAGE_MODEL_H_
