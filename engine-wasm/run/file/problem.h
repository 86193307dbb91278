// A problem of a file: what is wrong, and where.
#ifndef AFTERIMAGE_RUN_FILE_PROBLEM_H_
#define AFTERIMAGE_RUN_FILE_PROBLEM_H_

#include <cstdint>
#include <string>

namespace afterimage {

struct Problem {
  std::string path;  // threads[1][3]
  std::string reason_en;
  std::string reason_zh;
  uint32_t line = 0;
  uint32_t column = 0;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_FILE_PROBLEM_H_
