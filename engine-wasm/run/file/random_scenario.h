// Random scenarios for tests: the same text for the same seed everywhere.
#ifndef AFTERIMAGE_RUN_FILE_RANDOM_SCENARIO_H_
#define AFTERIMAGE_RUN_FILE_RANDOM_SCENARIO_H_

#include <cstdint>
#include <string>

namespace afterimage {

std::string RandomScenario(uint32_t seed);

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_FILE_RANDOM_SCENARIO_H_
