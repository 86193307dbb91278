// A compiled user's program: its data in NVM and DRAM, and for each handler and procedure a list of
// instructions over registers. It is made once and never changes, so all worlds use it.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_USER_PROGRAM_PROGRAM_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_USER_PROGRAM_PROGRAM_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "scheme/contract/program.h"
#include "trace/listing.h"

namespace afterimage {

struct SchemeInfo;

namespace own {

// The procedures that the engine calls, in the order of kHandlers.
enum class Handler : uint8_t {
  kFormat,   // of a fresh database, before its first change
  kOpen,     // before the first change of each life, and after recovery
  kBegin,    // before a transaction's first change
  kReserve,  // (updates): 0 where there is no room and the transaction must roll back
  kLog,      // (at, old, new), before the word is stored
  kUpdate,   // (at, old, new), in place of `log` and the store
  kCommit,   // on return the transaction is durable, and the client is told
  kAbort,    // on return nothing of the transaction is left
  kCheckpoint,
  kRecover,
  kCount,
};
struct HandlerInfo {
  std::string_view name;
  uint8_t params;
};
inline constexpr HandlerInfo kHandlers[] = {
    {"format", 0}, {"open", 0},   {"begin", 0}, {"reserve", 1},    {"log", 3},
    {"update", 3}, {"commit", 0}, {"abort", 0}, {"checkpoint", 0}, {"recover", 0},
};
inline constexpr uint32_t kHandlerCount = static_cast<uint32_t>(Handler::kCount);
static_assert(sizeof kHandlers / sizeof *kHandlers == kHandlerCount);

enum class Op : uint8_t {
  kLine,         // a statement begins: at line `imm`
  kConst,        // a := constants[imm]
  kCopy,         // a := b
  kBinary,       // a := b `what` c
  kNot,          // a := b is 0
  kNegate,       // a := -b
  kHash,         // a := a digest of b and c
  kTransaction,  // a := the number of the transaction, 0 in recovery
  kThread,       // a := the number of the thread
  kIndex,        // a := the address of element b of places[imm]
  kField,        // a := the address of word c of the block of places[imm] that b leads to
  kAllocate,     // a := a free block of places[imm], 0 where there is none
  kFree,         // the block of places[imm] that a leads to is free
  kRoom,         // a := how many blocks of places[imm] are free
  kAddress,      // checks that b is the address of a word; a := b
  kLoad,         // a := the word at address b
  kStore,        // the word at address a := b
  kNtStore,      // the same past the cache
  kDefer,        // the transaction sees b at address a, and NVM does not
  kWriteBack,    // the lines of c words from address a on
  kFence,
  kLoadDram,   // a := word imm of DRAM, plus register b where c is 1
  kStoreDram,  // word imm of DRAM, plus register b where c is 1, := a
  kAcquire,    // latch imm
  kRelease,
  kJump,        // to imm
  kJumpUnless,  // to imm where a is 0
  kCall,        // a := procedure imm, with its arguments in registers b and following
  kReturn,      // with a
  kAssert,      // a is not 0
};
enum class Operator : uint8_t {
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kRemainder,
  kAnd,
  kOr,
  kXor,
  kShiftLeft,
  kShiftRight,
  kEqual,
  kUnequal,
  kLess,
  kLessOrEqual,
  kGreater,
  kGreaterOrEqual,
};
struct Instruction {
  Op op = Op::kFence;
  uint8_t a = 0;
  uint8_t b = 0;
  uint8_t c = 0;
  Operator what = Operator::kAdd;
  uint32_t imm = 0;
};

// A declared word, or a field of it.
struct WordName {
  uint32_t place = 0;
  uint32_t field = 0;
};

// The declared drawing of an array. A link is a number of a slot or the address of one; see drawn.h
// for how it is followed.
struct Drawing {
  Shape shape = Shape::kTable;
  uint32_t place = 0;
  uint32_t links = 0;     // of a slot: none of a ring, a table or a bitmap, two of a tree
  uint32_t link[2] = {};  // its fields that lead to other slots
  uint32_t words = 0;
  WordName word[2];  // positions in a ring; whatever leads to the first slot; chains' heads
  std::string id;    // of the structure
};

// The target of a word, a variable or a value: the number of a place that is a heap.
using Points = int16_t;
inline constexpr Points kNoPointer = -1;

// A declared word, group of slots, array, or heap of blocks. Offsets and sizes are in words.
struct Place {
  std::string name;
  bool dram = false;
  bool has_initial = false;
  uint32_t offset = 0;
  uint32_t count = 1;   // of slots
  uint32_t stride = 1;  // from one slot to the next
  uint64_t initial = 0;
  std::vector<std::string> fields;  // of a slot; none: a slot is a word
  std::vector<Points> points;       // of each word of a slot, what it leads to
  bool array = false;
  bool heap = false;    // an array whose slots are taken and freed
  bool broken = false;  // its declaration is in a complaint
  int drawing = -1;     // the one that shows it; -1: it is among the program's words or slots

  uint32_t slot_words() const { return fields.empty() ? 1 : static_cast<uint32_t>(fields.size()); }
  Points PointsOf(uint32_t word) const { return word < points.size() ? points[word] : kNoPointer; }
};

struct Procedure {
  std::string name;
  uint8_t params = 0;
  std::vector<Points> param_points;
  Points returns = kNoPointer;
  uint8_t registers = 0;
  uint32_t line = 0;
  std::vector<Instruction> code;
};

struct Program {
  std::vector<Place> places;  // in the order of the text
  std::vector<std::string> latches;
  std::vector<uint64_t> constants;
  std::vector<Procedure> procedures;
  int handlers[kHandlerCount];  // indices of procedures, -1 where there is none
  std::vector<Drawing> drawings;
  uint32_t nvm_words = 0;
  uint32_t dram_words = 0;
  uint64_t digest = 0;  // of the text
  // The system as this program makes it, with the structures that it declares; null where it
  // declares none.
  std::shared_ptr<const SchemeInfo> described;
  std::vector<StructureInfo> structures;  // of `described`

  // Returns whether no array is left to be shown among the others: slots that no chain leads to
  // are.
  bool AllDrawn() const {
    for (const Place& place : places) {
      const bool chained = place.drawing >= 0 &&
                           drawings[static_cast<size_t>(place.drawing)].shape == Shape::kChains;
      if (place.array && !place.dram && !place.heap && (place.drawing < 0 || chained)) return false;
    }
    return !drawings.empty();
  }

  const Procedure* Find(Handler handler) const {
    const int index = handlers[static_cast<uint32_t>(handler)];
    return index < 0 ? nullptr : &procedures[static_cast<uint32_t>(index)];
  }
};

// Limits of what a program may declare.
inline constexpr uint32_t kMostNvmWords = 4096, kMostDramWords = 1024, kMostLatches = 8,
                          kMostPlaces = 40, kMostProcedures = 40, kMostFields = 16,
                          kMostSlots = 512, kMostProblems = 20, kMostDrawings = 8;
// Registers of a procedure, and of a handler with all that it calls.
inline constexpr uint32_t kMostRegisters = 48, kMostActive = 160, kMostDepth = 8;
// Parentheses, brackets and signs of an expression, one inside the other.
inline constexpr uint32_t kMostInside = 32;

// Compiles a text. Null, with at least one problem, where it is no program.
std::shared_ptr<Program> Compile(std::string_view text, std::vector<ProgramProblem>* problems);

}  // namespace own
}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_USER_PROGRAM_PROGRAM_H_
