// The machine that a litmus program runs on. Threads see one memory, one instruction at a time
// (sequential consistency), as the engine's simulated threads do; what is open is how stores travel
// from there to the medium.
//
// All threads append to one buffer, in the order in which they run: stores, and *marks*. Nothing
// waits for the medium but an acknowledgement. After Px86 (Raad, Wickerson, Neiger, Vafeiadis:
// Persistency semantics of the Intel-x86 architecture, POPL 2020), an entry leaves the buffer at
// any time, in any order, if
//
//   store                no older mark, and no older ordinary store of its line, is in the buffer
//   non-temporal store   no older mark is in the buffer
//
// and marks are there as long as
//
//   mark of a line       an older ordinary store of that line is
//   mark of a thread     an older non-temporal store by that thread is
//
// clflush appends a mark of its line. clwb promises one, which may come at any time, at the latest
// when its thread runs a fence or a locked instruction; these also append a mark of the thread. An
// acknowledgement passes no mark. A word never goes back: what older entries still have to write to
// it becomes the value of the one that leaves. tests/engine/persistency has the same machine, for
// programs of eight steps, and another one that must agree.
#ifndef AFTERIMAGE_RUN_LITMUS_PERSIST_MACHINE_H_
#define AFTERIMAGE_RUN_LITMUS_PERSIST_MACHINE_H_

#include <array>
#include <cstdint>
#include <vector>

#include "crash/failure_model.h"
#include "run/litmus/litmus_program.h"

namespace afterimage::litmus {

// Rules and instructions that are left out, to see what each is for.
struct Removed {
  bool line_order = false;  // stores of one line persist in program order
  // The removed instructions by thread, a bit for each.
  std::array<uint64_t, kMostThreads> instructions{};
};

// One step of an execution.
struct Move {
  enum class Kind : uint8_t {
    kRun,      // the thread's next instruction
    kPersist,  // a store reaches the medium by itself
    kPromise,  // a clwb that was promised begins
  };
  Kind kind = Kind::kRun;
  uint8_t thread = 0;
  uint8_t instruction = 0;  // of the thread, for kRun and kPersist
  uint8_t line = 0;         // kPromise
};

class PersistMachine {
 public:
  struct Entry {
    enum Kind : uint8_t { kStore, kNtStore, kMarkOfLine, kMarkOfThread };
    uint8_t kind = kStore;
    uint8_t thread = 0;
    uint8_t place = 0;  // word or line
    uint8_t value = 0;
    uint8_t instruction = 0;
    bool IsMark() const { return kind >= kMarkOfLine; }
  };
  struct State {
    std::array<uint8_t, kMostThreads> next{};  // instruction
    std::array<std::array<uint8_t, kRegisters>, kMostThreads> registers{};
    std::array<uint16_t, kMostThreads> promised{};  // lines, a bit each
    uint8_t acknowledged = 0;
    std::array<uint8_t, kMostWords> medium{};
    std::vector<Entry> buffer;  // oldest first
  };

  PersistMachine(const LitmusProgram& program, FailureModel model, const Removed& removed)
      : program_(program), model_(model), removed_(removed) {}

  // Calls reach(move, state) for each state that may come next; `state` is a separate object.
  template <class Reach>
  void ForEachNext(const State& state, const Reach& report) const {
    const auto reach = [&](const Move& move, State& next) {
      Normalize(next);
      report(move, next);
    };
    State& next = next_;
    for (uint8_t thread = 0; thread < program_.threads.size(); ++thread) {
      next = state;
      const uint8_t instruction = state.next[thread];
      if (Step(next, thread)) reach(Move{Move::Kind::kRun, thread, instruction, 0}, next);
      for (uint8_t line = 0; line < program_.lines; ++line) {
        if (((state.promised[thread] >> line) & 1) == 0) continue;
        next = state;
        Keep(next, thread, line);
        reach(Move{Move::Kind::kPromise, thread, 0, line}, next);
      }
    }
    uint32_t held = 0;  // lines of which an older ordinary store is in the buffer
    for (size_t i = 0; i < state.buffer.size() && !state.buffer[i].IsMark(); ++i) {
      const Entry entry = state.buffer[i];
      if (IsHeld(entry, &held)) continue;
      next = state;
      if (model_ == FailureModel::kWsp)
        LeaveWithLine(next, program_.line_of[entry.place]);
      else
        Leave(next, i);
      reach(Move{Move::Kind::kPersist, entry.thread, entry.instruction, 0}, next);
    }
  }

 private:
  // Runs the thread's next instruction; false where it has none, or it has to wait.
  bool Step(State& state, uint8_t thread) const;
  void Execute(State& state, uint8_t thread, const Instruction& instruction, uint8_t number) const;
  bool Waits(const State& state, const Instruction& instruction) const;
  bool Holds(const State& state, uint8_t thread, const Instruction& branch) const;
  void Drain(State& state, uint8_t thread) const;
  void Keep(State& state, uint8_t thread, uint8_t line) const;
  void Append(State& state, const Entry& entry) const;
  bool MayLeave(const State& state, size_t i) const;
  // Returns whether a store of the buffer waits for an older one; those before it have been asked.
  bool IsHeld(const Entry& store, uint32_t* held) const;
  bool HoldsBack(const State& state, size_t mark) const;
  void Leave(State& state, size_t i) const;
  // Makes everything that may leave of a line do so, one after the other: the line is saved
  // completely.
  void LeaveWithLine(State& state, uint8_t line) const;
  uint8_t Newest(const State& state, uint8_t word) const;
  // Between two marks only the order of a line's entries matters, and equal marks are one: states
  // that differ in nothing else become the same.
  void Normalize(State& state) const;

  const LitmusProgram& program_;
  const FailureModel model_;
  const Removed removed_;
  mutable State next_;  // kept for the memory of its buffer
};

}  // namespace afterimage::litmus

#endif  // AFTERIMAGE_RUN_LITMUS_PERSIST_MACHINE_H_
