// The stories of scenarios/explore, which any scheme can run.
#ifndef AFTERIMAGE_TESTS_EXPLORE_STORIES_H_
#define AFTERIMAGE_TESTS_EXPLORE_STORIES_H_

#include <memory>
#include <string>
#include <vector>

#include "families.h"
#include "run/explore/verify.h"

namespace afterimage::testing_support {

// The files of scenarios/explore, by name.
const std::vector<std::string>& Stories();
// Those of them whose files ask for a placement or a release of locks, which parameters by chance
// do not have.
std::vector<std::string> ShapedStories();
// The other stories, which run under any parameters.
std::vector<std::string> PlainStories();
// A story with this family's scheme in place of its own. Fails the test where it cannot be parsed.
Scenario Tell(const std::string& story, const Family& family);
// The same on a machine that differs so; false where these parameters do not go together, or have
// no room for it.
bool TryTell(const std::string& story, const Family& family, const PriceOverrides& machine,
             Scenario* scenario);
// The scheme with its parameters, for messages.
std::string Described(const Scenario& scenario);
std::unique_ptr<Verification> Explored(const Scenario& scenario, const VerifyOptions& options);
// Fails the test where the text is no scenario.
Scenario Parsed(const std::string& text);
// The number in a variable of the environment, or `otherwise`.
uint32_t FromEnvironment(const char* variable, uint32_t otherwise);
// Tells if AFTERIMAGE_DEEP is set, which asks for the complete exploration.
bool Deep();
// Puts how much a test has done of a system into its report, from which docs/proofs.md is made.
void Tally(const std::string& scheme, const char* what, double number);

// The most steps without an event: daemons that sleep and wake while no client gets on have none.
inline constexpr uint64_t kMostSteps = 30000000;
// Goes on by so many steps again and again while there are events: a story in which daemons poll
// between one commit and the next may need many, and is no hang. Returns whether it has ended.
// `run`: goes on by so many steps, and returns how many events there are, in all.
template <class Run, class Ended>
bool RunsToItsEnd(Run run, Ended ended, uint64_t steps = kMostSteps) {
  constexpr uint32_t kMostTurns = 200;
  uint32_t before = run(steps);
  for (uint32_t turn = 1; turn < kMostTurns && !ended(); ++turn) {
    const uint32_t events = run(steps);
    if (events == before) break;
    before = events;
  }
  return ended();
}
bool RunsToItsEnd(Session& session);

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_EXPLORE_STORIES_H_
