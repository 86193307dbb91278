// Does the solver find what the chain's own equations say?
#include "scheme/systems/pcmlogging/destaging/destage_model.h"

#include <gtest/gtest.h>

#include <vector>

#include "scheme/pcmlogging/chain_solution.h"

namespace afterimage::pcm {
namespace {

DestageChain ChainOf(double lambda_0, double mu_max, std::vector<double> f, std::vector<double> g) {
  DestageChain chain;
  chain.segments = static_cast<uint32_t>(g.size());
  chain.lambda_0 = lambda_0;
  chain.mu_max = mu_max;
  for (size_t k = 0; k < f.size(); ++k) chain.f[k] = f[k];
  for (size_t k = 0; k < g.size(); ++k) chain.g[k] = g[k];
  return chain;
}

const DestageChain kChains[] = {
    ChainOf(3, 10, {1, 1, 1}, {1, 1}),
    ChainOf(3, 10, {1, 0.9, 0.8, 0.7, 0.6}, {1, 1, 1, 1}),
    ChainOf(0.02, 0.05, {1, 1.4, 1.1, 2, 1.2}, {1, 2, 3, 4}),
    ChainOf(50, 90, {1, 0.2}, {1}),
    ChainOf(7, 8, {1, 0.5, 3, 0.9, 0.7, 1.1, 1}, {1, 2, 3, 4, 5, 6}),
};

TEST(DestageModel, HasTheProbabilitiesAndTheCostOfTheChainItself) {
  for (const DestageChain& chain : kChains) {
    ASSERT_LT(OverflowRatio(chain), 0.9);
    for (const double rho : {0.1, 0.5, 0.93}) {
      const double p_0 = EmptyProbability(chain, rho);
      const std::vector<double> p = Solved(chain, rho, 320);
      double cost = 0, overflow = 0;
      for (uint32_t k = 0; k < p.size(); ++k) {
        EXPECT_NEAR(StateProbability(chain, rho, p_0, k), p[k], 1e-9) << k << " " << rho;
        if (k == 0) continue;
        const bool beyond = k > chain.segments;
        cost += p[k] * (beyond ? chain.mu_max : chain.g[k - 1] * chain.lambda_0 / rho);
        overflow += beyond ? p[k] : 0;
      }
      EXPECT_NEAR(DestageCost(chain, rho, p_0) / cost, 1, 1e-7);
      EXPECT_NEAR(OverflowProbability(chain, rho, p_0), overflow, 1e-9);
    }
  }
}

// Equation 2.
TEST(DestageModel, HasProbabilitiesThatAddUpToOne) {
  for (const DestageChain& chain : kChains) {
    for (const double rho : {0.001, 0.3, 0.999}) {
      const double p_0 = EmptyProbability(chain, rho);
      double sum = OverflowProbability(chain, rho, p_0);
      for (uint32_t k = 0; k <= chain.segments; ++k) sum += StateProbability(chain, rho, p_0, k);
      EXPECT_NEAR(sum, 1, 1e-12);
    }
  }
}

// By detailed balance the cost is the sum of lambda_k P_k. If births are the same in every state,
// that is lambda_0 for every rho and g, and the tie-break decides: PCM overflows least often.
TEST(DestageModel, CostsTheSameWhateverRhoWhereBirthsAreTheSameInEveryState) {
  for (const std::vector<double>& g : {std::vector<double>{1, 1, 1}, {1, 2, 3}}) {
    const DestageChain chain = ChainOf(3, 10, {1, 1, 1, 1}, g);
    double overflow = 0;
    for (uint32_t part = 1; part < kRhoParts; ++part) {
      const double rho = static_cast<double>(part) / kRhoParts;
      const double p_0 = EmptyProbability(chain, rho);
      EXPECT_NEAR(DestageCost(chain, rho, p_0), 3, 1e-12) << rho;
      EXPECT_GT(OverflowProbability(chain, rho, p_0), overflow) << rho;
      overflow = OverflowProbability(chain, rho, p_0);
    }
    const DestagePlan plan = PlanDestaging(chain);
    EXPECT_TRUE(plan.equilibrium);
    EXPECT_EQ(plan.rho, 1u);
  }
}

TEST(DestageModel, FindsTheLeastCost) {
  for (const DestageChain& chain : kChains) {
    const DestagePlan plan = PlanDestaging(chain);
    ASSERT_TRUE(plan.equilibrium);
    for (uint32_t part = 1; part < kRhoParts; ++part) {
      const double rho = static_cast<double>(part) / kRhoParts;
      EXPECT_GE(DestageCost(chain, rho, EmptyProbability(chain, rho)), plan.cost * (1 - 1e-8));
    }
    const double rho = static_cast<double>(plan.rho) / kRhoParts;
    EXPECT_DOUBLE_EQ(plan.mu_0, chain.lambda_0 / rho);
    EXPECT_DOUBLE_EQ(plan.p_0, EmptyProbability(chain, rho));
  }
}

// Fewer births in fuller states, since what is written again takes no new room: PCM may fill. More
// of them: it must not. Least of all in between: neither.
TEST(DestageModel, GoesByHowBirthsChangeWithTheState) {
  EXPECT_EQ(PlanDestaging(ChainOf(3, 10, {1, 0.9, 0.8, 0.7}, {1, 1, 1})).rho, kRhoParts - 1);
  EXPECT_EQ(PlanDestaging(ChainOf(3, 10, {1, 1.1, 1.2, 1.3}, {1, 1, 1})).rho, 1u);
  const uint32_t between = PlanDestaging(ChainOf(3, 10, {1, 0.8, 0.8, 1.5, 1.6}, {1, 1, 1, 1})).rho;
  EXPECT_GT(between, 1u);
  EXPECT_LT(between, kRhoParts - 1);
}

TEST(DestageModel, SaysThatThereIsNoEquilibriumWhereBirthsOutrunTheDisk) {
  EXPECT_FALSE(PlanDestaging(ChainOf(10, 10, {1, 1}, {1})).equilibrium);
  EXPECT_FALSE(PlanDestaging(ChainOf(6, 10, {1, 2}, {1})).equilibrium);
  EXPECT_TRUE(PlanDestaging(ChainOf(6, 10, {1, 1.5}, {1})).equilibrium);
  EXPECT_FALSE(PlanDestaging(ChainOf(6, 0, {1, 1}, {1})).equilibrium) << "nothing measured";
  EXPECT_FALSE(PlanDestaging(ChainOf(0, 0, {1, 1}, {1})).equilibrium) << "nothing measured";
}

}  // namespace
}  // namespace afterimage::pcm
