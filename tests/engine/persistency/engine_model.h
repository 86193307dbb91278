// The engine's own NVM as a third model: simulated threads run a program on it, power fails after
// every event, and every legal choice of what survives is tried.
#ifndef AFTERIMAGE_TESTS_PERSISTENCY_ENGINE_MODEL_H_
#define AFTERIMAGE_TESTS_PERSISTENCY_ENGINE_MODEL_H_

#include "base/random.h"
#include "persistency/program.h"

namespace afterimage::persistency {

// One instruction is over before the next begins: the order as given.
Outcomes EngineOutcomes(const Program& program);
// The same in every order that keeps each thread's own.
Outcomes EngineOutcomesOfEveryOrder(const Program& program);
// Instructions overlap: each thread starts its next one as soon as the last is over, or after a
// random pause, and half of the time the cache evicts all but one line. One history of many.
Outcomes EngineOutcomesInAHurry(const Program& program, Random& random);

}  // namespace afterimage::persistency

#endif  // AFTERIMAGE_TESTS_PERSISTENCY_ENGINE_MODEL_H_
