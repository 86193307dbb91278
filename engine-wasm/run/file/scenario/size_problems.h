// The problem of a file whose database does not fit: the same words natively and on the page.
#ifndef AFTERIMAGE_RUN_FILE_SIZE_PROBLEMS_H_
#define AFTERIMAGE_RUN_FILE_SIZE_PROBLEMS_H_

#include <string_view>

#include "run/file/problem.h"

namespace afterimage {

struct Scenario;

// The initial records of the scenario of `text`, which was parsed, do not fit its parameters. It is
// at the field that says what is in the database.
Problem SizeProblem(const Scenario& scenario, std::string_view text);
// The database of an experiment does not fit the parameters of its scheme number `scheme`; or, with
// `fills_memory`, what this build can address.
Problem SizeProblem(uint32_t scheme, bool fills_memory);

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_FILE_SIZE_PROBLEMS_H_
