// Random scenarios for tests: the same text for the same seed everywhere.
#ifndef AFTERIMAGE_RUN_FILE_RANDOM_SCENARIO_H_
#define AFTERIMAGE_RUN_FILE_RANDOM_SCENARIO_H_

#include <cstdint>
#include <string>

#include "scheme/contract/scheme.h"

namespace afterimage {

std::string RandomScenario(uint32_t seed);
// The system at its smallest, with a story that uses again what it has freed. The records may not
// fit. Each further `life` has another story for the same machine and records.
std::string SmallestScenario(const SchemeInfo& scheme, uint32_t seed, uint32_t life = 0);
// Several clients at once on such a system, whose disks are about as fast as they are, so that what
// daemons do falls into the middle of transactions. With `banks` of NVM, 0 for none, threads wait
// for each other's reads, too.
enum class Racing : uint8_t {
  kShort,  // transactions that have hardly any room
  kLong,   // longer ones, which take all of it
  kAmple,  // with room for several at one time, which mostly let leaves split that others change
};
std::string RacingScenario(const SchemeInfo& scheme, uint32_t seed, uint32_t banks = 0,
                           Racing racing = Racing::kShort);

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_FILE_RANDOM_SCENARIO_H_
