// Programs for the models of x86 persistency in this folder: a few stores, write-backs and
// acknowledgements by two or three threads on words of up to three cache lines.
//
// Threads see one memory, one instruction at a time (sequential consistency), as the engine's
// simulated threads do. What is open is only how stores travel from there to the medium.
#ifndef AFTERIMAGE_TESTS_PERSISTENCY_PROGRAM_H_
#define AFTERIMAGE_TESTS_PERSISTENCY_PROGRAM_H_

#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "base/random.h"

namespace afterimage::persistency {

inline constexpr int kThreads = 3;
inline constexpr int kLines = 3;
inline constexpr int kWordsOfLine = 3;
inline constexpr int kWords = kLines * kWordsOfLine;
inline constexpr int kMaxSteps = 8;

enum class Op : uint8_t {
  kStore,
  kNtStore,   // non-temporal
  kFetchAdd,  // locked read-modify-write
  kClflush,
  kClwb,         // clflushopt is the same to the medium
  kFence,        // sfence or mfence
  kAcknowledge,  // tells the world outside, at once
};

struct Instruction {
  Op op = Op::kFence;
  uint8_t place = 0;  // the word; of a Clflush or Clwb the line; of an Acknowledge its number
  uint8_t value = 0;  // stored, or added
};

struct Step {
  uint8_t thread = 0;
  Instruction instruction;
};

// The instructions of all threads, in one of the orders in which they may run.
using Program = std::vector<Step>;
enum class Order : uint8_t {
  kAsGiven,
  kEvery,      // each that keeps every thread's own
  kEarlyClwb,  // and a clwb may overtake older stores and write-backs of other lines, as in Px86
};

// The result of a power cut: the words of the medium, and the acknowledgements given by then.
struct Outcome {
  uint8_t words[kWords] = {};
  uint8_t acknowledged = 0;  // bit i: the acknowledgement with number i
  uint8_t unused[6] = {};
};
inline bool operator<(const Outcome& a, const Outcome& b) {
  return std::memcmp(&a, &b, sizeof a) < 0;
}
inline bool operator==(const Outcome& a, const Outcome& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}
// Sorted, each once.
using Outcomes = std::vector<Outcome>;

inline uint8_t LineOf(uint8_t word) { return static_cast<uint8_t>(word / kWordsOfLine); }

// Reads one thread's code, for example "x=1; nt y2=3; x1+=2; clflush x; clwb y; fence; ack a".
// Words are x, x1, x2, y ... z2; aborts on anything else.
std::vector<Instruction> ParseCode(const std::string& code);
// The threads' codes in the order in which `schedule`, a digit a step, names the threads; where it
// is empty one thread after the other.
Program Assemble(const std::vector<const char*>& threads, const std::string& schedule);
// A word's number by its name, or an acknowledgement's, "a" to "h", counted from kWords.
int ParseName(const std::string& name);

std::string ToString(const Program& program);
std::string ToString(const Outcome& outcome);

// The same instructions in every order that keeps each thread's own.
std::vector<Program> Interleavings(const Program& program);

// Three to `max_steps` steps of two or three threads on two or three lines of two or three words.
Program RandomProgram(Random& random, bool non_temporal, uint32_t max_steps = 7);

// Leaves out steps as long as `fails` holds of the rest.
Program Shrink(Program program, const std::function<bool(const Program&)>& fails);

}  // namespace afterimage::persistency

#endif  // AFTERIMAGE_TESTS_PERSISTENCY_PROGRAM_H_
