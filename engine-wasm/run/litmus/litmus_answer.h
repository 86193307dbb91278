// The answer about a litmus program: its images, the answer to its question, and the reasons for
// it.
#ifndef AFTERIMAGE_RUN_LITMUS_LITMUS_ANSWER_H_
#define AFTERIMAGE_RUN_LITMUS_LITMUS_ANSWER_H_

#include <optional>
#include <string>
#include <vector>

#include "run/litmus/litmus_search.h"

namespace afterimage::litmus {

// The verdict over all images that a power cut may leave, at any moment.
enum class Verdict : uint8_t { kAlways, kSometimes, kNever };
inline constexpr const char* kVerdictNames[] = {"always", "sometimes", "never"};
// The names of Quantifier, and of Move::Kind.
inline constexpr const char* kQuantifierNames[] = {"none", "exists", "never", "forall"};
inline constexpr const char* kMoveNames[] = {"run", "persist", "promise"};

// A rule or an instruction that an answer rests on.
struct Ground {
  bool line_order = false;  // else the instruction
  uint8_t thread = 0, instruction = 0;
};

struct Answer {
  Verdict verdict = Verdict::kNever;
  bool satisfied = false;                 // what the quantifier says is so
  std::optional<Image> witness, counter;  // an image in which the condition holds, and does not
  // The smallest sets of grounds without which the verdict would not stand; none where the program
  // is too large to try, or no two of them are enough.
  std::vector<std::vector<Ground>> grounds;
  bool grounds_tried = false;
  // Write-backs and fences each of which could be left out alone: the same images remain.
  std::vector<Ground> needless;
};

// Answers a program; for one without a question only the needless instructions are meaningful.
// `search` is its own, with nothing removed.
Answer AnswerOf(const LitmusProgram& program, FailureModel model, const Search& search);

// The most states that are gone through before executions are drawn instead.
inline constexpr uint32_t kMostStates = 80000;

// Reads and answers a program's text. Returns false with problems if it is none.
bool WriteLitmus(std::string_view text, FailureModel model, std::vector<Problem>* problems,
                 std::string* out);

}  // namespace afterimage::litmus

#endif  // AFTERIMAGE_RUN_LITMUS_LITMUS_ANSWER_H_
