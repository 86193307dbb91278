// A litmus program: a few stores, write-backs and fences by up to four threads on words that may
// lie in the same cache line, and a question about the images that a power cut may leave of them.
// It is read from text, one statement on each line:
//
//   line x x1            these words share a cache line; a word that no line names has its own
//   thread
//     x = 1              store; also x = r1
//     nt x = 1           non-temporal store
//     x += 1             locked read-modify-write
//     r1 = x             load into a register of the thread: r1 to r4
//     clwb x, clflush x  write back the line of x
//     fence              also sfence and mfence
//     ack a              acknowledge: the world outside is told
//     if x == 1          to the next end; also !=, and registers
//     end
//   exists x == 0 && ack a      also never and forall; || binds weaker than &&
//
// All words and registers are 0 at first. `;` also ends a statement, `#` begins a comment.
#ifndef AFTERIMAGE_RUN_LITMUS_LITMUS_PROGRAM_H_
#define AFTERIMAGE_RUN_LITMUS_LITMUS_PROGRAM_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "run/file/problem.h"

namespace afterimage::litmus {

inline constexpr uint32_t kMostThreads = 4, kMostWords = 12, kMostLines = 12, kMostAcks = 8,
                          kRegisters = 4, kMostInstructions = 64, kMostValue = 255;

enum class Op : uint8_t {
  kStore,
  kNtStore,
  kFetchAdd,  // locked
  kLoad,
  kClflush,
  kClwb,  // clflushopt is the same to the medium
  kFence,
  kAcknowledge,
  kBranch,  // goes to `target` unless the comparison holds
  kOpCount,
};

struct Instruction {
  Op op = Op::kFence;
  uint8_t place = 0;  // a word; of write-backs a line; of kAcknowledge its number
  uint8_t value = 0;  // stored, added or compared with, where from_register does not hold
  uint8_t reg = 0;    // that a load fills, or that is stored or compared
  bool from_register = false;
  bool of_register = false;  // kBranch compares a register, not a word
  bool equal = true;         // kBranch: ==, else !=
  uint8_t target = 0;
  uint32_t line = 0;  // of the text, counted from 1
};

// A comparison of the question: a word's value, or whether something was acknowledged.
struct Term {
  bool is_ack = false;
  uint8_t place = 0;
  uint8_t value = 0;
  bool equal = true;
};
// The terms of each part hold together; one part is enough.
using Condition = std::vector<std::vector<Term>>;

enum class Quantifier : uint8_t { kNone, kExists, kNever, kForall };

struct LitmusProgram {
  std::vector<std::string> words, acks;
  std::vector<uint8_t> line_of;  // by word
  uint32_t lines = 0;
  std::vector<std::vector<Instruction>> threads;
  Quantifier quantifier = Quantifier::kNone;
  Condition condition;
  uint32_t condition_line = 0;
};

// False with problems, each with line and column, where the text is no program.
bool ParseLitmus(std::string_view text, LitmusProgram* program, std::vector<Problem>* problems);

}  // namespace afterimage::litmus

#endif  // AFTERIMAGE_RUN_LITMUS_LITMUS_PROGRAM_H_
