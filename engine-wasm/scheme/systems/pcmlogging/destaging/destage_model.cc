#include "scheme/systems/pcmlogging/destaging/destage_model.h"

namespace afterimage::pcm {
namespace {

// rho^k times the product of f(i) / g(i) for i below k.
double WeightOf(const DestageChain& chain, double rho, uint32_t k) {
  double weight = 1;
  for (uint32_t i = 0; i < k; ++i) weight *= rho * chain.f[i] / chain.g[i];
  return weight;
}

}  // namespace

double OverflowRatio(const DestageChain& chain) {
  return chain.f[chain.segments] * chain.lambda_0 / chain.mu_max;
}

double EmptyProbability(const DestageChain& chain, double rho) {
  const double a = OverflowRatio(chain);
  double sum = 1, weight = 1;
  for (uint32_t k = 1; k <= chain.segments; ++k) {
    weight *= rho * chain.f[k - 1] / chain.g[k - 1];
    sum += weight;
  }
  return 1 / (sum + a / (1 - a) * weight);
}

double StateProbability(const DestageChain& chain, double rho, double p_0, uint32_t k) {
  const uint32_t within = k < chain.segments ? k : chain.segments;
  double p = p_0 * WeightOf(chain, rho, within);
  for (uint32_t i = within; i < k; ++i) p *= OverflowRatio(chain);
  return p;
}

double OverflowProbability(const DestageChain& chain, double rho, double p_0) {
  const double a = OverflowRatio(chain);
  return a / (1 - a) * p_0 * WeightOf(chain, rho, chain.segments);
}

double DestageCost(const DestageChain& chain, double rho, double p_0) {
  const double mu_0 = chain.lambda_0 / rho;
  double cost = 0, weight = 1;
  for (uint32_t k = 1; k <= chain.segments; ++k) {
    weight *= rho * chain.f[k - 1] / chain.g[k - 1];
    cost += chain.g[k - 1] * mu_0 * p_0 * weight;
  }
  return cost + chain.mu_max * OverflowProbability(chain, rho, p_0);
}

DestagePlan PlanDestaging(const DestageChain& chain) {
  constexpr double kTie = 1e-9;
  DestagePlan best;
  // Written so that a ratio that is no number is no equilibrium either.
  if (!(OverflowRatio(chain) < 1)) return best;
  for (uint32_t part = 1; part < kRhoParts; ++part) {
    const double rho = static_cast<double>(part) / kRhoParts;
    const double p_0 = EmptyProbability(chain, rho);
    const double cost = DestageCost(chain, rho, p_0);
    if (best.equilibrium && !(cost < best.cost * (1 - kTie))) continue;
    best = {true, part, chain.lambda_0 / rho, cost, p_0};
  }
  return best;
}

}  // namespace afterimage::pcm
