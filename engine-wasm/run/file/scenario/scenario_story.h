// The parts of a scenario file that the interface uses: faults, marks, questions, facts. The engine
// checks them, and reads how a power cut leaves the units.
#ifndef AFTERIMAGE_RUN_FILE_SCENARIO_STORY_H_
#define AFTERIMAGE_RUN_FILE_SCENARIO_STORY_H_

#include "run/file/field_reader.h"
#include "run/file/scenario/scenario.h"

namespace afterimage {

// Complains of what refers to things that `scenario` does not have.
void CheckStory(const FieldReader& root, const Scenario& scenario, std::vector<Problem>* problems);

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_FILE_SCENARIO_STORY_H_
