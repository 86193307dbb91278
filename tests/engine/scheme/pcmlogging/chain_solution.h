// The stationary distribution of a destaging chain, from nothing but its rates.
#ifndef AFTERIMAGE_TESTS_ENGINE_SCHEME_PCMLOGGING_CHAIN_SOLUTION_H_
#define AFTERIMAGE_TESTS_ENGINE_SCHEME_PCMLOGGING_CHAIN_SOLUTION_H_

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "scheme/systems/pcmlogging/destaging/destage_model.h"

namespace afterimage::pcm {

// The distribution of the chain cut off behind `states`: the balance of each state is a linear
// equation, solved by elimination.
inline std::vector<double> Solved(const DestageChain& chain, double rho, size_t states) {
  const auto birth = [&](size_t k) {
    return chain.lambda_0 * chain.f[std::min<size_t>(k, chain.segments)];
  };
  const auto death = [&](size_t k) {  // from state k + 1 to k
    return k < chain.segments ? chain.g[k] * chain.lambda_0 / rho : chain.mu_max;
  };
  std::vector<std::vector<double>> rows(states, std::vector<double>(states + 1, 0));
  for (size_t k = 0; k < states; ++k) {
    if (k + 1 < states) rows[k][k] -= birth(k);
    if (k > 0) rows[k][k] -= death(k - 1);
    if (k > 0) rows[k][k - 1] += birth(k - 1);
    if (k + 1 < states) rows[k][k + 1] += death(k);
  }
  // One of them follows from the others: all probabilities together are 1.
  for (size_t k = 0; k <= states; ++k) rows[states - 1][k] = 1;
  for (size_t i = 0; i < states; ++i) {
    size_t pivot = i;
    for (size_t r = i; r < states; ++r)
      if (std::abs(rows[r][i]) > std::abs(rows[pivot][i])) pivot = r;
    std::swap(rows[i], rows[pivot]);
    for (size_t r = 0; r < states; ++r) {
      if (r == i || rows[r][i] == 0) continue;
      const double times = rows[r][i] / rows[i][i];
      for (size_t c = i; c <= states; ++c) rows[r][c] -= times * rows[i][c];
    }
  }
  std::vector<double> p(states);
  for (size_t i = 0; i < states; ++i) p[i] = rows[i][states] / rows[i][i];
  return p;
}

}  // namespace afterimage::pcm

#endif  // AFTERIMAGE_TESTS_ENGINE_SCHEME_PCMLOGGING_CHAIN_SOLUTION_H_
