// Model 1: one unordered persist buffer and asynchronous write-backs, after Px86 (Raad, Wickerson,
// Neiger, Vafeiadis: Persistency semantics of the Intel-x86 architecture, POPL 2020).
//
// All threads append to one buffer, in the order in which they run: stores, and *marks*. Nothing
// ever waits for the medium but an acknowledgement. Stores leave the buffer at any time, in any
// order, if
//
//   store                no older mark, and no older ordinary store of the same line, is in the
//                        buffer
//   non-temporal store   no older mark is in the buffer
//
// and marks are there as long as
//
//   mark of a line       an older ordinary store of that line is
//   mark of a thread     an older non-temporal store by that thread is
//
// Clflush appends a mark of its line. Clwb only promises one: its mark may join the buffer at any
// time, at the latest when its thread runs a fence or a locked instruction. Both of these also
// append a mark of the thread. An acknowledgement is a write to the world outside: it passes no
// mark.
//
// A word never goes back: what older entries in the buffer still have to write to it becomes the
// value of the one that leaves.
//
// Px86 has store buffers in front of this, which our threads do not (program.h); what is left of
// them is that a clwb may come late, and with Order::kEarlyClwb early. Non-temporal stores are not
// in that paper; docs/fidelity.md says what is taken of the manuals.
#ifndef AFTERIMAGE_TESTS_PERSISTENCY_PERSIST_BUFFER_MODEL_H_
#define AFTERIMAGE_TESTS_PERSISTENCY_PERSIST_BUFFER_MODEL_H_

#include "persistency/explore.h"

namespace afterimage::persistency {

class PersistBufferModel {
 public:
  // The outcomes that a power cut at any moment may leave.
  Outcomes Reachable(const Program& program, Order order);

 private:
  enum class Kind : uint8_t { kStore, kNtStore, kMarkOfLine, kMarkOfThread };
  struct Entry {
    Kind kind : 2;
    uint8_t thread : 2;
    uint8_t place : 4;  // word or line
    uint8_t value;
  };
  struct State {
    uint8_t done[kThreads];  // instructions, a bit each
    uint8_t acknowledged;
    uint8_t medium[kWords];
    uint8_t promised[kThreads];  // lines, a bit each, whose clwb has not joined the buffer
    uint8_t count;
    uint8_t unused[7];
    Entry buffer[2 * kMaxSteps];  // oldest first
  };

  void Successors(const State& state);
  // False where the instruction has to wait.
  static bool Execute(State& state, int thread, const Instruction& instruction);
  // Makes good on what the thread promised, and marks it.
  static void Drain(State& state, int thread);
  static void Keep(State& state, int thread, int line);
  // A mark that has nothing to wait for does not stay.
  static void Append(State& state, Kind kind, int thread, int place, int value);
  static bool MayLeave(const State& state, int i);
  static bool Holds(const State& state, int mark);
  // The store becomes durable; marks that have nothing left to wait for go with it.
  static void Leave(State& state, int i);
  static void Remove(State& state, int i);
  static bool IsMark(const Entry& entry) { return entry.kind >= Kind::kMarkOfLine; }
  static uint8_t Newest(const State& state, uint8_t word);

  Turns turns_;
  Search<State> search_;
};

}  // namespace afterimage::persistency

#endif  // AFTERIMAGE_TESTS_PERSISTENCY_PERSIST_BUFFER_MODEL_H_
