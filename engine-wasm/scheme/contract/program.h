// The input of a system whose algorithm the user writes: a text, compiled once for all worlds that
// run it. Only that system knows the form of a compiled program; all other code passes it on.
#ifndef AFTERIMAGE_SCHEME_CONTRACT_PROGRAM_H_
#define AFTERIMAGE_SCHEME_CONTRACT_PROGRAM_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace afterimage {

namespace own {
struct Program;
}
struct SchemeInfo;

// A problem of a program's text and its place, counted from 1.
struct ProgramProblem {
  uint32_t line = 0;
  uint32_t column = 0;
  std::string en;
  std::string zh;
};

// A mistake that shows while a program runs, as an index that is too large. `line` is 0 while there
// was none. The texts lie in the object, since a world is kept by its bytes.
struct ProgramFault {
  uint32_t line = 0;
  char en[144] = {};
  char zh[176] = {};
};

// The description of a system that takes programs.
struct ProgramInfo {
  // Compiles a text. Null, with at least one problem, where it is no program.
  std::shared_ptr<const own::Program> (*compile)(std::string_view text,
                                                 std::vector<ProgramProblem>* problems);
  // The system as a program makes it, with structures of its own; null: it is the system as it is.
  const SchemeInfo* (*described)(const own::Program& program);
  // The same for the same text.
  uint64_t (*digest)(const own::Program& program);
  // Line n of the text is the listing line with the label `label_before` + n.
  uint16_t label_before;
  // The text of a scenario that names none.
  const char* standard;
};

inline constexpr uint32_t kMostProgramBytes = 16384;
inline constexpr uint32_t kMostProgramLines = 500;

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_CONTRACT_PROGRAM_H_
