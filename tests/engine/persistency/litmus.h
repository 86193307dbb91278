// Litmus tests of x86 persistency: small programs, and by hand what a power cut at any moment may
// leave of them and what not.
#ifndef AFTERIMAGE_TESTS_PERSISTENCY_LITMUS_H_
#define AFTERIMAGE_TESTS_PERSISTENCY_LITMUS_H_

#include <set>
#include <string>
#include <vector>

#include "persistency/program.h"

namespace afterimage::persistency {

struct Litmus {
  const char* name;
  const char* why;  // in one sentence
  std::vector<const char*> threads;
  const char* watch;               // words and acknowledgements, in the order of the digits below
  const char* allowed;             // exactly these; an acknowledgement is 1 once it has been given
  const char* forbidden;           // the ones that the test is about
  const char* schedule = nullptr;  // the threads' turns, a digit a step; null: every interleaving
};

extern const std::vector<Litmus> kLitmusTests;

inline Program ProgramOf(const Litmus& test) {
  return Assemble(test.threads, test.schedule ? test.schedule : "");
}
inline Order OrderOf(const Litmus& test) { return test.schedule ? Order::kAsGiven : Order::kEvery; }

// "10 11" as {"10", "11"}.
std::set<std::string> Listed(const char* outcomes);
// The words of each outcome that `watch` names, as digits.
std::set<std::string> Watched(const Outcomes& outcomes, const char* watch);

}  // namespace afterimage::persistency

#endif  // AFTERIMAGE_TESTS_PERSISTENCY_LITMUS_H_
